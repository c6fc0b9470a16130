import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { EMPTY, pack, read, unpack, type OwnTable } from "./packing";

const TABLE: OwnTable = {
  title: "Umlaut-Übung ✨",
  players: 3,
  packs: ["base"],
  tiles: [["thornwood", 0, 0], ["dusty_desert", -1, 1]],
  own: '[pack]\nname = "mine"\n',
};

test("a table comes out of its link as it went in", async () => {
  const packed = await pack(TABLE);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpack(packed)).toEqual(TABLE);
  expect(await unpack(await pack(EMPTY))).toEqual(EMPTY);
});

test("links that were cut short, changed or made up have no table", async () => {
  const packed = await pack(TABLE);
  const odd = (found: unknown) => deflateRawSync(JSON.stringify(found)).toString("base64url");
  for (const wrong of ["", packed.slice(0, -6), `A${packed}`, "%3Cscript%3E", "AAAA", odd(null), odd([]), odd("x"), odd({})]) expect(await unpack(wrong)).toBeNull();
});

test("a few letters that unpack to a hundred megabytes are refused before they do", async () => {
  const bomb = deflateRawSync(Buffer.alloc(100_000_000, 32)).toString("base64url");
  expect(await unpack(bomb)).toBeNull();
});

test("of a table nothing is taken that cannot be one", () => {
  const wrong: Partial<Record<keyof OwnTable, unknown>>[] = [
    { title: 5 }, { title: "x".repeat(61) }, { players: 1 }, { players: 2.5 }, { players: "2" }, { packs: ["../base"] }, { packs: "base" },
    { tiles: [["thornwood", 0]] }, { tiles: [["<b>", 0, 0]] }, { tiles: [["thornwood", 1e9, 0]] }, { tiles: Array(21).fill(["thornwood", 0, 0]) },
    { own: "x".repeat(200_001) }, { own: null },
  ];
  for (const change of wrong) expect(read({ ...TABLE, ...change })).toBeNull();
  expect(read({ ...TABLE, more: "<script>" })).toEqual(TABLE);
});
