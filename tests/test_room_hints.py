"""Friends may ask for hints, but then their game does not count. Until it is over nobody else can tell that somebody asked."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.server.finishing import finished_game
from casting_shadows.server.totals import Played, company
from casting_shadows.table.entries import Hinted

from .rooms import Scene, a_room


def ask(room: Scene, who: int) -> Scene:
    """Somebody asks for a hint and gets it."""
    room.do(who, c.AskHint, seat=room.seat_of(who))
    asked = room.thinks[-1]
    room.let_bots_think()
    assert room.last(who, m.Hint).seq == asked.seq
    return room


def at_turn(room: Scene) -> int:
    """The person whose turn it is."""
    return next(who for who in room.players() if room.game.may_act(room.seat_of(who)))


def quietly(room: Scene, who: int) -> str:
    """What brings the turn to its end."""
    choices = room.choices(who)
    return next((text for text in ("end", "pass") if text in choices), choices[0])


def hinted(room: Scene) -> int:
    """How many entries tell of hints."""
    return sum(isinstance(entry, Hinted) for entry in room.entries)


def is_assisted(room: Scene) -> bool:
    """Whether the game counts as assisted, once everybody has had enough of it."""
    for who in room.players():
        for seat in room.room.seats_of(room.member(who)):
            if room.phase == "playing":
                room.act(who, "concede", seat=seat)
    assert room.info.result is not None
    return room.info.result.assisted


def counted_as(room: Scene) -> set[str]:
    """In which company the game is counted, for each seat."""
    return {
        company(msgspec.json.decode(seat.statistics, type=Played).facts) for seat in finished_game(room.room, room.now).results
    }


def test_a_hint_among_people_makes_the_game_assisted_and_counted_apart() -> None:
    room, unaided = a_room(2), a_room(2)
    ask(room, at_turn(room))
    assert (is_assisted(room), is_assisted(unaided)) == (True, False)
    assert (counted_as(room), counted_as(unaided)) == ({"apart"}, {"people"})


def test_bots_that_play_along_make_no_difference() -> None:
    room = a_room(2, 1, first=0)
    ask(room, 0)
    assert is_assisted(room) and counted_as(room) == {"apart"}


@pytest.mark.parametrize(
    "sitting",
    [{"people": 1, "bots": 1, "first": 0}, {"seats": (0, 0)}, {"people": 1, "mode": "solo"}],
    ids=["against a bot", "at one device", "Shadow Boxing"],
)
def test_a_hint_for_one_person_alone_changes_nothing(sitting: dict[str, Any]) -> None:
    room = a_room(**sitting)
    stored = len(room.stored)
    ask(room, 0)
    assert len(room.stored) == stored and not is_assisted(room)
    assert counted_as(room) == {"bots"}


def test_a_watcher_makes_no_second_person() -> None:
    room = a_room(1, 1, first=0)
    room.guest()
    ask(room, 0)
    assert not room.game.assisted and not hinted(room)


def test_it_is_noted_once_a_game_whoever_asks_and_how_often() -> None:
    room = a_room(2)
    first = at_turn(room)
    ask(ask(room, first), first)
    while at_turn(room) == first:
        room.act(first, quietly(room, first))
    ask(room, at_turn(room))
    assert hinted(room) == 1
    assert not any(entry.by or entry.seq for entry in room.entries if isinstance(entry, Hinted)), "nor who it was"


def test_a_hint_that_is_refused_or_asked_for_twice_is_not_noted() -> None:
    room = a_room(2, hints=False)
    room.refused(at_turn(room), c.AskHint, seat=room.seat_of(at_turn(room)))
    assert not room.game.assisted
    room = a_room(2)
    who = at_turn(room)
    room.refused(1 - who, c.AskHint, seat=room.seat_of(1 - who))
    assert not room.game.assisted
    room.send(who, c.AskHint, seat=room.seat_of(who))
    stored = len(room.stored)
    room.send_as(who, c.AskHint(room.people[who].seq, room.seat_of(who)))
    assert room.game.assisted and len(room.stored) == stored


def test_it_is_known_after_a_restart_even_if_the_hint_never_came() -> None:
    room = a_room(2)
    who = at_turn(room)
    room.do(who, c.AskHint, seat=room.seat_of(who))
    room.restart()
    for person in range(2):
        room.connect(person)
    assert room.game.assisted
    ask(room, at_turn(room))
    assert hinted(room) == 1
    assert is_assisted(room) and counted_as(room) == {"apart"}


def test_the_next_game_begins_unaided() -> None:
    room = a_room(2)
    ask(room, at_turn(room))
    assert is_assisted(room)
    for who in range(2):
        room.do(who, c.Rematch)
    room.contribute(0, 1)
    assert room.phase == "playing" and not room.game.assisted
    ask(room, at_turn(room))
    assert hinted(room) == 2, "once in each"


def test_in_a_pause_one_may_think_with_a_hint_and_it_counts_as_one() -> None:
    room = a_room(2)
    who = at_turn(room)
    for person in range(2):
        room.do(person, c.Pause, on=True)
    assert room.phase == "paused"
    room.do(who, c.AskHint, seat=room.seat_of(who))
    assert room.game.assisted


def test_a_hint_takes_no_step_of_the_game_and_leaves_what_can_be_taken_back() -> None:
    room = a_room(2)
    who = at_turn(room)
    room.act(who, next(text for text in room.choices(who) if text.startswith("travel")))
    before = room.version, room.game.checkpoint, room.game.changed_at, room.seen(who).undo
    room.wait(1)
    ask(room, who)
    assert (room.version, room.game.checkpoint, room.game.changed_at, room.seen(who).undo) == before
    assert before[-1] == 1
    room.undo(who)


@pytest.mark.T20
@pytest.mark.parametrize("clock", ["none", "relaxed", "days"])
def test_until_the_end_nobody_else_can_tell_that_somebody_asked(clock: str) -> None:
    aided, unaided = (a_room(2, 1, seed=7, clock=clock) for _ in range(2))
    for room in (aided, unaided):
        room.guest()
        room.visit()
    wakes: list[tuple[float | None, float | None]] = []
    for _ in range(12):
        for room in (aided, unaided):
            room.wait(1).let_bots_think()
        acting = [who for who in (0, 1) if aided.game.may_act(aided.seat_of(who))]
        if acting == [0]:
            ask(aided, 0)
            wakes.append((aided.wake, unaided.wake))
        for room in (aided, unaided):
            for who in acting:
                room.act(who, quietly(room, who))
    assert len(wakes) > 1 and all(mine == yours for mine, yours in wakes)
    assert aided.game.assisted and not unaided.game.assisted
    for who in (1, 2, 3):
        mine, yours = ([(frame.at, frame.data) for frame in room.sent[room.conn(who)]] for room in (aided, unaided))
        assert mine == yours, f"person {who}"
    assert aided.info == unaided.info
