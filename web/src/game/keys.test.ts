import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settings } from "../core/settings.svelte";
import { deedOf, endTyping, isTyped, isTyping, KEYS } from "./keys";

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

describe("letters after the field that they were typed in is gone", () => {
  const body = document.body;
  const field = document.createElement("input");
  beforeEach(endTyping);

  it("belong to the word, capitals and corrections included, until nobody types any more", () => {
    expect(isTyped({ key: "n", target: field, timeStamp: 1000 })).toBe(true);
    for (const [n, key] of ["Shift", "H", "Backspace", "H", "m"].entries())
      expect(isTyped({ key, target: body, timeStamp: 1200 + 300 * n })).toBe(key.length === 1);
    expect(isTyped({ key: "u", target: body, timeStamp: 4000 })).toBe(false);
    expect(isTyped({ key: "u", target: body, timeStamp: 4100 })).toBe(false);
  });

  it("are for the game once a key or a press has ended the word", () => {
    isTyped({ key: "n", target: field, timeStamp: 1000 });
    isTyped({ key: "Enter", target: field, timeStamp: 1100 });
    expect(isTyped({ key: "u", target: body, timeStamp: 1200 })).toBe(false);
    isTyped({ key: "n", target: field, timeStamp: 2000 });
    endTyping();
    expect(isTyped({ key: "u", target: body, timeStamp: 2100 })).toBe(false);
  });

  it("say the same to whoever asks twice", () => {
    isTyped({ key: "n", target: field, timeStamp: 1000 });
    for (let n = 0; n < 2; n++) expect(isTyped({ key: "H", target: body, timeStamp: 1500 })).toBe(true);
    for (let n = 0; n < 2; n++) expect(isTyped({ key: "H", target: body, timeStamp: 3500 })).toBe(false);
  });
});
