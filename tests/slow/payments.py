"""Every way to pay a cost and every way to convert, found by trying all of them."""

from collections import Counter
from itertools import combinations, product

from .box import Main
from .words import MATCHES, Conversion, in_order


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


def damage_for(card: Main, spent: int) -> int:
    """The damage of an Attack Spell for so many resources."""
    sizes = [len(symbols) for symbols in card.spend]
    return card.damage[sizes.index(spent)]
