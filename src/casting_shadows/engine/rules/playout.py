"""Random play to the end and counting of action sequences, as searches, benchmarks and tests use them."""

from __future__ import annotations

from casting_shadows.engine.rng import QuickRng
from casting_shadows.engine.rules.apply import apply
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.state import OVER, State


def playout(s: State, rng: QuickRng, most: int) -> int:
    """Play random legal actions in place until the game is over or *most* were played; says how many."""
    played = 0
    while s.phase != OVER and played < most:
        legal = legal_actions(s)
        apply(s, legal[rng.below(len(legal))])
        played += 1
    return played


def perft(s: State, depth: int) -> int:
    """How many sequences of *depth* legal actions there are from here, chance being fixed by the state's stream."""
    if depth == 0:
        return 1
    legal = legal_actions(s)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = s.copy()
        apply(after, action)
        total += perft(after, depth - 1)
    return total
