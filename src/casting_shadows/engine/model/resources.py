"""The eight resources, and a pool of them packed into one integer.

A pool keeps six bits a kind: five for the count and a guard bit above it that is always clear. "Can this pool pay that
cost" is then one subtraction and one mask (see `can_pay`), which is why payments are packed the same way.
"""

from __future__ import annotations

from typing import Final

RG: Final = 0
BG: Final = 1
PG: Final = 2
RO: Final = 3
BO: Final = 4
PO: Final = 5
SF: Final = 6
CC: Final = 7
KINDS: Final = 8

CODES: Final[list[str]] = ["RG", "BG", "PG", "RO", "BO", "PO", "SF", "CC"]
"""Text form of each kind: red, blue, purple Gem and Orb, Shadow Fragment, Cursed Crystal."""

BITS: Final = 6
MOST: Final = 31
"""What a field can count."""
MOST_GAINED: Final = 26
"""Nothing is gained beyond this many of one kind: five dice may still come on top. No shipped card comes near it."""

ONE: Final[list[int]] = [1 << (BITS * kind) for kind in range(KINDS)]
GUARD: Final[int] = sum(32 << (BITS * kind) for kind in range(KINDS))
CC_SHIFT: Final = BITS * CC
SF_SHIFT: Final = BITS * SF

SYMBOLS: Final[dict[str, tuple[int, ...]]] = {
    "RG": (RG, PG),
    "BG": (BG, PG),
    "PG": (PG,),
    "RO": (RO, PO),
    "BO": (BO, PO),
    "PO": (PO,),
    "SF": (SF,),
    "CC": (CC,),
    "G": (RG, BG, PG),
    "O": (RO, BO, PO),
}
"""What may pay each symbol printed in a cost: purple is red or blue, grey (G, O) is any colour."""

SAME_COLOUR: Final[list[int]] = [RO, BO, PO, RG, BG, PG, SF, CC]
"""The Orb of a Gem's colour and the Gem of an Orb's."""


def count(pool: int, kind: int) -> int:
    """How many of *kind* lie in the pool."""
    return (pool >> (BITS * kind)) & 31


def can_pay(pool: int, cost: int) -> bool:
    """Whether every kind of *cost* is in the pool: no field may borrow from its guard bit."""
    return ((pool | GUARD) - cost) & GUARD == GUARD


def packed(kinds: list[int] | tuple[int, ...]) -> int:
    """The pool that holds these kinds, one each time it is named."""
    pool = 0
    for kind in kinds:
        pool += ONE[kind]
    return pool


def added(pool: int, gain: int) -> int:
    """The pool after a gain, no kind taken above `MOST_GAINED`."""
    for kind in range(KINDS):
        more = count(gain, kind)
        if more:
            have = count(pool, kind)
            pool += ONE[kind] * max(0, min(more, MOST_GAINED - have))
    return pool


def unpacked(pool: int) -> list[int]:
    """The kinds in the pool, in their fixed order, each as often as it is there."""
    return [kind for kind in range(KINDS) for _ in range(count(pool, kind))]


def pool_text(pool: int) -> str:
    """`RG RG BO`; the empty pool is the empty text."""
    return " ".join(CODES[kind] for kind in unpacked(pool))


def missing(pool: int, cost: int) -> int:
    """What the pool lacks to pay a cost, packed."""
    lacking = 0
    for kind in range(KINDS):
        lacking += ONE[kind] * max(0, count(cost, kind) - count(pool, kind))
    return lacking
