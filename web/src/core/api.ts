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

async function call<T>(method: string, path: string, body?: unknown, secret?: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("page/no-server", "the server does not answer");
  }
  const found: unknown = await response.json().catch(() => null);
  if (response.ok && found !== null) return found as T;
  const said = found as { code?: string; message?: string; values?: Record<string, string | number> } | null;
  throw new Refusal(said?.code ?? "page/no-server", said?.message ?? `the server answered ${response.status}`, said?.values);
}

export interface NewRoom {
  name: string;
  token: string;
  options: Options;
  seat?: number | null;
  own_packs?: string[];
  position?: string;
  game?: string;
  step?: number;
  profile?: string;
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
}

export type WordTables = Record<string, Record<string, unknown>>;

export const api = {
  openRoom: (room: NewRoom) => call<{ code: string; member: number }>("POST", "/api/rooms", room),
  rooms: () => call<{ rooms: ListedRoom[] }>("GET", "/api/rooms"),
  room: (code: string, token?: string) => call<RoomInfo>("GET", `/api/rooms/${encodeURIComponent(code)}`, undefined, token),
  game: (id: string) => call<{ game: GameSummary; statistics: unknown[] }>("GET", `/api/games/${encodeURIComponent(id)}`),
  myGames: (profile: string) => call<{ games: ListedGame[] }>("GET", "/api/profile/games", undefined, profile),
  forgetMe: (profile: string) => call<unknown>("DELETE", "/api/profile", undefined, profile),
  cards: (language: string, packs: readonly string[]) =>
    call<Component[]>("GET", `/api/cards/${language}?packs=${packs.map(encodeURIComponent).join(",")}`),
  words: (language: string) => call<WordTables>("GET", `/api/words/${language}`),
};
