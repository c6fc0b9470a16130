"""The engine counts as many sequences of legal actions from each frozen position as the slow rules do."""

from copy import copy
from pathlib import Path
from typing import Final

import pytest

from casting_shadows.engine.api.position import parse_position, position
from casting_shadows.engine.rules.apply import apply
from casting_shadows.engine.rules.legal import legal_actions

pytestmark = pytest.mark.T08

FILES: Final = sorted((Path(__file__).parent / "perft").glob("*.txt"))


class Frozen:
    """A position in the engine."""

    def __init__(self, text: str) -> None:
        self.state = parse_position(text)

    def after(self, action: int) -> "Frozen":
        other = copy(self)
        other.state = self.state.copy()
        apply(other.state, action)
        return other

    def perft(self, depth: int) -> int:
        """How many sequences of legal actions of this length there are."""
        actions = legal_actions(self.state)
        if depth == 1:
            return len(actions)
        return sum(self.after(action).perft(depth - 1) for action in actions)


def test_there_are_at_least_twelve_frozen_positions() -> None:
    assert len(FILES) >= 12


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_engine_counts_as_many_sequences_as_the_slow_rules(file: Path) -> None:
    name, place, *counts = file.read_text(encoding="utf-8").splitlines()
    assert name == f"id {file.stem}"
    text = place.removeprefix("position ")
    frozen = Frozen(text)
    assert position(frozen.state) == text
    for line in counts:
        _, depth, count = line.split()
        assert frozen.perft(int(depth)) == int(count), line
    assert position(frozen.state) == text
