"""Rulings S43-S45: Freeze, Stun, and the companions that give or use them."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine.model.events import Damaged, StatusGained
from tests.ruling_values import FULL, own_pack, story
from tests.table import Table, table
from tests.values import companion, damage

pytestmark = pytest.mark.T01

ICE = "base+ice_storm"


def two(**more: Any) -> Table:
    """Frill and Kit side by side with The Ice Storm."""
    return table("frill", "kit", "nuzzle", **{"packs": ICE, **more})


def stung(counter: str, **more: Any) -> Table:
    """Frill casts at Kit, who answers with a status Counterspell."""
    settings: dict[str, Any] = {"tokens": "RG RG BO", "books": {"frill": "heavy_hand"}, **more}
    return two(counters={"kit": counter}, **settings).play("cast heavy_hand RG @kit", f"counter {counter}")


# ---------------------------------------------------------------- S43: what Freeze stops


@pytest.mark.ruling("S43")
def test_who_is_frozen_does_not_travel() -> None:
    game = two(frozen="frill")
    assert game.refused("travel ancient_rune") == "action/frozen"
    assert not game.legal("travel")


@pytest.mark.ruling("S43", "S36")
def test_a_free_travel_is_stopped_too() -> None:
    game = two(frozen="frill", companions={"frill": "charging_stag"})
    assert game.refused("travel ancient_rune") == "action/frozen"


@pytest.mark.ruling("S43")
def test_who_is_frozen_during_its_turn_travels_no_more() -> None:
    game = stung("cold_shoulder")
    assert game.statuses("frill") == "F"
    assert game.refused("travel ancient_rune") == "action/frozen"


@pytest.mark.ruling("S43")
def test_the_frozen_still_run_away_and_vanish() -> None:
    run = two(tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "run_away"}, frozen="kit")
    run.play("cast heavy_hand RG @kit", "counter run_away dusty_desert")
    assert run.hex("kit") == "dusty_desert"
    gone = two(packs="exclusive+ice_storm", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "vanish"}, frozen="kit")
    gone.play("cast heavy_hand RG @kit", "counter vanish thornwood")
    assert gone.hex("kit") == "thornwood"


@pytest.mark.ruling("S43")
def test_iris_may_use_her_ability_while_frozen() -> None:
    game = table("iris", "kit", packs=ICE, energy={"iris": 5}, shadow="iris", frozen="iris")
    game.play("ability dusty_desert")
    assert game.hex("iris") == "dusty_desert"


@pytest.mark.ruling("S43")
def test_kit_and_tusk_move_a_frozen_enemy() -> None:
    kit = table("kit", "frill", packs=ICE, energy={"kit": 5}, shadow="kit", frozen="frill")
    kit.play("ability @frill", "push ancient_rune")
    assert kit.hex("frill") == "ancient_rune"
    tusk = table("tusk", "frill", packs=ICE, energy={"tusk": 5}, shadow="tusk", frozen="frill")
    tusk.play("ability @frill ancient_rune")
    assert tusk.hex("frill") == "ancient_rune"


@pytest.mark.ruling("S43")
def test_freeze_stops_nothing_but_travel() -> None:
    game = two(frozen="frill", dice="RG RC", tokens="RG", books={"frill": "heavy_hand"})
    assert {"protect", "refresh", "reroll RG", "cast heavy_hand RG @kit", "end"} <= game.legal()


# ---------------------------------------------------------------- S44: tokens


@pytest.mark.ruling("S44")
def test_a_second_token_of_a_kind_does_nothing() -> None:
    game = two(tokens="BG", books={"frill": "frost_nip"}, frozen="kit")
    game.play("cast frost_nip BG @kit")
    assert story(game, StatusGained) == []
    assert game.statuses("kit") == "F"
    both = two(tokens="BG", books={"frill": "frost_nip"}, stunned="kit").play("cast frost_nip BG @kit")
    assert both.statuses("kit") == "FS"


@pytest.mark.ruling("S44")
def test_stunned_in_its_turn_a_player_loses_the_resource_the_stunner_names() -> None:
    game = stung("static_cling")
    assert (game.phase, game.to_act) == ("drain", "kit")
    assert game.legal() == {"drain nothing", "drain RG", "drain BO"}
    assert game.refused("drain BG") == "action/not-in-pool"
    game.play("drain BO")
    assert game.pool == "RG"
    assert (game.turn, game.phase) == ("frill", "actions")


@pytest.mark.ruling("S44")
def test_the_stunner_may_name_nothing() -> None:
    game = stung("static_cling").play("drain nothing")
    assert game.pool == "RG BO"
    assert game.statuses("frill") == "S"


@pytest.mark.ruling("S44", "S23")
def test_which_of_several_alike_is_drained_is_settled_tokens_first() -> None:
    game = stung("static_cling", dice="RG", tokens="RG RG")
    game.play("drain RG")
    assert game.pool == game.dice == "RG"


@pytest.mark.ruling("S44")
def test_with_an_empty_pool_the_stunner_is_not_asked() -> None:
    game = stung("static_cling", tokens="RG")
    assert (game.phase, game.turn) == ("actions", "frill")
    assert game.statuses("frill") == "S"


@pytest.mark.ruling("S44")
def test_a_stunned_player_stunned_again_in_its_turn_loses_no_resource() -> None:
    game = stung("static_cling", stunned="frill")
    assert game.phase == "actions"
    assert game.pool == "RG BO"


@pytest.mark.ruling("S44")
def test_the_second_of_two_stunners_takes_nothing() -> None:
    game = two(
        tokens="RG RG",
        books={"frill": "fatal_fronds"},
        counters={"kit": "static_cling", "nuzzle": "static_cling"},
        hexes={"kit": "bubbling_lake", "nuzzle": "bubbling_lake"},
    )
    game.play("cast fatal_fronds RG bubbling_lake", "counter static_cling", "counter static_cling")
    assert (game.phase, game.to_act) == ("drain", "kit")
    game.play("drain nothing")
    assert (game.phase, game.to_act) == ("actions", "frill")


@pytest.mark.ruling("S44")
def test_thaw_lets_a_player_travel_again_but_gives_no_die_back() -> None:
    game = table("kit", "frill", packs=ICE, frozen="frill", stunned="frill", books={"frill": "thaw"})
    game.play("end").rolls("OOOO").play("leave_out purple")
    assert len(game.dice.split()) == 4
    game.play("cast thaw RO > RG", "travel ancient_rune")
    assert game.statuses("frill") == ""
    assert len(game.dice.split()) == 3


@pytest.mark.ruling("S44", "S32")
def test_a_stunned_player_leaves_out_a_die_of_any_colour() -> None:
    for colour, rolled in (("red", "RG BG BG PG"), ("blue", "RG RG BG PG"), ("purple", "RG RG BG BG")):
        game = table("frill", "nuzzle", packs=ICE, stunned="nuzzle", hexes={"nuzzle": "ancient_rune"}).play("end")
        assert game.legal() == {"leave_out red", "leave_out blue", "leave_out purple"}
        assert game.rolls("GGGG").play(f"leave_out {colour}").dice == rolled


@pytest.mark.ruling("S44", "S33")
def test_a_turn_that_started_with_a_token_ends_without_it() -> None:
    game = two(frozen="frill", stunned="frill").play("end")
    assert game.statuses("frill") == ""


@pytest.mark.ruling("S44", "S33")
def test_a_token_got_during_the_turn_stays_for_the_next() -> None:
    game = stung("cold_shoulder")
    game.rolls("GGGGG GGGGG GGGGG").play("end", "end", "end")
    assert game.turn == "frill"
    assert game.statuses("frill") == "F"
    assert game.refused("travel ancient_rune") == "action/frozen"
    game.play("end")
    assert game.statuses("frill") == ""


@pytest.mark.ruling("S44")
def test_even_a_token_won_back_during_such_a_turn_leaves_at_its_end() -> None:
    game = two(tokens="RG RO", books={"frill": "heavy_hand thaw"}, counters={"kit": "cold_shoulder"}, frozen="frill")
    game.play("cast thaw RO > RG", "cast heavy_hand RG @kit", "counter cold_shoulder")
    assert game.statuses("frill") == "F"
    assert game.refused("travel ancient_rune") == "action/frozen"
    game.play("end")
    assert game.statuses("frill") == ""


@pytest.mark.ruling("S44", "S34")
def test_snow_golem_throws_off_what_its_owner_has() -> None:
    game = stung("cold_shoulder", energy={"frill": 3}, portal="snow_golem moon_hare curse_eater")
    game.play("end", "transform snow_golem")
    assert game.statuses("frill") == ""


@pytest.mark.ruling("S44", "S46")
def test_snow_golems_owner_gets_no_token_and_loses_no_resource() -> None:
    game = stung("static_cling", companions={"frill": "snow_golem"})
    assert game.statuses("frill") == ""
    assert game.phase == "actions"
    hit = two(tokens="BG", books={"frill": "frost_nip"}, companions={"kit": "snow_golem"}).play("cast frost_nip BG @kit")
    assert hit.statuses("kit") == ""


@pytest.mark.ruling("S44")
def test_icicle_bat_counts_both_statuses_as_one() -> None:
    game = two(tokens="RG", books={"frill": "heavy_hand"}, companions={"frill": "icicle_bat"}, frozen="kit", stunned="kit")
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == FULL - damage("heavy_hand", 1) - companion("icicle_bat").status_bonus


@pytest.mark.ruling("S44")
def test_icicle_bat_does_not_count_a_status_the_same_spell_brings() -> None:
    game = two(tokens="BG", books={"frill": "frost_nip"}, companions={"frill": "icicle_bat"})
    game.play("cast frost_nip BG @kit")
    assert game.hp("kit") == FULL - damage("frost_nip", 1)
    assert game.statuses("kit") == "F"


# ---------------------------------------------------------------- S45: Frost Fox, Thunder Pup


def pack_hunt(friend: str, **more: Any) -> Table:
    """Frill and a companion with Kit and Nuzzle on her hex, hit together."""
    settings: dict[str, Any] = {"tokens": "RG RG", "books": {"frill": "fatal_fronds heavy_hand"}, **more}
    hexes = {"kit": "bubbling_lake", "nuzzle": "bubbling_lake"}
    return two(companions={"frill": friend, **settings.pop("friends", {})}, hexes=hexes, **settings)


@pytest.mark.ruling("S45")
@pytest.mark.parametrize(("friend", "verb", "status"), [("frost_fox", "freeze", "F"), ("thunder_pup", "stun", "S")])
def test_the_attacker_chooses_among_those_damaged(friend: str, verb: str, status: str) -> None:
    game = pack_hunt(friend).play("cast fatal_fronds RG bubbling_lake")
    assert (game.phase, game.to_act) == (verb, "frill")
    assert game.legal() == {f"{verb} @kit", f"{verb} @nuzzle"}
    game.play(f"{verb} @nuzzle")
    assert (game.statuses("kit"), game.statuses("nuzzle")) == ("", status)


@pytest.mark.ruling("S45")
def test_one_candidate_is_marked_without_asking() -> None:
    game = two(tokens="RG", books={"frill": "heavy_hand"}, companions={"frill": "frost_fox"}).play("cast heavy_hand RG @kit")
    assert game.phase == "actions"
    assert game.statuses("kit") == "F"
    assert story(game, Damaged, StatusGained) == ["Damaged kit", "StatusGained kit"]


@pytest.mark.ruling("S45")
def test_who_has_the_token_or_cannot_get_it_is_no_candidate() -> None:
    game = pack_hunt("frost_fox", frozen="kit").play("cast fatal_fronds RG bubbling_lake")
    assert game.statuses("nuzzle") == "F"
    golem = pack_hunt("frost_fox", friends={"kit": "snow_golem"}).play("cast fatal_fronds RG bubbling_lake")
    assert (golem.statuses("kit"), golem.statuses("nuzzle")) == ("", "F")


@pytest.mark.ruling("S45")
def test_who_was_not_damaged_or_is_out_is_no_candidate() -> None:
    dome = pack_hunt("frost_fox", counters={"kit": "safety_dome"})
    dome.play("cast fatal_fronds RG bubbling_lake", "counter safety_dome")
    assert (dome.statuses("kit"), dome.statuses("nuzzle")) == ("", "F")
    out = pack_hunt("frost_fox", hp={"kit": 1}).play("cast fatal_fronds RG bubbling_lake")
    assert out.statuses("nuzzle") == "F"
    picky = pack_hunt("frost_fox").play("cast fatal_fronds RG bubbling_lake")
    assert picky.refused("freeze @frill") == "action/not-marked"


@pytest.mark.ruling("S45")
def test_with_no_candidate_it_is_used_up_all_the_same() -> None:
    game = pack_hunt("frost_fox", frozen="kit nuzzle", books={"frill": "fatal_fronds heavy_hand thaw"})
    game.play("cast fatal_fronds RG bubbling_lake")
    game.state.frozen[game.seat("kit")] = 0
    game.play("cast heavy_hand RG @kit")
    assert game.statuses("kit") == ""


@pytest.mark.ruling("S45")
def test_it_is_the_first_damage_of_each_turn_only() -> None:
    game = pack_hunt("frost_fox")
    game.play("cast heavy_hand RG @kit", "cast fatal_fronds RG bubbling_lake")
    assert game.phase == "actions"
    assert (game.statuses("kit"), game.statuses("nuzzle")) == ("F", "")


@pytest.mark.ruling("S45")
def test_the_next_turn_has_a_first_damage_of_its_own() -> None:
    game = pack_hunt("frost_fox").play("cast heavy_hand RG @kit")
    game.rolls("GGGGG GGGGG GGGGG").play("end", "end", "end")
    assert (game.turn, game.statuses("kit")) == ("frill", "")
    game.play("cast heavy_hand RG @kit")
    assert game.statuses("kit") == "F"


@pytest.mark.ruling("S45")
def test_all_the_damaged_being_eliminated_uses_it_up_too() -> None:
    own = own_pack("[main]", 'heavy_hand = { damage = "9/9" }')
    game = pack_hunt("frost_fox", packs=f"{ICE}+mine", own=(own,), hp={"kit": 9})
    game.play("cast heavy_hand RG @kit", "cast fatal_fronds RG bubbling_lake")
    assert game.hp("kit") == 0
    assert game.statuses("nuzzle") == ""
