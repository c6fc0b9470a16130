// Where in a game one is, and how it goes on.

import type { Event, View } from "../../protocol";
import { stepsOf, turnAt, type Film, type Move } from "./film";

/** Milliseconds between two steps. */
export const PACES = { slow: 2400, normal: 1200, fast: 500 } as const;
export type Pace = keyof typeof PACES;
/** Milliseconds after which whoever moves through a game has stopped somewhere. */
const REST = 100;

export class Projector {
  film = $state.raw<Film | null>(null);
  step = $state(0);
  /** Where one stopped. What is read rather than looked at belongs to this step: nobody reads while the slider moves. */
  resting = $state(0);
  isPlaying = $state(false);
  pace = $state<Pace>("normal");

  readonly last: number = $derived.by(() => (this.film ? this.film.views.length - 1 : 0));
  readonly view: View | null = $derived.by(() => this.film?.views[this.step] ?? null);
  readonly events: Event[] = $derived.by(() => this.film?.events[this.step] ?? []);
  /** From 1; 0: the game has not begun. */
  readonly turn: number = $derived.by(() => turnAt(this.film?.course.turns ?? [], this.step));
  /** The same of the step where one stopped. */
  readonly restingTurn: number = $derived.by(() => turnAt(this.film?.course.turns ?? [], this.resting));
  readonly isMoving: boolean = $derived.by(() => this.step !== this.resting);
  readonly turns: number = $derived.by(() => this.film?.course.turns.length ?? 0);

  #changed = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  goTo(step: number): void {
    this.step = Math.min(Math.max(0, Math.round(step)), this.last);
    const now = performance.now();
    if (now - this.#changed > REST) this.resting = this.step;
    else this.#timer ??= setTimeout(() => this.#rest(), REST);
    this.#changed = now;
    if (this.step === this.last) this.isPlaying = false;
  }

  /** One timer looks again until nothing moves any more: a new one for every step would cost more than the step. */
  #rest(): void {
    const left = this.#changed + REST - performance.now();
    this.#timer = left > 0 ? setTimeout(() => this.#rest(), left) : undefined;
    if (left <= 0) this.resting = this.step;
  }

  goToTurn(turn: number): void {
    if (this.film) this.goTo(turn > this.turns ? this.last : stepsOf(this.film, Math.max(turn, 0))[0]);
  }

  do(move: Move): void {
    if (!this.film) return;
    if (move === "play") this.toggle();
    else this.isPlaying = false;
    const [begin] = stepsOf(this.film, this.turn);
    if (move === "back") this.goTo(this.step - 1);
    if (move === "on") this.goTo(this.step + 1);
    const starts = this.film.course.turns.map(({ step }) => step);
    if (move === "turn_back") this.goTo(this.step > begin ? begin : (starts.findLast((step) => step < begin) ?? 0));
    if (move === "turn_on") this.goTo(starts.find((step) => step > this.step) ?? this.last);
    if (move === "start") this.goTo(0);
    if (move === "end") this.goTo(this.last);
  }

  toggle(): void {
    if (!this.isPlaying && this.step === this.last) this.goTo(0);
    this.isPlaying = !this.isPlaying;
  }

  /** Steps that nobody would see are passed over: they say nothing. */
  tick(): void {
    const film = this.film;
    if (!film) return;
    let next = this.step + 1;
    while (next < this.last && !film.events[next]?.length) next += 1;
    this.goTo(next);
  }
}
