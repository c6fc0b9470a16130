import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Outgoing } from "../protocol";
import { FakeSocket, lastSocket as last } from "./fake_socket";
import { RoomLine, type Ear } from "./line";

const WELCOME = { t: "welcome", protocol: 1, server: "0", now: 0, room: { code: "ABCD2345" } };
const told: Outgoing[] = [];
const hear = (message: Outgoing): number => told.push(message);
const states: string[] = [];
const ear: Ear = {
  state: (state) => states.push(state),
  ...{ welcome: hear, room: hear, update: hear, line: hear, bye: hear },
  seen: () => ({ token: null, version: null, chat: 0, profile: null }),
};
let line: RoomLine;
const connects = (): void => void (line = new RoomLine("ABCD2345", ear, "ws://here/ws"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  for (const list of [FakeSocket.all, told, states]) list.length = 0;
});
afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("tries again when a connection hangs while it is opened", () => {
  connects();
  vi.advanceTimersByTime(9_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.all[0]?.readyState).toBe(3);
  expect(states.at(-1)).toBe("offline");
});

it("tries again when a server opens the line and stays silent, or says anything but welcome", () => {
  connects();
  last().opens();
  vi.advanceTimersByTime(5_000);
  last().says({ t: "pong", now: 0 });
  vi.advanceTimersByTime(4_000);
  expect(FakeSocket.all).toHaveLength(2);
});

it("stays on a line on which it was welcome, and asks whether anybody is there when nobody speaks", () => {
  connects();
  last().opens();
  last().says(WELCOME);
  vi.advanceTimersByTime(9_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(last().sent.map(({ t }) => t)).toEqual(["hello", "ping"]);
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all).toHaveLength(2);
});

it("asks no server for a room whose code can be none", () => {
  line = new RoomLine("ABCD2345ABCD2345ABCD2345", ear, "ws://here/ws");
  expect(FakeSocket.all).toEqual([]);
  expect(told).toMatchObject([{ t: "bye", code: "room/not-open" }]);
  expect(states.at(-1)).toBe("closed");
});

it("ends with the reason when the server does not understand who comes, and does not come again and again", () => {
  connects();
  last().opens();
  last().says({ t: "refused", code: "message/malformed", message: "no" });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(told).toMatchObject([{ t: "bye", code: "message/malformed" }]);
  expect(states.at(-1)).toBe("closed");
});

it("connects at once when somebody wants it to, and lets go of a connection that it was waiting for", () => {
  connects();
  last().close();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all).toHaveLength(2);
  line.retry();
  expect(FakeSocket.all, "what has just begun is given a moment").toHaveLength(2);
  vi.advanceTimersByTime(2_500);
  line.retry();
  const [, hanging, fresh] = FakeSocket.all;
  hanging?.opens();
  expect(hanging?.sent).toEqual([]);
  fresh?.opens();
  expect(fresh?.sent).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBeGreaterThan(3);
});
