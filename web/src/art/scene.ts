// The picture on a card, from its id: a sky with a moon, rays, ridges of noise. Numbers only; CardArt draws them.

import { hills, seeded } from "./random";
import { disc, remembered } from "./shared";

export interface Scene {
  moon: { x: number; y: number; r: number };
  /** From the farthest to the nearest. */
  ridges: string[];
  rays: string;
  stars: string;
  /** Where the silhouette stands, how large it is (of a box of 512), and where its light comes from. */
  figure: { x: number; y: number; scale: number; isMirrored: boolean; light: { x: number; y: number } };
}

export const WIDTH = 120;
export const HEIGHT = 84;
const round = (value: number): number => Math.round(value * 10) / 10;

function ridge(random: () => number, level: number, height: number): string {
  const line = hills(random, 3);
  let path = `M0 ${HEIGHT}`;
  for (let x = 0; x <= WIDTH; x += 4) path += `L${x} ${round(level - height * line((x / WIDTH) * 0.97))}`;
  return `${path}V${HEIGHT}z`;
}

function ray(moon: Scene["moon"], angle: number, spread: number): string {
  const far = 150;
  const point = (at: number) => `${round(moon.x + far * Math.cos(at))} ${round(moon.y + far * Math.sin(at))}`;
  return `M${moon.x} ${moon.y}L${point(angle - spread)} ${point(angle + spread)}z`;
}

export const sceneOf = remembered((id: string): Scene => {
  const random = seeded(id);
  const isLeft = random() < 0.5;
  const moon = { x: round(isLeft ? 22 + random() * 18 : 80 + random() * 18), y: round(16 + random() * 12), r: round(8 + random() * 6) };
  const scale = 0.125;
  const x = round(WIDTH / 2 - 256 * scale + (isLeft ? 1 : -1) * (4 + random() * 8));
  const y = round(12 + random() * 4);
  const turned = random() * Math.PI;
  return {
    moon,
    ridges: [0, 1, 2].map((layer) => ridge(random, 52 + layer * 11, 11 - layer * 2.5)),
    rays: Array.from({ length: 7 }, (_, n) => ray(moon, turned + (n / 7) * 2 * Math.PI, 0.06 + random() * 0.09)).join(""),
    stars: Array.from({ length: 14 }, () => disc(round(random() * WIDTH), round(random() * 46), round(0.3 + random() * 0.6))).join(""),
    figure: { x, y, scale, isMirrored: random() < 0.3, light: { x: isLeft ? -11 : 11, y: -9 } },
  };
});
