"""The words that values in the packs are written in, and every way to pay or convert what they say, found by trying all."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

RESOURCES: Final = ("RG", "BG", "PG", "RO", "BO", "PO", "SF", "CC")
"""Every resource, in the order in which lists of them are written."""

MATCHES: Final = {
    "RG": ("RG", "PG"),
    "BG": ("BG", "PG"),
    "PG": ("PG",),
    "G": ("RG", "BG", "PG"),
    "RO": ("RO", "PO"),
    "BO": ("BO", "PO"),
    "PO": ("PO",),
    "O": ("RO", "BO", "PO"),
    "SF": ("SF",),
    "CC": ("CC",),
}
"""Which resources can stand for a symbol: a purple one counts as red or blue, a grey symbol takes any colour."""


def in_order(resources: list[str]) -> list[str]:
    """The same resources in the order in which they are written."""
    return sorted(resources, key=RESOURCES.index)


@dataclass(frozen=True)
class Amount:
    """How many of something: "up to 3" is 1 to 3, a bare number is exactly so many."""

    low: int
    high: int


@dataclass(frozen=True)
class Conversion:
    """What a Conversion Spell turns into what: for each resource it takes, the resources it may become."""

    amount: Amount
    becomes: dict[str, tuple[str, ...]]


def read_amount(words: list[str]) -> tuple[Amount, list[str]]:
    """Take "up to 3" or "1" from the front; gives the amount and the words after it."""
    if words[:2] == ["up", "to"]:
        return Amount(1, int(words[2])), words[3:]
    return Amount(int(words[0]), int(words[0])), words[1:]


def read_spend(text: str) -> list[list[str]]:
    """The symbols of every size of payment, smallest first: "up to 2 RG" is [[RG], [RG, RG]], "RG BG" is [[RG, BG]]."""
    words = text.split()
    if words[0] == "up" or words[0].isdigit():
        amount, rest = read_amount(words)
        (symbol,) = rest
        return [[symbol] * count for count in range(amount.low, amount.high + 1)]
    return [words]


def same_thing_in_another_colour(old: str, new: str) -> bool:
    """Whether this is a purple becoming the red or blue of its own sort, which no conversion does."""
    return old[0] == "P" and old[1] == new[1] and new in ("RG", "BG", "RO", "BO")


def read_convert(text: str) -> Conversion:
    """ "up to 3 O into RO or BO", "up to 2 G into O of the same colour", "up to 3 BG and BO into each other"."""
    amount, rest = read_amount(text.split())
    source, result = " ".join(rest).split(" into ")
    becomes: dict[str, tuple[str, ...]] = {}
    if result == "each other":
        first, second = source.split(" and ")
        for resource in MATCHES[first]:
            becomes[resource] = (second,)
        for resource in MATCHES[second]:
            becomes[resource] = (first,)
    elif result.endswith(" of the same colour"):
        sort = result.split()[0]
        for resource in MATCHES[source]:
            becomes[resource] = (resource[0] + sort,)
    else:
        for resource in MATCHES[source]:
            outcomes = [
                new for new in result.split(" or ") if new != resource and not same_thing_in_another_colour(resource, new)
            ]
            if outcomes:
                becomes[resource] = tuple(outcomes)
    return Conversion(amount, becomes)


def read_range(text: str) -> tuple[int, int]:
    """ "0-2" is (0, 2), "1" is (1, 1)."""
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    assert found is not None, f"no range: {text}"
    return int(found[1]), int(found[2] or found[1])


def read_steps(text: str) -> list[int]:
    """The damage for each size of payment: "2/3/5"."""
    return [int(step) for step in text.split("/")]


def read_collect(text: str) -> tuple[int | None, list[str]]:
    """The level of the spell given up (None: none) and the symbols to pay: "L1 O BG"."""
    words = text.split()
    levels = [int(word[1:]) for word in words if re.fullmatch(r"L\d", word)]
    return (levels[0] if levels else None), [word for word in words if word in MATCHES]


def read_free(text: str) -> tuple[int, str]:
    """ "2 reroll": how many uses a turn, and of what."""
    count, kind = text.split()
    return int(count), kind


def is_there(wanted: tuple[str, ...] | list[str], pool: list[str]) -> bool:
    """Whether the pool holds all of these at once."""
    have = Counter(pool)
    return all(have[resource] >= count for resource, count in Counter(wanted).items())


def payments(symbols: list[str], pool: list[str]) -> set[tuple[str, ...]]:
    """Every distinct set of resources from the pool that pays these symbols."""
    return {
        tuple(in_order(list(choice))) for choice in product(*(MATCHES[symbol] for symbol in symbols)) if is_there(choice, pool)
    }


def conversions(rule: Conversion, pool: list[str]) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every distinct pair of what is converted and what comes of it."""
    found = set()
    for count in range(rule.amount.low, rule.amount.high + 1):
        for spent in product(rule.becomes, repeat=count):
            if is_there(spent, pool):
                for gained in product(*(rule.becomes[resource] for resource in spent)):
                    found.add((tuple(in_order(list(spent))), tuple(in_order(list(gained)))))
    return found


def copies(most: int, symbol: str, pool: list[str]) -> set[tuple[str, ...]]:
    """Every distinct choice of resources in the pool to copy."""
    fitting = [resource for resource in pool if resource in MATCHES[symbol]]
    return {tuple(in_order(list(choice))) for count in range(1, most + 1) for choice in combinations(fitting, count)}
