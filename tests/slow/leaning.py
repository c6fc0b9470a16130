"""Random play that leans to what random games seldom come to: Shadow Forms, abilities, Counterspells, spells."""

import random
from typing import Final

WEIGHTS: Final = {
    "ability": 20.0,
    "transform": 9.0,
    "counter": 8.0,
    "collect": 4.0,
    "cast": 4.0,
    "end": 0.6,
    "reroll": 0.15,
    "stay": 0.3,
}


def weight(action: str) -> float:
    """How much random play leans to an action."""
    word, *rest = action.split()
    if word == "absorb":
        return 5 * int(rest[0]) + 0.2
    if word == "collect" and rest[0] == "counterspell":
        return 24.0
    return WEIGHTS.get(word, 1.0)


def choose(actions: list[str], dice: random.Random) -> str:
    """One of these, by weight."""
    return dice.choices(actions, [weight(action) for action in actions])[0]
