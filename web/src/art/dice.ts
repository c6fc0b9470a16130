// Dice, drawn on a canvas each: a cube in DOM would be six layers to the browser while it tumbles, and thirty elements to lay out
// at every new turn. Lengths are in sizes of the die; x points to the right, y down, z at whoever looks.

import { idle } from "../core/idle";
import { glyphOf, type Ink, type Stroke } from "./glyphs";

/** How a die is held: turned around x, y and z, in degrees, and lifted. */
export interface Pose {
  x: number;
  y: number;
  z: number;
  lift: number;
}

/** Where a face lands: the matrix of a canvas, for a face that goes from -1/2 to 1/2. */
export type Seen = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

type Vector = readonly [number, number, number];

export const REST: Pose = { x: -13, y: 15, z: 0, lift: 0 };
/** Half an edge. */
const HALF = 0.42;
/** How far away whoever looks is. */
const AWAY = 5;

/** To the right on each face and down on it; it looks where its center is. The first three are seen at rest. */
const FACES: readonly { right: Vector; down: Vector; out: Vector }[] = [
  { right: [1, 0, 0], down: [0, 1, 0], out: [0, 0, 1] },
  { right: [0, 0, 1], down: [0, 1, 0], out: [-1, 0, 0] },
  { right: [1, 0, 0], down: [0, 0, 1], out: [0, -1, 0] },
  { right: [0, 0, -1], down: [0, 1, 0], out: [1, 0, 0] },
  { right: [1, 0, 0], down: [0, 0, -1], out: [0, 1, 0] },
  { right: [-1, 0, 0], down: [0, 1, 0], out: [0, 0, -1] },
];

function turned([x, y, z]: Vector, pose: Pose): Vector {
  const [a, b, c] = [pose.x, pose.y, pose.z].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  [x, y] = [x * Math.cos(c) - y * Math.sin(c), x * Math.sin(c) + y * Math.cos(c)];
  [x, z] = [x * Math.cos(b) + z * Math.sin(b), z * Math.cos(b) - x * Math.sin(b)];
  [y, z] = [y * Math.cos(a) - z * Math.sin(a), y * Math.sin(a) + z * Math.cos(a)];
  return [x, y, z];
}

/** Where each face of a die lands; null: it looks away. */
export function seen(pose: Pose): (Seen | null)[] {
  return FACES.map(({ right, down, out }) => {
    const [u, v, n] = [turned(right, pose), turned(down, pose), turned(out, pose)];
    if (n[2] * AWAY <= HALF) return null;
    const corner = (su: number, sv: number): [number, number] => {
      const [x, y, z] = [0, 1, 2].map((axis) => HALF * ((n[axis] ?? 0) + su * (u[axis] ?? 0) + sv * (v[axis] ?? 0))) as [number, number, number];
      return [(x * AWAY) / (AWAY - z), (y * AWAY) / (AWAY - z)];
    };
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1)];
    // A canvas knows no perspective: opposite edges become equally long.
    return [(bx - ax + dx - cx) / 2, (by - ay + dy - cy) / 2, (cx - ax + dx - bx) / 2, (cy - ay + dy - by) / 2, (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4 - pose.lift];
  });
}

/** The way of a die that is thrown with these turns, from 0 to 1 of its time: it falls, bounces once and comes to rest. */
export function thrown(x: number, y: number, time: number): Pose {
  const way: readonly [number, Pose][] = [
    [0, { x, y, z: x / 4, lift: 0.9 }],
    [0.5, { x: x * 0.3, y: y * 0.32, z: 20, lift: 0 }],
    [0.72, { x: x * 0.1, y: y * 0.1, z: 6, lift: 0.28 }],
    [1, REST],
  ];
  const at = 1 - (1 - Math.min(Math.max(time, 0), 1)) ** 2;
  const next = Math.max(1, way.findIndex(([when]) => at <= when));
  const [[from, a], [to, b]] = [way[next - 1], way[next]] as [[number, Pose], [number, Pose]];
  const mixed = (part: keyof Pose) => a[part] + ((b[part] - a[part]) * (at - from)) / (to - from);
  return { x: mixed("x"), y: mixed("y"), z: mixed("z"), lift: mixed("lift") };
}

interface Body {
  front: readonly (readonly [number, string])[];
  left: string;
  top: string;
  side: string;
}

const BODIES: Record<string, Body> = {
  R: { front: [[0, "#ff9aab"], [0.6, "#c7304f"], [1, "#7c1533"]], left: "#a32045", top: "#f13066", side: "#8e1c3c" },
  B: { front: [[0, "#a9c6ff"], [0.6, "#3566d6"], [1, "#1a3585"]], left: "#264cb2", top: "#3870ff", side: "#21429b" },
  P: { front: [[0.46, "#c7304f"], [0.46, "#e4d7f3"], [0.54, "#e4d7f3"], [0.54, "#3566d6"]], left: "#6836ad", top: "#9950ff", side: "#5a2f96" },
};
const GROUND = "#0e0b1a";
const CRACK = "M0 6l5 3 1 6-4 5 6 4 1 8M32 7l-6 3-1 6 5 4-4 5 1 7M11 0l3 4 5-1";

const inks = new Map<Ink, string>();

/** A color of the page as a canvas needs it. Asked once: to ask has the page's styles worked out. */
function ink(name: Ink): string {
  if (name === "ground") return GROUND;
  const known = inks.get(name);
  if (known) return known;
  const found = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  inks.set(name, found);
  return found;
}

function draw(on: CanvasRenderingContext2D, { d, fill, opacity = 1, stroke, width = 1, isRound = false, dash }: Stroke): void {
  const path = new Path2D(d);
  on.globalAlpha = opacity;
  if (fill) {
    on.fillStyle = ink(fill);
    on.fill(path);
  }
  if (stroke) {
    on.strokeStyle = ink(stroke);
    on.lineWidth = width;
    on.lineCap = isRound ? "round" : "butt";
    on.setLineDash([...(dash ?? [])]);
    on.stroke(path);
  }
  on.globalAlpha = 1;
}

/** One face as a picture: number of the face, color, what it shows or "" and its width in pixels. */
function painted(face: number, color: string, code: string, pixels: number): HTMLCanvasElement {
  const picture = document.createElement("canvas");
  picture.width = picture.height = pixels;
  const on = picture.getContext("2d") as CanvasRenderingContext2D;
  const body = BODIES[color] ?? (BODIES["R"] as Body);
  const isFront = face === 0;
  const isCursed = isFront && code === "CC";
  on.scale(pixels / 32, pixels / 32);
  on.beginPath();
  on.roundRect(0, 0, 32, 32, 4.5);
  on.clip();
  const front = color === "P" ? on.createLinearGradient(0, 0, 32, 0) : on.createLinearGradient(0, 0, 32, 32);
  for (const [at, tint] of body.front) front.addColorStop(at, tint);
  on.fillStyle = isFront ? front : face === 1 ? body.left : face === 2 ? body.top : body.side;
  on.fillRect(0, 0, 32, 32);

  // Edges that lie in shadow, deep around a curse.
  const shade = isFront && !isCursed ? on.createLinearGradient(0, 26, 0, 32) : on.createRadialGradient(16, 16, 13, 16, 16, 23);
  shade.addColorStop(0, "#0000");
  shade.addColorStop(1, isCursed ? "#0a1405" : isFront ? "#0006" : "#0008");
  on.fillStyle = shade;
  on.fillRect(0, 0, 32, 32);

  on.fillStyle = isFront ? GROUND : "#0e0b1a66";
  on.beginPath();
  on.arc(16, 16, 13.4, 0, 2 * Math.PI);
  on.fill();
  if (code) {
    on.save();
    on.translate(5.8, 5.6);
    on.scale(0.85, 0.85);
    for (const stroke of glyphOf(code)) draw(on, stroke);
    on.restore();
  }
  if (isCursed) {
    on.lineJoin = "bevel";
    on.translate(0.6, 0);
    draw(on, { d: CRACK, stroke: "cursed", width: 2 });
    on.translate(-0.6, 0);
    on.strokeStyle = "#0a1405";
    on.stroke(new Path2D(CRACK));
  }
  on.strokeStyle = isCursed ? ink("cursed") : isFront ? "#fff6" : "#fff3";
  on.lineWidth = isFront ? 2.4 : 1.6; // half of it is outside
  on.beginPath();
  on.roundRect(0, 0, 32, 32, 4.5);
  on.stroke();
  return picture;
}

/** How wide the picture of a face is, for a die of a size. */
const pixelsOf = (size: number): number => Math.ceil(size * 2 * HALF);

const pictures = new Map<string, HTMLCanvasElement>();

function picture(face: number, color: string, code: string, pixels: number): HTMLCanvasElement {
  const key = `${face}${color}${code} ${pixels}`;
  let found = pictures.get(key);
  if (!found) pictures.set(key, (found = painted(face, color, code, pixels)));
  return found;
}

/** What the faces show: the one in front, and others as long as they are seen to pass. */
function codesOf(color: string, shown: string, isMoving: boolean): string[] {
  return isMoving ? [shown, "SF", "CC", "", shown.endsWith("G") ? `${color}O` : `${color}G`, ""] : [shown, "", "", "", "", ""];
}

/** Paint the faces of dice of a size beforehand: a throw has other things to do. */
export async function warmDice(size: number): Promise<void> {
  for (const color of Object.keys(BODIES)) {
    await idle();
    for (const shown of [`${color}G`, `${color}O`, "SF", "CC"]) {
      for (const isMoving of [false, true]) codesOf(color, shown, isMoving).forEach((code, face) => picture(face, color, code, pixelsOf(size)));
    }
  }
}

export interface Look {
  color: string;
  /** The face in front. */
  shown: string;
  /** Pixels that the die is wide, and where its center is. */
  size: number;
  x: number;
  y: number;
}

/** Draw a die. Null: it is still in the hand. */
export function drawDie(canvas: HTMLCanvasElement, { color, shown, size, x, y }: Look, pose: Pose | null): void {
  const on = canvas.getContext("2d") as CanvasRenderingContext2D;
  on.setTransform(1, 0, 0, 1, 0, 0);
  on.clearRect(0, 0, canvas.width, canvas.height);
  if (!pose) return;
  const isMoving = pose !== REST;
  const codes = codesOf(color, shown, isMoving);
  const pixels = pixelsOf(size);
  const faces = seen(pose);
  for (const face of [5, 4, 3, 2, 1, 0]) {
    const matrix = faces[face];
    if (!matrix) continue;
    const [a, b, c, d, e, f] = matrix;
    on.setTransform(a * size, b * size, c * size, d * size, x + e * size, y + f * size);
    const isGlowing = face === 0 && shown === "CC" && !isMoving;
    on.shadowColor = isGlowing ? "#abeb3466" : "#0000";
    on.shadowBlur = isGlowing ? size * 0.18 : 0;
    on.drawImage(picture(face, color, codes[face] ?? "", pixels), -0.5, -0.5, 1, 1);
  }
}
