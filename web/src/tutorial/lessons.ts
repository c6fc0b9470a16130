// The lessons and examples. Their content is made by `python -m tests.make_lessons`.

import made from "./lessons.json";
import type { Progress } from "./progress";

/** Something the lantern says; then the learner presses on, does one thing, or a rival does. */
export interface Step {
  say?: string;
  /** The part of the table it is about. */
  look?: string;
  /** What the learner may do; a star stands for anything. */
  allow?: readonly string[];
  /** What the rival on seat `by` does, without being asked. */
  action?: string;
  by?: number;
}

export interface Lesson {
  id: string;
  position: string;
  /** Characters, by seat; the learner's is the first. */
  players: readonly string[];
  /** None: an example, to be played on as one likes. */
  steps: readonly Step[];
}

export interface Example extends Lesson {
  /** The section of the rules it belongs to. */
  topic: string;
}

export const LESSONS: readonly Lesson[] = made.lessons;
export const EXAMPLES: readonly Example[] = made.examples.map((example) => ({ ...example, steps: [] }));

/** The first game, where it begins. */
export const FIRST: Pick<Lesson, "position" | "players"> = made.first;

export function found(id: string): Lesson | undefined {
  return [...LESSONS, ...EXAMPLES].find((lesson) => lesson.id === id);
}

export function after(lesson: Lesson): Lesson | undefined {
  const place = LESSONS.indexOf(lesson);
  return place < 0 ? undefined : LESSONS[place + 1];
}

/** The lesson to go on with: the one that was begun, else the first that is not done. */
export function upNext({ done, place }: Pick<Progress, "done" | "place">): Lesson {
  const begun = LESSONS.find((lesson) => lesson.id === place?.lesson);
  return begun ?? LESSONS.find((lesson) => !done.includes(lesson.id)) ?? (LESSONS[0] as Lesson);
}

export function isAct(step: Step): boolean {
  return step.action !== undefined || step.allow !== undefined;
}

/** The step at which a game stands after so many actions: the one that was kept, if it fits, else the first that does. */
export function stepAfter(acts: number, steps: readonly Step[], kept: number): number {
  const fits = (place: number) => steps.slice(0, place).filter(isAct).length === acts;
  if (kept < steps.length && fits(kept)) return kept;
  return steps.findIndex((_, place) => fits(place));
}

export function isAllowed(action: string, step: Step | undefined): boolean {
  return (step?.allow ?? []).some((pattern) => {
    const [head = "", ...rest] = pattern.split("*");
    return rest.length ? action.startsWith(head) : action === head;
  });
}
