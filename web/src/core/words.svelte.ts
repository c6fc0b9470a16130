// Every word the page says, from the words file of the language (`/api/words/en`), and the facts of cards (`/api/cards/en`).
// Nothing here is prose: a third language is one file on the server.

import { untrack } from "svelte";
import type { Event } from "../protocol";
import { api, CAME_ALONG, Refusal, type Component, type WordTables } from "./api";
import { change, settings } from "./settings.svelte";

type Value = string | number;
type Values = Readonly<Record<string, Value>>;

const SENTENCES: Record<string, string> = { action: "refusals", warning: "warnings", reason: "reasons" };
/** Written from right to left: in a sentence of ours such a name would pull numbers beside it to its other side. */
const TO_THE_LEFT = /^[^\u2068]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const A_SEAT = /^seat(\d)$/;
const SEATS = ["seat", "by", "target", "first", "winner"];
const POOLS = ["resources", "spent", "gained"];
const FIELDS = [
  "seat", "by", "first", "winner", "character", "colour", "card", "counterspell", "companion", "target", "hex", "spent",
  "gained", "resources", "dice", "amount", "action", "status", "resource", "hp", "energy", "round", "cards", "seats",
];
/** Those that have every printed card. */
const PACKS = ["exclusive", "ice_storm"];
/** Values that people typed: shown as they are. */
const TYPED = ["name", "text"];

class Words {
  language = $state("");
  /** All that a room says is there, also the names and texts of cards; until then, what the first screen says. */
  isWhole = $state(false);
  #tables = $state.raw<WordTables>({});
  /** By language, what is only read on other screens. It is apart, so that nothing is drawn anew when it comes. */
  #more = $state.raw<Readonly<Record<string, WordTables>>>({});
  readonly #asked = new Map<string, Promise<void>>();
  #components = $state.raw<ReadonlyMap<string, Component>>(new Map());
  #own = $state.raw<ReadonlyMap<string, Component>>(new Map());
  /** The people at the table, by character or seat. */
  #people = $state.raw<ReadonlyMap<string, string>>(new Map());

  get isLoaded(): boolean {
    return this.language !== "";
  }

  /** Say what came with the page, if it came in this language: enough for the first screen, without asking for anything. */
  begin(language: string): void {
    if (CAME_ALONG?.language !== language) return;
    this.#tables = CAME_ALONG.words;
    this.#use(language);
  }

  /** Speak a language from now on, everywhere; unless nobody wants it any more when its words are there. */
  async speak(language: string, isWanted = () => true): Promise<void> {
    const more = this.#asked.size ? this.more(language) : null;
    const [tables, components] = await Promise.all([api.words(language, "table"), api.cards(language, PACKS), more]);
    if (!isWanted()) return;
    this.#tables = tables;
    this.#components = this.#byId(components);
    this.isWhole = true;
    this.#use(language);
  }

  /** The words of all screens but the table: there when this is done, and from then on in every language that is spoken. */
  async more(language: string = untrack(() => settings.language)): Promise<void> {
    const coming = this.#asked.get(language) ?? api.words(language, "more").then((found) => void (this.#more = { ...this.#more, [language]: found }));
    this.#asked.set(language, coming);
    try {
      await coming;
    } catch (error) {
      this.#asked.delete(language);
      throw error;
    }
  }

  #use(language: string): void {
    this.language = language;
    document.documentElement.lang = language;
    if (settings.language !== language) change({ language });
  }

  /** Show the cards of a room or a game with values of its own, until others are given; none: as they are printed. */
  know(own: readonly Component[]): void {
    this.#own = this.#byId(own);
  }

  /** Call these by their names from now on, wherever a character or a seat is told of; all others are called as they are printed. */
  call(people: ReadonlyMap<string, string>): void {
    const isSame = people.size === this.#people.size && [...people].every(([id, name]) => this.#people.get(id) === name);
    if (!isSame) this.#people = people;
  }

  /** What the page says: `home.play_now` is `play_now` of [page_home]. */
  t = (key: string, values: Values = {}): string => {
    const [screen = "", name = ""] = key.split(".");
    return this.#filled(`page_${screen}`, name, values) ?? key;
  };

  /** One or many: `key_one` or `key_many`. */
  n = (key: string, n: number, values: Values = {}): string => this.t(`${key}_${n === 1 ? "one" : "many"}`, { n, ...values });

  /** Any entry of any table, such as `term("status_frozen")`. */
  term = (key: string): string => this.#text("terms", key) ?? key;
  look = (table: string, key: string): string => this.#text(table, key) ?? key;
  /** An entry with a name and an explanation, such as a bot, an option's choice or an achievement. */
  about = (table: string, key: string): { name: string; about: string } => {
    const found = this.table(table)[key];
    return typeof found === "object" && found !== null ? (found as { name: string; about: string }) : { name: key, about: "" };
  };
  /** A table as it is, for lists. */
  table = (name: string): Readonly<Record<string, unknown>> => this.#tables[name] ?? this.#more[this.language]?.[name] ?? {};
  option = (name: string): Readonly<Record<string, string>> =>
    ((this.#tables["options"] ?? {})[name] ?? {}) as Readonly<Record<string, string>>;

  component = (id: string): Component | undefined => this.#own.get(id) ?? this.#components.get(id);
  get components(): Component[] {
    return [...this.#components.values()];
  }

  name = (id: string): string =>
    this.component(id)?.name ?? this.#resource(id)?.name ?? this.#text("names", id) ?? id;
  shadowForm = (character: string): string => this.#text("shadow_forms", character) ?? this.name(character);
  baseForm = (character: string): string => this.#text("base_forms", character) ?? this.name(character);

  /** `2 Red Gems and 1 Blue Orb`. */
  amounts = (codes: readonly string[]): string => {
    if (!codes.length) return this.look("phrases", "nothing");
    return this.listed([...new Set(codes)].map((code) => this.#amount(code, codes.filter((other) => other === code).length)));
  };

  listed = (items: readonly string[], conjunction: "and" | "or" = "and"): string => {
    const phrase = (key: string, first: string, last: string) => this.#filled("phrases", key, { first, last }) ?? `${first} ${last}`;
    if (items.length < 2) return items.join("");
    const last = items[items.length - 1] as string;
    if (items.length === 2) return phrase(`${conjunction}_two`, items[0] as string, last);
    return phrase(`${conjunction}_more`, items.slice(1, -1).reduce((start, item) => phrase("comma", start, item), items[0] as string), last);
  };

  /** The sentence of a refusal, goodbye, warning or reason; one of a newer server that we have no words for in English. */
  told = (code: string, values: Values = {}, message = code): string => {
    const [kind = "", key = ""] = code.split("/");
    const shown: Record<string, Value> = {};
    for (const [name, value] of Object.entries(values))
      shown[name] = TYPED.includes(name) || typeof value === "number" ? value : this.#named(value);
    return this.#filled("codes", code, shown) ?? this.#filled(SENTENCES[kind] ?? "codes", key, shown) ?? message;
  };

  explained = (error: unknown): string =>
    error instanceof Refusal ? this.told(error.code, error.values, error.message) : String(error);

  /** What happened, in one sentence. It never says "you", so that everyone at one device can read it. */
  sentence = (event: Pick<Event, "code" | "values">): string => {
    const values = event.values;
    const shown: Record<string, Value> = {};
    let key = event.code;
    const template = this.#tables["events"] ?? {};
    for (const field of FIELDS) {
      if (field in values && !this.#saysNothing(event, field)) shown[field] = this.#shown(field, values[field] as Value);
    }
    // A value that is not there takes another sentence. Which ones can be left out shows in the keys that exist.
    const wanted = Object.keys(template).filter((name) => name === key || name.startsWith(`${key}_without_`));
    key = wanted.find((name) => this.#fits(template[name], shown)) ?? key;
    if (event.code === "transformed") shown["shadow_form"] = this.shadowForm(String(values["seat"]));
    return (this.#filled("events", key, shown) ?? event.code).replace(/([!?.])\.$/, "$1");
  };

  #fits(template: unknown, shown: Values): boolean {
    const asked = [...String(template).matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string).filter((name) => name !== "shadow_form");
    return asked.every((name) => name in shown);
  }

  #saysNothing(event: Pick<Event, "code" | "values">, field: string): boolean {
    const value = event.values[field];
    if (event.code === "moved" && field === "by") return value === event.values["seat"];
    return (field === "amount" && value === 0) || (POOLS.includes(field) && value === "");
  }

  #shown(field: string, value: Value): Value {
    if (typeof value === "number") return value;
    if (SEATS.includes(field)) return this.player(value);
    if (POOLS.includes(field)) return this.amounts(value.split(" ").filter(Boolean));
    if (field === "dice") return this.amounts(value.split(" ").filter(Boolean).map(faceOf));
    if (field === "seats") return this.listed(value.split(" ").map((seat) => this.player(seat)));
    if (field === "resource") return this.#amount(value, 1);
    if (field === "colour") return this.term(`die_${value}`);
    if (field === "status") return this.term(`status_${value}`);
    if (field === "action") return this.#answer(value);
    return this.name(value);
  }

  #answer(action: string): string {
    const [verb, counterspell = "", hex = ""] = action.split(" ");
    if (verb !== "counter") return this.term("action_pass");
    const values = { counterspell: this.name(counterspell), hex: this.name(hex) };
    return this.#filled("phrases", hex ? "answer_counter_hex" : "answer_counter", values) ?? values.counterspell;
  }

  /** Who plays a character or sits on a seat, as it is told. */
  player(id: string): string {
    const name = this.#people.get(id);
    if (name !== undefined) return name;
    const seat = A_SEAT.exec(id);
    return seat ? (this.#filled("phrases", "player", { n: Number(seat[1]) + 1 }) ?? id) : this.name(id);
  }

  #amount(code: string, n: number): string {
    const resource = this.#resource(code);
    if (!resource) return `${n} ${code}`;
    return this.#filled("phrases", "amount", { n, resource: n === 1 ? resource.one : resource.many }) ?? `${n} ${resource.name}`;
  }

  #resource(code: string): { name: string; one: string; many: string } | undefined {
    return this.#tables["resources"]?.[code] as { name: string; one: string; many: string } | undefined;
  }

  #named(value: string): string {
    const isKnown = A_SEAT.test(value) || this.component(value) !== undefined || this.#text("names", value) !== undefined;
    return isKnown ? this.player(value) : value;
  }

  #text(table: string, key: string): string | undefined {
    const found = this.table(table)[key];
    return typeof found === "string" ? found : undefined;
  }

  #filled(table: string, key: string, values: Values): string | undefined {
    const filled = this.#text(table, key)?.replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)));
    return filled && this.#bound(filled);
  }

  /** With each number of HP on one line. */
  #bound(text: string): string {
    const unit = this.#text("terms", "hp");
    if (!text.includes(` ${unit}`)) return text;
    return text.replace(/(\d) (\p{L}+)/gu, (whole, digit: string, word: string) => (word === unit ? `${digit}\u00a0${word}` : whole));
  }

  #byId(components: readonly Component[]): ReadonlyMap<string, Component> {
    return new Map(components.map((component) => [component.id, { ...component, text: this.#bound(component.text) }]));
  }
}

function isolated(text: string): string {
  return TO_THE_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** The resource a die shows: a red die with an Orb is an `RO`. */
export function faceOf(die: string): string {
  return { S: "SF", C: "CC" }[die[1] ?? ""] ?? die;
}

export const words = new Words();
export const { t, n } = words;
