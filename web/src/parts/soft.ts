// Long names in narrow places.

const PIECES = /[bcdfgkpt]r|(?<=[aeiouyäöü])[bcdfgkpt]l|sch[lmnrw]?|st|sp|ch|ck|ph|th|[aeiouyäöü]+|./giu;
const VOWEL = /^[aeiouyäöü]/i;
/** Letters that stay together at either end of a word. */
const LEAST = 4;

/** Shorter words have room everywhere: where there are several, a name is broken between them. */
const LONG = 11;

/** A name that may be broken between syllables, more or less: some places are narrower than its words. */
export function soft(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => {
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
  });
}
