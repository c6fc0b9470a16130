// Where several share a device, a face-down card is shown while it is held, and to look at it is not to choose it. A short tap, such as
// one that was meant for something else, shows nothing.

const LONG = 400;

export class Peek {
  held = $state<string | null>(null);
  #pressed: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasLooked = false;

  /** What a card's button listens to. */
  on(card: string): Record<string, (event: Event) => void> {
    return {
      onpointerdown: () => this.#press(card),
      onpointerup: () => this.letGo(),
      onpointerleave: () => this.#leave(card),
      onblur: () => this.#leave(card),
      onkeydown: (event) => (event as KeyboardEvent).key === " " && this.#press(card),
      onkeyup: () => this.letGo(),
      oncontextmenu: (event) => event.preventDefault(),
    };
  }

  /** Whether the press that has just ended was meant to choose. */
  isChoice(): boolean {
    const hasLooked = this.#hasLooked;
    this.#hasLooked = false;
    return !hasLooked;
  }

  /** Hide what is held, whoever's it was. */
  letGo(): void {
    clearTimeout(this.#timer);
    this.#pressed = null;
    this.held = null;
  }

  #press(card: string): void {
    if (this.#pressed === card) return; // the key repeats
    this.#pressed = card;
    this.#hasLooked = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.held = card;
      this.#hasLooked = true;
    }, LONG);
  }

  /** What is let go of elsewhere ends in no press. A finger that has been lifted leaves, too, and then its press is still to come.
   * The card that had the focus loses it to the one that is pressed now. */
  #leave(card: string): void {
    if (this.#pressed !== card) return;
    this.letGo();
    this.#hasLooked = false;
  }
}
