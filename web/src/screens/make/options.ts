// A table of one's own as a room is asked for it.

import type { Options } from "../../protocol";
import type { OwnTable } from "./packing";

/** The options of a room at this table; the names of its own packs are known once they were tried. */
export function optionsOf(table: OwnTable, own: readonly string[] = []): Options {
  const isOwn = table.tiles.length > 0;
  return { players: table.players, packs: [...table.packs, ...own], layout: isOwn ? "custom" : "", tiles: isOwn ? table.tiles.map((tile) => [...tile] as [string, number, number]) : [] };
}

export function packsOf(table: OwnTable): string[] {
  return table.own.trim() ? [table.own] : [];
}
