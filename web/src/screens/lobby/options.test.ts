import { expect, test } from "vitest";
import { DEFAULTS, full, GROUPS, preset, PRESETS, presetOf, type Known } from "./options";

test("every option stands in one group; a map of one's own is drawn elsewhere", () => {
  const grouped = Object.values(GROUPS).flat();
  expect(new Set(grouped).size).toBe(grouped.length);
  expect([...grouped, "tiles"].sort()).toEqual(Object.keys(DEFAULTS).sort());
});

test("what a room leaves out is as usual", () => {
  expect(full({ players: 3 })).toEqual({ ...DEFAULTS, players: 3 });
});

test("a preset is recognized, and what it keeps does not matter", () => {
  for (const name of Object.keys(PRESETS)) {
    const options = preset(name, { ...DEFAULTS, title: "Friday", listed: true, players: 3 });
    expect(presetOf(options)).toBe(name);
    expect(options.title).toBe("Friday");
  }
  expect(presetOf({ ...DEFAULTS, bot_pace: "slow" })).toBeNull();
});

test("a preset leaves home-made packs and maps in play where they fit", () => {
  const ours = { ...DEFAULTS, packs: ["base", "mine"], layout: "custom" as const, tiles: [["dusty_desert", 0, 0]] as Known["tiles"] };
  const quick = preset("quick", ours);
  expect([quick.packs, quick.layout, quick.tiles]).toEqual([["base", "mine"], "custom", ours.tiles]);
  expect(presetOf(quick)).toBe("quick");
  const six = preset("six", ours);
  expect([six.packs, six.layout, six.tiles]).toEqual([["exclusive", "ice_storm", "mine"], "", []]);
  expect(preset("solo", ours)).toMatchObject({ packs: ["base"], layout: "", tiles: [] });
});
