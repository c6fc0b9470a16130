import { expect, it } from "vitest";
import type { Event } from "../protocol";
import { common } from "./room.svelte";

const taken = (values: Event["values"]): Event => ({ version: 4, step: 3, code: "counterspell_taken", values: { seat: "kit", ...values } });
const moved = (hex: string): Event => ({ version: 4, step: 3, code: "travelled", values: { seat: "kit", hex } });

it("tells people who share a device no more than all of them know", () => {
  const kit = [moved("thornwood"), taken({ counterspell: "vanish" }), { version: 5, step: 4, code: "answer_sealed", values: { seat: "kit", action: "pass" } }];
  const frill = [moved("thornwood"), taken({})];
  expect(common([kit, frill])).toEqual([moved("thornwood"), taken({})]);
  expect(common([frill, kit])).toEqual([moved("thornwood"), taken({})]);
});

it("keeps what happens twice, and everything for one alone", () => {
  const events = [moved("thornwood"), moved("ancient_rune"), taken({ counterspell: "vanish" })];
  expect(common([events])).toEqual(events);
  expect(common([events, events])).toEqual(events);
  expect(common([])).toEqual([]);
});
