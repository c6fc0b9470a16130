import { expect, test } from "vitest";
import type { RoomInfo } from "../../protocol";
import { canStart, notReady, openSeats, spectators } from "./people";

const ROOM: RoomInfo = {
  code: "ABCD2345",
  phase: "setup",
  options: { players: 3 },
  seats: [{ kind: "person", name: "Ada", member: 1 }, { kind: "person", name: "Ben", member: 2 }, { kind: "open" }],
  members: [{ id: 1, name: "Ada" }, { id: 2, name: "Ben" }, { id: 3, name: "Cleo" }],
  owner: 1,
  bots: ["random", "greedy"],
};

test("a game waits for open seats and for people who are not ready, but not for its owner", () => {
  expect(openSeats(ROOM)).toEqual([2]);
  expect(notReady(ROOM).map((member) => member.name)).toEqual(["Ben"]);
  expect(canStart(ROOM)).toBe(false);
});

test("it starts when all sit and are ready; who watches need not be", () => {
  const members = ROOM.members.map((member) => ({ ...member, ready: member.id === 2 }));
  const seats = [...ROOM.seats.slice(0, 2), { kind: "bot" as const, bot: "greedy", name: "greedy" }];
  expect(canStart({ ...ROOM, members, seats })).toBe(true);
  expect(spectators(ROOM).map((member) => member.name)).toEqual(["Cleo"]);
});
