// Words of the game that need an explanation, wherever a text uses them. Each has its forms and its explanation in the words files.

import type { Component } from "../../core/api";
import { t, words } from "../../core/words.svelte";

/** Each with the place in the rules that tells more of it. */
const TERMS = {
  frozen: "statuses",
  stunned: "statuses",
  hp: "goal",
  curse: "symbol_CC",
  fragment: "symbol_SF",
  energy: "shadow",
  shadow_form: "shadow",
  ability: "shadow",
  level: "book",
  book: "book",
  counterspell: "counterspells",
  companion: "companions",
  portal: "companions",
  range: "attack",
  pool: "turn",
  purple: "paying",
  resource: "symbols",
  points: "actions",
  travel: "actions",
  cast: "actions",
  reroll: "actions",
  protect: "actions",
  refresh: "actions",
  collect: "actions",
  enemy: "attack",
} as const;

export interface Explained {
  term: string;
  /** As the text says it. */
  said: string;
  about: string;
  rules: string;
}

/** All that a card or a hex says, in words or by its drawing. */
export function saidOn(component: Component | undefined): string {
  if (!component) return "";
  const { kind_name, level, range, text, collect_text } = component;
  return [kind_name, level && words.term("level"), range && words.term("range"), text, collect_text].filter(Boolean).join(" ");
}

/** The words of a text that are explained, in the order in which they first come up. */
export function explainedIn(text: string): Explained[] {
  const found = Object.entries(TERMS).flatMap(([term, rules]) => {
    const match = new RegExp(`(?<!\\p{L})(?:${t(`glossary.forms_${term}`)})(?!\\p{L})`, "u").exec(text);
    return match ? [{ at: match.index, term, said: match[0], about: t(`glossary.about_${term}`), rules }] : [];
  });
  return found.toSorted((one, other) => one.at - other.at).map(({ at: _, ...explained }) => explained);
}
