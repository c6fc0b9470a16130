import { beforeAll, describe, expect, it, vi } from "vitest";
import { CONTROLS, FIGURES } from "./icons";
import { animalOf, contoursOf, lookOf, terrainOf } from "./looks";
import { hills, seeded } from "./random";
import { sceneOf } from "./scene";
import { SILHOUETTES } from "./silhouettes";
import { runesOf, SIGILS } from "./sigils";

const sources = import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

describe("chance that always falls the same way", () => {
  it("repeats for the same text and differs for another", () => {
    const three = (text: string) => Array.from({ length: 3 }, seeded(text));
    expect(three("heavy_hand")).toEqual(three("heavy_hand"));
    expect(three("heavy_hand")).not.toEqual(three("heavy_hane"));
    for (const number of three("any")) expect(number).toBeGreaterThanOrEqual(0);
  });

  it("makes hills that are smooth, bounded and end as they begin", () => {
    const line = hills(seeded("hills"), 5);
    expect(line(0)).toBeCloseTo(line(1), 9);
    for (let x = 0; x < 1; x += 0.01) {
      expect(Math.abs(line(x))).toBeLessThanOrEqual(1);
      expect(Math.abs(line(x) - line(x + 0.001))).toBeLessThan(0.1);
    }
  });
});

describe("pictures", () => {
  beforeAll(async () => {
    expect(animalOf("kit"), "figures come later").toBe("");
    await vi.waitFor(() => expect(animalOf("kit")).not.toBe(""));
  });

  it("are the same for the same card and differ between cards", () => {
    expect(sceneOf("heavy_hand")).toEqual(sceneOf("heavy_hand"));
    expect(sceneOf("heavy_hand").ridges).not.toEqual(sceneOf("heat_wave").ridges);
  });

  it("hold numbers only", () => {
    for (const path of [...sceneOf("x").ridges, sceneOf("x").rays, sceneOf("x").stars, ...contoursOf("x"), runesOf("x")]) expect(path).not.toMatch(/NaN|undefined/);
  });

  it("exist for every known card, and for one of a pack of one's own", () => {
    const known = Object.entries(sources).find(([path]) => path.endsWith("looks.ts"))?.[1] ?? "";
    const named = [...known.matchAll(/\b(\w+): "([a-z0-9-]+) ([a-z]+)"/g)];
    expect(named.length).toBeGreaterThan(60);
    for (const [, id = "", figure = ""] of named) expect(SILHOUETTES[figure], `${id}: ${figure}`).toBeDefined();
    expect(lookOf({ id: "own_card", kind: "attack", collect: "BO BG" }).figure).not.toBe("");
    expect(lookOf({ id: "own_card", kind: "attack", collect: "BO" }).light).not.toEqual(lookOf({ id: "own_card", kind: "attack", collect: "RO" }).light);
  });

  it("show a resource instead of a silhouette on resource cards", () => {
    expect(lookOf({ id: "red_gem", kind: "resource", gives: "RG RG" }).figure).toBe("");
  });

  it("exist for the land of every hex, known or not", () => {
    for (const hex of ["ancient_rune", "tidal_grotto", "singing_marsh"]) expect(terrainOf(hex).figure).toMatch(/^M/);
    expect(terrainOf("singing_marsh")).toEqual(terrainOf("singing_marsh"));
  });

  it("exist for the six characters, and for strangers there is the initial", () => {
    for (const character of ["frill", "kit", "nuzzle", "haze", "iris", "tusk"]) expect(animalOf(character)).toMatch(/^M/);
    expect(animalOf("stranger")).toBeUndefined();
  });

  it("tell six seats apart by sigil, and names by runes", () => {
    expect(new Set(SIGILS).size).toBe(6);
    expect(runesOf("kit")).toEqual(runesOf("kit"));
    expect(runesOf("kit")).not.toEqual(runesOf("frill"));
  });
});

describe("icons", () => {
  it("are there for every name the page uses; if not, run tools/icons.mjs", () => {
    const used = Object.entries(sources).flatMap(([path, text]) =>
      [...text.matchAll(/<Icon\b[^>]*?\bname="([^"{]+)"/g)].map(([, name = ""]) => `${path} ${name}`),
    );
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((use) => !((use.split(" ")[1] ?? "") in { ...CONTROLS, ...FIGURES }))).toEqual([]);
  });
});
