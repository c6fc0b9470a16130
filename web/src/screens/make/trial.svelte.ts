// What the server says about a table while it is being made. It is asked after every change, and the last answer counts.

import { api, type Tried } from "../../core/api";
import { words } from "../../core/words.svelte";
import { optionsOf, packsOf } from "./options";
import type { OwnTable } from "./packing";

/** Milliseconds in which further changes are waited for. */
const PAUSE = 250;

export class Trial {
  result = $state.raw<Tried | null>(null);
  failed = $state<unknown>(null);
  isBusy = $state(false);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get canPlay(): boolean {
    return !this.isBusy && this.result !== null && !this.result.faults.length;
  }

  /** Find out about a table as soon as nothing has changed for a moment. */
  soon(table: OwnTable): void {
    this.isBusy = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(table), PAUSE);
  }

  async now(table: OwnTable): Promise<void> {
    this.isBusy = true;
    const number = ++this.#asked;
    try {
      const found = await api.tryOut(words.language, optionsOf(table), packsOf(table));
      if (number === this.#asked) [this.result, this.failed] = [found, null];
    } catch (error) {
      if (number === this.#asked) this.failed = error;
    }
    if (number === this.#asked) this.isBusy = false;
  }
}
