"""Rulings R1-R8: where the rule books differ."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadNotation, BadSetup, Setup, legal_actions, play, start
from tests.ruling_values import choose
from tests.table import table

pytestmark = pytest.mark.T01


@pytest.mark.ruling("R1")
def test_transforming_at_3_shadow_energy_is_a_choice() -> None:
    game = table("frill", "kit", energy={"frill": 3})
    game.play("end")
    assert game.phase == "transform"
    game.play("stay")
    assert not game.is_shadow("frill")
    assert game.energy("frill") == 3


@pytest.mark.ruling("R1")
def test_transforming_is_a_duty_where_the_table_chose_the_german_rules() -> None:
    game = table("frill", "kit", energy={"frill": 3}, transform="must")
    game.play("end")
    assert game.refused("stay") == "action/must-transform"
    game.play(choose(game, "transform"))
    assert game.is_shadow("frill")


@pytest.mark.ruling("R1")
def test_the_german_rules_force_no_absorbing() -> None:
    game = table("frill", "kit", dice="RS", energy={"frill": 2}, transform="must")
    game.play("end", "absorb 0")
    assert game.turn == "kit"
    assert not game.is_shadow("frill")


@pytest.mark.ruling("R1")
def test_other_words_for_the_option_are_refused() -> None:
    with pytest.raises(BadSetup) as refused:
        start(Setup(transform="always"), seed=1)
    assert refused.value.code == "setup/transform"


@pytest.mark.ruling("R2")
def test_a_companion_takes_no_place_in_the_spell_book() -> None:
    game = table(
        "frill",
        "kit",
        companions={"frill": "mending_newt"},
        books={"frill": "heavy_hand heat_wave bubble_trouble blue_gem"},
        market={"bubbling_lake": "red_gem"},
    )
    game.play("collect red_gem")
    assert len(game.book("frill")) == 5
    assert game.companion("frill") == "mending_newt"


@pytest.mark.ruling("R2")
def test_a_sixth_card_does_not_fit_beside_the_companion() -> None:
    game = table(
        "frill",
        "kit",
        companions={"frill": "mending_newt"},
        books={"frill": "heavy_hand heat_wave bubble_trouble blue_gem blue_orb"},
        market={"bubbling_lake": "red_gem"},
    )
    assert game.refused("collect red_gem") == "action/book-full"


@pytest.mark.ruling("R3")
@pytest.mark.parametrize("packs", ["base", "exclusive", "base+ice_storm", "exclusive+ice_storm"])
def test_no_counterspell_is_in_the_main_deck(packs: str) -> None:
    game = table("frill", "kit", packs=packs)
    names = game.state.box.table
    assert not set(names.cards) & set(names.counterspells)


@pytest.mark.ruling("R3")
def test_counterspells_are_collected_on_the_dusty_desert() -> None:
    game = table("frill", "kit", tokens="RG BO", hexes={"frill": "dusty_desert"}, counter_deck="safety_dome")
    game.play("collect counterspell RG BO")
    assert game.counters("frill") == ["safety_dome"]
    assert game.pool == ""
    assert game.points == 3


@pytest.mark.ruling("R3")
@pytest.mark.parametrize("hex_id", ["bubbling_lake", "ancient_rune", "underground_volcano"])
def test_counterspells_are_collected_nowhere_else(hex_id: str) -> None:
    game = table("frill", "kit", tokens="RG BO", hexes={"frill": hex_id})
    assert game.refused("collect counterspell RG BO") == "action/no-counterspells-here"


@pytest.mark.ruling("R4")
def test_the_base_form_has_no_ability() -> None:
    game = table("frill", "kit", energy={"frill": 3}, hp={"frill": 5})
    assert game.refused("ability") == "action/base-form"


@pytest.mark.ruling("R4")
def test_the_ability_comes_with_the_shadow_form() -> None:
    game = table("frill", "kit", energy={"frill": 5}, shadow="frill", hp={"frill": 5})
    game.play("ability")
    assert game.hp("frill") > 5


@pytest.mark.ruling("R5")
def test_a_full_spell_book_makes_room_with_a_spell_or_a_resource_card() -> None:
    game = table(
        "frill",
        "kit",
        books={"frill": "heavy_hand curse_void blue_gem"},
        counters={"frill": "safety_dome run_away"},
        market={"bubbling_lake": "red_gem"},
    )
    assert game.legal("collect") == {
        "collect red_gem drop heavy_hand",
        "collect red_gem drop curse_void",
        "collect red_gem drop blue_gem",
    }
    game.play("collect red_gem drop curse_void")
    assert game.book("frill") == ["red_gem", "blue_gem", "heavy_hand"]
    assert game.discard[-1] == "curse_void"


@pytest.mark.ruling("R5")
def test_a_counterspell_is_never_discarded_to_make_room() -> None:
    game = table(
        "frill",
        "kit",
        books={"frill": "heavy_hand curse_void blue_gem"},
        counters={"frill": "safety_dome run_away"},
        market={"bubbling_lake": "red_gem"},
    )
    with pytest.raises(BadNotation) as unreadable:
        game.play("collect red_gem drop safety_dome")
    assert unreadable.value.code == "action/unreadable"


@pytest.mark.ruling("R6")
def test_the_cards_of_an_eliminated_player_go_three_ways() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        dice="RC",
        hp={"frill": 1},
        books={"frill": "heavy_hand red_gem"},
        counters={"frill": "safety_dome"},
        companions={"frill": "moon_hare"},
    )
    game.rolls("GGGGG").play("end")
    assert sorted(game.discard) == ["heavy_hand", "red_gem"]
    assert game.counter_deck[-1] == "safety_dome"
    assert game.state.gone == [game.state.box.companion_number["moon_hare"]]


@pytest.mark.ruling("R6")
def test_the_companion_of_an_eliminated_player_never_comes_back() -> None:
    game = table("frill", "kit", "nuzzle", dice="RC", hp={"frill": 1}, companions={"frill": "moon_hare"})
    game.rolls("GGGGG").play("end")
    back = game.state.box.companion_number["moon_hare"]
    assert back not in game.state.portal
    assert back not in game.state.companion_deck
    assert "moon_hare" not in game.discard
    assert "safety_dome" not in game.discard


@pytest.mark.ruling("R7")
def test_one_counterspell_answers_one_trigger() -> None:
    game = table(
        "frill",
        "kit",
        tokens="RG",
        books={"frill": "heavy_hand"},
        counters={"kit": "pointed_shield bees_everywhere"},
        hexes={"kit": "bubbling_lake"},
    )
    game.play("cast heavy_hand RG @kit", "counter pointed_shield")
    assert game.to_act == "frill"
    assert game.counters("kit") == ["bees_everywhere"]


@pytest.mark.ruling("R7")
def test_the_next_trigger_in_the_same_turn_may_be_answered_again() -> None:
    game = table(
        "frill",
        "kit",
        tokens="RG BG",
        books={"frill": "heavy_hand feeding_frenzy"},
        counters={"kit": "pointed_shield bees_everywhere"},
        hexes={"kit": "bubbling_lake"},
    )
    game.play("cast heavy_hand RG @kit", "counter pointed_shield", "cast feeding_frenzy BG @kit")
    assert game.to_act == "kit"
    game.play("counter bees_everywhere")
    assert game.counters("kit") == []


@pytest.mark.ruling("R7")
def test_a_card_that_was_used_cannot_be_used_again() -> None:
    game = table(
        "frill",
        "kit",
        tokens="RG BG",
        books={"frill": "heavy_hand feeding_frenzy"},
        counters={"kit": "pointed_shield bees_everywhere"},
        hexes={"kit": "bubbling_lake"},
    )
    game.play("cast heavy_hand RG @kit", "counter pointed_shield", "cast feeding_frenzy BG @kit")
    assert game.refused("counter pointed_shield") == "action/not-held"


@pytest.mark.ruling("R8")
def test_the_seed_picks_who_starts() -> None:
    firsts = set()
    for seed in range(40):
        state, _ = start(Setup(players=4), seed=seed)
        again, _ = start(Setup(players=4), seed=seed)
        assert state.turn == state.first == again.first
        firsts.add(state.first)
    assert firsts == {0, 1, 2, 3}


@pytest.mark.ruling("R8")
def test_a_seat_may_be_named_to_start_and_the_others_follow_clockwise() -> None:
    state, _ = start(Setup(players=3, first=1), seed=1)
    turns: list[int] = []
    while len(turns) < 4:
        if not turns or turns[-1] != state.turn:
            turns.append(state.turn)
        wanted = "end" if state.phase == 4 else state.box.table.text(legal_actions(state)[0])
        state, _ = play(state, state.to_act, wanted)
    assert turns == [1, 2, 0, 1]


@pytest.mark.ruling("R8")
@pytest.mark.parametrize("first", [2, -1, "youngest"])
def test_nobody_else_can_start(first: int | str) -> None:
    with pytest.raises(BadSetup) as refused:
        start(Setup(players=2, first=first), seed=1)
    assert refused.value.code == "setup/first"


@pytest.mark.ruling("R8")
def test_the_solo_player_starts() -> None:
    for seed in range(10):
        state, _ = start(Setup(players=1, mode="solo"), seed=seed)
        assert state.first == 0
        assert state.order[0] == 0
    with pytest.raises(BadSetup) as refused:
        start(Setup(players=1, mode="solo", first=1), seed=1)
    assert refused.value.code == "setup/first"
