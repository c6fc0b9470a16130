// What a running game does by itself: news, sounds, the mark on the tab, clocks. Called once, where the table is set up.

import { untrack } from "svelte";
import { markTab, notify } from "../core/notice";
import { play } from "../core/sound";
import { t, words } from "../core/words.svelte";
import type { Announcer } from "./announcer.svelte";
import { soundsOf } from "./sounds";
import type { Table } from "./table.svelte";

export function follow(table: Table, announcer: Announcer): void {
  $effect(() => {
    table.room.onupdate = (update, events) => {
      const view = update.seats[0]?.view;
      if (!view) return;
      announcer.hear(events, view, table.room.seats);
      for (const sound of soundsOf(events)) play(sound);
    };
    return () => (table.room.onupdate = null);
  });

  // What was being chosen belongs to the situation it was chosen in.
  $effect(() => {
    void table.room.update?.version;
    untrack(() => table.settle());
  });

  // Whoever begins something has seen enough of what others did.
  $effect(() => {
    if (table.flow) untrack(() => announcer.skip());
  });

  const isWanted = $derived(table.wanted !== null);
  $effect(() => {
    if (!isWanted) {
      markTab("");
      return;
    }
    const text = untrack(() => (table.isAsked ? words.term("phase_respond") : t("game.tab_turn")));
    markTab(text);
    notify(text);
    play("turn");
  });

  const needsClock = $derived(table.room.window !== null || table.room.clock !== null);
  $effect(() => {
    table.now = table.room.now();
    if (!needsClock) return;
    const timer = setInterval(() => (table.now = table.room.now()), 250);
    return () => clearInterval(timer);
  });

  $effect(() => () => {
    announcer.close();
    markTab("");
  });
}
