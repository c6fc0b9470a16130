// What a game says about its players, and what of it decided the game.

import { words } from "../../core/words.svelte";

/** What one seat has done in a game, as the server counts it. */
export interface SeatNumbers {
  damage_dealt: number;
  damage_taken: number;
  curse_damage: number;
  healing: number;
  highest_hit: number;
  eliminations: number;
  favourite_spell: string | null;
  spells: Record<string, number>;
  abilities: number;
  counterspells_used: number;
  collected: number;
  travels: number;
  rerolls: number;
  absorbed: number;
  transformed: number | null;
}

/** The same of a finished game. */
export interface SeatStatistics extends SeatNumbers {
  character: string;
  place: number;
  won: boolean;
  conceded: boolean;
}

export const ROWS = [
  "damage_dealt",
  "damage_taken",
  "curse_damage",
  "healing",
  "highest_hit",
  "eliminations",
  "favourite_spell",
  "abilities",
  "counterspells_used",
  "collected",
  "travels",
  "rerolls",
  "absorbed",
  "transformed",
] as const;

/** A number as it is shown. */
export function shown(one: SeatNumbers, row: (typeof ROWS)[number]): string | number {
  const value = one[row];
  return value === null ? "–" : row === "favourite_spell" ? words.name(String(value)) : value;
}

export interface Fact {
  key: "conceded" | "hit" | "spell" | "curses" | "damage";
  seat: number;
  n: number;
  card: string | null;
}

/**
 * At most two things that stand out: a hard hit, a spell that did the work, a loser eaten by curses, somebody who left;
 * where nothing does, who hit hardest in all.
 */
export function decisive(statistics: readonly SeatStatistics[], winners: readonly number[]): Fact[] {
  const facts: Fact[] = [];
  const [winner] = winners;
  const own = winner === undefined ? undefined : statistics[winner];
  statistics.forEach((one, seat) => {
    if (one.conceded) facts.push({ key: "conceded", seat, n: 0, card: null });
  });
  if (own && winner !== undefined) {
    const casts = own.favourite_spell ? (own.spells[own.favourite_spell] ?? 0) : 0;
    if (casts > 1) facts.push({ key: "spell", seat: winner, n: casts, card: own.favourite_spell });
    if (own.highest_hit >= 4) facts.push({ key: "hit", seat: winner, n: own.highest_hit, card: null });
  }
  const cursed = statistics.map((one, seat) => ({ seat, n: one.curse_damage })).filter(({ seat, n }) => !winners.includes(seat) && n >= 4);
  for (const { seat, n } of cursed) facts.push({ key: "curses", seat, n, card: null });
  const [hardest] = statistics.map((one, seat) => ({ seat, n: one.damage_dealt })).toSorted((one, other) => other.n - one.n);
  if (!facts.length && hardest?.n) facts.push({ key: "damage", ...hardest, card: null });
  return facts.slice(0, 2);
}
