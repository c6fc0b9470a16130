import { expect, test } from "vitest";
import { soft } from "./soft";

test("a long name can be broken where somebody would, never near its ends, and a short word not at all", () => {
  const shown = (name: string) => soft(name).replaceAll("\u00ad", "-");
  expect(["Dornenwald", "Brodelvulkan", "Leuchtminen", "Bernsteinberg", "Amber Mountain", "Ember Salamander"].map(shown)).toEqual(["Dornenwald", "Brodel-vulkan", "Leucht-minen", "Bern-stein-berg", "Amber Mountain", "Ember Salamander"]);
  expect(["Hydraklapperschlange", "Kristallverdopplung", "Glutsalamander", "Gezeitengrotte"].map(shown)).toEqual(["Hydra-klapper-schlange", "Kristall-ver-dopp-lung", "Glut-sa-la-mander", "Gezei-ten-grotte"]);
});
