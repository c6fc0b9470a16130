"""What the packs say about a component, for tests: rows by name, payments worked out from a row, and who is tested.

Amounts that were reconstructed may be tuned, so a test reads them here and never repeats them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

import pytest

from casting_shadows.engine import open_box
from casting_shadows.engine.model.cards import (
    ATTACK,
    CONVERSION,
    HEX,
    RESOURCE,
    Character,
    Companion,
    Counterspell,
    Hex,
    MainCard,
)
from casting_shadows.engine.model.resources import pool_text

EVERYTHING = "exclusive+ice_storm"
"""The packs that hold every component there is."""
BOX = open_box(tuple(EVERYTHING.split("+")))
MOST_HP = BOX.rules.most_hp

ATTACKS = [row.id for row in BOX.parts.main if row.kind == ATTACK]
CONVERSIONS = [row.id for row in BOX.parts.main if row.kind == CONVERSION]
RESOURCES = [row.id for row in BOX.parts.main if row.kind == RESOURCE]
HEX_SPELLS = [row.id for row in BOX.parts.main if row.kind == ATTACK and row.target == HEX]
ENEMY_SPELLS = [name for name in ATTACKS if name not in HEX_SPELLS]
RANGES = {"range 0": (0, 0), "range 0-1": (0, 1), "range 1": (1, 1), "range 0-2": (0, 2), "range 1-2": (1, 2)}
"""The five printed range types."""

AWAY = ["dusty_desert", "thornwood", "amber_mountain", "bubbling_lake"]
"""Hexes 0, 1, 2 and 3 from the Dusty Desert on the layout ten, in the order of seats; none changes damage."""

ORDER = ["RG", "BG", "PG", "RO", "BO", "PO", "SF", "CC"]
PURPLE = {"RG": "PG", "BG": "PG", "G": "PG", "RO": "PO", "BO": "PO", "O": "PO"}
GREY = {"G": "RG", "O": "RO"}


def card(name: str) -> MainCard:
    """A Main card's row."""
    return BOX.parts.main[BOX.card_number[name]]


def counterspell(name: str) -> Counterspell:
    """A Counterspell's row."""
    return BOX.parts.counterspells[BOX.counterspell_number[name]]


def companion(name: str) -> Companion:
    """A Companion's row."""
    return BOX.parts.companions[BOX.companion_number[name]]


def tile(name: str) -> Hex:
    """A hex's row."""
    return BOX.parts.hexes[BOX.hex_number[name]]


def character(name: str) -> Character:
    """A character's row."""
    return BOX.parts.characters[BOX.character_number[name]]


def listed(codes: Iterable[str]) -> str:
    """Resources as text, in their fixed order."""
    return " ".join(sorted(codes, key=ORDER.index))


def paid(symbols: Iterable[str]) -> str:
    """A payment without purple: grey symbols are paid in red."""
    return listed(GREY.get(symbol, symbol) for symbol in symbols)


def paid_in_purple(symbols: Iterable[str]) -> str:
    """A payment with everything purple that can be."""
    return listed(PURPLE.get(symbol, symbol) for symbol in symbols)


def sizes(name: str) -> range:
    """How many resources an Attack Spell may be cast for: 1 to the most; a fixed price counts as one size."""
    return range(1, len(card(name).damage) + 1)


def spent(name: str, size: int) -> tuple[str, ...]:
    """The symbols of one size of an Attack Spell."""
    spend = card(name).spend
    assert spend is not None
    return spend.symbols * size if spend.most else spend.symbols


def damage(name: str, size: int) -> int:
    """What an Attack Spell deals at that size."""
    return card(name).damage[size - 1]


def most(name: str) -> int:
    """How many resources a Conversion Spell changes or copies at most."""
    row = card(name)
    if row.copy is not None:
        return row.copy.most
    assert row.convert is not None
    return row.convert.most


def given(name: str) -> str:
    """What a Resource card adds."""
    return pool_text(card(name).gives)


def blow(least: int = 0, below: int = 99) -> tuple[str, str, int]:
    """A spell at one enemy that reaches one hex, no farther, and deals so much: its name, a payment, the damage."""
    for name in ENEMY_SPELLS:
        row = card(name)
        for size in sizes(name):
            if least <= damage(name, size) < below and row.range[1] == 1 and not (row.freeze or row.stun):
                return name, paid(spent(name, size)), damage(name, size)
    raise AssertionError(f"no spell deals from {least} to {below - 1}")


class Laid(TypedDict, total=False):
    """Some of what a table can be laid with."""

    dice: str
    tokens: str
    points: int
    hp: Mapping[str, int]
    energy: Mapping[str, int]
    books: Mapping[str, str]
    counters: Mapping[str, str]
    market: Mapping[str, str]
    deck: str
    frozen: str
    stunned: str


class Supply(TypedDict):
    """A pool, as a table is laid with it."""

    dice: str
    tokens: str


def supply(codes: str) -> Supply:
    """These resources as dice and tokens: only dice show Cursed Crystals."""
    crystals = ["RC", "RC", "BC", "BC", "PC"][: codes.split().count("CC")]
    return Supply(dice=" ".join(crystals), tokens=" ".join(code for code in codes.split() if code != "CC"))


Row = str | tuple[str | int, ...]


def _rows(rows: Iterable[Row], mark: str) -> list[pytest.ParameterSet]:
    found = []
    for row in rows:
        values = (row,) if isinstance(row, str) else row
        label = "-".join(str(value) for value in values)
        found.append(pytest.param(*values, id=label, marks=getattr(pytest.mark, mark)(values[0])))
    return found


def succeeds(rows: Iterable[Row]) -> list[pytest.ParameterSet]:
    """Parameters of a test that shows what each of these does; a row begins with the component's name."""
    return _rows(rows, "success")


def refuses(rows: Iterable[Row]) -> list[pytest.ParameterSet]:
    """Parameters of a test that shows what each of these does not do or allow."""
    return _rows(rows, "refusal")
