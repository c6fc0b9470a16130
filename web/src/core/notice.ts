// It is somebody's turn while they look elsewhere: the tab says so, and where it is wanted the system does.

import { go } from "./route.svelte";
import { change, settings } from "./settings.svelte";

const ICONS = { quiet: "/icon.svg", turn: "/icon-turn.svg", notice: "/icon-turn.png" };
const plain = document.title;

let marked = "";

/** Only where nobody looks: reading a new icon takes a browser longer than showing a turn. */
function markIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = marked && !document.hasFocus() ? ICONS.turn : ICONS.quiet;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
for (const event of ["blur", "focus"]) addEventListener(event, markIcon);

/** Mark the tab where that is wanted, or take the mark away with an empty text. */
export function markTab(text: string): void {
  marked = settings.markTab ? text : "";
  document.title = marked ? `● ${marked} – ${plain}` : plain;
  markIcon();
}

export const canNotify = "Notification" in globalThis;

/** Turn notices on or off; false if they were wanted and the browser does not allow them. */
export async function wantNotices(isWanted: boolean): Promise<boolean> {
  const answer = isWanted && canNotify ? await Notification.requestPermission() : "default";
  change({ notify: isWanted && answer === "granted" });
  return settings.notify === isWanted;
}

/** Tell whoever is in another window, if they have asked for it. A click on the notice leads to a path. */
export function notify(text: string, path = ""): void {
  if (!settings.notify || document.visibilityState === "visible" || !canNotify) return;
  if (Notification.permission !== "granted") return;
  try {
    const notice = new Notification(plain, { body: text, icon: ICONS.notice, tag: "casting-shadows-turn" });
    notice.onclick = () => {
      window.focus();
      if (path) go(path);
      notice.close();
    };
  } catch {
    // Some phones allow notices from a service worker alone; the tab's mark and the sound remain.
  }
}
