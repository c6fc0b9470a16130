// The room of a lesson: a real game at a position with scripted dice, in which the learner has one seat and this device plays the
// others by the script. Of what the room allows, the learner gets what the lesson is about just now.

import { api, Refusal } from "../core/api";
import type { Wanted } from "../core/line";
import { Room } from "../core/room.svelte";
import { go } from "../core/route.svelte";
import { settings } from "../core/settings.svelte";
import { randomHex } from "../core/storage";
import { t, words } from "../core/words.svelte";
import type { Answer, Choice, Options, SeatUpdate, Update, Why } from "../protocol";
import { BEST, carryOut } from "../screens/starting";
import { after, isAct, isAllowed, stepAfter, type Lesson, type Step } from "./lessons";
import { keepPlace, markDone, type Place } from "./progress";

const LEARNER = 0;
/** What stands between the learner and something that the lesson has not come to. */
const LATER = new Refusal("lesson/later", "that comes later in this lesson");

export async function openLesson(lesson: Lesson): Promise<Place> {
  const token = randomHex();
  const options: Options = {
    players: lesson.players.length,
    clock: "none",
    chat: "none",
    undo: "free",
    leavers: "wait",
    spectators: false,
    hints: !lesson.steps.length,
    bot_pace: settings.botPace,
  };
  const name = settings.name.trim() || t("common.guest");
  const opened = await api.openRoom({ name, token, options, position: lesson.position, exact: true });
  return { lesson: lesson.id, code: opened.code, token, base: 1, step: 0 };
}

export class LessonRoom extends Room {
  step = $state(0);
  /** The game is none of the lesson's: it has to begin anew. */
  isLost = $state(false);
  #parts: readonly SeatUpdate[] = [];
  #isPlaced = false;
  #isBusy = false;

  constructor(
    readonly lesson: Lesson,
    private place: Place,
  ) {
    super(place.code, place.token);
  }

  get current(): Step | undefined {
    return this.lesson.steps[this.step];
  }

  get isLast(): boolean {
    return this.step === this.lesson.steps.length - 1;
  }

  get isExample(): boolean {
    return !this.lesson.steps.length;
  }

  override get seats(): number[] {
    return [LEARNER];
  }

  /** A lesson waits where it is, and an example begins anew. */
  override leave(): void {
    go(this.isExample ? "/rules" : "/learn");
  }

  override get isLeftAsIs(): boolean {
    return true;
  }

  override get notice(): string {
    return this.current && !isAct(this.current) ? t("learn.speaking") : "";
  }

  override get mine(): SeatUpdate | null {
    const part = super.mine;
    if (!part || this.isExample) return part;
    // Of answers all are shown, since each tells what it would change; what is not asked for is refused.
    const choices = part.asked ? part.choices : (part.choices ?? []).filter((choice) => isAllowed(choice.action, this.current));
    return { ...part, undo: 0, undo_all: 0, choices };
  }

  protected override shown(update: Update): Update {
    this.#parts = update.seats;
    if (!this.#isPlaced) this.#find(update.version);
    queueMicrotask(() => void this.#playRival());
    return { ...update, seats: update.seats.filter((part) => part.seat === LEARNER) };
  }

  /** Everybody sits down and the game begins. */
  begin(): Promise<void> {
    const names = this.lesson.players.slice(1).map((character) => words.name(character));
    return carryOut(this.isExample ? { bots: BEST, isStarted: true } : { names, isStarted: true }, this);
  }

  /** On to the next thing to read or do. */
  next(): void {
    this.#go(this.step + 1);
  }

  /** The lesson from its beginning, in the same room. */
  async again(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let part = this.#undoable(); part; part = this.#undoable()) if (!(await this.undo(part.seat ?? LEARNER, true))) break;
    this.#isBusy = false;
    this.place = { ...this.place, base: this.update?.version ?? this.place.base };
    this.#go(0);
  }

  override async act(choice: Pick<Choice, "action">, seat: number): Promise<boolean> {
    if (this.isExample) return super.act(choice, seat);
    if (!isAllowed(choice.action, this.current)) {
      this.refused = LATER;
      return false;
    }
    const isDone = await super.act(choice, seat);
    if (isDone) this.next();
    return isDone;
  }

  override async ask<K extends Answer["t"]>(command: Wanted, kind: K, isWanted = true): Promise<Extract<Answer, { t: K }> | null> {
    const answer = await super.ask(command, kind, isWanted);
    // The lantern has said to end the turn here: nothing is forgotten.
    if (answer && command.t === "ask_warnings" && !this.isExample) return { ...answer, warnings: [] };
    // What the game would allow and the lesson does not yet has a reason of its own.
    const isHeldBack = command.t === "ask_why" && !(this.mine?.choices ?? []).some((choice) => choice.verb === command.verb);
    return answer && isHeldBack && !(answer as Why).code ? { ...answer, code: LATER.code } : answer;
  }

  #find(version: number): void {
    this.#isPlaced = true;
    if (this.isExample) return;
    const step = stepAfter(version - this.place.base, this.lesson.steps, this.place.step);
    if (step < 0) this.isLost = true;
    else this.#go(step);
  }

  #go(step: number): void {
    this.step = step;
    this.place = { ...this.place, step };
    if (this.isExample) return;
    if (this.isLast) markDone(this.lesson.id, after(this.lesson) === undefined);
    else keepPlace(this.place);
    void this.#playRival();
  }

  async #playRival(): Promise<void> {
    const { action, by } = this.current ?? {};
    if (action === undefined || by === undefined || this.#isBusy || !this.update) return;
    this.#isBusy = true;
    const isDone = await super.act({ action }, by);
    this.#isBusy = false;
    if (isDone) this.next();
  }

  #undoable(): SeatUpdate | undefined {
    return this.#parts.find((part) => part.undo);
  }
}
