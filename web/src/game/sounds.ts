// Which sound goes with what happened. One update makes at most a few of them.

import type { Sound } from "../core/sound";
import type { Event } from "../protocol";

const SOUND_OF: Record<string, Sound> = {
  dice_rolled: "roll",
  dice_rerolled: "roll",
  resources_gained: "gem",
  resource_card_used: "gem",
  converted: "gem",
  card_collected: "gem",
  counterspell_taken: "gem",
  absorbed: "gem",
  spell_cast: "cast",
  ability_used: "cast",
  counterspell_used: "counter",
  transformed: "shadow",
  eliminated: "out",
  game_ended: "victory",
};

export function soundsOf(events: readonly Event[]): Sound[] {
  const found = events.flatMap((event) => {
    if (event.code === "damaged") return Number(event.values["amount"]) ? [event.values["by"] ? ("hit" as const) : ("curse" as const)] : [];
    const sound = SOUND_OF[event.code];
    return sound ? [sound] : [];
  });
  return [...new Set(found)].slice(0, 3);
}
