"""Dice by the face they came up with, and how fair ones would have."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from casting_shadows.engine import State
from casting_shadows.engine.model.dice import FACES, REROLLS, SIDE_CODES, sides_of

FACE_CODES: Final = "GOSC"
"""As the notation writes them: Gem, Orb, Shadow Fragment, Cursed Crystal."""


class Luck(Struct, frozen=True):
    """How often a face came up, and how often it does on average in so many rolls."""

    rolled: int
    expected: float
    least: int
    """In 19 of 20 sets of as many fair dice it comes up no less often than this,"""
    most: int
    """and no more often than this."""


SPREAD: Final = 1.96
"""Standard deviations around the average that 19 of 20 lie within."""


def luck(counted: Mapping[str, int]) -> dict[str, Luck]:
    """Dice counted by face, of one game or of many, held against fair ones."""
    dice = sum(counted.values())
    return {code: _held(counted.get(code, 0), dice, FACES.count(face) / len(FACES)) for face, code in enumerate(FACE_CODES)}


def _held(rolled: int, dice: int, chance: float) -> Luck:
    expected = dice * chance
    spread = SPREAD * math.sqrt(expected * (1 - chance))
    return Luck(rolled, expected, max(0, math.floor(expected - spread)), min(dice, math.ceil(expected + spread)))


def faces(dice: int) -> Counter[str]:
    """What these dice show (`State.dice`)."""
    return _by_face(sides_of(dice))


def rerolled(before: State, action: str, dice: int) -> Counter[str]:
    """What a Reroll brought: all that lies there now, less the dice that were not picked up."""
    table = before.box.table
    picked_up = Counter(REROLLS[table.number[table.parse(action)]])
    stayed = Counter(sides_of(before.dice)) - picked_up
    return _by_face((Counter(sides_of(dice)) - stayed).elements())


def _by_face(sides: Iterable[int]) -> Counter[str]:
    return Counter(SIDE_CODES[side][-1] for side in sides)
