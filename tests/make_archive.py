"""Keeps games and rooms of a version for good: `python -m tests.make_archive` writes tests/archive/VERSION.jsonl.xz.

Later versions must replay each of them to the very same end, or refuse it by name (tests/test_archive.py). An archive of a
released version is never made anew.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from casting_shadows import __version__
from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import (
    Setup,
    digest,
    new_record,
    note,
    outcome,
    play,
    position,
    reveal,
    secret_from_seed,
    start,
    start_from,
)
from casting_shadows.table import encode_entry
from tests.room_games import any_room, any_step

ARCHIVE = Path(__file__).parent / "archive"
GAMES = 200
ROOMS = 20
SETUPS = [
    *(
        Setup(players=players, packs=packs)
        for players in (2, 3, 4)
        for packs in (("base",), ("exclusive",), ("base", "ice_storm"))
    ),
    *(Setup(players=players, packs=("exclusive", "ice_storm"), market="ring") for players in (5, 6)),
    Setup(players=4, packs=("exclusive",), characters="draft", transform="must"),
    Setup(players=2, first_turn_points=2, max_rounds=6),
    Setup(players=1, mode="solo"),
    Setup(players=1, mode="solo", bot_hp=12),
]


def games() -> Iterator[dict[str, str]]:
    """Every kind of game, some from the middle of another, some with leavers and contributions."""
    for number in range(GAMES):
        rng = random.Random(number)
        secret = secret_from_seed(f"archive {number}")
        contributions = tuple(rng.randbytes(16) for _ in range(rng.randrange(4)))
        state, _ = start(SETUPS[number % len(SETUPS)], secret, contributions=contributions)
        bots = [make_bot(rng.choice(("greedy", "random")), number + seat) for seat in range(6)]
        began = ""
        if number % 10 == 3:
            for _ in range(30):
                if outcome(state) is None:
                    state, _ = play(state, state.to_act, bots[state.to_act].choose(vantage_of(state)))
            began = position(state) if outcome(state) is None else ""
            state = (
                start_from(began, secret, contributions) if began else start(state.setup, secret, contributions=contributions)[0]
            )
        record = new_record(state, secret, __version__, contributions, position=began)
        while outcome(state) is None:
            standing = [seat for seat in range(state.seats) if state.hp[seat] > 0]
            leaves = number % 7 == 2 and not state.is_solo and rng.random() < 0.02 and state.character[0] >= 0
            seat = rng.choice(standing) if leaves else state.to_act
            action = state.box.table.concede if leaves else bots[seat].choose(vantage_of(state))
            after, _ = play(state, seat, action)
            note(record, state, seat, action, after)
            state = after
        yield {"game": reveal(record, secret).text(), "end": digest(state)}


def rooms() -> Iterator[dict[str, str | list[str]]]:
    """Rooms as they were stored, in the middle of their game."""
    for number in range(ROOMS):
        room = any_room(number)
        rng = random.Random(number)
        for _ in range(100):
            if room.phase not in ("ended", "setup"):
                any_step(room, rng)
        yield {"room": [encode_entry(entry).decode() for entry in room.entries], "end": digest(room.game.state)}


def main() -> int:
    file = ARCHIVE / f"{__version__}.jsonl.xz"
    ARCHIVE.mkdir(exist_ok=True)
    file.write_bytes(lzma.compress("".join(json.dumps(kept) + "\n" for kept in (*games(), *rooms())).encode(), preset=9))
    print(f"{file}: {GAMES} games and {ROOMS} rooms, {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
