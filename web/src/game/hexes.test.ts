import { afterEach, describe, expect, it, vi } from "vitest";
import { words } from "../core/words.svelte";
import { hasDeck, partsOf, powerOf, threatTo } from "./hexes";

const PHRASES = {
  amount: "{n} {resource}",
  and_two: "{first} and {last}",
  hex_counterspells: "The Counterspell deck lies next to this Hex tile.",
  hex_no_card: "No card lies next to this Hex tile.",
  hex_shield: "Damage is reduced by {n}.",
  hex_start_hp: "If you start here (really), gain {n} HP.",
  hex_start_gain: "If you start here (really), gain {resources}.",
};
const TEXTS = {
  rune: "No card lies next to this Hex tile. Damage is reduced by 12.",
  desert: "The Counterspell deck lies next to this Hex tile.",
  lake: "If you start here (really), gain 1 HP.",
  mine: "If you start here (really), gain 2 Red Gems and 1 Blue Orb.",
  odd: "It sings.",
};

/** A language of our own, as the server would tell it. */
async function speak(): Promise<void> {
  const resource = (name: string) => ({ name, one: name, many: `${name}s` });
  const power = { power_shield: "[shield] −{n} (damage)", power_start_hp: "(Start:) +{n} HP", power_start_gain: "(Start:) {gain}", power_counterspells: "[eye]" };
  const tables = { phrases: PHRASES, page_card: power, resources: { RG: resource("Red Gem"), BO: resource("Blue Orb"), BG: resource("Blue Gem") } };
  const components = Object.entries(TEXTS).map(([id, text]) => ({ id, kind: "hex", name: id, text, reconstructed: [] }));
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes("/words/") ? tables : components))));
  await words.speak("xx");
}

afterEach(() => vi.unstubAllGlobals());

describe("powerOf", () => {
  it("reads the power from the text, with any value", async () => {
    await speak();
    expect(powerOf("rune")).toBe("[shield] −12 (damage)");
    expect(powerOf("lake")).toBe("(Start:) +1 HP");
    expect(powerOf("mine")).toBe("(Start:) +2 [RG] +1 [BO]");
    expect(powerOf("desert")).toBe("[eye]");
  });

  it("shows in full what it does not understand", async () => {
    await speak();
    expect(powerOf("odd")).toBe("It sings.");
    expect(powerOf("nowhere")).toBe("");
  });

  it("finds the Counterspell deck", async () => {
    await speak();
    expect(["desert", "rune", "nowhere"].map(hasDeck)).toEqual([true, false, false]);
  });
});

describe("partsOf", () => {
  it("tells text, resources and icons apart", () => {
    expect(partsOf("[shield-off] Start: +1 [PG]")).toEqual([
      { kind: "icon", text: "shield-off" },
      { kind: "text", text: "Start: +1" },
      { kind: "resource", text: "PG" },
    ]);
    expect(partsOf("")).toEqual([]);
  });

  it("leaves out what is in parentheses where there is little room", () => {
    expect(partsOf("(Start:) +1 [RG]", true).map(({ text }) => text)).toEqual(["+1", "RG"]);
    expect(partsOf("(Start:) +1 [RG]").map(({ text }) => text)).toEqual(["Start: +1", "RG"]);
  });
});

describe("threatTo", () => {
  const threats = [
    { hex: "thornwood", seat: 1, card: "heavy_hand", damage: 4 },
    { hex: "thornwood", seat: 1, card: null, damage: 2 },
    { hex: "thornwood", seat: 2, card: null, damage: 3 },
  ];
  const marks = { hexes: new Map(), pawns: new Map(), threats };

  it("names the hardest hit and everyone who could deal one", () => {
    expect(threatTo("thornwood", marks)).toEqual({ damage: 4, seats: [1, 2] });
  });

  it("is nothing where nobody reaches", () => {
    expect(threatTo("ancient_rune", marks)).toBeNull();
  });
});
