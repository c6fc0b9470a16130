import { afterEach, expect, it, vi } from "vitest";

document.head.innerHTML = `<title>The game</title><link rel="icon" href="/icon.svg" />`;
const { markTab } = await import("./notice");
const { change } = await import("./settings.svelte");

const icon = (): string | null | undefined => document.querySelector("link[rel=icon]")?.getAttribute("href");
function looks(isHere: boolean): void {
  vi.spyOn(document, "hasFocus").mockReturnValue(isHere);
  dispatchEvent(new Event(isHere ? "focus" : "blur"));
}

afterEach(() => {
  markTab("");
  vi.restoreAllMocks();
});

it("marks the icon of a tab whose player looks elsewhere, and no longer when they come back", () => {
  looks(false);
  expect(icon()).toBe("/icon.svg");
  markTab("Your turn");
  expect([document.title, icon()]).toEqual(["● Your turn – The game", "/icon-turn.svg"]);
  looks(true);
  expect(icon()).toBe("/icon.svg");
  looks(false);
  expect(icon()).toBe("/icon-turn.svg");
  markTab("");
  expect([document.title, icon()]).toEqual(["The game", "/icon.svg"]);
});

it("leaves the icon alone while its player looks at it", () => {
  looks(true);
  markTab("Your turn");
  expect([document.title, icon()]).toEqual(["● Your turn – The game", "/icon.svg"]);
});

it("marks no tab of a player who does not want that", () => {
  looks(false);
  change({ markTab: false });
  markTab("Your turn");
  expect([document.title, icon()]).toEqual(["The game", "/icon.svg"]);
  change({ markTab: true });
});
