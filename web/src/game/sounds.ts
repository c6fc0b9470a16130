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
  absorbed: "orb",
  ability_used: "cast",
  counterspell_used: "counter",
  transformed: "shadow",
  eliminated: "out",
  game_ended: "victory",
};

/** Fire or water, by what was spent on it; whoever mixes them hears neither. */
function soundOfCast(resources: string): Sound {
  const isOf = (colour: string): boolean => resources.split(" ").every((code) => code.startsWith(colour));
  return isOf("R") ? "cast_red" : isOf("B") ? "cast_blue" : "cast";
}

export function soundsOf(events: readonly Event[]): Sound[] {
  const found = events.flatMap((event) => {
    if (event.code === "damaged") return Number(event.values["amount"]) ? [event.values["by"] ? ("hit" as const) : ("curse" as const)] : [];
    if (event.code === "spell_cast") return [soundOfCast(String(event.values["resources"] ?? ""))];
    const sound = SOUND_OF[event.code];
    return sound ? [sound] : [];
  });
  return [...new Set(found)].slice(0, 3);
}
