"""Rulings S1-S3, S38-S40, S42: decks, the Spell Book, collecting and converting."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadNotation, Pack, Setup, open_box, start
from casting_shadows.engine.model.events import DeckShuffled, MarketFilled
from tests.ruling_values import choose, own_pack, story
from tests.table import Table, table
from tests.values import given, most

pytestmark = pytest.mark.T01

PLENTY = "RG RG RG BG BG BG RO RO RO BO BO BO SF SF SF"


def few_cards(**copies: int) -> Pack:
    """A Main deck of only these cards (Shadow Boxing's are kept in the box by name alone)."""
    rows = [f"{row.id} = {{ copies = {copies.get(row.id, 0)} }}" for row in open_box(("base",)).parts.main]
    return own_pack("[main]", *rows)


FIVE = few_cards(red_gem=1, blue_gem=1, red_orb=1, blue_orb=1, heavy_hand=1)
"""As many cards as there are places: all lie in the market, and both piles are empty."""


def stripped() -> Table:
    """A table with nothing but the five cards of the market, a Resource card beside Frill."""
    return table("frill", "kit", packs="base+mine", own=(FIVE,), market={"bubbling_lake": "red_gem"})


# ---------------------------------------------------------------- S1, S2, S42: decks


@pytest.mark.ruling("S1")
def test_an_empty_main_deck_is_made_anew_from_the_discard_pile() -> None:
    game = table("frill", "kit", empty_main_deck=True)
    cards = len(game.discard)
    game.play("refresh")
    assert game.happened(DeckShuffled) == [DeckShuffled(cards + 1)]
    assert len(game.state.deck) == cards
    assert game.discard == []
    assert game.market("bubbling_lake") != ""


@pytest.mark.ruling("S1")
def test_with_both_piles_empty_a_place_stays_empty_until_a_card_is_discarded() -> None:
    game = stripped()
    game.play("collect red_gem")
    assert game.market("bubbling_lake") == ""
    assert game.refused("refresh") == "action/no-card-here"
    assert game.refused("collect blue_gem") == "action/no-card-here"
    game.play("use red_gem")
    assert game.market("bubbling_lake") == "red_gem"
    assert game.discard == []


@pytest.mark.ruling("S1", "S38")
def test_a_card_that_makes_room_for_a_counterspell_fills_an_empty_place_too() -> None:
    held = {"frill": "pointed_shield pointed_shield run_away run_away"}
    game = table(
        "frill", "kit", packs="base+mine", own=(FIVE,), market={"bubbling_lake": "red_gem"}, counters=held, tokens="RG RO"
    )
    game.play("collect red_gem", "travel amber_mountain", "travel dusty_desert", "collect counterspell RG RO drop red_gem")
    assert game.market("bubbling_lake") == "red_gem"


@pytest.mark.ruling("S1", "S42")
def test_several_empty_places_are_filled_in_the_layouts_order() -> None:
    game = table("frill", "kit", "nuzzle", packs="base+mine", own=(FIVE,), market={"bubbling_lake": "red_gem"})
    game.play("collect red_gem")
    game.state.market[game.state.box.hex_number["underground_volcano"]] = -1
    taken = next(
        n for n, row in enumerate(game.state.box.parts.main) if row.copies and n not in game.state.market + game.state.book[0]
    )
    game.state.book[0] = sorted([*game.state.book[0], taken])
    game.rolls("GGGGG").play_as("frill", "concede")
    filled = [event.hex for event in game.events if isinstance(event, MarketFilled)]
    assert filled == [game.state.box.hex_number["underground_volcano"], game.state.box.hex_number["bubbling_lake"]]


@pytest.mark.ruling("S2")
def test_an_empty_counterspell_deck_gives_nothing() -> None:
    held = {
        "frill": "pointed_shield pointed_shield pointed_shield pointed_shield",
        "kit": "safety_dome run_away run_away run_away",
        "nuzzle": "bees_everywhere bees_everywhere",
    }
    game = table("frill", "kit", "nuzzle", tokens="RG RO", hexes={"frill": "dusty_desert"}, counters=held)
    assert game.refused("collect counterspell RG RO") == "action/counterspell-deck-empty"
    assert not game.legal("collect")


@pytest.mark.ruling("S42")
@pytest.mark.parametrize("bare", ["ancient_rune", "dusty_desert"])
def test_a_tile_without_a_market_place_has_no_collect_and_no_refresh(bare: str) -> None:
    game = table("frill", "kit", tokens=PLENTY, hexes={"frill": bare})
    assert game.refused("refresh") == "action/no-card-here"
    assert not any("counterspell" not in text for text in game.legal("collect"))


@pytest.mark.ruling("S42", "S49")
def test_on_ten_hexes_the_middle_homes_have_no_place_unless_the_ring_was_chosen() -> None:
    six = ("frill", "kit", "nuzzle", "haze", "iris", "tusk")
    sides = table(*six, packs="exclusive", turn="kit")
    assert sides.refused("refresh") == "action/no-card-here"
    assert sides.market("bubbling_lake") != ""
    ring, _ = start(Setup(players=6, packs=("exclusive",), characters=six, market="ring"), seed=1)
    assert len(ring.map.market) == 7
    assert len(sides.state.map.market) == 5


@pytest.mark.ruling("S42")
def test_what_an_action_discards_is_in_the_pile_before_it_draws() -> None:
    game = stripped()
    game.play("refresh")
    assert game.market("bubbling_lake") == "red_gem", "the only card there was"


@pytest.mark.ruling("S42")
def test_the_discard_pile_is_shuffled_only_when_a_card_must_be_drawn() -> None:
    game = table("frill", "kit", empty_main_deck=True, deck="")
    last = game.state.discard.pop()
    game.state.deck = [last]
    before = len(game.discard)
    game.play("refresh")
    assert game.state.deck == []
    assert len(game.discard) == before + 1
    assert story(game, DeckShuffled) == []


@pytest.mark.ruling("S41", "S42")
def test_refresh_puts_the_card_on_the_pile_and_the_next_in_its_place() -> None:
    game = table("frill", "kit", market={"bubbling_lake": "red_gem"}, deck="heat_wave")
    game.play("refresh")
    assert game.discard == ["red_gem"]
    assert game.market("bubbling_lake") == "heat_wave"
    assert game.points == 3


# ---------------------------------------------------------------- S38, S39: room and the spell given up

FULL_BOOK = "heavy_hand curse_void red_gem red_gem blue_gem"


@pytest.mark.ruling("S38")
def test_a_spell_given_up_as_the_cost_makes_the_room() -> None:
    game = table("frill", "kit", tokens=PLENTY, books={"frill": FULL_BOOK}, market={"bubbling_lake": "unicorn_rush"})
    game.play(choose(game, "collect unicorn_rush", "drop heavy_hand"))
    assert len(game.book("frill")) == 5
    assert "unicorn_rush" in game.book("frill")
    assert game.discard == ["heavy_hand"]


@pytest.mark.ruling("S38")
def test_a_full_book_names_the_card_that_goes() -> None:
    game = table("frill", "kit", tokens=PLENTY, books={"frill": FULL_BOOK}, market={"bubbling_lake": "heat_wave"})
    drops = {text.rsplit(" drop ", 1)[1] for text in game.legal("collect")}
    assert drops == {"heavy_hand", "curse_void", "red_gem", "blue_gem"}
    game.play(choose(game, "collect heat_wave", "drop blue_gem"))
    assert "heat_wave" in game.book("frill")
    assert game.discard == ["blue_gem"]


@pytest.mark.ruling("S38")
def test_a_full_book_takes_nothing_without_one_going() -> None:
    game = table("frill", "kit", books={"frill": FULL_BOOK}, market={"bubbling_lake": "red_orb"})
    assert game.refused("collect red_orb") == "action/book-full"
    assert game.refused("collect red_orb drop heat_wave") == "action/not-in-book"


@pytest.mark.ruling("S38")
def test_a_book_with_room_discards_nothing() -> None:
    game = table("frill", "kit", books={"frill": "heavy_hand"}, market={"bubbling_lake": "red_orb"})
    assert game.refused("collect red_orb drop heavy_hand") == "action/book-not-full"
    desert = table("frill", "kit", tokens="RG RO", books={"frill": "heavy_hand"}, hexes={"frill": "dusty_desert"})
    assert desert.refused("collect counterspell RG RO drop heavy_hand") == "action/book-not-full"


@pytest.mark.ruling("S38")
def test_a_book_of_nothing_but_counterspells_takes_nothing_more() -> None:
    held = {"frill": "pointed_shield pointed_shield run_away run_away safety_dome"}
    game = table("frill", "kit", counters=held, market={"bubbling_lake": "red_orb"})
    assert not game.legal("collect")
    assert game.refused("collect red_orb") == "action/only-counterspells"


@pytest.mark.ruling("S38")
def test_a_full_book_makes_room_for_a_counterspell_in_the_same_way() -> None:
    game = table(
        "frill", "kit", tokens="RG RO", books={"frill": FULL_BOOK}, hexes={"frill": "dusty_desert"}, counter_deck="run_away"
    )
    assert game.refused("collect counterspell RG RO") == "action/book-full"
    game.play("collect counterspell RG RO drop red_gem")
    assert game.counters("frill") == ["run_away"]


@pytest.mark.ruling("S38")
def test_pack_badger_makes_a_sixth_place_and_no_seventh() -> None:
    game = table(
        "frill",
        "kit",
        packs="exclusive",
        books={"frill": FULL_BOOK},
        market={"bubbling_lake": "red_orb"},
        companions={"frill": "pack_badger"},
        deck="blue_orb",
    )
    game.play("collect red_orb")
    assert len(game.book("frill")) == 6
    assert game.refused("collect blue_orb") == "action/book-full"


@pytest.mark.ruling("S39")
def test_exactly_the_level_asked_for_pays() -> None:
    game = table(
        "frill", "kit", tokens=PLENTY, books={"frill": "heavy_hand unicorn_rush"}, market={"bubbling_lake": "sudden_doom"}
    )
    assert all(text.endswith("drop unicorn_rush") for text in game.legal("collect"))
    assert game.legal("collect")
    lower = table("frill", "kit", tokens=PLENTY, books={"frill": "heavy_hand red_gem"}, market={"bubbling_lake": "sudden_doom"})
    assert not lower.legal("collect")
    with pytest.raises(BadNotation):
        lower.play(choose(game, "collect sudden_doom").replace("unicorn_rush", "heavy_hand"))
    assert lower.refused(choose(game, "collect sudden_doom")) == "action/no-spell-of-level"


@pytest.mark.ruling("S39")
def test_a_conversion_spell_pays_like_an_attack_spell_cast_or_not() -> None:
    game = table(
        "frill",
        "kit",
        dice="RC",
        tokens=PLENTY,
        books={"frill": "curse_void heavy_hand"},
        market={"bubbling_lake": "unicorn_rush"},
    )
    game.play("cast curse_void CC > RG", "cast heavy_hand RG @kit")
    drops = {text.rsplit(" drop ", 1)[1] for text in game.legal("collect")}
    assert drops == {"curse_void", "heavy_hand"}


@pytest.mark.ruling("S39")
def test_of_two_copies_the_one_already_cast_goes() -> None:
    game = table(
        "frill", "kit", tokens=PLENTY, books={"frill": "heavy_hand heavy_hand"}, market={"bubbling_lake": "unicorn_rush"}
    )
    game.play("cast heavy_hand RG @kit", choose(game, "collect unicorn_rush", "drop heavy_hand"))
    game.play("cast heavy_hand RG @kit")
    assert game.refused("cast heavy_hand RG @kit") == "action/already-cast"


# ---------------------------------------------------------------- S3, S40: conversions


def outcomes(spell: str, packs: str = "exclusive+ice_storm", **pool: str) -> set[str]:
    """What a Conversion Spell can do with one resource of a pool: `RG > BG`."""
    game = table("frill", "kit", packs=packs, books={"frill": spell}, dice=pool.get("dice", ""), tokens=pool.get("tokens", ""))
    texts = {text.removeprefix(f"cast {spell} ") for text in game.legal("cast")}
    return {text for text in texts if len(text.split(" > ")[0].split()) == 1}


@pytest.mark.ruling("S3", "S40")
def test_a_converted_die_leaves_the_pool_and_a_token_takes_its_place() -> None:
    game = table("frill", "kit", dice="RC BG", books={"frill": "curse_void"})
    game.play("cast curse_void CC > RG")
    assert game.pool == "RG BG"
    assert game.dice == "BG"
    assert game.legal("reroll") == {"reroll BG"}


@pytest.mark.ruling("S40")
def test_a_conversion_takes_at_least_one_and_each_output_is_chosen() -> None:
    game = table("frill", "kit", dice="RC RC", books={"frill": "curse_void"})
    assert {text for text in game.legal("cast") if text.count("CC") == 2} == {
        "cast curse_void CC CC > RG RG",
        "cast curse_void CC CC > RG BG",
        "cast curse_void CC CC > BG BG",
    }
    assert most("curse_void") >= 2
    assert not table("frill", "kit", dice="RG", books={"frill": "curse_void"}).legal("cast")


@pytest.mark.ruling("S40")
def test_metamorphosis_and_energy_bloom_only_swap_red_and_blue() -> None:
    assert outcomes("energy_bloom", tokens="RG BG PG") == {"RG > BG", "BG > RG"}
    assert outcomes("metamorphosis", tokens="RO BO PO") == {"RO > BO", "BO > RO"}


@pytest.mark.ruling("S40")
def test_keeping_the_colour_keeps_purple_purple() -> None:
    assert outcomes("crystallization", tokens="RG BG PG") == {"RG > RO", "BG > BO", "PG > PO"}
    assert outcomes("luminous_glow", tokens="RO BO PO") == {"RO > RG", "BO > BG", "PO > PG"}


@pytest.mark.ruling("S40")
def test_the_syntheses_turn_a_purple_into_their_own_colour() -> None:
    assert outcomes("sapphire_synthesis", tokens="BG BO PG PO RG RO") == {"BG > BO", "BO > BG", "PG > BO", "PO > BG"}
    assert outcomes("ruby_synthesis", tokens="BG BO PG PO RG RO") == {"RG > RO", "RO > RG", "PG > RO", "PO > RG"}


@pytest.mark.ruling("S40")
def test_copies_are_tokens_and_a_purples_copy_is_purple() -> None:
    game = table("frill", "kit", dice="PG RO", books={"frill": "gem_duplication"})
    game.play("cast gem_duplication > PG")
    assert game.pool == "PG PG RO"
    assert game.dice == "PG RO"
    assert game.refused("cast gem_duplication > PG") == "action/already-cast"
    orbs = table("frill", "kit", dice="PO", tokens="PG", books={"frill": "orb_duplication"})
    assert orbs.legal("cast") == {"cast orb_duplication > PO"}


@pytest.mark.ruling("S40")
def test_nothing_is_copied_that_is_not_there() -> None:
    game = table("frill", "kit", dice="RG", books={"frill": "gem_duplication"})
    assert game.refused("cast gem_duplication > BG") == "action/cannot-pay"
    assert game.refused("cast gem_duplication > RG RG") == "action/cannot-pay"
    assert not table("frill", "kit", books={"frill": "gem_duplication"}).legal("cast")


@pytest.mark.ruling("S40")
def test_gains_are_tokens() -> None:
    game = table("frill", "kit", packs="exclusive", dice="RG RO", books={"frill": "twilight_bloom"})
    game.play(choose(game, "cast twilight_bloom"))
    assert game.dice == ""
    assert set(game.pool.split()) == {"SF"}
    resource = table("frill", "kit", dice="BG", books={"frill": "red_gem"}).play("use red_gem")
    assert resource.dice == "BG"
    assert resource.pool == given("red_gem") + " BG"


@pytest.mark.ruling("S40")
def test_thaw_may_be_cast_without_a_status_and_a_purple_orb_gives_a_purple_gem() -> None:
    assert outcomes("thaw", tokens="RO BO PO") == {"RO > RG", "BO > BG", "PO > PG"}
    game = table("frill", "kit", packs="base+ice_storm", tokens="PO", books={"frill": "thaw"})
    game.play("cast thaw PO > PG")
    assert game.pool == "PG"
    assert game.statuses("frill") == ""
