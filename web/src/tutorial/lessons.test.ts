import { expect, test } from "vitest";
import { after, EXAMPLES, isAllowed, LESSONS, stepAfter, upNext } from "./lessons";

const STEPS = [{ say: "hello" }, { say: "roll" }, { by: 1, action: "end" }, { say: "pool" }, { say: "go", allow: ["travel here"] }, { say: "done" }];

test("a learner who comes back is where they were", () => {
  expect(stepAfter(0, STEPS, 1)).toBe(1);
  expect(stepAfter(1, STEPS, 3)).toBe(3);
  expect(stepAfter(2, STEPS, 5)).toBe(5);
});

test("an action that was done but not kept is not asked for again", () => {
  expect(stepAfter(1, STEPS, 2)).toBe(3);
  expect(stepAfter(2, STEPS, 4)).toBe(5);
});

test("a game that is none of the lesson's has no step", () => {
  expect(stepAfter(7, STEPS, 4)).toBe(-1);
});

test("only what the step is about may be done", () => {
  expect(isAllowed("travel here", STEPS[4])).toBe(true);
  expect(isAllowed("travel there", STEPS[4])).toBe(false);
  expect(isAllowed("collect heavy_hand RO RG", { allow: ["collect heavy_hand *"] })).toBe(true);
  expect(isAllowed("end", STEPS[0])).toBe(false);
});

test("lessons follow each other, begun ones first", () => {
  const [first, second] = LESSONS;
  expect(upNext({ done: [], place: null })).toBe(first);
  expect(upNext({ done: [first?.id ?? ""], place: null })).toBe(second);
  expect(upNext({ done: [], place: { lesson: second?.id ?? "", code: "", token: "", base: 1, step: 0 } })).toBe(second);
  expect(first && after(first)).toBe(second);
  expect(EXAMPLES[0] && after(EXAMPLES[0])).toBeUndefined();
});
