"""A preview shows what is certain and marks what is not: it ends with the turn, and no imagined die is ever in it."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import Setup, apply, legal_actions, preview, reroll_odds, start, threat_map, view
from casting_shadows.engine.model.events import Damaged, StatusGained
from tests.ruling_values import nuzzle
from tests.table import Table, table
from tests.test_preview import damage, duel, shown

ENDING = ("steer", "pass", "absorb", "stay", "transform")


def test_the_way_a_bot_flees_is_shown() -> None:
    game = table("frill", mode="solo", tokens="RG BG", hexes={"kit": "ancient_rune"}, counters={"kit": "run_away"})
    game.play("cast spectral_slap RG BG ancient_rune")
    assert game.phase == "flee"
    for action in game.legal():
        seen = shown(game, action)
        assert seen.hits == () and seen.moves == {game.seat("kit"): game.state.box.hex_number[action.split()[1]]}


def test_a_preview_ends_with_the_turn() -> None:
    for seed in range(60):
        state, _ = start(Setup(players=1, mode="solo"), seed=seed)
        apply(state, state.box.table.end)
        while state.phase and state.steps < 60:
            if state.turn != 0 or state.box.table.end not in legal_actions(state):
                for action in legal_actions(state):
                    seen = preview(view(state, 0), action)
                    text = state.box.table.text(action)
                    after = state.copy()
                    apply(after, action)
                    if text.split()[0] in ENDING and (after.turn != 0 or after.round != state.round):
                        assert (seen.points, seen.castable, seen.heals) == (0, (), 0), text
            apply(state, legal_actions(state)[0])


@pytest.mark.parametrize("faces", ["GCCSS", "GOOSC", "GOOOO"])
def test_what_a_bot_does_after_its_attack_is_no_doing_of_an_answer(faces: str) -> None:
    for card, hits in (
        ("pointed_shield", {"frill": (0, 18)}),
        ("bees_everywhere", {"frill": (2, 16), "nuzzle": (3, 9)}),
    ):
        game = nuzzle(faces, at="ancient_rune", bot_hp=12, counters={"frill": card})
        assert damage(game, shown(game, "pass")) == {"frill": (2, 16)}
        assert [type(event) for event in shown(game, "pass").events] == [Damaged], "no crystals, fragments or touches"
        assert damage(game, shown(game, f"counter {card}")) == hits


def test_an_answer_that_was_revealed_still_returns_its_damage() -> None:
    game = table(
        "kit", "frill", shadow="kit", energy={"kit": 5}, hexes={"kit": "amber_mountain"}, counters={"frill": "bees_everywhere"}
    ).play("ability @frill", "counter bees_everywhere")  # fmt: skip
    assert damage(game, shown(game, "push bubbling_lake")) == {"kit": (3, 15)}


def kit_strikes(packs: str = "base", **layout: Any) -> Table:
    """Kit in Shadow Form may strike Frill, who stands beside it, and then move Frill elsewhere."""
    return table(
        "kit", "frill", packs=packs, shadow="kit", energy={"kit": 5}, hexes=dict.fromkeys(("kit", "frill"), "amber_mountain"),
        **layout,
    )  # fmt: skip


def test_what_comes_back_is_shown_though_the_attacker_has_yet_to_choose() -> None:
    bees = kit_strikes(counters={"frill": "bees_everywhere"}).play("ability @frill")
    answer = shown(bees, "counter bees_everywhere")
    assert damage(bees, answer) == {"frill": (4, 14), "kit": (3, 15)}
    assert answer.moves == {}, "where to is Kit's to choose"
    cold = kit_strikes("base+ice_storm", counters={"frill": "cold_shoulder"}).play("ability @frill")
    assert [event for event in shown(cold, "counter cold_shoulder").events if isinstance(event, StatusGained)]


@pytest.mark.parametrize("friend", ["frost_fox", "thunder_pup"])
def test_what_comes_back_is_shown_but_not_whom_the_attackers_companion_will_mark(friend: str) -> None:
    game = table(
        "frill", "kit", "haze", packs="base+ice_storm", tokens="RG BG", books={"frill": "spectral_slap"},
        companions={"frill": friend}, hexes=dict.fromkeys(("kit", "haze"), "ancient_rune"), counters={"kit": "bees_everywhere"},
    ).play("cast spectral_slap RG BG ancient_rune")  # fmt: skip
    seen = shown(game, "counter bees_everywhere")
    assert damage(game, seen) == {"kit": (2, 16), "haze": (2, 16), "frill": (3, 15)}
    assert not any(hit.statuses for hit in seen.hits)


def test_an_attacker_who_will_be_out_by_what_comes_back_is_shown_so() -> None:
    game = kit_strikes(hp={"kit": 1}, companions={"frill": "hydrattle_snake"})
    assert damage(game, shown(game, "ability @frill")) == {"frill": (4, 14), "kit": (1, 0)}


def test_what_comes_back_after_a_resource_was_taken_is_shown_and_what_may_be_taken_not_counted_on() -> None:
    game = kit_strikes(
        "base+ice_storm", tokens="RG", books={"kit": "heavy_hand"}, counters={"frill": "static_cling"},
        companions={"frill": "hydrattle_snake"},
    ).play("ability @frill")  # fmt: skip
    assert damage(game, shown(game, "counter static_cling")) == {"frill": (4, 14), "kit": (1, 17)}
    push = shown(game.play("counter static_cling"), "push amber_mountain")
    assert (damage(game, push), push.castable) == ({"kit": (1, 17)}, ())


def test_a_roll_to_come_and_a_drawn_card_are_marked() -> None:
    stunned = table("frill", "kit", packs="base+ice_storm", stunned="kit", books={"kit": "heavy_hand lightning_bug"}).play("end")
    assert shown(stunned, "leave_out red").is_random and shown(stunned, "leave_out red").castable == ()
    iris = table("iris", "kit", packs="exclusive", shadow="iris", energy={"iris": 5})
    assert shown(iris, "ability ancient_rune take").is_random and not shown(iris, "ability ancient_rune").is_random


def test_what_nobody_may_answer_is_certain() -> None:
    snake = duel(
        dice="RG RG", books={"frill": "heavy_hand"}, companions={"kit": "hydrattle_snake"}, counters={"frill": "run_away"}
    )
    assert [hit.may_answer for hit in shown(snake, "cast heavy_hand RG RG @kit").hits] == [False, False]
    bees = duel(dice="RG", books={"frill": "heavy_hand"}, counters={"kit": "bees_everywhere", "frill": "run_away"})
    bees.play("cast heavy_hand RG @kit")
    for answer in ("pass", "counter bees_everywhere"):
        assert not any(hit.may_answer for hit in shown(bees, answer).hits)


def test_a_gain_and_a_removed_crystal_are_shown() -> None:
    magpie = table("frill", "kit", companions={"kit": "gem_magpie"}).play("end")
    assert shown(magpie, "gain RG").gains == "RG"
    assert shown(table("frill", "kit", dice="RC"), "protect").spends == "CC"


def test_of_two_copies_the_second_can_still_be_cast_after_a_reroll() -> None:
    game = duel(dice="RG RG BO", books={"frill": "heavy_hand heavy_hand"}).play("cast heavy_hand RG @kit")
    odds = reroll_odds(view(game.state, 0), game.state.box.table.parse("reroll BO"))
    assert odds.castable == {game.state.box.card_number["heavy_hand"]: 1.0}


def test_the_volcano_does_not_help_bots() -> None:
    game = table("frill", mode="solo")
    threats = [threat for found in threat_map(view(game.state, 0)).values() for threat in found]
    assert max(threat.damage for threat in threats) == 4


def test_a_free_travel_brings_an_enemy_nearer() -> None:
    line = (
        "bubbling_lake",
        "ancient_rune",
        "underground_volcano",
        "thornwood",
        "glowing_mines",
        "amber_mountain",
        "dusty_desert",
    )
    tiles = tuple((tile, number, 0) for number, tile in enumerate(line))
    game = table(
        "frill", "kit", layout="custom", tiles=tiles, books={"kit": "heat_wave"}, companions={"kit": "charging_stag"}
    )  # fmt: skip
    assert threat_map(view(game.state, 0))[game.state.box.hex_number["bubbling_lake"]], "four hexes, then one away"
