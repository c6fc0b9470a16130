// A table of one's own as a link: packed small, and read with care, since links come from anybody.

import type { Tile } from "./map";

/** What a link and a saved table have. Whether it can be played is for the server to say. */
export interface OwnTable {
  title: string;
  players: number;
  /** Editions and add-ons; packs of one's own are in `own`. */
  packs: string[];
  /** A map of one's own; empty: the printed one. */
  tiles: Tile[];
  /** Text of a pack of one's own; empty: none. */
  own: string;
}

export const LONGEST_PACK = 200_000;
const LONGEST_LINK = 400_000;
const MOST_TILES = 20;

export const EMPTY: OwnTable = { title: "", players: 2, packs: ["base"], tiles: [], own: "" };

/** A table as the text of a link; it has letters, digits, - and _ only. */
export async function pack(table: OwnTable): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(table)), new CompressionStream("deflate-raw"), Infinity);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The table in a link; null if there is none, or if it is anything else. */
export async function unpack(packed: string): Promise<OwnTable | null> {
  if (!/^[\w-]+$/.test(packed) || packed.length > LONGEST_LINK) return null;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    // A few letters may unpack to gigabytes: reading ends where no table can be.
    const text = await through(bytes, new DecompressionStream("deflate-raw"), 2 * LONGEST_PACK);
    return read(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return null;
  }
}

/** A table from outside, with nothing in it that is none of ours. */
export function read(found: unknown): OwnTable | null {
  if (typeof found !== "object" || found === null) return null;
  const { title, players, packs, tiles, own } = found as Partial<Record<keyof OwnTable, unknown>>;
  const isTile = (tile: unknown): tile is Tile =>
    Array.isArray(tile) && tile.length === 3 && typeof tile[0] === "string" && /^[a-z0-9_]{1,40}$/.test(tile[0]) && [tile[1], tile[2]].every((n) => Number.isInteger(n) && Math.abs(n as number) <= 20);
  if (typeof title !== "string" || title.length > 60 || typeof own !== "string" || own.length > LONGEST_PACK) return null;
  if (typeof players !== "number" || !Number.isInteger(players) || players < 2 || players > 6) return null;
  if (!Array.isArray(packs) || !packs.every((name) => ["base", "exclusive", "ice_storm"].includes(name as string))) return null;
  if (!Array.isArray(tiles) || tiles.length > MOST_TILES || !tiles.every(isTile)) return null;
  return { title, players, packs: [...new Set(packs as string[])], tiles: tiles.map((tile) => [...tile] as unknown as Tile), own };
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
