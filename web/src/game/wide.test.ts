import { expect, it } from "vitest";
import { shapeOf } from "./wide";

it("knows phones in both ways, tablets and desks", () => {
  expect(shapeOf(360, 740, 17)).toBe("tall");
  expect(shapeOf(740, 360, 17)).toBe("beside");
  expect(shapeOf(1024, 768, 17)).toBe("beside");
  expect(shapeOf(768, 1024, 17)).toBe("tall");
  expect(shapeOf(1440, 900, 17)).toBe("wide");
  expect(shapeOf(1440, 500, 17)).toBe("beside");
  expect(shapeOf(320, 256, 17)).toBe("tall");
});

it("takes larger letters for a smaller screen, where the dock would have no room between boards and log", () => {
  expect([1280, 1366, 1440].map((width) => shapeOf(width, 900, 17))).toEqual(["beside", "wide", "wide"]);
  expect([1440, 1600, 1920].map((width) => shapeOf(width, 900, 23.8))).toEqual(["beside", "beside", "wide"]);
});
