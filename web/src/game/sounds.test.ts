import { expect, it } from "vitest";
import type { Event } from "../protocol";
import { soundsOf } from "./sounds";

const told = (code: string, values: Event["values"] = {}): Event => ({ version: 1, step: 1, code, values });

it("lets a spell sound as what was spent on it", () => {
  const sounds = ["RG RG", "BO BG", "RG BG", "PG"].map((resources) => soundsOf([told("spell_cast", { resources })]));
  expect(sounds).toEqual([["cast_red"], ["cast_blue"], ["cast"], ["cast"]]);
});

it("tells damage by others from one's own curses, and no damage from any", () => {
  expect(soundsOf([told("damaged", { amount: 2, by: "kit" })])).toEqual(["hit"]);
  expect(soundsOf([told("damaged", { amount: 2 })])).toEqual(["curse"]);
  expect(soundsOf([told("damaged", { amount: 0, by: "kit" })])).toEqual([]);
});

it("plays a few sounds at once, each of them once", () => {
  const codes = ["resources_gained", "converted", "absorbed", "transformed", "ability_used"];
  expect(soundsOf(codes.map((code) => told(code)))).toEqual(["gem", "orb", "shadow"]);
});

const blow = [told("spell_cast", { resources: "RG" }), told("counterspell_used"), told("damaged", { amount: 2, by: "kit" }), told("eliminated")];
const end = (values: Event["values"] = {}): Event[] => [...blow, told("game_ended", values)];

it("always tells that somebody is out or has won, whatever led to it", () => {
  expect(soundsOf(blow)).toEqual(["cast_red", "counter", "out"]);
  expect(soundsOf(end({ winner: "kit" }), ["kit"])).toEqual(["cast_red", "out", "victory"]);
});

it("celebrates a victory for winners and watchers, and for nobody else", () => {
  expect(soundsOf(end({ winner: "kit" }), ["frill", "kit"])).toContain("victory");
  expect(soundsOf(end({ winner: "kit" }), [])).toContain("victory");
  expect(soundsOf(end({ winner: "kit" }), ["frill"])).not.toContain("victory");
  expect(soundsOf(end(), ["frill"])).not.toContain("victory");
  expect(soundsOf(end(), [])).not.toContain("victory");
});
