"""Why an action is not possible now: every reason there is, in every language, from what its player may see alone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from casting_shadows.engine import SPECTATOR, Setup, State, legal, legal_actions, reason, start, view, why_not
from casting_shadows.engine.state import PHASES
from casting_shadows.engine.words import languages, load_words
from tests.any_game import any_setup, game_under_way
from tests.counts import runs
from tests.table import Table, table

ICE = "base+ice_storm"
FIVE = "pointed_shield pointed_shield pointed_shield run_away run_away"
OTHER_FIVE = "pointed_shield safety_dome run_away bees_everywhere bees_everywhere"


def duel(**layout: object) -> Table:
    """Frill and Kit, both on the Bubbling Lake."""
    return table("frill", "kit", hexes={"kit": "bubbling_lake"}, **layout)  # type: ignore[arg-type]


def finished() -> Table:
    return duel(hp={"kit": 1}, dice="RG", books={"frill": "heavy_hand"}).play("cast heavy_hand RG @kit")


def having_cast() -> Table:
    return duel(dice="RG RG", books={"frill": "heavy_hand"}).play("cast heavy_hand RG @kit")


def drafting() -> Table:
    state, _ = start(Setup(players=2, characters="draft", first=0), seed=1)
    return Table(state)


def answering() -> Table:
    return duel(dice="RG", books={"frill": "heavy_hand"}, counters={"kit": "run_away"}).play("cast heavy_hand RG @kit")


def vanishing() -> Table:
    game = duel(packs="exclusive", layout="seven", dice="RG", books={"frill": "heavy_hand"}, counters={"kit": "vanish"})
    return game.play("cast heavy_hand RG @kit")


def charged(character: str, other: str, **layout: object) -> Table:
    return table(character, other, shadow=character, energy={character: 5}, **layout)  # type: ignore[arg-type]


def draining() -> Table:
    game = duel(packs=ICE, dice="RG BG", books={"frill": "heavy_hand"}, counters={"kit": "static_cling"})
    return game.play("cast heavy_hand RG @kit", "counter static_cling")


def marking() -> Table:
    game = table(
        "frill", "kit", "haze", packs=ICE, tokens="RG BG", books={"frill": "spectral_slap"}, companions={"frill": "frost_fox"},
        hexes={"kit": "ancient_rune", "haze": "ancient_rune"},
    )  # fmt: skip
    return game.play("cast spectral_slap RG BG ancient_rune")


def gaining() -> Table:
    game = table("frill", "kit", companions={"kit": "gem_magpie"})
    return game.play("end")


REFUSALS: dict[str, tuple[Callable[[], Table], str]] = {
    "game-over": (finished, "end"),
    "wrong-phase": (duel, "absorb 1"),
    "too-early": (drafting, "concede"),
    "no-points": (lambda: duel(points=0), "travel ancient_rune"),
    "frozen": (lambda: duel(packs=ICE, frozen="frill"), "travel ancient_rune"),
    "not-adjacent": (duel, "travel thornwood"),
    "not-in-book": (duel, "cast heavy_hand RG @kit"),
    "already-cast": (having_cast, "cast heavy_hand RG @kit"),
    "cannot-pay": (lambda: duel(dice="BG", books={"frill": "heavy_hand"}), "cast heavy_hand RG @kit"),
    "out-of-range": (lambda: duel(dice="RG", books={"frill": "heat_wave"}), "cast heat_wave RG @kit"),
    "no-enemy-there": (lambda: duel(dice="RG BG", books={"frill": "spectral_slap"}), "cast spectral_slap RG BG ancient_rune"),
    "no-enemy": (lambda: duel(dice="RG", books={"frill": "heavy_hand"}), "cast heavy_hand RG @haze"),
    "no-such-dice": (lambda: duel(dice="RC"), "reroll RG"),
    "no-crystal": (duel, "protect"),
    "no-card-here": (lambda: table("frill", "kit", hexes={"frill": "ancient_rune"}), "refresh"),
    "other-card-here": (lambda: duel(market={"bubbling_lake": "red_gem"}), "collect blue_gem"),
    "no-counterspells-here": (lambda: duel(dice="RG BO"), "collect counterspell RG BO"),
    "counterspell-deck-empty": (
        lambda: table("frill", "kit", dice="RG BO", hexes={"frill": "dusty_desert"}, counters={"frill": FIVE, "kit": OTHER_FIVE}),
        "collect counterspell RG BO",
    ),
    "no-spell-of-level": (
        lambda: duel(dice="BG RO", market={"bubbling_lake": "unicorn_rush"}),
        "collect unicorn_rush BG RO drop heavy_hand",
    ),
    "book-not-full": (
        lambda: duel(market={"bubbling_lake": "red_gem"}, books={"frill": "heat_wave"}),
        "collect red_gem drop heat_wave",
    ),
    "only-counterspells": (lambda: duel(market={"bubbling_lake": "red_gem"}, counters={"frill": FIVE}), "collect red_gem"),
    "book-full": (
        lambda: duel(market={"bubbling_lake": "red_gem"}, books={"frill": "heat_wave heavy_hand blue_gem red_orb blue_orb"}),
        "collect red_gem",
    ),
    "base-form": (duel, "ability"),
    "not-charged": (lambda: table("frill", "kit", shadow="frill", energy={"frill": 3}), "ability"),
    "other-ability": (lambda: charged("frill", "kit"), "ability @kit"),
    "too-far": (
        lambda: charged("tusk", "kit", packs="exclusive", layout="ten", hexes={"kit": "tidal_grotto"}),
        "ability @kit dusty_desert",
    ),
    "not-on-map": (lambda: charged("nuzzle", "kit", packs=ICE, layout="seven"), "ability crystal_crypt"),
    "too-much": (lambda: duel(dice="RS").play("end"), "absorb 2"),
    "must-transform": (lambda: duel(energy={"frill": 3}, transform="must").play("end"), "stay"),
    "companion-needed": (lambda: duel(energy={"frill": 3}).play("end"), "transform"),
    "not-in-portal": (
        lambda: duel(energy={"frill": 3}, portal="moon_hare gem_magpie mending_newt").play("end"),
        "transform curse_eater",
    ),
    "not-offered": (gaining, "gain RO"),
    "character-taken": (lambda: drafting().play("pick kit"), "pick kit"),
    "not-held": (answering, "counter safety_dome"),
    "same-hex": (vanishing, "counter vanish bubbling_lake"),
    "not-in-pool": (draining, "drain RO"),
    "not-marked": (marking, "freeze @nuzzle"),
    "not-a-way": (lambda: charged("kit", "frill").play("ability @frill"), "push thornwood"),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_says_why(code: str) -> None:
    make, action = REFUSALS[code]
    assert make().refused(action, None if code != "game-over" else "frill") == f"action/{code}"


def test_a_refusal_says_whose_choice_it_is_and_who_may_concede() -> None:
    game = table("frill", "kit", "haze", hp={"haze": 0})
    refusal = why_not(game.state, 1, game.state.box.table.end)
    assert refusal is not None and (refusal.code, refusal.values) == ("action/not-your-choice", {"waiting_for": "frill"})
    assert game.refused("concede", "haze") == "action/not-standing"
    missing = why_not(
        duel(dice="BG RG", books={"frill": "heavy_hand"}).state, 0, game.state.box.table.parse("cast heavy_hand RG RG @kit")
    )
    assert missing is not None and missing.values == {"missing": "RG"}


def test_there_is_no_seat_nine_and_no_action_of_any_number() -> None:
    state = duel().state
    for seat, number, code in (
        (9, 0, "no-such-seat"),
        (-1, 0, "no-such-seat"),
        (0, 10**9, "no-such-action"),
        (0, -1, "no-such-action"),
    ):
        refusal = why_not(state, seat, number)
        assert refusal is not None and refusal.code == f"action/{code}"


def test_every_refusal_there_is_a_sentence_for_comes_up_here() -> None:
    by_itself = {"not-your-choice", "not-standing", "no-such-seat", "no-such-action"}
    by_itself |= {"nobody-in-range", "no-dice"}  # said of everything at once: test_why.py
    for language in languages():
        assert set(load_words(language).tables["refusals"]) == by_itself | set(REFUSALS)


def some_states(count: int, name: str) -> list[State]:
    rng = random.Random(name)
    return [game_under_way(any_setup(rng.choice), f"{name} {number}", rng.randrange(250)) for number in range(count)]


def test_an_action_is_legal_or_there_is_a_reason_why_not_in_every_language() -> None:
    told: set[str] = set()
    for state in some_states(runs(8, 400), "reasons"):
        allowed, seat, table = set(legal_actions(state)), state.to_act, state.box.table
        for action in range(table.size):
            refusal = why_not(state, seat, action)
            if action == table.concede:
                assert (refusal is None) == (PHASES[state.phase] != "draft")
                continue
            assert (refusal is None) == (action in allowed), table.text(action)
            if refusal is not None and str(refusal) not in told:
                told.add(str(refusal))
                assert all(load_words(language).told(refusal.code, refusal.values, state.box.parts) for language in languages())
    assert len(told) > 50


def test_a_seat_is_told_the_same_reasons_from_what_it_sees_alone() -> None:
    rng = random.Random("seen")
    for state in some_states(runs(8, 200), "seen"):
        for seat in range(state.seats):
            for _ in range(15):
                action = rng.randrange(state.box.table.size)
                assert reason(view(state, seat), action) == why_not(state, seat, action)


def test_legal_actions_are_the_same_from_ones_own_view_and_nobody_elses() -> None:
    for state in some_states(runs(40, 2000), "legal"):
        assert legal(view(state, state.to_act)) == legal_actions(state)
        for other in range(SPECTATOR, state.seats):
            assert other == state.to_act or legal(view(state, other)) == []
