// One connection to a room. Commands are numbered and sent again after a break, and the room carries each out once: what was not
// answered yet is never shown as done, and never lost.

import { PROTOCOL, type Answer, type Bye, type Command, type Incoming, type Line, type Outgoing, type Room, type Update, type Welcome } from "../protocol";
import { CODE } from "./route.svelte";

export type LineState = "connecting" | "online" | "offline" | "closed";
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A command whose number the connection gives. */
export type Wanted = Without<Command, "seq">;

export interface Ear {
  state(state: LineState, unsent: number): void;
  welcome(message: Welcome): void;
  room(message: Room): void;
  update(message: Update): void;
  line(message: Line): void;
  bye(message: Bye): void;
  /** What it has seen, so that the room tells the rest. */
  seen(): { token: string | null; version: number | null; chat: number; profile: string | null };
}

interface Pending {
  command: Wanted;
  seq: number;
  resolve: (answer: Answer) => void;
}

const WAITS = [0.3, 0.6, 1.2, 2.5, 5];
/** Seconds of silence after which we ask whether the room is there, and how long it may take to answer. */
const SILENCE = 8;
const PATIENCE = 5;
/** Seconds that may pass until one is in: a line that hangs while it is opened says nothing at all. */
const OPENING = 8;
/** Milliseconds in which nobody is impatient with a connection yet. */
const MOMENT = 2000;

export class RoomLine {
  #socket: WebSocket | null = null;
  #began = 0;
  #state: LineState = "connecting";
  #pending: Pending[] = [];
  #seq = 0;
  #tries = 0;
  #isIn = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #alive: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly code: string,
    private readonly ear: Ear,
    private readonly url = location.origin.replace(/^http/, "ws") + "/ws",
  ) {
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    if (CODE.test(code)) this.#connect();
    else this.#end({ t: "bye", code: "room/not-open", message: "" });
  }

  /** Send a command; its answer, whenever it comes. A refusal is an answer too. */
  ask(command: Wanted): Promise<Answer> {
    return new Promise((resolve) => {
      const pending = { command, seq: 0, resolve };
      this.#pending.push(pending);
      if (this.#isIn) this.#put(pending);
      this.#tell();
    });
  }

  close(): void {
    this.#enter("closed");
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    clearTimeout(this.#timer);
    clearTimeout(this.#alive);
    this.#socket?.close(1000);
  }

  /** Wait no longer: connect at once if the line is down. What has begun a moment ago is given its time. */
  retry(): void {
    if (this.#state === "offline" && (!this.#socket || Date.now() - this.#began > MOMENT)) this.#connect();
  }

  #now = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.#state === "online") this.#probe();
    else this.retry();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    this.#hangUp();
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#began = Date.now();
    this.#alive = setTimeout(() => this.#giveUp(), OPENING * 1000);
    socket.onopen = () => {
      if (socket === this.#socket) this.#write({ t: "hello", protocol: PROTOCOL, room: this.code, ...this.ear.seen() });
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as Outgoing);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #hear(message: Outgoing): void {
    if (this.#isIn || message.t === "welcome") this.#listen();
    switch (message.t) {
      case "welcome":
        this.#tries = 0;
        this.#seq = Math.max(this.#seq, message.seq ?? 0);
        this.ear.welcome(message);
        if (!this.#isIn) {
          this.#isIn = true;
          this.#enter("online");
          for (const pending of this.#pending) this.#put(pending);
        }
        break;
      case "room":
        this.ear.room(message);
        break;
      case "line":
        this.ear.line(message);
        break;
      case "bye":
        if (message.retry === undefined) this.#end(message);
        else {
          this.ear.bye(message);
          this.#tries = WAITS.filter((wait) => wait < (message.retry ?? 0)).length;
        }
        break;
      case "pong":
        break;
      default:
        if (message.t === "update") this.ear.update(message);
        if (message.t === "refused" && !this.#isIn) this.#end({ t: "bye", code: message.code, message: message.message });
        else this.#answer(message);
    }
  }

  /** Nothing more will come of this line, and why. */
  #end(bye: Bye): void {
    this.ear.bye(bye);
    this.close();
  }

  #answer(answer: Answer): void {
    const index = this.#pending.findIndex((pending) => pending.seq !== 0 && pending.seq === answer.seq);
    if (index < 0) return;
    const [pending] = this.#pending.splice(index, 1);
    this.#tell();
    pending?.resolve(answer);
  }

  #put(pending: Pending): void {
    if (!pending.seq) pending.seq = ++this.#seq;
    this.#write({ ...pending.command, seq: pending.seq } as Command);
  }

  #write(message: Incoming): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Let go of the socket: what it may still say is of no interest. */
  #hangUp(): void {
    clearTimeout(this.#alive);
    this.#isIn = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #giveUp(): void {
    this.#hangUp();
    this.#lost();
  }

  #lost(): void {
    if (this.#state === "closed") return;
    clearTimeout(this.#alive);
    this.#socket = null;
    this.#isIn = false;
    this.#enter("offline");
    const wait = WAITS[Math.min(Math.max(this.#tries, 0), WAITS.length - 1)] ?? 5;
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), wait * 1000 * (0.8 + 0.4 * Math.random()));
  }

  #listen(): void {
    clearTimeout(this.#alive);
    this.#alive = setTimeout(() => this.#probe(), SILENCE * 1000);
  }

  #probe(): void {
    clearTimeout(this.#alive);
    this.#write({ t: "ping" });
    this.#alive = setTimeout(() => this.#giveUp(), PATIENCE * 1000);
  }

  #enter(state: LineState): void {
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    const deeds = this.#pending.filter(({ command }) => !command.t.startsWith("ask_"));
    this.ear.state(this.#state, deeds.length);
  }
}
