// The shape of the screen decides where the parts of the table lie: below each other, the dock beside the board, or with room for
// everyone's whole board and the log.

import { on } from "svelte/events";
import { createSubscriber } from "svelte/reactivity";
import { settings } from "../core/settings.svelte";

export type Shape = "tall" | "beside" | "wide";

/** What the boards and the log take, in rem, and what the dock between them needs, in pixels: dice do not grow with the letters. */
const SIDES = 42.5;
const DOCK = 640;

export function shapeOf(width: number, height: number, rem: number): Shape {
  if (width >= SIDES * rem + DOCK && height >= 640) return "wide";
  return width >= 640 && width > height ? "beside" : "tall";
}

/** Read when somebody begins to follow it, and when it changes: each reading has the browser lay everything out. */
let screen = { width: 0, height: 0 };
const measure = () => (screen = { width: innerWidth, height: innerHeight });
const follow = createSubscriber((update) => {
  measure();
  return on(window, "resize", () => {
    measure();
    update();
  });
});

function screenNow(): typeof screen {
  follow();
  return screen;
}

export function shape(): Shape {
  const { width, height } = screenNow();
  return shapeOf(width, height, Math.max(14, 0.17 * settings.scale)); // as in app.css
}

/** Whether there is room for everyone's whole board. */
export function isWide(): boolean {
  return shape() === "wide";
}

/** Whether sheets have room for whole cards with all their text, above what is to be chosen. */
export function isRoomy(): boolean {
  return isWide() && screenNow().height >= 820;
}

/** How wide each of so many players' chips can be. */
export function chipWidth(chips: number): number {
  const { width } = screenNow();
  return (shape() === "beside" ? width * 0.55 : width) / Math.max(1, chips);
}

/** Whether there is room for the log above the dock. */
export function hasLog(): boolean {
  return isWide() || (shape() === "beside" && screenNow().height >= 600);
}
