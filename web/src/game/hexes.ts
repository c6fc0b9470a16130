// What is said and shown on a hex, from the view and the marks. Words only; nothing here knows a rule.

import { n, t, words } from "../core/words.svelte";
import type { Threat, View } from "../protocol";
import type { BoardMarks } from "./board";
import { aboutStatuses } from "./tips";

const POWERS = ["counterspells", "shield", "attack_bonus", "start_hp", "start_gain", "unshielded"] as const;

/** `RG RG BO` as `+2 [RG] +1 [BO]`. */
function symbols(resources: string): string {
  const codes = resources.split(" ").filter(Boolean);
  return [...new Set(codes)].map((code) => `+${codes.filter((other) => other === code).length} [${code}]`).join(" ");
}

/** The power of a hex as it fits on it, with resources and icons in square brackets; of one without a power, its text. */
export function powerOf(hex: string): string {
  const facts = words.component(hex);
  const said = POWERS.filter((power) => facts?.[power]).map((power) =>
    t(`card.power_${power}`, { n: Number(facts?.[power]), gain: symbols(facts?.start_gain ?? "") }),
  );
  return said.join(" ") || (facts?.text ?? "");
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

/** How large symbols on a ribbon are. */
export const symbolSize = (radius: number): number => Math.max(20, Math.round(radius * 0.2));

const NARROW = /[ijlrtf:.1\s]/g;

/** About how wide a ribbon gets. */
function widthOf(parts: readonly Part[], radius: number): number {
  const em = Math.max(14, radius * 0.145);
  return parts.reduce((sum, { kind, text }) => sum + (kind === "text" ? (text.length * 0.435 - (text.match(NARROW)?.length ?? 0) * 0.075) * em : symbolSize(radius)) + 0.25 * em, 1.4 * em);
}

/**
 * What stands on the ribbons of a map. Text does not get smaller than can be read: where hexes are small, ribbons leave out what is
 * in parentheses, and all that say the same do, so that one can be compared with another.
 */
export function ribbonsOf(hexes: readonly string[], radius: number): ReadonlyMap<string, readonly Part[]> {
  const powers = hexes.map((hex) => ({ hex, power: powerOf(hex), said: /\([^)]*\)/.exec(powerOf(hex))?.[0] }));
  const tooLong = new Set(powers.flatMap(({ power, said }) => (widthOf(partsOf(power), radius) > radius * 1.56 ? said : [])));
  return new Map(powers.map(({ hex, power, said }) => [hex, partsOf(power, tooLong.has(said))]));
}

/** Whether the Counterspell deck lies there. */
export function hasDeck(hex: string): boolean {
  return words.component(hex)?.counterspells ?? false;
}

/** The hardest hit that enemies could deal on a hex next turn, and who could. */
export function threatTo(hex: string, marks: BoardMarks): { damage: number; seats: number[] } | null {
  const here = marks.threats.filter((threat) => threat.hex === hex);
  if (!here.length) return null;
  return { damage: Math.max(...here.map(({ damage }) => damage)), seats: [...new Set(here.map(({ seat }) => seat))] };
}

/** Who could hit somebody on a hex next turn, each with the hardest blow; empty: nobody. */
export function threatsTo(hex: string, marks: BoardMarks, nameOf: (seat: number) => string): string {
  const hardest = new Map<number, Threat>();
  for (const threat of marks.threats)
    if (threat.hex === hex && threat.damage > (hardest.get(threat.seat)?.damage ?? -1)) hardest.set(threat.seat, threat);
  const blows = [...hardest.values()].map(({ seat, card, damage }) =>
    t("card.threat_blow", { name: nameOf(seat), card: card === null ? words.term("action_ability") : words.name(card), n: damage }),
  );
  return blows.length ? t("card.threats", { blows: words.listed(blows, "or") }) : "";
}

/** What a hex does, and what keeps those who stand there from moving or rolling: a pawn on it that cannot be chosen is part of it. */
export function aboutHex(hex: string, view: View, nameOf: (seat: number) => string): string {
  const marked = view.seats.flatMap((seat, number) => {
    const about = seat.hex === hex && aboutStatuses(seat);
    return about ? [t("tip.named", { name: nameOf(number), about })] : [];
  });
  return [words.component(hex)?.text, ...marked].filter(Boolean).join("\n");
}

/** A hex in one sentence, for those who cannot see it. */
export function labelOf(hex: string, view: View, marks: BoardMarks, nameOf: (seat: number) => string): string {
  const mark = marks.hexes.get(hex);
  const card = view.map.find((facts) => facts.hex === hex)?.card;
  const standing = view.seats.flatMap((seat, number) => (seat.hex === hex ? [nameOf(number)] : []));
  const threat = threatTo(hex, marks);
  const targets = view.seats.flatMap((seat, number) => (seat.hex === hex && marks.pawns.get(number)?.isLegal ? [nameOf(number)] : []));
  return [
    words.name(hex),
    words.component(hex)?.text.replace(/\.$/, ""),
    card && t("card.hex_card", { card: words.name(card) }),
    hasDeck(hex) && t("card.hex_deck", { n: view.counterspells.length }),
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
