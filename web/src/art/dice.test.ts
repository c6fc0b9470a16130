import { expect, it } from "vitest";
import { REST, seen, thrown } from "./dice";

const FRONT = 0;

it("a die at rest shows its face in front, and what lies left and above of it", () => {
  const faces = seen(REST);
  expect(faces.map((face) => face !== null)).toEqual([true, true, true, false, false, false]);
  const [a, b, c, d, e, f] = faces[FRONT] ?? [0, 0, 0, 0, 0, 0];
  expect([a, d].every((length) => length > 0.8 && length < 0.95)).toBe(true);
  expect([b, c].every((slant) => Math.abs(slant) < 0.1)).toBe(true);
  expect(e).toBeGreaterThan(0);
  expect(f).toBeGreaterThan(0);
});

it("a die never shows more than three faces, and always one", () => {
  for (let at = 0; at <= 1; at += 0.01) {
    const shown = seen(thrown(720, -360, at)).filter(Boolean).length;
    expect(shown).toBeGreaterThanOrEqual(1);
    expect(shown).toBeLessThanOrEqual(3);
  }
});

it("a die that is thrown starts in the air, bounces once, and ends at rest", () => {
  expect(thrown(360, 720, 0)).toEqual({ x: 360, y: 720, z: 90, lift: 0.9 });
  expect(thrown(360, 720, 1)).toEqual(REST);
  expect(thrown(360, 720, 7)).toEqual(REST);
  const lifts = Array.from({ length: 101 }, (_, at) => thrown(360, 720, at / 100).lift);
  const bounces = lifts.filter((lift, at) => at > 0 && lift > (lifts[at - 1] ?? 0) && lift >= (lifts[at + 1] ?? 0));
  expect(bounces).toHaveLength(1);
});
