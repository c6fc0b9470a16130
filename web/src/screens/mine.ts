// The rooms this browser has been in, and how they stand now.

import { api, Refusal } from "../core/api";
import { forgetRoom, knownRooms, type KnownRoom } from "../core/settings.svelte";
import type { RoomInfo } from "../protocol";

export interface MyRoom {
  code: string;
  title: string;
  at: number;
  /** Whoever else is there, by name. */
  names: string;
  /** Null: it cannot be told just now. */
  phase: RoomInfo["phase"] | null;
}

export function isRunning(room: MyRoom): boolean {
  return room.phase !== null && room.phase !== "ended";
}

export function described(known: KnownRoom, info: RoomInfo | null): MyRoom {
  const names = (info?.seats ?? []).map((seat) => seat.name ?? "").filter(Boolean);
  return {
    code: known.code,
    title: info?.options.title || known.title,
    at: known.at,
    names: names.join(", "),
    phase: info?.phase ?? null,
  };
}

/** The newest rooms first. Rooms that are no more are forgotten, one by one: a server counts codes that lead nowhere. */
export async function myRooms(most: number): Promise<MyRoom[]> {
  const newest = knownRooms().toSorted((a, b) => b.at - a.at);
  const found: MyRoom[] = [];
  for (const known of newest.slice(0, most)) {
    try {
      found.push(described(known, await api.room(known.code, known.token)));
    } catch (error) {
      const isOld = Date.now() - known.at > 30 * 86_400_000;
      if (error instanceof Refusal && error.code === "room/not-open" && isOld) forgetRoom(known.code);
      else if (error instanceof Refusal && error.code.startsWith("limit/")) return found;
      else if (!isOld) found.push(described(known, null));
    }
  }
  return found;
}
