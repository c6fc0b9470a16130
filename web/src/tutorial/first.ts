// Which game is the first after the tutorial: the lantern stays, and every turn brings a hint that nobody has to ask for.

import { load, save } from "../core/storage";

const KEY = "hinted";

export function markFirstGame(code: string): void {
  save(KEY, code);
}

export function isFirstGame(code: string): boolean {
  return load(KEY, "") === code;
}
