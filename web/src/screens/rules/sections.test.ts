import { expect, test } from "vitest";
import { blocks, fits, headed } from "./sections";

test("text becomes paragraphs and lists", () => {
  expect(blocks("One line\nand another.\n\nNext:\n- first\n- second\n\nLast.")).toEqual([
    { isList: false, lines: ["One line and another."] },
    { isList: false, lines: ["Next:"] },
    { isList: true, lines: ["first", "second"] },
    { isList: false, lines: ["Last."] },
  ]);
});

test("a line may begin with what it is about", () => {
  expect(headed("Travel: move to an adjacent Hex tile.")).toEqual(["Travel", "move to an adjacent Hex tile."]);
  expect(headed("No head here.")).toEqual(["", "No head here."]);
});

test("the box finds words in any case", () => {
  expect(fits("frost", "Frost Nip", "")).toBe(true);
  expect(fits("fire", "Frost Nip", "ice")).toBe(false);
  expect(fits("nip cold", "Frost Nip", "as cold as ice"), "words in any order").toBe(true);
  expect(fits("nip fire", "Frost Nip", "as cold as ice")).toBe(false);
  expect(fits("", "anything")).toBe(true);
});
