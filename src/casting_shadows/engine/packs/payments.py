"""Every distinct way to pay a cost, worked out once for each card."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from casting_shadows.engine.model.cards import Convert, Spend
from casting_shadows.engine.model.resources import PG, PO, SF, SYMBOLS, count, packed


def _plainest_first(pool: int) -> tuple[int, int]:
    """Sorts payments so that the first keeps purples and Shadow Fragments: what clients suggest (S6)."""
    return count(pool, PG) + count(pool, PO) + count(pool, SF), pool


def payments(symbols: tuple[str, ...]) -> list[int]:
    """The distinct packed payments for these symbols; nothing to pay is one empty payment."""
    ways = {packed(kinds) for kinds in product(*(SYMBOLS[symbol] for symbol in symbols))}
    return sorted(ways, key=_plainest_first)


def spends(spend: Spend) -> list[tuple[int, int]]:
    """Each payment of a cast, at least 1 resource (S7), with its step (0: the first of the card's scaling values)."""
    if spend.most == 0:
        return [(way, 0) for way in payments(spend.symbols)]
    return [(way, step) for step in range(spend.most) for way in payments(spend.symbols * (step + 1))]


def conversions(convert: Convert) -> list[tuple[int, int]]:
    """Each (spent, gained) a conversion can make; two ways with the same outcome are one."""
    sizes = range(convert.most if convert.exact else 1, convert.most + 1)
    found: dict[tuple[int, int], None] = {}
    for size in sizes:
        for swaps in combinations_with_replacement(convert.swaps, size):
            found[packed([swap[0] for swap in swaps]), packed([swap[1] for swap in swaps])] = None
    return list(found)
