"""Conversion Spells: what each turns into what, how much of it, and what it leaves alone."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadNotation
from casting_shadows.engine.model.resources import pool_text
from tests.table import Table, table
from tests.values import CONVERSIONS, EVERYTHING, ORDER, card, listed, most, paid, paid_in_purple, refuses, succeeds, supply

pytestmark = pytest.mark.T01

CONVERTS = {
    "curse_void": {"CC": ["RG", "BG"]},
    "metamorphosis": {"RO": ["BO"], "BO": ["RO"]},
    "energy_bloom": {"RG": ["BG"], "BG": ["RG"]},
    "crystallization": {"RG": ["RO"], "BG": ["BO"], "PG": ["PO"]},
    "luminous_glow": {"RO": ["RG"], "BO": ["BG"], "PO": ["PG"]},
    "sapphire_synthesis": {"BG": ["BO"], "PG": ["BO"], "BO": ["BG"], "PO": ["BG"]},
    "ruby_synthesis": {"RG": ["RO"], "PG": ["RO"], "RO": ["RG"], "PO": ["RG"]},
    "shadow_siphon": {"RG": ["SF"], "BG": ["SF"], "PG": ["SF"]},
    "curse_mirror": {"CC": ["RO", "BO"]},
    "thaw": {"RO": ["RG"], "BO": ["BG"], "PO": ["PG"]},
    "black_ice": {"CC": ["BG"]},
}
"""What one resource may turn into, card by card."""
COPIES = {"gem_duplication": ["RG", "BG", "PG"], "orb_duplication": ["RO", "BO", "PO"]}
"""What each card copies."""
SINGLE = [(spell, start, end) for spell, turns in CONVERTS.items() for start, ends in turns.items() for end in ends]


def caster(spell: str, resources: str, points: int = 4, book: str = "") -> Table:
    """Frill with a spell and resources."""
    return table("frill", "kit", packs=EVERYTHING, books={"frill": book or spell}, points=points, **supply(resources))


def simplest(spell: str) -> tuple[str, str]:
    """What has to be in the pool for the smallest cast of a spell, and that cast."""
    if spell in COPIES:
        return COPIES[spell][0], f"cast {spell} > {COPIES[spell][0]}"
    if spell in CONVERTS:
        start, ends = next(iter(CONVERTS[spell].items()))
        return start, f"cast {spell} {start} > {ends[0]}"
    row = card(spell)
    assert row.spend is not None
    price = paid(row.spend.symbols)
    return price, f"cast {spell} {price} > {pool_text(row.gain)}"


def test_these_are_all_conversion_spells() -> None:
    assert {*CONVERTS, *COPIES, "twilight_bloom"} == set(CONVERSIONS)


@pytest.mark.parametrize(("spell", "start", "end"), succeeds(SINGLE))
def test_a_conversion_turns_one_resource_into_another_for_one_action_point(spell: str, start: str, end: str) -> None:
    game = caster(spell, start).play(f"cast {spell} {start} > {end}")
    assert game.pool == end
    assert game.dice == ""
    assert game.points == 3
    assert game.book("frill") == [spell]


@pytest.mark.parametrize("spell", refuses(CONVERTS))
def test_a_conversion_turns_nothing_into_anything_else(spell: str) -> None:
    game = caster(spell, " ".join(ORDER))
    single = {action for action in game.legal("cast") if len(action.split()) == 5}
    assert single == {f"cast {spell} {start} > {end}" for _, start, end in SINGLE if _ == spell}


@pytest.mark.parametrize("spell", succeeds(CONVERTS))
def test_a_conversion_takes_its_most_at_once_each_turned_as_its_caster_likes(spell: str) -> None:
    start, ends = next(iter(CONVERTS[spell].items()))
    before = listed([start] * most(spell))
    after = listed((ends * most(spell))[: most(spell)])
    assert caster(spell, before).play(f"cast {spell} {before} > {after}").pool == after


@pytest.mark.parametrize("spell", refuses([*CONVERTS, *COPIES]))
def test_a_conversion_takes_no_more_than_its_most(spell: str) -> None:
    kinds = COPIES.get(spell) or list(CONVERTS[spell])
    game = caster(spell, listed([kinds[0]] * (most(spell) + 1)))
    gained = {len(action.partition(" > ")[2].split()) for action in game.legal("cast")}
    assert max(gained) == most(spell)
    assert 0 not in gained


@pytest.mark.parametrize("spell", refuses(CONVERTS))
def test_a_conversion_is_not_cast_without_a_resource_it_takes(spell: str) -> None:
    others = [kind for kind in ORDER if kind not in CONVERTS[spell]]
    assert caster(spell, listed(others * 3)).legal("cast") == set()


@pytest.mark.parametrize("spell", refuses(CONVERSIONS))
def test_a_conversion_is_not_cast_with_an_empty_pool(spell: str) -> None:
    _, action = simplest(spell)
    assert caster(spell, "").refused(action) == "action/cannot-pay"


@pytest.mark.parametrize("spell", refuses(CONVERSIONS))
def test_a_conversion_is_cast_once_a_turn(spell: str) -> None:
    price, action = simplest(spell)
    game = caster(spell, f"{price} {price}").play(action)
    assert game.refused(action) == "action/already-cast"


@pytest.mark.parametrize("spell", refuses(CONVERSIONS))
def test_a_conversion_is_not_cast_without_the_card_or_without_action_points(spell: str) -> None:
    price, action = simplest(spell)
    assert caster(spell, price, book="heavy_hand").refused(action) == "action/not-in-book"
    assert caster(spell, price, points=0).refused(action) == "action/no-points"


@pytest.mark.parametrize("spell", succeeds(COPIES))
def test_a_duplication_adds_copies_and_keeps_what_it_copies(spell: str) -> None:
    for kind in COPIES[spell]:
        game = caster(spell, kind).play(f"cast {spell} > {kind}")
        assert game.pool == f"{kind} {kind}"
        assert game.points == 3


@pytest.mark.parametrize("spell", succeeds(COPIES))
def test_a_duplication_may_copy_different_ones_and_a_purple_ones_copy_is_purple(spell: str) -> None:
    chosen = listed(COPIES[spell][-most(spell) :])
    game = caster(spell, chosen).play(f"cast {spell} > {chosen}")
    assert game.pool == listed(f"{chosen} {chosen}".split())


@pytest.mark.parametrize("spell", refuses(COPIES))
def test_a_duplication_copies_each_resource_once_and_only_its_own_kind(spell: str) -> None:
    first = COPIES[spell][0]
    assert caster(spell, first).refused(f"cast {spell} > {first} {first}") == "action/cannot-pay"
    others = [kind for kind in ORDER if kind not in COPIES[spell]]
    assert caster(spell, listed(others)).legal("cast") == set()


@pytest.mark.success("gem_duplication")
def test_the_gem_that_is_copied_stays_a_die_and_its_copy_is_none() -> None:
    game = table("frill", "kit", dice="RG", books={"frill": "gem_duplication"}).play("cast gem_duplication > RG")
    assert game.pool == "RG RG"
    assert game.dice == "RG"
    assert game.legal("reroll") == {"reroll RG"}


@pytest.mark.success("twilight_bloom")
def test_twilight_bloom_spends_a_gem_and_an_orb_of_any_colour_for_shadow_fragments() -> None:
    row = card("twilight_bloom")
    assert row.spend is not None
    for price in (paid(row.spend.symbols), paid_in_purple(row.spend.symbols), "BG RO"):
        game = caster("twilight_bloom", price).play(f"cast twilight_bloom {price} > {pool_text(row.gain)}")
        assert game.pool == pool_text(row.gain)
        assert set(game.pool.split()) == {"SF"}


@pytest.mark.refusal("twilight_bloom")
def test_twilight_bloom_is_not_cast_with_gems_alone_or_orbs_alone() -> None:
    assert not caster("twilight_bloom", "RG RG BG PG").legal("cast")
    assert not caster("twilight_bloom", "RO RO BO PO SF").legal("cast")


@pytest.mark.success("shadow_siphon")
def test_shadow_fragments_made_by_a_spell_are_absorbed_like_any() -> None:
    game = caster("shadow_siphon", "RG").play("cast shadow_siphon RG > SF", "end", "absorb 1")
    assert game.energy("frill") == 1


@pytest.mark.parametrize("spell", succeeds(["curse_void", "curse_mirror", "black_ice"]))
def test_a_converted_cursed_crystal_hurts_nobody(spell: str) -> None:
    game = caster(spell, "CC").play(simplest(spell)[1]).rolls("GGGGG").play("end")
    assert game.hp("frill") == 18


@pytest.mark.parametrize("spell", refuses(["curse_void", "curse_mirror", "black_ice"]))
def test_a_cursed_crystal_left_over_still_hurts(spell: str) -> None:
    game = caster(spell, "CC CC").play(simplest(spell)[1]).rolls("GGGGG").play("end")
    assert game.hp("frill") == 17


@pytest.mark.success("curse_void")
def test_curse_void_makes_a_red_and_a_blue_gem_at_once() -> None:
    assert caster("curse_void", "CC CC").play("cast curse_void CC CC > RG BG").pool == "RG BG"


@pytest.mark.refusal("curse_void", "black_ice")
def test_no_crystal_becomes_purple_and_black_ice_makes_no_red() -> None:
    with pytest.raises(BadNotation):
        caster("curse_void", "CC").play("cast curse_void CC > PG")
    with pytest.raises(BadNotation):
        caster("black_ice", "CC").play("cast black_ice CC > RG")


@pytest.mark.refusal("metamorphosis", "energy_bloom")
def test_purple_is_not_swapped_for_the_same_thing_in_red_or_blue() -> None:
    assert not caster("metamorphosis", "PO").legal("cast")
    assert not caster("energy_bloom", "PG").legal("cast")


@pytest.mark.success("sapphire_synthesis", "ruby_synthesis")
def test_a_synthesis_turns_gems_and_orbs_at_once_and_purple_into_its_colour() -> None:
    assert caster("sapphire_synthesis", "BG PO").play("cast sapphire_synthesis BG PO > BG BO").pool == "BG BO"
    assert caster("ruby_synthesis", "PG RO").play("cast ruby_synthesis PG RO > RG RO").pool == "RG RO"


@pytest.mark.refusal("sapphire_synthesis", "ruby_synthesis")
def test_a_synthesis_leaves_the_other_colour_alone() -> None:
    assert not caster("sapphire_synthesis", "RG RO").legal("cast")
    assert not caster("ruby_synthesis", "BG BO").legal("cast")


@pytest.mark.refusal("crystallization", "luminous_glow")
def test_a_converted_die_is_a_token_and_cannot_be_rerolled() -> None:
    game = table("frill", "kit", dice="RG BO", books={"frill": "crystallization luminous_glow"})
    game.play("cast crystallization RG > RO")
    assert game.refused("reroll RO") == "action/no-such-dice"
    game.play("cast luminous_glow BO > BG")
    assert not game.legal("reroll")


@pytest.mark.success("thaw")
def test_thaw_takes_freeze_and_stun_away_so_that_one_may_travel_again() -> None:
    game = table("frill", "kit", packs=EVERYTHING, books={"frill": "thaw"}, tokens="PO", frozen="frill", stunned="frill")
    assert game.refused("travel ancient_rune") == "action/frozen"
    game.play("cast thaw PO > PG", "travel ancient_rune")
    assert game.statuses("frill") == ""
    assert game.pool == "PG"


@pytest.mark.refusal("thaw")
def test_thaw_helps_nobody_else_and_brings_no_die_back() -> None:
    game = table("frill", "kit", packs=EVERYTHING, books={"frill": "thaw"}, dice="RO RG BG BG", stunned="frill kit")
    game.play("cast thaw RO > RG")
    assert game.statuses("frill") == ""
    assert game.statuses("kit") == "S"
    assert game.dice == "RG BG BG"


@pytest.mark.success("thaw")
def test_thaw_may_be_cast_without_a_status() -> None:
    assert caster("thaw", "BO").play("cast thaw BO > BG").pool == "BG"
