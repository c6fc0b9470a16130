import { expect, it } from "vitest";
import { areaOf, lineOf, lossesOf } from "./chart";

const HP: [number, number][][] = [
  [[0, 18], [10, 12], [30, 0]],
  [[0, 18], [20, 20]],
];

it("a press leads to the step it is drawn at", () => {
  const area = areaOf(320, 190, 40, HP);
  for (const step of [0, 7, 23, 40]) expect(area.stepAt(area.x(step))).toBe(step);
  expect(area.stepAt(-50)).toBe(0);
  expect(area.stepAt(9999)).toBe(40);
  expect(area.levels).toEqual([0, 6, 12, 18]);
});

it("a line ends where somebody falls, and else with the game", () => {
  const area = areaOf(320, 190, 40, HP);
  expect(lineOf(HP[0] ?? [], area).endsWith(`V${area.y(0)}`)).toBe(true);
  expect(lineOf(HP[1] ?? [], area).endsWith(`H${area.right}`)).toBe(true);
  expect(lineOf([], area)).toBe("");
});

it("damage is what was lost, healing is not", () => {
  expect(lossesOf(HP)).toEqual([
    { seat: 0, step: 10, lost: 6 },
    { seat: 0, step: 30, lost: 12 },
  ]);
});
