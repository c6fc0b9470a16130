// Games that can be looked at again, over HTTP: finished ones, one's own as far as it has come, and games given as text.

import type { Choice, View } from "../protocol";
import { call, type Component, type GameSummary, type ListedGame } from "./api";

/** What is different from the step before: of objects by name, of lists by place, as deep as it goes. */
export type Change = { readonly [key: string]: unknown };

export interface ReplayStep {
  who?: string;
  action?: string;
  events?: { code: string; values: Record<string, string | number> }[];
  change?: Change;
}

export interface Turn {
  step: number;
  seat: number;
  round: number;
}

export interface TurningPoint {
  step: number;
  kind: "eliminated" | "transformed" | "hit";
  seat: number;
  by?: number;
  amount?: number;
  /** 1, if it is left out. */
  round?: number;
}

/** A whole game at a glance. */
export interface Course {
  turns: Turn[];
  /** By seat: a step, and the HP from there on. */
  hp: [number, number][][];
  points: TurningPoint[];
}

/** What is known of the chance of a finished game, whose every roll the server has made again. */
export interface Dice {
  secret: string;
  contributions: number;
  rolls: number;
}

/** A game, or the part of it that begins at `first`. */
export interface ReplayPart {
  moves: number;
  first: number;
  view: View;
  steps: ReplayStep[];
  course: Course;
  result: string;
  commitment: string;
  dice?: Dice | null;
}

/** A choice that somebody had, what they chose, and what the best bot would have. */
export interface Advice {
  step: number;
  seat: number;
  bot: string;
  best: Choice;
  code: string;
  values: Record<string, string | number>;
  options: number;
  played?: Choice | null;
}

export interface Luck {
  rolled: number;
  expected: number;
}

export interface GamePage {
  id: string;
  game: GameSummary;
  /** By seat and face. */
  luck: Record<"G" | "O" | "S" | "C", Luck>[];
}

/** Whose eyes see it: a seat's, a spectator's, or those of somebody who sees all. */
export type Eyes = number | "spectator" | "open";

const query = (first: number, eyes: Eyes) => `first=${first}${eyes === "open" ? "&open=1" : eyes === "spectator" ? "" : `&seat=${eyes}`}`;
const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

export const replays = {
  /** Games of public rooms, the last first. */
  public: () => call<{ games: ListedGame[] }>("GET", "/api/games?limit=12"),
  page: (id: string) => call<GamePage>("GET", game(id)),
  finished: (id: string, first: number, eyes: Eyes) => call<ReplayPart>("GET", `${game(id)}/replay?${query(first, eyes)}`),
  /** One's own game, with one's own eyes. */
  soFar: (code: string, first: number, token: string) =>
    call<ReplayPart>("GET", `/api/rooms/${encodeURIComponent(code)}/replay?first=${first}`, undefined, token),
  text: (text: string, first: number, eyes: Eyes) => call<ReplayPart>("POST", `/api/replay?${query(first, eyes)}`, text),
  /** Where a room can begin, and the packs it needs for it: a step of a game given as text. */
  position: (text: string, step: number) => call<{ position: string; own_packs: string[] }>("POST", `/api/replay/position?step=${step}`, text),
  advice: (id: string, step: number) => call<Advice>("GET", `${game(id)}/advice?step=${step}`),
  adviceAbout: (text: string, step: number) => call<Advice>("POST", `/api/replay/advice?step=${step}`, text),
  cards: (id: string, language: string) => call<Component[]>("GET", `${game(id)}/cards/${language}`),
  cardsIn: (text: string, language: string) => call<Component[]>("POST", `/api/replay/cards/${language}`, text),
  textAddress: (id: string) => `${game(id)}/text`,
};
