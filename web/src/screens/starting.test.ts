import { expect, test } from "vitest";
import { BEST, bestBot, readInvite, steps } from "./starting";
import type { Seat } from "../protocol";

const OPEN: Seat = { kind: "open" };
const ADA: Seat = { kind: "person", name: "Ada", member: 1 };
const BOTS = ["random", "greedy"];

test.each([
  ["ABCD2345", "ABCD2345"],
  [" abcd-2345 ", "ABCD2345"],
  ["ouil2345", "0V112345"],
  ["https://play.example.org/r/ABCD2345", "ABCD2345"],
  ["Come! http://192.168.0.4:8421/r/abcd2345#3 now", "ABCD2345"],
])("%s is an invitation", (typed, code) => {
  expect(readInvite(typed)).toBe(code);
});

test.each(["", "hello", "https://play.example.org/rules", "ABC", "not a room at all"])("%s is none", (typed) => {
  expect(readInvite(typed)).toBeNull();
});

test("the best bot is the last of the room's", () => {
  expect(bestBot({ bots: BOTS })).toBe("greedy");
});

test("a plan against bots fills every open seat and starts", () => {
  const plan = { bots: BEST, character: "kit", isStarted: true };
  expect(steps(plan, { bots: BOTS, seats: [ADA, OPEN, OPEN] })).toEqual([
    { t: "set_bot", seat: 1, bot: "greedy" },
    { t: "set_bot", seat: 2, bot: "greedy" },
    { t: "choose", seat: 0, character: "kit" },
    { t: "start" },
  ]);
});

test("people at one device take their seats by name, and nobody else is seated", () => {
  expect(steps({ names: ["Ben", "Cleo"] }, { bots: BOTS, seats: [ADA, OPEN, OPEN] })).toEqual([
    { t: "sit", seat: 1, name: "Ben" },
    { t: "sit", seat: 2, name: "Cleo" },
  ]);
});
