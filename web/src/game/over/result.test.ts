import { expect, it } from "vitest";
import { decisive, type SeatStatistics } from "./result";

const seat = (more: Partial<SeatStatistics>): SeatStatistics => ({
  character: "kit", place: 1, won: false, conceded: false, damage_dealt: 0, damage_taken: 0, curse_damage: 0, healing: 0, highest_hit: 0,
  eliminations: 0, favourite_spell: null, spells: {}, abilities: 0, counterspells_used: 0, collected: 0, travels: 0, rerolls: 0,
  absorbed: 0, transformed: null, ...more,
});

it("names the winner's spell and hardest hit", () => {
  const won = seat({ highest_hit: 6, favourite_spell: "heat_wave", spells: { heat_wave: 4, thaw: 1 } });
  expect(decisive([won, seat({})], [0])).toEqual([
    { key: "spell", seat: 0, n: 4, card: "heat_wave" },
    { key: "hit", seat: 0, n: 6, card: null },
  ]);
});

it("names who left, and whom curses ate", () => {
  expect(decisive([seat({ conceded: true }), seat({})], [1])).toEqual([{ key: "conceded", seat: 0, n: 0, card: null }]);
  expect(decisive([seat({ curse_damage: 7 }), seat({})], [1])).toEqual([{ key: "curses", seat: 0, n: 7, card: null }]);
});

it("names who hit hardest in all where nothing stands out, also if nobody won", () => {
  const facts = [{ key: "damage", seat: 1, n: 9, card: null }];
  expect(decisive([seat({ damage_dealt: 3 }), seat({ damage_dealt: 9 })], [0])).toEqual(facts);
  expect(decisive([seat({ damage_dealt: 3 }), seat({ damage_dealt: 9 })], [])).toEqual(facts);
});

it("has nothing to say where nothing is known", () => {
  expect(decisive([], [0])).toEqual([]);
});
