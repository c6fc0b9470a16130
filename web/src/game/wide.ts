// The shape of the screen decides where the parts of the table lie: below each other, the dock beside the board, or with room for
// everyone's whole board and the log.

import { innerHeight, innerWidth } from "svelte/reactivity/window";

export type Shape = "tall" | "beside" | "wide";

export function shapeOf(width: number, height: number): Shape {
  if (width >= 1240 && height >= 640) return "wide";
  return width >= 640 && width > height ? "beside" : "tall";
}

export function shape(): Shape {
  return shapeOf(innerWidth.current ?? 0, innerHeight.current ?? 0);
}

/** Whether there is room for everyone's whole board, and in sheets for whole cards with all their text. */
export function isWide(): boolean {
  return shape() === "wide";
}

/** How wide each of so many players' chips can be. */
export function chipWidth(chips: number): number {
  const width = innerWidth.current ?? 0;
  return (shape() === "beside" ? width * 0.55 : width) / Math.max(1, chips);
}

/** Whether there is room for the log above the dock. */
export function hasLog(): boolean {
  return isWide() || (shape() === "beside" && (innerHeight.current ?? 0) >= 600);
}
