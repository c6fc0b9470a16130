import { beforeEach, expect, it, vi } from "vitest";

const KEPT = "casting-shadows:settings";

async function fresh(): Promise<typeof import("./settings.svelte")> {
  vi.resetModules();
  return import("./settings.svelte");
}

function moves(isReduced: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
}

beforeEach(() => {
  localStorage.clear();
  moves(false);
});

it("keeps what was chosen, and nothing else", async () => {
  (await fresh()).change({ name: "Ada" });
  expect(JSON.parse(localStorage.getItem(KEPT) ?? "")).toEqual({ name: "Ada" });
  moves(true);
  expect((await fresh()).settings).toMatchObject({ name: "Ada", motion: "off" });
});

it("moves as it was told to, whatever the system wants", async () => {
  (await fresh()).change({ motion: "full" });
  moves(true);
  expect((await fresh()).settings.motion).toBe("full");
});

it("speaks a language that is there", async () => {
  localStorage.setItem(KEPT, JSON.stringify({ language: "xx" }));
  expect((await fresh()).settings.language).toBe("en");
});

it("knows how many rooms it has been in, also when they are no more", async () => {
  const { forgetRoom, rememberRoom, rememberRooms, roomsEver } = await fresh();
  expect(roomsEver()).toBe(0);
  for (const code of ["ABCD2345", "ABCD2345", "EFGH2345"]) rememberRoom(code, "");
  forgetRoom("ABCD2345");
  rememberRooms([{ code: "ABCD2345", token: "", title: "", at: 1 }]);
  expect(roomsEver()).toBe(2);
  forgetRoom("ABCD2345");
  forgetRoom("EFGH2345");
  rememberRoom("JKLM2345", "");
  expect((await fresh()).roomsEver()).toBe(3);
});

it("follows what another tab changes, and takes nothing of it back with its own next change", async () => {
  const { settings, change } = await fresh();
  localStorage.setItem(KEPT, JSON.stringify({ scale: 120, easyRead: true }));
  dispatchEvent(new StorageEvent("storage", { key: KEPT }));
  expect(settings).toMatchObject({ scale: 120, easyRead: true, motion: "full" });
  change({ name: "Ada" });
  expect(JSON.parse(localStorage.getItem(KEPT) ?? "")).toEqual({ scale: 120, easyRead: true, name: "Ada" });
});
