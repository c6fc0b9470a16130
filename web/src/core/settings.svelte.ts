// What a player has set. It is remembered in this browser and goes nowhere else.

import { CAME_ALONG } from "./api";
import { load, randomHex, save, whenElsewhere } from "./storage";

export interface Settings {
  language: string;
  name: string;
  /** 0 to 1; 0 is silence. */
  volume: number;
  /** How much moves: dice, pieces, spells. */
  motion: "full" | "fast" | "off";
  /** Of everything, in percent. */
  scale: number;
  easyRead: boolean;
  /** Letters, digits and signs do something at the table. */
  letterKeys: boolean;
  /** When it is one's turn: the tab is marked, a chime is heard, the system shows a notice. */
  markTab: boolean;
  turnSound: boolean;
  notify: boolean;
  /** The pace of bots in rooms opened here. */
  botPace: "instant" | "fast" | "normal" | "slow";
  chatHidden: boolean;
}

/** Each by its own name, so that whoever needs it finds it. */
export const LANGUAGES: Record<string, string> = CAME_ALONG?.languages ?? { en: "English" };

function preferredLanguage(): string {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((language) => language in LANGUAGES) ?? "en";
}

const DEFAULTS: Settings = {
  language: preferredLanguage(),
  name: "",
  volume: 0.6,
  motion: matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "full",
  scale: 100,
  easyRead: false,
  letterKeys: true,
  markTab: true,
  turnSound: true,
  notify: false,
  botPace: "normal",
  chatHidden: false,
};

/** Only that is kept: whatever nobody has touched follows the browser and the system. */
let chosen: Partial<Settings> = {};
export const settings: Settings = $state({ ...DEFAULTS });

function recall(): void {
  chosen = load("settings", {});
  const language = chosen.language ?? "";
  Object.assign(settings, DEFAULTS, chosen, { language: language in LANGUAGES ? language : DEFAULTS.language });
}
recall();
whenElsewhere("settings", recall);

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  save("settings", Object.assign(chosen, changes));
}

/** The secret of this browser's guest profile: games are counted for it. */
export function profile(): string {
  const known = load<string>("profile", "");
  if (known) return known;
  const made = randomHex();
  save("profile", made);
  return made;
}

/** Go on with a profile from elsewhere, and with the places in rooms that come with it. */
export function takeOver(secret: string, rooms: readonly KnownRoom[]): void {
  save("profile", secret);
  rememberRooms(rooms);
}

/** Places in rooms, from elsewhere or forgotten a moment ago. */
export function rememberRooms(rooms: readonly KnownRoom[]): void {
  const known = knownRooms();
  const more = rooms.filter(({ code }) => !known.some((room) => room.code === code));
  save("rooms", [...known, ...more].toSorted((a, b) => b.at - a.at).slice(0, MOST_ROOMS));
}

/** A room this browser has been in, and the token that says who it is there. */
export interface KnownRoom {
  code: string;
  token: string;
  title: string;
  at: number;
  /** Its game was over when it was last looked at. */
  isOver?: boolean;
}

const MOST_ROOMS = 50;

export function knownRooms(): KnownRoom[] {
  return load<KnownRoom[]>("rooms", []);
}

/** How many rooms this browser has been in, those that are no more among them. */
export function roomsEver(): number {
  return Math.max(load("rooms_ever", 0), knownRooms().length);
}

export function tokenFor(code: string): string | null {
  return knownRooms().find((room) => room.code === code)?.token ?? null;
}

export function rememberRoom(code: string, token: string, title = ""): void {
  const others = knownRooms().filter((room) => room.code !== code);
  if (others.length === knownRooms().length) save("rooms_ever", roomsEver() + 1);
  save("rooms", [{ code, token, title, at: Date.now() }, ...others].slice(0, MOST_ROOMS));
  expectGame(true);
}

/** Whether its game is over; a rematch may begin there. */
export function noteOver(code: string, isOver: boolean): void {
  const rooms = knownRooms();
  const known = rooms.find((room) => room.code === code);
  if (!known || (known.isOver ?? false) === isOver) return;
  save("rooms", rooms.map((room) => (room === known ? { ...room, isOver } : room)));
}

/** Whether there was a game to go back to when somebody last looked: a screen keeps its place free until it knows. */
export function isGameExpected(): boolean {
  return load("expected", false);
}

export function expectGame(isRunning: boolean): void {
  save("expected", isRunning);
}

export function forgetRoom(code: string): void {
  save("rooms_ever", roomsEver());
  save("rooms", knownRooms().filter((room) => room.code !== code));
}
