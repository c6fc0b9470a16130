"""Our side of the benchmark: random play and copying, CPU time, as one line of JSON. Run by run.py for each build."""

from __future__ import annotations

import json
import sys
import time

from casting_shadows import _build
from casting_shadows.engine import QuickRng, Setup, apply, legal_actions, playout, start

COPIES = 20_000
MIDGAME = 100
"""Decisions before a game counts as well under way."""


def random_games(seconds: float, setup: Setup) -> dict[str, float]:
    """Whole games, set-up included, for so much CPU time."""
    rng = QuickRng(1)
    start(setup, seed="warm")
    games = decisions = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(10):
            state, _ = start(setup, seed=games)
            decisions += playout(state, rng, 100_000)
            games += 1
    spent = time.process_time() - began
    return {"decisions_per_second": decisions / spent, "games_per_second": games / spent, "decisions_per_game": decisions / games}


def open_share(setup: Setup, games: int) -> float:
    """The share of decisions with more than one option."""
    rng = QuickRng(2)
    total = free = 0
    for game in range(games):
        state, _ = start(setup, seed=f"share {game}")
        while state.phase:
            legal = legal_actions(state)
            total += 1
            free += len(legal) > 1
            apply(state, legal[rng.below(len(legal))])
    return free / total


def copy_time(setup: Setup) -> float:
    """Microseconds for one copy of a mid-game state."""
    state, _ = start(setup, seed="copy")
    playout(state, QuickRng(3), MIDGAME)
    began = time.process_time()
    for _ in range(COPIES):
        state.copy()
    return (time.process_time() - began) / COPIES * 1e6


def main() -> None:
    """Measure and print."""
    four = Setup(players=4)
    report = {
        "who": f"casting-shadows {_build.running()}",
        **random_games(float(sys.argv[1]), four),
        "open_share": open_share(four, 20),
        "copy_us": copy_time(four),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
