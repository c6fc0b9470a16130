"""Rulings S7, S13, S25, S26: at whom, how far an attack reaches, and which hexes it looks at when."""

from __future__ import annotations

import pytest

from casting_shadows.engine.model.events import CounterspellUsed, Damaged, Missed, Moved
from tests.ruling_values import FULL, own_pack, story
from tests.table import Table, table
from tests.values import card, character, damage, tile

pytestmark = pytest.mark.T01

# ---------------------------------------------------------------- S7: for less, for nothing, at nobody


@pytest.mark.ruling("S7")
def test_a_caster_may_spend_fewer_than_the_most() -> None:
    game = table("frill", "kit", tokens="RG RG", books={"frill": "heavy_hand"})
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)
    assert game.pool == "RG"


@pytest.mark.ruling("S7")
def test_a_cast_spends_at_least_one_resource() -> None:
    game = table("frill", "kit", books={"frill": "heavy_hand curse_void"})
    assert not game.legal("cast")
    assert game.refused("cast heavy_hand RG @kit") == "action/cannot-pay"


@pytest.mark.ruling("S7", "S47")
def test_an_enemy_out_of_range_cannot_be_aimed_at() -> None:
    game = table("frill", "kit", tokens="RG", books={"frill": "heavy_hand"}, hexes={"kit": "glowing_mines"})
    assert game.refused("cast heavy_hand RG @kit") == "action/out-of-range"
    assert not game.legal("cast")


@pytest.mark.ruling("S7")
def test_a_hex_with_nobody_on_it_cannot_be_aimed_at() -> None:
    game = table("frill", "kit", tokens="RG BG", books={"frill": "spectral_slap"})
    assert game.refused("cast spectral_slap RG BG ancient_rune") == "action/no-enemy-there"
    assert game.legal("cast") == {"cast spectral_slap RG BG amber_mountain"}


@pytest.mark.ruling("S7")
def test_the_casters_own_hex_needs_an_enemy_on_it_too() -> None:
    game = table("frill", "kit", tokens="RG", books={"frill": "fatal_fronds"})
    assert game.refused("cast fatal_fronds RG bubbling_lake") == "action/no-enemy-there"


# ---------------------------------------------------------------- S13: Watchful Owl


@pytest.mark.ruling("S13")
def test_the_owl_lengthens_a_range_of_1_to_1_2() -> None:
    game = table(
        "frill",
        "kit",
        packs="exclusive",
        tokens="RG",
        books={"frill": "heat_wave"},
        companions={"frill": "watchful_owl"},
        hexes={"kit": "glowing_mines"},
    )
    game.play("cast heat_wave RG @kit")
    assert game.hp("kit") == FULL - damage("heat_wave", 1)


@pytest.mark.ruling("S13")
def test_the_owl_leaves_the_minimum_as_it_is() -> None:
    game = table(
        "frill",
        "kit",
        packs="exclusive",
        tokens="RG",
        books={"frill": "heat_wave"},
        companions={"frill": "watchful_owl"},
        hexes={"kit": "bubbling_lake"},
    )
    assert game.refused("cast heat_wave RG @kit") == "action/out-of-range"


@pytest.mark.ruling("S13")
def test_the_owl_lengthens_a_range_of_0_to_0_1_and_no_farther() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs="exclusive",
        tokens="RG",
        books={"frill": "fatal_fronds"},
        companions={"frill": "watchful_owl"},
        hexes={"nuzzle": "dusty_desert"},
    )
    assert game.legal("cast") == {"cast fatal_fronds RG amber_mountain"}
    assert game.refused("cast fatal_fronds RG dusty_desert") == "action/out-of-range"


@pytest.mark.ruling("S13", "S25")
def test_the_owls_longer_reach_also_counts_for_who_runs() -> None:
    game = table(
        "frill",
        "kit",
        packs="exclusive",
        tokens="RG",
        books={"frill": "heavy_hand"},
        companions={"frill": "watchful_owl"},
        counters={"kit": "run_away"},
        hexes={"kit": "ancient_rune"},
    )
    game.play("cast heavy_hand RG @kit", "counter run_away dusty_desert")
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)


# ---------------------------------------------------------------- S25: out of reach


def runner(spell: str, pay: str, target: str, to: str, frill: str = "bubbling_lake", kit: str = "ancient_rune") -> Table:
    """Frill casts at Kit, who runs."""
    game = table(
        "frill", "kit", tokens="RG BG", books={"frill": spell}, counters={"kit": "run_away"}, hexes={"frill": frill, "kit": kit}
    )
    return game.play(f"cast {spell} {pay} {target}", f"counter run_away {to}")


@pytest.mark.ruling("S25")
def test_running_beyond_the_range_makes_a_spell_at_one_enemy_miss() -> None:
    game = runner("heavy_hand", "RG", "@kit", "dusty_desert")
    assert game.hp("kit") == FULL
    assert game.hex("kit") == "dusty_desert"
    assert story(game, CounterspellUsed, Missed, Damaged) == ["CounterspellUsed kit", "Missed kit"]


@pytest.mark.ruling("S25")
def test_running_inside_the_minimum_of_a_range_makes_it_miss_too() -> None:
    game = runner("heat_wave", "RG", "@kit", "bubbling_lake")
    assert card("heat_wave").range == (1, 1)
    assert game.hp("kit") == FULL
    assert game.hex("kit") == "bubbling_lake"


@pytest.mark.ruling("S25")
def test_running_within_the_range_is_allowed_and_helps_nothing() -> None:
    game = runner("heavy_hand", "RG", "@kit", "amber_mountain")
    assert game.hex("kit") == "amber_mountain"
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)


@pytest.mark.ruling("S25")
def test_a_spell_at_a_hex_misses_whoever_leaves_that_hex() -> None:
    game = runner("spectral_slap", "RG BG", "ancient_rune", "amber_mountain")
    assert game.hp("kit") == FULL


@pytest.mark.ruling("S25")
def test_the_move_must_change_the_hex() -> None:
    game = table("frill", "kit", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "run_away"})
    game.play("cast heavy_hand RG @kit")
    assert game.refused("counter run_away amber_mountain") == "action/same-hex"
    assert game.refused("counter run_away glowing_mines") == "action/not-adjacent"


@pytest.mark.ruling("S25")
def test_vanish_leads_to_any_other_hex() -> None:
    game = table("frill", "kit", packs="exclusive", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "vanish"})
    game.play("cast heavy_hand RG @kit")
    others = {game.state.box.table.tiles[place] for place in game.state.map.tiles} - {"amber_mountain"}
    assert game.legal("counter") == {f"counter vanish {other}" for other in others}
    assert game.refused("counter vanish amber_mountain") == "action/same-hex"
    game.play("counter vanish glowing_mines")
    assert game.hp("kit") == FULL


@pytest.mark.ruling("S25")
def test_nuzzle_and_tusk_miss_whoever_leaves_the_hex() -> None:
    game = table(
        "nuzzle", "frill", energy={"nuzzle": 5}, shadow="nuzzle", hexes={"frill": "ancient_rune"}, counters={"frill": "run_away"}
    )
    game.play("ability ancient_rune", f"counter run_away {game.hex('nuzzle')}")
    assert game.hp("frill") == FULL
    game = table(
        "tusk",
        "frill",
        packs="exclusive",
        energy={"tusk": 5},
        shadow="tusk",
        hexes={"frill": "ancient_rune"},
        counters={"frill": "run_away"},
    )
    game.play("ability @frill ancient_rune", "counter run_away dusty_desert")
    assert game.hp("frill") == FULL


@pytest.mark.ruling("S25")
def test_a_miss_brings_no_status() -> None:
    game = table(
        "frill",
        "kit",
        packs="base+ice_storm",
        tokens="BG",
        books={"frill": "frost_nip"},
        counters={"kit": "run_away"},
        hexes={"kit": "ancient_rune"},
    )
    game.play("cast frost_nip BG @kit", "counter run_away dusty_desert")
    assert game.statuses("kit") == ""


@pytest.mark.ruling("S25")
def test_a_miss_brings_no_move_of_kits() -> None:
    game = table(
        "kit",
        "frill",
        packs="exclusive",
        layout="ten",
        energy={"kit": 5},
        shadow="kit",
        counters={"frill": "vanish"},
        hexes={"kit": "dusty_desert", "frill": "ancient_rune"},
    )
    game.play("ability @frill", "counter vanish underground_volcano")
    assert game.phase == "actions"
    assert game.hp("frill") == FULL
    assert game.hex("frill") == "underground_volcano"


@pytest.mark.ruling("S25")
def test_nobody_is_hit_who_was_not_hit_at_first() -> None:
    game = table(
        "frill",
        "kit",
        "nuzzle",
        tokens="RG BG",
        books={"frill": "spectral_slap"},
        counters={"kit": "run_away"},
        hexes={"kit": "ancient_rune", "nuzzle": "dusty_desert"},
    )
    game.play("cast spectral_slap RG BG ancient_rune", "counter run_away dusty_desert")
    assert game.hp("nuzzle") == FULL
    assert story(game, Damaged) == []


# ---------------------------------------------------------------- S26: when hex effects are looked at


@pytest.mark.ruling("S26")
def test_the_volcano_counts_for_who_stands_on_it_when_it_pays() -> None:
    game = table(
        "frill", "kit", tokens="RG", books={"frill": "heavy_hand"}, hexes={"frill": "underground_volcano", "kit": "bubbling_lake"}
    )
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == FULL - damage("heavy_hand", 1) - tile("underground_volcano").attack_bonus


@pytest.mark.ruling("S26")
def test_the_volcano_does_nothing_for_or_against_the_one_hit_there() -> None:
    game = table("frill", "kit", tokens="RG", books={"frill": "heavy_hand"}, hexes={"kit": "underground_volcano"})
    game.play("cast heavy_hand RG @kit")
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)


@pytest.mark.ruling("S26")
def test_who_runs_onto_the_rune_is_shielded_by_it() -> None:
    game = runner("heavy_hand", "RG", "@kit", "ancient_rune", kit="amber_mountain")
    assert game.hp("kit") == FULL - max(0, damage("heavy_hand", 1) - tile("ancient_rune").shield)


@pytest.mark.ruling("S26")
def test_who_runs_off_the_rune_is_shielded_no_longer() -> None:
    game = runner("heavy_hand", "RG", "@kit", "amber_mountain", kit="ancient_rune")
    assert game.hp("kit") == FULL - damage("heavy_hand", 1)


@pytest.mark.ruling("S26")
def test_who_vanishes_onto_the_crypt_within_range_loses_every_protection() -> None:
    game = table(
        "frill",
        "kit",
        packs="exclusive",
        layout="ten",
        tokens="RG RG",
        books={"frill": "heavy_hand"},
        counters={"kit": "vanish"},
        companions={"kit": "stone_tortoise"},
        hexes={"frill": "underground_volcano", "kit": "underground_volcano"},
    )
    game.play("cast heavy_hand RG RG @kit", "counter vanish crystal_crypt")
    assert game.hp("kit") == FULL - damage("heavy_hand", 2) - tile("underground_volcano").attack_bonus


def tide(target: str, **others: str) -> Table:
    """Tusk, fully charged, moves Frill from the Ancient Rune to a hex; Kit and Nuzzle stand where they are put."""
    own = own_pack("[companions]", "stone_tortoise = { tough_from = 1, tough = 1 }")
    game = table(
        "tusk",
        "frill",
        "kit",
        "nuzzle",
        packs="exclusive+mine",
        own=(own,),
        layout="ten",
        energy={"tusk": 5},
        shadow="tusk",
        companions={"frill": "stone_tortoise"},
        hexes={"frill": "ancient_rune", **others},
    )
    return game.play(f"ability @frill {target}")


@pytest.mark.ruling("S26", "S29")
def test_tusk_may_move_an_enemy_onto_the_crypt_where_nothing_reduces_the_blow() -> None:
    game = tide("crystal_crypt")
    assert game.hex("frill") == "crystal_crypt"
    assert game.hp("frill") == FULL - character("tusk").damage


@pytest.mark.ruling("S26")
def test_tusk_may_leave_the_enemy_on_the_rune_which_then_shields_it() -> None:
    game = tide("ancient_rune")
    less = tile("ancient_rune").shield + 1  # the tortoise of this table
    assert game.hp("frill") == FULL - max(0, character("tusk").damage - less)
    assert story(game, Moved) == []


@pytest.mark.ruling("S26")
def test_tusk_moves_first_and_only_then_is_everyone_hit_fixed() -> None:
    game = tide("underground_volcano", kit="underground_volcano", nuzzle="ancient_rune")
    assert game.energy("tusk") == 0
    assert story(game, Moved, Damaged) == ["Moved frill", "Damaged frill", "Damaged kit"]
    assert game.hp("kit") == FULL - character("tusk").damage
    assert game.hp("nuzzle") == FULL


@pytest.mark.ruling("S26", "S37")
def test_tusk_does_not_hit_itself_and_moves_nobody_too_far() -> None:
    game = tide("ancient_rune", tusk="ancient_rune")
    assert game.hp("tusk") == FULL
    far = table(
        "tusk", "frill", packs="exclusive", layout="ten", energy={"tusk": 5}, shadow="tusk", hexes={"frill": "dusty_desert"}
    )
    assert character("tusk").tow < 3, "this table is laid for a shorter tow"
    assert far.refused("ability @frill underground_volcano") == "action/too-far"
    assert far.refused("ability @tusk dusty_desert") == "action/no-enemy"
