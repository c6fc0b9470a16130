"""The words a pack's values are written in, each parsed strictly. A ValueError's text says what was expected."""

from __future__ import annotations

import re

from casting_shadows.engine.model.cards import ENEMY, FREE_KINDS, HEX, Convert, Cost, Spend
from casting_shadows.engine.model.resources import BG, BO, CODES, PG, PO, RG, RO, SAME_COLOUR, SYMBOLS, packed
from casting_shadows.engine.model.verbs import ALL_BITS, TRAVEL_BIT

MOST_AMOUNT = 4
"""No card gives, spends or converts more than this many resources at once (keeps pools and action lists small)."""
MOST_NUMBER = 99


def number(value: object) -> int:
    """A whole number from 0 to 99."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_NUMBER:
        raise ValueError(f"expected a whole number from 0 to {MOST_NUMBER}, got {value!r}")
    return value


def flag(value: object) -> bool:
    """true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, got {value!r}")
    return value


def text(value: object) -> str:
    """A short text."""
    if not isinstance(value, str) or not 0 < len(value) <= 200 or not value.isprintable():
        raise ValueError(f"expected a short text, got {value!r}")
    return value


def word(value: object) -> str:
    """An id: small letters, digits and underscores."""
    found = text(value)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", found):
        raise ValueError(f"expected an id such as heavy_hand, got {found!r}")
    return found


def _symbols(words: list[str]) -> tuple[str, ...]:
    for symbol in words:
        if symbol not in SYMBOLS:
            raise ValueError(f"unknown resource {symbol!r}; known: {', '.join(SYMBOLS)}")
    if not 0 < len(words) <= MOST_AMOUNT:
        raise ValueError(f"expected 1 to {MOST_AMOUNT} resources, got {len(words)}")
    return tuple(words)


def kinds(value: object) -> tuple[int, ...]:
    """`RG RG`: certain resources, no grey ones."""
    symbols = _symbols(text(value).split())
    if any(symbol not in CODES for symbol in symbols):
        raise ValueError("a grey resource (G, O) cannot be given")
    if "CC" in symbols:
        raise ValueError("a Cursed Crystal cannot be given: only dice show them")
    return tuple(CODES.index(symbol) for symbol in symbols)


def pool(value: object) -> int:
    """`RG RG` as a packed pool."""
    return packed(kinds(value))


def choice(value: object) -> tuple[int, ...]:
    """`RG or BG`: one of these."""
    options = tuple(kinds(part) for part in text(value).split(" or "))
    if any(len(option) != 1 for option in options) or len(set(options)) != len(options):
        raise ValueError(f"expected one resource, or a choice such as RG or BG, got {value!r}")
    return tuple(option[0] for option in options)


def cost(value: object) -> Cost:
    """`L1 RO SF G`: what collecting takes."""
    words = text(value).split()
    level = 0
    if words and re.fullmatch(r"L[1-3]", words[0]):
        level = int(words.pop(0)[1:])
    return Cost(_symbols(words) if words or not level else (), level)


def spend(value: object) -> Spend:
    """`up to 3 BG` or `RG BG`."""
    up_to = re.fullmatch(r"up to ([1-9]) ([A-Z]+)", text(value))
    if up_to is None:
        return Spend(_symbols(text(value).split()), 0)
    most = int(up_to[1])
    if most > MOST_AMOUNT:
        raise ValueError(f"at most {MOST_AMOUNT} resources, got {most}")
    return Spend(_symbols([up_to[2]]), most)


def damage(value: object) -> tuple[int, ...]:
    """`2/3/5`."""
    found = text(value)
    if not re.fullmatch(r"\d{1,2}(/\d{1,2}){0,3}", found):
        raise ValueError(f"expected damage such as 2/3/5, got {found!r}")
    return tuple(int(step) for step in found.split("/"))


def reach(value: object) -> tuple[int, int]:
    """`0`, `0-1`, `1`, `0-2`, `1-2`: the five printed ranges."""
    found = text(value)
    if found not in ("0", "0-1", "1", "0-2", "1-2"):
        raise ValueError(f"expected a range 0, 0-1, 1, 0-2 or 1-2, got {found!r}")
    low, _, high = found.partition("-")
    return int(low), int(high or low)


def target(value: object) -> int:
    """`enemy` or `hex`."""
    if value not in ("enemy", "hex"):
        raise ValueError(f'expected "enemy" or "hex", got {value!r}')
    return ENEMY if value == "enemy" else HEX


def free(value: object) -> tuple[int, int]:
    """`1 travel`, `2 reroll`, `1 other` (any Action but Travel): a mask of Actions, and how often a turn."""
    match = re.fullmatch(r"([1-9]) ([a-z]+)", text(value))
    if match is None or match[2] not in (*FREE_KINDS, "other"):
        raise ValueError(f"expected how many of {', '.join(FREE_KINDS)} or other, such as '2 reroll', got {value!r}")
    if match[2] == "other":
        return ALL_BITS ^ TRAVEL_BIT, int(match[1])
    return 1 << FREE_KINDS.index(match[2]), int(match[1])


def move(value: object) -> str:
    """`adjacent` or `any`."""
    if value not in ("adjacent", "any"):
        raise ValueError(f'expected "adjacent" or "any", got {value!r}')
    return str(value)


def place(value: object) -> tuple[int, int]:
    """`-1,0`: an axial place."""
    match = re.fullmatch(r"(-?\d{1,2}),(-?\d{1,2})", text(value))
    if match is None:
        raise ValueError(f"expected a place such as -1,0, got {value!r}")
    return int(match[1]), int(match[2])


def players(value: object) -> tuple[int, int]:
    """`2-4`."""
    match = re.fullmatch(r"([1-6])-([1-6])", text(value))
    if match is None:
        raise ValueError(f"expected a number of players such as 2-4, got {value!r}")
    return int(match[1]), int(match[2])


_CONVERT = re.compile(
    r"(up to )?([1-9]) (?:([A-Z]+) into ([GO]) of the same colour|([A-Z]+) and ([A-Z]+) into each other|([A-Z]+) into (.+))"
)


def convert(value: object) -> Convert:
    """`up to 2 CC into RG or BG`, `up to 2 G into O of the same colour`, `up to 3 BG and BO into each other`."""
    match = _CONVERT.fullmatch(text(value))
    if match is None:
        raise ValueError(f"expected a conversion such as 'up to 2 CC into RG or BG', got {value!r}")
    most, exact = int(match[2]), match[1] is None
    if most > MOST_AMOUNT:
        raise ValueError(f"at most {MOST_AMOUNT} resources, got {most}")
    swaps: set[tuple[int, int]] = set()
    result: tuple[str, ...]
    if match[3]:
        shape, source, result = "same", _symbols([match[3]]), (match[4],)
        if {match[3], match[4]} != {"G", "O"}:
            raise ValueError(f"only G into O or O into G keep their colour, got {value!r}")
        swaps = {(kind, SAME_COLOUR[kind]) for kind in SYMBOLS[match[3]]}
    elif match[5]:
        shape, source = "each", _symbols([match[5], match[6]])
        result = (match[6], match[5])
        for start, end in zip(source, result, strict=True):
            # A purple one counts as the card's colour and turns into that colour (S40).
            swaps |= {(kind, CODES.index(end)) for kind in SYMBOLS[start]}
    else:
        shape, source = "into", _symbols([match[7]])
        result = _symbols(match[8].split(" or "))
        if any(end not in CODES for end in result):
            raise ValueError(f"the result must be certain kinds, got {value!r}")
        swaps = {(kind, CODES.index(end)) for kind in SYMBOLS[match[7]] for end in result}
        swaps = {(start, end) for start, end in swaps if not _only_repaints(start, end)}
    if not swaps:
        raise ValueError(f"{value!r} converts nothing")
    return Convert(most, exact, shape, source, result, tuple(sorted(swaps)))


def _only_repaints(start: int, end: int) -> bool:
    """Nothing turns into itself, nor a purple one into the same thing in red or blue (S40)."""
    return start == end or (start == PG and end in (RG, BG)) or (start == PO and end in (RO, BO))
