"""What a client shows about the rules: what is in reach, what threatens, what a roll may bring, what can be taken back."""

from __future__ import annotations

import random
from functools import cache

import pytest

from casting_shadows.engine import (
    Setup,
    State,
    Threat,
    apply,
    can_undo,
    legal_actions,
    reach_map,
    reroll_odds,
    stand_in,
    start,
    threat_map,
    view,
    warnings,
)
from casting_shadows.engine.state import ACTIONS, NONE, PHASES
from casting_shadows.engine.words import languages, load_words
from tests.any_game import any_setup, pick_by_verb
from tests.counts import runs
from tests.table import Table, table
from tests.test_refusals import ICE, answering, charged, drafting, draining, duel, gaining, marking

ALL = {"bubbling_lake", "amber_mountain", "ancient_rune", "underground_volcano", "dusty_desert", "thornwood", "glowing_mines"}
BESIDE = {"amber_mountain", "ancient_rune", "underground_volcano"}
RANGES = {
    "fatal_fronds": ({"bubbling_lake"}, {"bubbling_lake"} | BESIDE),
    "heavy_hand": ({"bubbling_lake"} | BESIDE, ALL),
    "heat_wave": (BESIDE, ALL - {"bubbling_lake"}),
    "infernal_assault": (ALL, ALL),
    "kinetic_wave": (ALL - {"bubbling_lake"}, ALL - {"bubbling_lake"}),
}
"""What a spell of each printed range reaches from the Bubbling Lake, without and with Watchful Owl."""


@pytest.mark.parametrize("card", RANGES)
def test_a_spell_reaches_what_its_range_says_and_one_farther_with_the_owl(card: str) -> None:
    for owl, expected in zip(({}, {"frill": "watchful_owl"}), RANGES[card], strict=True):
        game = table("frill", "kit", packs="exclusive", layout="seven", companions=owl)
        box, state = game.state.box, game.state
        # The Exclusive Edition has six homes; those of the four base characters lie on the seven hexes.
        assert {box.table.tiles[tile] for tile in reach_map(view(state, 0), box.card_number[card])} == expected
        assert reach_map(view(state), box.card_number[card], 0) == reach_map(view(state, 0), box.card_number[card])
        assert reach_map(view(state, 0), box.card_number["red_gem"]) == []


def threats(game: Table, tile: str) -> set[tuple[str, int]]:
    found: list[Threat] = threat_map(view(game.state, 0))[game.state.box.hex_number[tile]]
    return {(game.state.box.table.cards[threat.card], threat.damage) for threat in found}


def test_an_enemy_that_can_walk_threatens_every_hex_and_a_frozen_one_only_what_it_reaches() -> None:
    game = table("frill", "kit", books={"kit": "heat_wave red_gem curse_void"})
    assert all(threats(game, tile) for tile in ALL)
    frozen = table("frill", "kit", packs=ICE, layout="seven", frozen="kit", books={"kit": "heat_wave"})
    assert {tile for tile in ALL if threats(frozen, tile)} == {"bubbling_lake", "ancient_rune", "dusty_desert"}
    assert threats(frozen, "bubbling_lake") == {("heat_wave", 5)}


def test_the_volcano_the_salamander_and_the_owl_make_a_threat_larger() -> None:
    near = table(
        "frill", "kit", packs=ICE, layout="seven", frozen="kit", hexes={"kit": "underground_volcano"}, books={"kit": "heat_wave"}
    )
    assert threats(near, "bubbling_lake") == {("heat_wave", 6)}
    game = table(
        "frill",
        "kit",
        packs=ICE,
        layout="seven",
        frozen="kit",
        companions={"kit": "ember_salamander"},
        books={"kit": "heat_wave"},
    )
    assert threats(game, "bubbling_lake") == {("heat_wave", 6)} and threats(game, "thornwood") == set()
    owl = table(
        "frill", "kit", packs="exclusive+ice_storm", layout="seven", frozen="kit", companions={"kit": "watchful_owl"},
        books={"kit": "heat_wave"},
    )  # fmt: skip
    assert threats(owl, "thornwood") == {("heat_wave", 5)}


def test_nobody_threatens_who_is_out_or_has_no_attack_spell() -> None:
    game = table("frill", "kit", "haze", hp={"haze": 0}, books={"kit": "curse_void"}, counters={"kit": "bees_everywhere"})
    assert not any(threats(game, tile) for tile in ALL)


def odds_of(game: Table, action: str) -> tuple[dict[str, float], dict[str, float], float]:
    odds = reroll_odds(view(game.state, 0), game.state.box.table.parse(action))
    assert sum(odds.expected.values()) == pytest.approx(len(game.pool.split())), "dice neither vanish nor appear"
    return odds.expected, {game.state.box.table.cards[card]: chance for card, chance in odds.castable.items()}, odds.curse


def test_the_odds_of_a_reroll_are_exact() -> None:
    game = table("frill", "kit", dice="RO BO", tokens="SF", books={"frill": "heavy_hand feeding_frenzy spectral_slap"})
    expected, castable, curse = odds_of(game, "reroll RO")
    assert expected == pytest.approx({"RG": 1 / 3, "BG": 0, "PG": 0, "RO": 1 / 3, "BO": 1, "PO": 0, "SF": 7 / 6, "CC": 1 / 6})
    assert castable == pytest.approx({"heavy_hand": 1 / 3, "feeding_frenzy": 0, "spectral_slap": 0}) and curse == pytest.approx(
        1 / 6
    )
    _, castable, curse = odds_of(game, "reroll RO BO")
    assert castable == pytest.approx({"heavy_hand": 1 / 3, "feeding_frenzy": 1 / 3, "spectral_slap": 1 / 9})
    assert curse == pytest.approx(11 / 36)


def test_a_purple_die_pays_for_red_and_for_blue() -> None:
    game = table("frill", "kit", dice="RO RO PO", books={"frill": "heavy_hand feeding_frenzy"})
    _, castable, curse = odds_of(game, "reroll RO RO PO")
    assert castable == pytest.approx({"heavy_hand": 1 - (2 / 3) ** 3, "feeding_frenzy": 1 / 3}) and curse == pytest.approx(
        91 / 216
    )
    cast = table("frill", "kit", dice="RG RG PO", books={"frill": "heavy_hand"}).play("cast heavy_hand RG @kit")
    assert odds_of(cast, "reroll PO")[1] == {}, "cast once a turn"


def codes(game: Table) -> dict[str, dict[str, str | int]]:
    return {warning.code.removeprefix("warning/"): warning.values for warning in warnings(view(game.state, 0))}


def test_ending_the_turn_warns_of_what_would_be_lost() -> None:
    assert codes(table("frill", "kit", points=0)) == {}
    assert codes(table("frill", "kit", points=2)) == {"points-left": {"points": 2}}
    assert codes(table("frill", "kit", points=0, dice="RC BC")) == {"curses": {"damage": 2, "hp": 16}}
    deadly = codes(table("frill", "kit", points=0, dice="RC BC", hp={"frill": 2}))
    assert deadly == {"curses": {"damage": 2, "hp": 0}, "deadly-curses": {"damage": 2}}
    assert codes(table("frill", "kit", points=0, dice="RC", companions={"frill": "curse_eater"})) == {}
    castable = codes(duel(points=1, dice="RG", books={"frill": "heavy_hand"}))
    assert castable == {"points-left": {"points": 1}, "spell-castable": {"card": "heavy_hand"}}
    assert codes(table("frill", "kit", points=0, shadow="frill", energy={"frill": 5})) == {"ability-ready": {}}
    assert codes(table("frill", "kit", points=0, dice="RS BS PS", energy={"frill": 1})) == {"fragments-lost": {"lost": 1}}
    game = table("frill", "kit", dice="RC")
    assert warnings(view(game.state, 1)) == warnings(view(game.state)) == [], "only whoever may end the turn is warned"
    comes_up = {"curses", "deadly-curses", "points-left", "spell-castable", "ability-ready", "fragments-lost"}
    assert all(set(load_words(language).tables["warnings"]) == comes_up for language in languages())


UNDO = {
    "travel ancient_rune": True, "protect": True, "cast curse_void CC > RG": True, "use red_gem": True, "reroll BO": False,
    "refresh": False, "collect blue_gem": False, "cast heavy_hand RG @kit": False, "end": False, "concede": False,
}  # fmt: skip


@pytest.mark.parametrize("action", UNDO)
def test_only_what_revealed_nothing_and_asked_nobody_can_be_taken_back(action: str) -> None:
    game = duel(
        dice="RG BO PC", books={"frill": "heavy_hand curse_void red_gem"}, market={"bubbling_lake": "blue_gem"}
    )  # fmt: skip
    assert can_undo(view(game.state, 0), game.state.box.table.parse(action)) == UNDO[action]


@cache
def every_phase() -> dict[str, State]:
    """A state of each phase there is, from games and from tables."""
    found = {PHASES[game.state.phase]: game.state for game in (drafting(), draining(), marking(), gaining(), answering())}
    stunned = duel(packs=ICE, stunned="kit").play("end")
    transforming = duel(energy={"frill": 3}).play("end")
    pushing = charged("kit", "frill").play("ability @frill")
    pup = table(
        "frill", "kit", "haze", packs=ICE, tokens="RG BG", books={"frill": "spectral_slap"}, companions={"frill": "thunder_pup"},
        hexes={"kit": "ancient_rune", "haze": "ancient_rune"},
    ).play("cast spectral_slap RG BG ancient_rune")  # fmt: skip
    fleeing = table("frill", mode="solo", tokens="RG BG", hexes={"kit": "ancient_rune"}, counters={"kit": "run_away"})
    fleeing.play("cast spectral_slap RG BG ancient_rune")
    for game in (duel(), duel(dice="RS RS").play("end"), stunned, transforming, pushing, pup, fleeing):
        found[PHASES[game.state.phase]] = game.state
    for seed in range(100):
        state, _ = start(Setup(players=1, mode="solo", characters=("frill",)), seed=seed)
        apply(state, state.box.table.end)
        found.setdefault(PHASES[state.phase], state)
    return found


STAND_INS = {
    "draft": "pick frill", "leave_out": "leave_out red", "gain": "gain RG", "actions": "end", "absorb": "absorb 2",
    "transform": "stay",
       "respond": "pass", "freeze": "freeze @kit", "stun": "stun @kit", "drain": "drain nothing", "push": "push bubbling_lake",
}  # fmt: skip


@pytest.mark.parametrize("phase", [name for name in PHASES if name not in ("over", "nobody")])
def test_whoever_does_not_answer_gives_nothing_away(phase: str) -> None:
    state = every_phase()[phase]
    action = stand_in(state)
    assert action in legal_actions(state)
    if phase in STAND_INS:
        assert state.box.table.text(action) == STAND_INS[phase]


def test_a_game_of_stand_ins_is_a_game() -> None:
    rng = random.Random("stand in")
    for number in range(runs(25, 1000)):
        state, _ = start(any_setup(rng.choice), seed=f"stand in {number}")
        for _ in range(150):
            if not legal_actions(state):
                break
            assert stand_in(state) in legal_actions(state)
            assert state.phase != ACTIONS or stand_in(state) == state.box.table.end
            apply(state, stand_in(state) if rng.random() < 0.5 else pick_by_verb(state, legal_actions(state), rng))
        assert state.to_act != NONE or not legal_actions(state)
