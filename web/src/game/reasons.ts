// "Why not?" The room gives reasons for whole actions, so for a button or a card we ask about the actions a player could mean by it.

import type { Reason, View } from "../protocol";

/** What spells may cost; those a card does not take are no actions, and the room says so. */
const PAYMENTS = ["RG", "BG", "CC", "RO", "BO", "RG BG", "RG RO", "BG BO", "SF"];

export function natural(what: string, id: string, view: View, seat: number): string[] {
  const here = view.seats[seat]?.hex ?? "";
  switch (what) {
    case "attack": {
      const enemies = view.seats.filter((facts, other) => other !== seat && facts.hex !== null);
      const nearest = enemies.slice(0, 2).flatMap((enemy) => [`@${enemy.character}`, enemy.hex ?? ""]);
      return PAYMENTS.slice(0, 6).flatMap((payment) => nearest.map((aim) => `cast ${id} ${payment} ${aim}`)).slice(0, 24);
    }
    case "conversion":
      return [
        ...["RG", "BG", "RO", "BO", "SF", "RG RO"].map((gained) => `cast ${id} > ${gained}`),
        ...["RG", "BG", "RO", "BO", "CC"].flatMap((spent) => ["RG", "BG", "RO", "BO", "SF"].map((gained) => `cast ${id} ${spent} > ${gained}`)),
        `cast ${id} RG RO > SF SF SF`,
      ].slice(0, 32);
    case "collect": {
      const card = view.map.find((found) => found.hex === here)?.card;
      const payments = ["", "RG", "BG", "RO", "BO", "RG RO", "BG BO", "RG BO", "BG RO", "RO SF", "RG SF"];
      const cards = card ? [card] : ["counterspell"];
      return cards.flatMap((name) => payments.map((payment) => `collect ${name} ${payment}`.trim()));
    }
    case "ability": {
      const enemy = view.seats.find((facts, other) => other !== seat && facts.hex !== null);
      return ["ability", `ability @${enemy?.character ?? ""}`, `ability ${here}`, `ability @${enemy?.character ?? ""} ${here}`];
    }
    case "reroll":
      return view.dice.length ? view.dice.map((die) => `reroll ${die}`) : ["reroll RG"];
    case "travel":
      return [`travel ${id}`];
    case "use":
      return [`use ${id}`];
    default:
      return [what];
  }
}

/** Of what the room has against them: what stands above everything first, then range, and what is missing last. */
const ORDER = ["game-over", "not-your-choice", "wrong-phase", "already-cast", "no-points", "base-form", "not-charged", "not-in-book"];

export function worst(reasons: readonly Reason[]): Reason | null {
  const against = reasons.filter((reason) => reason.code && !NO_ACTION.includes(reason.code));
  const ranked = against.toSorted((one, other) => rank(one) - rank(other));
  return ranked[0] ?? null;
}

const NO_ACTION = ["action/unreadable", "action/unknown-word", "action/unknown-verb"];

function rank(reason: Reason): number {
  const code = (reason.code ?? "").slice("action/".length);
  const place = ORDER.indexOf(code);
  if (place >= 0) return place;
  if (code !== "cannot-pay") return ORDER.length;
  return ORDER.length + String(reason.values?.["missing"] ?? "").split(" ").length;
}
