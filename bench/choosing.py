"""How the people of the benchmark play: much like the greedy bot, at no cost."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from casting_shadows.engine import Setup, apply, legal_actions, phase_name, position, start, verbs

LIKING: Final = {"end": 1.0, "travel": 1.0, "reroll": 1.0, "pass": 1.0, "refresh": 0.2}
OTHERWISE: Final = 8.0
"""How much each verb is liked where it is legal. What a game comes to is close to what greedy bots make of it."""
LATEST_START: Final = 200
"""Actions that may have been played where a game begins. Most games are longer."""


def pick(chance: Random, verbs: list[str]) -> int:
    """Which of some choices to take, by their verbs."""
    offered = Counter(verbs)
    return chance.choices(range(len(verbs)), [LIKING.get(verb, OTHERWISE) / offered[verb] for verb in verbs])[0]


def a_position(chance: Random, players: int) -> str:
    """Somewhere in a game, where somebody is to choose an action: so rooms are at every stage of theirs from the start."""
    while True:
        state, _ = start(Setup(players=players), seed=chance.getrandbits(64))
        for _ in range(chance.randrange(LATEST_START)):
            legal = legal_actions(state)
            if not legal:
                break
            kinds = state.box.table.kind
            apply(state, legal[pick(chance, [verbs.WORDS[kinds[action]] for action in legal])])
        if phase_name(state) == "actions":
            return position(state)
