"""The design document's nine testing scenarios, as nine tests."""

from __future__ import annotations

import pytest

from casting_shadows.engine import outcome
from tests.table import table

pytestmark = pytest.mark.T01


def test_1_basic_turn_flow_roll_act_four_times_end() -> None:
    game = table("frill", "kit", dice="RG RG BO BO PS")
    game.rolls("G").play("reroll RG").play("travel ancient_rune", "travel underground_volcano", "travel ancient_rune")
    assert game.points == 0
    assert game.legal() == {"end"}
    game.rolls("GGOOS").play("end", "absorb 1")
    assert game.turn == "kit"
    assert game.points == 4
    assert game.dice == "RG RG BO BO SF"


def test_2_combat_an_attack_spell_deals_damage_and_eliminates_at_0() -> None:
    game = table(
        "frill", "kit", "haze", dice="RG RG", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"}, hp={"kit": 4}
    )
    game.play("cast heavy_hand RG RG @kit")
    assert game.hp("kit") == 0
    assert game.hex("kit") == ""
    assert outcome(game.state) is None


def test_3_spell_collection_walk_to_a_hex_collect_a_spell_use_it_later() -> None:
    game = table("frill", "kit", dice="RG BO", tokens="RO", market={"underground_volcano": "heavy_hand"})
    game.play("travel ancient_rune", "travel underground_volcano", "collect heavy_hand RG RO")
    assert game.book("frill") == ["heavy_hand"]
    game.rolls("GGGGG").play("end").play("travel ancient_rune").rolls("GGGGG").play("end")
    assert game.turn == "frill"
    assert "cast heavy_hand RG RG @kit" in game.legal()


def test_4_resource_management_one_pool_pays_for_several_spells() -> None:
    game = table(
        "frill", "kit", dice="RG RG BG BG PG", books={"frill": "heavy_hand feeding_frenzy"}, hexes={"kit": "bubbling_lake"}
    )
    game.play("cast heavy_hand RG RG @kit")
    assert game.pool == "BG BG PG"
    game.play("cast feeding_frenzy BG BG @kit")
    assert game.pool == "PG"
    assert not game.legal("cast")


def test_5_transformation_absorb_to_3_transform_and_summon() -> None:
    game = table("frill", "kit", dice="RS", energy={"frill": 2}, portal="curse_eater moon_hare mending_newt")
    game.play("end", "absorb 1")
    assert game.to_act == "frill"
    game.rolls("GGGGG").play("transform moon_hare")
    assert game.is_shadow("frill")
    assert game.companion("frill") == "moon_hare"
    assert game.energy("frill") == 0
    assert len(game.portal) == 3


def test_6_counterspell_the_trigger_asks_and_the_answer_counts() -> None:
    game = table(
        "frill",
        "kit",
        dice="RG RG",
        books={"frill": "heavy_hand"},
        hexes={"kit": "bubbling_lake"},
        counters={"kit": "safety_dome"},
    )
    game.play("cast heavy_hand RG RG @kit")
    assert game.to_act == "kit"
    game.play("counter safety_dome")
    assert game.hp("kit") == 18
    assert game.counter_deck[-1] == "safety_dome"


def test_7_multi_player_turns_go_clockwise() -> None:
    game = table("frill", "kit", "nuzzle", "haze")
    order = []
    for _ in range(5):
        order.append(game.turn)
        game.rolls("GGGGG").play("end")
    assert order == ["frill", "kit", "nuzzle", "haze", "frill"]


def test_8_elimination_a_player_at_0_leaves_the_game() -> None:
    game = table("frill", "kit", "haze", dice="RC", hp={"frill": 1}, books={"frill": "heavy_hand"})
    game.rolls("GGGGG").play("end")
    assert game.hp("frill") == 0
    assert game.book("frill") == []
    assert "heavy_hand" in game.discard
    assert game.turn == "kit"


def test_9_winner_the_last_player_standing_wins() -> None:
    game = table("frill", "kit", dice="RG RG", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"}, hp={"kit": 2})
    game.play("cast heavy_hand RG @kit")
    ended = outcome(game.state)
    assert ended is not None
    assert ended.winner == game.seat("frill")
