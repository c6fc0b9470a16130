"""Freeze and Stun: what a token stops, for how long, and what it leaves alone."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadSetup
from tests.table import Table, table
from tests.values import EVERYTHING, blow, damage, paid, spent

pytestmark = pytest.mark.T01

BESIDE = {"frill": "bubbling_lake", "kit": "amber_mountain"}


def next_turn_of_kit(frozen: str = "", stunned: str = "") -> Table:
    """Frill's turn is about to end; Kit, on the Dusty Desert, is next and has these tokens."""
    return table("frill", "kit", packs=EVERYTHING, hexes={"kit": "dusty_desert"}, frozen=frozen, stunned=stunned)


def answered(holds: str, pool: str = "", frozen: str = "", stunned: str = "") -> Table:
    """Frill attacked Kit, who answered with a Counterspell."""
    spell, price, _ = blow()
    tokens = f"{price} {pool}"
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        tokens=tokens,
        books={"frill": spell},
        hexes=BESIDE,
        counters={"kit": holds},
        frozen=frozen,
        stunned=stunned,
    )
    return game.play(f"cast {spell} {price} @kit", f"counter {holds}")


def strike(spell: str, frozen: str = "", stunned: str = "", holds: str = "") -> Table:
    """Frill casts a spell at Kit."""
    price = paid(spent(spell, 1))
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        tokens=price,
        books={"frill": spell},
        hexes=BESIDE,
        counters={"kit": holds},
        frozen=frozen,
        stunned=stunned,
    )
    return game.play(f"cast {spell} {price} @kit")


@pytest.mark.success("freeze")
def test_the_frozen_do_not_travel_in_their_turn() -> None:
    game = next_turn_of_kit(frozen="kit").rolls("GGGGG").play("end")
    assert game.turn == "kit"
    assert not game.legal("travel")
    assert game.refused("travel ancient_rune") == "action/frozen"


@pytest.mark.success("freeze")
def test_freeze_leaves_at_the_end_of_the_turn_that_started_with_it() -> None:
    game = next_turn_of_kit(frozen="kit").rolls("GGGGG").play("end")
    assert game.statuses("kit") == "F"
    game.rolls("GGGGG").play("end")
    assert game.statuses("kit") == ""


@pytest.mark.success("freeze")
def test_whoever_is_frozen_during_its_own_turn_stops_at_once_and_for_all_of_its_next_turn() -> None:
    game = answered("cold_shoulder")
    assert game.statuses("frill") == "F"
    assert game.refused("travel ancient_rune") == "action/frozen"
    game.rolls("GGGGG").play("end").rolls("GGGGG").play("end")
    assert game.turn == "frill"
    assert game.refused("travel ancient_rune") == "action/frozen"
    game.rolls("GGGGG").play("end")
    assert game.statuses("frill") == ""


@pytest.mark.refusal("freeze")
def test_freeze_stops_no_action_but_travel_and_takes_no_die() -> None:
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        dice="RG RC",
        frozen="frill",
        hexes=BESIDE,
        books={"frill": "heavy_hand"},
        market={"bubbling_lake": "red_gem"},
    )
    assert {"cast heavy_hand RG @kit", "reroll RG", "protect", "refresh", "collect red_gem"} <= game.legal()
    begun = next_turn_of_kit(frozen="kit").rolls("GGGGG").play("end")
    assert begun.dice == "RG RG BG BG PG"


@pytest.mark.refusal("freeze")
def test_freeze_does_not_stop_run_away_or_vanish() -> None:
    for holds in ("run_away", "vanish"):
        game = strike("frost_nip", frozen="kit", holds=holds)
        game.play(f"counter {holds} dusty_desert")
        assert game.hex("kit") == "dusty_desert"
        assert game.hp("kit") == 18


@pytest.mark.refusal("freeze")
def test_freeze_does_not_stop_iris_or_an_enemys_push() -> None:
    game = table("iris", "kit", packs=EVERYTHING, shadow="iris", energy={"iris": 5}, frozen="iris")
    assert game.play("ability underground_volcano").hex("iris") == "underground_volcano"
    pushed = table(
        "kit", "frill", packs=EVERYTHING, shadow="kit", energy={"kit": 5}, frozen="frill", hexes={"frill": "ancient_rune"}
    )
    assert pushed.play("ability @frill", "push dusty_desert").hex("frill") == "dusty_desert"


@pytest.mark.refusal("freeze")
def test_a_second_freeze_does_nothing() -> None:
    game = strike("frost_nip", frozen="kit")
    assert game.hp("kit") == 18 - damage("frost_nip", 1)
    assert game.statuses("kit") == "F"
    game.rolls("GGGGG").play("end").rolls("GGGGG").play("end")
    assert game.statuses("kit") == ""


@pytest.mark.parametrize(("colour", "dice"), [("red", "RG BG BG PG"), ("blue", "RG RG BG PG"), ("purple", "RG RG BG BG")])
@pytest.mark.success("stun")
def test_the_stunned_choose_a_die_and_roll_the_other_four(colour: str, dice: str) -> None:
    game = next_turn_of_kit(stunned="kit").play("end")
    assert game.to_act == "kit"
    assert game.legal() == {"leave_out red", "leave_out blue", "leave_out purple"}
    game.rolls("GGGG").play(f"leave_out {colour}")
    assert game.pool == game.dice == dice


@pytest.mark.success("stun")
def test_stun_leaves_at_the_end_of_the_turn_that_started_with_it() -> None:
    game = next_turn_of_kit(stunned="kit").play("end").rolls("GGGG").play("leave_out red")
    assert game.statuses("kit") == "S"
    assert game.points == 4
    game.rolls("GGGGG").play("end")
    assert game.statuses("kit") == ""


@pytest.mark.success("stun")
def test_whoever_is_stunned_during_its_own_turn_may_lose_a_resource_and_later_a_die() -> None:
    game = answered("static_cling", pool="BO")
    assert game.to_act == "kit"
    game.play("drain BO")
    assert game.pool == ""
    game.rolls("GGGGG").play("end").rolls("GGGG").play("end", "leave_out blue")
    assert game.turn == "frill"
    assert game.dice == "RG RG BG PG"
    assert game.rolls("GGGGG").play("end").statuses("frill") == ""


@pytest.mark.success("stun")
def test_the_one_who_stunned_may_leave_the_pool_alone() -> None:
    game = answered("static_cling", pool="BO").play("drain nothing")
    assert game.pool == "BO"
    assert game.to_act == "frill"


@pytest.mark.refusal("stun")
def test_the_stunned_do_nothing_before_they_have_chosen_a_die() -> None:
    game = next_turn_of_kit(stunned="kit").play("end")
    assert game.refused("travel ancient_rune") == "action/wrong-phase"
    assert game.refused("end") == "action/wrong-phase"
    assert game.refused("leave_out red", "frill") == "action/not-your-choice"


@pytest.mark.refusal("stun")
def test_stun_stops_no_action_and_costs_no_action_point() -> None:
    game = next_turn_of_kit(stunned="kit").play("end").rolls("GGGG").play("leave_out red", "travel ancient_rune")
    assert game.hex("kit") == "ancient_rune"
    assert game.points == 3


@pytest.mark.refusal("stun")
def test_a_stun_in_anothers_turn_drains_no_pool() -> None:
    game = strike("static_spark")
    assert game.statuses("kit") == "S"
    assert game.to_act == "frill"
    assert game.phase == "actions"


@pytest.mark.refusal("stun")
def test_a_second_stun_in_ones_own_turn_drains_nothing() -> None:
    game = answered("static_cling", pool="BO", stunned="frill")
    assert game.to_act == "frill"
    assert game.pool == "BO"
    assert game.statuses("frill") == "S"


@pytest.mark.refusal("stun")
def test_nobody_without_a_token_leaves_a_die_out() -> None:
    game = next_turn_of_kit().rolls("GGGGG").play("end")
    assert game.phase == "actions"
    assert game.refused("leave_out red") == "action/wrong-phase"


@pytest.mark.success("freeze", "stun")
def test_both_tokens_may_lie_on_one_player_and_leave_together() -> None:
    game = strike("frost_nip", stunned="kit")
    assert game.statuses("kit") == "FS"
    game.play("end").rolls("GGGG").play("leave_out purple")
    assert game.refused("travel ancient_rune") == "action/frozen"
    game.rolls("GGGGG").play("end")
    assert game.statuses("kit") == ""


@pytest.mark.refusal("freeze", "stun")
def test_a_token_won_during_a_turn_that_started_with_one_leaves_with_it() -> None:
    spell, price, _ = blow()
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        tokens=f"{price} RO",
        books={"frill": f"thaw {spell}"},
        hexes=BESIDE,
        counters={"kit": "cold_shoulder"},
        frozen="frill",
    )
    game.play("cast thaw RO > RG")
    assert game.statuses("frill") == ""
    game.play(f"cast {spell} {price} @kit", "counter cold_shoulder")
    assert game.statuses("frill") == "F"
    assert game.rolls("GGGGG").play("end").statuses("frill") == ""


@pytest.mark.refusal("freeze", "stun")
def test_neither_freeze_nor_stun_meets_a_bot() -> None:
    with pytest.raises(BadSetup):
        table("frill", packs="base+ice_storm", mode="solo")
