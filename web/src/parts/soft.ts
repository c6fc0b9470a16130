// Long names in narrow places.

import { t } from "../core/words.svelte";

const PIECES = /[bcdfgkpt]r|(?<=[aeiouyäöü])[bcdfgkpt]l|sch[lmnrw]?|st|sp|ch|ck|ph|th|[aeiouyäöü]+|./giu;
const VOWEL = /^[aeiouyäöü]/i;
/** Letters that stay together at either end of a word. */
const LEAST = 4;
/** Shorter words have room everywhere: a name of several is broken between them. */
const LONG = 11;

/** A name that may be broken within long words, before a second part that is known, else between syllables, more or less. */
export function soft(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => {
    const ends = t("card.name_ends").split(" ").filter((end) => word.endsWith(end));
    const length = Math.max(...ends.map((end) => end.length));
    if (word.length < LONG || !ends.length) return bySyllables(word);
    return `${bySyllables(word.slice(0, -length))}\u00ad${word.slice(-length)}`;
  });
}

function bySyllables(word: string): string {
  if (word.length < LONG) return word;
  let [shown, length] = ["", 0];
  const pieces = word.match(PIECES) ?? [];
  for (const [index, piece] of pieces.entries()) {
    const isStart = !VOWEL.test(piece) && VOWEL.test(pieces[index + 1] ?? "");
    const isDouble = piece === pieces[index - 1];
    if (isStart && !isDouble && length >= LEAST && word.length - length >= LEAST) shown += "\u00ad";
    shown += piece;
    length += piece.length;
  }
  return shown;
}
