import { describe, expect, it } from "vitest";
import type { Event, View } from "../../protocol";
import { tally } from "./tally";

const view = { seats: [{ character: "frill" }, { character: "kit" }] } as unknown as View;
const event = (code: string, values: Event["values"]): Event => ({ version: 1, code, values });
const game = [
  event("travelled", { seat: "frill", hex: "thornwood" }),
  event("damaged", { seat: "kit", by: "frill", amount: 4, hp: 2 }),
  event("damaged", { seat: "frill", by: "kit", amount: 1, hp: 9 }),
  event("healed", { seat: "frill", amount: 2, hp: 11 }),
  event("damaged", { seat: "frill", amount: 3, hp: 8 }),
  event("damaged", { seat: "kit", by: "frill", amount: 2, hp: 0 }),
  event("eliminated", { seat: "kit" }),
];

describe("tally", () => {
  it("counts what one player did and what was done to it", () => {
    expect(tally(game, view, 0)).toMatchObject({ damage_dealt: 6, damage_taken: 4, highest_hit: 4, healing: 2, travels: 1, eliminations: 1 });
    expect(tally(game, view, 1)).toMatchObject({ damage_dealt: 1, damage_taken: 6, eliminations: 0, travels: 0 });
  });
});
