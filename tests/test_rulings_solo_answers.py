"""Ruling S53, and what S10, S24, S25, S31 and S54 say of Shadow Boxing: answers, yours and the Bots', and the end."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import outcome
from casting_shadows.engine.model.events import CounterspellUsed, Damaged, Missed, Moved, Travelled
from tests.ruling_values import BOTS, FULL, bottom, boxing, nuzzle, story, taken
from tests.table import Table, table
from tests.values import character, counterspell, damage

pytestmark = pytest.mark.T01

# ---------------------------------------------------------------- S10, S24, S25: a Bot attacks you


@pytest.mark.ruling("S10", "S24")
def test_you_are_asked_about_a_bots_cast_and_about_each_touch() -> None:
    game = nuzzle("GCOOS", at="ancient_rune", counters={"frill": "pointed_shield safety_dome"})
    assert (game.phase, game.to_act) == ("respond", "frill")
    game.play("counter pointed_shield")
    assert game.phase == "respond"
    assert taken(game, "frill") == max(0, damage("heavy_hand", 1) - counterspell("pointed_shield").reduce)
    game.play("counter safety_dome")
    assert taken(game, "frill") == 0


@pytest.mark.ruling("S25")
def test_running_from_a_touch_means_leaving_the_bots_hex() -> None:
    game = nuzzle("OOCSC", at="ancient_rune", counters={"frill": "run_away"})
    game.play("counter run_away amber_mountain")
    assert taken(game, "frill") == 0
    assert story(game, Missed) == ["Missed frill"]


# ---------------------------------------------------------------- S53: a Bot's Counterspell


def strike(*held: str, **more: Any) -> Table:
    """Kit, a Bot beside Frill, holds Counterspells; Frill casts Heavy Hand for one Gem."""
    settings: dict[str, Any] = {"tokens": "RG RG BG", "books": {"frill": "heavy_hand"}, "bot_hp": 12, **more}
    game = boxing("kit", counters={"kit": " ".join(held), **settings.pop("mine", {})}, **settings)
    return game.play("cast heavy_hand RG @kit")


@pytest.mark.ruling("S53", "S10")
def test_a_bots_oldest_counterspell_is_revealed_by_itself_one_for_each_attack() -> None:
    game = strike("pointed_shield", "safety_dome")
    assert game.phase == "actions"
    assert game.counters("kit") == ["safety_dome"]
    assert game.hp("kit") == 12 - max(0, damage("heavy_hand", 1) - counterspell("pointed_shield").reduce)
    assert bottom(game) == ("pointed_shield", {"frill", "kit", "nuzzle", "haze"})
    game.play("cast spectral_slap RG BG amber_mountain")
    assert game.counters("kit") == []


@pytest.mark.ruling("S53")
def test_every_bot_hit_reveals_one_in_turn_order() -> None:
    held = {"kit": "pointed_shield", "haze": "safety_dome", "nuzzle": "pointed_shield"}
    game = table("frill", mode="solo", tokens="RG BG", counters=held, hexes=dict.fromkeys(BOTS, "ancient_rune"), bot_hp=12)
    game.state.order = [0, 2, 3, 1]
    game.play("cast spectral_slap RG BG ancient_rune")
    assert story(game, CounterspellUsed) == ["CounterspellUsed nuzzle", "CounterspellUsed haze", "CounterspellUsed kit"]


@pytest.mark.ruling("S53")
def test_a_bot_that_is_not_hit_reveals_none() -> None:
    game = boxing("kit", "haze", tokens="RG BG", counters={"haze": "safety_dome"}, bot_hp=12)
    game.play("cast spectral_slap RG BG amber_mountain")
    assert game.counters("haze") == ["safety_dome"]


@pytest.mark.ruling("S53", "S24")
def test_your_shadow_ability_reveals_one_too() -> None:
    game = boxing("frill", me="kit", energy={"kit": 5}, shadow="kit", counters={"frill": "pointed_shield"}, bot_hp=12)
    game.play("ability @frill")
    assert game.counters("frill") == []
    assert game.hp("frill") == 12 - max(0, character("kit").damage - counterspell("pointed_shield").reduce)


@pytest.mark.ruling("S53", "S12")
def test_your_returned_damage_reveals_none() -> None:
    game = nuzzle("GCSCC", at="ancient_rune", bot_hp=12, counters={"frill": "bees_everywhere", "nuzzle": "safety_dome"})
    game.play("counter bees_everywhere")
    assert game.counters("nuzzle") == ["safety_dome"]
    assert game.hp("nuzzle") == 12 - counterspell("bees_everywhere").deal + 1 - 3


@pytest.mark.ruling("S53", "S12")
def test_a_bots_returned_damage_asks_you_nothing() -> None:
    game = strike("bees_everywhere", mine={"frill": "safety_dome"})
    assert game.phase == "actions"
    assert taken(game, "frill") == counterspell("bees_everywhere").deal


@pytest.mark.ruling("S53")
def test_a_bot_runs_out_of_reach_where_it_can() -> None:
    game = strike("run_away")
    assert game.hex("kit") == "dusty_desert", "the only way out of the range 0-1"
    assert game.hp("kit") == 12


@pytest.mark.ruling("S53")
def test_of_several_ways_out_of_reach_you_choose() -> None:
    game = boxing("kit", tokens="RG BG", counters={"kit": "run_away"}, bot_hp=12)
    game.play("cast spectral_slap RG BG amber_mountain")
    assert (game.phase, game.to_act) == ("flee", "frill")
    assert game.legal() == {"flee bubbling_lake", "flee ancient_rune", "flee dusty_desert"}
    assert game.refused("flee thornwood") == "action/not-a-way"
    game.play("flee bubbling_lake")
    assert game.hp("kit") == 12
    assert taken(game, "frill") == 0, "running onto your hex is no Travel"


@pytest.mark.ruling("S53")
def test_a_bot_that_cannot_get_out_runs_to_any_adjacent_hex() -> None:
    game = boxing("kit", tokens="RG", books={"frill": "magma_hand"}, counters={"kit": "run_away"}, bot_hp=12)
    game.play("cast magma_hand RG @kit")
    assert game.legal() == {"flee bubbling_lake", "flee ancient_rune", "flee dusty_desert"}
    game.play("flee dusty_desert")
    assert game.hp("kit") == 12 - damage("magma_hand", 1)


@pytest.mark.ruling("S53")
def test_a_bot_that_is_moved_onto_your_hex_does_not_touch_you() -> None:
    game = boxing("frill", me="kit", energy={"kit": 5}, shadow="kit", bot_hp=12)
    game.play("ability @frill", f"push {game.hex('kit')}")
    assert game.hex("frill") == game.hex("kit")
    assert story(game, Moved, Damaged) == ["Moved frill"]
    assert game.hp("kit") == FULL
    assert game.hp("frill") == 12 - character("kit").damage


@pytest.mark.ruling("R6", "S30")
def test_an_eliminated_bots_spell_is_discarded_and_its_other_counterspells_go_back_unseen() -> None:
    game = boxing(
        "kit", "haze", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "bees_everywhere run_away"}, hp={"kit": 1}
    )
    spell = game.book("kit")[0]
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == 0
    assert taken(game, "frill") == 0, "one who is out returns nothing"
    assert spell in game.discard
    assert bottom(game, 1) == ("bees_everywhere", {"frill", "kit", "nuzzle", "haze"})
    assert bottom(game, 0) == ("run_away", set())


# ---------------------------------------------------------------- S31, S54: the end


@pytest.mark.ruling("S31")
def test_you_win_when_all_bots_are_out_and_lose_when_you_are() -> None:
    won = boxing("kit", tokens="RG", books={"frill": "heavy_hand"}, hp={"kit": 1}).play("cast heavy_hand RG @kit")
    ended = outcome(won.state)
    assert ended is not None and (ended.ending, ended.winner) == ("solo_won", 0)
    lost = nuzzle("GCOOS", at="ancient_rune", hp={"frill": 1})
    ended = outcome(lost.state)
    assert ended is not None and (ended.ending, ended.winner) == ("solo_lost", None)
    assert story(lost, Travelled) == []


@pytest.mark.ruling("S54")
def test_at_the_limit_of_rounds_shadow_boxing_is_not_won() -> None:
    game = boxing("nuzzle", spells={"nuzzle": "heavy_hand"}, max_rounds=1).rolls("SSCGO").play("end")
    ended = outcome(game.state)
    assert ended is not None and (ended.ending, ended.winner) == ("solo_lost", None)


@pytest.mark.ruling("S22")
def test_you_may_concede_and_a_bot_may_not() -> None:
    game = boxing("nuzzle", "haze")
    assert game.refused("concede", "haze") == "action/not-standing"
    game.play_as("frill", "concede")
    ended = outcome(game.state)
    assert ended is not None and ended.ending == "solo_lost"
