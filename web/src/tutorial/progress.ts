// How far this browser's learner has come.

import { roomsEver } from "../core/settings.svelte";
import { load, save } from "../core/storage";

/** A lesson that goes on in a room, and where in it one is. */
export interface Place {
  lesson: string;
  code: string;
  token: string;
  /** The version of the game with which the lesson began. */
  base: number;
  step: number;
}

export interface Progress {
  /** Lessons that were finished. */
  done: string[];
  place: Place | null;
  /** The last lesson was among them. */
  isOver: boolean;
}

export function progress(): Progress {
  return { done: [], place: null, isOver: false, ...load<Partial<Progress>>("learn", {}) };
}

/** Whether somebody has just come here for the first time. */
export function isNewHere(): boolean {
  const { done, place } = progress();
  return !done.length && !place && roomsEver() < 2;
}

export function keepPlace(place: Place | null): void {
  save("learn", { ...progress(), place });
}

export function markDone(lesson: string, isOver: boolean): void {
  const known = progress();
  save("learn", { done: [...known.done.filter((other) => other !== lesson), lesson], place: null, isOver: known.isOver || isOver });
}
