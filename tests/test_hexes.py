"""The ten hexes: what each does for whoever stands there, and what it does not."""

from __future__ import annotations

from typing import Unpack

import pytest

from casting_shadows.engine.model.resources import pool_text
from tests.table import Table, table
from tests.values import (
    BOX,
    EVERYTHING,
    MOST_HP,
    Laid,
    blow,
    character,
    counterspell,
    damage,
    listed,
    paid,
    refuses,
    spent,
    succeeds,
    tile,
)

pytestmark = pytest.mark.T01

HEXES = [row.id for row in BOX.parts.hexes]
GIVES = {
    "amber_mountain": "RG",
    "thornwood": "BG",
    "glowing_mines": "PO",
    "crystal_crypt": "PG",
    "twilight_garden": "SF",
    "tidal_grotto": "BO",
}
"""Of what a hex gives some at the start of a turn."""
WITHOUT_CARD = ["ancient_rune", "dusty_desert", "crystal_crypt"]
WITH_CARD = [name for name in HEXES if name not in WITHOUT_CARD]


def on(name: str, other: str = "dusty_desert", **more: Unpack[Laid]) -> Table:
    """Frill in phase 2 on a hex of the ring of ten, Kit on another."""
    hexes = {"frill": name, "kit": other}
    return table("frill", "kit", packs=EVERYTHING, layout="ten", market_places="ring", hexes=hexes, **more)


def begins_on(name: str, hp: int = 18) -> Table:
    """Frill's turn has just begun on a hex; every die shows a Gem."""
    hexes = {"frill": name, "kit": "dusty_desert"}
    game = table("kit", "frill", packs=EVERYTHING, layout="ten", hexes=hexes, hp={"frill": hp})
    return game.rolls("GGGGG").play("end")


def hit_on(name: str, holds: str = "") -> tuple[Table, int]:
    """Frill casts at Kit, who stands on a hex one away; and what the spell deals."""
    spell, price, dealt = blow(3)
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        layout="ten",
        tokens=price,
        books={"frill": spell},
        hexes={"frill": "dusty_desert" if name == "ancient_rune" else "ancient_rune", "kit": name},
        counters={"kit": holds},
    )
    return game.play(f"cast {spell} {price} @kit"), dealt


def test_there_are_ten_hexes() -> None:
    assert len(HEXES) == 10
    assert {name for name in HEXES if tile(name).start_gain} == set(GIVES)


@pytest.mark.parametrize("name", succeeds(GIVES))
def test_a_hex_gives_its_resource_to_whoever_starts_a_turn_there(name: str) -> None:
    given = pool_text(tile(name).start_gain).split()
    assert set(given) == {GIVES[name]}
    game = begins_on(name)
    assert game.pool == listed(["RG", "RG", "BG", "BG", "PG", *given])
    assert game.dice == "RG RG BG BG PG"


@pytest.mark.parametrize("name", refuses(GIVES))
def test_a_hex_gives_nothing_to_whoever_only_comes_by_or_leaves(name: str) -> None:
    beside = next(other for other in HEXES if f"travel {name}" in on(other).legal("travel"))
    assert on(beside).play(f"travel {name}").pool == ""
    assert begins_on("dusty_desert").pool == "RG RG BG BG PG"


@pytest.mark.success("bubbling_lake")
def test_the_bubbling_lake_heals_whoever_starts_a_turn_there() -> None:
    assert begins_on("bubbling_lake", hp=10).hp("frill") == 10 + tile("bubbling_lake").start_hp


@pytest.mark.refusal("bubbling_lake")
def test_the_bubbling_lake_heals_nobody_above_the_most_and_nobody_on_arriving() -> None:
    assert begins_on("bubbling_lake", hp=MOST_HP).hp("frill") == MOST_HP
    game = table("frill", "kit", hexes={"frill": "ancient_rune"}, hp={"frill": 10}).play("travel bubbling_lake")
    assert game.hp("frill") == 10


@pytest.mark.refusal("bubbling_lake")
def test_the_bubbling_lake_heals_nobody_who_starts_elsewhere() -> None:
    assert begins_on("thornwood", hp=10).hp("frill") == 10


@pytest.mark.success("ancient_rune")
def test_the_ancient_rune_shields_from_enemies() -> None:
    game, dealt = hit_on("ancient_rune")
    assert game.hp("kit") == 18 - (dealt - tile("ancient_rune").shield)


@pytest.mark.success("ancient_rune")
def test_the_ancient_rune_shields_from_shadow_abilities_and_returned_damage_too() -> None:
    rune = {"nuzzle": "ancient_rune", "kit": "ancient_rune"}
    game = table("nuzzle", "kit", energy={"nuzzle": 5}, shadow="nuzzle", hexes=rune, counters={"kit": "bees_everywhere"})
    game.play("ability ancient_rune", "counter bees_everywhere")
    assert game.hp("kit") == 18 - (character("nuzzle").damage - tile("ancient_rune").shield)
    assert game.hp("nuzzle") == 18 - (counterspell("bees_everywhere").deal - tile("ancient_rune").shield)


@pytest.mark.refusal("ancient_rune")
def test_the_ancient_rune_shields_neither_from_cursed_crystals_nor_from_spells_cast_there() -> None:
    game = on("ancient_rune", "crystal_crypt", dice="RC RC").rolls("GGGGG").play("end")
    assert game.hp("frill") == 16
    elsewhere, dealt = hit_on("glowing_mines")
    assert elsewhere.hp("kit") == 18 - dealt


@pytest.mark.success("underground_volcano")
def test_attack_spells_cast_from_the_underground_volcano_deal_more_to_each_enemy_hit() -> None:
    price = paid(spent("riptide", 1))
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        tokens=price,
        books={"frill": "riptide"},
        hexes={"frill": "underground_volcano", "kit": "bubbling_lake", "nuzzle": "bubbling_lake"},
    )
    game.play(f"cast riptide {price} bubbling_lake")
    assert game.hp("kit") == game.hp("nuzzle") == 18 - damage("riptide", 1) - tile("underground_volcano").attack_bonus


@pytest.mark.refusal("underground_volcano")
def test_the_underground_volcano_adds_nothing_to_a_shadow_ability_or_to_damage_taken_there() -> None:
    hot = {"nuzzle": "underground_volcano", "kit": "underground_volcano"}
    game = table("nuzzle", "kit", energy={"nuzzle": 5}, shadow="nuzzle", hexes=hot).play("ability underground_volcano")
    assert game.hp("kit") == 18 - character("nuzzle").damage
    spell, price, dealt = blow()
    layout = {"frill": "bubbling_lake", "kit": "underground_volcano"}
    taken = table("frill", "kit", packs=EVERYTHING, tokens=price, books={"frill": spell}, hexes=layout)
    assert taken.play(f"cast {spell} {price} @kit").hp("kit") == 18 - dealt


@pytest.mark.success("dusty_desert")
def test_the_dusty_desert_is_where_counterspells_are_collected() -> None:
    game = table("frill", "kit", tokens="BG RO", hexes={"frill": "dusty_desert"}, counter_deck="vanish", packs=EVERYTHING)
    assert game.play("collect counterspell BG RO").counters("frill") == ["vanish"]


@pytest.mark.refusal("dusty_desert")
def test_the_dusty_desert_has_nothing_to_collect_once_its_deck_is_empty() -> None:
    hands = {
        "frill": "pointed_shield",
        "kit": "pointed_shield pointed_shield pointed_shield safety_dome run_away",
        "nuzzle": "run_away run_away bees_everywhere bees_everywhere",
    }
    game = table("frill", "kit", "nuzzle", tokens="BG RO", hexes={"frill": "dusty_desert"}, counters=hands)
    assert game.refused("collect counterspell BG RO") == "action/counterspell-deck-empty"


@pytest.mark.refusal("dusty_desert")
def test_the_dusty_desert_has_no_effect_on_who_stands_there() -> None:
    game = begins_on("dusty_desert", hp=10)
    assert game.pool == "RG RG BG BG PG"
    assert game.hp("frill") == 10


@pytest.mark.parametrize("name", [name for name in HEXES if name != "dusty_desert"])
def test_no_other_hex_has_the_counterspell_deck(name: str) -> None:
    assert on(name, tokens="RG RO").refused("collect counterspell RG RO") == "action/no-counterspells-here"


@pytest.mark.parametrize("name", WITH_CARD)
def test_a_home_or_the_volcano_has_a_card_to_collect_or_refresh(name: str) -> None:
    game = on(name, deck="red_gem blue_gem")
    game.play("refresh")
    assert game.market(name) == "red_gem"
    game.play("collect red_gem")
    assert game.book("frill") == ["red_gem"]
    assert game.market(name) == "blue_gem"


@pytest.mark.parametrize("name", refuses(WITHOUT_CARD))
def test_the_rune_the_desert_and_the_crypt_have_no_card_and_no_refresh(name: str) -> None:
    game = on(name, other="thornwood")
    assert game.market(name) == ""
    assert game.refused("refresh") == "action/no-card-here"
    assert game.refused("collect red_gem") == "action/no-card-here"


@pytest.mark.refusal("twilight_garden", "tidal_grotto")
def test_the_homes_between_the_corners_have_no_card_unless_the_whole_ring_has() -> None:
    six = ("frill", "kit", "nuzzle", "haze", "tusk", "iris")
    game = table(*six, packs="exclusive", hexes={"frill": "tidal_grotto"})
    assert game.market("tidal_grotto") == game.market("amber_mountain") == ""
    assert game.refused("refresh") == "action/no-card-here"
    swapped = table("frill", "kit", "nuzzle", "haze", "iris", "tusk", packs="exclusive", hexes={"frill": "twilight_garden"})
    assert swapped.refused("refresh") == "action/no-card-here"


@pytest.mark.success("crystal_crypt")
def test_on_the_crystal_crypt_nothing_reduces_or_ignores_damage() -> None:
    for holds in ("pointed_shield", "safety_dome"):
        game, dealt = hit_on("crystal_crypt", holds)
        assert game.play(f"counter {holds}").hp("kit") == 18 - dealt


@pytest.mark.refusal("crystal_crypt")
def test_the_crystal_crypt_takes_no_counterspells_move_away() -> None:
    game, _ = hit_on("crystal_crypt", "run_away")
    assert game.play("counter run_away underground_volcano").hp("kit") == 18


@pytest.mark.refusal("crystal_crypt")
def test_whoever_leaves_the_crystal_crypt_is_shielded_again() -> None:
    game, dealt = hit_on("glowing_mines", "pointed_shield")
    assert game.play("counter pointed_shield").hp("kit") == 18 - max(0, dealt - counterspell("pointed_shield").reduce)


PLACES = {
    "glowing_mines": (0, -1),
    "twilight_garden": (1, -1),
    "tidal_grotto": (2, -1),
    "dusty_desert": (-1, 0),
    "ancient_rune": (0, 0),
    "crystal_crypt": (1, 0),
    "underground_volcano": (2, 0),
    "thornwood": (-1, 1),
    "amber_mountain": (0, 1),
    "bubbling_lake": (1, 1),
}
"""Where the hexes lie on the layout ten when Frill and Kit play."""


@pytest.mark.parametrize("name", HEXES)
def test_one_travels_from_a_hex_to_all_its_neighbours_and_nowhere_else(name: str) -> None:
    q, r = PLACES[name]
    around = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)}
    game = on(name)
    for other, place in PLACES.items():
        if place in around:
            assert f"travel {other}" in game.legal()
        else:
            assert game.refused(f"travel {other}") == "action/not-adjacent"
