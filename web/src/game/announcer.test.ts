import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Event, View } from "../protocol";

vi.mock("../core/words.svelte", () => ({
  words: { sentence: (event: Event) => event.code, name: (id: string) => id, player: (id: string) => id },
  t: (key: string) => key,
  n: (key: string) => key,
  faceOf: (die: string) => die,
}));

const view = { seats: [{ character: "frill" }, { character: "kit" }] } as View;
const event = (version: number, code: string, values: Event["values"]): Event => ({ version, step: version, code, values });
let tools: typeof import("./announcer.svelte");

beforeAll(async () => {
  tools = await import("./announcer.svelte");
});

it("reads out what oneself did and got, and neither what is told anyhow nor what others did", () => {
  const events = [
    event(2, "dice_rerolled", { seat: "frill", dice: "RG" }),
    event(2, "card_collected", { seat: "frill", card: "heat_wave" }),
    event(2, "resources_spent", { seat: "frill", spent: "RG" }),
    event(2, "damaged", { seat: "frill", amount: 1, hp: 9 }),
    event(2, "card_collected", { seat: "kit", card: "red_gem" }),
  ];
  expect(tools.ownDeeds(events, view, [0])).toBe("dice_rerolled card_collected");
  expect(tools.ownDeeds(events, view, [])).toBe("");
});

describe("announcements", () => {
  it("puts the parts of an action together, and tells players apart", () => {
    const found = tools.announcements(
      [
        event(2, "spell_cast", { seat: "kit", card: "heat_wave" }),
        event(2, "damaged", { seat: "frill", by: "kit", amount: 3, hp: 15 }),
        event(3, "damaged", { seat: "kit", amount: 1, hp: 9 }),
        event(3, "dice_rolled", { seat: "frill", dice: "RG" }),
      ],
      view,
      [],
    );
    expect(found).toEqual([
      { seat: 1, lines: ["spell_cast", "damaged"] },
      { seat: 1, lines: ["damaged"] },
      { seat: 0, lines: ["dice_rolled"] },
    ]);
  });

  it("tells people that their own time was up, and who plays for them, but not that they are back", () => {
    const events = [event(2, "time_up", { seat: 0, left: 0 }), event(2, "bot_took", { seat: 0 }), event(3, "returned", { seat: 0 })];
    expect(tools.announcements(events, view, [0])).toEqual([{ seat: 0, lines: ["game.time_up", "game.bot_took"] }]);
    expect(tools.announcements(events, view, [1])[1]).toEqual({ seat: 0, lines: ["game.returned"] });
  });

  it("does not tell people what they have just done, but what came of it", () => {
    const events = [event(2, "travelled", { seat: "frill", hex: "thornwood" }), event(3, "damaged", { seat: "frill", amount: 1, hp: 5 })];
    expect(tools.announcements(events, view, [0])).toEqual([{ seat: 0, lines: ["damaged"] }]);
  });

  it("tells whoever was pushed, and not whoever has pushed them or ran away", () => {
    const pushed = [event(2, "moved", { seat: "frill", hex: "thornwood", by: "kit" })];
    expect(tools.announcements(pushed, view, [0])).toEqual([{ seat: 1, lines: ["moved"] }]);
    expect(tools.announcements(pushed, view, [1])).toEqual([]);
    expect([tools.ownDeeds(pushed, view, [0]), tools.ownDeeds(pushed, view, [1])]).toEqual(["", "moved"]);
    expect(tools.announcements([event(2, "moved", { seat: "frill", hex: "thornwood", by: "frill" })], view, [0])).toEqual([]);
  });
});

it("finds gains and losses of HP", () => {
  const events = [
    event(2, "damaged", { seat: "frill", by: "kit", amount: 3, hp: 15 }),
    event(2, "damaged", { seat: "kit", by: "frill", amount: 0, hp: 15 }),
    event(2, "healed", { seat: "kit", amount: 1, hp: 16 }),
  ];
  expect(tools.hpChanges(events, view)).toEqual([
    { seat: 0, amount: -3 },
    { seat: 1, amount: 1 },
  ]);
});

it("lets only those dice tumble that were rolled again", () => {
  expect(tools.rerolled(["RG", "RG", "BO", "CC"], ["RG", "RO", "BO", "CC"], ["RG"])).toEqual(["RO"]);
  expect(tools.rerolled(["RG", "RG", "BO"], ["RG", "RG", "BO"], ["RG", "BO"])).toEqual(["RG", "BO"]);
  expect(tools.rerolled(["RG", "BO"], ["RG", "BG"], [])).toEqual(["BG"]);
  expect(tools.rerolled(["RG", "BO"], ["RG", "BO"], [])).toEqual(["RG", "BO"]);
});
