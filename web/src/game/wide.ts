// Whether there is room beside the board: then sheets show whole cards, with all their text.

import { innerWidth } from "svelte/reactivity/window";

export const WIDE = 1000;

export function isWide(): boolean {
  return (innerWidth.current ?? 0) >= WIDE;
}
