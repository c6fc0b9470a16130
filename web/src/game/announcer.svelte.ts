// What others do is told one action at a time, at a pace people can follow, and never in anybody's way: the table itself always
// shows how things stand.

import { settings } from "../core/settings.svelte";
import type { Event, View } from "../protocol";
import { seatOf, told } from "./say";

/** HP gained or lost, shown for a moment. */
export interface Float {
  id: number;
  seat: number;
  amount: number;
}

/** The moment in which somebody takes the Shadow Form. */
export interface Beat {
  seat: number;
  character: string;
  companion: string | null;
}

export interface Announcement {
  id: number;
  /** Who did it; null: nobody in particular. */
  seat: number | null;
  lines: string[];
}

/** Shown by the table itself, or told by what led to it. */
const QUIET = ["turn_began", "market_filled", "portal_filled", "turn_ended", "answers_asked", "answer_sealed", "resources_spent", "game_started"];
/** Worth telling even to whoever did it. */
const IMPACT = ["damaged", "missed", "counterspell_used", "eliminated", "status_gained", "transformed", "conceded", "resource_drained", "time_up", "bot_took"];
const PACES = { full: 2000, fast: 1100, off: 2000 };
const BEATS = { full: 2400, fast: 1300, off: 2400 };
const MOST_WAITING = 12;
const MOST_LINES = 3;

/** Whose doing it was: of what somebody does to another, `seat` is the other. */
function doerOf({ values }: Event, view: View): number | null {
  return seatOf(view, values["by"]) ?? seatOf(view, values["seat"]);
}

function isOwnDeed(event: Event, view: View, own: readonly number[]): boolean {
  const doer = doerOf(event, view);
  return doer !== null && own.includes(doer) && !IMPACT.includes(event.code);
}

/** What these seats did, and what came of it: the table shows it, and it is read out where there is no log. */
export function ownDeeds(events: readonly Event[], view: View, own: readonly number[]): string {
  const deeds = events.filter((event) => !QUIET.includes(event.code) && isOwnDeed(event, view, own));
  return deeds.map((event) => told(event, view)).join(" ");
}

/** What of some events is worth telling to these seats: one announcement for each action of somebody. */
export function announcements(events: readonly Event[], view: View, own: readonly number[]): Omit<Announcement, "id">[] {
  const found: (Omit<Announcement, "id"> & { version: number })[] = [];
  for (const event of events) {
    if (QUIET.includes(event.code)) continue;
    if (isOwnDeed(event, view, own)) continue;
    const doer = doerOf(event, view);
    let last = found.at(-1);
    if (!last || last.version !== event.version || last.seat !== doer || last.lines.length >= MOST_LINES)
      found.push((last = { version: event.version, seat: doer, lines: [] }));
    last.lines.push(told(event, view));
  }
  return found.map(({ seat, lines }) => ({ seat, lines }));
}

export function hpChanges(events: readonly Event[], view: View): Omit<Float, "id">[] {
  return events.flatMap((event) => {
    const seat = seatOf(view, event.values["seat"]);
    const amount = Number(event.values["amount"] ?? 0);
    if (seat === null || !amount || !["damaged", "healed"].includes(event.code)) return [];
    return [{ seat, amount: event.code === "damaged" ? -amount : amount }];
  });
}

function without(dice: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return dice.filter((die) => {
    const at = left.indexOf(die);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Which dice were rolled again. Of others' it is only known what changed; if nothing did, it may have been any of them. */
export function rerolled(before: readonly string[], after: readonly string[], thrown: readonly string[]): readonly string[] {
  const found = without(after, thrown.length ? without(before, thrown) : before);
  return found.length ? found : after;
}

export class Announcer {
  current = $state.raw<Announcement | null>(null);
  waiting = $state.raw<readonly Announcement[]>([]);
  floats = $state.raw<readonly Float[]>([]);
  /** Who is just transforming. */
  beat = $state.raw<Beat | null>(null);
  /** Counts rolls of the pool, and which dice have just come of the last one, so that those tumble and no die that comes back does. */
  rolls = $state(0);
  rolled = $state.raw<readonly string[]>([]);
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #dice: readonly string[] = [];

  /** Which dice tumble, and which of them oneself has thrown again, if so. */
  see(events: readonly Event[], view: View, thrown: readonly string[]): void {
    const roll = events.findLast((event) => event.code === "dice_rolled" || event.code === "dice_rerolled");
    if (roll) this.rolls += 1;
    this.rolled = roll?.code === "dice_rolled" ? view.dice : roll ? rerolled(this.#dice, view.dice, thrown) : [];
    this.#dice = view.dice;
  }

  /** What happened, to be told to these seats. */
  hear(events: readonly Event[], view: View, own: readonly number[]): void {
    const told = announcements(events, view, own).map((found) => ({ ...found, id: ++this.#count }));
    this.waiting = [...this.waiting, ...told].slice(-MOST_WAITING);
    const floats = hpChanges(events, view).map((found) => ({ ...found, id: ++this.#count }));
    if (floats.length) {
      this.floats = [...this.floats, ...floats];
      setTimeout(() => (this.floats = this.floats.filter((float) => !floats.includes(float))), 1600);
    }
    const transformed = events.findLast((event) => event.code === "transformed");
    if (transformed) this.#show(seatOf(view, transformed.values["seat"]), transformed.values);
    if (this.current) this.#wait();
    else this.next();
  }

  /** On to what is to be told next. */
  next(): void {
    clearTimeout(this.#timer);
    const [first, ...others] = this.waiting;
    this.current = first ?? null;
    this.waiting = others;
    this.#since = performance.now();
    this.#wait();
  }

  /** The longer the queue, the shorter each is told: what is told should be what is seen on the table. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.current) return;
    const hurry = this.waiting.length > 4 ? 0.3 : this.waiting.length > 0 ? 0.5 : 1;
    const pace = PACES[settings.motion] * hurry * (1 + 0.35 * (this.current.lines.length - 1));
    this.#timer = setTimeout(() => this.next(), Math.max(0, this.#since + pace - performance.now()));
  }

  skip(): void {
    this.beat = null;
    this.waiting = [];
    this.next();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #show(seat: number | null, { seat: character, companion }: Event["values"]): void {
    if (seat === null) return;
    const beat = { seat, character: String(character), companion: companion === undefined ? null : String(companion) };
    this.beat = beat;
    setTimeout(() => (this.beat = this.beat === beat ? null : this.beat), BEATS[settings.motion]);
  }
}
