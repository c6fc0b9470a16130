// Sounds are made, not loaded: each is a line of numbers for a small synthesizer. Nothing is heard before the first gesture, as
// browsers and people want it.

import { idle } from "./idle";
import { settings } from "./settings.svelte";

export type Sound = "roll" | "gem" | "orb" | "cast" | "cast_red" | "cast_blue" | "hit" | "counter" | "curse" | "turn" | "out" | "victory" | "shadow";

/** As much of ZzFX as is used. */
interface Synth {
  volume: number;
  sampleRate: number;
  audioContext: AudioContext;
  buildSamples: (...parameters: (number | undefined)[]) => number[];
  playSamples: (channels: number[][], volume: number, rate: number) => unknown;
}
/** Samples a second: half as many as on a disc are made in half the time, and nobody hears it in these sounds. */
const RATE = 22050;
const _ = undefined;

const SOUNDS: Record<Sound, (number | undefined)[][]> = {
  roll: [[0.6, 0.3, 190, _, 0.01, 0.05, 4, 2.2, _, _, _, _, 0.03, 1.6], [0.5, 0.3, 140, _, 0.02, 0.08, 4, 1.8, _, _, _, _, 0.05, 1.2]],
  gem: [[0.5, 0, 1050, _, 0.02, 0.12, 1, 1.4, _, _, 280, 0.04]],
  orb: [[0.6, 0, 784, 0.01, 0.05, 0.5, 0, 1, _, _, 392, 0.06]],
  cast: [[0.8, 0.05, 320, 0.03, 0.1, 0.25, 1, 0.7, 6, _, 90, 0.06, _, 0.2]],
  cast_red: [[0.8, 0.08, 210, 0.02, 0.12, 0.28, 2, 1.3, 5, _, _, _, _, 0.7]],
  cast_blue: [[0.8, 0.03, 480, 0.05, 0.12, 0.34, 0, 0.8, 4, -0.2, 160, 0.07, _, _, 8]],
  hit: [[0.9, 0.1, 130, 0.01, 0.03, 0.2, 3, 1.8, -4, _, _, _, _, 0.9]],
  counter: [[0.7, 0, 520, 0.18, 0.08, 0.08, 1, 0.6, 9, 2, -120, 0.1]],
  curse: [[0.7, 0.02, 62, 0.04, 0.16, 0.22, 2, 0.4, _, _, _, _, _, 0.3, _, 0.2]],
  turn: [[0.6, 0, 587, 0.01, 0.1, 0.3, 0, 1, _, _, 294, 0.12]],
  out: [[0.9, 0, 220, 0.05, 0.25, 0.6, 0, 0.8, -1.4, _, _, _, _, 0.1]],
  victory: [[0.8, 0, 523, 0.02, 0.4, 0.6, 0, 1, _, _, 262, 0.1, 0.12]],
  shadow: [[0.8, 0.02, 110, 0.3, 0.3, 0.5, 1, 0.5, 3, _, 55, 0.2, _, 0.1]],
};

/** How long somebody looks at a table before the first sound, in milliseconds: browsers take a tenth of a second to set sound up. */
const LOOK = 3000;

let synth: Synth | null = null;
let isComing = false;
/** Sounds as they were worked out, one at a time when there is time: that takes a while. */
const made = new Map<Sound, number[][]>();

async function prepare(): Promise<void> {
  if (isComing || settings.volume <= 0) return;
  isComing = true;
  await idle();
  const found = (await import("zzfx").catch(() => null)) as { ZZFX: Synth } | null;
  isComing = found !== null; // the server is not there: perhaps at the next gesture
  if (!found) return;
  synth = found.ZZFX;
  synth.sampleRate = RATE;
  for (const [sound, channels] of Object.entries(SOUNDS)) {
    await idle();
    made.set(sound as Sound, channels.map((parameters) => found.ZZFX.buildSamples(...parameters)));
  }
}

function wake(): void {
  if (synth?.audioContext.state === "suspended") void synth.audioContext.resume();
  else if (!synth) void prepare();
}

let isAllowed = false;

/** Be ready to be heard from the first gesture on; sounds before it are not made up for. */
export function allowSound(): void {
  if (isAllowed) return;
  isAllowed = true;
  setTimeout(() => {
    void prepare();
    addEventListener("pointerdown", wake, true);
    addEventListener("keydown", wake, true);
  }, LOOK);
}

/** Play a sound when the picture that goes with it is drawn. */
export async function play(sound: Sound): Promise<void> {
  if (settings.volume <= 0 || synth?.audioContext.state !== "running") return;
  await idle();
  synth.volume = 0.35 * settings.volume;
  for (const channel of made.get(sound) ?? []) synth.playSamples([channel], 1, 0.97 + 0.06 * Math.random());
}
