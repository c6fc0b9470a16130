import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Peek } from "./peek.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pointer = (type: string) => new Event(type);
const space = (type: string) => new KeyboardEvent(type, { key: " " });

describe.each([
  ["finger", pointer("pointerdown"), pointer("pointerup")],
  ["key", space("keydown"), space("keyup")],
])("a face-down card under a %s", (_, down, up) => {
  it("stays hidden when it is tapped, and is chosen", () => {
    const peek = new Peek();
    const on = peek.on("run_away");
    on[`on${down.type}`]?.(down);
    vi.advanceTimersByTime(200);
    expect(peek.held).toBeNull();
    on[`on${up.type}`]?.(up);
    vi.advanceTimersByTime(1000);
    expect(peek.held).toBeNull();
    expect(peek.isChoice()).toBe(true);
  });

  it("is shown while it is held, and not chosen", () => {
    const peek = new Peek();
    const on = peek.on("run_away");
    on[`on${down.type}`]?.(down);
    vi.advanceTimersByTime(300);
    on[`on${down.type}`]?.(down); // a key repeats
    vi.advanceTimersByTime(300);
    expect(peek.held).toBe("run_away");
    on[`on${up.type}`]?.(up);
    expect(peek.held).toBeNull();
    on["onpointerleave"]?.(pointer("pointerleave")); // as a finger does when it is lifted
    expect(peek.isChoice()).toBe(false);
    expect(peek.isChoice()).toBe(true);
  });

  it("is chosen by the next press after it was let go of elsewhere", () => {
    const peek = new Peek();
    const on = peek.on("run_away");
    on[`on${down.type}`]?.(down);
    vi.advanceTimersByTime(600);
    on["onpointerleave"]?.(pointer("pointerleave"));
    expect(peek.held).toBeNull();
    expect(peek.isChoice()).toBe(true);
  });
});

it("a card is hidden, or not shown at all, when the device changes hands under the finger", () => {
  const peek = new Peek();
  const on = peek.on("0");
  for (const wait of [600, 200]) {
    on["onpointerdown"]?.(pointer("pointerdown"));
    vi.advanceTimersByTime(wait);
    expect(peek.held).toBe(wait === 600 ? "0" : null);
    peek.letGo();
    vi.advanceTimersByTime(1000);
    expect(peek.held).toBeNull();
    on["onpointerup"]?.(pointer("pointerup"));
  }
});

it("a second card is shown while it is held, although the first still had the focus", () => {
  const peek = new Peek();
  const [first, second] = [peek.on("run_away"), peek.on("pointed_shield")];
  first["onpointerdown"]?.(pointer("pointerdown"));
  first["onpointerup"]?.(pointer("pointerup"));
  second["onpointerdown"]?.(pointer("pointerdown"));
  first["onblur"]?.(pointer("blur"));
  vi.advanceTimersByTime(600);
  expect(peek.held).toBe("pointed_shield");
});
