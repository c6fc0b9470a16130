"""Companions: always on for whoever summoned them, and for nobody and nothing else."""

from __future__ import annotations

from typing import Unpack

import pytest

from casting_shadows.engine.model.resources import CODES
from tests.table import Table, table
from tests.values import (
    BOX,
    EVERYTHING,
    MOST_HP,
    Laid,
    blow,
    character,
    companion,
    counterspell,
    damage,
    paid,
    refuses,
    spent,
    succeeds,
)

pytestmark = pytest.mark.T01

COMPANIONS = [row.id for row in BOX.parts.companions]


def turn_of_frill(name: str, **more: Unpack[Laid]) -> Table:
    """Frill in phase 2 with a Companion; Kit one hex away."""
    layout = {"frill": "bubbling_lake", "kit": "amber_mountain"}
    return table("frill", "kit", packs=EVERYTHING, companions={"frill": name}, hexes=layout, **more)


def start_of_turn(name: str) -> Table:
    """Frill's turn has just begun, with a Companion, on the Dusty Desert; every die shows a Gem."""
    game = table("kit", "frill", packs=EVERYTHING, companions={"frill": name}, hexes={"frill": "dusty_desert"})
    return game.rolls("GGGGG").play("end")


def struck(name: str, least: int, below: int = 99, hp: int = 18, holds: str = "") -> tuple[Table, int]:
    """Frill hit Kit, who has a Companion; and what the spell deals."""
    spell, price, dealt = blow(least, below)
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        tokens=price,
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain"},
        hp={"kit": hp},
        books={"frill": spell},
        companions={"kit": name},
        counters={"kit": holds},
    )
    game.play(f"cast {spell} {price} @kit")
    if holds:
        game.play(f"counter {holds}")
    return game, dealt


@pytest.mark.parametrize("name", COMPANIONS)
def test_a_companion_is_summoned_from_the_portal_by_transforming_and_replaced_there(name: str) -> None:
    others = [other for other in COMPANIONS if other != name][:2]
    game = table("frill", "kit", packs=EVERYTHING, energy={"frill": 3}, portal=f"{name} {' '.join(others)}")
    game.rolls("GGGGG").play("end", f"transform {name}")
    assert game.companion("frill") == name
    assert len(game.portal) == 3
    assert game.portal[:2] == others


@pytest.mark.parametrize("name", COMPANIONS)
def test_a_companion_that_is_not_in_the_portal_cannot_be_summoned(name: str) -> None:
    others = [other for other in COMPANIONS if other != name][:3]
    game = table("frill", "kit", packs=EVERYTHING, energy={"frill": 3}, portal=" ".join(others)).play("end")
    assert game.refused(f"transform {name}") == "action/not-in-portal"


@pytest.mark.success("charging_stag")
def test_charging_stag_makes_the_first_travel_free_even_without_action_points() -> None:
    assert turn_of_frill("charging_stag").play("travel ancient_rune").points == 4
    assert turn_of_frill("charging_stag", points=0).play("travel ancient_rune").hex("frill") == "ancient_rune"


@pytest.mark.refusal("charging_stag")
def test_charging_stag_makes_no_later_travel_and_no_other_action_free() -> None:
    game = turn_of_frill("charging_stag", dice="RC RG").play("protect")
    assert game.points == 3
    for step in range(companion("charging_stag").free_uses):
        game.play(f"travel {('ancient_rune', 'underground_volcano')[step % 2]}")
    assert game.points == 3
    game.play(f"travel {'ancient_rune' if game.hex('frill') != 'ancient_rune' else 'bubbling_lake'}")
    assert game.points == 2


@pytest.mark.refusal("charging_stag")
def test_charging_stag_does_not_carry_the_frozen() -> None:
    assert turn_of_frill("charging_stag", frozen="frill").refused("travel ancient_rune") == "action/frozen"


@pytest.mark.success("hydrattle_snake")
def test_hydrattle_snake_bites_back_after_a_heavy_hit() -> None:
    row = companion("hydrattle_snake")
    game, dealt = struck("hydrattle_snake", row.return_from)
    assert game.hp("kit") == 18 - dealt
    assert game.hp("frill") == 18 - row.return_damage


@pytest.mark.refusal("hydrattle_snake")
def test_hydrattle_snake_lets_a_light_hit_pass() -> None:
    game, _ = struck("hydrattle_snake", 1, below=companion("hydrattle_snake").return_from)
    assert game.hp("frill") == 18


@pytest.mark.refusal("hydrattle_snake")
def test_hydrattle_snake_looks_at_the_damage_that_is_left() -> None:
    row, less = companion("hydrattle_snake"), counterspell("pointed_shield").reduce
    game, dealt = struck("hydrattle_snake", row.return_from, below=row.return_from + less, holds="pointed_shield")
    assert game.hp("kit") == 18 - (dealt - less)
    assert game.hp("frill") == 18


@pytest.mark.refusal("hydrattle_snake")
def test_hydrattle_snake_does_not_bite_for_a_player_who_is_out() -> None:
    game, _ = struck("hydrattle_snake", companion("hydrattle_snake").return_from, hp=1)
    assert game.hp("kit") == 0
    assert game.hp("frill") == 18


MOUSE_ACTIONS = ["cast curse_void CC > RG", "cast heavy_hand RG @kit", "reroll RG", "protect", "refresh", "collect red_gem"]


@pytest.mark.success("speedy_mouse")
@pytest.mark.parametrize("action", MOUSE_ACTIONS)
def test_speedy_mouse_makes_the_first_action_other_than_travel_free(action: str) -> None:
    game = turn_of_frill(
        "speedy_mouse", points=0, dice="RC RG", books={"frill": "curse_void heavy_hand"}, market={"bubbling_lake": "red_gem"}
    )
    assert game.play(action).points == 0


@pytest.mark.refusal("speedy_mouse")
def test_speedy_mouse_makes_neither_travel_nor_a_later_action_free() -> None:
    game = turn_of_frill("speedy_mouse", dice="RG RG").play("travel ancient_rune")
    assert game.points == 3
    for _ in range(companion("speedy_mouse").free_uses):
        game.rolls("G").play("reroll RG")
    assert game.points == 3
    assert game.rolls("G").play("reroll RG").points == 2
    assert turn_of_frill("speedy_mouse", points=0).refused("travel ancient_rune") == "action/no-points"


@pytest.mark.success("moon_hare")
def test_moon_hare_makes_the_first_rerolls_free() -> None:
    game = turn_of_frill("moon_hare", points=0, dice="RG")
    for _ in range(companion("moon_hare").free_uses):
        game.rolls("G").play("reroll RG")
    assert game.points == 0
    assert game.refused("reroll RG") == "action/no-points"


@pytest.mark.refusal("moon_hare")
def test_moon_hare_makes_nothing_but_rerolls_free() -> None:
    game = turn_of_frill("moon_hare", points=0, dice="RC")
    assert game.refused("protect") == "action/no-points"
    assert game.refused("travel ancient_rune") == "action/no-points"
    assert not game.legal("reroll")


@pytest.mark.success("lantern_moth")
def test_lantern_moth_brings_its_resource_at_the_start_of_the_turn() -> None:
    assert start_of_turn("lantern_moth").pool == "RG RG BG BG PG SF"


@pytest.mark.refusal("lantern_moth")
def test_lantern_moth_brings_nothing_to_others() -> None:
    game = start_of_turn("lantern_moth").play("end").rolls("GGGGG").play("absorb 0")
    assert game.turn == "kit"
    assert "SF" not in game.pool


@pytest.mark.parametrize("name", succeeds(["gem_magpie", "prism_otter"]))
def test_a_companion_that_offers_two_resources_brings_the_one_chosen(name: str) -> None:
    offered = [CODES[kind] for kind in companion(name).start_gain]
    assert offered == {"gem_magpie": ["RG", "BG"], "prism_otter": ["RO", "BO"]}[name]
    for code in offered:
        game = start_of_turn(name)
        before = game.pool.split().count(code)
        game.play(f"gain {code}")
        assert game.pool.split().count(code) == before + 1
        assert game.phase == "actions"


@pytest.mark.parametrize("name", refuses(["gem_magpie", "prism_otter"]))
def test_a_companion_brings_neither_both_nor_purple_nor_nothing(name: str) -> None:
    game = start_of_turn(name)
    assert game.refused("gain PG") == game.refused("gain PO") == game.refused("gain SF") == "action/not-offered"
    assert game.refused("end") == "action/wrong-phase"
    first, second = (CODES[kind] for kind in companion(name).start_gain)
    assert game.play(f"gain {first}").refused(f"gain {second}") == "action/wrong-phase"


@pytest.mark.success("stone_tortoise")
def test_stone_tortoise_reduces_a_heavy_hit() -> None:
    row = companion("stone_tortoise")
    game, dealt = struck("stone_tortoise", row.tough_from)
    assert game.hp("kit") == 18 - (dealt - row.tough)


@pytest.mark.success("stone_tortoise")
def test_stone_tortoise_looks_at_the_hit_before_reductions() -> None:
    row, less = companion("stone_tortoise"), counterspell("pointed_shield").reduce
    game, dealt = struck("stone_tortoise", row.tough_from, below=row.tough_from + less, holds="pointed_shield")
    assert game.hp("kit") == 18 - max(0, dealt - less - row.tough)


@pytest.mark.refusal("stone_tortoise")
def test_stone_tortoise_reduces_neither_a_light_hit_nor_cursed_crystals() -> None:
    game, dealt = struck("stone_tortoise", 1, below=companion("stone_tortoise").tough_from)
    assert game.hp("kit") == 18 - dealt
    cursed = turn_of_frill("stone_tortoise", dice="RC RC BC BC PC").rolls("GGGGG").play("end")
    assert cursed.hp("frill") == 13


@pytest.mark.success("ember_salamander")
def test_ember_salamander_adds_to_the_damage_of_each_enemy_hit_by_a_spell() -> None:
    price = paid(spent("riptide", 1))
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        tokens=price,
        books={"frill": "riptide"},
        companions={"frill": "ember_salamander"},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "nuzzle": "amber_mountain"},
    )
    game.play(f"cast riptide {price} amber_mountain")
    assert game.hp("kit") == game.hp("nuzzle") == 18 - damage("riptide", 1) - companion("ember_salamander").attack_bonus


@pytest.mark.refusal("ember_salamander")
def test_ember_salamander_adds_nothing_to_a_shadow_ability() -> None:
    game = table("nuzzle", "kit", energy={"nuzzle": 5}, companions={"nuzzle": "ember_salamander"}).play("ability amber_mountain")
    assert game.hp("kit") == 18 - character("nuzzle").damage


@pytest.mark.success("mending_newt")
def test_mending_newt_heals_at_the_end_of_the_turn_after_the_cursed_crystals() -> None:
    game = turn_of_frill("mending_newt", hp={"frill": 10}, dice="RC").rolls("GGGGG").play("end")
    assert game.hp("frill") == 10 - 1 + companion("mending_newt").end_hp


@pytest.mark.refusal("mending_newt")
def test_mending_newt_heals_nobody_above_the_most_and_nobody_who_is_out() -> None:
    assert turn_of_frill("mending_newt", hp={"frill": MOST_HP}).rolls("GGGGG").play("end").hp("frill") == MOST_HP
    game = turn_of_frill("mending_newt", hp={"frill": 1}, dice="RC").play("end")
    assert game.hp("frill") == 0
    assert game.phase == "over"


@pytest.mark.success("curse_eater")
def test_curse_eater_makes_cursed_crystals_harmless() -> None:
    assert turn_of_frill("curse_eater", dice="RC RC BC").rolls("GGGGG").play("end").hp("frill") == 18


@pytest.mark.refusal("curse_eater")
def test_curse_eater_stops_no_enemy_and_lets_no_crystal_be_rerolled() -> None:
    game, dealt = struck("curse_eater", 1)
    assert game.hp("kit") == 18 - dealt
    assert turn_of_frill("curse_eater", dice="RC").refused("reroll RG") == "action/no-such-dice"
