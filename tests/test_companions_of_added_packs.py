"""Companions of the Exclusive Edition and The Ice Storm: what each does, and what it does not."""

from __future__ import annotations

from typing import Unpack

import pytest

from tests.table import Table, table
from tests.values import AWAY, EVERYTHING, Laid, card, character, companion, damage, paid, refuses, spent, succeeds

pytestmark = pytest.mark.T01


def turn_of_frill(name: str, **more: Unpack[Laid]) -> Table:
    """Frill in phase 2 with a Companion; Kit one hex away."""
    layout = {"frill": "bubbling_lake", "kit": "amber_mountain"}
    return table("frill", "kit", packs=EVERYTHING, companions={"frill": name}, hexes=layout, **more)


@pytest.mark.success("archive_raven")
def test_archive_raven_makes_the_first_collects_free() -> None:
    game = turn_of_frill("archive_raven", points=0, market={"bubbling_lake": "red_gem"}, deck="blue_gem red_orb blue_orb")
    for collected in ["red_gem", "blue_gem", "red_orb"][: companion("archive_raven").free_uses]:
        game.play(f"collect {collected}")
    assert len(game.book("frill")) == companion("archive_raven").free_uses
    assert game.points == 0


@pytest.mark.success("archive_raven")
def test_archive_raven_makes_collecting_a_counterspell_free_too() -> None:
    hexes = {"frill": "dusty_desert"}
    game = table("frill", "kit", packs="exclusive", points=0, tokens="RG RO", companions={"frill": "archive_raven"}, hexes=hexes)
    game.play("collect counterspell RG RO")
    assert len(game.counters("frill")) == 1


@pytest.mark.refusal("archive_raven")
def test_archive_raven_makes_no_later_collect_and_nothing_else_free() -> None:
    game = turn_of_frill("archive_raven", points=0, market={"bubbling_lake": "red_gem"}, deck="blue_gem red_orb blue_orb")
    assert game.refused("refresh") == "action/no-points"
    cards = ["red_gem", "blue_gem", "red_orb", "blue_orb"]
    for collected in cards[: companion("archive_raven").free_uses]:
        game.play(f"collect {collected}")
    assert game.refused(f"collect {cards[companion('archive_raven').free_uses]}") == "action/no-points"


@pytest.mark.parametrize("spell", ["heat_wave", "fatal_fronds", "magma_hand"])
@pytest.mark.success("watchful_owl")
@pytest.mark.refusal("watchful_owl")
def test_watchful_owl_lets_attack_spells_reach_farther_but_no_nearer(spell: str) -> None:
    price = paid(spent(spell, 1))
    low, high = card(spell).range
    for away, tile in enumerate(AWAY):
        game = table(
            "frill",
            "kit",
            packs=EVERYTHING,
            layout="ten",
            tokens=price,
            books={"frill": spell},
            companions={"frill": "watchful_owl"},
            hexes={"frill": AWAY[0], "kit": tile},
        )
        assert bool(game.legal(f"cast {spell}")) == (low <= away <= high + companion("watchful_owl").reach)


@pytest.mark.success("watchful_owl")
def test_watchful_owl_catches_whoever_runs_away_less_far_than_that() -> None:
    spell = "heat_wave"
    price = paid(spent(spell, 1))
    far = card(spell).range[1] + companion("watchful_owl").reach
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        layout="ten",
        tokens=price,
        books={"frill": spell},
        companions={"frill": "watchful_owl"},
        hexes={"frill": AWAY[0], "kit": AWAY[far - 1]},
        counters={"kit": "run_away"},
    )
    game.play(f"cast {spell} {price} @kit", f"counter run_away {AWAY[far]}")
    assert game.hp("kit") == 18 - damage(spell, 1)


@pytest.mark.refusal("watchful_owl")
def test_watchful_owl_makes_no_shadow_ability_reach_farther() -> None:
    far = {"nuzzle": "thornwood", "kit": "glowing_mines"}
    game = table("nuzzle", "kit", packs="exclusive", energy={"nuzzle": 5}, companions={"nuzzle": "watchful_owl"}, hexes=far)
    assert game.refused("ability glowing_mines") == "action/out-of-range"


FULL = "heavy_hand heat_wave fatal_fronds feeding_frenzy lightning_bug"


@pytest.mark.success("pack_badger")
def test_pack_badger_makes_room_for_another_card() -> None:
    game = turn_of_frill("pack_badger", books={"frill": FULL}, market={"bubbling_lake": "red_gem"}).play("collect red_gem")
    assert len(game.book("frill")) == 6


@pytest.mark.refusal("pack_badger")
def test_pack_badger_makes_no_room_beyond_that() -> None:
    extra = ["bubble_trouble", "spectral_slap", "sinister_screech"][: companion("pack_badger").extra_cards]
    game = turn_of_frill("pack_badger", books={"frill": f"{FULL} {' '.join(extra)}"}, market={"bubbling_lake": "red_gem"})
    assert game.refused("collect red_gem") == "action/book-full"
    without = turn_of_frill("moon_hare", books={"frill": FULL}, market={"bubbling_lake": "red_gem"})
    assert without.refused("collect red_gem") == "action/book-full"


MARKS = {"frost_fox": "F", "thunder_pup": "S"}


@pytest.mark.parametrize("name", succeeds(MARKS))
def test_a_fox_or_pup_marks_the_one_enemy_its_first_spell_damages(name: str) -> None:
    game = turn_of_frill(name, tokens="RG", books={"frill": "heavy_hand"}).play("cast heavy_hand RG @kit")
    assert game.statuses("kit") == MARKS[name]


@pytest.mark.parametrize("name", succeeds(MARKS))
def test_of_several_enemies_damaged_the_caster_chooses_whom_the_fox_or_pup_marks(name: str) -> None:
    price = paid(spent("riptide", 1))
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        tokens=price,
        books={"frill": "riptide"},
        companions={"frill": name},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "nuzzle": "amber_mountain"},
    )
    game.play(f"cast riptide {price} amber_mountain")
    verb = {"F": "freeze", "S": "stun"}[MARKS[name]]
    assert game.legal() == {f"{verb} @kit", f"{verb} @nuzzle"}
    game.play(f"{verb} @nuzzle")
    assert game.statuses("kit") == ""
    assert game.statuses("nuzzle") == MARKS[name]


@pytest.mark.parametrize("name", refuses(MARKS))
def test_a_fox_or_pup_marks_nobody_by_a_second_spell_of_the_turn(name: str) -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        tokens="RG RG",
        books={"frill": "heavy_hand heavy_hand"},
        companions={"frill": name},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "nuzzle": "amber_mountain"},
    )
    game.play("cast heavy_hand RG @kit", "cast heavy_hand RG @nuzzle")
    assert game.statuses("kit") == MARKS[name]
    assert game.statuses("nuzzle") == ""


@pytest.mark.parametrize("name", refuses(MARKS))
def test_a_fox_or_pup_marks_nobody_by_a_shadow_ability_or_a_hit_without_damage(name: str) -> None:
    game = table("nuzzle", "kit", packs=EVERYTHING, energy={"nuzzle": 5}, companions={"nuzzle": name})
    assert game.play("ability amber_mountain").statuses("kit") == ""
    ignored = turn_of_frill(name, tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "safety_dome"})
    assert ignored.play("cast heavy_hand RG @kit", "counter safety_dome").statuses("kit") == ""


@pytest.mark.parametrize("spell", ["frost_nip", "static_spark"])
@pytest.mark.success("snow_golem")
def test_snow_golem_keeps_freeze_and_stun_off_though_not_the_damage(spell: str) -> None:
    price = paid(spent(spell, 1))
    layout = {"frill": "bubbling_lake", "kit": "amber_mountain"}
    game = table(
        "frill", "kit", packs=EVERYTHING, tokens=price, books={"frill": spell}, companions={"kit": "snow_golem"}, hexes=layout
    )
    game.play(f"cast {spell} {price} @kit")
    assert game.hp("kit") == 18 - damage(spell, 1)
    assert game.statuses("kit") == ""


@pytest.mark.success("snow_golem")
def test_snow_golem_throws_off_what_its_new_friend_has() -> None:
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        tokens="RG",
        energy={"frill": 3},
        books={"frill": "heavy_hand"},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain"},
        counters={"kit": "cold_shoulder"},
        portal="snow_golem moon_hare curse_eater",
    )
    game.play("cast heavy_hand RG @kit", "counter cold_shoulder")
    assert game.statuses("frill") == "F"
    game.rolls("GGGGG").play("end", "transform snow_golem")
    assert game.statuses("frill") == ""


@pytest.mark.refusal("snow_golem")
def test_snow_golem_does_not_keep_its_friend_from_marking_others() -> None:
    price = paid(spent("frost_nip", 1))
    game = turn_of_frill("snow_golem", tokens=price, books={"frill": "frost_nip"}).play(f"cast frost_nip {price} @kit")
    assert game.statuses("kit") == "F"


@pytest.mark.parametrize(("frozen", "stunned"), [("kit", ""), ("", "kit"), ("kit", "kit")])
@pytest.mark.success("icicle_bat")
def test_icicle_bat_adds_to_the_damage_of_a_marked_enemy_once(frozen: str, stunned: str) -> None:
    game = turn_of_frill("icicle_bat", tokens="RG", books={"frill": "heavy_hand"}, frozen=frozen, stunned=stunned)
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == 18 - damage("heavy_hand", 1) - companion("icicle_bat").status_bonus


@pytest.mark.refusal("icicle_bat")
def test_icicle_bat_adds_nothing_without_a_status_from_before_or_to_an_ability() -> None:
    price = paid(spent("frost_nip", 1))
    game = turn_of_frill("icicle_bat", tokens=price, books={"frill": "frost_nip"}).play(f"cast frost_nip {price} @kit")
    assert game.hp("kit") == 18 - damage("frost_nip", 1)
    burst = table("nuzzle", "kit", packs=EVERYTHING, energy={"nuzzle": 5}, companions={"nuzzle": "icicle_bat"}, frozen="kit")
    assert burst.play("ability amber_mountain").hp("kit") == 18 - character("nuzzle").damage
