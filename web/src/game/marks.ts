// What the board shows of what can be chosen, what is chosen, and what it would do.

import { t, words } from "../core/words.svelte";
import type { Choice, Hit } from "../protocol";
import type { BoardMarks, HexMark, PawnMark } from "./board";
import { aimedAt, type Tier } from "./choices";
import { hasDeck } from "./hexes";
import { playerAt, deed } from "./say";
import type { Table } from "./table.svelte";

export function marksOf(table: Table): BoardMarks {
  const hexes = new Map<string, HexMark>();
  const pawns = new Map<number, PawnMark>();
  const markHex = (hex: string, mark: HexMark) => hexes.set(hex, { ...hexes.get(hex), ...mark });
  const markPawn = (seat: number, mark: PawnMark) => pawns.set(seat, { ...pawns.get(seat), ...mark });
  const markChoice = (choice: Choice, isChosen = false) => {
    const label = deed(choice, table.view);
    if (choice.hex) markHex(choice.hex, { isLegal: true, isChosen, label });
    else if (choice.target !== undefined) markPawn(choice.target, { isLegal: true, isChosen, label });
  };
  const markHits = (hits: readonly Hit[]) => {
    for (const hit of hits) markPawn(hit.seat, { damage: hit.damage, isDeadly: hit.hp <= 0 });
  };

  const { flow, choices } = table;
  for (const hex of table.reach) markHex(hex, { isInReach: true, isStruck: table.strikesHexes });
  if (flow?.kind === "cast") {
    const aims = choices.spells.get(flow.card)?.aims ?? [];
    aims.forEach((aim, index) => {
      const isChosen = index === flow.aim;
      const values = { card: words.name(flow.card), target: playerAt(table.view, aim.target), hex: words.name(aim.hex ?? "") };
      if (aim.hex) markHex(aim.hex, { isLegal: true, isChosen, label: t("game.do_cast_hex", values) });
      else if (aim.target !== null) markPawn(aim.target, { isLegal: true, isChosen, label: t("game.do_cast", values) });
    });
    markHits(tierOf(table)?.hits ?? []);
  } else if (flow?.kind === "ability") {
    for (const choice of choices.abilities) {
      if (choice.target !== undefined) {
        const isChosen = choice.target === flow.target;
        markPawn(choice.target, { isLegal: true, isChosen, label: playerAt(table.view, choice.target) });
      }
      if (choice.hex && (choice.target ?? null) === flow.target) markChoice({ ...choice, target: undefined }, choice.hex === flow.hex);
    }
    const chosen = abilityOf(table);
    if (chosen?.foreseen !== undefined) markHits(table.part?.foreseen?.[chosen.foreseen] ?? []);
  } else if (flow?.kind === "counter") {
    for (const choice of table.waysOut(flow)) markChoice(choice, choice.hex === flow.hex);
  } else if (!flow) {
    for (const choice of choices.travels.values()) markChoice(choice);
    for (const { card } of choices.collections) {
      const found = table.view.map.find((facts) => (card ? facts.card === card : hasDeck(facts.hex)));
      if (found) markHex(found.hex, { isOffered: true });
    }
    for (const verb of ["push", "steer", "flee", "freeze", "stun"]) for (const choice of choices.others.get(verb) ?? []) markChoice(choice);
    for (const [seat, cards] of aimedAt(choices)) {
      const names = words.listed(cards.map((card) => (card === null ? words.term("action_ability") : words.name(card))), "or");
      markPawn(seat, { isLegal: true, label: t("game.attack_with", { target: playerAt(table.view, seat), cards: names }) });
    }
  }
  const hinted = table.hint && choices.all.find((choice) => choice.action === table.hint?.action);
  if (hinted?.hex) markHex(hinted.hex, { isChosen: true });
  if (hinted?.target !== undefined && hinted) markPawn(hinted.target ?? 0, { isChosen: true });
  for (const hex of table.lit.hexes) {
    const card = table.view.map.find((facts) => facts.hex === hex)?.card;
    markHex(hex, { isInReach: true, isCardLit: card ? table.isLit(card) : false });
  }
  for (const seat of table.lit.seats) markPawn(seat, { isChosen: true });
  return { hexes, pawns, threats: table.threats ?? [] };
}

/** What a spell that is being cast would spend and do. */
export function tierOf(table: Table): Tier | null {
  const flow = table.flow;
  if (flow?.kind !== "cast" || flow.aim === null) return null;
  const tiers = table.choices.spells.get(flow.card)?.aims[flow.aim]?.tiers ?? [];
  return tiers[Math.min(flow.tier, tiers.length - 1)] ?? null;
}

/** The use of the Shadow ability that is being put together, once everything is chosen. */
export function abilityOf(table: Table): Choice | null {
  const flow = table.flow;
  if (flow?.kind !== "ability") return null;
  const fitting = table.choices.abilities.filter(
    (choice) =>
      (choice.target ?? null) === flow.target && (choice.hex ?? null) === flow.hex && choice.action.endsWith(" take") === flow.takes,
  );
  return fitting[0] ?? null;
}
