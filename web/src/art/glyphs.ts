// The signs of resources, in a box of 24. Shape says the kind, mark says the color: they read without color, too.

/** A color of the page, such as `--red`, or what lies behind the sign. */
export type Ink = "red" | "blue" | "shadow" | "cursed" | "any" | "rim" | "text" | "ground";

export interface Stroke {
  d: string;
  fill?: Ink;
  opacity?: number;
  stroke?: Ink;
  width?: number;
  isRound?: boolean;
  dash?: readonly [number, number];
}

const SHAPES = {
  G: { whole: "M6.5 3.5h11L22 9.5 12 21.5 2 9.5z", half: "M12 3.5h5.5L22 9.5 12 21.5z", shine: "M6.5 3.5h11L22 9.5H2z", seam: "M12 3.5v18" },
  O: { whole: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0z", half: "M12 3a9 9 0 0 1 0 18z", shine: "M12 3a9 9 0 0 1 8.6 6.4a12 12 0 0 0-17.2 0A9 9 0 0 1 12 3z", seam: "M12 3v18" },
} as const;

const ODD: Record<string, readonly Stroke[]> = {
  SF: [
    { d: "M15.5 2.5A10 10 0 1 0 21.5 15 7.6 7.6 0 0 1 15.5 2.5z", fill: "shadow" },
    { d: "M17 8.5l1 2.3 2.3 1-2.3 1-1 2.3-1-2.3-2.3-1 2.3-1z", fill: "shadow" },
  ],
  CC: [
    { d: "M12 1.5l2.6 5 5.4-.8-2 5.1 4 3.6-5.2 1.6-.6 5.5L12 18l-4.2 3.5-.6-5.5L2 14.4l4-3.6-2-5.1 5.4.8z", fill: "cursed" },
    { d: "M12 5l-2 5 4 2.4-2 5", stroke: "ground", width: 1.9 },
  ],
};

function mark(color: string, seam: string): Stroke {
  if (color === "R") return { d: "M12 7l3.6 6H8.4z", fill: "ground" };
  if (color === "B") return { d: "M6.3 9.2q2.8-2.4 5.7 0t5.7 0M8.6 13.2q1.7-1.6 3.4 0t3.4 0", stroke: "ground", width: 1.9, isRound: true };
  return { d: seam, stroke: "rim", width: 1.8 };
}

/** What to draw for a resource, one over the other. */
export function glyphOf(code: string): readonly Stroke[] {
  const odd = ODD[code];
  if (odd) return odd;
  const shape = SHAPES[code.endsWith("G") ? "G" : "O"];
  if (code.length === 1) return [{ d: shape.whole, stroke: "any", width: 1.8, dash: [2.4, 1.6] }];
  const [color = "R"] = code;
  const whole: Stroke[] = color === "P" ? [{ d: shape.whole, fill: "red" }, { d: shape.half, fill: "blue" }] : [{ d: shape.whole, fill: color === "B" ? "blue" : "red" }];
  return [...whole, { d: shape.shine, fill: "text", opacity: 0.2 }, mark(color, shape.seam)];
}
