// The first game after the tutorial. Its rival begins with some spells and plays without much thought, so that there is time to try
// things out and something to be careful of.

import { route } from "../core/route.svelte";
import { settings } from "../core/settings.svelte";
import { openRoom } from "../screens/starting";
import { markFirstGame } from "./first";
import { FIRST } from "./lessons";

const EASIEST = "random";

export async function playFirstGame(): Promise<void> {
  const options = { players: FIRST.players.length, clock: "none", bot_pace: settings.botPace, undo: "policy" } as const;
  await openRoom(options, { bots: EASIEST, isStarted: true }, settings.name, [], { position: FIRST.position });
  markFirstGame(route.code);
}
