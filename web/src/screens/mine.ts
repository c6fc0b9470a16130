// The rooms this browser has been in, and how they stand now: those that wait for us first.

import { api, Refusal, type RoomTurn } from "../core/api";
import { forgetRoom, knownRooms, type KnownRoom } from "../core/settings.svelte";

export interface MyRoom {
  code: string;
  title: string;
  at: number;
  /** Whoever is there, by name. */
  names: string;
  /** Null: it cannot be told just now. */
  phase: RoomTurn["phase"] | null;
  /** The game waits for me. */
  isMine: boolean;
  /** Whose turn it is, by name. */
  whose: string;
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
    names: (turn?.names ?? []).filter(Boolean).join(", "),
    phase: turn?.phase ?? null,
    isMine: turn?.mine ?? false,
    whose: turn?.whose ?? "",
    since: turn?.since ? turn.since * 1000 : null,
    round: turn?.round ?? 0,
  };
}

/** Those that wait for us, the longest wait first; then those that went on last; then the rest, newest first. */
export function sorted(rooms: readonly MyRoom[]): MyRoom[] {
  const rank = (room: MyRoom) => (room.isMine ? 0 : room.since !== null ? 1 : isRunning(room) ? 2 : 3);
  const order = (a: MyRoom, b: MyRoom) => (a.isMine ? (a.since ?? 0) - (b.since ?? 0) : (b.since ?? b.at) - (a.since ?? a.at));
  return rooms.toSorted((a, b) => rank(a) - rank(b) || order(a, b));
}

/** The newest rooms. Those that are no more are forgotten, one by one: a server counts codes that lead nowhere. */
export async function myRooms(most: number): Promise<MyRoom[]> {
  const newest = knownRooms().toSorted((a, b) => b.at - a.at);
  const found: MyRoom[] = [];
  for (const known of newest.slice(0, most)) {
    try {
      found.push(described(known, await api.turn(known.code, known.token)));
    } catch (error) {
      const isOld = Date.now() - known.at > 30 * 86_400_000;
      if (error instanceof Refusal && error.code === "room/not-open" && isOld) forgetRoom(known.code);
      else if (error instanceof Refusal && error.code.startsWith("limit/")) break;
      else if (!isOld) found.push(described(known, null));
    }
  }
  return sorted(found);
}
