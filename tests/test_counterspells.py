"""Counterspells: hidden answers to an enemy's damage, what each changes and what it cannot."""

from __future__ import annotations

import pytest

from casting_shadows.engine import outcome
from tests.table import Table, table
from tests.values import BOX, EVERYTHING, blow, character, counterspell, damage, paid, refuses, spent, tile

pytestmark = pytest.mark.T01

COUNTERSPELLS = [row.id for row in BOX.parts.counterspells]
OUT = {"run_away": " dusty_desert", "vanish": " thornwood"}
"""Where a Counterspell takes Kit out of reach in these tests."""


def attacked(
    holds: str, least: int = 1, below: int = 99, hp: int = 18, extra: str = "", pool: str = "", more: str = ""
) -> tuple[Table, int]:
    """Kit, one hex from Frill, about to be hit for so much and asked for an answer; and that damage."""
    spell, price, dealt = blow(least, below)
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        tokens=f"{price} {pool}",
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "nuzzle": "thornwood"},
        hp={"kit": hp},
        books={"frill": spell},
        counters={"kit": holds} | ({"frill": extra} if extra else {}),
        companions={"frill": more} if more else {},
    )
    game.play(f"cast {spell} {price} @kit")
    assert game.to_act == "kit"
    return game, dealt


def in_crypt(holds: str) -> tuple[Table, int]:
    """The same with Kit on the Crystal Crypt, which lies beside the Ancient Rune."""
    spell, price, dealt = blow(counterspell("pointed_shield").reduce + 1)
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        layout="ten",
        tokens=price,
        hexes={"frill": "ancient_rune", "kit": "crystal_crypt"},
        books={"frill": spell},
        counters={"kit": holds},
    )
    return game.play(f"cast {spell} {price} @kit"), dealt


def answer(name: str) -> str:
    """How Kit uses a Counterspell."""
    return f"counter {name}{OUT.get(name, '')}"


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_a_counterspell_is_collected_unseen_on_the_dusty_desert_for_a_gem_and_an_orb(name: str) -> None:
    game = table("frill", "kit", packs=EVERYTHING, tokens="RG PO", hexes={"frill": "dusty_desert"}, counter_deck=name)
    game.play("collect counterspell RG PO")
    assert game.counters("frill") == [name]
    assert game.book("frill") == []
    assert game.points == 3
    assert game.pool == ""


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_a_counterspell_is_collected_nowhere_else_and_not_without_a_gem_and_an_orb(name: str) -> None:
    elsewhere = table("frill", "kit", packs=EVERYTHING, tokens="RG RO", counter_deck=name)
    assert elsewhere.refused("collect counterspell RG RO") == "action/no-counterspells-here"
    poor = table("frill", "kit", packs=EVERYTHING, tokens="RG BG", hexes={"frill": "dusty_desert"}, counter_deck=name)
    assert poor.refused("collect counterspell RG RO") == "action/cannot-pay"


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_a_used_counterspell_costs_nothing_and_goes_under_its_deck(name: str) -> None:
    game, _ = attacked(name)
    game.play(answer(name))
    assert game.counters("kit") == []
    assert game.counter_deck[-1] == name


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_a_counterspell_answers_a_shadow_ability_too(name: str) -> None:
    game = table(
        "nuzzle",
        "kit",
        packs=EVERYTHING,
        shadow="nuzzle",
        energy={"nuzzle": 5},
        hexes={"nuzzle": "thornwood", "kit": "amber_mountain"},
        counters={"kit": name},
    )
    game.play("ability amber_mountain")
    assert answer(name) in game.legal()
    game.play(answer(name))
    assert game.counter_deck[-1] == name


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_a_counterspell_is_never_played_without_an_attack(name: str) -> None:
    own_turn = table("frill", "kit", packs=EVERYTHING, counters={"frill": name})
    assert own_turn.refused(answer(name)) == "action/wrong-phase"
    other_turn = table("frill", "kit", packs=EVERYTHING, counters={"kit": name})
    assert other_turn.refused(answer(name), "kit") == "action/not-your-choice"


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_a_counterspell_one_does_not_hold_is_no_answer(name: str) -> None:
    other = next(other for other in COUNTERSPELLS if other != name)
    game, _ = attacked(other)
    assert game.refused(answer(name)) == "action/not-held"


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_cursed_crystals_trigger_no_counterspell(name: str) -> None:
    game = table("frill", "kit", packs=EVERYTHING, dice="RC RC", counters={"frill": name})
    game.rolls("GGGGG").play("end")
    assert game.hp("frill") == 16
    assert game.counters("frill") == [name]


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_whoever_passes_keeps_the_counterspell_and_takes_everything(name: str) -> None:
    game, dealt = attacked(name)
    game.play("pass")
    assert game.hp("kit") == 18 - dealt
    assert game.hp("frill") == 18
    assert game.statuses("frill") == ""
    assert game.counters("kit") == [name]


@pytest.mark.parametrize("name", COUNTERSPELLS)
def test_one_trigger_takes_one_counterspell(name: str) -> None:
    other = next(other for other in COUNTERSPELLS if other != name)
    game, _ = attacked(f"{name} {other}")
    game.play(answer(name))
    assert game.to_act == "frill"
    assert game.counters("kit") == [other]


@pytest.mark.success("pointed_shield")
def test_pointed_shield_reduces_the_damage() -> None:
    less = counterspell("pointed_shield").reduce
    game, dealt = attacked("pointed_shield", least=less + 1)
    assert game.play("counter pointed_shield").hp("kit") == 18 - (dealt - less)


@pytest.mark.refusal("pointed_shield")
def test_pointed_shield_never_turns_damage_into_a_gain() -> None:
    spell, price, _ = blow(1, below=counterspell("pointed_shield").reduce + 1)
    hexes = {"frill": "bubbling_lake", "kit": "ancient_rune"}
    hands = {"kit": "pointed_shield"}
    game = table("frill", "kit", tokens=price, hexes=hexes, hp={"kit": 10}, books={"frill": spell}, counters=hands)
    assert game.play(f"cast {spell} {price} @kit", "counter pointed_shield").hp("kit") == 10


@pytest.mark.success("safety_dome")
def test_safety_dome_ignores_any_damage() -> None:
    game, _ = attacked("safety_dome", least=2, hp=1)
    assert game.play("counter safety_dome").hp("kit") == 1


@pytest.mark.refusal("safety_dome")
def test_safety_dome_covers_only_its_owner() -> None:
    price = paid(spent("riptide", 1))
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        tokens=price,
        books={"frill": "riptide"},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "nuzzle": "amber_mountain"},
        counters={"kit": "safety_dome"},
    )
    game.play(f"cast riptide {price} amber_mountain", "counter safety_dome")
    assert game.hp("kit") == 18
    assert game.hp("nuzzle") == 18 - damage("riptide", 1)


@pytest.mark.refusal("pointed_shield", "safety_dome", "thorn_ward")
def test_on_the_crystal_crypt_a_counterspell_reduces_and_ignores_nothing() -> None:
    for name in ("pointed_shield", "safety_dome", "thorn_ward"):
        game, dealt = in_crypt(name)
        game.play(f"counter {name}")
        assert game.hp("kit") == 18 - dealt
        assert game.counter_deck[-1] == name


@pytest.mark.success("run_away")
def test_run_away_moves_to_an_adjacent_hex_out_of_reach_of_the_damage() -> None:
    game, _ = attacked("run_away")
    game.play("counter run_away dusty_desert")
    assert game.hp("kit") == 18
    assert game.hex("kit") == "dusty_desert"


@pytest.mark.success("run_away")
def test_run_away_still_moves_one_off_the_crystal_crypt() -> None:
    game, _ = in_crypt("run_away")
    game.play("counter run_away underground_volcano")
    assert game.hp("kit") == 18
    assert game.hex("kit") == "underground_volcano"


@pytest.mark.refusal("run_away")
def test_run_away_does_not_help_within_reach() -> None:
    game, dealt = attacked("run_away", least=tile("ancient_rune").shield + 1)
    game.play("counter run_away ancient_rune")
    assert game.hex("kit") == "ancient_rune"
    assert game.hp("kit") == 18 - (dealt - tile("ancient_rune").shield)


@pytest.mark.refusal("run_away")
def test_run_away_goes_neither_two_hexes_nor_nowhere() -> None:
    game, _ = attacked("run_away")
    assert game.refused("counter run_away thornwood") == "action/not-adjacent"
    assert game.refused("counter run_away amber_mountain") == "action/same-hex"
    assert game.legal("counter") == {f"counter run_away {hex_}" for hex_ in ("ancient_rune", "dusty_desert", "bubbling_lake")}


@pytest.mark.success("vanish")
def test_vanish_moves_to_any_other_hex() -> None:
    game, _ = attacked("vanish")
    assert len(game.legal("counter vanish")) == 6
    game.play("counter vanish thornwood")
    assert game.hex("kit") == "thornwood"
    assert game.hp("kit") == 18


@pytest.mark.refusal("vanish")
def test_vanish_must_change_the_hex_and_does_not_help_within_reach() -> None:
    game, dealt = attacked("vanish")
    assert "counter vanish amber_mountain" not in game.legal()
    game.play("counter vanish underground_volcano")
    assert game.hp("kit") == 18 - dealt


@pytest.mark.success("bees_everywhere")
def test_bees_everywhere_sting_the_attacker_after_the_damage() -> None:
    game, dealt = attacked("bees_everywhere")
    game.play("counter bees_everywhere")
    assert game.hp("kit") == 18 - dealt
    assert game.hp("frill") == 18 - counterspell("bees_everywhere").deal


@pytest.mark.success("bees_everywhere")
def test_bees_everywhere_sting_the_attacker_wherever_it_is() -> None:
    game = table(
        "kit",
        "frill",
        shadow="kit",
        energy={"kit": 5},
        hexes={"kit": "thornwood", "frill": "bubbling_lake"},
        counters={"frill": "bees_everywhere"},
    )
    game.play("ability @frill", "counter bees_everywhere", "push bubbling_lake")
    assert game.hp("frill") == 18 - character("kit").damage
    assert game.hp("kit") == 18 - counterspell("bees_everywhere").deal


@pytest.mark.parametrize("name", refuses(["bees_everywhere", "thorn_ward", "cold_shoulder", "static_cling"]))
def test_whoever_is_out_returns_nothing(name: str) -> None:
    game, dealt = attacked(name, least=counterspell(name).reduce + 1, hp=1)
    assert dealt
    game.play(f"counter {name}")
    assert game.hp("kit") == 0
    assert game.hp("frill") == 18
    assert game.statuses("frill") == ""
    assert game.counter_deck[-1] == name


@pytest.mark.parametrize("name", refuses(["bees_everywhere", "thorn_ward"]))
def test_returned_damage_asks_nobody_for_an_answer(name: str) -> None:
    game, _ = attacked(name, extra="safety_dome")
    game.play(f"counter {name}")
    assert game.to_act == "frill"
    assert game.phase == "actions"
    assert game.hp("frill") == 18 - counterspell(name).deal
    assert game.counters("frill") == ["safety_dome"]


@pytest.mark.success("bees_everywhere")
def test_bees_everywhere_can_win_the_game() -> None:
    spell, price, _ = blow(below=18)
    game = table(
        "frill",
        "kit",
        tokens=price,
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain"},
        hp={"frill": 1},
        books={"frill": spell},
        counters={"kit": "bees_everywhere"},
    )
    game.play(f"cast {spell} {price} @kit", "counter bees_everywhere")
    ended = outcome(game.state)
    assert ended is not None
    assert ended.winner == game.seat("kit")


@pytest.mark.success("thorn_ward")
def test_thorn_ward_reduces_the_damage_and_returns_some() -> None:
    row = counterspell("thorn_ward")
    game, dealt = attacked("thorn_ward", least=row.reduce + 1)
    game.play("counter thorn_ward")
    assert game.hp("kit") == 18 - (dealt - row.reduce)
    assert game.hp("frill") == 18 - row.deal


@pytest.mark.success("cold_shoulder")
def test_cold_shoulder_freezes_the_attacker_at_once() -> None:
    game, dealt = attacked("cold_shoulder")
    game.play("counter cold_shoulder")
    assert game.hp("kit") == 18 - dealt
    assert game.statuses("frill") == "F"
    assert game.refused("travel ancient_rune") == "action/frozen"


@pytest.mark.success("static_cling")
def test_static_cling_stuns_the_attacker_and_takes_a_resource_away() -> None:
    game, dealt = attacked("static_cling", pool="BO SF")
    game.play("counter static_cling")
    assert game.hp("kit") == 18 - dealt
    assert game.statuses("frill") == "S"
    assert game.to_act == "kit"
    assert game.legal() == {"drain nothing", "drain BO", "drain SF"}
    game.play("drain SF")
    assert game.pool == "BO"
    assert game.to_act == "frill"


@pytest.mark.refusal("static_cling")
def test_static_cling_takes_no_resource_that_is_not_there_and_none_from_an_empty_pool() -> None:
    game, _ = attacked("static_cling", pool="BO")
    game.play("counter static_cling")
    assert game.refused("drain RG") == "action/not-in-pool"
    empty, _ = attacked("static_cling")
    empty.play("counter static_cling")
    assert empty.to_act == "frill"
    assert empty.statuses("frill") == "S"


@pytest.mark.parametrize("name", refuses(["cold_shoulder", "static_cling"]))
def test_an_attacker_with_a_snow_golem_is_neither_frozen_nor_stunned(name: str) -> None:
    game, _ = attacked(name, pool="BO", more="snow_golem")
    game.play(f"counter {name}")
    assert game.statuses("frill") == ""
    assert game.to_act == "frill"
    assert game.pool == "BO"
