import { expect, it, vi } from "vitest";
import { clockFace, clockSaid, secondsLeft, windowLeft } from "./clocks";

vi.mock("../core/words.svelte", () => ({ t: (key: string, { n }: { n: number }) => `${n} ${key}` }));

it("runs for the seat that thinks, and stands still for the others", () => {
  const clock = { bank: [600, 500], seat: 0, until: 1600 };
  expect(secondsLeft(clock, 0, 1010)).toBe(590);
  expect(secondsLeft(clock, 1, 1010)).toBe(500);
  expect(secondsLeft(clock, 0, 9999)).toBe(0);
  expect(secondsLeft(clock, 5, 1010)).toBeNull();
  expect(secondsLeft(null, 0, 1010)).toBeNull();
});

it("shows minutes and seconds, or hours where there are days", () => {
  expect([0, 9.2, 60, 605, 3600].map(clockFace)).toEqual(["0:00", "0:10", "1:00", "10:05", "60:00"]);
  expect([3601, 3 * 86400].map(clockFace)).toEqual(["2 h", "72 h"]);
});

it("is said in steps that change seldom", () => {
  expect([3601, 3600, 61, 60, 51, 50, 0].map(clockSaid)).toEqual([
    "2 game.hours_left",
    "60 game.minutes_left",
    "2 game.minutes_left",
    "60 game.seconds_left",
    "60 game.seconds_left",
    "50 game.seconds_left",
    "0 game.seconds_left",
  ]);
});

it("knows how much of a window is left", () => {
  expect(windowLeft({ asked: [1], opened: 1010, closes: 1014 }, 1011)).toEqual({ share: 0.75, seconds: 3 });
  expect(windowLeft({ asked: [1], opened: 1010, closes: 1014 }, 1009)).toEqual({ share: 1, seconds: 4 });
  expect(windowLeft({ asked: [1], opened: 1010, closes: 1014 }, 2000)).toEqual({ share: 0, seconds: 0 });
  expect(windowLeft({ asked: [1], opened: 1010 }, 1011)).toBeNull();
});
