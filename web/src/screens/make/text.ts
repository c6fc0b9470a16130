// The text of a pack, changed value by value. Whatever else is written there stays as it is.

import type { Row } from "../../core/api";

type Value = Row[string];

const START = '[pack]\nname = "mine"\n';
const FIELD = /(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}|[^,{}[\]]+)/g;

/** The text with a value of a component set; `null`: as printed, so it is not written. */
export function setValue(text: string, table: string, id: string, field: string, value: Value | null): string {
  const lines = (text.trim() ? text : START).replace(/\n*$/, "").split("\n");
  let head = lines.findIndex((line) => line.trim() === `[${table}]`);
  if (head < 0) {
    if (value === null) return text;
    head = lines.push("", `[${table}]`) - 1;
  }
  const after = lines.findIndex((line, number) => number > head && line.trim().startsWith("["));
  const end = after < 0 ? lines.length : after;
  const own = new RegExp(`^\\s*${id}\\s*=\\s*\\{(.*)\\}\\s*(?:#.*)?$`);
  const found = lines.findIndex((line, number) => number > head && number < end && own.test(line));
  const fields = new Map([...(own.exec(lines[found] ?? "")?.[1] ?? "").matchAll(FIELD)].map(([, name = "", given = ""]) => [name, given.trim()]));
  if (value === null) fields.delete(field);
  else fields.set(field, typeof value === "string" ? JSON.stringify(value) : String(value));
  const line = `${id} = { ${[...fields].map(([name, given]) => `${name} = ${given}`).join(", ")} }`;
  if (found >= 0) lines.splice(found, 1, ...(fields.size ? [line] : []));
  else if (fields.size) lines.splice(lastOf(lines, head, end) + 1, 0, line);
  return lines.join("\n") + "\n";
}

/** The last line of a table that says something. */
function lastOf(lines: readonly string[], head: number, end: number): number {
  let last = end - 1;
  while (last > head && !(lines[last] ?? "").trim()) last -= 1;
  return last;
}

/** What somebody typed for a value, as the pack writes it: numbers stay numbers, yes or no stays that. */
export function valueOf(typed: string | boolean, like: Value): Value {
  return typeof like === "number" && typeof typed === "string" && /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : typed;
}

/** A value with some words exchanged for others: packs are written in words of their own (`up to 2 RG`), people read theirs. */
export function inWords(value: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  const to = new Map(pairs);
  const longestFirst = [...to.keys()].toSorted((one, other) => other.length - one.length).join("|");
  return value.replace(new RegExp(`(?<!\\p{L})(?:${longestFirst})(?!\\p{L})`, "gu"), (word) => to.get(word) ?? word);
}
