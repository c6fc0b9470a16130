"""What an action would do is shown before it is taken: its cost, whom it hits for how much, and what is left afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import Hit, Preview, preview, view
from tests.table import Table, table


def shown(game: Table, action: str) -> Preview:
    """The preview of an action of whoever is to act."""
    return preview(view(game.state, game.state.to_act), game.state.box.table.parse(action))


def damage(game: Table, seen: Preview) -> dict[str, tuple[int, int]]:
    """By character: the damage it would take and the HP it would then have."""
    names = game.state.box.table.characters
    return {names[game.state.character[hit.seat]]: (hit.damage, hit.hp) for hit in seen.hits}


def duel(**layout: object) -> Table:
    """Frill and Kit, both on the Bubbling Lake."""
    return table("frill", "kit", hexes={"kit": "bubbling_lake"}, **layout)  # type: ignore[arg-type]


def test_a_cast_shows_what_it_spends_whom_it_hits_and_the_hp_after_it() -> None:
    game = duel(dice="RG RG", books={"frill": "heavy_hand"})
    seen = shown(game, "cast heavy_hand RG RG @kit")
    assert (seen.spends, seen.gains, seen.points) == ("RG RG", "", 3)
    assert seen.hits == (Hit(game.seat("kit"), 4, 14, False, ()),)
    assert not seen.is_random and seen.heals == 0 and seen.moves == {}
    assert game.hp("kit") == 18, "nothing has happened yet"


@pytest.mark.parametrize(("spent", "hp"), [("RG", 16), ("RG RG", 15), ("RG RG RG", 13)])
def test_every_step_of_a_scaling_spell_shows_its_own_damage(spent: str, hp: int) -> None:
    game = table("frill", "kit", tokens="RG RG RG", books={"frill": "heat_wave"})
    assert damage(game, shown(game, f"cast heat_wave {spent} @kit")) == {"kit": (18 - hp, hp)}


def test_what_the_attacker_adds_and_the_target_takes_off_is_in_the_damage_shown() -> None:
    book = {"frill": "magma_hand"}
    volcano = table("frill", "kit", tokens="RG RG", books=book, hexes={"frill": "underground_volcano"})
    assert damage(volcano, shown(volcano, "cast magma_hand RG RG @kit")) == {"kit": (5, 13)}
    rune = table("frill", "kit", tokens="RG RG", books=book, hexes={"kit": "ancient_rune"})
    assert damage(rune, shown(rune, "cast magma_hand RG RG @kit")) == {"kit": (3, 15)}
    salamander = table("frill", "kit", tokens="RG RG", books=book, companions={"frill": "ember_salamander"})
    assert damage(salamander, shown(salamander, "cast magma_hand RG RG @kit")) == {"kit": (5, 13)}
    tortoise = table("frill", "kit", tokens="RG RG", books=book, companions={"kit": "stone_tortoise"})
    assert damage(tortoise, shown(tortoise, "cast magma_hand RG RG @kit")) == {"kit": (3, 15)}


def test_a_spell_on_a_hex_shows_everyone_it_hits_and_nobody_else() -> None:
    game = table(
        "frill", "kit", "haze", "nuzzle", tokens="RG BG", books={"frill": "spectral_slap"},
        hexes={"kit": "ancient_rune", "haze": "ancient_rune"},
    )  # fmt: skip
    assert damage(game, shown(game, "cast spectral_slap RG BG ancient_rune")) == {"kit": (2, 16), "haze": (2, 16)}


def test_a_deadly_cast_shows_0_hp() -> None:
    game = duel(dice="RG RG", books={"frill": "heavy_hand"}, hp={"kit": 3})
    assert damage(game, shown(game, "cast heavy_hand RG RG @kit")) == {"kit": (4, 0)}


def test_a_face_down_card_is_noted_whatever_it_is() -> None:
    for card in ("safety_dome", "bees_everywhere"):
        game = duel(dice="RG", books={"frill": "heavy_hand"}, counters={"kit": card})
        (hit,) = shown(game, "cast heavy_hand RG @kit").hits
        assert (hit.damage, hit.hp, hit.may_answer) == (2, 16, True)
    assert not shown(duel(dice="RG", books={"frill": "heavy_hand"}), "cast heavy_hand RG @kit").hits[0].may_answer


def test_a_status_that_would_come_with_the_damage_is_shown() -> None:
    game = duel(packs="base+ice_storm", dice="BG", books={"frill": "frost_nip"})
    assert shown(game, "cast frost_nip BG @kit").hits[0].statuses == ("frozen",)
    game = duel(packs="base+ice_storm", dice="BG", books={"frill": "frost_nip"}, frozen="kit")
    assert shown(game, "cast frost_nip BG @kit").hits[0].statuses == (), "it has that one already"
    game = duel(packs="base+ice_storm", tokens="BG BG BG", books={"frill": "absolute_zero"})
    assert shown(game, "cast absolute_zero BG BG BG bubbling_lake").hits[0].statuses == ("frozen", "stunned")


def left(game: Table, action: str) -> set[str]:
    """The spells that could still be paid for afterwards."""
    return {game.state.box.table.cards[card] for card in shown(game, action).castable}


def test_what_can_still_be_paid_for_afterwards_is_shown() -> None:
    game = duel(tokens="RG RG BG", books={"frill": "heavy_hand feeding_frenzy personal_space"})
    assert left(game, "cast heavy_hand RG @kit") == {"feeding_frenzy", "personal_space"}
    assert left(game, "cast personal_space RG RG BG @kit") == set(), "nothing is left to pay with"
    assert left(game, "cast feeding_frenzy BG @kit") == {"heavy_hand", "personal_space"}
    two = duel(tokens="RG RG", books={"frill": "heavy_hand heavy_hand"})
    assert left(two, "cast heavy_hand RG @kit") == {"heavy_hand"}, "the second copy"
    assert left(two.play("cast heavy_hand RG @kit"), "travel ancient_rune") == {"heavy_hand"}


def test_what_can_be_paid_for_is_shown_however_far_the_enemy_is() -> None:
    game = table(
        "frill", "kit", tokens="RO", books={"frill": "heavy_hand luminous_glow"},
        hexes={"frill": "dusty_desert", "kit": "underground_volcano"},
    )  # fmt: skip
    assert left(game, "cast luminous_glow RO > RG") == {"heavy_hand"}
    assert "cast heavy_hand RG @kit" in game.play("cast luminous_glow RO > RG", "travel ancient_rune").legal()


def test_what_can_be_paid_for_counts_only_with_a_point_or_a_free_use_to_cast_it() -> None:
    last: dict[str, Any] = {"tokens": "RG", "points": 1, "books": {"frill": "heavy_hand"}}
    assert left(duel(**last), "travel ancient_rune") == set()
    assert left(duel(**last, companions={"frill": "speedy_mouse"}), "travel ancient_rune") == {"heavy_hand"}
    assert left(duel(**last, companions={"frill": "charging_stag"}), "travel ancient_rune") == {"heavy_hand"}, "the point is left"


def test_a_conversion_shows_what_it_takes_and_gives() -> None:
    game = table("frill", "kit", dice="RC BC", books={"frill": "curse_void"})
    seen = shown(game, "cast curse_void CC CC > RG BG")
    assert (seen.spends, seen.gains, seen.points, seen.hits) == ("CC CC", "RG BG", 3, ())


def test_a_free_use_leaves_the_action_points_alone() -> None:
    game = table("frill", "kit", companions={"frill": "charging_stag"}, dice="RG")
    assert shown(game, "travel ancient_rune").points == 4
    assert shown(game, "reroll RG").points == 3
    game.play("travel ancient_rune")
    assert shown(game, "travel thornwood").points == 3
    hare = table("frill", "kit", companions={"frill": "moon_hare"}, dice="RG RO", points=0)
    assert shown(hare, "reroll RG").points == 0
    mouse = table("frill", "kit", companions={"frill": "speedy_mouse"}, dice="RC")
    assert shown(mouse, "protect").points == 4 and shown(mouse, "travel ancient_rune").points == 3


def test_ending_the_turn_shows_what_the_cursed_crystals_will_do() -> None:
    game = table("frill", "kit", dice="RC BC", tokens="RG", hp={"frill": 5})
    assert damage(game, shown(game, "end")) == {"frill": (2, 3)}
    assert damage(game, shown(game.play("protect"), "end")) == {"frill": (1, 4)}
    assert shown(game.play("protect"), "end").hits == ()
    deadly = table("frill", "kit", dice="RC BC", hp={"frill": 2})
    assert damage(deadly, shown(deadly, "end")) == {"frill": (2, 0)}
    eater = table("frill", "kit", dice="RC BC", companions={"frill": "curse_eater"})
    assert shown(eater, "end").hits == ()


def test_each_answer_shows_the_damage_it_leaves() -> None:
    held = "pointed_shield safety_dome run_away bees_everywhere"
    game = duel(dice="RG RG", books={"frill": "heavy_hand"}, counters={"kit": held}).play("cast heavy_hand RG RG @kit")
    assert damage(game, shown(game, "pass")) == {"kit": (4, 14)}
    assert damage(game, shown(game, "counter pointed_shield")) == {"kit": (2, 16)}
    assert damage(game, shown(game, "counter safety_dome")) == {"kit": (0, 18)}
    assert damage(game, shown(game, "counter bees_everywhere")) == {"kit": (4, 14), "frill": (3, 15)}
    near = shown(game, "counter run_away underground_volcano")
    assert damage(game, near) == {"kit": (4, 14)}, "adjacent is still in range"
    assert near.moves == {game.seat("kit"): game.state.box.hex_number["underground_volcano"]}


def test_running_out_of_reach_shows_no_damage() -> None:
    game = table("frill", "kit", dice="RG", books={"frill": "heavy_hand"}, counters={"kit": "run_away"})
    game.play("cast heavy_hand RG @kit")
    assert shown(game, "counter run_away dusty_desert").hits == ()
    assert damage(game, shown(game, "counter run_away ancient_rune")) == {"kit": (1, 17)}


def test_on_the_crystal_crypt_an_answer_that_does_nothing_is_shown_to_do_nothing() -> None:
    game = table(
        "frill", "kit", packs="exclusive", layout="ten", tokens="RG RG RG", books={"frill": "magma_hand"},
        hexes={"frill": "crystal_crypt", "kit": "crystal_crypt"}, counters={"kit": "pointed_shield safety_dome"},
    )  # fmt: skip
    game.play("cast magma_hand RG RG @kit")
    for answer in ("pass", "counter pointed_shield", "counter safety_dome"):
        assert damage(game, shown(game, answer)) == {"kit": (4, 14)}, answer


def test_what_another_player_has_sealed_changes_nothing_that_is_shown() -> None:
    game = table(
        "frill", "kit", "haze", tokens="RG BG", books={"frill": "spectral_slap"},
        hexes={"kit": "ancient_rune", "haze": "ancient_rune"}, counters={"kit": "bees_everywhere", "haze": "pointed_shield"},
    ).play("cast spectral_slap RG BG ancient_rune")  # fmt: skip
    twin = Table(game.state.copy())
    game.play("pass")
    twin.play("counter bees_everywhere")
    assert game.to_act == twin.to_act == "haze"
    for answer in ("pass", "counter pointed_shield"):
        assert shown(game, answer) == shown(twin, answer)


@pytest.mark.parametrize("action", ["reroll RG", "refresh", "collect red_gem", "end"])
def test_what_chance_decides_is_marked(action: str) -> None:
    game = table("frill", "kit", dice="RG", market={"bubbling_lake": "red_gem"})
    assert shown(game, action).is_random == (action != "end")


def test_a_counterspell_from_the_deck_is_a_draw_and_travel_is_not() -> None:
    game = table("frill", "kit", dice="RG BO", hexes={"frill": "dusty_desert"})
    seen = shown(game, "collect counterspell RG BO")
    assert seen.is_random and seen.spends == "RG BO"
    travel = shown(game, "travel ancient_rune")
    assert not travel.is_random and travel.moves == {0: game.state.box.hex_number["ancient_rune"]}


def test_a_reroll_counts_only_on_what_stays_in_the_pool() -> None:
    game = duel(dice="RG BG", books={"frill": "heavy_hand feeding_frenzy"})
    numbers = game.state.box.card_number
    assert shown(game, "reroll RG").castable == (numbers["feeding_frenzy"],)
    assert shown(game, "reroll RG BG").castable == ()


def test_damage_that_comes_back_is_shown_too() -> None:
    snake = {"companions": {"kit": "hydrattle_snake"}, "books": {"frill": "heavy_hand"}, "dice": "RG RG"}
    game = duel(**snake)
    assert damage(game, shown(game, "cast heavy_hand RG RG @kit")) == {"kit": (4, 14), "frill": (1, 17)}
    assert damage(game, shown(game, "cast heavy_hand RG @kit")) == {"kit": (2, 16)}, "too little for the snake"


def test_a_healing_ability_shows_the_hp_it_gives() -> None:
    game = table("frill", "kit", shadow="frill", energy={"frill": 5}, hp={"frill": 10})
    assert shown(game, "ability").heals == 6 and shown(game, "ability").points == 4
    game = table("frill", "kit", shadow="frill", energy={"frill": 5}, hp={"frill": 17})
    assert shown(game, "ability").heals == 1, "never above 18"


def test_against_bots_the_rune_shields_nobody_but_the_player() -> None:
    game = table("frill", mode="solo", tokens="RG BG", hexes={"kit": "ancient_rune"}, counters={"kit": "safety_dome"})
    (hit,) = shown(game, "cast spectral_slap RG BG ancient_rune").hits
    assert (hit.seat, hit.damage, hit.hp, hit.may_answer) == (game.seat("kit"), 3, 3, True)
