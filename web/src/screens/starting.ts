// How a game begins from this device: the room is opened over HTTP, and whoever arrives there carries out the plan for it.

import { api, type NewRoom } from "../core/api";
import type { Room } from "../core/room.svelte";
import { CODE, go } from "../core/route.svelte";
import { change, profile, rememberRoom, settings } from "../core/settings.svelte";
import { randomHex } from "../core/storage";
import { t } from "../core/words.svelte";
import type { Options, RoomInfo } from "../protocol";
import type { OwnTable } from "./make/packing";
import { optionsOf, packsOf } from "./make/options";

/** What is done in a new room before anybody has to click there. */
export interface Plan {
  /** Seats that this device takes besides the first, by what they are called. */
  names?: string[];
  /** One's own character; none: by chance. */
  character?: string | null;
  /** A bot takes every open seat: this one, or the best there is. */
  bots?: string;
  isStarted?: boolean;
}

export const BEST = "best";

const plans = new Map<string, Plan>();

/** The plan for a room that was just opened here; it is carried out once. */
export function takePlan(code: string): Plan | null {
  const plan = plans.get(code) ?? null;
  plans.delete(code);
  return plan;
}

/** Open a room and go there; *from* says where its game begins, if not at the beginning, and on which seat one sits. */
export async function openRoom(
  options: Options,
  plan: Plan = {},
  name = settings.name,
  packs: string[] = [],
  from: Pick<NewRoom, "game" | "step" | "seat" | "position" | "own_packs"> = {},
): Promise<void> {
  const token = randomHex();
  const called = name.trim() || t("common.guest");
  const along = packs.length === 0; // a table of one's own is as it was made
  const opened = await api.openRoom({ name: called, token, options, along, seat: 0, profile: profile(), own_packs: packs, ...from });
  rememberRoom(opened.code, token, options.title ?? "");
  plans.set(opened.code, plan);
  go(`/r/${opened.code}`);
}

/** A room at a table of one's own; the names of its packs are what the server made of their texts. */
export function openTable(table: OwnTable, own: readonly string[], more: Options = {}, name = settings.name): Promise<void> {
  return openRoom({ title: table.title, ...more, ...optionsOf(table, own) }, {}, name, packsOf(table));
}

/** A game against bots, begun at once. */
export function playBots(opponents: number, character: string | null = null): Promise<void> {
  const options: Options = {
    players: opponents + 1,
    clock: "none",
    bot_pace: settings.botPace,
    undo: "policy",
  };
  return openRoom(options, { bots: BEST, character, isStarted: true });
}

/** Shadow Boxing, begun at once. */
export function playAlone(character: string | null = null): Promise<void> {
  const options: Options = { mode: "solo", clock: "none", bot_pace: settings.botPace };
  return openRoom(options, { character, isStarted: true });
}

/** The strongest bot of a room: rooms list them from weak to strong. */
export function bestBot(info: Pick<RoomInfo, "bots">): string {
  return info.bots.at(-1) ?? "greedy";
}

/** The commands a plan comes to in this room, in order. */
export function steps(plan: Plan, info: Pick<RoomInfo, "bots" | "seats">): Parameters<Room["do"]>[0][] {
  const names = plan.names ?? [];
  const open = info.seats.flatMap((seat, index) => (seat.kind === "open" ? [index] : []));
  const bot = plan.bots === BEST ? bestBot(info) : plan.bots;
  return [
    ...open.slice(0, names.length).map((seat, index) => ({ t: "sit" as const, seat, name: names[index] ?? null })),
    ...(bot ? open.slice(names.length).map((seat) => ({ t: "set_bot" as const, seat, bot })) : []),
    ...(plan.character ? [{ t: "choose" as const, seat: 0, character: plan.character }] : []),
    ...(plan.isStarted ? [{ t: "start" as const }] : []),
  ];
}

/** Carry a plan out; what is refused ends it, and the lobby shows why. */
export async function carryOut(plan: Plan, room: Room): Promise<void> {
  if (!room.info) return;
  for (const step of steps(plan, room.info)) if (!(await room.do(step))) return;
}

export function rememberName(name: string): void {
  if (name.trim() && name !== settings.name) change({ name: name.trim().slice(0, 40) });
}

/** Letters that no code has stand for those they look like. */
const ALIKE: Record<string, string> = { O: "0", I: "1", L: "1", U: "V" };

/** The room's code in what somebody pasted: a code, with or without hyphens and spaces, or any link to a room; else null. */
export function readInvite(typed: string): string | null {
  const linked = /\/r\/([0-9A-Za-z-]{1,20})/.exec(typed);
  const code = (linked?.[1] ?? typed).toUpperCase().replace(/[\s-]/g, "").replace(/[OILU]/g, (letter) => ALIKE[letter] ?? letter);
  return CODE.test(code) ? code : null;
}
