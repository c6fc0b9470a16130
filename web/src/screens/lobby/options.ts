// The options of a room as its lobby shows them: what is left out filled in, in groups, and with presets for common tables.

import type { Options } from "../../protocol";

export type Known = Required<Options>;

export const DEFAULTS: Known = {
  title: "",
  listed: false,
  mode: "standard",
  players: 2,
  packs: ["base"],
  characters: "pick",
  layout: "",
  tiles: [],
  market: "sides",
  transform: "may",
  first: "random",
  first_turn_points: 4,
  bot_hp: 6,
  max_rounds: 0,
  clock: "relaxed",
  window: 4,
  bot_pace: "normal",
  undo: "policy",
  leavers: "bot",
  grace: 60,
  leaver_bot: "greedy",
  spectators: true,
  hints: true,
  chat: "all",
};

/** Rooms leave out what is as usual. */
export function full(options: Options): Known {
  return { ...DEFAULTS, ...options };
}

export type Name = keyof Options;

/** One of these is always in play. */
export const EDITIONS: readonly string[] = ["base", "exclusive"];
export const STORM = "ice_storm";

/** The packs in play that somebody has made. */
export function homeMade(packs: readonly string[]): string[] {
  return packs.filter((pack) => !EDITIONS.includes(pack) && pack !== STORM);
}

export const GROUPS: Record<string, readonly Name[]> = {
  table: ["mode", "players", "packs", "layout", "market"],
  rules: ["characters", "transform", "first", "first_turn_points", "bot_hp", "max_rounds"],
  pace: ["clock", "window", "bot_pace", "undo", "hints"],
  people: ["title", "listed", "spectators", "chat", "leavers", "grace", "leaver_bot"],
};

/** Numbers that are typed: the least, the greatest and the step. */
export const RANGES: Partial<Record<Name, readonly [number, number, number]>> = {
  max_rounds: [0, 9999, 1],
  window: [2, 15, 1],
  grace: [10, 86_400, 10],
};

export const PRESETS: Record<string, Partial<Known>> = {
  standard: {},
  quick: { clock: "fast", window: 3, bot_pace: "fast", characters: "random", hints: false },
  bots: { clock: "none", undo: "free" },
  correspondence: { clock: "days" },
  six: { players: 6, packs: ["exclusive", "ice_storm"] },
  solo: { mode: "solo", players: 1, clock: "none" },
};

/** What a preset leaves as it is: the room's title and who may come. */
const KEPT: readonly Name[] = ["title", "listed", "spectators", "chat"];

/** What is home-made stays in play, too, where it fits: Shadow Boxing is as printed, other packs have other hexes. */
export function preset(name: string, options: Known): Known {
  const wanted = PRESETS[name] ?? {};
  const kept = Object.fromEntries(KEPT.map((key) => [key, options[key]])) as Partial<Known>;
  const players = Math.min(Math.max(options.players, 2), 4);
  const found: Known = { ...DEFAULTS, players, ...kept, ...wanted };
  if (wanted.mode === "solo") return found;
  found.packs = [...found.packs, ...homeMade(options.packs)];
  return options.layout === "custom" && !wanted.packs ? { ...found, layout: "custom", tiles: options.tiles } : found;
}

export function presetOf(options: Known): string | null {
  const text = (some: Known) => JSON.stringify(Object.keys(DEFAULTS).map((name) => some[name as Name]));
  return Object.keys(PRESETS).find((name) => text(preset(name, options)) === text(options)) ?? null;
}
