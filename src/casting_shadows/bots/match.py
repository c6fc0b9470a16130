"""Bots playing a game against each other."""

from __future__ import annotations

from casting_shadows.bots.vantage import Bot, vantage_of
from casting_shadows.engine.rules.apply import apply
from casting_shadows.engine.state import OVER, State

MOST_DECISIONS = 1_000_000


def play_match(s: State, bots: list[Bot]) -> int:
    """Play a game to its end in place; *bots* by seat. Says how many decisions were made."""
    decisions = 0
    while s.phase != OVER:
        assert decisions < MOST_DECISIONS, "a game without end"
        apply(s, bots[s.to_act].choose(vantage_of(s)))
        decisions += 1
    return decisions
