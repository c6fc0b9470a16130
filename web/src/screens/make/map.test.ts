import { expect, test } from "vitest";
import { around, at, centred, laid, put, tilesOf, without, type Tile } from "./map";

const THREE: Tile[] = [["thornwood", 0, 0], ["amber_mountain", 1, 0], ["dusty_desert", 2, 0]];

test("around a map are the empty places beside it, each once", () => {
  expect(around([])).toEqual([[0, 0]]);
  expect(around(laid([["thornwood", 0, 0]]))).toHaveLength(6);
  expect(around(laid(THREE))).toHaveLength(10);
});

test("a hex goes to an empty place, and changes places with another", () => {
  const map = laid(THREE);
  expect(at(put(map, "thornwood", [0, 1]), [0, 1])?.hex).toBe("thornwood");
  const swapped = put(map, "thornwood", [2, 0]);
  expect([at(swapped, [0, 0])?.hex, at(swapped, [2, 0])?.hex]).toEqual(["dusty_desert", "thornwood"]);
  expect(put(map, "thornwood", [0, 0])).toEqual(map);
});

test("a hex from the box takes the place of another, which goes back into the box", () => {
  const map = put(laid(THREE), "ancient_rune", [1, 0]);
  expect(map.map(({ hex }) => hex).toSorted()).toEqual(["ancient_rune", "dusty_desert", "thornwood"]);
  expect(without(map, "ancient_rune")).toHaveLength(2);
});

test("a map that was drawn to one side comes back to the middle", () => {
  expect(tilesOf(centred(laid([["thornwood", 8, 3], ["dusty_desert", 10, 3]])))).toEqual([["thornwood", -1, 0], ["dusty_desert", 1, 0]]);
});
