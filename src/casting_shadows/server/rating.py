"""The leaderboard's arithmetic: Elo's rating, played out between every two people of a game.

A game of many is a round of duels: whoever placed better won theirs, and equal places are a draw. Each duel moves its points from
one to the other, so a game makes and loses none. Bots are no part of it: hand in the people alone, with their places in the game.

Points are whole hundredths. A duel is rounded by itself, so seats can be handed in in any order and give the very same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

POINT: Final = 100
START: Final = 1000 * POINT
SCALE: Final = 400 * POINT
"""So far ahead, one is expected to win ten times as often as the other. A wider gap counts as this one (a win always pays)."""
PACES: Final = ((10, 48), (30, 32))
"""Up to so many rated games, so many points are at stake at most: newcomers find their place fast."""
SETTLED_PACE: Final = 20


class Rating(Struct, frozen=True):
    """Where somebody stands."""

    points: int = START
    games: int = 0
    """Rated games so far."""

    @property
    def shown(self) -> int:
        """In whole points, for people."""
        return self.points // POINT


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game of at least two people; *places* as in their statistics, 1 is the best."""
    assert len(ratings) == len(places) >= 2, "one place for each of at least two people"
    changes = [0] * len(ratings)
    for one, other in combinations(range(len(ratings)), 2):
        # Always reckoned from the same side, so that rounding cannot depend on who sits where.
        better, worse = sorted((one, other), key=lambda person: (places[person], -ratings[person].points))
        stake = (_pace(ratings[better]) + _pace(ratings[worse])) / 2 / (len(ratings) - 1)
        score = 0.5 if places[better] == places[worse] else 1.0
        gain = round(stake * POINT * (score - expected(ratings[better], ratings[worse])))
        changes[better] += gain
        changes[worse] -= gain
    return [Rating(rating.points + change, rating.games + 1) for rating, change in zip(ratings, changes, strict=True)]


def expected(one: Rating, other: Rating) -> float:
    """The score one is expected to make against the other: from 1/11 to 10/11, 1/2 between equals."""
    ahead = max(-SCALE, min(SCALE, one.points - other.points))
    return float(1 / (1 + 10 ** (-ahead / SCALE)))


def _pace(rating: Rating) -> int:
    return next((pace for games, pace in PACES if rating.games < games), SETTLED_PACE)
