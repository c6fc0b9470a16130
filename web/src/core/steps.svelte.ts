// A large screen is built in several short steps rather than in one long one: in between, the browser draws and answers.

import { nextTask } from "./idle";

/** Counts the steps that may be shown, one more in each task. Made while a component is. */
export class Steps {
  count = $state(0);
  isDone = $state(false);
  #isGone = false;

  constructor() {
    $effect(() => () => (this.#isGone = true));
  }

  /** Take so many steps; where nobody looks, all at once. */
  async begin(most: number): Promise<void> {
    if (!document.hidden) await nextTask();
    while (!this.isDone && !this.#isGone) {
      if (this.count >= most || document.hidden) this.isDone = true;
      else {
        this.count += 1;
        await nextTask();
      }
    }
  }

  /** Whether a part that comes with this step may be shown. */
  has(step: number): boolean {
    return this.isDone || this.count >= step;
  }
}
