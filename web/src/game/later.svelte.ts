// A table on which much has changed is drawn in several pictures: one alone would take long, and meanwhile nothing could be pressed.

import { untrack } from "svelte";
import { inTurn } from "../core/idle";
import type { View } from "../protocol";

/**
 * What is shown in a picture of its own after the game has gone on, in the order in which these are made; what changes while it
 * stands still, such as a target that is chosen, is shown at once. Made while a component is.
 */
export class Later<T extends { view: View }> {
  shown: T;

  constructor(now: () => T) {
    this.shown = $state.raw(untrack(now));
    let isQueued = false;
    $effect(() => {
      const next = now();
      if (next.view === untrack(() => this.shown.view)) this.shown = next;
      else if (!isQueued) {
        isQueued = true;
        inTurn(() => {
          isQueued = false;
          this.shown = now();
        });
      }
    });
  }
}
