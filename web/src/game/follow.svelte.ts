// What a running game does by itself: news, sounds, the mark on the tab, clocks. Called once, where the table is set up.

import { tick, untrack } from "svelte";
import { idle, inTurn } from "../core/idle";
import { markTab, notify } from "../core/notice";
import { settings } from "../core/settings.svelte";
import { play } from "../core/sound";
import { t, words } from "../core/words.svelte";
import { ownDeeds, type Announcer } from "./announcer.svelte";
import type { Event, View } from "../protocol";
import { isFirstGame } from "../tutorial/first";
import { soundsOf } from "./sounds";
import type { Table } from "./table.svelte";
import { hasLog } from "./wide";

export function follow(table: Table, announcer: Announcer): void {
  function tell(events: readonly Event[], view: View): void {
    announcer.hear(events, view, table.room.seats);
    const deeds = hasLog() ? "" : ownDeeds(events, view, table.room.seats);
    if (deeds) table.speak(deeds);
  }

  $effect(() => {
    table.room.onupdate = (update, events) => {
      const view = update.seats[0]?.view;
      if (!view) return;
      announcer.see(events, view, table.thrown);
      table.thrown = [];
      const own = update.seats.flatMap(({ seat }) => (seat === null ? [] : (view.seats[seat]?.character ?? [])));
      for (const sound of soundsOf(events, own)) void play(sound);
    };
    table.room.onnews = (events) => {
      const view = table.room.update?.seats[0]?.view;
      if (view) void tick().then(() => inTurn(() => tell(events, view))); // after everything it is about
    };
    return () => (table.room.onupdate = table.room.onnews = null);
  });

  $effect(() => {
    if (table.call) untrack(() => table.heed());
  });

  // What was said of a pause is over with it, and what was said before it hides it no longer.
  const phase = $derived(table.room.info?.phase);
  $effect(() => {
    void phase;
    untrack(() => (table.said = ""));
  });

  // What was being chosen belongs to the situation it was chosen in. The room also says other things: that somebody else has answered,
  // or takes more time; and in a pause, when there is nothing to choose from, what was begun waits.
  let known = { version: -1, offered: "" };
  $effect(() => {
    const version = table.room.update?.version ?? 0;
    const offered = (table.part?.choices ?? []).map(({ action }) => action).join("\n") || known.offered;
    if (version === known.version && offered === known.offered) return;
    known = { version, offered };
    untrack(() => table.settle());
  });

  if (isFirstGame(table.room.code)) {
    // One that is thought about while the game goes on comes too late, and is asked for anew then.
    let advised: number | undefined;
    $effect(() => {
      const version = table.room.update?.version;
      if (table.phase !== "actions") advised = undefined;
      else if (!table.isHinting && version !== advised) {
        advised = version;
        untrack(() => table.hint ?? void table.advise());
      }
    });
  }

  // People are told of by their names, as their boards call them.
  $effect(() => words.call(table.people()));
  $effect(() => () => words.call(new Map()));

  // Whoever begins something, or does it, has seen enough of what others did.
  $effect(() => {
    if (table.flow || table.sending) untrack(() => announcer.skip());
  });

  // The tab and the system are told when the table is drawn, if it is still so.
  const isWanted = $derived(table.wanted !== null);
  $effect(() => {
    const text = isWanted ? untrack(() => (table.isAsked ? words.term("phase_respond") : t("game.tab_turn"))) : "";
    let isOld = false;
    void idle().then(() => {
      if (isOld) return;
      markTab(text);
      if (text) notify(text);
    });
    if (text && untrack(() => settings.turnSound)) void play("turn");
    return () => (isOld = true);
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
