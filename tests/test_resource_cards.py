"""Resource cards: kept in the Spell Book until they are used, then gone."""

from __future__ import annotations

import pytest

from tests.table import Table, table
from tests.values import EVERYTHING, RESOURCES, blow, given, listed, refuses, succeeds

pytestmark = pytest.mark.T01

KINDS = {
    "red_gem": "RG",
    "blue_gem": "BG",
    "red_orb": "RO",
    "blue_orb": "BO",
    "purple_gem": "PG",
    "shadow_fragment": "SF",
}
"""Of what each card gives some."""


def owner(resource: str, points: int = 4, dice: str = "") -> Table:
    """Frill with a Resource card."""
    return table("frill", "kit", packs=EVERYTHING, books={"frill": resource}, points=points, dice=dice)


def test_these_are_all_resource_cards() -> None:
    assert set(KINDS) == set(RESOURCES)


@pytest.mark.parametrize("resource", succeeds(RESOURCES))
def test_a_resource_card_adds_its_tokens_and_goes_to_the_discard_pile(resource: str) -> None:
    game = owner(resource, dice="BC").play(f"use {resource}")
    assert game.pool == listed([*given(resource).split(), "CC"])
    assert set(given(resource).split()) == {KINDS[resource]}
    assert game.dice == "CC"
    assert game.book("frill") == []
    assert game.discard == [resource]


@pytest.mark.parametrize("resource", succeeds(RESOURCES))
def test_a_resource_card_costs_no_action_point_and_is_used_even_without_one(resource: str) -> None:
    assert owner(resource).play(f"use {resource}").points == 4
    assert owner(resource, points=0).play(f"use {resource}").pool == given(resource)


@pytest.mark.parametrize("resource", succeeds(RESOURCES))
def test_a_resource_card_is_collected_for_an_action_point_and_no_resources(resource: str) -> None:
    game = table("frill", "kit", packs=EVERYTHING, market={"bubbling_lake": resource})
    game.play(f"collect {resource}")
    assert game.book("frill") == [resource]
    assert game.points == 3
    assert game.pool == ""


@pytest.mark.parametrize("resource", refuses(RESOURCES))
def test_a_resource_card_cannot_be_collected_without_an_action_point(resource: str) -> None:
    game = table("frill", "kit", packs=EVERYTHING, market={"bubbling_lake": resource}, points=0)
    assert game.refused(f"collect {resource}") == "action/no-points"


@pytest.mark.parametrize("resource", refuses(RESOURCES))
def test_a_resource_card_is_used_once_and_by_its_owner_only(resource: str) -> None:
    game = owner(resource).play(f"use {resource}")
    assert game.refused(f"use {resource}") == "action/not-in-book"
    other = table("frill", "kit", packs=EVERYTHING, books={"kit": resource})
    assert other.refused(f"use {resource}") == "action/not-in-book"
    assert other.refused(f"use {resource}", "kit") == "action/not-your-choice"


@pytest.mark.parametrize("resource", refuses(RESOURCES))
def test_a_resource_card_is_not_used_while_answering_an_attack(resource: str) -> None:
    spell, price, _ = blow()
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        tokens=price,
        books={"frill": spell, "kit": resource},
        counters={"kit": "pointed_shield"},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain"},
    )
    game.play(f"cast {spell} {price} @kit")
    assert game.to_act == "kit"
    assert game.refused(f"use {resource}") == "action/wrong-phase"


@pytest.mark.parametrize("resource", refuses(RESOURCES))
def test_what_a_resource_card_gave_cannot_be_rerolled(resource: str) -> None:
    assert not owner(resource).play(f"use {resource}").legal("reroll")


@pytest.mark.parametrize("resource", refuses(resource for resource in RESOURCES if resource != "shadow_fragment"))
def test_what_a_resource_card_gave_is_lost_at_the_end_of_the_turn(resource: str) -> None:
    game = owner(resource).play(f"use {resource}")
    game.rolls("OOOOO").play("end").rolls("GOGOO").play("end")
    assert game.turn == "frill"
    assert game.pool == "RG BG RO BO PO"


@pytest.mark.parametrize("resource", refuses(RESOURCES))
def test_a_resource_card_is_no_spell_that_could_pay_for_a_higher_one(resource: str) -> None:
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        tokens="RG RG BG BG RO RO BO BO SF SF",
        books={"frill": resource},
        market={"bubbling_lake": "unicorn_rush"},
    )
    assert not game.legal("collect unicorn_rush")
    assert game.refused("collect unicorn_rush BG RO drop heavy_hand") == "action/no-spell-of-level"


@pytest.mark.success("purple_gem")
def test_the_gems_of_purple_gem_pay_as_red_or_as_blue() -> None:
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        books={"frill": "purple_gem heavy_hand feeding_frenzy"},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain"},
    )
    game.play("use purple_gem")
    assert {"cast heavy_hand PG @kit", "cast feeding_frenzy PG @kit"} <= game.legal("cast")


@pytest.mark.success("shadow_fragment")
def test_the_fragment_of_shadow_fragment_is_absorbed_at_the_end_of_the_turn() -> None:
    game = owner("shadow_fragment").play("use shadow_fragment", "end", f"absorb {len(given('shadow_fragment').split())}")
    assert game.energy("frill") == len(given("shadow_fragment").split())


@pytest.mark.success("red_gem", "blue_gem")
def test_a_resource_card_owned_twice_is_used_twice() -> None:
    for resource in ("red_gem", "blue_gem"):
        game = owner(f"{resource} {resource}").play(f"use {resource}", f"use {resource}")
        assert game.pool == f"{given(resource)} {given(resource)}"
        assert game.book("frill") == []
