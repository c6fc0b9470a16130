"""The course of a game at a glance: its turns, everyone's HP, and what turned it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from casting_shadows.engine import Step
from casting_shadows.engine import events as told

MOST_HITS: Final = 3
"""So many of the hardest hits are told."""
HARD: Final = 4
"""Damage below this turns nothing."""


class Turn(Struct, frozen=True):
    """Where a turn begins."""

    step: int
    seat: int
    round: int


class TurningPoint(Struct, frozen=True, omit_defaults=True):
    """Something that changed the game for good."""

    step: int
    kind: Literal["eliminated", "transformed", "hit"]
    seat: int
    """Whom it happened to."""
    by: int | None = None
    """Who did it; none: a Cursed Crystal, or oneself."""
    amount: int = 0
    """Damage."""
    round: int = 1
    """A turn's last step also begins the next one; this is the round in which it happened."""


class Course(Struct, frozen=True):
    """A game from its first step to its last."""

    turns: tuple[Turn, ...]
    hp: tuple[tuple[tuple[int, int], ...], ...]
    """By seat: a step, and the HP from there on."""
    points: tuple[TurningPoint, ...]
    """In order."""


class CourseWriter:
    """Listens to a game and remembers its course."""

    def __init__(self) -> None:
        self._turns: list[Turn] = []
        self._hp: list[list[tuple[int, int]]] = []
        self._points: list[TurningPoint] = []
        self._hits: list[TurningPoint] = []
        self._last_hit: dict[int, int | None] = {}
        self._round = 1

    def hear(self, step: Step) -> None:
        """The next step."""
        number, now = step.number, step.state.hp
        if not self._hp or any(isinstance(event, told.GameStarted) for event in step.events):
            self._hp = [[] for _ in now]  # nobody has HP before the game is dealt
        for line, hp in zip(self._hp, now, strict=True):
            if not line or line[-1][1] != hp:
                line.append((number, hp))
        for event in step.events:
            match event:
                case told.TurnBegan(seat, turn_round):
                    self._round = turn_round
                    self._turns.append(Turn(number, seat, turn_round))
                case told.Damaged(seat, amount, _, by):
                    self._last_hit[seat] = None if by == told.NONE else by
                    self._hits.append(TurningPoint(number, "hit", seat, self._last_hit[seat], amount, self._round))
                case told.Transformed(seat):
                    self._points.append(TurningPoint(number, "transformed", seat, round=self._round))
                case told.Eliminated(seat):
                    by_whom = self._last_hit.get(seat) if self._fell(number, seat) else None
                    self._points.append(TurningPoint(number, "eliminated", seat, by_whom, round=self._round))
                case _:
                    pass

    def _fell(self, number: int, seat: int) -> bool:
        """Whether damage of this step is what it fell to: whoever leaves falls to nobody."""
        return any(hit.step == number and hit.seat == seat for hit in self._hits)

    def course(self) -> Course:
        """All of it."""
        fallen = {(point.step, point.seat) for point in self._points if point.kind == "eliminated"}
        hard = [hit for hit in self._hits if hit.amount >= HARD and (hit.step, hit.seat) not in fallen]
        hardest = sorted(hard, key=lambda hit: (-hit.amount, hit.step))[:MOST_HITS]
        points = sorted([*self._points, *hardest], key=lambda point: point.step)
        return Course(tuple(self._turns), tuple(tuple(line) for line in self._hp), tuple(points))
