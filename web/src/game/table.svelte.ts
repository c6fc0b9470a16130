// The game as one player handles it: whose part is shown, what is being chosen, what is on its way. Whatever is not sent yet can
// be cancelled, and nothing counts as done before the room says so.

import { getContext, setContext } from "svelte";
import type { Logged } from "../core/room.svelte";
import { settings, tokenFor } from "../core/settings.svelte";
import { nextTask } from "../core/idle";
import { t, words } from "../core/words.svelte";
import type { Choice, Seat, SeatUpdate, View } from "../protocol";
import { aimedAt, group, listOf, rest, type Choices } from "./choices";
import { marksOf } from "./marks";
import { Questions } from "./questions.svelte";
import { deed, type Lit } from "./say";

/** An action that is being put together. */
export type Flow =
  | { kind: "cast"; card: string; aim: number | null; tier: number; payment: number }
  | { kind: "convert"; card: string; way: number }
  | { kind: "reroll"; dice: number[] }
  | { kind: "refresh" }
  | { kind: "collect"; collection: number; drop: string | null; payment: number }
  | { kind: "ability"; target: number | null; hex: string | null; takes: boolean }
  | { kind: "counter"; card: string; hex: string | null; asksWhere?: boolean }
  | { kind: "which"; seat: number; cards: (string | null)[] }
  | { kind: "end"; isAdvised: boolean };

/** Something that is only looked at. */
export type Look =
  | { kind: "card"; id: string; hex?: string; isMine?: boolean }
  | { kind: "seat"; seat: number }
  | { kind: "piles" }
  | { kind: "menu" }
  | { kind: "keys" }
  | { kind: "settings" }
  | { kind: "log" }
  | { kind: "chat" }
  | { kind: "event"; event: Logged }
  | { kind: "people" }
  | { kind: "tally" }
  | { kind: "save" }
  | { kind: "concede" }
  | { kind: "leave" };

/** Phases in which the game asks a small question. */
const QUESTIONS = ["draft", "leave_out", "gain", "absorb", "transform", "freeze", "stun", "drain", "push", "steer", "flee"];
const NOTHING_LIT: Lit = { hexes: [], seats: [], card: null, holder: null };
const TABLE = Symbol("table");

/** The table everything below is about, for parts that are used elsewhere, too. */
export function setTable(table: Table): Table {
  return setContext(TABLE, table);
}
export function getTable(): Table | undefined {
  return getContext(TABLE);
}

export class Table extends Questions {
  flow = $state.raw<Flow | null>(null);
  look = $state.raw<Look | null>(null);
  /** What is on its way to the room, in words; empty: nothing. */
  sending = $state("");
  /** The dice that are being rolled again. */
  thrown: readonly string[] = [];
  #isBusy = false;
  lit = $state.raw<Lit>(NOTHING_LIT);
  /** The seat whose eyes may see the screen, where several share a device. */
  #shown = $state<number | null>(null);
  /** What is told to whoever listens, and asked for by key. */
  spoken = $state("");
  /** How many sheets lie over the dock. */
  sheets = $state(0);
  showsEnd = $state(false);
  /** Seconds by the room's clock, for everything that runs down. */
  now = $state(0);

  readonly isHotSeat: boolean = $derived.by(() => (this.#past?.own ?? this.room.seats).length > 1);

  /** The seat of this device that the game waits for. */
  readonly wanted: number | null = $derived.by(() => {
    const parts = this.room.info?.phase === "playing" ? (this.room.update?.seats ?? []) : [];
    return (parts.find((part) => part.asked) ?? (this.room.window ? undefined : parts.find((part) => part.choices?.length)))?.seat ?? null;
  });

  /** The player who must be handed the device first. */
  readonly curtain: number | null = $derived.by(() =>
    this.isHotSeat && this.wanted !== null && this.wanted !== this.#shown ? this.wanted : null,
  );

  readonly part: SeatUpdate | null = $derived.by(() =>
    this.isHotSeat ? (this.room.update?.seats.find((part) => part.seat === this.#shown) ?? this.room.mine) : this.room.mine,
  );

  /** Whose eyes the table is seen with; null: a spectator's. */
  readonly seat: number | null = $derived.by(() => this.part?.seat ?? null);

  readonly isAsked: boolean = $derived.by(() => (this.part?.asked ?? false) && this.curtain === null);

  /** What can be done now. While something is on its way, nothing can. */
  readonly choices: Choices = $derived.by(() => {
    const part = this.part;
    const isMine = part && !this.sending && this.curtain === null && (!this.room.window || this.isAsked);
    return group(isMine ? (part.choices ?? []) : [], part?.foreseen ?? [], part?.seat ?? null);
  });

  readonly canAct: boolean = $derived.by(() => this.choices.all.length > 0);
  readonly phase: string = $derived.by(() => (this.canAct ? (this.part?.view.phase ?? "") : ""));

  /** The small question that the game asks this player; empty: none. */
  readonly question: string = $derived.by(() => (QUESTIONS.includes(this.phase) ? this.phase : ""));

  /** What must not be missed behind something that is only looked at; empty: nothing. */
  readonly call: string = $derived.by(() => (this.curtain !== null ? "curtain" : this.isAsked ? "answer" : this.question));

  readonly marks = $derived.by(() => marksOf(this));
  /** This player has been eliminated. */
  readonly isOut: boolean = $derived.by(() => this.seat !== null && this.view.seats[this.seat]?.hex === null && this.view.phase !== "draft");

  /** Where the replay is; none: those who only watch a game may look back when it is over. */
  readonly replay: string | null = $derived.by(() => {
    const { code, info } = this.room;
    return info?.result ? `/replay/${info.result.game}` : tokenFor(code) ? `/r/${code}/replay` : null;
  });

  /** What a hint is called, and, before it is asked for, what it costs among several people. */
  readonly hintName: string = $derived.by(() => {
    return this.#people > 1 ? `${t("game.hint_ask")}. ${t("game.hint_uncounted")}` : t("game.hint_ask");
  });

  readonly whyNoHint: string = $derived.by(() => {
    if (this.seat === null) return t("game.watching");
    if (this.room.info?.options.hints === false) return words.told("hint/off");
    if (this.isHotSeat && this.isAsked) return t("game.hint_shared");
    if (this.#isPaused) return words.told("room/paused");
    if (this.isHinting) return words.told("hint/thinking");
    return this.canAct || this.sending ? "" : words.told("hint/not-your-turn");
  });

  /** Why nothing can be taken back, or not as far as to the last checkpoint; empty: it can. */
  whyNoUndo(all = false): string {
    if (this.seat === null) return t("game.watching");
    if (this.sending) return "";
    if (this.#isPaused) return words.told("room/paused");
    if (!this.part?.undo) {
      const policy = this.room.info?.options.undo;
      return policy === "none" ? t("game.undo_none") : policy === "free" && this.#people < 2 ? t("game.undo_nothing") : words.told("undo/nothing");
    }
    return all && !this.part.undo_all ? t("game.at_checkpoint") : "";
  }

  /** How many people have the seats. */
  get #people(): number {
    return new Set(this.chairs.flatMap(({ member }) => member ?? [])).size;
  }

  get #past(): typeof this.room.played {
    return this.room.info?.phase === "ended" ? this.room.played : null;
  }

  /** Who sits where; in a game that is over, who sat there, whoever has come for the next one. */
  get chairs(): readonly Seat[] {
    return this.#past?.chairs ?? this.room.info?.seats ?? [];
  }

  get #isPaused(): boolean {
    return this.room.info?.phase === "paused";
  }

  get isChoosing(): boolean {
    return this.flow !== null;
  }

  get view(): View {
    return this.part?.view as View;
  }

  /** Whether there is a chat here, and this player wants to see it. */
  get hasChat(): boolean {
    return this.room.info?.options.chat !== "none" && !settings.chatHidden;
  }

  /** Where in the replay a line of the log is; none: it was taken back, or there is no replay. */
  momentOf({ code, version, step }: Logged): string | null {
    const isGone = code === "undone" || this.room.log.some((later) => later.code === "undone" && later.version > version && later.step < step);
    return this.replay && !isGone ? `${this.replay}?step=${step}` : null;
  }

  names(): string[] {
    return this.view.seats.map((_, seat) => this.playerName(seat));
  }

  playerName(seat: number): string {
    const chair = this.chairs[seat];
    const character = this.view.seats[seat]?.character;
    if (chair?.kind === "person") return chair.name ?? "";
    if (!character) return words.about("bots", chair?.bot ?? "").name;
    return words.name(character);
  }

  /** The seat of whoever looks at this screen; where several share it, it is nobody's. */
  isOwn(seat: number): boolean {
    return !this.isHotSeat && seat === this.seat;
  }

  /** The names of the other people at the table, by character and by seat. */
  people(): Map<string, string> {
    const named = this.chairs.flatMap(({ kind, name }, seat): [string, string][] => {
      const character = this.view.seats[seat]?.character;
      if (kind !== "person" || !name || this.isOwn(seat)) return [];
      return character ? [[character, name], [`seat${seat}`, name]] : [[`seat${seat}`, name]];
    });
    return new Map(named);
  }

  /** Who plays there, beside what the player is called. */
  playedBy(seat: number): string {
    const chair = this.chairs[seat];
    const facts = this.view.seats[seat];
    if (chair?.kind === "bot") return words.about("bots", chair.bot ?? "").name;
    if (!facts?.character) return "";
    return facts.form === "shadow" ? words.shadowForm(facts.character) : words.name(facts.character);
  }

  /** The curtain is drawn: this player has the device now. */
  takeDevice(): void {
    this.#shown = this.wanted;
    this.#clear();
  }

  /** Something is asked, or the curtain has come: what is only looked at hides neither. */
  heed(): void {
    if (this.curtain !== null) this.#clear();
    else this.look = null;
  }

  /** What one player has looked up is not for the next. */
  #clear(): void {
    this.cancel();
    this.look = null;
    this.threats = null;
  }

  // ------------------------------------------------------------------ doing

  /** Send an action. It is shown as being sent until the room has answered. */
  async act(choice: Choice): Promise<void> {
    if (this.seat === null || this.#isBusy) return;
    this.thrown = choice.verb === "reroll" ? listOf(rest(choice)) : [];
    const isSecret = this.isHotSeat && choice.verb === "counter";
    await this.#send(isSecret ? words.term("phase_respond") : deed(choice, this.view), this.room.act(choice, this.seat));
  }

  async undo(all = false): Promise<void> {
    if (this.#isBusy) return;
    this.said = this.whyNoUndo(all);
    if (this.seat === null || this.said) return;
    await this.#send(t(all ? "game.undo_all" : "game.undo"), this.room.undo(this.seat, all));
  }

  /** The press is over before the table changes for it: two short tasks, between which the browser can draw. */
  async #send(what: string, sent: Promise<boolean>): Promise<void> {
    this.#isBusy = true;
    await nextTask();
    this.sending = what;
    this.cancel();
    await sent;
    this.sending = "";
    this.#isBusy = false;
  }

  async concede(): Promise<void> {
    if (this.seat === null) return;
    this.look = null;
    await this.act({ action: "concede", verb: "concede" });
  }

  /** Put away whatever is being chosen or explained. */
  cancel(): void {
    this.flow = null;
    this.forget();
  }

  /** The game has gone on: what was chosen for another situation is put away. */
  settle(): void {
    this.cancel();
    if (this.threats) void this.askThreats();
  }

  light(lit: Lit | null): void {
    this.lit = lit ?? NOTHING_LIT;
  }

  /** Whether this is the card that is lit: one of a seat's, or, with none, one that is nobody's. */
  isLit(card: string, seat: number | null = null): boolean {
    return this.lit.card === card && this.lit.holder === seat;
  }

  // ------------------------------------------------------------------ choosing

  /** Begin what a card of the book can be used for, or show it and say why it cannot be used: a tap alone uses nothing up. */
  useCard(card: string): void {
    this.said = "";
    const spell = this.choices.spells.get(card);
    if (spell?.aims.length) this.startCast(card);
    else if (spell) this.begin({ kind: "convert", card, way: 0 });
    else this.look = { kind: "card", id: card, isMine: true };
  }

  /** Whether this face-down card may be used now. */
  canAnswer(card: string): boolean {
    return (this.choices.others.get("counter") ?? []).some((choice) => choice.card === card);
  }

  /** Where an answer may lead. Where a device is shared, that is seen only when it is asked for: it tells which card it is. */
  waysOut(flow: Extract<Flow, { kind: "counter" }>): readonly Choice[] {
    if (this.isHotSeat && !flow.asksWhere) return [];
    return (this.choices.others.get("counter") ?? []).filter((choice) => choice.card === flow.card && choice.hex);
  }

  /** Begin an answer with a face-down card, or look at it. */
  useHidden(card: string): void {
    if (this.canAnswer(card)) this.begin({ kind: "counter", card, hex: null });
    else this.look = { kind: "card", id: card };
  }

  startCast(card: string, seat: number | null = null): void {
    const aims = this.choices.spells.get(card)?.aims ?? [];
    const wanted = aims.findIndex((aim) => aim.target === seat || (aim.tiers.at(-1)?.hits ?? []).some((hit) => hit.seat === seat));
    const aim = aims.length === 1 ? 0 : seat === null || wanted < 0 ? null : wanted;
    this.begin({ kind: "cast", card, aim, tier: (aims[aim ?? 0]?.tiers.length ?? 1) - 1, payment: 0 });
    void this.showReach(card);
  }

  startCollect(): void {
    const [collection] = this.choices.collections;
    if (!collection) return;
    const drops = [...collection.drops.keys()];
    this.begin({ kind: "collect", collection: 0, drop: drops.length === 1 ? (drops[0] ?? null) : null, payment: 0 });
  }

  startAbility(target: number | null = null): void {
    const choices = this.choices.abilities;
    const targets = new Set(choices.map((choice) => choice.target ?? null));
    const only = targets.size === 1 ? [...targets][0] : target;
    this.begin({ kind: "ability", target: only ?? null, hex: null, takes: false });
  }

  startEnd(): void {
    this.begin({ kind: "end", isAdvised: this.hint !== null && this.hint.action === this.choices.end?.action });
  }

  /** Even if it is the same again. */
  speak(text: string): void {
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  begin(flow: Flow): void {
    this.cancel();
    this.look = null;
    this.flow = flow;
  }

  pickHex(hex: string): void {
    const flow = this.flow;
    if (flow?.kind === "cast") {
      const aims = this.choices.spells.get(flow.card)?.aims ?? [];
      const aim = aims.findIndex((known) => known.hex === hex);
      if (aim >= 0) this.flow = { ...flow, aim, tier: Math.min(flow.tier, (aims[aim]?.tiers.length ?? 1) - 1), payment: 0 };
    } else if (flow?.kind === "ability") {
      if (this.choices.abilities.some((choice) => choice.hex === hex && (choice.target ?? null) === flow.target)) this.flow = { ...flow, hex };
    } else if (flow?.kind === "counter") {
      if (this.waysOut(flow).some((choice) => choice.hex === hex)) this.flow = { ...flow, hex };
    } else {
      const choice = this.choices.travels.get(hex) ?? this.#askedFor("hex", hex);
      if (choice) void this.act(choice);
      else this.look = { kind: "card", id: hex, hex };
    }
  }

  pickPawn(seat: number): void {
    const flow = this.flow;
    if (flow?.kind === "cast") {
      const aims = this.choices.spells.get(flow.card)?.aims ?? [];
      const aim = aims.findIndex((known) => known.target === seat);
      if (aim >= 0) this.flow = { ...flow, aim, tier: Math.min(flow.tier, (aims[aim]?.tiers.length ?? 1) - 1), payment: 0 };
      else {
        const hex = this.view.seats[seat]?.hex;
        if (hex) this.pickHex(hex);
      }
    } else if (flow?.kind === "ability" && this.choices.abilities.some((choice) => choice.target === seat)) {
      this.flow = { ...flow, target: seat, hex: null };
    } else {
      const asked = this.#askedFor("target", seat);
      const cards = aimedAt(this.choices).get(seat) ?? [];
      if (asked) void this.act(asked);
      else if (cards.length > 1) this.begin({ kind: "which", seat, cards });
      else if (cards.length) this.aimWith(cards[0] ?? null, seat);
      else this.look = { kind: "seat", seat };
    }
  }

  aimWith(card: string | null, seat: number): void {
    if (card === null) this.startAbility(seat);
    else this.startCast(card, seat);
  }

  /** The answer to a small question, such as where an enemy is moved. */
  #askedFor(field: "hex" | "target", value: string | number): Choice | undefined {
    return [...this.choices.others.values()].flat().find((choice) => choice.verb !== "counter" && choice[field] === value);
  }
}
