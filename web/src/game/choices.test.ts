import { describe, expect, it } from "vitest";
import type { Choice, Hit } from "../protocol";
import { aimedAt, diceKey, group, hitsOf, listOf, rest } from "./choices";
import samples from "./samples.json";

// Choices of real games, as rooms sent them.
function sample(name: keyof typeof samples) {
  const found = samples[name];
  return group(found.choices as Choice[], found.foreseen as Hit[][], null);
}

describe("group", () => {
  it("loses and invents nothing", () => {
    for (const name of Object.keys(samples) as (keyof typeof samples)[]) {
      const found = sample(name);
      const grouped = [
        ...found.travels.values(),
        ...[...found.spells.values()].flatMap((spell) => [
          ...spell.conversions,
          ...spell.aims.flatMap((aim) => aim.tiers.flatMap((tier) => tier.payments)),
        ]),
        ...found.collections.flatMap((collection) => [...collection.drops.values()].flat()),
        ...found.uses.values(),
        ...found.abilities,
        ...found.rerolls.values(),
        ...[found.protect, found.refresh, found.end, found.stay, found.pass].filter((choice) => choice !== null),
        ...[...found.others.values()].flat(),
      ];
      expect(grouped.map((choice) => choice.action).sort()).toEqual(found.all.map((choice) => choice.action).sort());
    }
  });

  it("puts an Attack Spell in the order card, target, amount, payment", () => {
    const spell = sample("cast_card_spend_target_foreseen").spells.get("heat_wave");
    expect(spell?.aims.map((aim) => aim.target)).toHaveLength(3);
    const tiers = spell?.aims[0]?.tiers ?? [];
    expect(tiers.map((tier) => tier.spent)).toEqual([1, 2]);
    expect(tiers[0]?.payments.map((choice) => choice.spend)).toEqual(["RG", "PG"]);
    expect(tiers.map((tier) => tier.hits[0]?.seat)).toEqual([spell?.aims[0]?.target, spell?.aims[0]?.target]);
  });

  it("keeps purple where there is a choice", () => {
    const spell = sample("cast_card_spend_hex_foreseen").spells.get("total_eclipse");
    expect(spell?.aims.map((aim) => aim.hex)).toEqual(["dusty_desert", "amber_mountain", "tidal_grotto"]);
    expect(spell?.aims[0]?.tiers.map((tier) => tier.payments[0]?.spend)).toEqual(["RG", "RG BG", "RG BG BG"]);
  });

  it("suggests what the room suggests: payments stay in its order", () => {
    const cast = (spend: string) => ({ action: `cast heat_wave ${spend} @kit`, verb: "cast", card: "heat_wave", spend, target: 1, foreseen: 0 });
    const collect = (spend: string) => ({ action: `collect heat_wave ${spend}`, verb: "collect", card: "heat_wave", spend });
    const found = group([cast("PG"), cast("RG"), collect("PG PG"), collect("RG SF")], [[]], 0);
    expect(found.spells.get("heat_wave")?.aims[0]?.tiers[0]?.payments.map((choice) => choice.spend)).toEqual(["PG", "RG"]);
    expect(found.collections[0]?.drops.get("")?.map((choice) => choice.spend)).toEqual(["PG PG", "RG SF"]);
  });

  it("tells Conversion Spells from Attack Spells", () => {
    const found = sample("cast_card_gain");
    expect(found.spells.get("orb_duplication")?.conversions.map((choice) => choice.gain)).toEqual(["BO BO", "BO"]);
    expect(found.spells.get("orb_duplication")?.aims).toEqual([]);
    expect(found.spells.get("lightning_bug")?.conversions).toEqual([]);
  });

  it("asks for the card that makes room before the payment", () => {
    const [collection] = sample("collect_card_spend_drop").collections;
    expect(collection?.card).toBe("phoenix_flash");
    expect([...(collection?.drops.keys() ?? [])]).toEqual(["fatal_fronds", "ruby_synthesis", "frost_nip"]);
    expect(collection?.drops.get("frost_nip")?.[0]?.spend).toBe("RG RO");
  });

  it("knows the top Counterspell by its having no name", () => {
    const [collection] = sample("collect_spend_drop").collections;
    expect(collection?.card).toBeNull();
    expect(collection?.drops.size).toBe(4);
  });

  it("finds a Reroll by its dice in any order", () => {
    const found = sample("cast_card_gain");
    expect(found.rerolls.get(diceKey(["PG", "BO"]))?.action).toBe("reroll BO PG");
    expect(found.rerolls.get(diceKey(["RC"]))).toBeUndefined();
  });

  it("keeps small questions by their verb", () => {
    expect(sample("absorb").others.get("absorb")?.map(rest)).toEqual(["0", "1", "2", "3", "4"]);
    expect(sample("transform_card").stay?.action).toBe("stay");
    expect(sample("pick").others.get("pick")?.map(rest)).toContain("haze");
    expect(sample("drain").others.get("drain")?.map(rest)).toContain("nothing");
    expect(sample("counter_card_hex_foreseen").pass?.action).toBe("pass");
  });
});

describe("aimedAt", () => {
  it("lists by seat what can be aimed at it, hexes by who stands there", () => {
    const found = aimedAt(sample("cast_card_spend_target_foreseen"));
    for (const cards of found.values()) expect(cards).toContain("heat_wave");
    expect([...found.values()].some((cards) => cards.includes("spectral_slap"))).toBe(true);
  });

  it("does not count who casts among the targets for what would come back", () => {
    const choice = { action: "cast spectral_slap RG BG rune", verb: "cast", card: "spectral_slap", spend: "RG BG", hex: "rune", foreseen: 0 };
    const hits = [{ seat: 1, damage: 4, hp: 14 }, { seat: 0, damage: 2, hp: 16 }];
    expect([...aimedAt(group([choice], [hits], 0)).keys()]).toEqual([1]);
  });

  it("has null for the Shadow ability", () => {
    expect([...aimedAt(sample("ability_target_hex_foreseen")).values()].every((cards) => cards.includes(null))).toBe(true);
  });
});

it("reads lists of resources", () => {
  expect(listOf("RG RG BO")).toEqual(["RG", "RG", "BO"]);
  expect(listOf(undefined)).toEqual([]);
  expect(hitsOf({ target: null, hex: null, tiers: [] })).toEqual([]);
});
