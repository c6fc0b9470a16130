// A table on which much has changed is drawn in several pictures: one alone would take long, and meanwhile nothing could be pressed.

import { untrack } from "svelte";
import { pictures } from "../core/idle";
import type { View } from "../protocol";

/**
 * What is shown some pictures after the game has gone on; what changes while it stands still, such as a target that is chosen, is
 * shown at once. Made while a component is.
 */
export class Later<T extends { view: View }> {
  shown: T;

  constructor(now: () => T, count: number) {
    this.shown = $state.raw(untrack(now));
    $effect(() => {
      const next = now();
      if (next.view === untrack(() => this.shown.view)) this.shown = next;
      else void pictures(count).then(() => (this.shown = now()));
    });
  }
}
