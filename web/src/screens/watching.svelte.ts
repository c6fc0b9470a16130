// Looks after one's rooms while a screen that shows them is open, or lies in another tab: whoever is waited for is told.

import { markTab, notify } from "../core/notice";
import { expectGame, settings } from "../core/settings.svelte";
import { t } from "../core/words.svelte";
import { called, isRunning, myRooms, type MyRoom } from "./mine";

/** Seconds between two looks. */
const PACE = 20;

export class RoomWatch {
  rooms = $state.raw<MyRoom[] | null>(null);
  #waited = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #title = "";

  constructor(readonly most: number) {
    void this.look();
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const { rooms: found, isWhole } = await myRooms(this.most, this.rooms ?? []);
    if (this.#isOver) return;
    const isFirst = this.rooms === null;
    this.rooms = found;
    const waiting = found.filter((room) => room.isMine);
    const fresh = waiting.find((room) => !this.#waited.has(room.code));
    this.#waited = new Set(waiting.map((room) => room.code));
    this.#mark(waiting.length > 0);
    if (fresh && !isFirst && settings.notify) notify(t("home.waits_in", { name: called(fresh) }), `/r/${fresh.code}`);
    const hasGame = found.some(isRunning);
    if (isWhole) expectGame(hasGame);
    if (hasGame || !isWhole) this.#timer = setTimeout(() => void this.look(), PACE * 1000);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#title) markTab("");
  }

  /** The screen's own title comes back when nobody waits any more. */
  #mark(isWaited: boolean): void {
    if (isWaited) {
      this.#title ||= document.title;
      markTab(t("home.waits"));
    } else if (this.#title) {
      markTab("");
      document.title = this.#title;
      this.#title = "";
    }
  }
}
