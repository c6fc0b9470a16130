// Where several share a device, a face-down card is shown while it is held, and to look at it is not to choose it.

const LONG = 400;

export class Peek {
  held = $state<string | null>(null);
  #since = 0;
  #hasLooked = false;

  /** What a card's button listens to. */
  on(card: string): Record<string, (event: Event) => void> {
    return {
      onpointerdown: (event) => this.#hold(card, event),
      onpointerup: (event) => this.#release(event),
      onpointerleave: () => (this.held = null),
      onblur: () => (this.held = null),
      onkeydown: (event) => (event as KeyboardEvent).key === " " && this.#hold(card, event),
      onkeyup: (event) => this.#release(event),
      oncontextmenu: (event) => event.preventDefault(),
    };
  }

  /** Whether the press that has just ended was meant to choose. */
  isChoice(): boolean {
    const hasLooked = this.#hasLooked;
    this.#hasLooked = false;
    return !hasLooked;
  }

  #hold(card: string, { timeStamp }: Event): void {
    if (this.held === card) return; // the key repeats
    this.held = card;
    this.#since = timeStamp;
    this.#hasLooked = false;
  }

  #release({ timeStamp }: Event): void {
    this.#hasLooked = this.held !== null && timeStamp - this.#since > LONG;
    this.held = null;
  }
}
