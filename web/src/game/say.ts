// What happened and what can be done, in words, and where on the table it is.

import { faceOf, n, t, words } from "../core/words.svelte";
import type { Choice, Event, View } from "../protocol";
import { listOf, rest } from "./choices";
import { isDraft } from "./turn";

/** The seat of a character, as events and refusals name it; a seat without one is `seat0`. */
export function seatOf(view: View, id: string | number | undefined): number | null {
  if (typeof id === "number") return id;
  const unnamed = /^seat(\d)$/.exec(id ?? "");
  if (unnamed) return Number(unnamed[1]);
  const seat = view.seats.findIndex((facts) => facts.character === id);
  return seat < 0 ? null : seat;
}

/** What the room adds to the events of the game names its seat by number. */
export function told(event: Event, view: View): string {
  const seat = event.values["seat"];
  if (typeof seat !== "number") return words.sentence(event);
  const player = playerAt(view, seat) || words.player(`seat${seat}`);
  switch (event.code) {
    case "undone":
      return n("game.undone", Number(event.values["steps"]), { player });
    case "time_up":
      return event.values["left"] ? n("game.time_up", Number(event.values["left"]), { player }) : t("game.time_up", { player });
    case "bot_took":
      return t("game.bot_took", { player });
    case "returned":
      return t("game.returned", { player });
    default:
      return words.sentence(event);
  }
}

export interface Lit {
  hexes: readonly string[];
  seats: readonly number[];
  card: string | null;
  /** Whose card it is; null: nobody's. */
  holder: number | null;
}

/** What of the table an event is about. */
export function placesOf(event: Event, view: View): Lit {
  const seats = ["seat", "target", "by"].map((field) => seatOf(view, event.values[field])).filter((seat) => seat !== null);
  const hex = event.values["hex"];
  const card = event.values["card"] ?? event.values["counterspell"] ?? event.values["companion"];
  const stands = seats.map((seat) => view.seats[seat]?.hex).filter((found) => typeof found === "string");
  const holder = seatOf(view, event.values[event.code === "missed" ? "by" : "seat"]);
  return { hexes: typeof hex === "string" ? [hex] : stands.slice(0, 1), seats, card: typeof card === "string" ? card : null, holder };
}

/** Who plays there, as sentences say it. */
export function playerAt(view: View, seat: number | null | undefined): string {
  const character = seat === null || seat === undefined ? null : view.seats[seat]?.character;
  return character ? words.player(character) : "";
}

/** How far the game has come, and how far it can go. */
export function roundOf({ round: n, max_rounds: most }: View): string {
  return most ? t("game.round_of", { n, most }) : t("game.round", { n });
}

/** How far the turn has come, and what there is to act with. */
export function howItStands(view: View, names: readonly string[]): string {
  const pool = words.amounts([...view.dice.map(faceOf), ...view.tokens]);
  const turn = isDraft(view) ? [] : [t("game.points", { n: view.points }), t("game.pool_of", { name: names[view.turn] ?? "", pool })];
  const facts = [roundOf(view), words.term(`phase_${view.phase}`), ...turn];
  return facts.map((fact) => `${fact}.`.replace(/([!?.])\.$/, "$1")).join(" ");
}

/** Who is still in the game, where, and how well. */
export function whereAre(view: View, names: readonly string[]): string {
  return view.seats.flatMap(({ hex, hp }, seat) => (hex ? [t("game.where", { name: names[seat] ?? "", hex: words.name(hex), hp })] : [])).join(" ");
}

/** Which cards lie beside which hexes. */
export function whatLies(view: View): string {
  return view.map.flatMap(({ hex, card }) => (card ? [t("game.lies", { hex: words.name(hex), card: words.name(card) })] : [])).join(" ");
}

/** An action in words, as a button or a hint says it. */
export function deed(choice: Choice, view: View): string {
  const values = {
    card: choice.card ? words.name(choice.card) : words.term("kind_counterspell"),
    hex: choice.hex ? words.name(choice.hex) : "",
    target: playerAt(view, choice.target),
    spent: words.amounts(listOf(choice.spend)),
    gained: words.amounts(listOf(choice.gain)),
    dice: choice.verb === "reroll" ? words.amounts(listOf(rest(choice)).map(faceOf)) : "",
    what: words.name(rest(choice)),
  };
  switch (choice.verb) {
    case "travel":
      return t("game.do_travel", values);
    case "cast":
      if (choice.gain) return t(choice.spend ? "game.do_convert" : "game.do_copy", values);
      return t(choice.hex ? "game.do_cast_hex" : "game.do_cast", values);
    case "collect":
      return t(choice.drop ? "game.do_collect_drop" : "game.do_collect", { ...values, drop: words.name(choice.drop ?? "") });
    case "reroll":
      return t("game.do_reroll", values);
    case "use":
      return t("game.do_use", values);
    case "ability":
      if (choice.target !== undefined) return t(choice.hex ? "game.do_ability_move" : "game.do_ability_at", values);
      return choice.hex ? t("game.do_ability_hex", values) : words.term("action_ability");
    case "absorb":
      return rest(choice) === "0" ? t("game.do_absorb_none") : t("game.do_absorb", { n: rest(choice) });
    case "transform":
      return choice.card ? t("game.do_transform", values) : words.term("action_transform");
    case "counter":
      return choice.hex ? t("game.do_counter_hex", values) : values.card;
    case "pick":
    case "gain":
      return values.what;
    case "leave_out":
      return words.term(`die_${rest(choice)}`);
    case "drain":
      return rest(choice) === "nothing" ? words.look("phrases", "nothing") : values.what;
    case "freeze":
    case "stun":
      return values.target;
    case "push":
    case "steer":
    case "flee":
      return values.hex;
    default:
      return words.term(`action_${choice.verb}`);
  }
}
