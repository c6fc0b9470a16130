// Everything that runs down, by the room's clock.

import { t } from "../core/words.svelte";
import type { Clock, Window } from "../protocol";

/** Seconds a seat has left to think; null: there are no clocks. */
export function secondsLeft(clock: Clock | null, seat: number, now: number): number | null {
  const bank = clock?.bank[seat];
  if (clock === null || bank === undefined) return null;
  return Math.max(0, clock.seat === seat && clock.until !== undefined ? clock.until - now : bank);
}

const MINUTE = 60;
const HOUR = 3600;

/** `9:05`, or where there are days to think, `71 h`. */
export function clockFace(seconds: number): string {
  if (seconds > HOUR) return `${Math.ceil(seconds / HOUR)} h`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The same as a label says it: in steps, so that it is not another with every second. */
export function clockSaid(seconds: number): string {
  if (seconds > HOUR) return t("game.hours_left", { n: Math.ceil(seconds / HOUR) });
  if (seconds > MINUTE) return t("game.minutes_left", { n: Math.ceil(seconds / MINUTE) });
  return t("game.seconds_left", { n: Math.ceil(seconds / 10) * 10 });
}

/** How much of a response window is left, from 1 to 0; null: it waits. */
export function windowLeft(window: Window, now: number): { share: number; seconds: number } | null {
  if (window.closes === undefined || window.closes === null) return null;
  const whole = window.closes - window.opened;
  const seconds = Math.min(whole, Math.max(0, window.closes - now));
  return { share: whole > 0 ? seconds / whole : 0, seconds };
}
