// Where in the page one is: `/`, `/r/ABCD2345`, `/rules#heavy_hand`, …

import { untrack } from "svelte";

export interface Route {
  screen: "home" | "room" | "learn" | "rules" | "settings" | "games" | "me" | "make" | "rooms" | "new" | "hotseat" | "credits" | "replay" | "so_far" | "lost";
  /** The room's code, the finished game, or the lesson. */
  code: string;
  anchor: string;
}

/** What the code of a room looks like: whatever does not is in no link that a room has given. */
export const CODE = /^[0-9A-Z]{8}$/;

const SCREENS = ["rules", "settings", "games", "me", "make", "rooms", "new", "hotseat", "credits"] as const;

export function read(location: { pathname: string; hash: string }): Route {
  const [first = "", second = "", third = "", ...more] = location.pathname.split("/").filter(Boolean);
  const anchor = decoded(location.hash.slice(1));
  const code = second.toUpperCase().replaceAll("-", "");
  if (!first) return { screen: "home", code: "", anchor };
  if (first === "r" && code && third === "replay" && !more.length) return { screen: "so_far", code, anchor };
  if (third) return { screen: "lost", code: "", anchor };
  if (first === "r" && code) return { screen: "room", code, anchor };
  if (first === "replay" || first === "learn") return { screen: first, code: second, anchor };
  const screen = second ? undefined : SCREENS.find((name) => name === first);
  return { screen: screen ?? "lost", code: "", anchor };
}

/** Links are cut short and mistyped: what cannot be decoded is left as it is. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** And how often somebody has gone anywhere since the page was loaded. */
export const route: Route & { visits: number } = $state({ ...read(location), visits: 0 });
let visits = 0;

function look(): void {
  Object.assign(route, read(location), { visits: ++visits });
}

export function go(path: string, how: "push" | "replace" = "push"): void {
  if (path !== location.pathname + location.search + location.hash) history[how === "push" ? "pushState" : "replaceState"](null, "", path);
  look();
  if (!location.hash) scrollTo(0, 0);
}

addEventListener("popstate", look);

/** For the heading of a screen: whoever goes there without seeing it is told where they are. Of the first one browsers tell. */
export function welcome(heading: HTMLElement): void {
  if (untrack(() => route.visits)) heading.focus({ preventScroll: true });
}

/** Follow a link of our own without loading the page anew. Used on whole screens: links stay links. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
