// What one player did in a game, counted from what everybody saw happen.

import type { Event, View } from "../../protocol";
import { seatOf } from "../say";

export const TALLIED = [
  "damage_dealt", "damage_taken", "healing", "highest_hit", "eliminations", "abilities", "counterspells_used", "collected", "travels", "rerolls", "absorbed",
] as const;
export type Tally = Record<(typeof TALLIED)[number], number>;

export function tally(events: readonly Event[], view: View, seat: number): Tally {
  const found = Object.fromEntries(TALLIED.map((row) => [row, 0])) as Tally;
  const counted: Record<string, keyof Tally> = {
    ability_used: "abilities", counterspell_used: "counterspells_used", card_collected: "collected", travelled: "travels", dice_rerolled: "rerolls",
  };
  /** Who was hit last by this player: whoever is out next was put out by it. */
  let victim: number | null = null;
  for (const { code, values } of events) {
    const [who, by, amount] = [seatOf(view, values["seat"]), seatOf(view, values["by"]), Number(values["amount"] ?? 0)];
    if (code === "damaged") {
      victim = by === seat && who !== seat ? who : null;
      if (who === seat) found.damage_taken += amount;
      else if (by === seat) {
        found.damage_dealt += amount;
        found.highest_hit = Math.max(found.highest_hit, amount);
      }
    } else if (code === "eliminated" && who !== null && who === victim) found.eliminations += 1;
    if (who !== seat) continue;
    if (code === "healed") found.healing += amount;
    else if (code === "absorbed") found.absorbed += amount;
    const row = counted[code];
    if (row) found[row] += 1;
  }
  return found;
}
