"""A game that began at a position is recorded: sealed until the end, then told, replayed and verified."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from casting_shadows.engine import (
    GameError,
    Record,
    Setup,
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
    sealed,
    start_from,
    state_at,
    verify,
)
from casting_shadows.engine.api.invariants import check_state
from tests.any_game import game_under_way, pick_by_verb
from tests.command import tell
from tests.counts import runs
from tests.test_hostile_text import within
from tests.test_start_from_position import BOTH, MINE, SECRET, a_table, some_states


def played(state: State, record: Record, seed: str, moves: int = 400) -> State:
    """Play on at random, and note it."""
    rng = random.Random(seed)
    while legal_actions(state) and len(record.moves) < moves:
        action, seat = pick_by_verb(state, legal_actions(state), rng), state.to_act
        after, _ = play(state, seat, action)
        note(record, state, seat, action, after)
        state = after
    return state


def recorded(source: State, exact: bool = False, moves: int = 400) -> tuple[Record, State]:
    """A game from a position, played at random, and its record before anything of it is told."""
    text = position(source)
    state = start_from(text, SECRET, (b"one",), (MINE,), exact=exact)
    record = new_record(state, SECRET, "0.1.0", (b"one",), position=text, exact=exact)
    return record, played(state, record, "on", moves)


@BOTH
def test_a_record_reads_back_replays_and_verifies(exact: bool) -> None:
    for source in some_states(f"records {exact}", 12, 400):
        record, last = recorded(source, exact)
        told = reveal(record, SECRET)
        read = parse_record(told.text())
        assert read == told and read.text() == told.text()
        assert (read.position, read.exact) == (position(source), exact)
        steps = list(replay(read))
        assert steps[0].events == [] and digest(steps[-1].state) == digest(last)
        assert verify(read).number == len(record.moves)
        assert outcome(last) is None or read.result


@BOTH
def test_until_the_secret_is_told_the_text_tells_nothing_of_the_position(exact: bool) -> None:
    source = a_table()
    record, _ = recorded(source, exact, moves=0)
    text = record.text()
    assert f"\nfrom: {'exact' if exact else 'fresh'} {record.seal} -\n" in text
    for hidden in ("cs1", source.rng.key.hex(), SECRET.hex(), "pointed_shield", "run_away"):
        assert hidden not in text and hidden not in repr(record)
    assert parse_record(text).text() == text and parse_record(text).position == ""
    before, after = text.splitlines(), reveal(record, SECRET).text().splitlines()
    grown = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert grown == [(before[4], before[4][:-1] + position(source)), ("secret: -", f"secret: {SECRET.hex()}")]


def test_nobody_can_try_which_position_fits_the_seal() -> None:
    source = a_table()
    seals = [new_record(source, secret, "", position=position(source)).seal for secret in (SECRET, bytes(32))]
    assert seals[0] != seals[1], "without the secret any seal could be that of any position"


def test_a_pasted_position_that_was_broken_into_lines_is_recorded_as_one() -> None:
    text = "  " + position(a_table()).replace(" seats=", "\r\n\tseats=").replace(" rng=", "  rng=") + "\n"
    state = start_from(text, SECRET)
    record = reveal(new_record(state, SECRET, "0.1.0", position=text), SECRET)
    assert record.position == position(a_table())
    assert record.seal == sealed(SECRET, text, exact=False) == sealed(SECRET, record.position, exact=False)
    assert digest(verify(parse_record(record.text())).state) == digest(state)


def test_a_game_from_its_setup_has_no_such_line() -> None:
    files = sorted((Path(__file__).parent / "coverage_games").glob("*.txt"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "from:" not in text and parse_record(text).text() == text


@cache
def finished() -> Record:
    """A finished game from a position, told."""
    return reveal(recorded(game_under_way(Setup(players=2, first=0, max_rounds=4), "finished", 20))[0], SECRET)


def other_position() -> str:
    """The position the finished game began at with two cards of its deck the other way round: just as possible."""
    state = parse_position(finished().position)
    state.deck[0], state.deck[-1] = state.deck[-1], state.deck[0]
    return position(state)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (lambda record: replace(record, position=other_position()), "game/seal"),
        (lambda record: replace(record, exact=True), "game/seal"),
        (lambda record: replace(record, seal="0" * 64), "game/seal"),
        (lambda record: replace(record, position=""), "game/no-position"),
        (lambda record: replace(record, secret=None), "game/no-secret"),
        (lambda record: replace(record, secret=bytes(32)), "game/commitment"),
        (lambda record: replace(record, setup=replace(record.setup, max_rounds=5)), "game/from"),
        (lambda record: replace(record, packs="exclusive", setup=replace(record.setup, packs=("exclusive",))), "game/from"),
        (lambda record: replace(record, moves=record.moves[:-1]), "game/result"),
    ],
)
def test_verifying_catches_what_was_changed_afterwards(changed: Callable[[Record], Record], code: str) -> None:
    assert verify(finished()).number == len(finished().moves)
    with pytest.raises(GameError) as why:
        verify(changed(finished()))
    assert why.value.code == code


def test_every_step_of_a_record_can_be_played_on_from() -> None:
    for step in replay(finished()):
        state = state_at(finished(), step.number)
        assert digest(state) == digest(step.state)
        if outcome(state) is None:
            record, last = recorded(state, exact=step.number % 2 == 0, moves=20)
            assert digest(state_at(reveal(record, SECRET), len(record.moves))) == digest(last)
    broken = replace(finished(), moves=[*finished().moves[:3], ("nobody", "end")])
    assert digest(state_at(broken, 3)) == digest(state_at(finished(), 3)), "what comes later is not played"
    for number in (-1, len(broken.moves) + 1, 10**9):
        with pytest.raises(GameError) as why:
            state_at(broken, number)
        assert why.value.code == "game/no-such-step" and why.value.values["step"] == number


FROM = f"from: fresh {'0' * 64} "


@pytest.mark.T25
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("from: ", "game/header"),
        ("from: hidden", "game/from"),
        ("from: fresh cs1 packs=base", "game/from"),
        (f"from: stale {'0' * 64} -", "game/from"),
        (f"from: fresh {'0' * 63} -", "game/from"),
        (f"from: fresh {'F' * 64} -", "game/from"),
        (f"{FROM}-cs1", "game/from"),
        (f"{FROM}cs2 packs=base", "game/from"),
        (f"{FROM}cs1 " + "a" * 60_000, "game/from"),
        (f"{FROM}-\n{FROM}-", "game/header"),
        (f"{FROM}\x1b[31m", "game/not-text"),
    ],
)
def test_a_line_that_says_wrongly_where_a_game_began_is_refused_by_its_number(line: str, code: str) -> None:
    text = re.sub("\nfrom: .*", lambda _: "\n" + line, finished().text())
    with within(5), pytest.raises(GameError) as why:
        parse_record(text)
    assert why.value.code == code and why.value.values["line"] in (5, 6) and f"line {why.value.values['line']}" in str(why.value)
    assert len(str(why.value)) < 500


@pytest.mark.T25
@pytest.mark.parametrize("place", [0, 1, 2, 3, 5, 6, 7, 8, 9, -1])
def test_the_line_stands_in_its_place_or_the_game_is_refused(place: int) -> None:
    lines = finished().text().splitlines()
    line = lines.pop(4)
    lines.insert(len(lines) if place == -1 else place, line)
    with pytest.raises(GameError) as why:
        parse_record("\n".join(lines))
    assert why.value.code in ("game/no-game", "game/header", "game/moves", "game/move", "game/pack-line")


@pytest.mark.T25
def test_a_position_told_before_the_secret_is_refused() -> None:
    text = finished().text().replace(f"secret: {SECRET.hex()}", "secret: -")
    with pytest.raises(GameError) as why:
        parse_record(text)
    assert why.value.code == "game/from" and why.value.values == {"line": 5}


@pytest.mark.T25
def test_a_record_damaged_anywhere_is_read_or_refused_and_never_more() -> None:
    rng, text = random.Random("damaged"), finished().text()
    with within(runs(60, 3000)):
        for _ in range(runs(300, 20_000)):
            start_at = rng.randrange(len(text))
            junk = rng.choice(["", " ", "\n", "-", "cs1 ", "@9", "exact", text[start_at : start_at + rng.randrange(40)]])
            place = rng.randrange(len(text))
            damaged = text[:place] + junk + text[place + rng.randrange(4) :]
            with suppress(GameError):
                for step in replay(parse_record(damaged)):
                    check_state(step.state)


@BOTH
def test_the_command_says_what_it_verified_of_a_game_from_a_position(exact: bool, tmp_path: Path) -> None:
    record, last = recorded(a_table(), exact, moves=30)
    file = tmp_path / "game.txt"
    file.write_text(reveal(record, SECRET).text(), encoding="utf-8")
    answer = tell("verify", file)
    assert answer.code == 0 and "the position fits its seal" in answer.out
    assert ("the secret had no part" in answer.out) == exact
    report = tell("verify", file, "--json").json
    assert (report["from_position"], report["exact"], report["digest"]) == (True, exact, digest(last))
    assert tell("replay", file, "--final", "--json").json["position"] == position(last)
    file.write_text(record.text(), encoding="utf-8")
    assert tell("verify", file).refused().startswith("game/no-secret")
