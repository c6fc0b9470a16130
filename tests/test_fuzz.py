"""Random play in every kind of game: it never crashes, never gets stuck and never goes on for ever.

A failure names the game's number; `python -m tests.test_fuzz NUMBER` plays that very game again, action by action.
"""

from __future__ import annotations

import random
import sys
from itertools import product

import pytest

from casting_shadows.engine import Setup, State, apply, legal_actions, outcome, seat_names, start
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.api.record import setup_text
from casting_shadows.engine.rules.apply import concede

from .any_game import PACKS, any_setup, pick_by_verb, pick_evenly
from .counts import runs

pytestmark = pytest.mark.T04

GAMES = runs(500, 20_000)
MOST_ACTIONS = 5_000
CONCEDES = 1 / 1_000
"""The chance at each action that the player to act gives up instead."""


def named_setups() -> list[Setup]:
    """Every number of players with every pack, both maps, both markets and both rules of transforming; and solo."""
    found = []
    for packs, players, layout in product(PACKS, range(2, 7), ("seven", "ten")):
        if (packs == ("base",) and (players > 4 or layout == "ten")) or (players > 4 and layout == "seven"):
            continue
        for market, transform in product(("sides", "ring"), ("may", "must")):
            found.append(Setup(players=players, packs=packs, layout=layout, market=market, transform=transform))
    found += [Setup(players=1, mode="solo", transform=transform) for transform in ("may", "must")]
    return found


NAMED = named_setups()


def setup_of(number: int) -> Setup:
    """The named setups take turns; every second game has a setup of its own."""
    if number % 2 == 0:
        return NAMED[number // 2 % len(NAMED)]
    return any_setup(random.Random(f"setup {number}").choice)


def play_game(number: int, show: bool = False) -> State:
    """Play a game to its end; an error says which game and which action it was."""
    setup = setup_of(number)
    rng = random.Random(f"fuzz {number}")
    pick = pick_by_verb if rng.random() < 0.5 else pick_evenly
    last = "the start"
    try:
        state, _ = start(setup, seed=f"fuzz {number}")
        for played in range(MOST_ACTIONS + 1):
            if outcome(state) is not None:
                check_state(state)
                return state
            assert played < MOST_ACTIONS, f"not over after {MOST_ACTIONS} actions"
            legal = legal_actions(state)
            assert legal, "a dead end: nobody can act, but the game is not over"
            if rng.random() < CONCEDES and state.hp[state.to_act]:
                seat = state.to_act
                last = f"{seat_names(state)[seat]} concede"
                concede(state, seat)
            else:
                action = pick(state, legal, rng)
                last = f"{seat_names(state)[state.to_act]} {state.box.table.text(action)}" if show else str(action)
                apply(state, action)
            if show:
                print(last)
            if show or played % 10 == 0:
                check_state(state)
    except Exception as error:
        where = f"game {number} ({','.join(setup.packs)}; {setup_text(setup)}) after {last}"
        raise AssertionError(f"{where}: {error!r}; play it with: python -m tests.test_fuzz {number}") from error
    raise AssertionError("unreachable")


@pytest.mark.parametrize("part", range(10))
def test_every_random_game_comes_to_an_end(part: int) -> None:
    endings = set()
    for number in range(part, GAMES, 10):
        ended = outcome(play_game(number))
        assert ended is not None
        endings.add(ended.ending)
    assert "last_standing" in endings


def test_the_games_together_are_of_every_kind() -> None:
    setups = [setup_of(number) for number in range(GAMES)]
    assert {setup.packs for setup in setups} == set(PACKS)
    assert {setup.players for setup in setups} == {1, 2, 3, 4, 5, 6}
    assert {setup.layout for setup in setups} == {"", "seven", "ten", "custom"}
    assert {setup.market for setup in setups} == {"sides", "ring"}
    assert {setup.transform for setup in setups} == {"may", "must"}
    assert {setup.mode for setup in setups} == {"standard", "solo"}
    assert {setup.first_turn_points for setup in setups} == {2, 3, 4}
    assert {setup.bot_hp for setup in setups} == {6, 8, 10, 12}
    assert {setup.max_rounds for setup in setups} == {0, 3, 40}
    assert {setup.characters if isinstance(setup.characters, str) else "chosen" for setup in setups} >= {
        "random",
        "draft",
        "chosen",
    }


if __name__ == "__main__":
    play_game(int(sys.argv[1]), show=True)
