import { expect, test } from "vitest";
import { drawn, QUIET } from "./qr";

const FINDER = 7;

test("a code has its three finders and a quiet zone around", () => {
  const { size, path } = drawn("https://play.example.org/r/ABCD2345");
  const corner = `M${QUIET} ${QUIET}h${FINDER}v1h-${FINDER}z`;
  const right = `M${size - QUIET - FINDER} ${QUIET}h${FINDER}v1h-${FINDER}z`;
  const below = `M${QUIET} ${size - QUIET - FINDER}h${FINDER}v1h-${FINDER}z`;
  for (const finder of [corner, right, below]) expect(path).toContain(finder);
  expect(size).toBeGreaterThanOrEqual(21 + 2 * QUIET);
});

test("another link is another code", () => {
  expect(drawn("https://a.example/r/A").path).not.toBe(drawn("https://a.example/r/B").path);
});
