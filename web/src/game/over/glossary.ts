// Words of the game that need an explanation, wherever a text uses them. Each has its forms and its explanation in the words files.

import { t } from "../../core/words.svelte";

const TERMS = [
  "frozen", "stunned", "curse", "fragment", "energy", "shadow_form", "ability", "level", "book", "counterspell", "companion", "portal",
  "range", "pool", "purple", "points", "travel", "reroll", "protect", "refresh", "collect", "enemy",
] as const;

export interface Explained {
  term: string;
  /** As the text says it. */
  said: string;
  about: string;
}

/** The words of a text that are explained, in the order in which they first come up. */
export function explainedIn(text: string): Explained[] {
  const found = TERMS.flatMap((term) => {
    const match = new RegExp(`(?<!\\p{L})(?:${t(`glossary.forms_${term}`)})(?!\\p{L})`, "u").exec(text);
    return match ? [{ at: match.index, term, said: match[0], about: t(`glossary.about_${term}`) }] : [];
  });
  return found.toSorted((one, other) => one.at - other.at).map(({ term, said, about }) => ({ term, said, about }));
}
