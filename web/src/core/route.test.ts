import { expect, test } from "vitest";
import { read } from "./route.svelte";

const at = (pathname: string) => read({ pathname, hash: "" });

test("an address leads to its screen", () => {
  expect(at("/").screen).toBe("home");
  expect(at("/rules/").screen).toBe("rules");
  expect(at("/r/abcd-2345")).toMatchObject({ screen: "room", code: "ABCD2345" });
  expect(at("/r/ABCD2345/replay")).toMatchObject({ screen: "so_far", code: "ABCD2345" });
  expect(at("/replay")).toMatchObject({ screen: "replay", code: "" });
  expect(at("/learn/turn")).toMatchObject({ screen: "learn", code: "turn" });
});

test("what is mistyped or cut short leads nowhere, and is not taken for another screen", () => {
  const wrong = ["/rulez", "/rules/xyz", "/r", "/r/", "/r/-", "/r/ABCD2345/x", "/r/ABCD2345/replay/x", "/replay/1/2", "/learn/turn/2", "/toString"];
  expect(wrong.map((path) => at(path).screen)).toEqual(wrong.map(() => "lost"));
});
