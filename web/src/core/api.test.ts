import { afterEach, expect, it, vi } from "vitest";
import { api } from "./api";

afterEach(() => vi.unstubAllGlobals());

/** A server that has taken the question and says nothing; what ends the wait is in the question. */
function silent(): void {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => (signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => undefined)));
}

it("waits for no server for ever", async () => {
  silent();
  await expect(api.rooms()).rejects.toMatchObject({ code: "page/no-server" });
  await expect(api.ownPack("ABCDEF", "mine")).rejects.toMatchObject({ code: "page/no-server" });
});

it("tells what the server refused", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "room/full", message: "full", values: { most: 6 } }, { status: 409 }));
  await expect(api.rooms()).rejects.toMatchObject({ code: "room/full", values: { most: 6 } });
});
