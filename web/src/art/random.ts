// Chance that always falls the same way: a name decides how its picture looks, on every device.

/** Numbers from 0 to 1, the same for the same text. */
export function seeded(text: string): () => number {
  let state = 2166136261;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A smooth line of hills over 0 to 1, about -1 to 1 high; it ends as high as it begins, so that it can be bent into a ring. */
export function hills(random: () => number, knots: number): (x: number) => number {
  const octaves = [1, 2, 4].map((scale) => ({
    count: knots * scale,
    weight: 0.57 / scale,
    heights: Array.from({ length: knots * scale }, () => random() * 2 - 1),
  }));
  return (x) =>
    octaves.reduce((sum, { count, weight, heights }) => {
      const place = (x - Math.floor(x)) * count;
      const left = Math.floor(place);
      const blend = (1 - Math.cos((place - left) * Math.PI)) / 2;
      const from = heights[left % count] ?? 0;
      const to = heights[(left + 1) % count] ?? 0;
      return sum + weight * (from + (to - from) * blend);
    }, 0);
}
