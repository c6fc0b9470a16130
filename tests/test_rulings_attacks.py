"""Rulings S9, S11, S12, S24 and S29: what an attack is, and how much it hurts."""

from __future__ import annotations

import pytest

from casting_shadows.engine.model.events import Damaged
from tests.ruling_values import FULL, choose, own_pack, story
from tests.table import Table, table
from tests.values import character, companion, counterspell, damage, tile

pytestmark = pytest.mark.T01

WALL = own_pack("[hexes]", "ancient_rune = { shield = 50 }")
"""A Rune that lets nothing through."""


# ---------------------------------------------------------------- S9: from the printed damage to the wound


@pytest.mark.ruling("S9")
def test_additions_come_first_and_reductions_are_taken_off_the_sum() -> None:
    game = table(
        "haze",
        "frill",
        tokens="RG RG",
        books={"haze": "heavy_hand"},
        energy={"haze": 5},
        companions={"haze": "ember_salamander", "frill": "stone_tortoise"},
        counters={"frill": "pointed_shield"},
        hexes={"haze": "underground_volcano", "frill": "ancient_rune"},
    )
    hit = damage("heavy_hand", 2) + tile("underground_volcano").attack_bonus
    hit += companion("ember_salamander").attack_bonus + character("haze").empower
    less = tile("ancient_rune").shield + counterspell("pointed_shield").reduce
    if hit >= companion("stone_tortoise").tough_from:
        less += companion("stone_tortoise").tough
    game.play("ability", "cast heavy_hand RG RG @frill", "counter pointed_shield")
    assert game.hp("frill") == FULL - max(0, hit - less)


@pytest.mark.ruling("S9")
def test_the_stone_tortoise_looks_at_the_hit_before_reductions() -> None:
    own = own_pack(
        "[main]",
        'heavy_hand = { damage = "3/4" }',
        "[companions]",
        "stone_tortoise = { tough_from = 4, tough = 1 }",
        "[hexes]",
        "ancient_rune = { shield = 1 }",
    )
    for spent, left in (("RG", FULL - 2), ("RG RG", FULL - 2)):
        game = table(
            "frill",
            "kit",
            packs="base+mine",
            own=(own,),
            tokens="RG RG",
            books={"frill": "heavy_hand"},
            companions={"kit": "stone_tortoise"},
            hexes={"kit": "ancient_rune"},
        )
        game.play(f"cast heavy_hand {spent} @kit")
        assert game.hp("kit") == left


@pytest.mark.ruling("S9")
def test_reductions_never_turn_a_hit_into_healing() -> None:
    game = table(
        "frill",
        "kit",
        packs="base+mine",
        own=(WALL,),
        tokens="RG",
        books={"frill": "heavy_hand"},
        hexes={"kit": "ancient_rune"},
        hp={"kit": 10},
    )
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == 10


@pytest.mark.ruling("S9")
def test_safety_dome_lets_nothing_through_however_hard_the_hit() -> None:
    game = table(
        "haze",
        "frill",
        tokens="RG RG RG",
        books={"haze": "infernal_assault"},
        energy={"haze": 5},
        companions={"haze": "ember_salamander"},
        counters={"frill": "safety_dome"},
    )
    game.play("ability", choose(game, "cast infernal_assault"), "counter safety_dome")
    assert game.hp("frill") == FULL


@pytest.mark.ruling("S9")
def test_icicle_bat_adds_to_the_hit_of_a_marked_enemy_only() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs="base+ice_storm",
        tokens="RG",
        books={"frill": "fatal_fronds"},
        companions={"frill": "icicle_bat"},
        frozen="kit",
        hexes={"kit": "bubbling_lake", "nuzzle": "bubbling_lake"},
    )
    game.play("cast fatal_fronds RG bubbling_lake")
    assert game.hp("kit") == FULL - damage("fatal_fronds", 1) - companion("icicle_bat").status_bonus
    assert game.hp("nuzzle") == FULL - damage("fatal_fronds", 1)


# ---------------------------------------------------------------- S9, S29: the Crystal Crypt


def at_crypt(**more: str) -> Table:
    """Frill beside the Crystal Crypt, Kit on it, with one of each protection."""
    return table(
        "frill",
        "kit",
        "nuzzle",
        packs="exclusive",
        layout="ten",
        tokens="RG RG",
        books={"frill": "heavy_hand"},
        companions={"kit": more.get("companion", "stone_tortoise")},
        counters={"kit": more.get("counter", "pointed_shield")},
        hexes={"kit": "crystal_crypt"},
    )


@pytest.mark.ruling("S9", "S29")
@pytest.mark.parametrize("counter", ["pointed_shield", "safety_dome"])
def test_on_the_crypt_nothing_reduces_or_ignores_an_enemys_damage(counter: str) -> None:
    game = at_crypt(counter=counter)
    game.play("cast heavy_hand RG RG @kit", f"counter {counter}")
    assert game.hp("kit") == FULL - damage("heavy_hand", 2)
    assert game.counters("kit") == []


@pytest.mark.ruling("S29")
def test_a_counterspells_other_half_works_on_the_crypt() -> None:
    game = at_crypt(counter="thorn_ward")
    game.play("cast heavy_hand RG RG @kit", "counter thorn_ward")
    assert game.hp("kit") == FULL - damage("heavy_hand", 2)
    assert game.hp("frill") == FULL - counterspell("thorn_ward").deal


@pytest.mark.ruling("S29", "S12")
def test_returned_damage_is_not_reduced_on_the_crypt_either() -> None:
    own = own_pack("[counterspells]", "bees_everywhere = { deal = 5 }", "[companions]", "stone_tortoise = { tough_from = 1 }")
    game = table(
        "frill",
        "kit",
        packs="exclusive+mine",
        own=(own,),
        layout="ten",
        tokens="RG",
        books={"frill": "heavy_hand"},
        companions={"frill": "stone_tortoise"},
        counters={"kit": "bees_everywhere"},
        hexes={"frill": "crystal_crypt", "kit": "crystal_crypt"},
    )
    game.play("cast heavy_hand RG @kit", "counter bees_everywhere")
    assert game.hp("frill") == FULL - 5


@pytest.mark.ruling("S29")
def test_curse_eater_works_on_the_crypt() -> None:
    game = table(
        "frill",
        "kit",
        packs="exclusive",
        layout="ten",
        dice="RC RC",
        companions={"frill": "curse_eater"},
        hexes={"frill": "crystal_crypt"},
    )
    game.rolls("GGGGG").play("end")
    assert game.hp("frill") == FULL


# ---------------------------------------------------------------- S11, S12: whose damage it is


@pytest.mark.ruling("S11")
def test_cursed_crystals_ask_nobody_and_wake_no_companion() -> None:
    own = own_pack("[companions]", "hydrattle_snake = { return_from = 1, return_damage = 5 }")
    game = table(
        "frill",
        "kit",
        packs="base+mine",
        own=(own,),
        dice="RC RC BC BC PC",
        counters={"frill": "safety_dome"},
        companions={"frill": "hydrattle_snake"},
        hexes={"frill": "ancient_rune"},
    )
    game.rolls("GGGGG").play("end")
    assert game.hp("frill") == FULL - 5
    assert game.hp("kit") == FULL
    assert game.counters("frill") == ["safety_dome"]
    assert game.turn == "kit"


@pytest.mark.ruling("S12")
def test_returned_damage_is_an_enemys_and_can_be_reduced() -> None:
    game = table(
        "frill",
        "kit",
        tokens="RG",
        books={"frill": "heavy_hand"},
        counters={"kit": "bees_everywhere"},
        hexes={"frill": "ancient_rune"},
    )
    game.play("cast heavy_hand RG @kit", "counter bees_everywhere")
    assert game.hp("frill") == FULL - max(0, counterspell("bees_everywhere").deal - tile("ancient_rune").shield)
    assert story(game, Damaged) == ["Damaged kit", "Damaged frill"]


@pytest.mark.ruling("S12")
def test_returned_damage_opens_no_answers_and_no_further_returns() -> None:
    own = own_pack("[counterspells]", "bees_everywhere = { deal = 6 }", "[companions]", "hydrattle_snake = { return_from = 1 }")
    game = table(
        "frill",
        "kit",
        packs="base+mine",
        own=(own,),
        tokens="RG",
        books={"frill": "heavy_hand"},
        counters={"kit": "bees_everywhere", "frill": "safety_dome"},
        companions={"frill": "hydrattle_snake"},
    )
    game.play("cast heavy_hand RG @kit", "counter bees_everywhere")
    assert game.phase == "actions"
    assert game.hp("frill") == FULL - 6
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)
    assert game.counters("frill") == ["safety_dome"]


# ---------------------------------------------------------------- S24: what an attack is, and who an enemy


@pytest.mark.ruling("S24")
@pytest.mark.parametrize(("hero", "action"), [("kit", "ability @frill"), ("nuzzle", "ability bubbling_lake")])
def test_a_shadow_ability_that_hurts_is_an_attack(hero: str, action: str) -> None:
    game = table(
        hero, "frill", energy={hero: 5}, shadow=hero, hexes={hero: "bubbling_lake"}, counters={"frill": "pointed_shield"}
    )
    game.play(action)
    assert game.to_act == "frill"
    game.play("counter pointed_shield")
    assert game.hp("frill") == FULL - max(0, character(hero).damage - counterspell("pointed_shield").reduce)


@pytest.mark.ruling("S24")
def test_tusks_tide_is_an_attack() -> None:
    game = table("tusk", "frill", packs="exclusive", energy={"tusk": 5}, shadow="tusk", counters={"frill": "pointed_shield"})
    game.play("ability @frill bubbling_lake")
    assert game.to_act == "frill"
    game.play("counter pointed_shield")
    assert game.hp("frill") == FULL - max(0, character("tusk").damage - counterspell("pointed_shield").reduce)


@pytest.mark.ruling("S24")
def test_what_helps_attack_spells_does_not_help_abilities() -> None:
    game = table("kit", "frill", energy={"kit": 5}, companions={"kit": "ember_salamander"}, hexes={"kit": "underground_volcano"})
    game.play("ability @frill")
    assert game.hp("frill") == FULL - character("kit").damage


@pytest.mark.ruling("S24", "S13")
def test_the_owl_does_not_lengthen_abilities() -> None:
    far = table(
        "nuzzle",
        "frill",
        packs="exclusive",
        energy={"nuzzle": 5},
        companions={"nuzzle": "watchful_owl"},
        hexes={"nuzzle": "dusty_desert", "frill": "underground_volcano"},
    )
    assert character("nuzzle").range[1] == 1, "this table is laid for a range of 0-1"
    assert far.refused("ability underground_volcano") == "action/out-of-range"


@pytest.mark.ruling("S24")
def test_neither_fox_nor_bat_helps_abilities() -> None:
    for friend in ("frost_fox", "thunder_pup", "icicle_bat"):
        game = table(
            "kit",
            "frill",
            packs="base+ice_storm",
            energy={"kit": 5},
            companions={"kit": friend},
            stunned="frill" if friend == "icicle_bat" else "",
        )
        before = game.statuses("frill")
        game.play("ability @frill")
        assert game.hp("frill") == FULL - character("kit").damage
        assert game.statuses("frill") == before


@pytest.mark.ruling("S24")
def test_nobody_is_an_enemy_of_itself_nor_is_one_who_is_out() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        tokens="RG",
        books={"frill": "heavy_hand fatal_fronds"},
        hp={"kit": 0},
        hexes={"nuzzle": "bubbling_lake"},
    )
    assert game.refused("cast heavy_hand RG @frill") == "action/no-enemy"
    assert game.refused("cast heavy_hand RG @kit") == "action/no-enemy"
    game.play("cast fatal_fronds RG bubbling_lake")
    assert game.hp("frill") == FULL
    assert game.hp("nuzzle") == FULL - damage("fatal_fronds", 1)
