// A room as this device sees it: what the room last said, what was asked of it, and nothing that it has not confirmed.

import type { Act, Answer, Bye, Choice, Event, Line, Refused, RoomInfo, SeatUpdate, Update, View, Window as AnswerWindow, Clock } from "../protocol";
import { idle } from "./idle";
import { RoomLine, type LineState, type Wanted } from "./line";
import { go } from "./route.svelte";
import { noteOver, profile, rememberRoom, tokenFor } from "./settings.svelte";
import { load, randomHex, save } from "./storage";
import { api, Refusal } from "./api";

const MOST_LOGGED = 600;
/** Seconds without a line after which somebody may want to do more than wait. */
const STUCK = 10;
/** So many events are told one by one even to whoever comes back to them. */
const FEW = 8;
const BEGINNINGS = ["character_picked", "game_started"];
/** What else may happen while characters are picked. */
const IN_A_DRAFT = ["undone", "time_up", "bot_took", "returned"];

/** An event, numbered. */
export interface Logged extends Event {
  /** Counts what was logged, for keyed lists. */
  id: number;
}

export class Room {
  info = $state.raw<RoomInfo | null>(null);
  /** Who had the seats of the last game, as long as one has seen it. */
  played = $state.raw<{ chairs: RoomInfo["seats"]; own: number[] } | null>(null);
  /** The member one is; null: a visitor. */
  you = $state<number | null>(null);
  update = $state.raw<Update | null>(null);
  log = $state.raw<Logged[]>([]);
  /** What is logged after this one can be taken back, if anything can; infinite: who was away cannot tell. */
  checkpoint = $state(Infinity);
  chat = $state.raw<Line[]>([]);
  /** The last line of it that was read on this device. */
  #read = $state(0);
  /** What one is about to say: kept when the chat is closed, as it is by whatever must not be missed. */
  draft = $state("");
  muted = $state.raw<number[]>([]);
  answering = $state("fits");
  line = $state<LineState>("connecting");
  /** The line has been down for long. */
  isStuck = $state(false);
  /** Commands that the room has not answered. */
  unsent = $state(0);
  /** The last refusal, until it is put away. */
  refused = $state.raw<Refusal | null>(null);
  /** The room's last goodbye, until one is back: why there is no line. */
  bye = $state.raw<Bye | null>(null);
  /** The version of the program behind the room. */
  server = $state("");
  /** Everything that happened without one, until it is read. */
  missed = $state.raw<{ events: Logged[]; all: boolean } | null>(null);
  /** The room's clock minus this device's, in seconds. */
  #ahead = 0;
  #token: string | null;
  #isEntering = false;
  #contributed = "";
  #logged = 0;
  #line: RoomLine;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** The room was entered a moment ago: what has happened since it was last seen happened without one. */
  #isBack = false;
  /** What happened while the page lay behind another one. */
  #unseen: Logged[] = [];
  /** Called with every update after it is in place, for sounds, motion and notices. */
  onupdate: ((update: Update, events: Logged[]) => void) | null = null;
  /** Called with what is to be told one by one, when somebody looks. */
  onnews: ((events: Logged[]) => void) | null = null;

  /** With a token of its own a room is not remembered among one's rooms, and counts for no profile. */
  constructor(
    readonly code: string,
    token: string | null = null,
  ) {
    const isKept = token === null;
    this.#token = token ?? tokenFor(code);
    this.#read = load(`read:${code}`, 0);
    this.#line = new RoomLine(code, {
      state: (state, unsent) => {
        this.unsent = unsent;
        if (state === this.line) return;
        this.line = state;
        this.isStuck = false;
        clearTimeout(this.#patience);
        if (state === "offline") this.#patience = setTimeout(() => (this.isStuck = true), STUCK * 1000);
      },
      welcome: (message) => {
        this.#ahead = message.now - Date.now() / 1000;
        this.#isBack = true;
        this.bye = null;
        this.server = message.server;
        this.you = message.you ?? null;
        this.muted = message.muted ?? [];
        this.answering = message.answering ?? "fits";
        if (isKept && this.you !== null && this.#token) rememberRoom(code, this.#token, message.room.options.title ?? "");
        this.#show(message.room);
      },
      room: (message) => {
        this.#ahead = message.now - Date.now() / 1000;
        this.#show(message.room);
      },
      update: (message) => this.#take(this.shown(message)),
      line: (message) => {
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message].slice(-200);
      },
      bye: (message) => (this.bye = message),
      seen: () => ({
        token: this.#token,
        version: this.update?.version ?? null,
        chat: this.chat.at(-1)?.number ?? 0,
        profile: isKept ? profile() : null,
      }),
    });
    document.addEventListener("visibilitychange", this.#look);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#look);
    this.#line.close();
  }

  /** Try to reach the room at once. */
  retry(): void {
    this.#line.retry();
  }

  /** Leave for good: the room says goodbye, which is shown. Where it does not hear it one goes home without. */
  leave(): void {
    if (this.line === "online") void this.do({ t: "leave" });
    else go("/");
  }

  /** It is left just as it is: nobody is asked whether that is meant. */
  get isLeftAsIs(): boolean {
    return false;
  }

  /** What is told in place of whom the game waits for; empty: nothing. */
  get notice(): string {
    return "";
  }

  /** What of an update this device shows. */
  protected shown(update: Update): Update {
    return update;
  }

  /** Now, by the room's clock. */
  now(): number {
    return Date.now() / 1000 + this.#ahead;
  }

  // ------------------------------------------------------------------ who and what

  get isOwner(): boolean {
    return this.you !== null && this.info?.owner === this.you;
  }

  /** The seats of one's own. */
  get seats(): number[] {
    return (this.info?.seats ?? []).flatMap((seat, index) => (seat.member === this.you && this.you !== null ? [index] : []));
  }

  /** The part of the update to show: the seat that is asked or to act, else the first of one's own, else a spectator's. */
  get mine(): SeatUpdate | null {
    const parts = this.update?.seats ?? [];
    return parts.find((part) => part.asked) ?? parts.find((part) => part.choices?.length) ?? parts[0] ?? null;
  }

  get view(): View | null {
    return this.mine?.view ?? null;
  }

  get window(): AnswerWindow | null {
    return this.update?.window ?? null;
  }

  get clock(): Clock | null {
    return this.update?.clock ?? null;
  }

  /** What everyone has done so far, as the server counts it: this page has heard only what happened since it was loaded. */
  numbers(): ReturnType<typeof api.numbers> {
    return api.numbers(this.code, this.#token ?? undefined);
  }

  /** What the player at a seat is called. */
  playerName(seat: number): string {
    return this.info?.seats[seat]?.name ?? "";
  }

  /** How many lines of the chat are new: of others, and of nobody who is not to be heard. */
  get unread(): number {
    return this.chat.filter(({ number, member }) => number > this.#read && member !== this.you && !this.muted.includes(member)).length;
  }

  /** The chat is open. */
  readChat(): void {
    const last = this.chat.at(-1)?.number ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    save(`read:${this.code}`, last);
  }

  // ------------------------------------------------------------------ asking

  /** Ask the room for something. A refusal is returned as null, and shown to whoever has asked. */
  async ask<K extends Answer["t"]>(command: Wanted, kind: K, isWanted = true): Promise<Extract<Answer, { t: K }> | null> {
    const answer = await this.#line.ask(command);
    if (answer.t === "refused" && isWanted) this.#refuse(answer);
    return answer.t === kind ? (answer as Extract<Answer, { t: K }>) : null;
  }

  /** Have something done; true if it was. */
  async do(command: Wanted): Promise<boolean> {
    const answer = await this.#line.ask(command);
    if (answer.t === "refused") this.#refuse(answer);
    return answer.t !== "refused";
  }

  join(name: string, seat: number | null): Promise<boolean> {
    return this.#enter((token) => ({ t: "join", name, token, seat }));
  }

  /** Take over one's place from another device with its one-time code. */
  claim(code: string): Promise<boolean> {
    return this.#enter((token) => ({ t: "claim", code, token }));
  }

  /** With a token made for it. Asked twice it is asked once: the second token would be nobody's, and put away the first. */
  async #enter(command: (token: string) => Wanted): Promise<boolean> {
    if (this.#isEntering) return false;
    this.#isEntering = true;
    const token = randomHex();
    this.#token = token;
    const isIn = await this.do(command(token));
    this.#isEntering = false;
    if (isIn) rememberRoom(this.code, token, this.info?.options.title ?? "");
    else this.#token = null;
    return isIn;
  }

  act(choice: Pick<Choice, "action">, seat: number): Promise<boolean> {
    const command: Omit<Act, "seq"> = { t: "act", version: this.update?.version ?? 0, seat, action: choice.action };
    return this.do(command);
  }

  undo(seat: number, all = false): Promise<boolean> {
    return this.do({ t: "undo", version: this.update?.version ?? 0, seat, all });
  }

  async setAnswering(mode: "always" | "fits" | "never"): Promise<void> {
    if (await this.do({ t: "answering", mode })) this.answering = mode;
  }

  /** Hear no more of a member's chat, or hear it again. */
  async mute(member: number, on: boolean): Promise<void> {
    if (await this.do({ t: "mute", member, on })) this.muted = [...this.muted.filter((other) => other !== member), ...(on ? [member] : [])];
  }

  #refuse(answer: Refused): void {
    this.refused = new Refusal(answer.code, answer.message, answer.values);
  }

  // ------------------------------------------------------------------ hearing

  #show(info: RoomInfo): void {
    this.info = info;
    if (info.phase === "playing") this.played = { chairs: info.seats, own: this.seats };
    noteOver(this.code, info.phase === "ended");
    const commitment = info.commitment ?? "";
    const isWanted = info.phase === "starting" && this.you !== null && !(info.contributions ?? []).includes(this.you);
    if (isWanted && this.#contributed !== commitment && this.seats.length) {
      this.#contributed = commitment;
      void this.do({ t: "contribute", value: randomHex() });
    }
  }

  #take(update: Update): void {
    this.#ahead = update.now - Date.now() / 1000;
    const seen = this.update?.version ?? load<number>(`seen:${this.code}`, 0);
    const isBack = this.#isBack && seen > 0 && update.version > seen + 1;
    this.#isBack = false;
    const heard = common(update.seats.map((part) => part.events ?? []));
    const fresh: Logged[] = heard.map((event) => ({ ...event, id: ++this.#logged }));
    const unseen = fresh.filter((event) => event.version > seen);
    this.log = ofOneGame(update.missed ? fresh : [...this.log, ...fresh]).slice(-Math.max(MOST_LOGGED, fresh.length));
    if (fresh.some((event) => event.code === "game_started")) [this.missed, this.#unseen] = [null, []];
    if (!update.seats.some((part) => part.undo_all)) this.checkpoint = this.#logged;
    else if (isBack) this.checkpoint = Infinity;
    this.answering = update.seats.find((part) => part.answering)?.answering ?? "fits";
    this.update = update;
    void idle().then(() => save(`seen:${this.code}`, update.version));
    this.onupdate?.(update, fresh);
    this.#tell(isBack ? unseen : fresh, isBack, update.missed);
  }

  /** What has happened is told one by one, or all at once if much of it happened without one. Where nobody looks it waits. */
  #tell(events: Logged[], isBack: boolean, isCut = false): void {
    if (isBack && (events.length > FEW || isCut || !this.onnews)) {
      this.missed = { events: [...(this.missed?.events ?? []), ...this.#unseen, ...events], all: isCut || (this.missed?.all ?? false) };
      this.#unseen = [];
    } else if (!document.hidden) this.onnews?.(events);
    else if (this.onnews) this.#unseen = [...this.#unseen, ...events].slice(-MOST_LOGGED);
  }

  #look = (): void => {
    if (document.hidden || !this.#unseen.length) return;
    const events = this.#unseen;
    this.#unseen = [];
    this.#tell(events, true);
  };
}

/** What of a log is told of the last game: all since it began, or since its first character was picked. */
function ofOneGame(log: Logged[]): Logged[] {
  const begins = log.findLastIndex(({ code }) => BEGINNINGS.includes(code));
  const before = log.findLastIndex(({ code }, at) => at < begins && !BEGINNINGS.includes(code) && !IN_A_DRAFT.includes(code));
  return log.slice(Math.max(0, log.findIndex(({ code }, at) => at > before && BEGINNINGS.includes(code))));
}

/**
 * What all seats of one device have heard, in the words of the one who knows least: people who share a device share its log, and a
 * card that one of them took stays that one's secret.
 */
export function common(parts: readonly (readonly Event[])[]): Event[] {
  const [first, ...others] = parts.map(numbered);
  const found: Event[] = [];
  for (const [key, event] of first ?? []) {
    const tellings = others.map((other) => other.get(key));
    if (tellings.some((telling) => telling === undefined)) continue;
    found.push((tellings as Event[]).reduce((least, telling) => (size(telling) < size(least) ? telling : least), event));
  }
  return found;
}

function numbered(events: readonly Event[]): Map<string, Event> {
  const found = new Map<string, Event>();
  for (const event of events) {
    const key = `${event.version} ${event.code} ${event.values["seat"] ?? ""}`;
    let number = 0;
    while (found.has(`${key} ${number}`)) number += 1;
    found.set(`${key} ${number}`, event);
  }
  return found;
}

function size(event: Event): number {
  return Object.keys(event.values).length;
}
