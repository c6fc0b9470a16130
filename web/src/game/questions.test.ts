import { beforeAll, expect, it, vi } from "vitest";
import type { Room } from "../core/room.svelte";

vi.mock("../core/words.svelte", () => ({ words: {}, t: (key: string) => key }));

let Questions: typeof import("./questions.svelte").Questions;
beforeAll(async () => {
  ({ Questions } = await import("./questions.svelte"));
});

/** Somebody at a table whose room answers when the test says so, and what it was asked: by whom, if by anybody. */
function someone(): { asker: InstanceType<typeof Questions>; asked: boolean[]; answer: () => Promise<void> } {
  const asked: boolean[] = [];
  let told: (hint: object) => void = () => undefined;
  const ask = (_: unknown, __: unknown, isWanted: boolean) => {
    asked.push(isWanted);
    return new Promise((resolve) => (told = resolve));
  };
  class Someone extends Questions {
    readonly seat = 0;
    readonly isChoosing = false;
    readonly curtain = null;
    readonly sending = "";
    get whyNoHint(): string {
      return this.isHinting ? "thinking" : "";
    }
  }
  const asker = new Someone({ ask, update: { version: 1 } } as unknown as Room);
  return { asker, asked, answer: async () => (told({ t: "hint" }), void (await new Promise((resolve) => setTimeout(resolve)))) };
}

it("tells whoever presses for a hint that one is on its way, and nobody who did not press", () => {
  const { asker, asked } = someone();
  void asker.advise();
  void asker.advise();
  expect(asker.said).toBe("");
  void asker.askHint();
  expect(asker.said).toBe("thinking");
  expect(asked).toEqual([false]);
});

it("shows a hint however it came about", async () => {
  const { asker, asked, answer } = someone();
  void asker.advise();
  await answer();
  expect(asker.hint).toEqual({ t: "hint" });
  void asker.askHint(true);
  expect(asked).toEqual([false, true]);
  expect(asker.takesFocus).toBe(true);
});
