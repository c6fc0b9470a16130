// What tells players apart without color: a sigil for each seat, in a box from -10 to 10, and a ring of runes for each name.

import { seeded } from "./random";
import { remembered, turned } from "./shared";

/** By seat: triangle, square, disc, diamond, star, crescent. */
export const SIGILS = [
  "M0-9.5 9.5 8H-9.5z",
  "M-8-8H8V8H-8z",
  "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z",
  "M0-10 8.5 0 0 10-8.5 0z",
  "M0-10 2.8-3.2 10-2.6 4.5 2 6.3 9 0 5.2-6.3 9-4.5 2-10-2.6-2.8-3.2z",
  "M4-9.5A9.5 9.5 0 1 0 9.5 5 8 8 0 0 1 4-9.5z",
];

type Stroke = readonly (readonly [number, number])[];

/** Strokes of runes, 4 wide and 6 high. */
const RUNES: readonly (readonly Stroke[])[] = [
  [[[0, 0], [0, 6]], [[0, 1], [4, 3]]],
  [[[0, 0], [0, 6]], [[0, 0], [4, 2], [0, 4]]],
  [[[2, 0], [2, 6]], [[0, 2], [4, 4]]],
  [[[0, 6], [0, 2], [4, 4], [4, 0]]],
  [[[0, 0], [4, 6]], [[4, 0], [0, 6]]],
  [[[2, 0], [2, 6]], [[2, 0], [0, 2]], [[2, 0], [4, 2]]],
  [[[0, 6], [0, 0], [3, 0], [0, 3], [4, 6]]],
];
const COUNT = 14;

/** Runes around a ring of radius 38, as one path. */
export const runesOf = remembered((name: string): string => {
  const random = seeded(`runes ${name}`);
  return Array.from({ length: COUNT }, (_, n) => {
    const rune = RUNES[Math.floor(random() * RUNES.length)] ?? [];
    return rune.map((stroke) => turned((n * 360) / COUNT, ...stroke.map(([x, y]) => [x - 2, y - 41] as const))).join("");
  }).join("");
});
