// Who is on turn, and before the first turn: nobody has anything yet.

import type { View } from "../protocol";

/** Characters are still being picked: HP and places come after it. */
export function isDraft(view: Pick<View, "phase">): boolean {
  return view.phase === "draft";
}

/** Whoever is on turn, or picks; null: the game is over. */
export function onTurn(view: Pick<View, "phase" | "turn" | "to_act">): number | null {
  if (view.phase === "over") return null;
  return isDraft(view) ? view.to_act : view.turn;
}
