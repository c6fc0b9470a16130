"""The peer's side: Catanatron's own four-player random games. Runs only in the peers' environment; nothing of it is shipped."""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,unused-ignore]

COPIES = 3_000
MIDGAME = 150


def new_game() -> Any:
    """Four random players, as its README starts them."""
    return Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])


def main() -> None:
    """Measure and print."""
    random.seed(1)
    games = decisions = free = 0
    seconds = float(sys.argv[1])
    new_game().play()
    began = time.process_time()
    while time.process_time() - began < seconds:
        game = new_game()
        game.play()
        games += 1
        decisions += len(game.state.actions)
    spent = time.process_time() - began
    game = new_game()
    for _ in range(MIDGAME):
        free += len(game.state.playable_actions) > 1
        game.play_tick()
    began = time.process_time()
    for _ in range(COPIES):
        game.copy()
    copy_us = (time.process_time() - began) / COPIES * 1e6
    report = {
        "who": "catanatron 3.2.1",
        "decisions_per_second": decisions / spent,
        "games_per_second": games / spent,
        "decisions_per_game": decisions / games,
        "open_share": free / MIDGAME,
        "copy_us": copy_us,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
