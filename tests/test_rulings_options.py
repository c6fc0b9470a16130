"""Rulings S21, S54, S56, S57 and what the digital game adds: rounds, the seed, names and options."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import (
    BadSetup,
    GameError,
    Rng,
    Setup,
    State,
    can_undo,
    legal_actions,
    open_box,
    outcome,
    parse_position,
    play,
    position,
    secret_from_seed,
    start,
    view,
)
from casting_shadows.engine.rng import stream_key
from casting_shadows.engine.state import SEEN_BITS
from casting_shadows.engine.words import load_words
from tests.table import Table, table

pytestmark = pytest.mark.T01

SIX = ("frill", "kit", "nuzzle", "haze", "iris", "tusk")


def begin(**options: Any) -> State:
    """A new game with these options."""
    return start(Setup(**options), seed="begin")[0]


# ---------------------------------------------------------------- S21, S54: the limit of rounds


@pytest.mark.ruling("S21", "S54")
def test_the_limit_ends_the_game_as_a_tie_among_those_standing() -> None:
    game = table("frill", "kit", "nuzzle", hp={"kit": 0}, max_rounds=1)
    game.rolls("GGGGG").play("end")
    assert outcome(game.state) is None
    game.play("end")
    ended = outcome(game.state)
    assert ended is not None
    assert (ended.ending, ended.winner, ended.standing) == ("turn_limit", None, (0, 2))


@pytest.mark.ruling("S21")
def test_there_is_no_limit_by_default_and_somebody_is_always_left_standing() -> None:
    assert Setup().max_rounds == 0
    game = table("frill", "kit", dice="RC", hp={"frill": 1, "kit": 1}).play("end")
    ended = outcome(game.state)
    assert ended is not None
    assert (ended.ending, ended.winner) == ("last_standing", game.seat("kit"))


@pytest.mark.ruling("S54")
def test_a_round_ends_when_play_comes_to_the_seat_that_started() -> None:
    state = begin(players=3, first=2, characters=SIX[:3])
    seen: list[tuple[int, int]] = []
    while len(seen) < 5:
        if not seen or seen[-1] != (state.turn, state.round):
            seen.append((state.turn, state.round))
        texts = [state.box.table.text(action) for action in legal_actions(state)]
        state, _ = play(state, state.to_act, "end" if "end" in texts else texts[0])
    assert seen == [(2, 1), (0, 1), (1, 1), (2, 2), (0, 2)]


@pytest.mark.ruling("S54")
def test_a_round_ends_when_play_passes_over_the_seat_that_started() -> None:
    game = table("frill", "kit", "nuzzle", turn="nuzzle", hp={"frill": 0})
    game.rolls("GGGGG").play("end")
    assert (game.turn, game.state.round) == ("kit", 2)


# ---------------------------------------------------------------- S56: the use of the seed


def shuffled_decks(seed: str, packs: tuple[str, ...], before: int) -> tuple[list[int], list[int], list[int]]:
    """Counterspell, Main and Companion deck as S56 shuffles them, after *before* numbers below 2 (the first player)."""
    rng = Rng(stream_key(secret_from_seed(seed)))
    for _ in range(before):
        rng.below(2)
    parts = open_box(packs).parts
    decks = (
        [number << SEEN_BITS for number, row in enumerate(parts.counterspells) for _ in range(row.copies)],
        [number for number, row in enumerate(parts.main) for _ in range(row.copies)],
        list(range(len(parts.companions))),
    )
    for deck in decks:
        rng.shuffle(deck)
    return decks


@pytest.mark.ruling("S56")
@pytest.mark.parametrize("first", [0, "random"])
def test_the_seed_shuffles_counterspells_main_and_companions_in_this_order(first: int | str) -> None:
    state, _ = start(Setup(characters=("frill", "kit"), first=first), seed="order")
    counterspells, main, companions = shuffled_decks("order", ("base",), 0 if first == 0 else 1)
    assert state.counter_deck == counterspells
    dealt = [state.market[tile] for tile in state.map.market]
    assert [*state.deck, *reversed(dealt)] == main, "the market is dealt in the layout's order"
    assert [*state.companion_deck, *reversed(state.portal)] == companions


@pytest.mark.ruling("S56")
def test_the_same_seed_gives_the_same_game_and_another_does_not() -> None:
    assert position(start(Setup(), seed=1)[0]) == position(start(Setup(), seed=1)[0])
    assert position(start(Setup(), seed=1)[0]) != position(start(Setup(), seed=2)[0])


# ---------------------------------------------------------------- S57: names


@pytest.mark.ruling("S57")
def test_the_base_forms_names_are_the_characters_and_not_their_hexes() -> None:
    words = load_words("en")
    forms = {words.base_form(character) for character in SIX}
    assert "Frill Lilypad" in forms
    assert not forms & {words.name(row.id) for row in open_box(("exclusive",)).parts.hexes}
    assert words.name("bubbling_lake") == "Bubbling Lake"


# ---------------------------------------------------------------- What the digital game adds


@pytest.mark.parametrize("points", [2, 3, 4])
def test_the_first_turn_may_have_fewer_points(points: int) -> None:
    state = begin(first=1, first_turn_points=points, characters=("frill", "kit"))
    assert state.points == points
    game = Table(state)
    while game.turn == "kit":
        game.play("end" if game.phase == "actions" else "absorb 0")
    assert game.points == 4


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"first_turn_points": 1}, "setup/first-turn-points"),
        ({"first_turn_points": 5}, "setup/first-turn-points"),
        ({"bot_hp": 7}, "setup/bot-hp"),
    ],
)
def test_other_handicaps_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadSetup) as error:
        begin(**options)
    assert error.value.code == code


def test_undo_goes_back_over_what_nobody_else_and_no_die_has_touched() -> None:
    game = table(
        "frill", "kit", dice="RG RC", tokens="RG", books={"frill": "heavy_hand red_gem"}, market={"bubbling_lake": "blue_gem"}
    )
    seen, parse = view(game.state, 0), game.state.box.table.parse
    for action in ("travel ancient_rune", "protect", "use red_gem"):
        assert can_undo(seen, parse(action)), action
    for action in ("reroll RG", "refresh", "collect blue_gem", "cast heavy_hand RG @kit", "end"):
        assert not can_undo(seen, parse(action)), action


def test_a_position_is_a_line_of_text_that_can_be_pasted_and_reloaded() -> None:
    game = table("frill", "kit", dice="RG RC", tokens="BO", books={"frill": "heavy_hand"}, counters={"kit": "run_away"})
    line = position(game.state)
    assert "\n" not in line
    assert position(parse_position(line)) == line
    with pytest.raises(GameError):
        parse_position(line.replace("cs1", "cs9"))
