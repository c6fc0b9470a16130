// What a seat may do now, put in the order in which a player decides. Nothing is worked out here: everything that is possible
// is in the room's choices, and everything they would do is in what the room foresees.

import type { Choice, Hit } from "../protocol";

/** Ways to pay for the same thing, in the room's order: the first is the one it suggests. */
export type Payments = Choice[];

/** So many resources spent on a spell, and what they would do. */
export interface Tier {
  spent: number;
  hits: Hit[];
  payments: Payments;
}

/** Something a spell or an ability can be aimed at. */
export interface Aim {
  target: number | null;
  hex: string | null;
  tiers: Tier[];
}

export interface Spell {
  card: string;
  /** Of an Attack Spell. */
  aims: Aim[];
  /** Of a Conversion Spell: one for each thing it could make of other things. */
  conversions: Choice[];
}

/** A card that can be collected. */
export interface Collection {
  /** Null: the top Counterspell. */
  card: string | null;
  /** By the card given up for it; the empty one: none is. */
  drops: Map<string, Payments>;
}

export interface Choices {
  /** Whose they are; null: a spectator's, who has none. */
  seat: number | null;
  all: readonly Choice[];
  travels: Map<string, Choice>;
  spells: Map<string, Spell>;
  collections: Collection[];
  uses: Map<string, Choice>;
  abilities: Choice[];
  /** By the dice, see `diceKey`. */
  rerolls: Map<string, Choice>;
  protect: Choice | null;
  refresh: Choice | null;
  end: Choice | null;
  stay: Choice | null;
  pass: Choice | null;
  /** Everything else by its verb: `absorb`, `transform`, `counter`, `pick`, `gain`, `push`, … */
  others: Map<string, Choice[]>;
}

export function listOf(resources: string | undefined): string[] {
  return (resources ?? "").split(" ").filter(Boolean);
}

/** The same for the same dice in any order. */
export function diceKey(dice: readonly string[]): string {
  return [...dice].sort().join(" ");
}

/** What a choice says after its verb. */
export function rest(choice: Choice): string {
  return choice.action.slice(choice.verb.length + 1);
}

export function group(choices: readonly Choice[], foreseen: readonly (readonly Hit[])[], seat: number | null): Choices {
  const found: Choices = {
    seat,
    all: choices,
    travels: new Map(),
    spells: new Map(),
    collections: [],
    uses: new Map(),
    abilities: [],
    rerolls: new Map(),
    protect: null,
    refresh: null,
    end: null,
    stay: null,
    pass: null,
    others: new Map(),
  };
  for (const choice of choices) {
    switch (choice.verb) {
      case "travel":
        found.travels.set(choice.hex ?? "", choice);
        break;
      case "cast":
        addCast(found.spells, choice, foreseen);
        break;
      case "collect":
        addCollection(found.collections, choice);
        break;
      case "use":
        found.uses.set(choice.card ?? "", choice);
        break;
      case "ability":
        found.abilities.push(choice);
        break;
      case "reroll":
        found.rerolls.set(diceKey(listOf(rest(choice))), choice);
        break;
      case "protect":
      case "refresh":
      case "end":
      case "stay":
      case "pass":
        found[choice.verb] = choice;
        break;
      default:
        push(found.others, choice.verb, choice);
    }
  }
  for (const spell of found.spells.values()) {
    spell.conversions.sort((one, other) => listOf(other.gain).length - listOf(one.gain).length);
    for (const aim of spell.aims) aim.tiers.sort((one, other) => one.spent - other.spent);
  }
  return found;
}

function addCast(spells: Map<string, Spell>, choice: Choice, foreseen: readonly (readonly Hit[])[]): void {
  const card = choice.card ?? "";
  const spell = spells.get(card) ?? { card, aims: [], conversions: [] };
  spells.set(card, spell);
  if (choice.foreseen === undefined) {
    spell.conversions.push(choice);
    return;
  }
  const target = choice.target ?? null;
  const hex = choice.hex ?? null;
  let aim = spell.aims.find((known) => known.target === target && known.hex === hex);
  if (!aim) spell.aims.push((aim = { target, hex, tiers: [] }));
  const spent = listOf(choice.spend).length;
  let tier = aim.tiers.find((known) => known.spent === spent);
  if (!tier) aim.tiers.push((tier = { spent, hits: [...(foreseen[choice.foreseen] ?? [])], payments: [] }));
  tier.payments.push(choice);
}

function addCollection(collections: Collection[], choice: Choice): void {
  const card = choice.card ?? null;
  let collection = collections.find((known) => known.card === card);
  if (!collection) collections.push((collection = { card, drops: new Map() }));
  push(collection.drops, choice.drop ?? "", choice);
}

function push<K>(map: Map<K, Choice[]>, key: K, choice: Choice): void {
  const list = map.get(key);
  if (list) list.push(choice);
  else map.set(key, [choice]);
}

/** Others' seats that something can be aimed at, with the spells that can. Null stands for the Shadow ability. */
export function aimedAt(choices: Choices): Map<number, (string | null)[]> {
  const found = new Map<number, (string | null)[]>();
  const add = (seat: number, card: string | null) => {
    const cards = found.get(seat) ?? [];
    // What would come back at the one who casts is foreseen, too; it is no target.
    if (seat !== choices.seat && !cards.includes(card)) found.set(seat, [...cards, card]);
  };
  for (const spell of choices.spells.values())
    for (const aim of spell.aims) for (const hit of aim.target === null ? hitsOf(aim) : [{ seat: aim.target }]) add(hit.seat, spell.card);
  for (const choice of choices.abilities) if (choice.target !== undefined) add(choice.target, null);
  return found;
}

export function hitsOf(aim: Aim): Hit[] {
  return aim.tiers.at(-1)?.hits ?? [];
}
