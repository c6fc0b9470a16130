// A game as a row of views, put together from one view and what changed after it. Nothing here knows what any of it means.

import type { Change, Course, ReplayPart, Turn } from "../../core/replays";
import type { Event, View } from "../../protocol";

export interface Film {
  moves: number;
  /** One for each step, from 0 on. What has not changed is the same object in both. */
  views: View[];
  /** What led to each step. */
  events: Event[][];
  course: Course;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A value with a change made to it. The value itself stays as it is. */
export function changed<T>(before: T, change: unknown): T {
  if (!isObject(before) || !isObject(change) || Array.isArray(change)) return change as T;
  const after = (Array.isArray(before) ? [...(before as unknown[])] : { ...before }) as Record<string, unknown>;
  for (const [key, part] of Object.entries(change as Change)) after[key] = changed((before as Record<string, unknown>)[key], part);
  return after as T;
}

/** Put the parts of a game together, in order. */
export function filmOf(parts: readonly ReplayPart[]): Film {
  const views: View[] = [];
  const events: Event[][] = [];
  for (const part of parts) {
    part.steps.forEach((step, index) => {
      views.push(index === 0 ? part.view : changed(views.at(-1) as View, step.change ?? {}));
      events.push((step.events ?? []).map(({ code, values }) => ({ version: part.first + index, step: part.first + index, code, values })));
    });
  }
  const first = parts[0] as ReplayPart;
  return { moves: first.moves, views, events, course: first.course };
}

/** Load a game part by part. */
export async function load(part: (first: number) => Promise<ReplayPart>): Promise<{ film: Film; last: ReplayPart }> {
  const parts = [await part(0)];
  const [{ moves }] = parts as [ReplayPart];
  for (let known = (parts[0] as ReplayPart).steps.length; known <= moves; ) {
    const next = await part(known);
    if (!next.steps.length) break;
    parts.push(next);
    known += next.steps.length;
  }
  return { film: filmOf(parts), last: parts.at(-1) as ReplayPart };
}

/** The number of the turn a step belongs to, from 1; 0 before the first. */
export function turnAt(turns: readonly Turn[], step: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle] as Turn).step <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The steps of a turn, first and last. Turns that one step brings, such as those of Shadow Boxing's Bots, share theirs. */
export function stepsOf(film: Pick<Film, "course" | "moves">, turn: number): [number, number] {
  const { turns } = film.course;
  const from = turn > 0 ? (turns[turn - 1]?.step ?? 0) : -1;
  const next = turns.find(({ step }) => step > from);
  return [Math.max(from, 0), Math.max(from, 0, next ? next.step - 1 : film.moves)];
}

export interface Line {
  /** The step that brought it. */
  step: number;
  event: Event;
}

/** What happened in a turn. The step that begins a turn ends the one before: what comes first in it belongs to that one. */
export function linesOf(film: Pick<Film, "course" | "moves" | "events">, turn: number): Line[] {
  const [from, to] = stepsOf(film, turn);
  const isBegin = ({ event }: Line) => event.code === "turn_began";
  const lines = film.events.slice(from, to + 2).flatMap((events, index) => events.map((event) => ({ step: from + index, event })));
  const begin = turn > 0 ? Math.max(0, lines.findIndex(isBegin)) : 0;
  const end = lines.findIndex((line) => line.step > to && isBegin(line));
  return lines.slice(begin, end < 0 ? undefined : end);
}

/** How many lines of a step still belong to the turn before, if it begins another. */
export function linesBefore(events: readonly Pick<Event, "code">[]): number {
  return Math.max(0, events.findIndex(({ code }) => code === "turn_began"));
}

/** The turn a link names, if there is one; else the nearest. */
export function wantedTurn(asked: string | null, turns: number): { turn: number | null; isThere: boolean } {
  if (asked === null) return { turn: null, isThere: true };
  const number = /^\s*[+-]?\d{1,9}\s*$/.test(asked) ? Number(asked) : NaN;
  const turn = Math.min(Math.max(Number.isNaN(number) ? 1 : number, 1), Math.max(turns, 1));
  return { turn, isThere: turn === number && turns > 0 };
}

/** The step a link names, if it names one; what is none of this game is left to whoever goes there. */
export function wantedStep(asked: string | null): number | null {
  return asked && /^\d{1,6}$/.test(asked) ? Number(asked) : null;
}

/** Where one is, for the address: a turn where it begins, and within it the step; nothing before the first. */
export function addressOf(film: Pick<Film, "course" | "moves">, step: number): string {
  const turn = turnAt(film.course.turns, step);
  if (turn > 0 && stepsOf(film, turn)[0] === step) return `?turn=${turn}`;
  return step > 0 ? `?step=${step}` : "";
}

/** The turn that a line of a game's log names by its round and character; null: none. */
export function namedTurn({ course: { turns }, views }: Pick<Film, "course" | "views">, round: string | null, who: string | null): number | null {
  const seat = views.at(-1)?.seats.findIndex(({ character }) => character === who) ?? -1;
  const index = turns.findLastIndex((turn) => turn.seat === seat && String(turn.round) === round);
  return index < 0 ? null : index + 1;
}

/** Whether what happened is worth a line: what only the engine needs, and what is said by the next line, is not. */
export function isTold(event: Pick<Event, "code">, isOpen: boolean): boolean {
  return event.code !== "turn_ended" && (isOpen || event.code !== "answer_sealed");
}

export interface Key {
  key: string;
  shiftKey: boolean;
}

export type Move = "back" | "on" | "turn_back" | "turn_on" | "start" | "end" | "play";

const KEYS: Record<string, Move> = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn_back", PageDown: "turn_on", Home: "start", End: "end", " ": "play" };
const WITH_SHIFT: Record<string, Move> = { ArrowLeft: "turn_back", ArrowRight: "turn_on" };

/** What a key does to a film; null: nothing. */
export function moveOf({ key, shiftKey }: Key): Move | null {
  return (shiftKey ? WITH_SHIFT[key] : undefined) ?? KEYS[key] ?? null;
}
