// A room as this device sees it: what the room last said, what was asked of it, and nothing that it has not confirmed.

import type { Act, Answer, Bye, Choice, Event, Line, Refused, RoomInfo, SeatUpdate, Update, View, Window as AnswerWindow, Clock } from "../protocol";
import { RoomLine, type LineState, type Wanted } from "./line";
import { profile, rememberRoom, tokenFor } from "./settings.svelte";
import { randomHex } from "./storage";
import { Refusal } from "./api";

const MOST_LOGGED = 600;

/** An event, and the seat that heard it where several share the device. */
export interface Logged extends Event {
  /** Counts what was logged, for keyed lists. */
  id: number;
}

export class Room {
  info = $state.raw<RoomInfo | null>(null);
  /** The member one is; null: a visitor. */
  you = $state<number | null>(null);
  update = $state.raw<Update | null>(null);
  log = $state.raw<Logged[]>([]);
  chat = $state.raw<Line[]>([]);
  muted = $state.raw<number[]>([]);
  answering = $state("fits");
  line = $state<LineState>("connecting");
  /** Commands that the room has not answered. */
  unsent = $state(0);
  /** The last refusal, until it is put away. */
  refused = $state.raw<Refusal | null>(null);
  bye = $state.raw<Bye | null>(null);
  /** Everything since the last visit, if one was away. */
  missed = $state.raw<{ events: Logged[]; all: boolean } | null>(null);
  /** The room's clock minus this device's, in seconds. */
  #ahead = 0;
  #token: string | null;
  #contributed = "";
  #logged = 0;
  #line: RoomLine;
  /** Called with every update after it is in place, for sounds, motion and notices. */
  onupdate: ((update: Update, events: Logged[]) => void) | null = null;

  constructor(readonly code: string) {
    this.#token = tokenFor(code);
    this.#line = new RoomLine(code, {
      state: (state, unsent) => {
        this.line = state;
        this.unsent = unsent;
      },
      welcome: (message) => {
        this.#ahead = message.now - Date.now() / 1000;
        this.you = message.you ?? null;
        this.muted = message.muted ?? [];
        this.answering = message.answering ?? "fits";
        this.#show(message.room);
        if (this.you !== null && this.#token) rememberRoom(code, this.#token, message.room.options.title ?? "");
      },
      room: (message) => {
        this.#ahead = message.now - Date.now() / 1000;
        this.#show(message.room);
      },
      update: (message) => this.#take(message),
      line: (message) => {
        if (!this.chat.some((line) => line.number === message.number)) this.chat = [...this.chat, message].slice(-200);
      },
      bye: (message) => (this.bye = message),
      seen: () => ({
        token: this.#token,
        version: this.update?.version ?? null,
        chat: this.chat.at(-1)?.number ?? 0,
        profile: profile(),
      }),
    });
  }

  close(): void {
    this.#line.close();
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

  /** What the player at a seat is called. */
  playerName(seat: number): string {
    return this.info?.seats[seat]?.name ?? "";
  }

  // ------------------------------------------------------------------ asking

  /** Ask the room for something. A refusal is shown, and returned as null. */
  async ask<K extends Answer["t"]>(command: Wanted, kind: K): Promise<Extract<Answer, { t: K }> | null> {
    const answer = await this.#line.ask(command);
    if (answer.t === "refused") this.#refuse(answer);
    return answer.t === kind ? (answer as Extract<Answer, { t: K }>) : null;
  }

  /** Have something done; true if it was. */
  async do(command: Wanted): Promise<boolean> {
    const answer = await this.#line.ask(command);
    if (answer.t === "refused") this.#refuse(answer);
    return answer.t !== "refused";
  }

  async join(name: string, seat: number | null): Promise<boolean> {
    const token = randomHex();
    this.#token = token;
    const joined = await this.do({ t: "join", name, token, seat });
    if (joined) rememberRoom(this.code, token, this.info?.options.title ?? "");
    else this.#token = null;
    return joined;
  }

  act(choice: Pick<Choice, "action">, seat: number): Promise<boolean> {
    const command: Omit<Act, "seq"> = { t: "act", version: this.update?.version ?? 0, seat, action: choice.action };
    return this.do(command);
  }

  undo(seat: number, all = false): Promise<boolean> {
    return this.do({ t: "undo", version: this.update?.version ?? 0, seat, all });
  }

  #refuse(answer: Refused): void {
    this.refused = new Refusal(answer.code, answer.message, answer.values);
  }

  // ------------------------------------------------------------------ hearing

  #show(info: RoomInfo): void {
    this.info = info;
    const commitment = info.commitment ?? "";
    const isWanted = info.phase === "starting" && this.you !== null && !(info.contributions ?? []).includes(this.you);
    if (isWanted && this.#contributed !== commitment && this.seats.length) {
      this.#contributed = commitment;
      void this.do({ t: "contribute", value: randomHex() });
    }
  }

  #take(update: Update): void {
    this.#ahead = update.now - Date.now() / 1000;
    const wasAway = this.update !== null && update.version > this.update.version + 1;
    const heard = update.seats.flatMap((part) => part.events ?? []);
    const fresh: Logged[] = (update.seats.length > 1 ? unique(heard) : heard).map((event) => ({ ...event, id: ++this.#logged }));
    this.update = update;
    this.log = [...this.log, ...fresh].slice(-MOST_LOGGED);
    if (update.missed || (wasAway && fresh.length > 8)) this.missed = { events: fresh, all: update.missed ?? false };
    this.onupdate?.(update, fresh);
  }
}

/** Several seats of one device hear of the same things; the fullest telling of each stays. */
function unique(events: readonly Event[]): Event[] {
  const found = new Map<string, Event>();
  for (const event of events) {
    const key = `${event.version} ${event.code} ${event.values["seat"] ?? ""} ${event.values["hp"] ?? ""} ${event.values["hex"] ?? ""}`;
    const known = found.get(key);
    if (!known || Object.keys(event.values).length > Object.keys(known.values).length) found.set(key, event);
  }
  return [...found.values()];
}
