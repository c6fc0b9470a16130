import { expect, test } from "vitest";
import { described, sorted } from "./mine";

const KNOWN = { code: "ABCD2345", token: "", title: "Tea", at: 7 };
const TURN = { title: "", phase: "playing", names: ["Ada", "", "Bob"], mine: false, whose: "Bob", since: 3, round: 2, game: "" } as const;

test("a room is called by its title, and has those who sit there", () => {
  expect(described(KNOWN, { ...TURN, names: [...TURN.names] })).toMatchObject({ title: "Tea", names: "Ada, Bob", whose: "Bob", since: 3000 });
  expect(described(KNOWN, null)).toMatchObject({ phase: null, isMine: false, since: null });
});

test("rooms that wait for me come first, the longest wait before the others", () => {
  const room = (code: string, more: object) => ({ ...described({ ...KNOWN, code }, { ...TURN, names: [] }), ...more });
  const rooms = [
    room("ended", { phase: "ended", since: null }),
    room("theirs", { since: 9000 }),
    room("lobby", { phase: "setup", since: null }),
    room("mine", { isMine: true, since: 8000 }),
    room("mine since long", { isMine: true, since: 1000 }),
  ];
  expect(sorted(rooms).map(({ code }) => code)).toEqual(["mine since long", "mine", "theirs", "lobby", "ended"]);
});
