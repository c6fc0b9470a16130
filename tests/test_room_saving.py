"""Whoever plays alone can take a game along as text and go on elsewhere. It tells what is hidden: it no longer counts."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import parse_record, position, state_at, verify
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.server.replaying import position_at
from casting_shadows.table import asking, game
from casting_shadows.table.entries import TextTaken

from .rooms import Scene, a_room
from .table import table

MINE = '[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "3/7" }'
ALONE: dict[str, dict[str, Any]] = {
    "against a bot": {"people": 1, "bots": 1, "first": 0},
    "at one device": {"seats": (0, 0), "first": 0},
    "in Shadow Boxing": {"people": 1, "mode": "solo"},
    "with a pack of one's own": {"people": 1, "bots": 1, "first": 0, "packs": ("base", "mine"), "own": (MINE,)},
    "from a position": {"people": 1, "bots": 1, "at": table("frill", "kit", counters={"kit": "run_away"})},
}


def text_of(room: Scene) -> str:
    """The game so far, as the first person takes it along."""
    answer = room.do(0, c.AskText, seat=room.seat_of(0))
    assert isinstance(answer, m.GameText)
    return answer.text


def played(room: Scene, steps: int = 8) -> Scene:
    """Let the first person and the bots act some times."""
    for _ in range(steps):
        seats = [seat for seat in room.room.seats_of(room.member(0)) if room.game.may_act(seat)]
        if seats:
            choices = [text for text in room.choices(0, seats[0]) if text != "concede"]
            room.act(0, choices[0], seat=seats[0])
        else:
            room.wait(2).let_bots_think()
    return room


@pytest.mark.parametrize("sitting", ALONE.values(), ids=ALONE)
def test_a_game_taken_along_is_the_same_game_to_the_last_card(sitting: dict[str, Any]) -> None:
    room = played(a_room(**sitting))
    record = parse_record(text_of(room))
    verify(record)
    assert len(record.moves) == len(room.game.moves) > 0 and not record.result
    assert position(state_at(record, len(record.moves))) == position(room.game.state)


@pytest.mark.parametrize("sitting", ALONE.values(), ids=ALONE)
def test_another_room_goes_on_where_it_stopped(sitting: dict[str, Any]) -> None:
    room = played(a_room(**sitting))
    text = text_of(room)
    where, own = position_at(text, (), len(parse_record(text).moves))
    assert own == sitting.get("own", ())
    kind = {name: sitting[name] for name in ("packs", "own", "mode") if name in sitting}
    bots = 0 if sitting.get("mode") == "solo" else 1
    other = a_room(1, bots, at=where, exact=False, **kind)
    then, now = room.game.state, other.game.state
    assert (now.hp, now.book, now.counters, now.turn, now.pool) == (then.hp, then.book, then.counters, then.turn, then.pool)


def test_it_no_longer_counts_and_that_is_noted_once_and_known_after_a_restart() -> None:
    room = played(a_room(1, 1, first=0))
    assert not room.game.assisted
    assert text_of(room) == text_of(room)
    room.restart()
    room.connect(0)
    assert room.game.assisted and sum(isinstance(entry, TextTaken) for entry in room.entries) == 1


def test_it_is_no_step_of_the_game_and_leaves_what_can_be_taken_back() -> None:
    room = a_room(1, 1, first=0)
    room.act(0, next(text for text in room.choices(0) if text.startswith("travel")))
    before = room.version, room.game.checkpoint, room.game.changed_at, room.seen(0).undo
    text_of(room)
    assert (room.version, room.game.checkpoint, room.game.changed_at, room.seen(0).undo) == before


def test_it_can_be_had_in_a_pause_too() -> None:
    room = played(a_room(1, 1, first=0))
    text = text_of(room)
    room.do(0, c.Pause, on=True)
    assert (room.phase, text_of(room)) == ("paused", text)


def test_what_was_taken_back_was_never_played() -> None:
    room = a_room(1, 1, first=0)
    text = text_of(room)
    room.act(0, next(choice for choice in room.choices(0) if choice.startswith("travel")))
    assert text_of(room) != text
    room.undo(0)
    assert text_of(room) == text


def test_asked_again_and_again_nothing_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room = played(a_room(1, 1, first=0))
    text = text_of(room)
    monkeypatch.setattr(game, "play", None)
    assert text_of(room) == text


def test_a_game_too_long_to_be_opened_is_not_taken_along_and_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    room = played(a_room(1, 1, first=0))
    monkeypatch.setattr(asking, "LONGEST_TEXT", len(room.game.whole_text(())) - 1)
    assert room.refused(0, c.AskText, seat=0) == "text/too-long"
    assert not room.game.assisted
    monkeypatch.undo()
    assert parse_record(text_of(room)).moves


# ---------------------------------------------------------------------- other people


@pytest.mark.parametrize("people", [2, 3])
def test_a_game_of_several_people_tells_nobody_what_is_hidden(people: int) -> None:
    room = a_room(people)
    for who in range(people):
        assert room.refused(who, c.AskText, seat=room.seat_of(who)) == "text/several-people"
    assert not room.game.assisted


def test_whoever_only_watches_gets_no_text() -> None:
    room = a_room(1, 1, first=0)
    watcher = room.guest()
    for seat in range(2):
        assert room.refused(watcher, c.AskText, seat=seat) == "seat/not-yours"
    assert not room.game.assisted


def gone(room: Scene, how: str) -> Scene:
    """The second person is no longer there, and a bot plays on."""
    if how == "left":
        room.do(1, c.Leave)
    elif how == "was shown out":
        room.do(0, c.Kick, member=room.member(1))
    else:
        room.disconnect(1).wait(100)
    assert room.info.seats[1].bot is not None
    return room


@pytest.mark.parametrize("how", ["left", "was shown out", "is away"])
def test_whoever_is_left_alone_with_a_bot_in_the_place_of_somebody_gets_no_text(how: str) -> None:
    room = gone(a_room(2, grace=60, clock="none"), how)
    assert room.refused(0, c.AskText, seat=0) == "text/several-people"
    assert not room.game.assisted
