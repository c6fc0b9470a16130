"""The six Actions: Travel, Cast, Reroll, Protect, Refresh, Collect. Each costs an action point."""

from __future__ import annotations

import pytest

from tests.table import Table, table
from tests.values import (
    ATTACKS,
    BOX,
    CONVERSIONS,
    EVERYTHING,
    RESOURCES,
    card,
    damage,
    listed,
    paid,
    paid_in_purple,
    refuses,
    succeeds,
)

pytestmark = pytest.mark.T01

MAIN = [row.id for row in BOX.parts.main]
SPELLS = [*ATTACKS, *CONVERSIONS]
PAID = [name for name in SPELLS if card(name).collect.symbols]
UPGRADES = [name for name in SPELLS if card(name).collect.level]
FULL = "heavy_hand heat_wave bubble_trouble feeding_frenzy lightning_bug"
ONE_OF_EACH = [
    ("travel", "travel ancient_rune"),
    ("cast", "cast heavy_hand RG @kit"),
    ("reroll", "reroll RG"),
    ("protect", "protect"),
    ("refresh", "refresh"),
    ("collect", "collect red_gem"),
]


def ready(points: int = 4, energy: int = 0) -> Table:
    """Frill at home in phase 2, able to take each of the six Actions."""
    return table(
        "frill",
        "kit",
        dice="RG RC",
        books={"frill": "heavy_hand"},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain"},
        market={"bubbling_lake": "red_gem"},
        points=points,
        energy={"frill": energy},
    )


def given_up(name: str) -> str:
    """A spell of the level a card's collection takes, with the word that names it; empty if it takes none."""
    level = card(name).collect.level
    return next((spell for spell in SPELLS if card(spell).level == level and spell != name), "") if level else ""


def collector(name: str, tokens: str, book: str = "") -> Table:
    """Frill at home, the card beside the hex."""
    return table("frill", "kit", packs=EVERYTHING, tokens=tokens, books={"frill": book}, market={"bubbling_lake": name})


def collect(name: str, price: str) -> str:
    """The action that collects a card for a price, giving up a spell where it must."""
    drop = given_up(name)
    return " ".join(f"collect {name} {price} {'drop ' + drop if drop else ''}".split())


@pytest.mark.parametrize(("name", "action"), succeeds(ONE_OF_EACH))
def test_every_action_costs_one_action_point(name: str, action: str) -> None:
    game = ready(points=1).rolls("G").play(action)
    assert game.points == 0


@pytest.mark.parametrize(("name", "action"), refuses(ONE_OF_EACH))
def test_no_action_is_taken_without_an_action_point(name: str, action: str) -> None:
    game = ready(points=0)
    assert game.refused(action) == "action/no-points"
    assert game.legal() == {"end"}


@pytest.mark.parametrize(("name", "action"), refuses(ONE_OF_EACH))
def test_no_action_is_taken_in_another_players_turn(name: str, action: str) -> None:
    assert ready().refused(action, "kit") == "action/not-your-choice"


@pytest.mark.parametrize(("name", "action"), refuses(ONE_OF_EACH))
def test_no_action_is_taken_once_the_phase_is_over(name: str, action: str) -> None:
    game = ready(energy=3).play("end")
    assert game.refused(action) == "action/wrong-phase"


@pytest.mark.success("travel")
def test_travel_leads_to_any_adjacent_hex_again_and_again() -> None:
    game = table("frill", "kit")
    assert game.legal("travel") == {"travel ancient_rune", "travel underground_volcano", "travel amber_mountain"}
    game.play("travel ancient_rune", "travel thornwood", "travel dusty_desert", "travel amber_mountain")
    assert game.hex("frill") == game.hex("kit") == "amber_mountain"


@pytest.mark.refusal("travel")
def test_travel_neither_jumps_a_hex_nor_stays() -> None:
    game = table("frill", "kit")
    assert game.refused("travel thornwood") == "action/not-adjacent"
    assert game.refused("travel bubbling_lake") == "action/not-adjacent"


@pytest.mark.success("cast")
def test_cast_uses_a_spell_and_spends_its_resources() -> None:
    game = ready().play("cast heavy_hand RG @kit")
    assert game.hp("kit") == 18 - damage("heavy_hand", 1)
    assert game.pool == "CC"


@pytest.mark.refusal("cast")
def test_cast_uses_a_spell_once_a_turn_and_again_in_the_next() -> None:
    game = table("frill", "kit", tokens="RG RG", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"})
    game.play("cast heavy_hand RG @kit")
    assert game.refused("cast heavy_hand RG @kit") == "action/already-cast"
    game.rolls("GGGGG").play("end").rolls("GGGGG").play("end")
    assert "cast heavy_hand RG @kit" in game.legal()


@pytest.mark.refusal("cast")
def test_cast_uses_nobody_elses_spell() -> None:
    game = table("frill", "kit", tokens="RG", books={"kit": "heavy_hand"}, hexes={"kit": "bubbling_lake"})
    assert game.refused("cast heavy_hand RG @kit") == "action/not-in-book"


@pytest.mark.success("reroll")
def test_reroll_throws_any_number_of_dice_again() -> None:
    game = table("frill", "kit", dice="RG RO BS BG PG").rolls("OS").play("reroll RG PG")
    assert game.pool == listed(["RO", "RO", "BG", "SF", "SF"])
    game.rolls("GGGGG").play("reroll RO RO BG BS PS")
    assert game.dice == "RG RG BG BG PG"


@pytest.mark.success("reroll")
def test_a_rerolled_die_may_come_up_cursed() -> None:
    assert table("frill", "kit", dice="RG").rolls("C").play("reroll RG").pool == "CC"


@pytest.mark.refusal("reroll")
def test_reroll_throws_neither_cursed_crystals_nor_tokens_nor_dice_that_are_not_there() -> None:
    game = table("frill", "kit", dice="RC BG", tokens="RG PO")
    assert game.legal("reroll") == {"reroll BG"}
    assert game.refused("reroll RG") == "action/no-such-dice"
    assert game.refused("reroll BG BG") == "action/no-such-dice"
    assert not table("frill", "kit", dice="RC", tokens="RG").legal("reroll")


@pytest.mark.refusal("reroll")
def test_a_spent_die_is_not_rerolled() -> None:
    game = ready().play("cast heavy_hand RG @kit")
    assert game.refused("reroll RG") == "action/no-such-dice"


@pytest.mark.success("protect")
def test_protect_removes_one_cursed_crystal_and_its_damage() -> None:
    game = table("frill", "kit", dice="RC BC PG").play("protect")
    assert game.pool == listed(["PG", "CC"])
    game.rolls("GGGGG").play("end")
    assert game.hp("frill") == 17


@pytest.mark.refusal("protect")
def test_protect_needs_a_cursed_crystal() -> None:
    game = table("frill", "kit", dice="RC BG PS").play("protect")
    assert game.refused("protect") == "action/no-crystal"
    assert game.pool == listed(["BG", "SF"])


@pytest.mark.success("refresh")
def test_refresh_replaces_the_card_at_ones_hex() -> None:
    game = table("frill", "kit", market={"bubbling_lake": "red_gem"}, deck="heat_wave").play("refresh")
    assert game.market("bubbling_lake") == "heat_wave"
    assert game.discard == ["red_gem"]
    assert game.book("frill") == []


@pytest.mark.refusal("refresh")
def test_refresh_has_nothing_to_replace_on_the_rune_and_the_desert() -> None:
    for hex_ in ("ancient_rune", "dusty_desert"):
        assert table("frill", "kit", hexes={"frill": hex_}).refused("refresh") == "action/no-card-here"


@pytest.mark.refusal("refresh")
def test_refresh_leaves_the_cards_of_other_hexes_alone() -> None:
    game = table("frill", "kit")
    others = ["amber_mountain", "thornwood", "glowing_mines", "underground_volcano"]
    before = [game.market(hex_) for hex_ in others]
    game.play("refresh")
    assert [game.market(hex_) for hex_ in others] == before


@pytest.mark.success("collect")
@pytest.mark.parametrize("name", MAIN)
def test_collect_takes_the_card_at_ones_hex_for_its_cost_and_the_place_is_filled_again(name: str) -> None:
    price = paid(card(name).collect.symbols)
    drop = given_up(name)
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        tokens=price,
        books={"frill": drop},
        market={"bubbling_lake": name},
        deck="energy_bloom" if name != "energy_bloom" else "metamorphosis",
    )
    game.play(collect(name, price))
    assert game.book("frill") == [name]
    assert game.pool == ""
    assert game.points == 3
    assert game.market("bubbling_lake") == ("energy_bloom" if name != "energy_bloom" else "metamorphosis")
    assert game.discard == ([drop] if drop else [])


@pytest.mark.success("collect")
@pytest.mark.parametrize("name", PAID)
def test_purple_pays_for_gems_and_orbs_of_a_collection(name: str) -> None:
    price = paid_in_purple(card(name).collect.symbols)
    assert name in collector(name, price, given_up(name)).play(collect(name, price)).book("frill")


@pytest.mark.refusal("collect")
@pytest.mark.parametrize("name", PAID)
def test_collect_takes_nothing_for_a_resource_too_few(name: str) -> None:
    price = paid(card(name).collect.symbols)
    for missing in range(len(price.split())):
        poor = price.split()[:missing] + price.split()[missing + 1 :]
        game = collector(name, " ".join(poor), given_up(name))
        assert game.refused(collect(name, price)) == "action/cannot-pay"


@pytest.mark.refusal("collect")
@pytest.mark.parametrize("name", UPGRADES)
def test_a_higher_spell_is_not_collected_without_a_spell_of_the_level_it_takes(name: str) -> None:
    level = card(name).collect.level
    assert card(name).level == level + 1
    price = paid(card(name).collect.symbols)
    others = [spell for spell in SPELLS if card(spell).level != level and spell != name][:4]
    game = collector(name, price, f"red_gem {' '.join(others)}")
    assert game.refused(collect(name, price)) == "action/no-spell-of-level"
    assert not game.legal("collect")


@pytest.mark.refusal("collect")
@pytest.mark.parametrize("name", MAIN)
def test_collect_takes_no_card_that_lies_elsewhere(name: str) -> None:
    price = paid(card(name).collect.symbols)
    here = "red_gem" if name != "red_gem" else "blue_gem"
    drop = given_up(name)
    market = {"bubbling_lake": here, "amber_mountain": name}
    game = table("frill", "kit", packs=EVERYTHING, tokens=price, books={"frill": drop}, market=market)
    assert game.refused(collect(name, price)) == "action/other-card-here"


@pytest.mark.success("collect")
def test_a_spell_collected_this_turn_may_be_cast_this_turn() -> None:
    price = paid(card("heavy_hand").collect.symbols)
    game = table("frill", "kit", tokens=f"{price} RG", market={"bubbling_lake": "heavy_hand"}, hexes={"kit": "bubbling_lake"})
    game.play(collect("heavy_hand", price), "cast heavy_hand RG @kit")
    assert game.hp("kit") == 18 - damage("heavy_hand", 1)


@pytest.mark.success("collect")
def test_with_a_full_spell_book_collect_discards_a_spell_or_resource_card() -> None:
    game = table("frill", "kit", books={"frill": FULL}, market={"bubbling_lake": "red_gem"}).play(
        "collect red_gem drop heat_wave"
    )
    assert len(game.book("frill")) == 5
    assert "red_gem" in game.book("frill")
    assert game.discard == ["heat_wave"]


@pytest.mark.refusal("collect")
def test_collect_discards_a_card_if_and_only_if_the_spell_book_is_full() -> None:
    full = table("frill", "kit", books={"frill": FULL}, market={"bubbling_lake": "red_gem"})
    assert full.refused("collect red_gem") == "action/book-full"
    assert full.refused("collect red_gem drop fatal_fronds") == "action/not-in-book"
    room = table("frill", "kit", books={"frill": "heavy_hand"}, market={"bubbling_lake": "red_gem"})
    assert room.refused("collect red_gem drop heavy_hand") == "action/book-not-full"


@pytest.mark.refusal("collect")
def test_collect_never_discards_a_counterspell() -> None:
    hand = "pointed_shield pointed_shield run_away run_away safety_dome"
    game = table("frill", "kit", counters={"frill": hand}, market={"bubbling_lake": "red_gem"})
    assert game.refused("collect red_gem") == "action/only-counterspells"
    assert not game.legal("collect")


@pytest.mark.success("collect")
def test_collect_takes_a_counterspell_on_the_dusty_desert() -> None:
    game = table("frill", "kit", tokens="PG BO", hexes={"frill": "dusty_desert"}, counter_deck="run_away")
    game.play("collect counterspell PG BO")
    assert game.counters("frill") == ["run_away"]
    assert game.book("frill") == []


@pytest.mark.success("collect")
@pytest.mark.parametrize("resource", RESOURCES)
def test_a_resource_card_makes_room_in_a_full_spell_book(resource: str) -> None:
    book = f"heavy_hand heat_wave bubble_trouble feeding_frenzy {resource}"
    price = paid(card("fatal_fronds").collect.symbols)
    game = collector("fatal_fronds", price, book).play(f"collect fatal_fronds {price} drop {resource}")
    assert game.discard == [resource]
