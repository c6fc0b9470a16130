import { expect, test, vi } from "vitest";
import { soft } from "./soft";

vi.mock("../core/words.svelte", () => ({ t: () => "ansturm berg salamander schlange sturm" }));
const shown = (name: string) => soft(name).replaceAll("\u00ad", "-");

test("a long name can be broken between syllables, never near its ends, and a short word not at all", () => {
  expect(["Brodelvulkan", "Leuchtminen"].map(shown)).toEqual(["Brodel-vulkan", "Leucht-minen"]);
  expect(["Dornenwald", "Amber Mountain", "Ember Salamander"].map(shown)).toEqual(["Dornenwald", "Amber Mountain", "Ember Salamander"]);
});

test("a name of known parts is broken between these alone, if they are short enough", () => {
  expect(["Bernsteinberg", "Glutsalamander", "Einhornansturm"].map(shown)).toEqual(["Bernstein-berg", "Glut-salamander", "Einhorn-ansturm"]);
  expect(shown("Hydraklapperschlange")).toBe("Hydra-klapper-schlange");
});
