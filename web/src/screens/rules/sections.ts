// What the rules page is made of, and how its text reads.

import type { Component } from "../../core/api";

/** `goal_title` and `goal_text` of [page_rules], and so on. */
export const SECTIONS = [
  "goal", "setup", "turn", "actions", "paying", "attack", "counterspells", "book", "shadow", "companions", "statuses", "solo", "editions", "fair",
] as const;

export const KINDS: readonly Component["kind"][] = ["character", "hex", "attack", "conversion", "resource", "counterspell", "companion"];

export interface Block {
  isList: boolean;
  lines: string[];
}

/** Paragraphs have an empty line between them; lines that begin with a dash are a list. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let wasEmpty = true;
  for (const line of text.split("\n").map((one) => one.trim())) {
    const isList = line.startsWith("- ");
    const last = found.at(-1);
    const shown = isList ? line.slice(2) : line;
    if (!line) wasEmpty = true;
    else if (last && !wasEmpty && last.isList === isList && isList) last.lines.push(shown);
    else if (last && !wasEmpty && !isList && !last.isList) last.lines[0] += ` ${line}`;
    else found.push({ isList, lines: [shown] });
    if (line) wasEmpty = false;
  }
  return found;
}

/** `Travel: go to …` begins with what it is about. */
export function headed(line: string): [head: string, rest: string] {
  const found = /^([^:.]{2,40}): (.+)$/.exec(line);
  return found ? [found[1] as string, found[2] as string] : ["", line];
}

/** Whether every word typed into the box occurs in one of these. */
export function fits(wanted: string, ...texts: readonly string[]): boolean {
  const within = texts.join("\n").toLocaleLowerCase();
  return wanted.split(/\s+/).every((word) => within.includes(word));
}
