// What things look like: which silhouette, in which light. What is not listed (a pack of one's own) gets a look from its name.

import type { Component } from "../core/api";
import { silhouette } from "./figures.svelte";
import { hills, seeded } from "./random";
import { remembered } from "./shared";

/** Its name; three colors of sky from above to below, the light, and the dark of the silhouette. */
export interface Light {
  name: string;
  sky: readonly [string, string, string];
  glow: string;
  dark: string;
}

const LIGHTS = {
  red: { name: "red", sky: ["#2b0d2b", "#8a2145", "#f58a6b"], glow: "#ffd9a8", dark: "#22071f" },
  blue: { name: "blue", sky: ["#0c1038", "#22479c", "#86b7ff"], glow: "#e2efff", dark: "#070b2a" },
  violet: { name: "violet", sky: ["#190c36", "#5a2f96", "#d79bf0"], glow: "#f6e4ff", dark: "#12062a" },
  curse: { name: "curse", sky: ["#0a1410", "#2c5320", "#b6e94b"], glow: "#f1ffc6", dark: "#06120a" },
  shade: { name: "shade", sky: ["#07060f", "#2d2654", "#a79dd6"], glow: "#f4f0ff", dark: "#06040f" },
  lantern: { name: "lantern", sky: ["#231332", "#7c4a2a", "#f3c672"], glow: "#fff0c4", dark: "#20101f" },
  frost: { name: "frost", sky: ["#0a1530", "#2b6d91", "#bfeaf5"], glow: "#f4feff", dark: "#06142a" },
  storm: { name: "storm", sky: ["#100e2e", "#423f9a", "#c9b6ff"], glow: "#fff3a6", dark: "#0a0826" },
  leaf: { name: "leaf", sky: ["#0a1a1e", "#1f5a4b", "#a5d88f"], glow: "#f2ffd0", dark: "#05140f" },
} as const satisfies Record<string, Light>;

type LightName = keyof typeof LIGHTS;

const CARDS: Record<string, string> = {
  fatal_fronds: "fern leaf", feeding_frenzy: "shark-jaws blue", heavy_hand: "fist red", bubble_trouble: "bubbles blue",
  heat_wave: "fire-wave red", spectral_slap: "slap violet", lightning_bug: "bolt-spell-cast storm", sinister_screech: "sonic-screech curse",
  unicorn_rush: "unicorn blue", phoenix_flash: "crow-dive red", magma_hand: "fire-spell-cast lantern", psychic_spikes: "concentration-orb violet",
  kinetic_wave: "big-wave blue", deadly_shroud: "death-skull curse", personal_space: "surrounded-shield storm",
  sudden_doom: "skull-crack blue", infernal_assault: "fire-tail red",
  curse_void: "cursed-star curse", metamorphosis: "butterfly violet", energy_bloom: "flower-emblem leaf", crystallization: "crystal-shine frost",
  luminous_glow: "double-ringed-orb lantern", sapphire_synthesis: "cut-diamond blue", ruby_synthesis: "emerald red",
  gem_duplication: "floating-crystal violet", orb_duplication: "double-ringed-orb storm",
  moth_swarm: "butterfly lantern", riptide: "big-wave frost", ember_lash: "fire-wave lantern", eclipse_beam: "eclipse red",
  undertow: "whirlwind blue", total_eclipse: "eclipse shade", shadow_siphon: "bottled-shadow shade", curse_mirror: "shield-reflect curse",
  twilight_bloom: "lotus-flower violet",
  frost_nip: "snowflake-1 frost", static_spark: "lightning-trio storm", glacial_spear: "ice-spear frost", thunderclap: "lightning-trio violet",
  hailstorm: "whirlwind frost", absolute_zero: "snowflake-1 shade", thaw: "crystal-shine lantern", black_ice: "floating-crystal shade",
  pointed_shield: "magic-shield storm", safety_dome: "glass-ball blue", run_away: "run lantern", bees_everywhere: "bee lantern",
  thorn_ward: "thorny-vine leaf", vanish: "magic-swirl shade", cold_shoulder: "snowflake-1 blue", static_cling: "lightning-trio storm",
  charging_stag: "stag-head lantern", hydrattle_snake: "hydra leaf", speedy_mouse: "mouse lantern", lantern_moth: "butterfly shade",
  stone_tortoise: "turtle leaf", ember_salamander: "gecko red", moon_hare: "rabbit-head storm", mending_newt: "gecko leaf",
  gem_magpie: "raven lantern", curse_eater: "swamp-bat curse", prism_otter: "beaver violet", watchful_owl: "barn-owl storm",
  pack_badger: "badger leaf", archive_raven: "raven shade", frost_fox: "fox frost", thunder_pup: "wolf-head storm",
  snow_golem: "rock-golem frost", icicle_bat: "evil-bat frost",
};

const ANY_FIGURE = ["concentration-orb", "crystal-shine", "magic-swirl", "cursed-star", "whirlwind", "eclipse"];

export interface Look {
  /** The path of the silhouette, in a box of 512; empty: a resource stands there instead, or it is still to come. */
  figure: string;
  light: Light;
}

function pick<T>(items: readonly T[], seed: string): T {
  return items[Math.floor(seeded(seed)() * items.length)] as T;
}

/** The light of a resource: what a card is collected with decides how an unknown one looks. */
function lightOf(codes: string): LightName {
  if (codes.includes("CC")) return "curse";
  const [isRed, isBlue] = [/R[GO]/.test(codes), /B[GO]/.test(codes)];
  if (/P[GO]/.test(codes) || (isRed && isBlue)) return "violet";
  if (isRed) return "red";
  if (isBlue) return "blue";
  return codes.includes("SF") ? "shade" : "lantern";
}

export function lookOf(card: Pick<Component, "id" | "kind"> & Partial<Component>): Look {
  if (card.kind === "resource") return { figure: "", light: LIGHTS[lightOf(card.gives ?? "")] };
  const [figure, light] = (CARDS[card.id] ?? "").split(" ") as [string, LightName | undefined];
  return {
    figure: silhouette(figure) ?? silhouette(pick(ANY_FIGURE, card.id)) ?? "",
    light: LIGHTS[light ?? lightOf(card.collect ?? "")],
  };
}

/** Drawn for this game: there is no axolotl among the silhouettes. */
const AXOLOTL =
  "M256 164c112 0 186 54 186 132 0 84-80 132-186 132S70 380 70 296c0-78 74-132 186-132z" +
  "M138 186c-12-60-44-104-98-128-14 58 8 116 66 152zM84 244C58 206 26 190-2 194c4 46 30 78 72 88zM66 330c-40-4-66 10-80 38 30 22 66 20 96-2z" +
  "M374 186c12-60 44-104 98-128 14 58-8 116-66 152zM428 244c26-38 58-54 86-50-4 46-30 78-72 88zM446 330c40-4 66 10 80 38-30 22-66 20-96-2z" +
  "M140 280a24 24 0 1 0 48 0a24 24 0 1 0-48 0zM324 280a24 24 0 1 0 48 0a24 24 0 1 0-48 0zM192 350q64 50 128 0l-10-12q-54 38-108 0z";

const ANIMALS: Record<string, string> = { kit: "fox-head", nuzzle: "wolf-head", haze: "chameleon-glyph", iris: "butterfly", tusk: "walrus-head" };

/** The animal of a character; none: its initial has to do. */
export function animalOf(character: string): string | undefined {
  const animal = ANIMALS[character];
  return character === "frill" ? AXOLOTL : animal && silhouette(animal);
}

export interface Terrain {
  /** From the middle to the edge. */
  ground: readonly [string, string, string];
  /** Lines of the land and light on the silhouette. */
  line: string;
  figure: string;
}

const TERRAINS: Record<string, readonly [figure: string, line: string, middle: string, ground: string, edge: string]> = {
  ancient_rune: ["rune-stone", "#d9cbfd", "#7a63b8", "#41307a", "#1b1340"],
  dusty_desert: ["desert", "#ffe0a3", "#c98d4e", "#7d4a34", "#35192a"],
  underground_volcano: ["volcano", "#ffb38a", "#d8492f", "#7a1d2f", "#2b0a20"],
  bubbling_lake: ["lily-pads", "#b9fff0", "#2f9f9a", "#155a6b", "#08243b"],
  amber_mountain: ["peaks", "#ffe3a0", "#d9912c", "#80491d", "#33172a"],
  thornwood: ["thorny-vine", "#c9f2a8", "#4f8f4a", "#24533c", "#0b2429"],
  glowing_mines: ["floating-crystal", "#f3c4ff", "#a34fc0", "#54257f", "#1d0c3c"],
  crystal_crypt: ["crypt-entrance", "#d5f3ff", "#5f8fc4", "#2d4685", "#101a42"],
  twilight_garden: ["butterfly-flower", "#ffd0ef", "#b0568f", "#5e2d74", "#20103d"],
  tidal_grotto: ["big-wave", "#bfe3ff", "#3c7fd6", "#1d4593", "#0a1845"],
};

const ANY_PLACE = ["rune-stone", "peaks", "floating-crystal", "thorny-vine", "big-wave", "lily-pads", "crypt-entrance"];

export function terrainOf(hex: string): Terrain {
  const known = TERRAINS[hex];
  if (known) return { figure: silhouette(known[0]) ?? "", line: known[1], ground: [known[2], known[3], known[4]] };
  const random = seeded(hex);
  const hue = Math.floor(random() * 360);
  const shade = (lightness: number, turn: number) => `hsl(${(hue + turn) % 360} 42% ${lightness}%)`;
  return { figure: silhouette(pick(ANY_PLACE, hex)) ?? "", line: shade(84, 10), ground: [shade(50, 0), shade(28, 15), shade(12, 30)] };
}

const CONTOURS = 7;

/** Closed lines of noise around the middle of a hex of radius 100, from the inside out. */
export const contoursOf = remembered((hex: string): string[] => {
  const random = seeded(`land ${hex}`);
  return Array.from({ length: CONTOURS }, (_, n) => {
    const radius = 26 + n * (96 / CONTOURS);
    const line = hills(random, 5);
    const points = Array.from({ length: 40 }, (_, step) => {
      const far = radius + 7 * line(step / 40);
      const angle = (step / 40) * 2 * Math.PI;
      return `${Math.round(far * Math.cos(angle))} ${Math.round(far * Math.sin(angle))}`;
    });
    return `M${points.join("L")}z`;
  });
});
