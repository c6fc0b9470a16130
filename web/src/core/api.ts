// The HTTP API. What the server refuses is thrown as it was said.

import type { Options, RoomInfo } from "../protocol";

/** Why something was not done: a stable code, an English sentence, and the values another language's sentence needs. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(message);
  }
}

/** Milliseconds after which a server that says nothing counts as one that is not there. */
const PATIENCE = 30_000;

async function reach(path: string, secret = "", options: RequestInit = {}): Promise<Response> {
  const headers = { ...options.headers, ...(secret ? { authorization: `Bearer ${secret}` } : {}) };
  try {
    return await fetch(path, { ...options, headers, signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    throw new Refusal("page/no-server", "the server does not answer");
  }
}

export async function call<T>(method: string, path: string, body?: unknown, secret?: string): Promise<T> {
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const headers: HeadersInit = body === undefined ? {} : { "content-type": typeof body === "string" ? "text/plain" : "application/json" };
  const response = await reach(path, secret, { method, headers, body: sent ?? null });
  const found: unknown = await response.json().catch(() => null);
  if (response.ok && found !== null) return found as T;
  const said = found as { code?: string; message?: string; values?: Record<string, string | number> } | null;
  throw new Refusal(said?.code ?? "page/no-server", said?.message ?? `the server answered ${response.status}`, said?.values);
}

/** A text that only the server can change. */
async function callText(path: string, secret?: string): Promise<string> {
  const response = await reach(path, secret);
  const found = response.ok ? await response.text().catch(() => null) : null;
  if (found === null) throw new Refusal("page/no-server", "the server does not answer");
  return found;
}

export interface NewRoom {
  name: string;
  token: string;
  options: Options;
  /** What does not go with these options is changed along. */
  along?: boolean;
  seat?: number | null;
  own_packs?: string[];
  position?: string;
  /** With the dice that the position has scripted. */
  exact?: boolean;
  game?: string;
  step?: number;
  profile?: string;
}

/** How one of one's own rooms stands. */
export interface RoomTurn {
  title: string;
  phase: RoomInfo["phase"];
  /** Seat by seat; an open one has no name. */
  names: string[];
  /** Which of them are bots: their names are those of their kinds. */
  bots: boolean[];
  /** Whom each seat plays, as far as it is known; there may be more than people and bots who sit there. */
  characters: string[];
  /** The game waits for me. */
  mine: boolean;
  /** The seat whose turn it is; null: no game is going on. */
  turn: number | null;
  /** When the game last went on, in seconds. */
  since: number | null;
  round: number;
  /** The finished game, by its id. */
  game: string;
}

/** A room in the public list. */
export interface Listing {
  title: string;
  phase: RoomInfo["phase"];
  mode: string;
  players: number;
  open_seats: number;
  people: number;
  packs: string[];
  clock: string;
  spectators: boolean;
}

export interface ListedRoom {
  code: string;
  updated: number;
  room: Listing;
}

export interface GamePlayer {
  seat: number;
  name: string;
  character: string;
  bot?: string;
  won?: boolean;
  place?: number;
}

export interface GameSummary {
  title: string;
  mode: string;
  packs: string[];
  ending: string;
  rounds: number;
  moves: number;
  players: GamePlayer[];
  assisted?: boolean;
}

export interface ListedGame {
  id: string;
  ended_at: number;
  game: GameSummary;
}

/** Something that is wrong with a table of one's own. */
export interface Fault {
  about: "map" | "pack" | "table";
  refusal: { code: string; message: string; values: Record<string, string | number> };
  /** Of the pack's text; 0: none. */
  line: number;
}

/** A component of an own pack as it is printed (null: it is new), and as it would be. */
export interface Changed {
  before: Component | null;
  after: Component;
}

/** A line of a pack, value by value. */
export type Row = Record<string, string | number | boolean>;
/** By table and component. */
export type Rows = Record<string, Record<string, Row>>;

/** What came out of a trial. */
export interface Tried {
  faults: Fault[];
  packs: { name: string; rows: Rows }[];
  changed: Changed[];
  /** All there are in these packs. */
  hexes: string[];
}

/** What there is to start from: the lines of packs, and the printed maps. */
export interface Parts {
  rows: Rows;
  maps: Record<string, [hex: string, q: number, r: number][]>;
}

/** How many games, and how many of them were won. */
export interface Score {
  games: number;
  wins: number;
}

/** Games of one kind of company, added up by the server. */
export interface Sums extends Score {
  streak: number;
  longest_streak: number;
  modes: Record<string, Score>;
  /** By the number of players. */
  tables: Record<string, Score>;
  characters: Record<string, Score>;
  turns: number;
  damage_dealt: number;
  damage_taken: number;
  curse_damage: number;
  healing: number;
  eliminations: number;
  highest_hit: number;
  spells: Record<string, number>;
}

/** How often a face came up, on average does, and how often it does for 19 of 20 people. */
export interface Luck {
  rolled: number;
  expected: number;
  least: number;
  most: number;
}

export interface ProfileSettings {
  name: string;
  leaderboard: boolean;
}

/** Everything counted for a profile. */
export interface ProfilePage {
  settings: ProfileSettings;
  rating: number;
  totals: { people: Sums; bots: Sums; apart: Sums };
  /** Ids, and the game that earned each. */
  achievements: Record<string, string>;
  luck: Record<string, Luck>;
  /** Whether the server keeps anything of it. */
  known: boolean;
}

export interface Leader extends Score {
  name: string;
  rating: number;
}

/** A component as the rules page, tooltips and cards show it; what does not apply to its kind is not there. */
export interface Component {
  id: string;
  kind: "attack" | "character" | "companion" | "conversion" | "counterspell" | "hex" | "resource";
  kind_name: string;
  name: string;
  name_is_ours: boolean;
  text: string;
  /** What of it is reconstructed; empty: all is as printed. */
  reconstructed: string[];
  copies?: number;
  level?: number;
  /** What it costs to collect: resources, such as `SF G`. */
  collect?: string;
  collect_text?: string;
  gives?: string;
  damage?: string;
  target?: "enemy" | "hex";
  range?: string;
  home?: string;
  base_form?: string;
  shadow_form?: string;
  ability?: string;
  /** Of a hex: the Counterspell deck lies there. */
  counterspells?: boolean;
  /** Of a hex: how much less damage enemies deal there. */
  shield?: number;
  attack_bonus?: number;
  start_hp?: number;
  /** Resources, such as `RG BO`. */
  start_gain?: string;
  /** Of a hex: nothing reduces damage there. */
  unshielded?: boolean;
}

export type WordTables = Record<string, Record<string, unknown>>;

/** What the server put into the page: languages, the first screen's words, and the hashes of what else there is to load. */
interface CameAlong {
  language: string;
  /** All there are, each by its own name. */
  languages: Record<string, string>;
  words: WordTables;
  hashes: Record<string, string>;
}

export const CAME_ALONG = JSON.parse(document.getElementById("first")?.textContent ?? "null") as CameAlong | null;

/** An address with the hash of what is behind it, so that it is loaded once and never again. */
function hashed(path: string): string {
  const hash = CAME_ALONG?.hashes[path];
  return hash ? `${path}${path.includes("?") ? "&" : "?"}hash=${hash}` : path;
}

export const api = {
  openRoom: (room: NewRoom) => call<{ code: string; member: number }>("POST", "/api/rooms", room),
  turn: (code: string, token: string) => call<RoomTurn>("GET", `/api/rooms/${encodeURIComponent(code)}/turn`, undefined, token),
  parts: (packs: readonly string[]) => call<Parts>("GET", `/api/parts?packs=${packs.map(encodeURIComponent).join(",")}`),
  tryOut: (language: string, options: Options, packs: readonly string[]) =>
    call<Tried>("POST", `/api/trial/${language}`, { options, own_packs: packs }),
  ownPack: (code: string, name: string, token?: string) =>
    callText(`/api/rooms/${encodeURIComponent(code)}/packs/${encodeURIComponent(name)}`, token),
  roomCards: (code: string, language: string, token?: string) =>
    call<Component[]>("GET", `/api/rooms/${encodeURIComponent(code)}/cards/${language}`, undefined, token),
  rooms: () => call<{ rooms: ListedRoom[] }>("GET", "/api/rooms"),
  room: (code: string, token?: string) => call<RoomInfo>("GET", `/api/rooms/${encodeURIComponent(code)}`, undefined, token),
  /** What everyone has done in a game that goes on. */
  numbers: (code: string, token?: string) =>
    call<{ seats: unknown[]; luck: Record<string, Luck>[] }>("GET", `/api/rooms/${encodeURIComponent(code)}/numbers`, undefined, token),
  game: (id: string) => call<{ game: GameSummary; statistics: unknown[]; luck: Record<string, Luck>[] }>("GET", `/api/games/${encodeURIComponent(id)}`),
  myGames: (profile: string, before?: number) =>
    call<{ games: ListedGame[] }>("GET", `/api/profile/games${before === undefined ? "" : `?before=${before}`}`, undefined, profile),
  me: (profile: string) => call<ProfilePage>("GET", "/api/profile", undefined, profile),
  saveMe: (profile: string, settings: ProfileSettings) => call<ProfilePage>("PUT", "/api/profile", settings, profile),
  exportMe: (profile: string) => call<unknown>("GET", "/api/profile/export", undefined, profile),
  leaderboard: () => call<{ leaders: Leader[] }>("GET", "/api/leaderboard"),
  forgetMe: (profile: string) => call<unknown>("DELETE", "/api/profile", undefined, profile),
  cards: (language: string, packs: readonly string[]) =>
    call<Component[]>("GET", hashed(`/api/cards/${language}?packs=${packs.map(encodeURIComponent).join(",")}`)),
  /** What a room says, or the rest. */
  words: (language: string, part: "table" | "more") => call<WordTables>("GET", hashed(`/api/words/${language}?part=${part}`)),
};
