import { describe, expect, it } from "vitest";
import { bolt, corners, layOut, neighbor, pawnSpots, type Placed } from "./layout";

const FLOWER: Placed[] = [
  ["nw", 0, -1], ["ne", 1, -1], ["w", -1, 0], ["c", 0, 0], ["e", 1, 0], ["sw", -1, 1], ["se", 0, 1],
].map(([hex, q, r]) => ({ hex: hex as string, place: [q as number, r as number] }));

const TEN: Placed[] = [
  ["a1", 0, -1], ["a2", 1, -1], ["a3", 2, -1], ["b1", -1, 0], ["b2", 0, 0], ["b3", 1, 0], ["b4", 2, 0], ["c1", -1, 1], ["c2", 0, 1], ["c3", 1, 1],
].map(([hex, q, r]) => ({ hex: hex as string, place: [q as number, r as number] }));

describe("layOut", () => {
  it("gives the flower hexes of 69 on a phone, upright", () => {
    const layout = layOut(FLOWER, 360, 400);
    expect(layout.isTurned).toBe(false);
    expect(layout.radius).toBeCloseTo(360 / (3 * Math.sqrt(3)), 5);
  });

  it("never turns the flower: it is as wide as high", () => {
    for (const [width, height] of [[360, 500], [360, 900], [900, 400]]) expect(layOut(FLOWER, width as number, height as number).isTurned).toBe(false);
  });

  it("turns the map of ten a quarter on a phone, and not on a wide screen", () => {
    const phone = layOut(TEN, 360, 500);
    expect(phone.isTurned).toBe(true);
    expect(phone.radius).toBeCloseTo(72, 0);
    expect(layOut(TEN, 360, 372).isTurned).toBe(true);
    expect(layOut(TEN, 900, 640).isTurned).toBe(false);
  });

  it.each([[360, 400], [360, 500], [900, 640], [300, 900]])("keeps every corner inside %i x %i", (width, height) => {
    for (const map of [FLOWER, TEN]) {
      const { radius, isTurned, middles } = layOut(map, width, height);
      for (const middle of middles.values())
        for (const corner of corners(radius, isTurned)) {
          expect(middle.x + corner.x).toBeGreaterThan(-0.1);
          expect(middle.x + corner.x).toBeLessThan(width + 0.1);
          expect(middle.y + corner.y).toBeGreaterThan(-0.1);
          expect(middle.y + corner.y).toBeLessThan(height + 0.1);
        }
    }
  });

  it("puts neighbors one hex apart and nothing on top of each other", () => {
    const { radius, middles } = layOut(TEN, 800, 600);
    const all = [...middles.values()];
    all.forEach((a, n) =>
      all.slice(n + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(radius * Math.sqrt(3) - 0.01)),
    );
  });

  it("has nothing to lay out for no map, and no negative radius without room", () => {
    expect(layOut([], 100, 100).middles.size).toBe(0);
    expect(layOut(FLOWER, 0, 0).radius).toBe(0);
  });
});

describe("neighbor", () => {
  const layout = layOut(FLOWER, 400, 400);
  it.each([
    ["c", "ArrowLeft", "w"],
    ["c", "ArrowRight", "e"],
    ["c", "ArrowUp", "ne"],
    ["c", "ArrowDown", "se"],
    ["nw", "ArrowRight", "ne"],
    ["w", "ArrowUp", "nw"],
    ["e", "ArrowRight", null],
    ["ne", "ArrowUp", null],
    ["c", "Enter", null],
    ["nowhere", "ArrowUp", null],
  ])("from %s by %s to %s", (from, key, to) => expect(neighbor(layout, from, key)).toBe(to));

  it("reaches every hex of a turned map by arrow keys", () => {
    const turned = layOut(TEN, 360, 500);
    const seen = new Set(["b2"]);
    const queue = ["b2"];
    for (let hex = queue.pop(); hex; hex = queue.pop())
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const next = neighbor(turned, hex, key);
        if (next && !seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    expect(seen.size).toBe(TEN.length);
  });
});

describe("pawnSpots", () => {
  // As large as hexes are on a phone with ten of them, with seven, and on a desk.
  it.each([1, 2, 3, 4, 5, 6].flatMap((count) => [52, 69, 130].map((radius) => [count, radius] as const)))("keeps %i pawns on a hex of %i px, and apart", (count, radius) => {
    for (const isBesideCard of [true, false]) {
      const spots = pawnSpots(count, radius, isBesideCard);
      expect(spots).toHaveLength(count);
      for (const { x, y, size } of spots) {
        expect(Math.abs(x) + size / 2).toBeLessThan(0.9 * radius);
        expect(Math.abs(y) + size / 2).toBeLessThan(0.36 * radius + 2.6);
        if (isBesideCard) expect(x - size / 2).toBeGreaterThan(-0.32 * radius);
      }
      spots.forEach((a, n) => spots.slice(n + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.size + 2.9)));
    }
  });
});

describe("bolt", () => {
  it("runs from near one pawn to near the other", () => {
    const points = bolt({ x: 0, y: 0 }, { x: 100, y: 0 }, 10).slice(1).split("L").map((point) => point.split(" ").map(Number));
    expect(points[0]).toEqual([10, 0]);
    expect(points.at(-1)).toEqual([90, 0]);
    expect(points.length).toBeGreaterThan(3);
  });

  it("is straight between pawns that touch", () => {
    expect(bolt({ x: 0, y: 0 }, { x: 15, y: 0 }, 10)).toBe("M0 0L15 0");
  });
});
