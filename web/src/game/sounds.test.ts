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
  const codes = ["resources_gained", "converted", "absorbed", "transformed", "eliminated"];
  expect(soundsOf(codes.map((code) => told(code)))).toEqual(["gem", "orb", "shadow"]);
});
