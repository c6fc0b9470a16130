// What is said and shown on a hex, from the view and the marks. Words only; nothing here knows a rule.

import { n, t, words } from "../core/words.svelte";
import type { HexFacts, View } from "../protocol";
import type { BoardMarks } from "./board";

const POWERS = ["counterspells", "shield", "attack_bonus", "start_hp", "start_gain", "unshielded"];
const RESOURCES = ["RG", "BG", "PG", "RO", "BO", "PO", "SF", "CC"];
const MOST = 4;

/** What a phrase says where its text occurs in another, by the names of its {gaps}. */
function found(phrase: string, text: string): Record<string, string> | null {
  const pattern = phrase.replace(/[.*+?^$()[\]|\\]/g, "\\$&").replace("{n}", "(?<n>\\d+)").replace("{resources}", "(?<resources>[^.]+)");
  const match = phrase ? new RegExp(pattern).exec(text) : null;
  return match ? { ...match.groups } : null;
}

/** `1 Red Gem and 1 Blue Orb` in symbols. */
function symbols(amounts: string): string {
  const gains = RESOURCES.flatMap((code) =>
    Array.from({ length: MOST }, (_, n) => n + 1)
      .filter((count) => found(words.amounts(Array<string>(count).fill(code)), amounts) !== null)
      .slice(-1)
      .map((count) => `+${count} [${code}]`),
  );
  return gains.join(" ");
}

/**
 * The power of a hex as it fits on it, with resources and icons in square brackets. It is read from its text, which is made of the same
 * phrases: so it is right for hexes and values of anyone's own packs, too. What is not understood is shown in full.
 */
export function powerOf(hex: string): string {
  const text = words.component(hex)?.text ?? "";
  const said = POWERS.flatMap((power) => {
    const gaps = found(words.look("phrases", `hex_${power}`), text);
    const gain = symbols(gaps?.["resources"] ?? "");
    // In some languages HP and resources are gained in the same words.
    if (!gaps || ("resources" in gaps && !gain)) return [];
    return [t(`card.power_${power}`, { n: gaps["n"] ?? "", gain })];
  });
  return said.join(" ") || text;
}

export interface Part {
  kind: "text" | "resource" | "icon";
  text: string;
}

/** What to show of a power. Words in parentheses can be left out where there is little room. */
export function partsOf(power: string, isShort = false): Part[] {
  return power
    .replace(/\(([^)]*)\)/g, isShort ? "" : "$1")
    .split(/(\[[^\]]+\])/)
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((piece) => {
      const code = /^\[(.+)\]$/.exec(piece)?.[1];
      return code ? { kind: /^[A-Z]+$/.test(code) ? "resource" : "icon", text: code } : { kind: "text", text: piece };
    });
}

/** Whether the Counterspell deck lies there: the text of the hex says so, in any language and any pack. */
export function hasDeck(hex: string): boolean {
  return words.component(hex)?.text.includes(words.look("phrases", "hex_counterspells")) ?? false;
}

/** The hardest hit that enemies could deal on a hex next turn, and who could. */
export function threatTo(hex: string, marks: BoardMarks): { damage: number; seats: number[] } | null {
  const here = marks.threats.filter((threat) => threat.hex === hex);
  if (!here.length) return null;
  return { damage: Math.max(...here.map(({ damage }) => damage)), seats: [...new Set(here.map(({ seat }) => seat))] };
}

/** A hex in one sentence, for those who cannot see it. */
export function labelOf(hex: HexFacts, view: View, marks: BoardMarks, nameOf: (seat: number) => string): string {
  const mark = marks.hexes.get(hex.hex);
  const standing = view.seats.flatMap((seat, number) => (seat.hex === hex.hex ? [nameOf(number)] : []));
  const threat = threatTo(hex.hex, marks);
  const targets = view.seats.flatMap((seat, number) => (seat.hex === hex.hex && marks.pawns.get(number)?.isLegal ? [nameOf(number)] : []));
  return [
    words.name(hex.hex),
    words.component(hex.hex)?.text.replace(/\.$/, ""),
    hex.card && t("card.hex_card", { card: words.name(hex.card) }),
    hasDeck(hex.hex) && t("card.hex_deck", { n: view.counterspells.length }),
    standing.length && n("card.here", standing.length, { names: words.listed(standing) }),
    mark?.isInReach && t("card.in_reach"),
    threat && t("card.threat", { names: words.listed(threat.seats.map(nameOf), "or"), n: threat.damage }),
    mark?.isChosen && t("card.chosen"),
    mark?.isLegal && (mark.label ? t("card.can_choose_for", { label: mark.label }) : t("card.can_choose")),
    targets.length && t("card.can_choose_for", { label: words.listed(targets, "or") }),
  ]
    .filter(Boolean)
    .join(", ");
}
