"""Make the frozen positions and their perft counts: `python -m tests.slow.make_perft`.

Each position is reached by random play from a fixed seed, at the first moment that is what its name says.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .game import Game, perft
from .shaken import choose
from .table import Options, Table

FOLDER: Final = Path(__file__).resolve().parents[1] / "perft"
DEEP: Final = 40_000
"""Depth 4 is counted where depth 3 has at most so many sequences."""


@dataclass(frozen=True)
class Moment:
    """A kind of game and what to wait for in it."""

    name: str
    options: Options
    is_it: Callable[[Table], bool]


def actor_has(table: Table, phase: str) -> bool:
    return table.phase == phase and table.to_act is not None


def is_midgame(table: Table) -> bool:
    """Someone's Phase 2 with a few points left, spells in the book and some time gone by."""
    return actor_has(table, "actions") and table.round >= 4 and table.points == 2 and len(table.seats[table.turn].book) >= 2


def is_end_of_actions(table: Table) -> bool:
    """One point left and something to do with it."""
    return actor_has(table, "actions") and table.round >= 3 and table.points == 1 and len(table.seats[table.turn].book) >= 3


def is_response_window(table: Table) -> bool:
    """Two players are hit, both are asked, and the first has somewhere to run."""
    if table.phase != "respond" or table.attack is None:
        return False
    return sum(hit.answer is not None for hit in table.attack.hits) >= 2 and len(Game(table).legal()) >= 5


def is_stunned_start(table: Table) -> bool:
    return table.phase == "leave_out"


def is_full_book_at_a_market(table: Table) -> bool:
    """A full Spell Book and something to collect."""
    if not actor_has(table, "actions") or table.points != 1 or table.room_in_book(table.turn):
        return False
    return any(" drop " in action for action in Game(table).legal())


def is_full_charge(table: Table) -> bool:
    """A Shadow Form that can use its ability on somebody."""
    if not actor_has(table, "actions") or table.points > 1:
        return False
    return any(action.startswith("ability @") for action in Game(table).legal())


def is_warp(table: Table) -> bool:
    """A full charge that may bring a Counterspell."""
    return actor_has(table, "actions") and any(action.endswith(" take") for action in Game(table).legal())


def is_steer(table: Table) -> bool:
    return table.phase == "steer"


def is_solo_midgame(table: Table) -> bool:
    return actor_has(table, "actions") and table.round >= 3 and table.points == 2


def is_transforming(table: Table) -> bool:
    return table.phase == "transform" and table.round >= 2


BOTH: Final = ("exclusive", "ice_storm")
CORNERS: Final = (
    ("dusty_desert", 0, 0),
    ("thornwood", 1, 0),
    ("ancient_rune", 2, 0),
    ("glowing_mines", 2, 1),
    ("amber_mountain", 3, -1),
    ("bubbling_lake", 4, -1),
)

MOMENTS: Final = [
    Moment("two-players-start", Options(players=2), lambda table: table.steps == 0),
    Moment("four-players-midgame", Options(players=4), is_midgame),
    Moment("three-players-own-map", Options(players=3, layout="custom", tiles=CORNERS), is_midgame),
    Moment("two-players-last-point", Options(players=2, packs=("exclusive",)), is_end_of_actions),
    Moment("five-players-transforming", Options(players=5, packs=("exclusive",), transform="must"), is_transforming),
    Moment("six-players-midgame", Options(players=6, packs=BOTH, market="ring"), is_midgame),
    Moment("four-players-response-window", Options(players=4, packs=("base", "ice_storm")), is_response_window),
    Moment("three-players-stunned-start", Options(players=3, packs=BOTH, layout="ten"), is_stunned_start),
    Moment("two-players-full-spell-book", Options(players=2, packs=("base", "ice_storm")), is_full_book_at_a_market),
    Moment(
        "three-players-full-charge",
        Options(players=3, packs=BOTH, layout="ten", characters=("kit", "tusk", "nuzzle")),
        is_full_charge,
    ),
    Moment("two-players-warp", Options(players=2, packs=("exclusive",), characters=("iris", "haze")), is_warp),
    Moment("solo-steer", Options(players=1, mode="solo", bot_hp=12, characters=("frill",)), is_steer),
    Moment("solo-midgame", Options(players=1, mode="solo", characters=("kit",)), is_solo_midgame),
]


def find(moment: Moment) -> Game:
    """The first such moment in games from seeds of its name."""
    for number in range(1000):
        seed = f"{moment.name} {number}"
        dice = random.Random(seed)
        game = Game.start(moment.options, seed)
        while not game.is_over:
            if moment.is_it(game.table):
                return game
            game.play(choose(sorted(game.legal()), dice))
    raise AssertionError(f"no game comes to {moment.name}")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for moment in MOMENTS:
        game = find(moment)
        counts = [perft(game, depth) for depth in (1, 2, 3)]
        if counts[-1] <= DEEP:
            counts.append(perft(game, 4))
        lines = [f"id {moment.name}", f"position {game.position()}"]
        lines += [f"perft {depth} {count}" for depth, count in enumerate(counts, start=1)]
        (FOLDER / f"{moment.name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(moment.name, *counts)


if __name__ == "__main__":
    main()
