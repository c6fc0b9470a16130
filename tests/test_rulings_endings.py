"""Rulings S15, S22, S30, S31, S55: who is out, who leaves, where their cards go, and when the game is over."""

from __future__ import annotations

import pytest

from casting_shadows.engine import SPECTATOR, outcome, view
from casting_shadows.engine.model.events import (
    Conceded,
    CounterspellUsed,
    Damaged,
    Eliminated,
    GameEnded,
    MarketFilled,
    TurnBegan,
)
from tests.ruling_values import FULL, bottom, known_by, story
from tests.table import Table, table
from tests.values import damage

pytestmark = pytest.mark.T01

HERE = "thornwood"


def brawl(hp: dict[str, int] | None = None, counters: dict[str, str] | None = None) -> Table:
    """Kit (seat 1) casts Fatal Fronds at everyone on its hex: Nuzzle, Haze and Frill, clockwise."""
    hexes = dict.fromkeys(("frill", "kit", "nuzzle", "haze"), HERE)
    game = table(
        "frill",
        "kit",
        "nuzzle",
        "haze",
        turn="kit",
        tokens="RG",
        books={"kit": "fatal_fronds"},
        hexes=hexes,
        hp=hp,
        counters=counters,
    )
    return game.play(f"cast fatal_fronds RG {HERE}")


# ---------------------------------------------------------------- S30: Counterspells going back


@pytest.mark.ruling("S30")
def test_used_counterspells_go_under_the_deck_in_order_of_resolving_known_to_all() -> None:
    game = brawl(counters={"frill": "bees_everywhere", "nuzzle": "pointed_shield"})
    game.play("counter pointed_shield", "counter bees_everywhere")
    everyone = {"frill", "kit", "nuzzle", "haze"}
    assert bottom(game, 1) == ("pointed_shield", everyone)
    assert bottom(game, 0) == ("bees_everywhere", everyone)
    assert game.state.counter_deck[0] in view(game.state, SPECTATOR).counter_deck


@pytest.mark.ruling("S30")
def test_an_eliminated_players_cards_go_back_oldest_first_known_to_it_alone() -> None:
    game = table("frill", "kit", "nuzzle", dice="RC", hp={"frill": 1}, counters={"frill": "safety_dome run_away bees_everywhere"})
    game.rolls("GGGGG").play("end")
    assert [bottom(game, place) for place in (2, 1, 0)] == [
        ("safety_dome", {"frill"}),
        ("run_away", {"frill"}),
        ("bees_everywhere", {"frill"}),
    ]
    assert not set(game.state.counter_deck[:3]) & set(view(game.state, game.seat("kit")).counter_deck)


@pytest.mark.ruling("S30")
def test_a_card_everyone_saw_stays_known_in_the_book_of_who_takes_it() -> None:
    game = brawl(counters={"nuzzle": "safety_dome"}).play("counter safety_dome")
    game.state.counter_deck = [*game.state.counter_deck[1:], game.state.counter_deck[0]]
    game.state.hex[game.seat("kit")] = game.state.box.hex_number["dusty_desert"]
    game.state.pool = table("frill", "kit", tokens="RG RO").state.pool
    game.play("collect counterspell RG RO")
    held = game.state.counters[game.seat("kit")][0]
    assert known_by(game, held) == {"frill", "kit", "nuzzle", "haze"}
    assert view(game.state, game.seat("haze")).counters[game.seat("kit")] == [held]


@pytest.mark.ruling("S30")
def test_a_card_taken_unseen_is_known_to_its_taker_alone() -> None:
    game = table("frill", "kit", tokens="RG RO", hexes={"frill": "dusty_desert"}).play("collect counterspell RG RO")
    assert known_by(game, game.state.counters[0][0]) == {"frill"}
    assert view(game.state, 1).counters[0] != game.state.counters[0]


# ---------------------------------------------------------------- S31: the end


@pytest.mark.ruling("S31")
def test_the_game_ends_at_once_even_in_the_middle_of_an_attack() -> None:
    game = table(
        "kit",
        "frill",
        energy={"kit": 5},
        shadow="kit",
        counters={"frill": "bees_everywhere"},
        hp={"frill": 1},
        books={"frill": "heavy_hand"},
    )
    game.play("ability @frill", "counter bees_everywhere")
    assert game.phase == "over"
    assert story(game, Damaged, Eliminated, GameEnded, MarketFilled) == ["Damaged frill", "Eliminated frill", "GameEnded"]
    ended = outcome(game.state)
    assert ended is not None and ended.winner == game.seat("kit")
    assert game.hp("kit") == FULL


@pytest.mark.ruling("S31")
def test_nothing_later_in_the_turn_happens() -> None:
    game = table("frill", "kit", dice="RC RC", tokens="RG", books={"frill": "heavy_hand"}, hp={"frill": 1, "kit": 1})
    game.play("cast heavy_hand RG @kit")
    assert game.hp("frill") == 1
    assert game.legal() == set()
    assert game.state.points == 3


@pytest.mark.ruling("S31")
def test_the_game_goes_on_while_two_stand() -> None:
    game = brawl(hp={"nuzzle": 1, "haze": 1})
    assert game.phase == "actions"
    assert outcome(game.state) is None


@pytest.mark.ruling("S31", "S27")
def test_a_return_may_end_the_game_too() -> None:
    game = table("frill", "kit", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "bees_everywhere"}, hp={"frill": 1})
    game.play("cast heavy_hand RG @kit", "counter bees_everywhere")
    ended = outcome(game.state)
    assert ended is not None and ended.winner == game.seat("kit")


# ---------------------------------------------------------------- S15: out on one's own turn


@pytest.mark.ruling("S15")
def test_cursed_crystals_that_eliminate_end_the_turn_and_the_next_begins() -> None:
    game = table("frill", "kit", "nuzzle", dice="RC BS", hp={"frill": 1}, energy={"frill": 2})
    game.rolls("GGGGG").play("end", "absorb 0")
    assert story(game, Damaged, Eliminated, TurnBegan) == ["Damaged frill", "Eliminated frill", "TurnBegan kit"]
    assert game.dice == "RG RG BG BG PG"


@pytest.mark.ruling("S15")
def test_points_and_resources_left_are_lost_with_the_player() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        tokens="RG RG SF",
        books={"frill": "heavy_hand"},
        counters={"kit": "bees_everywhere"},
        hp={"frill": 1},
        hexes={"kit": "thornwood", "frill": "thornwood"},
    )
    game.rolls("OOOOO").play("cast heavy_hand RG @kit", "counter bees_everywhere")
    assert (game.turn, game.phase, game.points) == ("kit", "actions", 4)
    assert "SF" not in game.pool
    assert game.energy("frill") == 0


@pytest.mark.ruling("S15")
def test_those_who_are_out_are_passed_over() -> None:
    game = table("frill", "kit", "nuzzle", "haze", hp={"kit": 0, "nuzzle": 0})
    game.rolls("GGGGG").play("end")
    assert game.turn == "haze"


# ---------------------------------------------------------------- S22, S55: leaving


@pytest.mark.ruling("S22")
def test_conceding_is_elimination_at_any_time() -> None:
    game = table("frill", "kit", "nuzzle", books={"nuzzle": "heavy_hand"}, counters={"nuzzle": "safety_dome"})
    game.play_as("nuzzle", "concede")
    assert story(game, Conceded, Eliminated) == ["Conceded nuzzle", "Eliminated nuzzle"]
    assert game.hp("nuzzle") == 0
    assert game.discard == ["heavy_hand"]
    assert bottom(game) == ("safety_dome", {"nuzzle"})
    assert (game.turn, game.phase) == ("frill", "actions")


@pytest.mark.ruling("S22", "S15")
def test_conceding_in_ones_own_turn_ends_it() -> None:
    game = table("frill", "kit", "nuzzle", dice="RC RC")
    game.rolls("GGGGG").play_as("frill", "concede")
    assert game.turn == "kit"
    assert story(game, Damaged) == []


@pytest.mark.ruling("S22")
def test_nobody_concedes_twice_or_after_the_end_and_it_is_never_listed() -> None:
    game = table("frill", "kit", "nuzzle")
    assert "concede" not in game.legal()
    game.play_as("nuzzle", "concede")
    assert game.refused("concede", "nuzzle") == "action/not-standing"
    game.play_as("kit", "concede")
    assert game.refused("concede", "frill") == "action/game-over"
    ended = outcome(game.state)
    assert ended is not None and ended.winner == game.seat("frill")


@pytest.mark.ruling("S22")
@pytest.mark.parametrize("phase", ["leave_out", "gain", "absorb", "transform"])
def test_a_player_may_concede_while_it_has_any_choice_of_its_own(phase: str) -> None:
    if phase == "leave_out":
        game = table("kit", "frill", "nuzzle", packs="base+ice_storm", stunned="frill").play("end")
    elif phase == "gain":
        game = table("kit", "frill", "nuzzle", companions={"frill": "gem_magpie"}).play("end")
    elif phase == "absorb":
        game = table("frill", "kit", "nuzzle", tokens="SF").play("end")
    else:
        game = table("frill", "kit", "nuzzle", energy={"frill": 3}).play("end")
    assert (game.phase, game.to_act) == (phase, "frill")
    after = "nuzzle" if phase in ("leave_out", "gain") else "kit"
    game.rolls("GGGGG").play_as("frill", "concede")
    assert (game.hp("frill"), game.turn, game.phase) == (0, after, "actions")


@pytest.mark.ruling("S55")
def test_who_concedes_while_asked_passes_and_leaves_after_the_attack() -> None:
    game = brawl(counters={"nuzzle": "bees_everywhere"})
    game.play_as("nuzzle", "concede")
    told = story(game, CounterspellUsed, Damaged, Eliminated)
    assert told == ["Damaged nuzzle", "Damaged haze", "Damaged frill", "Eliminated nuzzle"]
    assert game.hp("kit") == FULL
    assert bottom(game) == ("bees_everywhere", {"nuzzle"})
    assert (game.turn, game.phase) == ("kit", "actions")


@pytest.mark.ruling("S55")
def test_who_concedes_before_being_asked_passes_when_its_time_comes() -> None:
    game = brawl(counters={"nuzzle": "pointed_shield", "haze": "bees_everywhere"})
    game.play_as("haze", "concede")
    assert game.to_act == "nuzzle"
    assert game.hp("haze") == FULL, "it is hit like everyone and leaves afterwards"
    game.play("pass")
    assert game.hp("haze") == 0
    assert game.hp("kit") == FULL
    assert story(game, CounterspellUsed) == []


@pytest.mark.ruling("S55")
def test_the_attacker_who_concedes_still_deals_its_damage_and_then_leaves() -> None:
    game = brawl(counters={"nuzzle": "pointed_shield"})
    game.play_as("kit", "concede")
    assert game.hp("kit") == FULL
    game.rolls("GGGGG").play("pass")
    assert game.hp("haze") == FULL - damage("fatal_fronds", 1)
    assert game.hp("kit") == 0
    assert game.turn == "nuzzle"


@pytest.mark.ruling("S55")
def test_a_leaving_attackers_choices_are_the_first_legal_ones() -> None:
    game = table("kit", "frill", "nuzzle", energy={"kit": 5}, shadow="kit", counters={"frill": "bees_everywhere"})
    game.play("ability @frill")
    game.play_as("kit", "concede")
    game.rolls("GGGGG").play("counter bees_everywhere")
    assert game.hex("frill") == "bubbling_lake", "not pushed: leaving it comes first"
    assert game.hp("kit") == 0
    assert story(game, Damaged, Eliminated) == ["Damaged frill", "Damaged kit", "Eliminated kit"]


@pytest.mark.ruling("S55")
def test_a_leaving_stunner_takes_nothing_from_the_pool() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs="base+ice_storm",
        tokens="RG RG",
        books={"frill": "heavy_hand"},
        counters={"kit": "static_cling"},
        hexes={"kit": "bubbling_lake"},
    )
    game.play("cast heavy_hand RG @kit", "counter static_cling")
    assert game.phase == "drain"
    game.play_as("kit", "concede")
    assert game.pool == "RG"
    assert game.hp("kit") == 0
    assert (game.turn, game.phase) == ("frill", "actions")


@pytest.mark.ruling("S55")
def test_a_bystander_who_concedes_leaves_after_the_attack_too() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        tokens="RG",
        books={"frill": "heavy_hand"},
        counters={"kit": "safety_dome", "nuzzle": "run_away"},
    )
    game.play("cast heavy_hand RG @kit")
    game.play_as("nuzzle", "concede")
    assert game.hp("nuzzle") == FULL
    assert game.refused("concede", "nuzzle") == "action/not-standing"
    game.play("pass")
    assert game.hp("nuzzle") == 0


@pytest.mark.ruling("S55", "S31")
def test_a_leaving_attacker_wins_if_its_attack_leaves_nobody_else() -> None:
    game = table("frill", "kit", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "run_away"}, hp={"kit": 1})
    game.play("cast heavy_hand RG @kit")
    game.play_as("frill", "concede")
    game.play("pass")
    ended = outcome(game.state)
    assert ended is not None and ended.winner == game.seat("frill")
