import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Room } from "../core/room.svelte";
import { Announcer } from "./announcer.svelte";
import { follow } from "./follow.svelte";
import { Table } from "./table.svelte";

const play = vi.hoisted(() => vi.fn());
vi.mock("../core/sound", () => ({ play }));

const COUNTER = { action: "counter pointed_shield", verb: "counter", card: "pointed_shield" };
const ASKED = { seat: 1, asked: true, choices: [{ action: "pass", verb: "pass" }, COUNTER], view: { phase: "respond", seats: [{}, {}, {}] } };
const TURN = { seat: 0, choices: [{ action: "end", verb: "end" }], view: { phase: "actions", seats: [{}, {}, {}] } };

/** As much of a room as a table reads. */
class FakeRoom {
  code = "TABLE";
  info = { phase: "playing", options: {}, seats: [{}, {}, {}] };
  seats = $state.raw([1]);
  update = $state.raw({ version: 7, seats: [ASKED] as object[] });
  window: object | null = { closes: 9 };
  onupdate: ((update: object, events: object[]) => void) | null = null;
  clock = null;
  get mine(): object | undefined {
    return this.update.seats[0];
  }
  now = () => 0;
  /** What is asked of it, to be answered by the test. */
  answers: ((answer: object) => void)[] = [];
  ask = () => new Promise((resolve) => this.answers.push(resolve));
  says(version: number, ...seats: object[]): void {
    this.update = { version, seats };
    flushSync();
  }
}

let room: FakeRoom;
let table: Table;
let leave: () => void;
beforeEach(() => {
  room = new FakeRoom();
  leave = $effect.root(() => {
    table = new Table(room as unknown as Room);
    follow(table, new Announcer());
  });
  flushSync();
});
afterEach(() => leave());

describe("what was begun", () => {
  const begun = () => {
    table.begin({ kind: "counter", card: "pointed_shield", hex: null });
    flushSync();
  };

  it("stays while somebody takes more time, and through a pause", () => {
    begun();
    room.says(7, { ...ASKED, more_time: false });
    expect(table.flow).not.toBeNull();
    room.says(7, { ...ASKED, asked: false, choices: [] });
    room.says(7, ASKED);
    expect(table.flow).not.toBeNull();
  });

  it("is put away when the game goes on, or other things can be chosen", () => {
    begun();
    room.says(8, ASKED);
    expect(table.flow).toBeNull();
    begun();
    room.says(8, { ...ASKED, choices: [COUNTER] });
    expect(table.flow).toBeNull();
  });
});

describe("what is only looked at", () => {
  it.each([
    ["an attack that may be answered", { closes: 9 }, ASKED],
    ["a question of the game", null, { ...ASKED, asked: false, choices: [{ action: "gain nothing", verb: "gain" }], view: { ...ASKED.view, phase: "gain" } }],
  ])("gives way to %s, and can be looked at again", (_, window, part) => {
    room.window = null;
    room.says(8, { ...ASKED, asked: false, choices: [] });
    table.look = { kind: "menu" };
    flushSync();
    expect(table.look).not.toBeNull();
    room.window = window;
    room.says(9, part);
    expect(table.look).toBeNull();
    table.look = { kind: "menu" };
    room.says(9, { ...part });
    expect(table.look).not.toBeNull();
  });
});

it("a victory sounds for whoever has won", () => {
  const view = { seats: [{ character: "frill" }, { character: "kit" }] };
  const ended = [{ version: 8, step: 8, code: "game_ended", values: { winner: "kit" } }];
  for (const seat of [0, 1, null]) {
    play.mockClear();
    room.onupdate?.({ version: 8, seats: [{ seat, view }] }, ended);
    expect(play.mock.calls).toEqual(seat === 0 ? [] : [["victory"]]);
  }
});

describe("where a device is shared", () => {
  beforeEach(() => {
    room.seats = [0, 1];
    room.window = null;
    room.says(7, TURN, { ...ASKED, asked: false, choices: [] });
    table.takeDevice();
    flushSync();
  });

  it("nothing that one player has looked up is left for the next", () => {
    table.threats = [];
    table.look = { kind: "menu" };
    room.window = { closes: 9 };
    room.says(8, TURN, ASKED);
    expect(table.curtain).toBe(1);
    expect([table.threats, table.look]).toEqual([null, null]);
    table.takeDevice();
    expect(table.seat).toBe(1);
    expect(table.threats).toBeNull();
  });

  it("an answer that comes when the device has changed hands is for nobody", async () => {
    const asked = [table.askThreats(), table.askHint()];
    expect(room.answers).toHaveLength(2);
    room.window = { closes: 9 };
    room.says(7, TURN, ASKED);
    table.takeDevice();
    for (const answer of room.answers) answer({ t: "threats", threats: [], action: "counter pointed_shield" });
    await Promise.all(asked);
    expect([table.threats, table.hint]).toEqual([null, null]);
  });
});
