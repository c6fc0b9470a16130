// What the server has counted for somebody, put in the order in which it is shown. Nothing is counted here.

import type { ProfilePage, Score, Sums, Luck } from "../../core/api";

export type Company = "people" | "bots" | "apart";
export const COMPANIES: readonly Company[] = ["people", "bots", "apart"];
export const FACES: readonly { face: string; symbol: string }[] = [
  { face: "G", symbol: "G" },
  { face: "O", symbol: "O" },
  { face: "S", symbol: "SF" },
  { face: "C", symbol: "CC" },
];

/** The kinds of company somebody has played in. */
export function companies(page: ProfilePage): Company[] {
  return COMPANIES.filter((company) => page.totals[company].games > 0);
}

/** Where somebody has played most. */
export function main(page: ProfilePage): Company {
  return COMPANIES.reduce((most, company) => (page.totals[company].games > page.totals[most].games ? company : most), "people");
}

export function percent({ games, wins }: Score): number {
  return games ? Math.round((100 * wins) / games) : 0;
}

/** Most played first. */
export function byGames(scores: Readonly<Record<string, Score>>): [string, Score][] {
  return Object.entries(scores).toSorted(([a, one], [b, other]) => other.games - one.games || other.wins - one.wins || a.localeCompare(b));
}

/** The spells cast most often. */
export function favourites(sums: Sums, most: number): [string, number][] {
  return Object.entries(sums.spells)
    .toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .slice(0, most);
}

export type Verdict = "fair" | "often" | "seldom";

export function verdict({ rolled, least, most }: Luck): Verdict {
  return rolled < least ? "seldom" : rolled > most ? "often" : "fair";
}

const SECRET = /^[0-9a-f]{32}$/;
/** No record comes near this; whatever is larger is something else, and is not even read. */
export const LARGEST_FILE = 4_000_000;

export interface Moved {
  profile: string;
  rooms: { code: string; token: string; title: string; at: number }[];
}

/** The secret in a link such as `/me#take=…`; null if there is none. */
export function taken(anchor: string): string | null {
  const [key, secret = ""] = anchor.split("=");
  return key === "take" && SECRET.test(secret) ? secret : null;
}

/** What is in a file that /me has written; null if it is no such file. */
export function readMoved(text: string): Moved | null {
  try {
    const { profile, rooms } = JSON.parse(text) as Partial<Moved>;
    if (typeof profile !== "string" || !SECRET.test(profile)) return null;
    const isRoom = (room: Partial<Moved["rooms"][number]> | null) =>
      typeof room?.code === "string" && /^[0-9A-Z]{8}$/.test(room.code) && typeof room.token === "string" && SECRET.test(room.token);
    const known = (Array.isArray(rooms) ? rooms : []).filter(isRoom).slice(0, 50);
    return { profile, rooms: known.map(({ code, token, title, at }) => ({ code, token, title: String(title ?? "").slice(0, 60), at: Number(at) || 0 })) };
  } catch {
    return null;
  }
}
