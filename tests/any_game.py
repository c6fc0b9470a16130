"""Any setup there is and two ways to play it: what the property tests draw their games from.

Every choice goes through a chooser, so the same code serves a seeded `random.Random` and Hypothesis.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from casting_shadows.engine import Setup, State, apply, legal_actions, open_box, start
from casting_shadows.engine.state import OVER

T = TypeVar("T")
Spot = tuple[int, int]
PACKS = (("base",), ("base", "ice_storm"), ("exclusive",), ("exclusive", "ice_storm"))
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Chooser(Protocol):
    """Takes one of several options."""

    def __call__(self, options: Sequence[T], /) -> T: ...


def any_setup(choose: Chooser) -> Setup:
    """A setup that `start` accepts: every mode, number of players, pack, map and option is among them."""
    if choose(("standard",) * 7 + ("solo",)) == "solo":
        return _any_solo(choose)
    packs = choose(PACKS)
    is_big = packs != ("base",)
    players = choose((2, 3, 4, 5, 6) if is_big else (2, 3, 4))
    layouts = ["", "custom"] + ["seven"] * (players <= 4) + ["ten"] * is_big
    layout = choose(layouts)
    every = [character.id for character in open_box(packs).parts.characters]
    characters: tuple[str, ...] | str = choose(("random", "draft", "chosen"))
    if characters == "chosen":
        characters = tuple(_some(choose, every, players))
    return Setup(
        players=players,
        packs=packs,
        characters=characters,
        layout=layout,
        tiles=_any_map(choose, packs, characters) if layout == "custom" else (),
        market=choose(("sides", "ring")),
        transform=choose(("may", "must")),
        first=choose(("random", *range(players))),
        first_turn_points=choose((4, 3, 2)),
        max_rounds=choose((0, 0, 0, 40, 3)),
    )


def _any_solo(choose: Chooser) -> Setup:
    characters: tuple[tuple[str, ...] | str, ...] = ("random", ("frill",), ("kit",), ("nuzzle",), ("haze",))
    return Setup(
        players=1,
        mode="solo",
        characters=choose(characters),
        transform=choose(("may", "must")),
        first_turn_points=choose((4, 3, 2)),
        bot_hp=choose((6, 8, 10, 12)),
        max_rounds=choose((0, 0, 40)),
    )


def _some(choose: Chooser, options: Sequence[T], how_many: int) -> list[T]:
    left, taken = list(options), []
    for _ in range(how_many):
        taken.append(choose(left))
        left.remove(taken[-1])
    return taken


def _any_map(choose: Chooser, packs: tuple[str, ...], characters: tuple[str, ...] | str) -> tuple[tuple[str, int, int], ...]:
    """A map grown hex by hex around the first, with every home it needs; the Desert comes last, onto the edge."""
    parts = open_box(packs).parts
    needed = [character.home for character in parts.characters if isinstance(characters, str) or character.id in characters]
    others = [tile.id for tile in parts.hexes if tile.id not in needed and not tile.counterspells]
    tiles = _some(choose, needed, len(needed)) + _some(choose, others, choose(range(len(others) + 1)))
    desert = next(tile.id for tile in parts.hexes if tile.counterspells)
    spots: dict[Spot, str] = {(0, 0): tiles[0]}
    for tile in tiles[1:]:
        spots[choose(_free_spots(spots, 6))] = tile
    spots[choose(_free_spots(spots, 5))] = desert
    return tuple((tile, q, r) for (q, r), tile in spots.items())


def _beside(spot: Spot) -> list[Spot]:
    return [(spot[0] + q, spot[1] + r) for q, r in AROUND]


def _free_spots(spots: dict[Spot, str], most_neighbours: int) -> list[Spot]:
    """Free places beside the map, with at most so many hexes around them."""
    free = sorted({place for spot in spots for place in _beside(spot) if place not in spots})
    return [place for place in free if sum(other in spots for other in _beside(place)) <= most_neighbours]


def pick_evenly(state: State, legal: list[int], rng: random.Random) -> int:
    """Any legal action, each as likely."""
    return legal[int(rng.random() * len(legal))]


def pick_by_verb(state: State, legal: list[int], rng: random.Random) -> int:
    """A verb first, then one of its actions: rare things come up, and games go on longer."""
    kinds = state.box.table.kind
    kind = rng.choice(sorted({kinds[action] for action in legal}))
    return rng.choice([action for action in legal if kinds[action] == kind])


def game_under_way(setup: Setup, seed: str | int, actions: int) -> State:
    """A game some actions after its start, but not over: it stops before the action that would end it."""
    state, _ = start(setup, seed=seed)
    rng = random.Random(f"way {seed}")
    for _ in range(actions):
        after = state.copy()
        apply(after, pick_by_verb(state, legal_actions(state), rng))
        if after.phase == OVER:
            break
        state = after
    return state
