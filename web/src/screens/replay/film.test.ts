import { describe, expect, it } from "vitest";
import type { ReplayPart } from "../../core/replays";
import type { View } from "../../protocol";
import { addressOf, changed, filmOf, linesBefore, linesOf, load, moveOf, namedTurn, stepsOf, turnAt, wantedStep, wantedTurn, type Film } from "./film";

const TURNS = [
  { step: 0, seat: 0, round: 1 },
  { step: 4, seat: 1, round: 1 },
  { step: 9, seat: 0, round: 2 },
];

describe("a change", () => {
  it("touches what it names and shares the rest", () => {
    const before = { hp: 18, seats: [{ hp: 3, book: ["a"] }, { hp: 5, book: [] }], attack: null as unknown };
    const after = changed(before, { seats: { 1: { hp: 4 } }, attack: { by: 0, hit: [] } });
    expect(after).toEqual({ hp: 18, seats: [{ hp: 3, book: ["a"] }, { hp: 4, book: [] }], attack: { by: 0, hit: [] } });
    expect(after.seats[0]).toBe(before.seats[0]);
    expect(before.seats[1]?.hp).toBe(5);
  });

  it("replaces lists that grow, and what was nothing or becomes nothing", () => {
    expect(changed({ dice: ["RG"], attack: { by: 1 } as unknown }, { dice: ["RG", "BO"], attack: null })).toEqual({ dice: ["RG", "BO"], attack: null });
  });
});

const view = (steps: number) => ({ steps }) as unknown as View;
const part = (first: number, count: number, moves = 4): ReplayPart => ({
  moves,
  first,
  view: view(first),
  steps: Array.from({ length: count }, (_, n) => (n ? { change: { steps: first + n } } : {})),
  course: { turns: TURNS, hp: [], points: [] },
  result: "",
  commitment: "",
});

describe("a film", () => {
  it("is put together from its parts", async () => {
    const asked: number[] = [];
    const { film } = await load((first) => {
      asked.push(first);
      return Promise.resolve(part(first, Math.min(2, 5 - first)));
    });
    expect(asked).toEqual([0, 2, 4]);
    expect(film.views.map(({ steps }) => steps)).toEqual([0, 1, 2, 3, 4]);
  });

  it("knows its turns", () => {
    const film = filmOf([part(0, 1, 12)]);
    expect([0, 3, 4, 8, 9, 12].map((step) => turnAt(TURNS, step))).toEqual([1, 1, 2, 2, 3, 3]);
    expect([1, 2, 3].map((turn) => stepsOf(film, turn))).toEqual([[0, 3], [4, 8], [9, 12]]);
    expect(turnAt([{ step: 2, seat: 0, round: 1 }], 1)).toBe(0);
  });
});

describe("a link to a turn", () => {
  it("leads there, or to the nearest, and says so", () => {
    expect(wantedTurn(null, 3)).toEqual({ turn: null, isThere: true });
    expect(wantedTurn("2", 3)).toEqual({ turn: 2, isThere: true });
    expect(wantedTurn("99", 3)).toEqual({ turn: 3, isThere: false });
    expect(wantedTurn("-1", 3)).toEqual({ turn: 1, isThere: false });
    for (const odd of ["", "1e9", "<b>", "２", "1.5"]) expect(wantedTurn(odd, 3)).toEqual({ turn: 1, isThere: false });
  });
});

it("a line of the log leads to the turn of its round and character", () => {
  const turns = [0, 1, 0, 1].map((seat, index) => ({ step: index * 3, seat, round: 1 + (index >> 1) }));
  const film = { course: { turns, hp: [], points: [] }, views: [{ seats: [{ character: "kit" }, { character: "iris" }] }] } as unknown as Film;
  expect(namedTurn(film, "2", "kit")).toBe(3);
  expect(namedTurn(film, "1", "iris")).toBe(2);
  for (const [round, who] of [["3", "kit"], ["2", "nobody"], [null, null], ["2", null]] as const) expect(namedTurn(film, round, who)).toBeNull();
});

it("the address names a turn where it begins, and within it the step", () => {
  const film = { moves: 5, course: { turns: [2, 4].map((step) => ({ step, seat: 0, round: 1 })), hp: [], points: [] } };
  expect([0, 1, 2, 3, 4, 5].map((step) => addressOf(film, step))).toEqual(["", "?step=1", "?turn=1", "?step=3", "?turn=2", "?step=5"]);
  expect(wantedStep("3")).toBe(3);
  for (const odd of [null, "", "-1", "<b>", "1e9", "２"]) expect(wantedStep(odd)).toBeNull();
});

it("keys step, turn and play", () => {
  expect(moveOf({ key: "ArrowRight", shiftKey: false })).toBe("on");
  expect(moveOf({ key: "ArrowRight", shiftKey: true })).toBe("turn_on");
  expect(moveOf({ key: "PageUp", shiftKey: false })).toBe("turn_back");
  expect(moveOf({ key: " ", shiftKey: false })).toBe("play");
  expect(moveOf({ key: "x", shiftKey: false })).toBeNull();
});

describe("the lines of a turn", () => {
  const event = (code: string) => ({ version: 0, step: 0, code, values: {} });
  const events = [
    ["game_started", "turn_began", "dice_rolled"],
    ["travelled"],
    ["absorbed", "turn_began", "dice_rolled"],
    ["travelled"],
  ].map((codes) => codes.map(event));
  const film = (...begins: number[]) => ({ moves: 3, events, course: { turns: begins.map((step) => ({ step, seat: 0, round: 1 })), hp: [], points: [] } });
  const told = (lines: { event: { code: string } }[]) => lines.map(({ event: { code } }) => code);

  it("begin and end where its events do", () => {
    expect(told(linesOf(film(0, 2), 1))).toEqual(["turn_began", "dice_rolled", "travelled", "absorbed"]);
    expect(told(linesOf(film(0, 2), 2))).toEqual(["turn_began", "dice_rolled", "travelled"]);
    expect(told(linesOf(film(2), 0))).toEqual(["game_started", "turn_began", "dice_rolled", "travelled", "absorbed"]);
  });

  it("of the turn before come first in the step that ends it", () => {
    expect(linesBefore(events[2] ?? [])).toBe(1);
    expect(linesBefore(events[1] ?? [])).toBe(0);
  });

  it("are shared by turns that one step brings", () => {
    expect(stepsOf(film(0, 2, 2), 2)).toEqual([2, 3]);
    expect(stepsOf(film(0, 2, 2), 3)).toEqual([2, 3]);
    expect(stepsOf(film(2), 0)).toEqual([0, 1]);
  });
});
