import { expect, test } from "vitest";
import { soft } from "./soft";

test("a long name can be broken where somebody would, and never near its ends", () => {
  const shown = (name: string) => soft(name).replaceAll("\u00ad", "-");
  expect(["Dornenwald", "Brodelvulkan", "Leuchtminen", "Bernsteinberg", "Amber Mountain"].map(shown)).toEqual(["Dornen-wald", "Brodel-vulkan", "Leucht-minen", "Bern-stein-berg", "Amber Moun-tain"]);
  expect(["Hydraklapperschlange", "Kristallverdopplung", "Glutsalamander", "Gezeitengrotte"].map(shown)).toEqual(["Hydra-klapper-schlange", "Kristall-ver-dopp-lung", "Glut-sa-la-mander", "Gezei-ten-grotte"]);
});
