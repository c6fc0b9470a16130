import { afterEach, expect, it } from "vitest";
import { settings } from "../core/settings.svelte";
import { deedOf, isTyping, KEYS } from "./keys";

afterEach(() => void (settings.letterKeys = true));

const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });

it("knows every key it lists, small and capital", () => {
  for (const [shown, deed] of KEYS) {
    const name = shown === "1–5" ? "1" : shown === "Esc" ? "Escape" : shown;
    expect(deedOf(key(name))?.[0]).toBe(deed);
    expect(deedOf(key(name.toLowerCase() === "escape" ? name : name.toLowerCase()))?.[0]).toBe(deed);
  }
  expect(deedOf(key("3"))).toEqual(["book", 2]);
});

it("leaves everything else to the browser", () => {
  expect(deedOf(key("r", { ctrlKey: true }))).toBeNull();
  expect(deedOf(key("Tab"))).toBeNull();
  expect(deedOf(key("q"))).toBeNull();
});

it("hears no letter, digit or sign once they are switched off, but Escape and what others need", () => {
  settings.letterKeys = false;
  for (const [shown] of KEYS) expect(deedOf(key(shown === "1–5" ? "1" : shown === "Esc" ? "Escape" : shown))?.[0]).toBe(shown === "Esc" ? "cancel" : undefined);
});

it("does not listen while somebody types", () => {
  expect(isTyping(document.createElement("input"))).toBe(true);
  expect(isTyping(document.createElement("button"))).toBe(false);
});
