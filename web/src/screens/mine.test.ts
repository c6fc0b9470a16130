import { expect, test } from "vitest";
import type { Component, RoomTurn } from "../core/api";
import { words } from "../core/words.svelte";
import { called, described, finisher, playerName, sorted } from "./mine";

const KNOWN = { code: "ABCD2345", token: "", title: "Tea", at: 7 };
const TURN = { title: "", phase: "playing", names: ["Ada", "", "greedy"], bots: [false, false, true], characters: ["kit", "", "haze"], mine: false, turn: 2, since: 3, round: 2, game: "" } as const;

const turn = (more: Partial<RoomTurn> = {}): RoomTurn => ({ ...TURN, names: [...TURN.names], bots: [...TURN.bots], characters: [...TURN.characters], ...more });

test("a room is called by its title, else by those who play there, a bot by its character", () => {
  words.know([{ id: "haze", name: "Haze" } as Component]);
  expect(described(KNOWN, turn())).toMatchObject({ title: "Tea", turn: 2, since: 3000 });
  expect(called(described(KNOWN, turn()))).toBe("Tea");
  const untitled = { ...KNOWN, title: "" };
  expect(called(described(untitled, turn()))).toMatch(/^Ada .*Haze$/);
  expect(called(described(untitled, turn({ characters: ["", "", ""] })))).not.toContain("Haze");
  expect(described(KNOWN, null)).toMatchObject({ phase: null, isMine: false, since: null });
  expect(called(described(untitled, null))).toBe("ABCD2345");
});

test("in a game that is over, a bot has the name of its character, too", () => {
  words.know([{ id: "haze", name: "Haze" } as Component]);
  expect(finisher({ seat: 1, name: "greedy", bot: "greedy", character: "haze" })).toBe("Haze");
  expect(finisher({ seat: 0, name: "Ada", character: "haze" })).toBe("Ada");
});

test("in Shadow Boxing the Bots play, though nobody sits there", () => {
  words.know([{ id: "haze", name: "Haze" } as Component]);
  const room = described(KNOWN, turn({ names: ["Ada"], bots: [false], characters: ["kit", "haze"], turn: 1 }));
  expect(room.players.map(playerName)).toEqual(["Ada", "Haze"]);
});

test("rooms that wait for me come first, the longest wait before the others", () => {
  const room = (code: string, more: object) => ({ ...described({ ...KNOWN, code }, turn()), ...more });
  const rooms = [
    room("ended", { phase: "ended", since: null }),
    room("theirs", { since: 9000 }),
    room("lobby", { phase: "setup", since: null }),
    room("mine", { isMine: true, since: 8000 }),
    room("mine since long", { isMine: true, since: 1000 }),
  ];
  expect(sorted(rooms).map(({ code }) => code)).toEqual(["mine since long", "mine", "theirs", "lobby", "ended"]);
});
