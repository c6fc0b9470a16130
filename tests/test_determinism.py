"""The same seed and the same choices give the same game: in every copy, process and build, whatever Python's hash seed is.

`python -m tests.test_determinism FIRST LAST` prints one hash over these games: every list of legal actions, every event and
every position in them.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from casting_shadows import _build
from casting_shadows.engine import State, digest, legal_actions, outcome, parse_position, play, position, start

from .any_game import any_setup, pick_by_verb
from .counts import runs

pytestmark = pytest.mark.T06

ROOT = Path(__file__).parents[1]
MANY, FEW = str(runs(55, 2_500)), str(runs(1, 40))
"""Games of bots that play at random, more than 50 so that two workers share them; and of bots that think."""
LOOKED_INTO = runs(10, 500)
"""Games compared action by action."""
SIMULATIONS = (
    ("--games", MANY, "--players", "2", "--packs", "exclusive", "--layout", "ten"),
    ("--games", MANY, "--players", "4", "--packs", "base", "--transform", "must"),
    ("--games", MANY, "--players", "6", "--packs", "exclusive,ice_storm", "--market", "ring", "--max-rounds", "30"),
    ("--games", MANY, "--players", "1", "--mode", "solo", "--bot-hp", "10"),
    ("--games", FEW, "--players", "2", "--packs", "base,ice_storm", "--bots", "greedy", "--max-rounds", "10"),
)


def run(*words: str, pure: bool, hash_seed: int | str = 0) -> str:
    """What a Python process of its own prints."""
    environment = {name: value for name, value in os.environ.items() if name != _build.PURE_SWITCH}
    environment["PYTHONHASHSEED"] = str(hash_seed)
    if pure:
        environment[_build.PURE_SWITCH] = "1"
    found = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout


@cache
def simulated(options: tuple[str, ...], pure: bool, hash_seed: int | str = 0, jobs: int = 1) -> dict[str, object]:
    """The report of a simulation, without what depends on the machine."""
    words = ("casting_shadows", "simulate", "--json", "--seed", "same", "--jobs", str(jobs), *options)
    report = json.loads(run(*words, pure=pure, hash_seed=hash_seed))
    assert report.pop("decisions_per_second") >= 0
    return dict(report)


def has_compiled_engine() -> bool:
    """Whether there is a build of exactly these sources."""
    return any((home / _build.tag()).is_dir() for home in _build.homes())


here = bool(os.environ.get(_build.PURE_SWITCH))
"""The build these tests run on is the one whose processes are compared."""


@pytest.mark.parametrize("options", SIMULATIONS)
def test_the_hash_seed_and_the_number_of_workers_change_nothing(options: tuple[str, ...]) -> None:
    report = simulated(options, here)
    assert report["games"] == report["finished"] == int(options[1])
    assert simulated(options, here, hash_seed=4242, jobs=2) == report


@pytest.mark.parametrize("options", SIMULATIONS)
def test_the_compiled_and_the_interpreted_engine_play_the_same_games(options: tuple[str, ...]) -> None:
    if not has_compiled_engine():
        return  # test_builds says whether there should be one
    compiled, interpreted = dict(simulated(options, False)), dict(simulated(options, True))
    assert (compiled.pop("build"), interpreted.pop("build")) == ("compiled", "interpreted")
    assert compiled == interpreted


def games_hash(first: int, last: int) -> str:
    """One hash over everything that can be seen of these games."""
    seen = hashlib.sha256()
    for number in range(first, last):
        rng = random.Random(f"parity {number}")
        state, events = start(any_setup(rng.choice), seed=f"parity {number}")
        while outcome(state) is None:
            legal = legal_actions(state)
            action = pick_by_verb(state, legal, rng)
            texts = [state.box.table.text(each) for each in legal]
            seen.update(f"{texts}\n{events}\n{position(state)}\n".encode())
            state, events = play(state, state.to_act, action)
        seen.update(f"{events}\n{position(state)}\n{outcome(state)}\n".encode())
    return seen.hexdigest()


def test_every_choice_event_and_position_is_the_same_in_every_process_and_build() -> None:
    here_and_now = games_hash(0, LOOKED_INTO)
    words = ("tests.test_determinism", "0", str(LOOKED_INTO))
    assert run(*words, pure=True, hash_seed="random").strip() == here_and_now
    if has_compiled_engine():
        assert run(*words, pure=False, hash_seed=7).strip() == here_and_now


def some_states(number: int) -> list[State]:
    """A few moments of a game."""
    rng = random.Random(f"moments {number}")
    state, _ = start(any_setup(rng.choice), seed=f"moments {number}")
    found = []
    while outcome(state) is None:
        if rng.random() < 0.1:
            found.append(state)
        state, _ = play(state, state.to_act, pick_by_verb(state, legal_actions(state), rng))
    return found


@pytest.mark.parametrize("number", range(runs(10, 200)))
def test_playing_leaves_the_state_as_it_was_and_copies_go_the_same_way(number: int) -> None:
    rng = random.Random(number)
    for state in some_states(number):
        before, twin = digest(state), state.copy()
        legal = legal_actions(state)
        for action in rng.sample(legal, min(8, len(legal))):
            after, events = play(state, state.to_act, action)
            assert digest(state) == before
            for other in (state, twin, parse_position(position(state))):
                again, events_again = play(other, other.to_act, state.box.table.text(action))
                assert (digest(again), events_again) == (digest(after), events)
        assert digest(twin) == before
        assert legal_actions(twin) == legal


@pytest.mark.parametrize("number", range(5))
def test_another_seed_gives_another_game(number: int) -> None:
    setup = any_setup(random.Random(f"other {number}").choice)
    digests = {digest(start(setup, seed=seed)[0]) for seed in ("a", "b", "c")}
    assert len(digests) == 3


if __name__ == "__main__":
    print(games_hash(int(sys.argv[1]), int(sys.argv[2])))
