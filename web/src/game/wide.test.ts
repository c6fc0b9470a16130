import { expect, it } from "vitest";
import { shapeOf } from "./wide";

it("knows phones in both ways, tablets and desks", () => {
  expect(shapeOf(360, 740)).toBe("tall");
  expect(shapeOf(740, 360)).toBe("beside");
  expect(shapeOf(1024, 768)).toBe("beside");
  expect(shapeOf(768, 1024)).toBe("tall");
  expect(shapeOf(1440, 900)).toBe("wide");
  expect(shapeOf(1440, 500)).toBe("beside");
  expect(shapeOf(320, 256)).toBe("tall");
});
