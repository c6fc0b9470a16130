"""Real positions, games, packs, setups and actions with something changed: refused, or read and played on (T25)."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import cache

import pytest

from casting_shadows.engine import GameError, open_box, parse_position, play, position
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.state import PHASES
from tests.any_game import any_setup, game_under_way
from tests.counts import runs
from tests.test_hostile_text import PACK_TEXT, a_game, a_setup, a_state, read_game, read_pack, read_setup, stands_up, within

pytestmark = pytest.mark.T25


def mutated(text: str, other: str, rng: random.Random, words: list[str]) -> str:
    """The text with one or two small wounds."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not text:
            return text
        fields = re.split(r"([ \n])", text)
        place = rng.randrange(len(fields))
        at = rng.randrange(len(text))
        kind = rng.randrange(8)
        if kind == 0:
            text = text[:at] + chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x3000)))) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + text[at + rng.randrange(1, 20) :]
        elif kind == 2:
            text = "".join([*fields[:place], fields[place], " ", *fields[place:]])
        elif kind == 3:
            text = "".join([*fields[:place], *fields[place + 1 :]])
        elif kind == 4:
            found = rng.choice(list(re.finditer(r"\d+|$", text)))
            text = text[: found.start()] + str(rng.choice((0, 1, 2, 3, 4, 5, 6, 9, 18, 99, 31, 10**9))) + text[found.end() :]
        elif kind == 5:
            found = rng.choice(list(re.finditer(r"[a-z_]{2,}|$", text)))
            text = text[: found.start()] + rng.choice(words) + text[found.end() :]
        elif kind == 6:
            twins = [field for field in re.split(r"[ \n]", other) if field.partition("=")[0] == fields[place].partition("=")[0]]
            fields[place] = rng.choice(twins) if twins else fields[place]
            text = "".join(fields)
        else:
            items = re.split(r"([,;:/])", fields[place])
            first, second = rng.randrange(len(items)), rng.randrange(len(items))
            items[first], items[second] = items[second], items[first]
            fields[place] = "".join(items)
            text = "".join(fields)
    return text


@cache
def vocabulary() -> list[str]:
    table = open_box(("exclusive", "ice_storm")).table
    names = [*table.cards, *table.counterspells, *table.companions, *table.tiles, *table.characters]
    return [
        *names,
        *PHASES,
        "spell",
        "ability",
        "contact",
        "asking",
        "marking",
        "returning",
        "biting",
        "pushing",
        "pass",
        "solo",
        "-",
    ]


def test_a_real_position_with_something_changed_is_refused_or_can_be_played_on() -> None:
    rng = random.Random("positions")
    total, read = runs(2000, 200_000), 0
    sources: list[str] = []
    for number in range(40):
        setup = any_setup(rng.choice)
        sources.append(position(game_under_way(setup, f"hostile {number}", rng.randrange(0, 300))))
    for number in range(total):
        text = mutated(rng.choice(sources), rng.choice(sources), rng, vocabulary())
        with within(10):
            try:
                state = parse_position(text)
            except GameError:
                continue
            read += 1
            try:
                stands_up(state)
            except Exception as error:
                raise AssertionError(f"mutation {number}: {text}") from error
    assert read > total // 50, "some of them are positions still"


def test_a_real_game_with_something_changed_is_refused_or_replays() -> None:
    rng = random.Random("games")
    lines = a_game().splitlines()
    short = "\n".join([*lines[:60], lines[-1]])
    for number in range(runs(250, 20_000)):
        text = mutated(short, a_game(), rng, vocabulary())
        with within(20):
            try:
                read_game(text)
            except GameError:
                continue
            except Exception as error:
                raise AssertionError(f"mutation {number}: {text}") from error


def test_a_real_pack_with_something_changed_is_refused_or_makes_a_game() -> None:
    rng = random.Random("packs")
    made = 0
    for number in range(runs(250, 20_000)):
        text = mutated(PACK_TEXT, PACK_TEXT, rng, [*vocabulary(), "damage", "copies", "name", "true", "hex", "up to", "RG"])
        with within(20):
            try:
                read_pack(text)
                made += 1
            except GameError:
                continue
            except Exception as error:
                raise AssertionError(f"mutation {number}: {text}") from error
    assert made, "some of them are packs still"


def test_an_action_or_setup_with_something_changed_is_refused_or_read() -> None:
    rng = random.Random("actions")
    state, table = a_state(), a_state().box.table
    for _ in range(runs(2000, 50_000)):
        text = mutated(table.text(rng.randrange(table.size)), a_setup(), rng, vocabulary())
        with suppress(GameError):
            check_state(play(state, state.to_act, text)[0])
        with suppress(GameError):
            read_setup(mutated(a_setup(), a_setup(), rng, vocabulary()))
