"""What an action can be: the kinds of rows in the action table."""

from __future__ import annotations

from typing import Final

PICK: Final = 0
LEAVE_OUT: Final = 1
GAIN: Final = 2
END: Final = 3
TRAVEL: Final = 4
ATTACK: Final = 5
CONVERT: Final = 6
REROLL: Final = 7
PROTECT: Final = 8
REFRESH: Final = 9
COLLECT: Final = 10
COLLECT_COUNTERSPELL: Final = 11
USE: Final = 12
ABILITY: Final = 13
ABSORB: Final = 14
TRANSFORM: Final = 15
STAY: Final = 16
PASS: Final = 17
COUNTER: Final = 18
FREEZE: Final = 19
STUN: Final = 20
DRAIN: Final = 21
PUSH: Final = 22
STEER: Final = 23
FLEE: Final = 24
CONCEDE: Final = 25

WORDS: Final[list[str]] = [
    "pick", "leave_out", "gain", "end", "travel", "cast", "cast", "reroll", "protect", "refresh", "collect", "collect",
    "use", "ability", "absorb", "transform", "stay", "pass", "counter", "freeze", "stun", "drain", "push", "steer", "flee",
    "concede",
]  # fmt: skip
"""The first word of each kind's text form."""

TRAVEL_BIT: Final = 1
CAST_BIT: Final = 2
REROLL_BIT: Final = 4
PROTECT_BIT: Final = 8
REFRESH_BIT: Final = 16
COLLECT_BIT: Final = 32
ALL_BITS: Final = 63
"""The six Actions as bits of a companion's `free_mask`."""

FREE_BIT: Final[list[int]] = [
    0, 0, 0, 0, 1, 2, 2, 4, 8, 16, 32, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]  # fmt: skip
"""The bit of each kind in a companion's `free_mask`; 0: it costs no action point anyway."""
