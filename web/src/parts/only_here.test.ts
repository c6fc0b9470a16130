import { expect, test } from "vitest";
import { isOnlyHere } from "./only_here";

test("only the machine itself can be reached by names of its own", () => {
  const own = ["localhost", "127.0.0.1", "127.0.1.1", "0.0.0.0", "[::1]", "[::]"];
  const known = ["192.168.178.23", "10.127.0.1", "[fd00::1]", "[2001:db8::1]", "games.lan", "localhost.example.org", "127.0.0.1.example.org"];
  expect(own.filter((host) => !isOnlyHere(host))).toEqual([]);
  expect(known.filter(isOnlyHere)).toEqual([]);
});
