// The rooms this browser has been in, and how they stand now: those that wait for us first.

import { api, Refusal, type GamePlayer, type RoomTurn } from "../core/api";
import { forgetRoom, knownRooms, noteOver, type KnownRoom } from "../core/settings.svelte";
import { words } from "../core/words.svelte";

export interface Player {
  /** Of a bot, its kind; empty: nobody sits there. */
  name: string;
  isBot: boolean;
  /** Whom they play; empty: not known yet. */
  character: string;
}

export interface MyRoom {
  code: string;
  title: string;
  at: number;
  /** Whoever plays, seat by seat. */
  players: Player[];
  /** Null: it cannot be told just now. */
  phase: RoomTurn["phase"] | null;
  /** The game waits for me. */
  isMine: boolean;
  /** The seat whose turn it is. */
  turn: number | null;
  /** When the game last went on, in milliseconds; null: none is going on. */
  since: number | null;
  round: number;
}

export function isRunning(room: MyRoom): boolean {
  return room.phase !== null && room.phase !== "ended";
}

export function described(known: KnownRoom, turn: RoomTurn | null): MyRoom {
  return {
    code: known.code,
    title: turn?.title || known.title,
    at: known.at,
    players: turn ? players(turn) : [],
    phase: turn?.phase ?? null,
    isMine: turn?.mine ?? false,
    turn: turn?.turn ?? null,
    since: turn?.since ? turn.since * 1000 : null,
    round: turn?.round ?? 0,
  };
}

function players({ names, bots, characters }: RoomTurn): Player[] {
  const length = Math.max(names.length, characters.length);
  return Array.from({ length }, (_, seat) => ({ name: names[seat] ?? "", isBot: bots[seat] ?? false, character: characters[seat] ?? "" }));
}

/** As at the table: a bot has the name of its character. */
export function playerName({ name, isBot, character }: Player): string {
  if (name && !isBot) return name;
  return character ? words.name(character) : words.about("bots", name).name;
}

/** The same of somebody in a game that is over. */
export function finisher({ name, bot, character }: GamePlayer): string {
  return playerName({ name: bot || name, isBot: Boolean(bot), character });
}

/** What a room is called in a list. */
export function called(room: MyRoom): string {
  return room.title || words.listed(room.players.map(playerName).filter(Boolean)) || room.code;
}

/** Those that wait for us, the longest wait first; then those that went on last; then the rest, newest first. */
export function sorted(rooms: readonly MyRoom[]): MyRoom[] {
  const rank = (room: MyRoom) => (room.isMine ? 0 : room.since !== null ? 1 : isRunning(room) ? 2 : 3);
  const order = (a: MyRoom, b: MyRoom) => (a.isMine ? (a.since ?? 0) - (b.since ?? 0) : (b.since ?? b.at) - (a.since ?? a.at));
  return rooms.toSorted((a, b) => rank(a) - rank(b) || order(a, b));
}

const isOld = ({ at }: KnownRoom): boolean => Date.now() - at > 30 * 86_400_000;

/**
 * The newest rooms, those whose game is over last, and whether all of them have answered. Those that have not stand as they stood before.
 * Those that are no more are forgotten, one by one: a server counts codes that lead nowhere.
 */
export async function myRooms(most: number, before: readonly MyRoom[] = []): Promise<{ rooms: MyRoom[]; isWhole: boolean }> {
  const asLast = (known: KnownRoom) => before.find(({ code }) => code === known.code) ?? described(known, null);
  const left = knownRooms()
    .toSorted((a, b) => Number(a.isOver ?? false) - Number(b.isOver ?? false) || b.at - a.at)
    .slice(0, most);
  const rooms: MyRoom[] = [];
  for (let known = left[0]; known; left.shift(), known = left[0]) {
    try {
      const turn = await api.turn(known.code, known.token);
      noteOver(known.code, turn.phase === "ended");
      rooms.push(described(known, turn));
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "";
      if (code === "page/no-server" || code.startsWith("limit/")) break;
      if (code !== "room/not-open") rooms.push(asLast(known));
      else if (known.isOver || isOld(known)) forgetRoom(known.code);
      else rooms.push(described(known, null));
    }
  }
  return { rooms: sorted([...rooms, ...left.map(asLast)]), isWhole: !left.length };
}
