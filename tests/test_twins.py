"""A game that is written down and read back after every action goes on exactly like its twin that never was."""

from __future__ import annotations

import random

import pytest

from casting_shadows import __version__
from casting_shadows.engine import (
    Record,
    State,
    digest,
    legal_actions,
    new_record,
    note,
    outcome,
    parse_position,
    parse_record,
    play,
    position,
    replay,
    reveal,
    secret_from_seed,
    start,
    verify,
)
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.state import Attack

from .any_game import any_setup, pick_by_verb
from .counts import runs

pytestmark = pytest.mark.T07

GAMES = runs(20, 1_000)
CONCEDES = 1 / 200


def next_action(state: State, rng: random.Random) -> tuple[int, int]:
    """Who does what next; now and then somebody concedes."""
    staying = [s for s in range(state.seats) if state.hp[s] and not state.is_bot(s) and not (state.leaving >> s) & 1]
    if staying and rng.random() < CONCEDES:
        return rng.choice(staying), state.box.table.concede
    return state.to_act, pick_by_verb(state, legal_actions(state), rng)


def reloaded(state: State) -> State:
    """The state, written down and read back."""
    return parse_position(position(state))


def facts(thing: State | Attack) -> dict[str, object]:
    """Everything a state or an attack holds, by name, but for what is the same all game long."""
    names = [name for name in dir(thing) if not name.startswith("_") and name not in ("setup", "log", "box", "map", "rng")]
    found = {name: getattr(thing, name) for name in names if not callable(getattr(thing, name))}
    if isinstance(thing, State):
        found["attack"] = None if thing.attack is None else facts(thing.attack)
        found["map"] = (thing.map.places, thing.map.market)
        found["chance"] = (thing.rng.key, thing.rng.place, thing.rng.forced)
    return found


def same_game(twin: State, state: State) -> None:
    """Both are the same to the last field, offer the same and end the same."""
    assert facts(twin) == facts(state)
    assert position(twin) == position(state)
    assert digest(twin) == digest(state)
    assert legal_actions(twin) == legal_actions(state)
    assert outcome(twin) == outcome(state)


@pytest.mark.parametrize("part", range(4))
def test_a_game_saved_and_reloaded_after_every_action_is_the_same_game(part: int) -> None:
    for number in range(part, GAMES, 4):
        rng = random.Random(f"twins {number}")
        state, _ = start(any_setup(rng.choice), seed=f"twins {number}")
        twin = reloaded(state)
        same_game(twin, state)
        while outcome(state) is None:
            seat, action = next_action(state, rng)
            state, events = play(state, seat, action)
            after, twin_events = play(twin, seat, action)
            assert twin_events == events, f"game {number}, action {state.steps}: {state.box.table.text(action)}"
            same_game(after, state)
            twin = reloaded(after)
            same_game(twin, state)
        check_state(twin)


def recorded(number: int) -> tuple[Record, list[str]]:
    """A game with its record, and the digest after each action."""
    rng = random.Random(f"record {number}")
    secret = secret_from_seed(f"record {number}")
    contributions = (b"one", b"\x00\xff")[: rng.randrange(3)]
    state, _ = start(any_setup(rng.choice), secret, contributions=contributions)
    record = new_record(state, secret, __version__, contributions)
    digests = [digest(state)]
    while outcome(state) is None:
        seat, action = next_action(state, rng)
        after, _ = play(state, seat, action)
        note(record, state, seat, action, after)
        digests.append(digest(after))
        state = after
    return record, digests


@pytest.mark.parametrize("part", range(4))
def test_a_recorded_game_replays_from_its_text_to_the_same_positions(part: int) -> None:
    for number in range(part, GAMES, 4):
        record, digests = recorded(number)
        hidden = record.text()
        assert parse_record(hidden).text() == hidden
        assert parse_record(hidden).secret is None, "the secret is not told before the end"
        secret = secret_from_seed(f"record {number}")
        assert secret.hex() not in hidden
        text = reveal(record, secret).text()
        again = parse_record(text)
        assert again == reveal(record, secret)
        assert again.text() == text
        assert [digest(step.state) for step in replay(again)] == digests
        assert digest(verify(again).state) == digests[-1]
        assert again.result, "a finished game has a result"


def test_scripted_numbers_are_saved_with_the_position() -> None:
    state, _ = start(any_setup(random.Random("scripted").choice), seed="scripted")
    state.rng.forced.extend([5, 4, 3])
    assert reloaded(state).rng.forced == [5, 4, 3]
    same_game(reloaded(state), state)
