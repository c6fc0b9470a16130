import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event } from "../protocol";
import { FakeSocket, lastSocket } from "./fake_socket";
import { common, Room } from "./room.svelte";
import { route } from "./route.svelte";
import { knownRooms, rememberRoom } from "./settings.svelte";

const taken = (values: Event["values"]): Event => ({ version: 4, step: 3, code: "counterspell_taken", values: { seat: "kit", ...values } });
const moved = (hex: string): Event => ({ version: 4, step: 3, code: "travelled", values: { seat: "kit", hex } });

it("tells people who share a device no more than all of them know", () => {
  const kit = [moved("thornwood"), taken({ counterspell: "vanish" }), { version: 5, step: 4, code: "answer_sealed", values: { seat: "kit", action: "pass" } }];
  const frill = [moved("thornwood"), taken({})];
  expect(common([kit, frill])).toEqual([moved("thornwood"), taken({})]);
  expect(common([frill, kit])).toEqual([moved("thornwood"), taken({})]);
});

it("keeps what happens twice, and everything for one alone", () => {
  const events = [moved("thornwood"), moved("ancient_rune"), taken({ counterspell: "vanish" })];
  expect(common([events])).toEqual(events);
  expect(common([events, events])).toEqual(events);
  expect(common([])).toEqual([]);
});

describe("a room", () => {
  const info = { code: "ABCD2345", phase: "playing", options: {}, seats: [{ kind: "person", member: 1 }], members: [{ id: 1, name: "Ada" }], bots: [] };
  let room: Room;

  function comesIn(): void {
    lastSocket().opens();
    lastSocket().says({ t: "welcome", protocol: 1, server: "0", now: 0, room: info, you: 1 });
  }
  function loses(): void {
    lastSocket().close();
    vi.advanceTimersByTime(1);
  }

  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all.length = 0;
    room = new Room("ABCD2345");
  });
  afterEach(() => {
    room.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it("offers more than to wait when its line has been down for long, whatever was tried meanwhile", () => {
    comesIn();
    loses();
    vi.advanceTimersByTime(9_000);
    expect(room.isStuck).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(room.isStuck).toBe(true);
    room.retry();
    comesIn();
    expect(room.isStuck).toBe(false);
  });

  it("says why there is no line until there is one", () => {
    comesIn();
    lastSocket().says({ t: "bye", code: "server/restart", message: "", retry: 1 });
    loses();
    expect(room.bye?.code).toBe("server/restart");
    room.retry();
    comesIn();
    expect(room.bye).toBeNull();
  });

  const turn = (...versions: number[]) => ({
    t: "update",
    version: versions.at(-1) ?? 0,
    now: 0,
    seats: [{ seat: 0, view: {}, undo_all: 1, events: versions.map((version) => ({ version, step: version, code: "travelled", values: {} })) }],
  });
  const upTo = (first: number, last: number) => turn(...Array.from({ length: last - first + 1 }, (_, n) => first + n));
  function plays(): unknown[] {
    const news: unknown[] = [];
    comesIn();
    lastSocket().says(turn(1));
    room.onnews = (events) => news.push(...events.map(({ version }) => version));
    return news;
  }
  function isHidden(is: boolean): void {
    vi.spyOn(document, "hidden", "get").mockReturnValue(is);
    document.dispatchEvent(new Event("visibilitychange"));
  }

  it("tells people who are there whatever happens at once as news, and can still be taken back to its checkpoint", () => {
    const news = plays();
    lastSocket().says({ ...turn(2), seats: [{ seat: 0, view: {} }] });
    const { checkpoint } = room;
    lastSocket().says(upTo(3, 14));
    expect(room.missed).toBeNull();
    expect(news).toHaveLength(12);
    expect(room.checkpoint).toBe(checkpoint);
  });

  it("tells whoever comes back after a break what happened, in one list if it was much", () => {
    const news = plays();
    loses();
    room.retry();
    comesIn();
    lastSocket().says(upTo(2, 14));
    expect(room.missed?.events).toHaveLength(13);
    expect(news).toEqual([]);
    expect(room.checkpoint).toBe(Infinity);
  });

  it("keeps a little that happens behind another tab until somebody looks, and tells it as news", () => {
    const news = plays();
    isHidden(true);
    lastSocket().says(upTo(2, 4));
    expect(news).toEqual([]);
    isHidden(false);
    expect(news).toEqual([2, 3, 4]);
    expect(room.missed).toBeNull();
  });

  it("tells much that happened behind another tab in one list, whether the line held or not", () => {
    const news = plays();
    isHidden(true);
    lastSocket().says(upTo(2, 4));
    lastSocket().says(upTo(5, 7));
    loses();
    room.retry();
    comesIn();
    lastSocket().says(upTo(8, 10));
    isHidden(false);
    expect(room.missed?.events.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(news).toEqual([]);
  });

  it("keeps the picks of a draft in its log, and of the game before it nothing", () => {
    let version = 0;
    const happens = (...codes: string[]): void => {
      version += 1;
      lastSocket().says({ ...turn(version), seats: [{ seat: 0, view: {}, events: codes.map((code) => ({ version, step: version, code, values: {} })) }] });
    };
    const told = (): string[] => room.log.map(({ code }) => code);
    comesIn();
    happens("travelled", "travelled");
    happens("travelled");
    expect(told()).toHaveLength(3);
    happens("character_picked");
    happens("undone");
    happens("bot_took", "character_picked");
    happens("character_picked", "game_started", "turn_began");
    expect(told()).toEqual(["character_picked", "undone", "bot_took", "character_picked", "character_picked", "game_started", "turn_began"]);
    happens("travelled");
    happens("game_ended");
    expect(told()).toHaveLength(9);
    happens("character_picked");
    happens("character_picked", "game_started", "turn_began");
    expect(told()).toEqual(["character_picked", "character_picked", "game_started", "turn_began"]);
    happens("game_started", "turn_began");
    expect(told()).toEqual(["game_started", "turn_began"]);
  });

  it("counts lines of the chat that are new, on this device and after a reload: of others, and of nobody who is muted", () => {
    const says = (number: number, member: number): void => lastSocket().says({ t: "line", number, member, name: "", at: 0, text: "hm" });
    comesIn();
    for (const [number, member] of [[1, 2], [2, 1], [3, 3]] as const) says(number, member);
    expect(room.unread).toBe(2);
    room.muted = [3];
    expect(room.unread).toBe(1);
    room.readChat();
    expect(room.unread).toBe(0);
    room.close();
    room = new Room("ABCD2345");
    comesIn();
    for (const [number, member] of [[1, 2], [2, 1], [3, 3], [4, 2]] as const) says(number, member);
    expect(room.unread).toBe(1);
  });

  it("is entered once, however often that is asked for", async () => {
    const sent = (): { t: string; token?: string; seq?: number }[] => lastSocket().sent.filter(({ t }) => t === "join");
    lastSocket().opens();
    lastSocket().says({ t: "welcome", protocol: 1, server: "0", now: 0, room: info });
    const joining = [room.join("Ada", 0), room.join("Ada", 0)];
    const [asked] = sent();
    expect(sent()).toHaveLength(1);
    lastSocket().says({ t: "ack", seq: asked?.seq, version: 0 });
    expect(await Promise.all(joining)).toEqual([true, false]);
    expect(knownRooms()).toMatchObject([{ code: "ABCD2345", token: asked?.token }]);
    loses();
    room.retry();
    lastSocket().opens();
    expect(lastSocket().sent).toMatchObject([{ t: "hello", token: asked?.token }]);
  });

  it("can be entered after a refusal", async () => {
    const sent = (): { t: string; seq?: number }[] => lastSocket().sent.filter(({ t }) => t === "join");
    lastSocket().opens();
    lastSocket().says({ t: "welcome", protocol: 1, server: "0", now: 0, room: info });
    for (const [answer, isIn] of [["refused", false], ["ack", true]] as const) {
      const joining = room.join("Ada", 0);
      lastSocket().says({ t: answer, seq: sent().at(-1)?.seq, code: "seat/taken", message: "", version: 0 });
      expect(await joining).toBe(isIn);
    }
  });

  it("is known to be over until a game begins there again", () => {
    rememberRoom("ABCD2345", "00");
    room.close();
    room = new Room("ABCD2345");
    comesIn();
    const isOver = (phase: string): boolean => {
      lastSocket().says({ t: "room", now: 0, room: { ...info, phase } });
      return knownRooms()[0]?.isOver ?? false;
    };
    expect(["playing", "ended", "starting"].map(isOver)).toEqual([false, true, false]);
    isOver("ended");
    loses();
    room.retry();
    lastSocket().opens();
    lastSocket().says({ t: "welcome", protocol: 1, server: "0", now: 0, room: { ...info, phase: "ended" }, you: 1 });
    expect(knownRooms()).toMatchObject([{ code: "ABCD2345", isOver: true }]);
  });

  it("is left with a goodbye, and without one where nobody hears it", () => {
    route.screen = "room";
    comesIn();
    room.leave();
    expect(lastSocket().sent.at(-1)?.t).toBe("leave");
    expect(route.screen).toBe("room");
    loses();
    room.leave();
    expect(route.screen).toBe("home");
  });
});
