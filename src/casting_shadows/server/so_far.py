"""A game that goes on, in numbers: what everyone has done, and how their dice fell. Nothing in here is anybody's secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import Struct

from casting_shadows.engine import SPECTATOR, Step, parse_record, redacted
from casting_shadows.server.luck import Luck, luck
from casting_shadows.server.replay_steps import played
from casting_shadows.server.statistics import SeatNumbers, listen


class NumbersSoFar(Struct, frozen=True):
    """What everyone has done in a game that goes on."""

    seats: tuple[SeatNumbers, ...]
    luck: tuple[dict[str, Luck], ...]
    """Of each seat: its dice by face, and how fair ones would have fallen."""


def numbers_so_far(header: str, own: tuple[str, ...], moves: tuple[tuple[int, str], ...]) -> NumbersSoFar:
    """Count a game from its record without moves but with the secret, which stays here, and its moves by seat."""
    tally, _ = listen(_overheard(played(parse_record(header), own, moves)))
    seats = tally.numbers()
    return NumbersSoFar(seats, tuple(luck(seat.faces) for seat in seats))


def _overheard(steps: Iterator[Step]) -> Iterator[Step]:
    """What somebody who only watches hears: what is counted of it everybody may know."""
    return (replace(step, events=redacted(step.events, SPECTATOR)) for step in steps)
