"""The golden playthroughs are what the game does today; a difference is reviewed, then `make golden` accepts it."""

from __future__ import annotations

import pytest

from tests.make_golden import FOLDER, SCENARIOS, playthrough


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_golden_game_goes_as_it_went(name: str) -> None:
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_mode_and_pack_has_a_golden_game() -> None:
    told = {(setup.mode, pack) for setup in SCENARIOS.values() for pack in setup.packs}
    assert told == {("standard", "base"), ("standard", "exclusive"), ("standard", "ice_storm"), ("solo", "base")}
