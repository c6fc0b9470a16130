// What the room is asked about one's seat: ranges, previews, hints, threats, and why something cannot be done.

import type { Wanted } from "../core/line";
import type { Room } from "../core/room.svelte";
import { t, words } from "../core/words.svelte";
import type { Answer, Hint, Preview, Threat } from "../protocol";

/** Always the same, so that nothing is drawn anew for it. */
const NOWHERE: readonly string[] = [];
const UNASKED: ReadonlyMap<string, Preview> = new Map();

export abstract class Questions {
  hint = $state.raw<Hint | null>(null);
  isHinting = $state(false);
  /** The hint was asked for by key, so the next key is for it. */
  takesFocus = false;
  threats = $state.raw<readonly Threat[] | null>(null);
  reach = $state.raw<readonly string[]>(NOWHERE);
  /** What reaches there strikes hexes, not enemies. */
  strikesHexes = false;
  previews = $state.raw<ReadonlyMap<string, Preview>>(UNASKED);
  /** Why something cannot be done, until it is put away. */
  said = $state("");

  constructor(readonly room: Room) {}

  #peeked: string | null = null;

  abstract readonly seat: number | null;
  /** Whether an action is being put together. */
  abstract readonly isChoosing: boolean;
  /** Why a hint cannot be had now; empty: it can. */
  abstract readonly whyNoHint: string;
  /** What is on its way to the room, in words; empty: nothing. */
  abstract readonly sending: string;

  /** The player who must be handed the device first. */
  abstract readonly curtain: number | null;

  /** What the room says about one's seat; nothing, if the device has changed hands meanwhile. */
  async #ask<K extends Answer["t"]>(command: Wanted, kind: K, isWanted = true): Promise<Extract<Answer, { t: K }> | null> {
    const seat = this.seat;
    const answer = await this.room.ask(command, kind, isWanted);
    return seat === this.seat && this.curtain === null ? answer : null;
  }

  /** Put away what was asked about a situation that is over. */
  protected forget(): void {
    this.hint = null;
    this.said = "";
    this.reach = NOWHERE;
    this.previews = UNASKED;
  }

  async showReach(card: string): Promise<void> {
    if (this.seat === null) return;
    const answer = await this.#ask({ t: "ask_reach", seat: this.seat, card }, "reach");
    if (!this.isChoosing && this.#peeked !== card) return;
    this.strikesHexes = words.component(card)?.target === "hex";
    this.reach = answer?.hexes ?? NOWHERE;
  }

  /** Show how far a spell reaches while it is pointed at, held or has the focus; null: no longer. */
  peek(card: string | null): void {
    this.#peeked = card;
    if (!card) this.reach = this.isChoosing ? this.reach : NOWHERE;
    else if (!this.isChoosing && words.component(card)?.range) void this.showReach(card);
  }

  async askPreviews(actions: readonly string[]): Promise<void> {
    const wanted = actions.filter((action) => !this.previews.has(action)).slice(0, 12);
    if (this.seat === null || !wanted.length) return;
    const answer = await this.#ask({ t: "ask_previews", seat: this.seat, actions: wanted }, "previews");
    this.previews = new Map([...this.previews, ...(answer?.previews ?? []).map((found) => [found.action, found] as const)]);
  }

  /** Somebody wants a hint: if there can be none, they are told why. */
  async askHint(isByKey = false): Promise<void> {
    this.said = this.whyNoHint;
    if (!this.said) await this.#seekHint(true, isByKey);
  }

  /** Bring a hint, or put it away again. */
  toggleHint(isByKey: boolean): void {
    if (this.hint) this.hint = null;
    else void this.askHint(isByKey);
  }

  /** Bring a hint that nobody has asked for: if there can be none, nothing is said. */
  async advise(): Promise<void> {
    if (!this.whyNoHint) await this.#seekHint(false, false);
  }

  async #seekHint(isWanted: boolean, isByKey: boolean): Promise<void> {
    if (this.seat === null || this.sending) return;
    this.takesFocus = isByKey;
    this.isHinting = true;
    const version = this.room.update?.version;
    const answer = await this.#ask({ t: "ask_hint", seat: this.seat }, "hint", isWanted);
    this.isHinting = false;
    if (version === this.room.update?.version) this.hint = answer;
  }

  async askThreats(): Promise<readonly Threat[] | null> {
    if (this.seat === null) return null;
    const answer = await this.#ask({ t: "ask_threats", seat: this.seat }, "threats");
    return (this.threats = answer?.threats ?? null);
  }

  async toggleThreats(): Promise<void> {
    this.said = "";
    if (this.threats) this.threats = null;
    else {
      const found = await this.askThreats();
      if (found) this.said = t(found.length ? "game.threats_some" : "game.threats_none");
    }
  }

  /** Say why something cannot be done now: an action by its verb, perhaps with a card or a hex. */
  async explain(verb: string, about: string | null = null): Promise<void> {
    this.said = (await this.whyNot(verb, about)) ?? "";
  }

  async whyNot(verb: string, about: string | null = null): Promise<string | null> {
    if (this.seat === null) return null;
    const found = await this.#ask({ t: "ask_why", seat: this.seat, verb, about }, "why");
    if (!found?.code) return null;
    const values = { ...found.values };
    for (const name of ["missing", "dice"])
      if (typeof values[name] === "string") values[name] = words.amounts(values[name].split(" ").filter(Boolean));
    return words.told(found.code, values);
  }
}
