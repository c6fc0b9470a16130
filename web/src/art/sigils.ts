// What tells players apart without color: a sigil for each seat, in a box from -10 to 10, and a ring of runes for each name.

import { seeded } from "./random";

/** By seat: triangle, square, disc, diamond, star, crescent. */
export const SIGILS = [
  "M0-9.5 9.5 8H-9.5z",
  "M-8-8H8V8H-8z",
  "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z",
  "M0-10 8.5 0 0 10-8.5 0z",
  "M0-10 2.8-3.2 10-2.6 4.5 2 6.3 9 0 5.2-6.3 9-4.5 2-10-2.6-2.8-3.2z",
  "M4-9.5A9.5 9.5 0 1 0 9.5 5 8 8 0 0 1 4-9.5z",
];

/** Strokes of runes, 4 wide and 6 high. */
const RUNES = ["M0 0V6M0 1 4 3", "M0 0V6M0 0 4 2 0 4", "M2 0V6M0 2 4 4", "M0 6V2L4 4V0", "M0 0 4 6M4 0 0 6", "M2 0V6M2 0 0 2M2 0 4 2", "M0 6V0H3L0 3 4 6"];

/** Runes around a ring, each with its turn in degrees. */
export function runesOf(name: string, count: number): { path: string; turn: number }[] {
  const random = seeded(`runes ${name}`);
  return Array.from({ length: count }, (_, n) => ({ path: RUNES[Math.floor(random() * RUNES.length)] as string, turn: (n * 360) / count }));
}
