import { afterEach, describe, expect, it, vi } from "vitest";
import { words } from "../core/words.svelte";
import { hasDeck, partsOf, powerOf, ribbonsOf, threatTo } from "./hexes";

const HEXES = [
  { id: "rune", text: "Less damage.", shield: 12 },
  { id: "desert", text: "Counterspells.", counterspells: true },
  { id: "lake", text: "Gain HP.", start_hp: 1 },
  { id: "mine", text: "Gain resources.", start_gain: "RG RG BO" },
  { id: "odd", text: "It sings." },
];

/** A language of our own, as the server would tell it. */
async function speak(): Promise<void> {
  const power = { power_shield: "[shield] −{n} (damage)", power_start_hp: "(Start:) +{n} HP", power_start_gain: "(Start:) {gain}", power_counterspells: "[eye]" };
  const components = HEXES.map((hex) => ({ kind: "hex", name: hex.id, reconstructed: [], ...hex }));
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes("/words/") ? { page_card: power } : components))));
  await words.speak("xx");
}

afterEach(() => vi.unstubAllGlobals());

describe("powerOf", () => {
  it("is put together of what the hex does", async () => {
    await speak();
    expect(powerOf("rune")).toBe("[shield] −12 (damage)");
    expect(powerOf("lake")).toBe("(Start:) +1 HP");
    expect(powerOf("mine")).toBe("(Start:) +2 [RG] +1 [BO]");
    expect(powerOf("desert")).toBe("[eye]");
  });

  it("is the text of a hex that does nothing of the kind", async () => {
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

describe("ribbonsOf", () => {
  it("says the same thing in one way on all hexes of a map", async () => {
    await speak();
    const textsAt = (radius: number) => [...ribbonsOf(["lake", "mine", "rune"], radius).values()].map((parts) => parts.map(({ text }) => text).join(" "));
    expect(textsAt(130)).toEqual(["Start: +1 HP", "Start: +2 RG +1 BO", "shield −12 damage"]);
    expect(textsAt(75)).toEqual(["+1 HP", "+2 RG +1 BO", "shield −12 damage"]);
    expect(textsAt(40)).toEqual(["+1 HP", "+2 RG +1 BO", "shield −12"]);
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
