// What the board is asked to show. The board knows no rule: everything lit, washed or hatched comes in here.

import type { Threat } from "../protocol";

/** What a hex is to the player at this moment. */
export interface HexMark {
  /** Can be chosen now: ringed, and a button. */
  isLegal?: boolean;
  /** Chosen, not confirmed yet. */
  isChosen?: boolean;
  /** Within the range that is being shown. */
  isInReach?: boolean;
  /** And what is shown strikes the hex, whoever stands there. */
  isStruck?: boolean;
  /** The card at it can be collected. */
  isOffered?: boolean;
  /** The card at it is what a line of the log is about. */
  isCardLit?: boolean;
  /** What choosing it does, for its label. */
  label?: string;
}

/** What a pawn is at this moment. */
export interface PawnMark {
  isLegal?: boolean;
  isChosen?: boolean;
  /** Damage it would take, shown beside it. */
  damage?: number;
  isDeadly?: boolean;
  label?: string;
}

export interface BoardMarks {
  hexes: ReadonlyMap<string, HexMark>;
  /** By seat. */
  pawns: ReadonlyMap<number, PawnMark>;
  /** While the threat view is on. */
  threats: readonly Threat[];
}

export const NO_MARKS: BoardMarks = { hexes: new Map(), pawns: new Map(), threats: [] };
