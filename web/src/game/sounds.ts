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
};
/** Heard whatever else there is to hear. */
const DECISIVE: readonly Sound[] = ["out", "victory"];
const MOST = 3;

/** Fire or water, by what was spent on it; whoever mixes them hears neither. */
function soundOfCast(resources: string): Sound {
  const isOf = (colour: string): boolean => resources.split(" ").every((code) => code.startsWith(colour));
  return isOf("R") ? "cast_red" : isOf("B") ? "cast_blue" : "cast";
}

function isCelebrated(winner: string | number | undefined, own: readonly string[]): boolean {
  return winner !== undefined && (!own.length || own.includes(String(winner)));
}

/** What those hear who play these characters; none: those who watch. Nobody's loss is celebrated to them. */
export function soundsOf(events: readonly Event[], own: readonly string[] = []): Sound[] {
  const found = events.flatMap((event): Sound[] => {
    if (event.code === "damaged") return Number(event.values["amount"]) ? [event.values["by"] ? "hit" : "curse"] : [];
    if (event.code === "spell_cast") return [soundOfCast(String(event.values["resources"] ?? ""))];
    if (event.code === "game_ended") return isCelebrated(event.values["winner"], own) ? ["victory"] : [];
    const sound = SOUND_OF[event.code];
    return sound ? [sound] : [];
  });
  const sounds = [...new Set(found)];
  const last = sounds.filter((sound) => DECISIVE.includes(sound));
  return [...sounds.filter((sound) => !last.includes(sound)).slice(0, MOST - last.length), ...last];
}
