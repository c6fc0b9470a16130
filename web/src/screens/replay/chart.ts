// Where things are on the chart of a game.

import type { TurningPoint } from "../../core/replays";

export const ICONS: Record<TurningPoint["kind"], string> = { eliminated: "skull", transformed: "moon", hit: "swords" };

type Line = readonly (readonly [number, number])[];

export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** HP that have a line of their own. */
  levels: number[];
  x: (step: number) => number;
  y: (hp: number) => number;
  stepAt: (x: number) => number;
}

/** Room for numbers on the left, for damage below, and for sigils everywhere. */
const LEFT = 28;
const EDGE = 8;
const DAMAGE = 30;

export function areaOf(width: number, height: number, last: number, hp: readonly Line[]): Area {
  const [left, right, top, bottom] = [LEFT, Math.max(LEFT + 1, width - EDGE), EDGE, height - DAMAGE];
  const steps = Math.max(1, last);
  const most = Math.max(1, ...hp.flatMap((line) => line.map(([, value]) => value)));
  const between = most > 12 ? 6 : 3;
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    left,
    right,
    top,
    bottom,
    levels: Array.from({ length: Math.floor(most / between) + 1 }, (_, n) => n * between),
    x: (step) => round(left + ((right - left) * step) / steps),
    y: (value) => round(bottom - ((bottom - top) * value) / most),
    stepAt: (x) => Math.min(last, Math.max(0, Math.round(((x - left) / (right - left)) * steps))),
  };
}

/** HP stay until they change, so the line goes in steps; it runs on to the end, or to where it falls to nothing. */
export function lineOf(line: Line, area: Area): string {
  const [first, ...others] = line;
  if (!first) return "";
  const isOut = line.at(-1)?.[1] === 0;
  return `M${area.x(first[0])} ${area.y(first[1])}${others.map(([step, hp]) => `H${area.x(step)}V${area.y(hp)}`).join("")}${isOut ? "" : `H${area.right}`}`;
}

/** Where the HP change: one path with a mark at every corner is one thing to draw. */
export function dotsOf(line: Line, area: Area): string {
  return line.map(([step, hp], index) => `${index ? "L" : "M"}${area.x(step)} ${area.y(hp)}`).join("");
}

/** Every time somebody lost HP. */
export function lossesOf(hp: readonly Line[]): { seat: number; step: number; lost: number }[] {
  return hp.flatMap((line, seat) =>
    line.flatMap(([step, now], index) => {
      const lost = (line[index - 1]?.[1] ?? now) - now;
      return lost > 0 ? [{ seat, step, lost }] : [];
    }),
  );
}
