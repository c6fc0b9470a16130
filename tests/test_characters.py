"""The six characters in both forms: the Base Form has no ability, the Shadow Form has one for a full charge."""

from __future__ import annotations

import pytest

from tests.table import Table, table
from tests.values import AWAY, BOX, EVERYTHING, MOST_HP, character, damage, refuses, succeeds

pytestmark = pytest.mark.T01

CHARACTERS = [row.id for row in BOX.parts.characters]
BASE = [(f"{name} base", name) for name in CHARACTERS]
HERE = "dusty_desert"


def enemy_of(name: str) -> str:
    return "kit" if name == "frill" else "frill"


def ability(name: str) -> str:
    """A use of the ability that is possible with the enemy on the same hex."""
    at_enemy, on_hex = f"ability @{enemy_of(name)}", f"ability {HERE}"
    uses = {"kit": at_enemy, "nuzzle": on_hex, "iris": on_hex, "tusk": f"{at_enemy} {HERE}"}
    return uses.get(name, "ability")


def charged(name: str, energy: int = 5, points: int = 4) -> Table:
    """A character in Shadow Form with so much Shadow Energy, an enemy on the same hex."""
    other = enemy_of(name)
    hexes = {name: HERE, other: HERE}
    return table(name, other, packs=EVERYTHING, shadow=name, energy={name: energy}, hexes=hexes, points=points)


@pytest.mark.parametrize(("form", "name"), succeeds(BASE))
def test_a_character_starts_at_home_in_base_form_with_18_hp(form: str, name: str) -> None:
    game = table(name, enemy_of(name), packs=EVERYTHING)
    assert game.hex(name) == character(name).home
    assert game.hp(name) == 18
    assert game.energy(name) == 0
    assert not game.is_shadow(name)
    assert game.companion(name) == ""


@pytest.mark.parametrize(("form", "name"), succeeds(BASE))
def test_a_character_in_base_form_transforms_for_3_shadow_energy_and_keeps_its_hp(form: str, name: str) -> None:
    game = table(name, enemy_of(name), packs=EVERYTHING, tokens="SF SF SF", hp={name: 7}, hexes={name: HERE})
    game.play("end", "absorb 3").rolls("GGGGG").play(f"transform {game.portal[0]}")
    assert game.is_shadow(name)
    assert game.energy(name) == 0
    assert game.hp(name) == 7
    assert game.companion(name) != ""


@pytest.mark.parametrize(("form", "name"), refuses(BASE))
def test_a_character_in_base_form_has_no_ability(form: str, name: str) -> None:
    other = enemy_of(name)
    game = table(name, other, packs=EVERYTHING, energy={name: 3}, hexes={name: HERE, other: HERE})
    assert game.refused(ability(name)) == "action/base-form"
    assert not game.legal("ability")


@pytest.mark.parametrize(("form", "name"), refuses(BASE))
def test_a_character_in_base_form_absorbs_3_shadow_energy_at_most(form: str, name: str) -> None:
    game = table(name, enemy_of(name), packs=EVERYTHING, tokens="SF SF SF SF", energy={name: 1}).play("end")
    assert game.legal() == {"absorb 0", "absorb 1", "absorb 2"}
    assert game.refused("absorb 3") == "action/too-much"


@pytest.mark.parametrize(("form", "name"), refuses(BASE))
def test_a_character_in_base_form_is_not_asked_to_transform_before_3_and_never_has_to(form: str, name: str) -> None:
    game = table(name, enemy_of(name), packs=EVERYTHING, energy={name: 2}).rolls("GGGGG").play("end")
    assert game.turn == enemy_of(name)
    full = table(name, enemy_of(name), packs=EVERYTHING, energy={name: 3}).play("end")
    full.rolls("GGGGG").play("stay")
    assert not full.is_shadow(name)
    assert full.energy(name) == 3


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_shadow_ability_costs_the_full_charge_and_no_action_point(name: str) -> None:
    game = charged(name, points=0).play(ability(name))
    assert game.energy(name) == 0
    assert game.points == 0


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_shadow_ability_needs_the_full_charge_each_time(name: str) -> None:
    assert charged(name, energy=4).refused(ability(name)) == "action/not-charged"
    game = charged(name).play(ability(name))
    if name == "kit":
        game.play(f"push {HERE}")
    assert game.refused(ability(name)) == "action/not-charged"


@pytest.mark.parametrize("name", CHARACTERS)
def test_nobody_has_another_characters_ability(name: str) -> None:
    game = charged(name)
    shapes = {"ability", f"ability @{enemy_of(name)}", f"ability {HERE}", f"ability @{enemy_of(name)} {HERE}"}
    for other in shapes - {ability(name)}:
        assert game.refused(other) == "action/other-ability"


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_in_shadow_form_absorbs_5_at_most_and_never_transforms_again(name: str) -> None:
    other = enemy_of(name)
    game = table(name, other, packs=EVERYTHING, shadow=name, energy={name: 4}, tokens="SF SF SF").play("end")
    assert game.refused("absorb 2") == "action/too-much"
    game.rolls("GGGGG").play("absorb 1")
    assert game.energy(name) == 5
    assert game.turn == other


@pytest.mark.success("frill shadow")
def test_frill_the_regenerator_gains_hp() -> None:
    game = table("frill", "kit", shadow="frill", energy={"frill": 5}, hp={"frill": 5}).play("ability")
    assert game.hp("frill") == 5 + character("frill").heal


@pytest.mark.refusal("frill shadow")
def test_frill_the_regenerator_never_goes_above_the_most_but_may_waste_the_charge() -> None:
    for hp in (MOST_HP, MOST_HP - 1):
        game = table("frill", "kit", shadow="frill", energy={"frill": 5}, hp={"frill": hp}).play("ability")
        assert game.hp("frill") == MOST_HP
        assert game.hp("kit") == 18


def kit_at(away: int, holds: str = "", hp: int = 18) -> Table:
    """Kit the Turbulent, charged, Frill so many hexes away on the layout ten."""
    hexes = {"kit": AWAY[0], "frill": AWAY[away]}
    return table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        layout="ten",
        turn="kit",
        shadow="kit",
        energy={"kit": 5},
        hexes=hexes,
        hp={"frill": hp},
        counters={"frill": holds},
    )


@pytest.mark.success("kit shadow")
def test_kit_the_turbulent_strikes_an_enemy_and_blows_it_to_an_adjacent_hex() -> None:
    game = kit_at(character("kit").range[1]).play("ability @frill")
    assert game.hp("frill") == 18 - character("kit").damage
    assert game.phase == "push"
    away = game.hex("frill")
    to = min(option for option in game.legal() if option != f"push {away}")
    assert game.play(to).hex("frill") == to.removeprefix("push ")
    assert game.hp("nuzzle") == 18


@pytest.mark.success("kit shadow")
def test_kit_the_turbulent_may_leave_the_enemy_where_it_is() -> None:
    game = kit_at(0).play("ability @frill", f"push {AWAY[0]}")
    assert game.hex("frill") == AWAY[0]
    assert game.to_act == "kit"


@pytest.mark.refusal("kit shadow")
def test_kit_the_turbulent_reaches_no_farther_and_blows_nobody_farther_than_one_hex() -> None:
    assert kit_at(character("kit").range[1] + 1).refused("ability @frill") == "action/out-of-range"
    assert kit_at(0).refused("ability @kit") == "action/no-enemy"
    assert kit_at(0).play("ability @frill").refused(f"push {AWAY[2]}") == "action/not-a-way"


@pytest.mark.refusal("kit shadow")
def test_kit_the_turbulent_moves_neither_who_ran_out_of_reach_nor_who_is_out() -> None:
    far = character("kit").range[1]
    game = kit_at(far, holds="run_away").play("ability @frill", f"counter run_away {AWAY[far + 1]}")
    assert game.hp("frill") == 18
    assert game.phase == "actions"
    killed = kit_at(0, hp=1).play("ability @frill")
    assert killed.hp("frill") == 0
    assert killed.phase == "actions"


@pytest.mark.success("nuzzle shadow")
def test_nuzzle_the_savage_hits_every_enemy_on_a_hex() -> None:
    hexes = {"nuzzle": "thornwood", "frill": "thornwood", "kit": "thornwood", "haze": "glowing_mines"}
    game = table("frill", "kit", "nuzzle", "haze", turn="nuzzle", shadow="nuzzle", energy={"nuzzle": 5}, hexes=hexes)
    assert game.legal("ability") == {"ability thornwood", "ability glowing_mines"}
    game.play("ability thornwood")
    assert game.hp("frill") == game.hp("kit") == 18 - character("nuzzle").damage
    assert game.hp("haze") == game.hp("nuzzle") == 18


@pytest.mark.refusal("nuzzle shadow")
def test_nuzzle_the_savage_needs_an_enemy_on_a_hex_in_range() -> None:
    far = AWAY[character("nuzzle").range[1] + 1]
    game = table(
        "frill",
        "kit",
        "nuzzle",
        packs=EVERYTHING,
        layout="ten",
        turn="nuzzle",
        shadow="nuzzle",
        energy={"nuzzle": 5},
        hexes={"nuzzle": AWAY[0], "frill": far, "kit": far},
    )
    assert game.refused(f"ability {AWAY[0]}") == "action/no-enemy-there"
    assert game.refused(f"ability {far}") == "action/out-of-range"


def haze_with_spells() -> Table:
    """Haze the Devastator, charged, with two Attack Spells, Frill one hex away."""
    return table(
        "haze",
        "frill",
        tokens="RG BG",
        shadow="haze",
        energy={"haze": 5},
        books={"haze": "heavy_hand feeding_frenzy", "frill": "heavy_hand"},
        hexes={"haze": "glowing_mines", "frill": "bubbling_lake"},
    )


@pytest.mark.success("haze shadow")
def test_haze_the_devastator_makes_every_attack_spell_of_the_turn_deal_more() -> None:
    more = character("haze").empower
    game = haze_with_spells().play("ability", "cast heavy_hand RG @frill")
    assert game.hp("frill") == 18 - damage("heavy_hand", 1) - more
    game.play("cast feeding_frenzy BG @frill")
    assert game.hp("frill") == 18 - damage("heavy_hand", 1) - damage("feeding_frenzy", 1) - 2 * more


@pytest.mark.refusal("haze shadow")
def test_haze_the_devastator_adds_nothing_before_the_ability_to_others_or_next_turn() -> None:
    game = haze_with_spells().play("cast heavy_hand RG @frill", "ability")
    assert game.hp("frill") == 18 - damage("heavy_hand", 1)
    game.rolls("GGGGG").play("end", "cast heavy_hand RG @haze")
    assert game.hp("haze") == 18 - damage("heavy_hand", 1)
    game.rolls("GGGGG").play("end")
    before = game.hp("frill")
    assert game.play("cast heavy_hand RG @frill").hp("frill") == before - damage("heavy_hand", 1)


@pytest.mark.success("iris shadow")
def test_iris_the_obscure_moves_anywhere_and_may_take_a_counterspell() -> None:
    game = table("iris", "frill", packs=EVERYTHING, shadow="iris", energy={"iris": 5}, counter_deck="vanish")
    assert len(game.legal("ability")) == 14
    game.play("ability underground_volcano take")
    assert game.hex("iris") == "underground_volcano"
    assert game.counters("iris") == ["vanish"]


@pytest.mark.success("iris shadow")
def test_iris_the_obscure_may_stay_and_may_take_nothing() -> None:
    game = charged("iris").play(f"ability {HERE}")
    assert game.hex("iris") == HERE
    assert game.counters("iris") == []
    assert charged("iris").play(f"ability {HERE} take").counters("iris") != []


@pytest.mark.refusal("iris shadow")
def test_iris_the_obscure_takes_no_counterspell_without_room_or_without_a_deck_and_goes_nowhere_off_the_map() -> None:
    full = "pointed_shield pointed_shield pointed_shield run_away run_away"
    game = table("iris", "frill", packs="exclusive", shadow="iris", energy={"iris": 5}, counters={"iris": full})
    assert game.refused("ability ancient_rune take") == "action/book-full"
    assert game.refused("ability crystal_crypt") == "action/not-on-map"
    assert game.play("ability ancient_rune").hex("iris") == "ancient_rune"
    hands = {
        "frill": full,
        "kit": "pointed_shield safety_dome run_away bees_everywhere bees_everywhere",
        "nuzzle": "thorn_ward thorn_ward vanish",
    }
    empty = table("iris", "frill", "kit", "nuzzle", packs="exclusive", shadow="iris", energy={"iris": 5}, counters=hands)
    assert empty.refused("ability ancient_rune take") == "action/counterspell-deck-empty"


def tusk_and_three(**holds: str) -> Table:
    """Tusk the Tidemaster, charged, on the Volcano; Frill two hexes away, Kit three, Nuzzle beside Tusk."""
    return table(
        "frill",
        "kit",
        "nuzzle",
        "tusk",
        packs=EVERYTHING,
        layout="ten",
        turn="tusk",
        shadow="tusk",
        energy={"tusk": 5},
        hexes={"tusk": "underground_volcano", "frill": "ancient_rune", "kit": "dusty_desert", "nuzzle": "crystal_crypt"},
        counters=holds,
    )


@pytest.mark.success("tusk shadow")
def test_tusk_the_tidemaster_moves_an_enemy_and_hits_everyone_where_it_ends() -> None:
    game = tusk_and_three().play("ability @frill crystal_crypt")
    assert game.hex("frill") == "crystal_crypt"
    assert game.hp("frill") == game.hp("nuzzle") == 18 - character("tusk").damage
    assert game.hp("kit") == game.hp("tusk") == 18


@pytest.mark.success("tusk shadow")
def test_tusk_the_tidemaster_may_leave_the_enemy_where_it_is_or_carry_it_onto_the_crypt() -> None:
    game = tusk_and_three().play("ability @nuzzle crystal_crypt")
    assert game.hp("nuzzle") == 18 - character("tusk").damage
    unshielded = tusk_and_three(frill="pointed_shield").play("ability @frill crystal_crypt", "counter pointed_shield")
    assert unshielded.hp("frill") == 18 - character("tusk").damage


@pytest.mark.refusal("tusk shadow")
def test_tusk_the_tidemaster_moves_nobody_too_far_and_never_itself() -> None:
    game = tusk_and_three()
    assert game.hex("kit") == AWAY[0]
    assert f"ability @kit {AWAY[character('tusk').tow]}" in game.legal()
    assert game.refused(f"ability @kit {AWAY[character('tusk').tow + 1]}") == "action/too-far"
    assert game.refused("ability @tusk crystal_crypt") == "action/no-enemy"


@pytest.mark.refusal("tusk shadow")
def test_tusk_the_tidemaster_spares_itself_and_whoever_flees_the_hex() -> None:
    game = tusk_and_three(nuzzle="run_away").play("ability @nuzzle underground_volcano", "counter run_away crystal_crypt")
    assert game.hp("nuzzle") == game.hp("tusk") == 18
