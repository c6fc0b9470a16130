// The silhouettes are the largest drawings there are. They come after the first picture: until then a card, a land or a medallion is
// drawn without its figure.

import { idle } from "../core/idle";

let drawn = $state.raw<Readonly<Record<string, string>>>();
let isAsked = false;

async function ask(): Promise<void> {
  isAsked = true;
  await idle();
  const found = await import("./silhouettes").catch(() => null);
  if (found) drawn = found.SILHOUETTES;
  else isAsked = false; // whoever draws next asks again
}

/** The path of a figure in a box of 512; none: it is not among them; empty: it is still to come. */
export function silhouette(name: string): string | undefined {
  if (!drawn && !isAsked) void ask();
  return drawn ? drawn[name] : "";
}
