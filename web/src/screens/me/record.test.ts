import { expect, test } from "vitest";
import { byGames, favourites, percent, readMoved, taken, verdict } from "./record";

const SECRET = "0123456789abcdef0123456789abcdef";

test("characters come by games played, then by games won", () => {
  const scores = { kit: { games: 2, wins: 0 }, frill: { games: 2, wins: 1 }, haze: { games: 5, wins: 0 } };
  expect(byGames(scores).map(([name]) => name)).toEqual(["haze", "frill", "kit"]);
  expect(percent({ games: 3, wins: 2 })).toBe(67);
  expect(percent({ games: 0, wins: 0 })).toBe(0);
});

test("the favourites are the spells cast most", () => {
  const sums = { spells: { thaw: 1, riptide: 4, heat_wave: 4 } } as unknown as Parameters<typeof favourites>[0];
  expect(favourites(sums, 2)).toEqual([["heat_wave", 4], ["riptide", 4]]);
});

test("dice are odd only outside of what fair ones do", () => {
  const fair = { expected: 10, least: 5, most: 15 };
  expect([4, 5, 15, 16].map((rolled) => verdict({ rolled, ...fair }))).toEqual(["seldom", "fair", "fair", "often"]);
});

test("a record is taken along by its secret, and by nothing else", () => {
  expect(taken(`take=${SECRET}`)).toBe(SECRET);
  for (const wrong of ["", "take=", `take=${SECRET}0`, `take=<script>`, `seat=${SECRET}`]) expect(taken(wrong)).toBeNull();
});

test("of a file only what /me writes is read", () => {
  const room = { code: "ABCD2345", token: SECRET, title: "Tea", at: 5 };
  expect(readMoved(JSON.stringify({ profile: SECRET, rooms: [room, { code: "../x", token: SECRET }, null] }))).toEqual({ profile: SECRET, rooms: [room] });
  for (const wrong of ["", "[]", "null", "{}", '{"profile":"x"}', '{"profile":5}']) expect(readMoved(wrong)).toBeNull();
});
