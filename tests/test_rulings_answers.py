"""Rulings S8, S10, S27, S28, S30, S31: the order inside an attack, who is asked, and what the others learn."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import SPECTATOR, redacted, view
from casting_shadows.engine.api.view import SEALED
from casting_shadows.engine.model.events import (
    AnswersAsked,
    AnswerSealed,
    CounterspellUsed,
    Damaged,
    Eliminated,
    Moved,
    StatusGained,
)
from tests.ruling_values import FULL, own_pack, story
from tests.table import Table, table
from tests.values import counterspell, damage

pytestmark = pytest.mark.T01

HERE = "thornwood"
WALL = own_pack("[hexes]", "ancient_rune = { shield = 50 }", "[companions]", "hydrattle_snake = { return_from = 0 }")


def brawl(**more: Any) -> Table:
    """Kit (seat 1) casts Fatal Fronds at everyone on its hex: Nuzzle, Haze and Frill, clockwise."""
    settings: dict[str, Any] = {"tokens": "RG", "books": {"kit": "fatal_fronds"}, "turn": "kit", **more}
    hexes = dict.fromkeys(("frill", "kit", "nuzzle", "haze"), HERE)
    game = table("frill", "kit", "nuzzle", "haze", hexes=hexes, **settings)
    return game.play(f"cast fatal_fronds RG {HERE}")


def duel(hero: str = "frill", **more: Any) -> Table:
    """Frill and Kit on Kit's home, Frill with Heavy Hand."""
    settings: dict[str, Any] = {"tokens": "RG RG BG", "books": {hero: "heavy_hand"}, **more}
    return table(hero, "kit", "nuzzle", hexes={hero: "amber_mountain"}, **settings)


# ---------------------------------------------------------------- S8, S10: asking


@pytest.mark.ruling("S8")
def test_the_attack_is_paid_before_anybody_answers() -> None:
    game = brawl(counters={"haze": "pointed_shield"})
    assert game.phase == "respond"
    assert game.pool == ""
    assert game.points == 3


@pytest.mark.ruling("S8", "S10", "S27")
def test_everyone_hit_with_a_face_down_card_is_asked_clockwise_from_the_attacker() -> None:
    game = brawl(counters={"frill": "pointed_shield", "nuzzle": "run_away", "haze": "bees_everywhere"})
    asked = []
    while game.phase == "respond":
        asked.append(game.to_act)
        game.play("pass")
    assert asked == ["nuzzle", "haze", "frill"]


@pytest.mark.ruling("S10")
def test_a_player_without_a_face_down_card_is_not_asked() -> None:
    game = brawl(counters={"haze": "bees_everywhere"})
    assert game.happened(AnswersAsked) == [AnswersAsked(1 << game.seat("haze"))]
    assert game.to_act == "haze"
    game.play("pass")
    assert game.phase == "actions"


@pytest.mark.ruling("S10")
def test_a_player_who_is_not_hit_is_not_asked() -> None:
    game = duel(counters={"nuzzle": "safety_dome"}).play("cast heavy_hand RG @kit")
    assert game.phase == "actions"
    assert game.refused("pass", "nuzzle") == "action/not-your-choice"


@pytest.mark.ruling("S10")
@pytest.mark.parametrize("held", ["pointed_shield", "safety_dome", "run_away", "bees_everywhere"])
def test_being_asked_tells_nothing_about_the_card(held: str) -> None:
    game = brawl(counters={"haze": held})
    shield = brawl(counters={"haze": "pointed_shield"})
    assert redacted(game.events, game.seat("kit")) == redacted(shield.events, shield.seat("kit"))
    assert (game.phase, game.to_act) == (shield.phase, shield.to_act)
    assert view(game.state, game.seat("kit")).counters == view(shield.state, shield.seat("kit")).counters


@pytest.mark.ruling("S10")
def test_a_card_that_cannot_help_may_be_used_or_kept() -> None:
    game = duel(counters={"kit": "run_away"}).play("cast heavy_hand RG @kit")
    assert "pass" in game.legal()
    assert "counter run_away ancient_rune" in game.legal()


@pytest.mark.ruling("S8")
def test_nobody_sees_another_answer_before_giving_theirs() -> None:
    game = brawl(counters={"nuzzle": "pointed_shield", "haze": "bees_everywhere"})
    game.play("counter pointed_shield")
    for watcher in (game.seat("haze"), game.seat("kit"), SPECTATOR):
        assert redacted(game.events, watcher) == []
        seen = view(game.state, watcher).attack
        assert seen is not None and seen.answers[0] == SEALED
    assert [type(event) for event in redacted(game.events, game.seat("nuzzle"))] == [AnswerSealed]
    assert game.counters("nuzzle") == ["pointed_shield"], "it is not revealed yet"


@pytest.mark.ruling("S8")
def test_an_answer_looks_like_a_pass_until_all_are_in() -> None:
    cards = {"nuzzle": "pointed_shield", "haze": "bees_everywhere"}
    used, passed = brawl(counters=cards).play("counter pointed_shield"), brawl(counters=cards).play("pass")
    for watcher in (used.seat("haze"), SPECTATOR):
        one, other = view(used.state, watcher), view(passed.state, watcher)
        assert one.attack is not None and other.attack is not None
        assert one.attack.answers == other.attack.answers
        assert (one.counters, one.counter_deck, one.to_act) == (other.counters, other.counter_deck, other.to_act)


@pytest.mark.ruling("S8")
def test_answers_are_revealed_then_damage_then_returns_each_clockwise() -> None:
    game = brawl(
        counters={"frill": "bees_everywhere", "nuzzle": "bees_everywhere", "haze": "pointed_shield"},
        companions={"haze": "hydrattle_snake"},
    )
    game.play("counter bees_everywhere", "counter pointed_shield", "counter bees_everywhere")
    assert story(game, CounterspellUsed, Damaged) == [
        "CounterspellUsed nuzzle",
        "CounterspellUsed haze",
        "CounterspellUsed frill",
        "Damaged nuzzle",
        "Damaged haze",
        "Damaged frill",
        "Damaged kit",
        "Damaged kit",
    ]
    assert [event.by for event in game.events if isinstance(event, Damaged)][-2:] == [game.seat("nuzzle"), game.seat("frill")]


@pytest.mark.ruling("S8", "S15")
def test_a_caster_eliminated_by_returns_has_still_dealt_its_damage() -> None:
    game = duel(counters={"kit": "bees_everywhere"}, hp={"frill": 1})
    game.rolls("GGGGG").play("cast heavy_hand RG @kit", "counter bees_everywhere")
    assert game.hp("frill") == 0
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)
    assert game.turn == "kit"


# ---------------------------------------------------------------- S27: S8 in full


@pytest.mark.ruling("S27")
def test_each_target_gets_its_status_with_its_damage() -> None:
    hexes = {"kit": "bubbling_lake", "nuzzle": "bubbling_lake"}
    game = table("frill", "kit", "nuzzle", packs="base+ice_storm", tokens="RG", books={"frill": "thunderclap"}, hexes=hexes)
    game.play("cast thunderclap RG bubbling_lake")
    assert story(game, Damaged, StatusGained) == ["Damaged kit", "StatusGained kit", "Damaged nuzzle", "StatusGained nuzzle"]


@pytest.mark.ruling("S27", "R6")
def test_who_reaches_0_is_out_before_the_next_is_dealt_with() -> None:
    game = brawl(hp={"nuzzle": 1}, counters={"haze": "pointed_shield"})
    game.play("pass")
    assert story(game, Damaged, Eliminated) == ["Damaged nuzzle", "Eliminated nuzzle", "Damaged haze", "Damaged frill"]


@pytest.mark.ruling("S27")
def test_the_attackers_fox_bites_before_returns() -> None:
    game = duel(packs="base+ice_storm", companions={"frill": "frost_fox"}, counters={"kit": "bees_everywhere"})
    game.play("cast heavy_hand RG @kit", "counter bees_everywhere")
    assert story(game, Damaged, StatusGained) == ["Damaged kit", "StatusGained kit", "Damaged frill"]


@pytest.mark.ruling("S27")
def test_kits_move_comes_before_returns() -> None:
    game = table("kit", "frill", energy={"kit": 5}, shadow="kit", counters={"frill": "bees_everywhere"})
    game.play("ability @frill", "counter bees_everywhere")
    assert game.phase == "push"
    assert game.hp("kit") == FULL
    game.play("push ancient_rune")
    assert story(game, Moved, Damaged) == ["Moved frill", "Damaged kit"]
    assert game.hp("kit") == FULL - counterspell("bees_everywhere").deal


@pytest.mark.ruling("S27", "S37")
def test_kit_may_leave_the_enemy_where_it_is_but_not_throw_it_far() -> None:
    game = table("kit", "frill", energy={"kit": 5}, shadow="kit", hexes={"frill": "dusty_desert"})
    game.play("ability @frill")
    assert game.refused("push underground_volcano") == "action/not-a-way"
    game.play("push dusty_desert")
    assert game.hex("frill") == "dusty_desert"
    assert story(game, Moved) == []


@pytest.mark.ruling("S27")
def test_a_players_counterspell_comes_before_its_snake_and_before_the_next_player() -> None:
    own = own_pack("[companions]", "hydrattle_snake = { return_from = 1, return_damage = 2 }")
    game = brawl(
        packs="base+mine",
        own=(own,),
        counters={"nuzzle": "bees_everywhere", "haze": "bees_everywhere"},
        companions={"nuzzle": "hydrattle_snake"},
    )
    game.play("counter bees_everywhere", "counter bees_everywhere")
    returned = [
        (event.by, event.amount) for event in game.events if isinstance(event, Damaged) and event.seat == game.seat("kit")
    ]
    bees = counterspell("bees_everywhere").deal
    assert returned == [(game.seat("nuzzle"), bees), (game.seat("nuzzle"), 2), (game.seat("haze"), bees)]


@pytest.mark.ruling("S27")
def test_one_who_is_out_returns_nothing() -> None:
    game = duel(counters={"kit": "bees_everywhere"}, companions={"kit": "hydrattle_snake"}, hp={"kit": 1})
    game.play("cast heavy_hand RG @kit", "counter bees_everywhere")
    assert game.hp("kit") == 0
    assert game.hp("frill") == FULL
    assert "bees_everywhere" in game.counter_deck[-1:]


@pytest.mark.ruling("S27", "S15")
def test_once_the_attacker_is_out_later_returns_do_nothing_but_their_cards_are_spent() -> None:
    game = brawl(hp={"kit": 1}, counters={"nuzzle": "bees_everywhere", "haze": "bees_everywhere"})
    game.rolls("GGGGG").play("counter bees_everywhere", "counter bees_everywhere")
    assert story(game, Damaged, Eliminated)[-2:] == ["Damaged kit", "Eliminated kit"]
    assert game.counters("haze") == []
    assert game.turn == "nuzzle"


@pytest.mark.ruling("S27")
def test_the_snake_strikes_back_at_heavy_damage_only() -> None:
    own = own_pack(
        "[companions]", "hydrattle_snake = { return_from = 3, return_damage = 1 }", "[main]", 'heavy_hand = { damage = "2/3" }'
    )
    for spent, left in (("RG", FULL), ("RG RG", FULL - 1)):
        game = duel(packs="base+mine", own=(own,), companions={"kit": "hydrattle_snake"})
        game.play(f"cast heavy_hand {spent} @kit")
        assert game.hp("frill") == left


# ---------------------------------------------------------------- S28: a hit that came to 0


def tap(counter: str, **more: Any) -> Table:
    """Frill's hit on Kit, whom the Rune shields from everything."""
    settings: dict[str, Any] = {"packs": "exclusive+ice_storm+mine", "tokens": "RG BG", **more}
    hexes = {"kit": "ancient_rune"}
    return table(
        "frill",
        "kit",
        "nuzzle",
        own=(WALL,),
        books={"frill": "heavy_hand frost_nip"},
        counters={"kit": counter},
        hexes=hexes,
        **settings,
    )


@pytest.mark.ruling("S28")
@pytest.mark.parametrize("counter", ["bees_everywhere", "thorn_ward"])
def test_a_hit_of_0_is_still_a_hit_that_is_asked_about_and_returned(counter: str) -> None:
    game = tap(counter).play("cast heavy_hand RG @kit", f"counter {counter}")
    assert game.hp("kit") == FULL
    assert game.hp("frill") == FULL - counterspell(counter).deal


@pytest.mark.ruling("S28")
@pytest.mark.parametrize(("counter", "status"), [("cold_shoulder", "F"), ("static_cling", "S")])
def test_a_hit_of_0_may_be_answered_with_a_status(counter: str, status: str) -> None:
    game = tap(counter).play("cast heavy_hand RG @kit", f"counter {counter}")
    assert game.statuses("frill") == status


@pytest.mark.ruling("S28")
def test_a_hit_of_0_brings_no_status_of_the_spell() -> None:
    game = tap("pointed_shield").play("cast frost_nip BG @kit", "pass")
    assert game.statuses("kit") == ""


@pytest.mark.ruling("S28")
def test_a_hit_of_0_wakes_no_snake() -> None:
    game = tap("pointed_shield", companions={"kit": "hydrattle_snake"}).play("cast heavy_hand RG @kit", "pass")
    assert game.hp("frill") == FULL


@pytest.mark.ruling("S28", "S45")
@pytest.mark.parametrize(("friend", "status"), [("frost_fox", "F"), ("thunder_pup", "S")])
def test_a_hit_of_0_marks_nobody_and_the_first_damage_of_the_turn_is_still_to_come(friend: str, status: str) -> None:
    game = tap("run_away", companions={"frill": friend})
    game.play("cast heavy_hand RG @kit", "pass")
    assert game.statuses("kit") == ""
    game.play("cast frost_nip BG @kit", "counter run_away amber_mountain")
    assert status in game.statuses("kit")


@pytest.mark.ruling("S28")
def test_a_hit_of_0_is_followed_by_kits_move() -> None:
    game = table("kit", "frill", energy={"kit": 5}, shadow="kit", counters={"frill": "safety_dome"})
    game.play("ability @frill", "counter safety_dome")
    assert game.hp("frill") == FULL
    assert game.phase == "push"
