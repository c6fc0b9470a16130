// Tables that were saved in this browser, by name.

import { load, save } from "../../core/storage";
import { EMPTY, read, type OwnTable } from "./packing";

const MOST = 20;

export function savedTables(): OwnTable[] {
  return load<unknown[]>("tables", []).flatMap((table) => read(table) ?? []);
}

/** Saved under its title: another of that title is replaced. */
export function saveTable(table: OwnTable): void {
  save("tables", [table, ...savedTables().filter(({ title }) => title !== table.title)].slice(0, MOST));
}

export function forgetTable(title: string): void {
  save("tables", savedTables().filter((table) => table.title !== title));
}

/** What somebody was working on: a reload or a walk through the page loses nothing. */
export function draft(): OwnTable {
  return read(load<unknown>("table", null)) ?? EMPTY;
}

export function keepDraft(table: OwnTable): void {
  save("table", table);
}
