// A map that is being drawn: which hex lies where, and where one could be put. Whether it can be played is for the server to say.

export interface Laid {
  hex: string;
  /** Axial: q and r. */
  place: readonly [number, number];
}

/** A hex and its place as rooms have them. */
export type Tile = readonly [hex: string, q: number, r: number];

const DIRECTIONS = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]] as const;

export function laid(tiles: readonly Tile[]): Laid[] {
  return tiles.map(([hex, q, r]) => ({ hex, place: [q, r] }));
}

export function tilesOf(map: readonly Laid[]): Tile[] {
  return map.map(({ hex, place }) => [hex, place[0], place[1]]);
}

export function keyOf([q, r]: readonly [number, number]): string {
  return `${q},${r}`;
}

export function at(map: readonly Laid[], place: readonly [number, number]): Laid | undefined {
  return map.find((laid) => keyOf(laid.place) === keyOf(place));
}

/** The empty places beside the map; the middle, if there is no map yet. */
export function around(map: readonly Laid[]): (readonly [number, number])[] {
  if (!map.length) return [[0, 0]];
  const found = new Map<string, readonly [number, number]>();
  for (const { place } of map)
    for (const [dq, dr] of DIRECTIONS) {
      const beside = [place[0] + dq, place[1] + dr] as const;
      if (!at(map, beside)) found.set(keyOf(beside), beside);
    }
  return [...found.values()];
}

/** The map after a hex was put somewhere: on an empty place it goes there, on another hex the two change places. */
export function put(map: readonly Laid[], hex: string, place: readonly [number, number]): Laid[] {
  const from = map.find((laid) => laid.hex === hex);
  const there = at(map, place);
  if (there?.hex === hex) return [...map];
  const others = map.filter((laid) => laid.hex !== hex && laid.hex !== there?.hex);
  const moved = there && from ? [{ hex: there.hex, place: from.place }] : [];
  return [...others, ...moved, { hex, place }];
}

export function without(map: readonly Laid[], hex: string): Laid[] {
  return map.filter((laid) => laid.hex !== hex);
}

/** The same map around the middle, so that it can grow in every direction. */
export function centred(map: readonly Laid[]): Laid[] {
  if (!map.length) return [];
  const middle = (values: number[]) => Math.round((Math.min(...values) + Math.max(...values)) / 2);
  const [q, r] = [middle(map.map(({ place }) => place[0])), middle(map.map(({ place }) => place[1]))];
  return map.map(({ hex, place }) => ({ hex, place: [place[0] - q, place[1] - r] }));
}
