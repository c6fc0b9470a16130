"""What every build must agree on: digests of whole games, perft counts, and every frame that rooms send, as one JSON text.

Runs by itself on any Python (`python -m tests.parity GAMES`), also inside Pyodide, so it needs nothing but engine and table.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path

from casting_shadows import _build
from casting_shadows.bots import make_bot
from casting_shadows.bots.match import play_match
from casting_shadows.engine import QuickRng, Setup, digest, legal_actions, parse_position, playout, start
from casting_shadows.engine.rules.playout import perft

from .room_games import any_room, any_step

SETUPS = (
    Setup(players=4),
    Setup(players=2, transform="must"),
    Setup(players=3, packs=("base", "ice_storm")),
    Setup(players=6, packs=("exclusive", "ice_storm")),
    Setup(players=5, packs=("exclusive",), market="ring", characters="draft"),
    Setup(players=1, mode="solo"),
)
PERFT = Path(__file__).parent / "perft"
DEEPEST = 100_000
"""Counts above this are left to test_perft: Pyodide is slow."""


def games(number: int) -> str:
    """A digest over the final positions of random games, and over a greedy one for each setup."""
    found = hashlib.sha256()
    for game in range(number):
        state, _ = start(SETUPS[game % len(SETUPS)], seed=f"parity {game}")
        playout(state, QuickRng(game), 100_000)
        found.update(digest(state).encode())
    for setup in SETUPS[:1] if number < 100 else SETUPS:
        state, _ = start(Setup(players=2, max_rounds=3) if setup.mode == "standard" else setup, seed="parity greedy")
        play_match(state, [make_bot("greedy", seat) for seat in range(4)])
        found.update(digest(state).encode())
    return found.hexdigest()


def counts() -> dict[str, list[int]]:
    """Perft counts of the frozen positions, to the depth that is quick everywhere."""
    found: dict[str, list[int]] = {}
    for path in sorted(PERFT.glob("*.txt")):
        lines = [line.split(" ", 1) for line in path.read_text(encoding="utf-8").splitlines() if line]
        text = next(rest for word, rest in lines if word == "position")
        depths = [rest.split() for word, rest in lines if word == "perft"]
        state = parse_position(text)
        assert legal_actions(state)
        found[path.stem] = [perft(state, int(depth)) for depth, count in depths if int(count) <= DEEPEST]
    return found


def rooms(number: int) -> str:
    """A digest over every frame and every stored entry of rooms in which anything happens."""
    found = hashlib.sha256()
    for seed in range(number):
        room, rng = any_room(seed, checks=False), random.Random(seed)
        for _ in range(60):
            if room.phase not in ("ended", "setup"):
                any_step(room, rng)
        for part in (*(frame.data for frame in room.wire), *room.stored):
            found.update(part)
    return found.hexdigest()


def report(number: int) -> str:
    """All of it."""
    found = {"games": games(number), "perft": counts(), "rooms": rooms(max(2, number // 10))}
    return json.dumps({"build": _build.running(), "python": sys.version.split()[0], **found})


if __name__ == "__main__":
    print(report(int(sys.argv[1])))
