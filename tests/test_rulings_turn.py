"""Rulings S14, S16-S18, S32-S34, S46: how a turn starts and how it ends."""

from __future__ import annotations

import pytest

from casting_shadows.engine.model.events import (
    Absorbed,
    Damaged,
    DiceRolled,
    DieLeftOut,
    Healed,
    ResourcesGained,
    StatusLost,
    Transformed,
    TurnBegan,
    TurnEnded,
)
from tests.ruling_values import FULL, own_pack, story
from tests.table import table
from tests.values import companion, damage, tile

pytestmark = pytest.mark.T01

# ---------------------------------------------------------------- S18, S32: the start of a turn


@pytest.mark.ruling("S32")
def test_a_turn_starts_with_the_die_left_out_the_roll_the_hex_and_the_companion_in_this_order() -> None:
    game = table(
        "kit",
        "frill",
        packs="base+ice_storm",
        hp={"frill": 5},
        companions={"frill": "lantern_moth"},
        stunned="frill",
        hexes={"frill": "bubbling_lake"},
    )
    game.play("end")
    assert (game.phase, game.to_act, game.pool) == ("leave_out", "frill", "")
    game.rolls("GGGG").play("leave_out red")
    told = story(game, DieLeftOut, DiceRolled, Healed, ResourcesGained)
    assert told == ["DieLeftOut frill", "DiceRolled frill", "Healed frill", "ResourcesGained frill"]
    assert game.phase == "actions"
    assert game.dice == "RG BG BG PG"
    assert game.hp("frill") == 5 + tile("bubbling_lake").start_hp


@pytest.mark.ruling("S32")
def test_what_a_hex_grants_comes_without_asking() -> None:
    game = table("frill", "kit")
    game.rolls("OOOOO").play("end")
    assert game.phase == "actions"
    assert game.pool == "RG RO RO BO BO PO"


@pytest.mark.ruling("S32")
def test_a_hex_grants_to_who_starts_there_not_to_who_arrives() -> None:
    game = table("frill", "kit")
    game.play("travel amber_mountain")
    assert game.pool == ""


@pytest.mark.ruling("S18", "S32")
def test_an_or_of_a_companion_is_chosen_after_the_roll() -> None:
    game = table("kit", "frill", companions={"frill": "gem_magpie"})
    game.rolls("OOOOO").play("end")
    assert (game.phase, game.to_act) == ("gain", "frill")
    assert game.dice == "RO RO BO BO PO"
    assert game.legal() == {"gain RG", "gain BG"}
    game.play("gain BG")
    assert game.pool == "BG RO RO BO BO PO"
    assert game.phase == "actions"


@pytest.mark.ruling("S18")
def test_only_what_the_text_names_can_be_chosen() -> None:
    game = table("kit", "frill", companions={"frill": "gem_magpie"}).play("end")
    assert game.refused("gain PG") == "action/not-offered"
    assert game.refused("end") == "action/wrong-phase"


@pytest.mark.ruling("S46")
def test_a_companions_gift_is_not_asked_about_without_a_choice_and_cannot_be_refused() -> None:
    game = table("kit", "frill", companions={"frill": "lantern_moth"})
    game.rolls("OOOOO").play("end")
    assert game.phase == "actions"
    assert game.pool.endswith("SF")
    magpie = table("kit", "frill", companions={"frill": "gem_magpie"}).play("end")
    assert magpie.legal() == {"gain RG", "gain BG"}, "taking neither is none of the choices"


@pytest.mark.ruling("S46")
def test_a_companion_works_in_others_turns_by_itself() -> None:
    own = own_pack("[companions]", "hydrattle_snake = { return_from = 1 }")
    game = table(
        "frill",
        "kit",
        packs="base+mine",
        own=(own,),
        tokens="RG",
        books={"frill": "heavy_hand"},
        companions={"kit": "hydrattle_snake"},
    )
    game.play("cast heavy_hand RG @kit")
    assert game.hp("frill") == FULL - companion("hydrattle_snake").return_damage
    assert game.phase == "actions"


# ---------------------------------------------------------------- S14, S33: the end of a turn


@pytest.mark.ruling("S14", "S33")
def test_a_turn_ends_with_absorbing_transforming_crystals_and_the_newt_in_this_order() -> None:
    game = table("frill", "kit", dice="RS BC", energy={"frill": 2}, hp={"frill": 10}, portal="mending_newt moon_hare curse_eater")
    game.play("end")
    assert game.phase == "absorb"
    game.play("absorb 1")
    assert story(game, Absorbed, Damaged) == ["Absorbed frill"]
    assert game.phase == "transform"
    game.play("transform mending_newt")
    told = story(game, Transformed, Damaged, Healed, TurnEnded, TurnBegan)
    assert told == ["Transformed frill", "Damaged frill", "Healed frill", "TurnEnded frill", "TurnBegan kit"]
    assert game.hp("frill") == 10 - 1 + companion("mending_newt").end_hp


@pytest.mark.ruling("S33")
def test_status_tokens_leave_after_the_newt() -> None:
    game = table(
        "frill", "kit", packs="base+ice_storm", frozen="frill", hp={"frill": 9}, companions={"frill": "mending_newt"}, dice="RC"
    )
    game.play("end")
    assert story(game, Damaged, Healed, StatusLost) == ["Damaged frill", "Healed frill", "StatusLost frill"]


@pytest.mark.ruling("S14")
def test_the_newt_heals_nobody_who_is_out() -> None:
    game = table("frill", "kit", "nuzzle", dice="RC", hp={"frill": 1}, companions={"frill": "mending_newt"})
    game.play("end")
    assert game.hp("frill") == 0
    assert story(game, Healed) == []


@pytest.mark.ruling("S14", "S33")
def test_any_number_of_fragments_up_to_the_limit_is_absorbed_and_the_rest_is_lost() -> None:
    game = table("frill", "kit", tokens="SF SF SF", energy={"frill": 1})
    game.play("end")
    assert game.legal() == {"absorb 0", "absorb 1", "absorb 2"}
    assert game.refused("absorb 3") == "action/too-much"
    game.play("absorb 1")
    assert game.energy("frill") == 2
    assert game.turn == "kit"
    assert "SF" not in game.pool.replace(game.dice, "")


@pytest.mark.ruling("S33")
def test_absorbing_is_not_asked_without_a_fragment_or_without_room() -> None:
    assert table("frill", "kit", energy={"frill": 1}).play("end").turn == "kit"
    full = table("frill", "kit", tokens="SF", energy={"frill": 5}, shadow="frill").play("end")
    assert full.turn == "kit"
    assert full.energy("frill") == 5


@pytest.mark.ruling("S33")
def test_absorbing_comes_once_before_transforming() -> None:
    game = table("frill", "kit", tokens="SF SF SF SF", energy={"frill": 2}, portal="moon_hare mending_newt curse_eater")
    game.play("end", "absorb 1", "transform moon_hare")
    assert game.energy("frill") == 0
    assert game.turn == "kit"


@pytest.mark.ruling("S33")
def test_crystals_that_were_spent_converted_or_removed_deal_nothing() -> None:
    game = table("frill", "kit", dice="RC RC BC BC", books={"frill": "sinister_screech curse_void"})
    game.play("cast sinister_screech CC @kit", "cast curse_void CC > RG", "protect", "end")
    assert game.hp("frill") == FULL - 1
    assert game.hp("kit") == FULL - damage("sinister_screech", 1)


@pytest.mark.ruling("S33")
def test_curse_eaters_owner_spends_crystals_as_ever_and_takes_nothing_from_the_rest() -> None:
    game = table("frill", "kit", dice="RC RC BC", books={"frill": "sinister_screech"}, companions={"frill": "curse_eater"})
    game.play("cast sinister_screech CC @kit", "end")
    assert game.hp("kit") == FULL - damage("sinister_screech", 1)
    assert game.hp("frill") == FULL


@pytest.mark.ruling("S17")
def test_hp_above_18_are_lost() -> None:
    game = table("frill", "kit", hp={"frill": 17}, energy={"frill": 5}, shadow="frill")
    game.play("ability")
    assert game.hp("frill") == 18
    lake = table("kit", "frill").play("end")
    assert lake.hp("frill") == 18
    assert story(lake, Healed) == []


# ---------------------------------------------------------------- S16, S34: the Shadow Form


@pytest.mark.ruling("S34")
def test_who_declined_is_asked_again_in_every_later_phase_3() -> None:
    game = table("frill", "kit", energy={"frill": 3})
    game.rolls("GGGGG GGGGG").play("end", "stay", "end")
    assert game.turn == "frill"
    game.play("end")
    assert game.phase == "transform"


@pytest.mark.ruling("S34")
def test_nobody_transforms_in_another_phase_or_with_less_than_3() -> None:
    game = table("frill", "kit", energy={"frill": 3}, portal="moon_hare mending_newt curse_eater")
    assert game.refused("transform moon_hare") == "action/wrong-phase"
    assert table("frill", "kit", energy={"frill": 2}).play("end").turn == "kit"


@pytest.mark.ruling("S34")
def test_a_new_curse_eater_helps_already_this_turn() -> None:
    game = table(
        "frill", "kit", dice="RC RC BC", hp={"frill": 2}, energy={"frill": 3}, portal="curse_eater moon_hare mending_newt"
    )
    game.play("end", "transform curse_eater")
    assert game.hp("frill") == 2


@pytest.mark.ruling("S16")
def test_the_portal_is_filled_at_once_and_an_empty_deck_leaves_fewer() -> None:
    game = table("frill", "kit", energy={"frill": 3}, portal="curse_eater moon_hare mending_newt")
    game.state.gone, game.state.companion_deck = game.state.companion_deck, game.state.companion_deck[:0]
    game.play("end", "transform moon_hare")
    assert game.portal == ["curse_eater", "mending_newt"]
    full = table("frill", "kit", energy={"frill": 3}, portal="curse_eater moon_hare mending_newt").play(
        "end", "transform moon_hare"
    )
    assert len(full.portal) == 3
    assert "moon_hare" not in full.portal


@pytest.mark.ruling("S16")
def test_nobody_goes_without_a_companion_while_one_lies_there() -> None:
    game = table("frill", "kit", energy={"frill": 3}, portal="curse_eater moon_hare mending_newt").play("end")
    assert game.refused("transform") == "action/companion-needed"
    assert game.refused("transform gem_magpie") == "action/not-in-portal"
    game.state.gone, game.state.companion_deck = [*game.state.companion_deck, *game.state.portal], []
    game.state.portal = []
    game.play("transform")
    assert game.is_shadow("frill")
    assert game.companion("frill") == ""
