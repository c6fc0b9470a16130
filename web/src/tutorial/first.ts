// The first game after the tutorial: against a bot, and every turn brings a hint that nobody has to ask for.

import { route } from "../core/route.svelte";
import { load, save } from "../core/storage";
import { playBots } from "../screens/starting";

const KEY = "hinted";

export async function playFirstGame(): Promise<void> {
  await playBots(1);
  save(KEY, route.code);
}

export function isFirstGame(code: string): boolean {
  return load(KEY, "") === code;
}
