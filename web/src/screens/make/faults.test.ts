import { expect, test } from "vitest";
import type { Fault, Parts } from "../../core/api";
import { exampleFor, spotOf } from "./faults";

const fault = (where: string, code = "pack/bad-value"): Fault => ({ about: "pack", refusal: { code, message: "", values: { where, what: "" } }, line: 5 });
const PARTS: Parts = { rows: { main: { thaw: { copies: 1 }, heavy_hand: { damage: "2/4" } } }, maps: {} };

test("a fault of one value is told where that value is typed", () => {
  expect(spotOf(fault("pack mine main.heavy_hand.damage"))).toEqual({ table: "main", id: "heavy_hand", field: "damage" });
});

test("a fault of a whole line, of the map or of the text is not", () => {
  for (const where of ["pack mine main.heavy_hand", "pack mine", "", "pack mine pack.main"]) expect(spotOf(fault(where))).toBeNull();
  expect(spotOf(fault("pack mine main.heavy_hand.damage", "pack/not-toml"))).toBeNull();
});

test("what would work is the printed value, or for a card of one's own that of another", () => {
  expect(exampleFor({ table: "main", id: "heavy_hand", field: "damage" }, PARTS)).toBe("2/4");
  expect(exampleFor({ table: "main", id: "my_card", field: "damage" }, PARTS)).toBe("2/4");
  expect(exampleFor({ table: "main", id: "my_card", field: "reach" }, PARTS)).toBeUndefined();
  expect(exampleFor({ table: "hexes", id: "thornwood", field: "shield" }, null)).toBeUndefined();
});
