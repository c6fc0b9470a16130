import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { words } from "../../core/words.svelte";
import { explainedIn } from "./glossary";

beforeEach(async () => {
  const page_glossary = { forms_curse: "Cursed Crystals?", about_curse: "It hurts.", forms_range: "range|adjacent", about_range: "Steps." };
  vi.stubGlobal("fetch", (path: string) => Promise.resolve(new Response(JSON.stringify(path.includes("/words/") ? { page_glossary } : []))));
  await words.speak("xx");
});
afterEach(() => vi.unstubAllGlobals());

describe("explainedIn", () => {
  it("finds the words of a text in their order, in any of their forms, once each", () => {
    const found = explainedIn("An adjacent enemy in range keeps two Cursed Crystals. A Cursed Crystal stays.");
    expect(found).toEqual([
      { term: "range", said: "adjacent", about: "Steps.", rules: "attack" },
      { term: "curse", said: "Cursed Crystals", about: "It hurts.", rules: "symbol_CC" },
    ]);
  });

  it("finds whole words only", () => {
    expect(explainedIn("An orange is out of arrangement.")).toEqual([]);
  });
});
