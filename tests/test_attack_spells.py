"""Attack Spells: what each deals, to whom, how far, for what, and what it refuses."""

from __future__ import annotations

import pytest

from casting_shadows.engine import BadNotation
from tests.table import Table, table
from tests.values import (
    ATTACKS,
    AWAY,
    ENEMY_SPELLS,
    EVERYTHING,
    HEX_SPELLS,
    RANGES,
    card,
    damage,
    listed,
    paid,
    paid_in_purple,
    refuses,
    sizes,
    spent,
    succeeds,
    supply,
)

pytestmark = pytest.mark.T01

DISTANCES = range(len(AWAY))
COLOURED = [name for name in ATTACKS if set(spent(name, 1)) & {"RG", "BG"}]
GEM_SPELLS = [name for name in ATTACKS if set(spent(name, 1)) & {"RG", "BG", "G"}]
CRYSTAL_SPELLS = [name for name in ATTACKS if set(spent(name, 1)) == {"CC"}]
OTHER_COLOUR = {"RG": "BG", "BG": "RG"}


def duel(spell: str, resources: str, away: int, beside: int = 3, book: str = "", points: int = 4) -> Table:
    """Frill with a spell, Kit so many hexes away, Nuzzle and Haze on other hexes that far."""
    return table(
        "frill",
        "kit",
        "nuzzle",
        "haze",
        packs=EVERYTHING,
        layout="ten",
        hexes={"frill": AWAY[0], "kit": AWAY[away], "nuzzle": AWAY[beside], "haze": "tidal_grotto"},
        books={"frill": book or spell},
        points=points,
        **supply(resources),
    )


def cast(spell: str, resources: str, away: int) -> str:
    """The action with which Frill aims a spell at Kit."""
    return f"cast {spell} {resources} {AWAY[away] if spell in HEX_SPELLS else '@kit'}"


def near(spell: str) -> int:
    """The shortest distance a spell reaches."""
    return card(spell).range[0]


def reaches(spell: str, away: int) -> bool:
    low, high = card(spell).range
    return low <= away <= high


def test_the_hexes_of_these_tests_are_as_far_apart_as_they_say() -> None:
    game = duel("heavy_hand", "", 1)
    steps = game.state.map.distance[game.state.box.hex_number[AWAY[0]]]
    assert [steps[game.state.box.hex_number[tile]] for tile in AWAY] == list(DISTANCES)


@pytest.mark.parametrize(("spell", "size"), succeeds((spell, size) for spell in ATTACKS for size in sizes(spell)))
def test_an_attack_spell_deals_the_damage_of_what_was_spent_for_one_action_point(spell: str, size: int) -> None:
    price = paid(spent(spell, size))
    game = duel(spell, price, near(spell))
    game.play(cast(spell, price, near(spell)))
    assert game.hp("kit") == 18 - damage(spell, size)
    assert game.hp("frill") == game.hp("nuzzle") == game.hp("haze") == 18
    assert game.pool == ""
    assert game.points == 3
    assert game.book("frill") == [spell]


@pytest.mark.parametrize(("spell", "size"), succeeds((spell, size) for spell in GEM_SPELLS for size in sizes(spell)))
def test_purple_gems_pay_for_gems_of_either_colour(spell: str, size: int) -> None:
    price = paid_in_purple(spent(spell, size))
    game = duel(spell, price, near(spell))
    game.play(cast(spell, price, near(spell)))
    assert game.hp("kit") == 18 - damage(spell, size)
    assert game.pool == ""


@pytest.mark.parametrize(
    ("spell", "away"), succeeds((spell, away) for spell in ATTACKS for away in DISTANCES if reaches(spell, away))
)
def test_an_attack_spell_reaches_every_distance_of_its_range(spell: str, away: int) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, price, away)
    game.play(cast(spell, price, away))
    assert game.hp("kit") == 18 - damage(spell, 1)


@pytest.mark.parametrize(
    ("spell", "away"), refuses((spell, away) for spell in ATTACKS for away in DISTANCES if not reaches(spell, away))
)
def test_an_attack_spell_reaches_nobody_nearer_or_farther(spell: str, away: int) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, price, away)
    assert game.refused(cast(spell, price, away)) == "action/out-of-range"
    assert not game.legal(f"cast {spell} {price} {AWAY[away]}")


@pytest.mark.parametrize(
    ("name", "away"),
    [
        *succeeds((name, away) for name, (low, high) in RANGES.items() for away in DISTANCES if low <= away <= high),
        *refuses((name, away) for name, (low, high) in RANGES.items() for away in DISTANCES if not low <= away <= high),
    ],
)
def test_each_of_the_five_range_types_reaches_what_it_shows(name: str, away: int) -> None:
    spell = next(spell for spell in ATTACKS if card(spell).range == RANGES[name])
    price = paid(spent(spell, 1))
    low, high = RANGES[name]
    assert (cast(spell, price, away) in duel(spell, price, away).legal()) == (low <= away <= high)


@pytest.mark.parametrize("spell", succeeds(HEX_SPELLS))
def test_a_hex_spell_hits_every_enemy_on_the_hex_and_nobody_else(spell: str) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, price, near(spell), beside=near(spell))
    game.play(cast(spell, price, near(spell)))
    assert game.hp("kit") == game.hp("nuzzle") == 18 - damage(spell, 1)
    assert game.hp("haze") == game.hp("frill") == 18


@pytest.mark.parametrize("spell", refuses(HEX_SPELLS))
def test_a_hex_spell_is_not_cast_on_a_hex_without_enemies(spell: str) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, price, away=3)
    assert game.refused(cast(spell, price, near(spell))) == "action/no-enemy-there"


@pytest.mark.parametrize("spell", refuses(ENEMY_SPELLS))
def test_an_enemy_spell_leaves_alone_whoever_stands_beside_its_target(spell: str) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, price, near(spell), beside=near(spell))
    game.play(cast(spell, price, near(spell)))
    assert game.hp("kit") == 18 - damage(spell, 1)
    assert game.hp("nuzzle") == 18
    assert not game.statuses("nuzzle")


@pytest.mark.parametrize("spell", refuses(ENEMY_SPELLS))
def test_an_enemy_spell_is_never_aimed_at_its_own_caster(spell: str) -> None:
    price = paid(spent(spell, 1))
    assert duel(spell, price, near(spell)).refused(f"cast {spell} {price} @frill") == "action/no-enemy"


@pytest.mark.parametrize(("spell", "size"), refuses((spell, size) for spell in ATTACKS for size in sizes(spell)))
def test_an_attack_spell_is_not_cast_with_a_resource_too_few(spell: str, size: int) -> None:
    price = paid(spent(spell, size))
    game = duel(spell, " ".join(price.split()[1:]), near(spell))
    assert game.refused(cast(spell, price, near(spell))) == "action/cannot-pay"


@pytest.mark.parametrize("spell", refuses(ATTACKS))
def test_an_attack_spell_takes_at_least_one_resource_and_no_more_than_its_most(spell: str) -> None:
    full = spent(spell, max(sizes(spell)))
    game = duel(spell, paid([*full, full[0]]), near(spell))
    payments = {len(action.split()) - 3 for action in game.legal("cast")}
    assert payments == {len(spent(spell, size)) for size in sizes(spell)}


@pytest.mark.parametrize("spell", refuses(COLOURED))
def test_a_gem_of_the_other_colour_does_not_pay(spell: str) -> None:
    first, *rest = spent(spell, max(sizes(spell)))
    wrong = listed([OTHER_COLOUR[first]] * (1 + len(rest)))
    assert not duel(spell, wrong, near(spell)).legal("cast")


@pytest.mark.parametrize("spell", refuses(GEM_SPELLS))
def test_orbs_fragments_and_crystals_do_not_pay_for_gems(spell: str) -> None:
    assert not duel(spell, "RO RO BO BO PO PO SF SF CC CC CC", near(spell)).legal("cast")


@pytest.mark.parametrize("spell", refuses(CRYSTAL_SPELLS))
def test_gems_orbs_and_fragments_do_not_pay_for_crystals(spell: str) -> None:
    assert not duel(spell, "RG RG BG BG PG PG RO BO PO SF SF SF", near(spell)).legal("cast")


@pytest.mark.parametrize("spell", refuses(ATTACKS))
def test_an_attack_spell_is_cast_once_a_turn(spell: str) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, f"{price} {price}", near(spell))
    game.play(cast(spell, price, near(spell)))
    assert game.refused(cast(spell, price, near(spell))) == "action/already-cast"


@pytest.mark.parametrize("spell", succeeds(spell for spell in ATTACKS if card(spell).copies > 1))
def test_a_spell_owned_twice_is_cast_twice(spell: str) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, f"{price} {price} {price}", near(spell), book=f"{spell} {spell}")
    game.play(cast(spell, price, near(spell)), cast(spell, price, near(spell)))
    assert game.hp("kit") == 18 - 2 * damage(spell, 1)
    assert game.refused(cast(spell, price, near(spell))) == "action/already-cast"


@pytest.mark.parametrize("spell", refuses(ATTACKS))
def test_an_attack_spell_is_not_cast_by_someone_without_it_or_without_action_points(spell: str) -> None:
    price = paid(spent(spell, 1))
    other = "curse_void"
    assert duel(spell, price, near(spell), book=other).refused(cast(spell, price, near(spell))) == "action/not-in-book"
    assert duel(spell, price, near(spell), points=0).refused(cast(spell, price, near(spell))) == "action/no-points"


@pytest.mark.parametrize("spell", succeeds(spell for spell in ATTACKS if card(spell).freeze or card(spell).stun))
def test_a_spell_of_the_ice_storm_marks_whom_it_damages(spell: str) -> None:
    price = paid(spent(spell, 1))
    game = duel(spell, price, near(spell))
    game.play(cast(spell, price, near(spell)))
    assert game.statuses("kit") == ("F" if card(spell).freeze else "") + ("S" if card(spell).stun else "")
    assert game.statuses("frill") == game.statuses("nuzzle") == ""


@pytest.mark.parametrize("spell", refuses(spell for spell in ATTACKS if card(spell).freeze or card(spell).stun))
def test_a_spell_of_the_ice_storm_that_did_no_damage_marks_nobody(spell: str) -> None:
    price = paid(spent(spell, 1))
    game = table(
        "frill",
        "kit",
        packs=EVERYTHING,
        layout="ten",
        hexes={"frill": AWAY[0], "kit": AWAY[near(spell)]},
        books={"frill": spell},
        counters={"kit": "safety_dome"},
        **supply(price),
    )
    game.play(cast(spell, price, near(spell)), "counter safety_dome")
    assert game.hp("kit") == 18
    assert game.statuses("kit") == ""


@pytest.mark.success("frost_nip", "glacial_spear", "hailstorm", "static_spark", "thunderclap", "absolute_zero")
def test_the_ice_storms_spells_freeze_stun_or_do_both() -> None:
    freezing = {spell for spell in ATTACKS if card(spell).freeze}
    stunning = {spell for spell in ATTACKS if card(spell).stun}
    assert freezing == {"frost_nip", "glacial_spear", "hailstorm", "absolute_zero"}
    assert stunning == {"static_spark", "thunderclap", "absolute_zero"}


@pytest.mark.success("heavy_hand")
def test_heavy_hand_deals_4_at_most() -> None:
    price = paid(spent("heavy_hand", max(sizes("heavy_hand"))))
    assert duel("heavy_hand", price, 1).play(f"cast heavy_hand {price} @kit").hp("kit") == 18 - 4


@pytest.mark.success("unicorn_rush")
def test_unicorn_rush_deals_6_at_most() -> None:
    price = paid(spent("unicorn_rush", max(sizes("unicorn_rush"))))
    assert duel("unicorn_rush", price, 1).play(f"cast unicorn_rush {price} @kit").hp("kit") == 18 - 6


@pytest.mark.success("spectral_slap")
def test_spectral_slap_takes_a_red_and_a_blue_gem_and_a_purple_one_may_stand_for_either() -> None:
    game = duel("spectral_slap", "RG BG PG PG", 1)
    prices = {action.removeprefix("cast spectral_slap ").removesuffix(f" {AWAY[1]}") for action in game.legal("cast")}
    assert prices == {"RG BG", "RG PG", "BG PG", "PG PG"}


@pytest.mark.refusal("spectral_slap")
def test_spectral_slap_is_not_cast_with_one_gem_or_with_two_of_a_colour() -> None:
    assert not duel("spectral_slap", "RG RG", 1).legal("cast")
    assert not duel("spectral_slap", "BG BG", 1).legal("cast")
    assert not duel("spectral_slap", "PG", 1).legal("cast")
    with pytest.raises(BadNotation):
        duel("spectral_slap", "RG RG", 1).play(f"cast spectral_slap RG RG {AWAY[1]}")


@pytest.mark.parametrize("spell", succeeds(CRYSTAL_SPELLS))
def test_cursed_crystals_spent_on_a_spell_hurt_only_its_target(spell: str) -> None:
    most = max(sizes(spell))
    price = paid(spent(spell, most))
    game = duel(spell, price, 1)
    game.play(cast(spell, price, 1)).rolls("GGGGG").play("end")
    assert game.hp("kit") == 18 - damage(spell, most)
    assert game.hp("frill") == 18


@pytest.mark.parametrize("spell", refuses(CRYSTAL_SPELLS))
def test_a_cursed_crystal_not_spent_still_hurts_the_caster(spell: str) -> None:
    game = duel(spell, "CC CC", 1)
    game.play(cast(spell, "CC", 1)).rolls("GGGGG").play("end")
    assert game.hp("frill") == 17


@pytest.mark.success("fatal_fronds", "personal_space")
def test_on_one_hex_fatal_fronds_hits_all_and_personal_space_one() -> None:
    game = duel("fatal_fronds", "RG RG", 0, beside=0, book="fatal_fronds personal_space")
    game.play(f"cast fatal_fronds RG {AWAY[0]}")
    assert game.hp("kit") == game.hp("nuzzle") == 18 - damage("fatal_fronds", 1)
    game.play("cast personal_space RG @nuzzle")
    assert game.hp("kit") == 18 - damage("fatal_fronds", 1)
    assert game.hp("nuzzle") == 18 - damage("fatal_fronds", 1) - damage("personal_space", 1)


@pytest.mark.refusal("fatal_fronds", "personal_space")
def test_fatal_fronds_and_personal_space_are_for_ones_own_hex_only() -> None:
    game = duel("fatal_fronds", "RG RG", 1, beside=1, book="fatal_fronds personal_space")
    assert not game.legal("cast")


@pytest.mark.success("kinetic_wave")
@pytest.mark.refusal("kinetic_wave")
def test_kinetic_wave_hits_a_hex_two_away_but_not_the_casters_own() -> None:
    game = duel("kinetic_wave", "BG BG", 2, beside=0)
    assert game.legal("cast kinetic_wave BG BG") == {f"cast kinetic_wave BG BG {AWAY[2]}"}


@pytest.mark.success("sudden_doom", "total_eclipse", "undertow", "riptide", "ember_lash")
def test_a_hex_spell_on_ones_own_hex_spares_its_caster() -> None:
    for spell in ("sudden_doom", "total_eclipse", "undertow", "riptide", "ember_lash"):
        price = paid(spent(spell, 1))
        game = duel(spell, price, 0).play(cast(spell, price, 0))
        assert game.hp("kit") == 18 - damage(spell, 1)
        assert game.hp("frill") == 18


@pytest.mark.refusal("infernal_assault", "magma_hand", "absolute_zero", "undertow", "total_eclipse")
def test_even_the_widest_range_ends_two_hexes_away() -> None:
    for spell in ("infernal_assault", "magma_hand", "absolute_zero", "undertow", "total_eclipse"):
        price = paid(spent(spell, 1))
        assert duel(spell, price, 2).legal("cast")
        assert not duel(spell, price, 3).legal("cast")
