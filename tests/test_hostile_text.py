"""Whatever text somebody hands the game, it is read or refused at once, and what is read can be played on (T25)."""

from __future__ import annotations

import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from types import FrameType

import pytest

from casting_shadows.engine import (
    BadNotation,
    BadPack,
    GameError,
    Pack,
    Setup,
    State,
    apply,
    legal_actions,
    new_record,
    note,
    parse_own_pack,
    parse_position,
    parse_record,
    play,
    position,
    replay,
    reveal,
    secret_from_seed,
    start,
)
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.api.record import parse_setup, setup_text
from tests.any_game import game_under_way, pick_by_verb
from tests.counts import runs

pytestmark = pytest.mark.T25

HUGE = 100_000_000
HEAD = '[pack]\nname = "mine"\n'
PACK_TEXT = (
    HEAD
    + """
[rules]
points = 5
[main]
heavy_hand = { damage = "2/5", range = "0-2" }
[main.new_spell]
name = { en = "New", de = "Neu" }
copies = 2
level = 1
collect = "O"
spend = "up to 2 G"
damage = "1/2"
target = "hex"
range = "1"
[counterspells]
pointed_shield = { reduce = 3 }
[companions]
moon_hare = { free = "3 reroll" }
[hexes]
thornwood = { start_gain = "BG BG" }
"""
)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails, rather than hangs, if what is in it takes longer."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"not done after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@cache
def a_game() -> str:
    """A real game's text, to its end."""
    secret = secret_from_seed("hostile")
    state, _ = start(Setup(players=3, packs=("base", "ice_storm"), characters="draft", max_rounds=6), secret)
    record = new_record(state, secret, "0.1.0", ())
    rng = random.Random("hostile")
    while legal_actions(state):
        action = pick_by_verb(state, legal_actions(state), rng)
        after, _ = play(state, state.to_act, action)
        note(record, state, state.to_act, action, after)
        state = after
    return reveal(record, secret).text()


@cache
def a_setup() -> str:
    return setup_text(Setup(players=3, characters=("frill", "kit", "haze")))


@cache
def a_state() -> State:
    return game_under_way(Setup(players=2), "hostile", 40)


def read_action(text: str) -> None:
    play(a_state(), a_state().to_act, text)


def read_position(text: str) -> None:
    stands_up(parse_position(text))


def read_game(text: str) -> None:
    for step in replay(parse_record(text)):
        check_state(step.state)


def read_setup(text: str) -> None:
    start(parse_setup(text, ("base",)), seed=1)


def read_pack(text: str) -> None:
    pack = parse_own_pack(text)
    state, _ = start(Setup(players=2, packs=("base", pack.name)), seed=1, own=(pack,))
    check_state(state)


READERS: dict[str, Callable[[str], None]] = {
    "action": read_action,
    "position": read_position,
    "game": read_game,
    "setup": read_setup,
    "pack": read_pack,
}
BAD = {
    "nothing": "",
    "spaces": " \n\t ",
    "nul": "\0",
    "lone surrogate": "\ud800",
    "right-to-left": "‮cs1 \u2028packs=base",
    "not a number": "NaN",
    "negative": "-1",
    "huge number": "9" * 5000,
    "deep brackets": "[" * 10_000,
    "deep braces": '{"a":' * 10_000,
    "percent": "%s%n{0}{seat.__class__}",
    "markup": "[/bold][link=x]",
    "json": '{"position": null}',
    "only the head": "cs1",
    "only the game's head": "casting-shadows game 1",
    "latin-1": bytes(range(256)).decode("latin-1"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_text_that_is_nothing_of_the_kind_is_refused_with_a_code(reader: str, text: str) -> None:
    with within(5), pytest.raises(GameError) as refused:
        READERS[reader](text)
    assert "/" in refused.value.code and refused.value.message


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("unit", ["a", "[", " ", "\n", "a=", "9"])
def test_a_hundred_million_characters_are_refused_at_once(reader: str, unit: str) -> None:
    text = unit * (HUGE // len(unit))
    began = time.perf_counter()
    if reader == "setup":
        text = text[:1_000_000]  # a setup is read as one line of a game, which is never longer
    with pytest.raises(GameError) as refused:
        READERS[reader](text)
    assert time.perf_counter() - began < 2
    assert len(str(refused.value)) < 2_000, "the refusal does not repeat it all"


@pytest.mark.parametrize("reader", READERS)
def test_random_bytes_are_never_more_than_refused(reader: str) -> None:
    rng = random.Random(reader)
    with within(runs(30, 3000)):
        for number in range(runs(150, 20_000)):
            text = rng.randbytes(rng.randrange(1, 400)).decode("latin-1")
            head = ("", "cs1 ", "casting-shadows game 1\n", HEAD, "cast ")[number % 5]
            with suppress(GameError):  # a comment behind a pack's head is a pack
                READERS[reader](head + text)


def stands_up(state: State) -> None:
    """A state that was read is a state of a game: every legal action can be played."""
    check_state(state)
    assert parse_position(position(state)).steps == state.steps
    for action in legal_actions(state):
        apply(state.copy(), action)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rng", "00@1"),
        ("rng", "zz" * 32 + "@0"),
        ("rng", "00" * 32 + "@" + "9" * 12),
        ("seats", "frill"),
        ("seats", ";" * 5000),
        ("order", "0,0"),
        ("points", "-1"),
        ("points", "٣٣"),
        ("round", "9" * 5000),
        ("steps", "1e3"),
        ("dice", "RG,RG,RG"),
        ("tokens", ",".join(["RG"] * 32)),
        ("to_act", "5"),
        ("phase", "nobody"),
        ("attack", "0:spell:-:0:0-0:-:asking:0"),
        ("packs", "base+base"),
        ("packs", "base@../../etc/passwd"),
        ("packs", "six_casters"),
        ("tiles", "thornwood@0"),
        ("layout", "nine"),
        ("first", "7"),
        ("leaving", "9"),
        ("bot", "1/1"),
        ("began", "X"),
        ("counterspells", "pointed_shield/ff"),
    ],
)
def test_a_position_with_an_impossible_field_is_refused(field: str, value: str) -> None:
    text = re.sub(rf" {field}=\S+", f" {field}={value}", position(a_state()))
    with pytest.raises(GameError):
        parse_position(text)


def test_a_refusal_is_of_the_kind_its_reader_promises() -> None:
    with pytest.raises(BadNotation):
        read_action("cast nothing")
    with pytest.raises(BadNotation):
        parse_position("cs1 packs=base packs=base")
    with pytest.raises(BadNotation):
        parse_record("casting-shadows game 1\nversion: 1")
    with pytest.raises(BadPack):
        parse_own_pack("name = 'mine'")
    assert isinstance(parse_own_pack(PACK_TEXT), Pack)
