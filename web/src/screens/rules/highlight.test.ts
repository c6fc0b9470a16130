import { expect, it } from "vitest";
import { hits } from "./highlight";

it("every place of every word is found, whatever its case", () => {
  expect(hits("Frost freezes the frozen", ["fr", "the"])).toEqual([[0, 2], [6, 8], [18, 20], [14, 17]]);
  expect(hits("Frost", [])).toEqual([]);
});
