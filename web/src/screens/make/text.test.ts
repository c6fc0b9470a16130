import { expect, test } from "vitest";
import { inWords, setValue, valueOf } from "./text";

const PACK = `# my box
[pack]
name = "mine"

[main]
heavy_hand = { damage = "3/4", copies = 2 } # as printed
heat_wave = { damage = "1/2/3" }

[hexes]
thornwood = { start_gain = "RG" }
`;

test("the first value makes a pack", () => {
  expect(setValue("", "main", "heavy_hand", "damage", "3/4")).toBe('[pack]\nname = "mine"\n\n[main]\nheavy_hand = { damage = "3/4" }\n');
});

test("a value is set where its card is, and all else stays", () => {
  const text = setValue(PACK, "main", "heavy_hand", "copies", 5);
  expect(text).toContain('heavy_hand = { damage = "3/4", copies = 5 }');
  expect(text).toContain("# my box");
  expect(text.split("\n")).toHaveLength(PACK.split("\n").length);
});

test("a new card comes at the end of its table, a new table at the end", () => {
  expect(setValue(PACK, "main", "thaw", "copies", 1)).toContain('heat_wave = { damage = "1/2/3" }\nthaw = { copies = 1 }\n\n[hexes]');
  expect(setValue(PACK, "companions", "moon_hare", "curse_proof", true)).toMatch(/\n\[companions\]\nmoon_hare = \{ curse_proof = true \}\n$/);
});

test("a value as printed is not written, and a card without any is gone", () => {
  expect(setValue(PACK, "main", "heavy_hand", "copies", null)).toContain('heavy_hand = { damage = "3/4" }');
  expect(setValue(PACK, "main", "heat_wave", "damage", null)).not.toContain("heat_wave");
  expect(setValue(PACK, "counterspells", "run_away", "copies", null)).toBe(PACK);
});

test("what is typed is text, unless the printed value is a number", () => {
  expect([valueOf("3", 2), valueOf("3", "2/3"), valueOf("x", 2), valueOf(true, false)]).toEqual([3, "3", "x", true]);
  expect(setValue("", "main", "thaw", "spend", 'a"b')).toContain('spend = "a\\"b"');
});

test("a value reads in everyone's language and is written in that of the packs", () => {
  const pairs = [["up to", "bis zu"], ["into", "in"], ["into each other", "ineinander"], ["and", "und"], ["or", "oder"]] as const;
  const back = pairs.map(([written, said]) => [said, written] as const);
  for (const [written, said] of [
    ["up to 2 RG", "bis zu 2 RG"],
    ["up to 3 BG and BO into each other", "bis zu 3 BG und BO ineinander"],
    ["up to 2 CC into RG or BG", "bis zu 2 CC in RG oder BG"],
    ["2/3/5", "2/3/5"],
  ] as const) {
    expect(inWords(written, pairs)).toBe(said);
    expect(inWords(said, back)).toBe(written);
    expect(inWords(written, back)).toBe(written);
  }
});
