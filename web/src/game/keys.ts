// The game by keyboard. Letters do nothing while somebody types, and nothing here takes a key from the browser or a screen reader.

import { settings } from "../core/settings.svelte";
import { howItStands, whereAre, whatLies } from "./say";
import type { Table } from "./table.svelte";

/** The key as it is shown, and what it does. */
export const KEYS = [
  ["1–5", "book"],
  ["E", "end"],
  ["R", "reroll"],
  ["G", "collect"],
  ["P", "protect"],
  ["F", "refresh"],
  ["A", "ability"],
  ["U", "undo"],
  ["H", "hint"],
  ["T", "threats"],
  ["W", "where"],
  ["M", "market"],
  ["Z", "zoom"],
  ["I", "rules"],
  ["L", "log"],
  ["C", "chat"],
  ["S", "skip"],
  ["Esc", "cancel"],
  ["?", "keys"],
] as const;

/** What keys do everywhere on the page. */
export const WAYS = [
  ["Tab", "tab"],
  ["← ↑ ↓ →", "arrows"],
  ["Enter", "enter"],
] as const;

export type Deed = (typeof KEYS)[number][1];

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}

/** After this much of a second nobody is in the middle of a word any more. */
const TYPING = 1000;
/** They end what is typed; Shift and its like do not. */
const ENDS = ["Tab", "Enter", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
let typedAt = -Infinity;

/** Whether a key belongs to what is being typed: the field may be taken away by what is asked, and for a moment more letters are meant for it. */
export function isTyped({ key, target, timeStamp }: Pick<KeyboardEvent, "key" | "target" | "timeStamp">): boolean {
  const isField = isTyping(target);
  const isMeant = isField || (key.length === 1 && timeStamp - typedAt < TYPING);
  if (ENDS.includes(key)) typedAt = -Infinity;
  else if (isMeant) typedAt = timeStamp;
  return isMeant;
}

export function endTyping(): void {
  typedAt = -Infinity;
}

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** The key that is pressed, as it is listed; empty: it is the browser's, or a letter where letters are switched off. */
export function keyOf({ key, ctrlKey, metaKey, altKey }: Press): string {
  if (ctrlKey || metaKey || altKey || (key.length === 1 && !settings.letterKeys)) return "";
  return key.toUpperCase();
}

/** What a key means here; null: nothing, it is the browser's. */
export function deedOf(event: Press): [Deed, number] | null {
  const key = keyOf(event);
  if (/^[1-9]$/.test(key)) return ["book", Number(key) - 1];
  const found = KEYS.find(([shown]) => shown.toUpperCase() === (key === "ESCAPE" ? "ESC" : key));
  return found ? [found[1], 0] : null;
}

/** Where something is in sight already, that is where the keyboard goes. */
function goTo(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

/** Arrow keys choose among radio buttons, as they do everywhere. */
export function chooseBeside(event: KeyboardEvent): boolean {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const from = event.target instanceof Element ? event.target.closest("[role=radio]") : null;
  const radios = [...(from?.closest("[role=radiogroup]")?.querySelectorAll<HTMLElement>("[role=radio]") ?? [])];
  if (!step || !from || event.ctrlKey || event.metaKey || event.altKey) return false;
  const to = radios.at((radios.indexOf(from as HTMLElement) + step) % radios.length);
  to?.focus();
  to?.click();
  return true;
}

export function press(table: Table, deed: Deed, number: number, skip: () => void): void {
  const { choices } = table;
  switch (deed) {
    case "book": {
      const card = table.seat === null ? undefined : table.view.seats[table.seat]?.book[number];
      if (card) table.useCard(card);
      return;
    }
    case "end":
      if (choices.end) table.startEnd();
      else void table.explain("end");
      return;
    case "reroll":
      if (choices.rerolls.size) table.begin({ kind: "reroll", dice: [] });
      else void table.explain("reroll");
      return;
    case "collect":
      if (choices.collections.length) table.startCollect();
      else void table.explain("collect");
      return;
    case "protect":
      if (choices.protect) void table.act(choices.protect);
      else void table.explain("protect");
      return;
    case "refresh":
      if (choices.refresh) table.begin({ kind: "refresh" });
      else void table.explain("refresh");
      return;
    case "ability":
      if (choices.abilities.length) table.startAbility();
      else void table.explain("ability");
      return;
    case "undo":
      void table.undo();
      return;
    case "hint":
      void table.askHint(true);
      return;
    case "threats":
      void table.toggleThreats();
      return;
    case "where":
      table.speak(`${howItStands(table.view, table.names())} ${whereAre(table.view, table.names())}`);
      return;
    case "market":
      table.speak(whatLies(table.view));
      return;
    case "chat":
      if (table.hasChat && !goTo(".game aside .chat input")) table.look = { kind: deed };
      return;
    case "log":
      if (!goTo(".game aside [role=log]")) table.look = { kind: deed };
      return;
    case "keys":
      table.look = { kind: deed };
      return;
    case "skip":
      skip();
      return;
    case "zoom":
    case "rules": // Zoom.svelte hears them itself, also over a dialog
      return;
    case "cancel":
      if (table.look) table.look = null;
      else table.cancel();
  }
}
