// What helps to find a problem: which game, which step, which program. Never who somebody is, and never a token.

import type { Room } from "../../core/room.svelte";

export function report(room: Pick<Room, "code" | "info" | "update" | "server" | "line">): string {
  const facts = {
    room: room.code,
    game: room.info?.game ?? 0,
    result: room.info?.result?.game ?? "",
    version: room.update?.version ?? 0,
    step: room.update?.seats[0]?.view.steps ?? 0,
    phase: room.update?.seats[0]?.view.phase ?? "",
    server: room.server,
    connection: room.line,
    page: document.querySelector("script[type=module]")?.getAttribute("src") ?? "",
    browser: navigator.userAgent,
    window: `${innerWidth}x${innerHeight}@${devicePixelRatio}`,
  };
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
