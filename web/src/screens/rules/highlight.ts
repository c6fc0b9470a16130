// The words that somebody looks for, lit where they stand. The text itself stays as it is; an older browser just shows no light.

const NAME = "found";

/** Where each of these words stands in a text: from, to. */
export function hits(text: string, wanted: readonly string[]): [number, number][] {
  const within = text.toLocaleLowerCase();
  return wanted.flatMap((word) => {
    const found: [number, number][] = [];
    for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + word.length)) found.push([at, at + word.length]);
    return found;
  });
}

/** Light the words that were typed, and nothing else. */
export function light(within: Element, typed: string): void {
  if (!("highlights" in CSS)) return;
  const wanted = typed.split(/\s+/).filter(Boolean);
  const lit = new Highlight();
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (wanted.length && texts.nextNode()) {
    const node = texts.currentNode as Text;
    for (const [from, to] of hits(node.data, wanted)) {
      if (to <= node.length) lit.add(new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to }));
    }
  }
  CSS.highlights.set(NAME, lit);
}

/** Put the light out. */
export function dark(): void {
  if ("highlights" in CSS) CSS.highlights.delete(NAME);
}
