import { expect, test } from "vitest";
import { settle } from "./settle";

const field = <K extends "input" | "select">(kind: K, html = ""): HTMLElementTagNameMap[K] => {
  const made = document.createElement(kind);
  made.innerHTML = html;
  return made;
};

test("what was refused is shown no longer", async () => {
  const players = field("select", "<option>2</option><option>3</option>");
  players.value = "2";
  await settle(players, Promise.resolve(false), () => 3);
  expect(players.value).toBe("3");
  const storm = Object.assign(field("input"), { type: "checkbox", checked: true });
  await settle(storm, Promise.resolve(false), () => false);
  expect(storm.checked).toBe(false);
});

test("a number that was put within its bounds is shown there", async () => {
  const seconds = Object.assign(field("input"), { value: "1" });
  await settle(seconds, Promise.resolve(true), () => 2);
  expect(seconds.value).toBe("2");
});

test("what was entered while the answer was on its way stays", async () => {
  const title = Object.assign(field("input"), { value: "Tea" });
  const settled = settle(title, Promise.resolve(false), () => "");
  title.value = "Tea at five";
  await settled;
  expect(title.value).toBe("Tea at five");
});
