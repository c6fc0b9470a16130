"""Tests of rulings that the engine does not keep yet; each moves to its file when it does. Not collected."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadSetup, GameError, Setup, start
from tests.ruling_values import own_pack
from tests.table import table
from tests.test_rulings_setup import SEVEN_TILES


@pytest.mark.ruling("S49")
@pytest.mark.parametrize("characters", ["random", "draft"])
def test_five_with_the_base_game_alone_are_refused_on_a_custom_map_too(characters: str) -> None:
    with pytest.raises(BadSetup):
        start(Setup(players=5, layout="custom", tiles=SEVEN_TILES, characters=characters), seed=1)


@pytest.mark.ruling("S50")
def test_no_pack_of_ones_own_brings_a_status_upon_a_bot() -> None:
    frosty = own_pack("[main]", "spectral_slap = { freeze = true }")
    try:
        game = table("frill", mode="solo", packs="base+mine", own=(frosty,), tokens="RG BG")
    except GameError:
        return  # refused from the start: right as well
    game.play("cast spectral_slap RG BG amber_mountain")
    assert game.statuses("kit") == ""


@pytest.mark.ruling("S50")
def test_a_pack_without_the_starting_cards_is_refused_for_shadow_boxing() -> None:
    poor = own_pack("[main]", "spectral_slap = { copies = 0 }")
    with pytest.raises(GameError):
        start(Setup(players=1, mode="solo", packs=("base", "mine")), seed=1, own=(poor,))
