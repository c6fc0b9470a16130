"""Why a card, a hex or an action cannot be used now, whatever one would aim at or pay with: the nearest true reason."""

from __future__ import annotations

import random

import pytest

from casting_shadows.engine import BadNotation, State, ask_why, card_facts, facts, legal_actions, view
from casting_shadows.engine.api.why import why
from casting_shadows.engine.words import languages, load_words
from tests.any_game import any_setup, game_under_way
from tests.counts import runs
from tests.table import Table, table

FAR = {"frill": "bubbling_lake", "kit": "thornwood"}
NEAR = {"frill": "bubbling_lake", "kit": "bubbling_lake"}
DESERT = {"frill": "dusty_desert", "kit": "bubbling_lake"}
FULL = "heat_wave heavy_hand blue_gem red_orb blue_orb"
VERBS = ("end", "protect", "refresh", "reroll", "ability", "collect")


def told(game: Table, verb: str, about: str = "") -> str:
    """What the one to act is told, as `code missing`; empty: it can be done."""
    found = ask_why(view(game.state, game.state.to_act), verb, about)
    if found is None:
        return ""
    return " ".join([found.code.removeprefix("action/"), *(str(value) for value in found.values.values())])


def test_what_can_be_used_in_some_way_has_nothing_against_it() -> None:
    game = table(
        "frill", "kit", dice="PG RO BO", hexes=NEAR, books={"frill": "heavy_hand red_gem"}, market={"bubbling_lake": "red_orb"}
    )
    assert [told(game, "use", card) for card in ("heavy_hand", "red_gem")] == ["", ""]
    assert [told(game, verb) for verb in ("end", "reroll", "refresh", "collect")] == [""] * 4
    assert told(game, "travel", "ancient_rune") == told(game, "collect", "red_orb") == ""


def test_of_all_ways_to_pay_the_one_that_lacks_least_is_told() -> None:
    spell = table("frill", "kit", dice="BO", hexes=NEAR, books={"frill": "heavy_hand"})
    assert told(spell, "use", "heavy_hand") == "cannot-pay RG"
    slap = table("frill", "kit", dice="RG", hexes=NEAR, books={"frill": "spectral_slap"})
    assert told(slap, "cast", "spectral_slap") == "cannot-pay BG"


def test_a_spell_that_can_be_paid_says_that_nobody_is_in_range() -> None:
    for card, dice in (("heavy_hand", "RG"), ("spectral_slap", "RG BG")):
        game = table("frill", "kit", dice=dice, hexes=FAR, books={"frill": card})
        assert told(game, "use", card) == "nobody-in-range"


def test_an_ability_says_whether_form_energy_or_range_is_missing() -> None:
    assert told(table("kit", "frill"), "ability") == "base-form"
    assert told(table("kit", "frill", shadow="kit", energy={"kit": 4}), "ability") == "not-charged 4 5"
    far = table("nuzzle", "kit", shadow="nuzzle", energy={"nuzzle": 5}, hexes={"nuzzle": "bubbling_lake", "kit": "thornwood"})
    assert told(far, "ability") == "nobody-in-range"


def test_a_spell_cast_already_and_one_that_is_not_held_say_so() -> None:
    game = table("frill", "kit", dice="RG RG", hexes=NEAR, books={"frill": "heavy_hand"})
    game.play("cast heavy_hand RG @kit")
    assert told(game, "use", "heavy_hand") == "already-cast heavy_hand"
    assert told(game, "use", "heat_wave") == "not-in-book heat_wave"
    assert told(game, "use", "red_gem") == "not-in-book red_gem"


def test_collecting_says_what_is_missing_where_one_stands() -> None:
    lake = table("frill", "kit", hexes=NEAR, market={"bubbling_lake": "heat_wave"})
    assert told(lake, "collect").startswith("cannot-pay ")
    assert told(lake, "collect", "red_gem") == "other-card-here red_gem heat_wave"
    assert told(lake, "collect", "counterspell") == "no-counterspells-here dusty_desert"
    assert told(table("frill", "kit", hexes={"frill": "ancient_rune"}), "collect") == "no-card-here ancient_rune"
    assert told(table("frill", "kit", hexes=DESERT), "collect").startswith("cannot-pay ")


def test_a_full_book_is_no_obstacle_where_a_card_can_make_room_and_one_of_counterspells_is() -> None:
    game = table("frill", "kit", hexes=NEAR, market={"bubbling_lake": "red_gem"}, books={"frill": FULL})
    assert told(game, "collect") == ""
    five = "pointed_shield pointed_shield pointed_shield run_away run_away"
    game = table("frill", "kit", hexes=NEAR, market={"bubbling_lake": "red_gem"}, counters={"frill": five})
    assert told(game, "collect") == "only-counterspells"


def test_a_sacrifice_that_nobody_can_make_is_told() -> None:
    game = table("frill", "kit", dice="BG RO", hexes=NEAR, market={"bubbling_lake": "unicorn_rush"})
    assert told(game, "collect") == "no-spell-of-level 1"


def test_what_holds_for_everything_is_told_of_everything() -> None:
    tired = table("frill", "kit", points=0, dice="RG", hexes=NEAR, books={"frill": "heavy_hand"})
    assert {told(tired, verb) for verb in ("reroll", "refresh", "collect", "protect")} == {"no-points"}
    assert told(tired, "use", "heavy_hand") == told(tired, "travel", "ancient_rune") == "no-points"
    frozen = table("frill", "kit", packs="base+ice_storm", frozen="frill")
    assert told(frozen, "travel", "ancient_rune") == "frozen"
    cursed = table("frill", "kit", dice="RC BC")
    assert (told(cursed, "reroll"), told(cursed, "protect")) == ("no-dice", "")
    assert told(table("frill", "kit", dice="RG"), "protect") == "no-crystal"
    assert told(table("frill", "kit", hexes=FAR), "travel", "thornwood") == "not-adjacent thornwood"


def test_whoever_is_not_to_act_is_told_whose_choice_it_is() -> None:
    game = table("frill", "kit", dice="RG", hexes=NEAR, books={"kit": "heavy_hand"})
    kit = view(game.state, game.seat("kit"))
    for verb, about in (*((verb, "") for verb in VERBS), ("use", "heavy_hand"), ("travel", "ancient_rune")):
        found = ask_why(kit, verb, about)
        assert found is not None and (found.code, found.values) == ("action/not-your-choice", {"waiting_for": "frill"})
    assert ask_why(kit, "concede") is None


def test_answers_and_companions_can_be_asked_about() -> None:
    game = table("frill", "kit", dice="RG", hexes=NEAR, books={"frill": "heavy_hand"}, counters={"kit": "run_away"})
    assert told(game, "counter", "run_away").startswith("wrong-phase")
    game.play("cast heavy_hand RG @kit")
    assert told(game, "counter", "run_away") == ""
    assert told(game, "counter", "safety_dome") == "not-held safety_dome"
    transforming = table("frill", "kit", energy={"frill": 3}, portal="moon_hare gem_magpie mending_newt").play("end")
    assert told(transforming, "transform", "moon_hare") == ""
    assert told(transforming, "transform", "curse_eater") == "not-in-portal curse_eater"


@pytest.mark.parametrize(
    ("verb", "about"),
    [("fly", ""), ("use", "sledge_hammer"), ("use", ""), ("travel", "kit"), ("collect", "atlantis"), ("end", "kit")],
)
def test_what_no_action_is_about_is_refused_by_name(verb: str, about: str) -> None:
    with pytest.raises(BadNotation) as refused:
        told(table("frill", "kit"), verb, about)
    assert refused.value.code == "action/unreadable" and refused.value.values == {"text": f"{verb} {about}".strip()}


def some_states() -> list[State]:
    rng = random.Random("why")
    return [game_under_way(any_setup(rng.choice), f"why {number}", rng.randrange(250)) for number in range(runs(8, 300))]


def test_there_is_a_reason_exactly_where_nothing_of_the_kind_is_legal_in_words_and_from_the_view_alone() -> None:
    for state in some_states():
        box = state.box
        subjects = [(verb, "") for verb in VERBS]
        subjects += [("use", card) for card in box.table.cards] + [("travel", tile) for tile in box.table.tiles]
        legal = [box.table.shown(action) for action in legal_actions(state)]
        possible = {(verb, card or "") for _, verb, card, *_ in legal} | {
            ("travel", shown[5]) for shown in legal if shown[1] == "travel"
        }
        for verb, about in subjects:
            found = ask_why(view(state, state.to_act), verb, about)
            assert found == why(state, state.to_act, verb, about)
            named = {("cast", about), ("use", about)} if verb == "use" else {(verb, about)}
            can = bool(named & possible) if about else any(kind == verb for kind, _ in possible)
            assert (found is None) == can, (verb, about)
            if found is not None:
                assert all(load_words(language).told(found.code, found.values, box.parts) for language in languages())


def test_limits_are_told_so_that_no_client_has_to_know_them() -> None:
    told_facts = facts(view(table("frill", "kit", shadow="kit").state))
    assert told_facts["most_points"] == 4
    frill, kit = seats_of(told_facts)
    assert (frill["most_hp"], frill["most_energy"], kit["most_energy"]) == (18, 3, 5)
    _, bot, *_ = seats_of(facts(view(table("frill", mode="solo", hp={"kit": 9}).state)))
    assert (bot["hp"], bot["most_hp"]) == (9, 9), "a Bot has no limit"
    assert seats_of(facts(view(table("frill", mode="solo").state)))[1]["most_hp"] == 6


def seats_of(told_facts: dict[str, object]) -> list[dict[str, object]]:
    found = told_facts["seats"]
    assert isinstance(found, list)
    return found


def test_the_powers_of_hexes_are_told_as_values() -> None:
    parts = table("frill", "kit").state.box.parts
    assert card_facts(parts, "ancient_rune", "en")["shield"] == 1
    assert card_facts(parts, "dusty_desert", "en")["counterspells"] is True
    assert card_facts(parts, "thornwood", "en")["start_gain"] == "BG"
    assert card_facts(parts, "underground_volcano", "de")["attack_bonus"] == 1
    assert "shield" not in card_facts(parts, "thornwood", "en")
