import { expect, it, vi } from "vitest";
import type { View } from "../protocol";
import { aboutRound } from "./tips";

vi.mock("../core/words.svelte", () => ({ t: (key: string) => key, words: { term: (key: string) => key }, faceOf: (die: string) => die }));

it("tells what the last round brings: a tie of those who stand, and a loss to whoever boxes alone", () => {
  const about = (mode: string, max_rounds: number) => aboutRound({ phase: "actions", mode, max_rounds } as View);
  expect(about("free", 30)).toBe("phase_actions · tip.round_limit");
  expect(about("solo", 30)).toBe("phase_actions · tip.round_limit_alone");
  expect(about("solo", 0)).toBe("phase_actions · tip.round");
});
