"""Rulings S50-S52 (and S17, S54): how Shadow Boxing is set up, and what a Bot does with its roll."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import BadSetup, Setup, start, view
from casting_shadows.engine.model.events import (
    CounterspellTaken,
    Damaged,
    Eliminated,
    Healed,
    Missed,
    SpellCast,
    Travelled,
    TurnBegan,
)
from tests.ruling_values import boxing, known_by, nuzzle, own_pack, story, taken
from tests.table import table
from tests.values import damage, tile

pytestmark = pytest.mark.T01

# ---------------------------------------------------------------- S50: setup


@pytest.mark.ruling("S50")
def test_the_player_starts_with_two_spells_and_each_bot_with_one_and_6_hp() -> None:
    for seed in range(20):
        state, _ = start(Setup(players=1, mode="solo", characters=("nuzzle",)), seed=seed)
        names = state.box.table.cards
        assert [names[card] for card in state.book[0]] == ["spectral_slap", "curse_void"]
        dealt = [names[state.book[bot][0]] for bot in (1, 2, 3)]
        assert sorted(dealt) == ["fatal_fronds", "feeding_frenzy", "heavy_hand"]
        assert state.hp == [18, 6, 6, 6]
        first = dealt.index("fatal_fronds") + 1
        assert state.order == [0, *range(first, 4), *range(1, first)]
        assert [state.box.table.characters[number] for number in state.character] == ["nuzzle", "frill", "kit", "haze"]


@pytest.mark.ruling("S50")
def test_the_five_starting_cards_are_not_in_the_main_deck() -> None:
    state, _ = start(Setup(players=1, mode="solo"), seed=1)
    assert len(state.deck) + len(state.map.market) == 52 - 5


@pytest.mark.ruling("S50")
@pytest.mark.parametrize("hp", [6, 8, 10, 12])
def test_bots_may_be_made_harder(hp: int) -> None:
    state, _ = start(Setup(players=1, mode="solo", bot_hp=hp), seed=1)
    assert state.hp[1:] == [hp, hp, hp]


@pytest.mark.ruling("S50")
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"packs": ("exclusive",)}, "setup/solo-packs"),
        ({"packs": ("base", "ice_storm")}, "setup/solo-packs"),
        ({"layout": "ten"}, "setup/solo-layout"),
        ({"layout": "custom", "tiles": (("dusty_desert", 0, 0),)}, "setup/solo-layout"),
        ({"players": 2}, "setup/players"),
        ({"characters": "draft"}, "setup/characters"),
        ({"first": 1}, "setup/first"),
    ],
)
def test_anything_but_the_base_game_on_seven_hexes_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        start(Setup(**{"players": 1, "mode": "solo", **options}), seed=1)
    assert refused.value.code == code


@pytest.mark.ruling("S50")
def test_bots_absorb_nothing_and_stay_in_base_form() -> None:
    game = nuzzle("SSSGO")
    assert game.energy("nuzzle") == 0
    assert not game.is_shadow("nuzzle")


@pytest.mark.ruling("S50")
def test_no_pack_of_ones_own_brings_a_status_upon_a_bot() -> None:
    frosty = own_pack("[main]", "spectral_slap = { freeze = true }")
    game = table("frill", mode="solo", packs="base+mine", own=(frosty,), tokens="RG BG", bot_hp=12)
    game.play("cast spectral_slap RG BG amber_mountain")
    assert game.statuses("kit") == ""
    assert game.hp("kit") < 12


@pytest.mark.ruling("S50")
def test_a_pack_without_the_starting_cards_is_refused() -> None:
    poor = own_pack("[main]", "spectral_slap = { copies = 0 }")
    with pytest.raises(BadSetup) as refused:
        start(Setup(players=1, mode="solo", packs=("base", "mine")), seed=1, own=(poor,))
    assert refused.value.code == "setup/solo-cards"


# ---------------------------------------------------------------- S51: whose enemy


@pytest.mark.ruling("S51")
def test_a_bots_fatal_fronds_hits_you_and_no_bot() -> None:
    game = boxing("kit", "nuzzle", spells={"kit": "fatal_fronds"}, hexes={"kit": "bubbling_lake", "nuzzle": "bubbling_lake"})
    game.rolls("GCSSC SSCCC").play("end")
    assert taken(game, "frill") == damage("fatal_fronds", 1)
    assert game.hp("nuzzle") == 6 + 2 - 3


@pytest.mark.ruling("S51")
def test_your_spell_at_a_hex_hits_every_bot_on_it() -> None:
    game = boxing("kit", "nuzzle", tokens="RG BG", hexes={"kit": "ancient_rune", "nuzzle": "ancient_rune"}, bot_hp=12)
    game.play("cast spectral_slap RG BG ancient_rune")
    assert game.hp("kit") == game.hp("nuzzle") == 12 - damage("spectral_slap", 1), "the Rune shields no Bot"


@pytest.mark.ruling("S51")
def test_the_volcano_helps_no_bot_and_the_lake_heals_none() -> None:
    game = nuzzle("GCSSC", at="underground_volcano")
    assert taken(game, "frill") == damage("heavy_hand", 1)
    lake = nuzzle("CCOSG", at="bubbling_lake", hexes={"frill": "dusty_desert"})
    assert lake.hp("nuzzle") == 6 + 1 - 2


@pytest.mark.ruling("S51")
def test_your_rune_and_your_volcano_work_against_bots() -> None:
    game = nuzzle("GCSSC", hexes={"frill": "ancient_rune"})
    assert taken(game, "frill") == max(0, damage("heavy_hand", 1) - tile("ancient_rune").shield)
    mine = boxing("haze", tokens="RG BG", hexes={"frill": "underground_volcano"}, bot_hp=12)
    mine.play("cast spectral_slap RG BG glowing_mines")
    assert mine.hp("haze") == 12 - damage("spectral_slap", 1) - tile("underground_volcano").attack_bonus


# ---------------------------------------------------------------- S52: a Bot's turn


@pytest.mark.ruling("S52")
@pytest.mark.parametrize("faces", ["GGGGO", "GGGGG", "OOOOG", "SSSSG", "CCCCG"])
def test_four_or_five_alike_bring_one_counterspell_before_anything_else(faces: str) -> None:
    game = nuzzle(faces, at="ancient_rune", bot_hp=12)
    assert len(game.counters("nuzzle")) == 1
    assert story(game, CounterspellTaken, SpellCast, Travelled)[0] == "CounterspellTaken nuzzle"


@pytest.mark.ruling("S52")
def test_three_alike_bring_none() -> None:
    assert nuzzle("GGGOO").counters("nuzzle") == []


@pytest.mark.ruling("S52", "S30")
def test_a_bots_counterspell_is_unseen_by_you() -> None:
    game = nuzzle("SSSSG")
    held = game.state.counters[game.seat("nuzzle")]
    assert known_by(game, held[0]) == set()
    assert view(game.state, 0).counters[game.seat("nuzzle")] != held


@pytest.mark.ruling("S52")
def test_a_full_book_or_an_empty_deck_brings_none() -> None:
    full = nuzzle("SSSSG", counters={"nuzzle": "run_away run_away run_away safety_dome"})
    assert len(full.counters("nuzzle")) == 4
    held = {
        "nuzzle": "run_away run_away run_away",
        "frill": "pointed_shield pointed_shield safety_dome",
        "haze": "pointed_shield pointed_shield bees_everywhere bees_everywhere",
    }
    empty = boxing("nuzzle", "haze", counters=held, spells={"nuzzle": "heavy_hand", "haze": "feeding_frenzy"}, bot_hp=12)
    empty.rolls("SSSSO SCSCO").play("end")
    assert len(empty.counters("nuzzle")) == 3


@pytest.mark.ruling("S52")
def test_purple_gems_pay_and_other_colours_do_not() -> None:
    assert taken(nuzzle("OCSCG", at="ancient_rune"), "frill") == damage("heavy_hand", 1)
    assert taken(nuzzle("OCGGC", at="ancient_rune"), "frill") == 0


@pytest.mark.ruling("S52")
def test_a_bot_casts_with_as_many_gems_as_help() -> None:
    assert taken(nuzzle("GGSSC", at="ancient_rune"), "frill") == damage("heavy_hand", 2)


@pytest.mark.ruling("S52")
def test_in_range_it_casts_first_and_travels_then() -> None:
    game = nuzzle("GCOOS", at="ancient_rune")
    assert story(game, SpellCast, Travelled) == ["SpellCast nuzzle", "Travelled nuzzle"]
    contact = game.state.box.parts.solo.contact_damage
    assert taken(game, "frill") == damage("heavy_hand", 1) + contact


@pytest.mark.ruling("S52")
def test_out_of_range_it_travels_first_and_casts_then() -> None:
    game = nuzzle("GCOOS")
    assert story(game, SpellCast, Travelled, Damaged)[:3] == ["Travelled nuzzle", "SpellCast nuzzle", "Damaged frill"]
    assert game.hex("nuzzle") == "ancient_rune"


@pytest.mark.ruling("S52")
def test_the_order_is_looked_at_once_so_all_travels_come_before_the_cast() -> None:
    game = nuzzle("OOOOG", spell="fatal_fronds")
    assert story(game, SpellCast, Travelled) == ["Travelled nuzzle", "Travelled nuzzle", "SpellCast nuzzle"]
    contact = game.state.box.parts.solo.contact_damage
    assert taken(game, "frill") == contact + damage("fatal_fronds", 1)


@pytest.mark.ruling("S52")
def test_coming_into_range_on_the_way_does_not_change_the_order() -> None:
    game = nuzzle("OOOOG")
    assert story(game, SpellCast, Travelled) == ["Travelled nuzzle", "Travelled nuzzle", "SpellCast nuzzle"]


@pytest.mark.ruling("S52")
def test_a_cast_out_of_range_is_a_miss() -> None:
    game = nuzzle("GGSCC")
    assert story(game, SpellCast, Missed, Damaged) == ["SpellCast nuzzle", "Missed frill", "Damaged nuzzle"]
    assert taken(game, "frill") == 0


@pytest.mark.ruling("S52")
def test_between_equally_short_ways_you_choose() -> None:
    game = boxing("haze", spells={"haze": "heavy_hand"}).rolls("CCOOS").play("end")
    assert (game.phase, game.to_act) == ("steer", "frill")
    assert game.legal() == {"steer ancient_rune", "steer underground_volcano"}
    assert game.refused("steer thornwood") == "action/not-a-way"
    game.play("steer underground_volcano")
    assert game.hex("haze") == "underground_volcano"


@pytest.mark.ruling("S52", "S25")
def test_the_way_is_found_anew_at_each_travel() -> None:
    game = nuzzle("OOOOC", at="ancient_rune", counters={"frill": "run_away"})
    assert (game.phase, game.hex("nuzzle")) == ("respond", "bubbling_lake")
    game.play("counter run_away underground_volcano")
    assert game.hex("nuzzle") == "underground_volcano"
    assert taken(game, "frill") == game.state.box.parts.solo.contact_damage, "the first touch missed, the second did not"


@pytest.mark.ruling("S52", "S24")
def test_a_bot_already_on_your_hex_touches_you_instead_of_travelling() -> None:
    game = nuzzle("OOOOC", at="bubbling_lake")
    assert story(game, Travelled) == []
    assert taken(game, "frill") == 2 * game.state.box.parts.solo.contact_damage


@pytest.mark.ruling("S52")
def test_a_bot_that_is_out_during_its_turn_skips_the_rest() -> None:
    game = boxing(
        "nuzzle",
        "haze",
        spells={"nuzzle": "heavy_hand"},
        hexes={"nuzzle": "ancient_rune"},
        hp={"nuzzle": 1},
        counters={"frill": "bees_everywhere"},
    )
    game.rolls("GSOOS SSSCC").play("end", "counter bees_everywhere")
    assert story(game, Travelled, Eliminated, Healed)[:2] == ["Eliminated nuzzle", "Healed haze"]
    assert game.turn == "frill"


@pytest.mark.ruling("S52")
def test_the_order_of_bots_stays_and_those_out_are_passed_over() -> None:
    game = table("frill", mode="solo", hp={"nuzzle": 0})
    game.state.order = [0, 3, 1, 2]
    game.rolls("SCSCS SCSCS GGGGG").play("end")
    assert story(game, TurnBegan) == ["TurnBegan haze", "TurnBegan kit", "TurnBegan frill"]


@pytest.mark.ruling("S17", "S52")
def test_fragments_heal_a_bot_without_limit_and_before_crystals_hurt_it() -> None:
    assert nuzzle("SSSGO").hp("nuzzle") == 6 + 3
    assert nuzzle("SSSGO", hp={"nuzzle": 17}).hp("nuzzle") == 20
    assert nuzzle("SCGGO", hp={"nuzzle": 1}).hp("nuzzle") == 1
    dying = boxing("nuzzle", "haze", spells={"nuzzle": "heavy_hand"}, hp={"nuzzle": 1}).rolls("SCCGO SCSCG").play("end")
    assert dying.hp("nuzzle") == 0
