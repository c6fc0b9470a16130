import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, Refusal, type Component, type RoomTurn } from "../core/api";
import { knownRooms } from "../core/settings.svelte";
import { save } from "../core/storage";
import { words } from "../core/words.svelte";
import { called, described, finisher, isRunning, myRooms, playerName, sorted } from "./mine";
import { RoomWatch } from "./watching.svelte";

const KNOWN = { code: "ABCD2345", token: "", title: "Tea", at: 7 };
const TURN = { title: "", phase: "playing", names: ["Ada", "", "greedy"], bots: [false, false, true], characters: ["kit", "", "haze"], mine: false, turn: 2, since: 3, round: 2, game: "" } as const;

const turn = (more: Partial<RoomTurn> = {}): RoomTurn => ({ ...TURN, names: [...TURN.names], bots: [...TURN.bots], characters: [...TURN.characters], ...more });

test("a room is called by its title, else by those who play there, a bot by its character", () => {
  words.know([{ id: "haze", name: "Haze", text: "" } as Component]);
  expect(described(KNOWN, turn())).toMatchObject({ title: "Tea", turn: 2, since: 3000 });
  expect(called(described(KNOWN, turn()))).toBe("Tea");
  const untitled = { ...KNOWN, title: "" };
  expect(called(described(untitled, turn()))).toMatch(/^Ada .*Haze$/);
  expect(called(described(untitled, turn({ characters: ["", "", ""] })))).not.toContain("Haze");
  expect(described(KNOWN, null)).toMatchObject({ phase: null, isMine: false, since: null });
  expect(called(described(untitled, null))).toBe("ABCD2345");
});

test("in a game that is over, a bot has the name of its character, too", () => {
  words.know([{ id: "haze", name: "Haze", text: "" } as Component]);
  expect(finisher({ seat: 1, name: "greedy", bot: "greedy", character: "haze" })).toBe("Haze");
  expect(finisher({ seat: 0, name: "Ada", character: "haze" })).toBe("Ada");
});

test("in Shadow Boxing the Bots play, though nobody sits there", () => {
  words.know([{ id: "haze", name: "Haze", text: "" } as Component]);
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

describe("rooms that are looked after", () => {
  const day = 86_400_000;
  /** What the server says of each room. */
  let told: Record<string, RoomTurn | Refusal>;
  const ended = (): RoomTurn => turn({ phase: "ended", since: null, turn: null });
  const gone = new Refusal("room/not-open", "", {});
  const silent = new Refusal("page/no-server", "", {});
  const knows = (...codes: string[]): void => save("rooms", codes.map((code, age) => ({ code, token: "", title: "", at: Date.now() - (age + 1) * day })));
  const states = (rooms: readonly { code: string; phase: string | null }[]): [string, string | null][] => rooms.map(({ code, phase }) => [code, phase]);

  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
    told = {};
    vi.spyOn(api, "turn").mockImplementation(async (code) => {
      const said = told[code] ?? gone;
      if (said instanceof Refusal) throw said;
      return said;
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("a game that is over keeps no place from one that goes on, and is forgotten when its room is closed", async () => {
    knows("OVER2345", "OVER5432", "GOES2345");
    told = { OVER2345: ended(), OVER5432: ended(), GOES2345: turn() };
    await myRooms(3);
    expect(states((await myRooms(1)).rooms)).toEqual([["GOES2345", "playing"]]);
    told = { GOES2345: turn() };
    expect(states((await myRooms(3)).rooms)).toEqual([["GOES2345", "playing"]]);
    expect(knownRooms().map(({ code }) => code)).toEqual(["GOES2345"]);
  });

  test("a rematch is going on again", async () => {
    knows("OVER2345");
    told = { OVER2345: ended() };
    await myRooms(3);
    expect(knownRooms()[0]?.isOver).toBe(true);
    told = { OVER2345: turn() };
    expect((await myRooms(3)).rooms.some(isRunning)).toBe(true);
    expect(knownRooms()[0]?.isOver).toBe(false);
  });

  test("a room that lets nobody in stays in the list, unless nothing was heard of it for a month", async () => {
    knows("SHUT2345");
    expect(states((await myRooms(3)).rooms)).toEqual([["SHUT2345", null]]);
    vi.setSystemTime(Date.now() + 31 * day);
    expect((await myRooms(3)).rooms).toEqual([]);
    expect(knownRooms()).toEqual([]);
  });

  test("while the server cannot be reached everything stands as it stood, and is looked after again", async () => {
    knows("GOES2345", "SHUT2345");
    told = { GOES2345: turn({ mine: true }) };
    const watch = new RoomWatch(4);
    await vi.advanceTimersByTimeAsync(0);
    told = { GOES2345: silent };
    await vi.advanceTimersByTimeAsync(20_000);
    expect(states(watch.rooms ?? [])).toEqual([["GOES2345", "playing"], ["SHUT2345", null]]);
    told = { GOES2345: turn({ round: 9 }) };
    await vi.advanceTimersByTimeAsync(20_000);
    expect(watch.rooms?.[0]?.round).toBe(9);
    watch.close();
    vi.mocked(api.turn).mockClear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.turn).not.toHaveBeenCalled();
  });
});
