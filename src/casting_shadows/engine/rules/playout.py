"""Random play to the end, as searches and benchmarks use it."""

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
