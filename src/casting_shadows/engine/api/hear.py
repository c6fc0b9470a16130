"""Events read back from the wire: a client that got code and values makes the sentence from the event itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from casting_shadows.engine.api.describe import EVENT_CODES, POOLS, SEATS, UNTOLD, ids_of
from casting_shadows.engine.errors import GameError
from casting_shadows.engine.model.dice import IMPOSSIBLE, SIDE_CODES, SIDES, WITH
from casting_shadows.engine.model.events import NONE, Event
from casting_shadows.engine.model.resources import CODES, packed
from casting_shadows.engine.packs.box import Box
from casting_shadows.engine.words import Value

EVENTS: Final = {code: kind for kind, code in EVENT_CODES.items()}


def event_from(box: Box, characters: list[int], code: str, values: Mapping[str, Value]) -> Event:
    """The event behind a code and its values: `event_values` read back, by the characters of the seats.

    Raises GameError `event/unknown` for what is no event of this game.
    """
    try:
        kind = EVENTS[code]
        told = {name: _number(box, characters, name, value) for name, value in values.items()}
        untold = {field.name: 0 if field.name in UNTOLD else NONE for field in fields(kind) if field.name not in told}
        return kind(**told, **untold)
    except (KeyError, ValueError, TypeError, GameError):
        raise GameError("event/unknown", f"{code[:40]!r} with these values is no event of this game") from None


def _number(box: Box, characters: list[int], field: str, value: Value) -> int:
    if isinstance(value, int):
        return value
    if field in SEATS:
        return _seat(box, characters, value)
    if field in POOLS:
        return packed([CODES.index(code) for code in value.split()])
    if field == "seats":
        return sum(1 << _seat(box, characters, name) for name in value.split())
    if field == "action":
        return box.table.parse(value)
    if field == "dice":
        return _dice(value)
    return ids_of(box)[field].index(value)


def _seat(box: Box, characters: list[int], name: str) -> int:
    if re.fullmatch(r"seat[0-5]", name):
        return int(name[4])
    return characters.index(box.table.characters.index(name))


def _dice(text: str) -> int:
    dice = 0
    for code in text.split():
        dice = WITH[dice * SIDES + SIDE_CODES.index(code)]
        if dice == IMPOSSIBLE:
            raise ValueError(text)
    return dice
