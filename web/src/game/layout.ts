// Where things are on the map, in pixels. Hexes are pointy-topped, as the places of the game are meant; where the room is high and
// narrow a wide map is turned a quarter, and everything here follows the turned picture.

export interface Point {
  x: number;
  y: number;
}

export interface Placed {
  hex: string;
  /** Axial: q and r. */
  place: readonly [number, number];
}

export interface Layout {
  /** From the middle of a hex to a corner. */
  radius: number;
  isTurned: boolean;
  middles: ReadonlyMap<string, Point>;
}

const ROOT = Math.sqrt(3);
/** What turning must gain before we turn: players know the map the other way, and for one as wide as high it is not worth it. */
const WORTH_TURNING = 1.02;
const NEARLY_ROUND = 1.1;

function unit([q, r]: readonly [number, number], isTurned: boolean): Point {
  const [x, y] = [ROOT * (q + r / 2), 1.5 * r];
  return isTurned ? { x: -y, y: x } : { x, y };
}

function fit(map: readonly Placed[], width: number, height: number, isTurned: boolean): Layout {
  const points = map.map(({ place }) => unit(place, isTurned));
  const [halfWidth, halfHeight] = isTurned ? [1, ROOT / 2] : [ROOT / 2, 1];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs) - halfWidth, Math.max(...xs) + halfWidth];
  const [top, bottom] = [Math.min(...ys) - halfHeight, Math.max(...ys) + halfHeight];
  const radius = Math.max(0, Math.min(width / (right - left), height / (bottom - top)));
  const middles = map.map(({ hex }, n) => {
    const point = points[n] as Point;
    return [hex, { x: width / 2 + (point.x - (left + right) / 2) * radius, y: height / 2 + (point.y - (top + bottom) / 2) * radius }] as const;
  });
  return { radius, isTurned, middles: new Map(middles) };
}

/** The largest hexes that fit. */
export function layOut(map: readonly Placed[], width: number, height: number): Layout {
  if (!map.length) return { radius: 0, isTurned: false, middles: new Map() };
  const straight = fit(map, width, height, false);
  const turned = fit(map, width, height, true);
  const [wide, high] = [fit(map, 1, Infinity, false).radius, fit(map, Infinity, 1, false).radius];
  const isRound = Math.max(wide / high, high / wide) < NEARLY_ROUND;
  return !isRound && turned.radius > straight.radius * WORTH_TURNING ? turned : straight;
}

/** The corners of a hex around its middle, for `points` of a polygon. */
export function corners(radius: number, isTurned: boolean): Point[] {
  return Array.from({ length: 6 }, (_, n) => {
    const angle = (Math.PI / 3) * n + (isTurned ? 0 : Math.PI / 6);
    return { x: Math.round(radius * Math.cos(angle) * 100) / 100, y: Math.round(radius * Math.sin(angle) * 100) / 100 };
  });
}

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The hex an arrow key leads to: near, and in that direction. None: one is at the edge. */
export function neighbor(layout: Layout, from: string, key: string): string | null {
  const [start, direction] = [layout.middles.get(from), DIRECTIONS[key]];
  if (!start || !direction) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const [hex, { x, y }] of layout.middles) {
    const [dx, dy] = [x - start.x, y - start.y];
    const distance = Math.hypot(dx, dy);
    const along = (dx * direction.x + dy * direction.y) / (distance || 1);
    if (hex === from || along < 0.4) continue;
    // Of two equally good ones the one further right, or down, so that a key always does the same.
    const cost = distance * (2 - along) - (dx + dy) * 1e-6;
    if (cost < least) [best, least] = [hex, cost];
  }
  return best;
}

export interface Spot extends Point {
  size: number;
}

/** The pieces of a hex, around its middle: a card to the left, the pawns beside it or in the middle. */
export const CARD_SPOT = { x: -0.535, y: 0 };

/** In pixels: what is smaller cannot be told apart. */
const LEAST_PAWN = 18;
/** Below this, a press beside a pawn is for it, too. */
export const TARGET = 44;

/** Where this many pawns stand, as large as they can be and apart: in a row, up and down in turn, or two above each other. */
export function pawnSpots(count: number, radius: number, isBesideCard: boolean): Spot[] {
  const [width, height] = [(isBesideCard ? 1.05 : 1.6) * radius, 0.7 * radius + 3];
  const middle = isBesideCard ? 0.265 * radius : 0;
  const put = (size: number, columns: number, step: number, place: (n: number) => readonly [column: number, y: number]): Spot[] =>
    Array.from({ length: count }, (_, n) => {
      const [column, y] = place(n);
      return { x: middle + (column - (columns - 1) / 2) * step, y, size };
    });
  const columns = Math.ceil(count / 2);
  for (let size = Math.round(0.58 * radius); ; size--) {
    const apart = size + Math.max(3, size * 0.08);
    const [aside, rise] = [(width - size) / Math.max(1, count - 1), height - size];
    if (count === 1 || aside >= apart) return put(size, count, apart, (n) => [n, 0]);
    if (count > 2 && 2 * aside >= apart && Math.hypot(aside, rise) >= apart) {
      const half = Math.sqrt(apart ** 2 - aside ** 2) / 2;
      return put(size, count, aside, (n) => [n, n % 2 ? half : -half]);
    }
    if (size <= LEAST_PAWN || (count > 3 && rise >= apart && width - size >= apart * (columns - 1)))
      return put(size, columns, apart, (n) => [n % columns, (n < columns ? -apart : apart) / 2]);
  }
}

/** A jagged line from one pawn to another, that leaves both free; between neighbors on one hex it is short and straight. */
export function bolt(from: Point, to: Point, gap: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length <= 2 * gap) return `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const [ux, uy] = [dx / length, dy / length];
  const steps = Math.max(3, Math.round(length / (gap * 1.1)));
  const points = Array.from({ length: steps + 1 }, (_, n) => {
    const along = gap + ((length - 2 * gap) * n) / steps;
    const aside = n === 0 || n === steps ? 0 : (n % 2 ? 1 : -1) * gap * 0.28;
    return `${Math.round(from.x + ux * along - uy * aside)} ${Math.round(from.y + uy * along + ux * aside)}`;
  });
  return `M${points.join("L")}`;
}
