"""Rooms with days to think: people come by when they can, and the clock runs whether anybody is there or not."""

from __future__ import annotations

from typing import Any

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.options import DAY

from .rooms import Scene, a_room
from .table import table
from .test_room_clocks import clock, play_turn
from .test_room_windows import attacked, hp, window


def slow(people: int = 2, bots: int = 0, **more: Any) -> Scene:
    """Frill's turn, with three days in everyone's bank."""
    return a_room(people, bots, at=table("frill", "kit", *["nuzzle"][: people + bots - 2]), clock="days", **more)


def all_go(room: Scene) -> Scene:
    """Nobody is there any more."""
    for who in room.players():
        room.disconnect(who)
    return room


def test_everyone_has_three_days_and_one_more_a_turn() -> None:
    room = a_room(2, clock="days")
    first = room.state.to_act
    assert clock(room).bank[first] == 4 * DAY and clock(room).bank[1 - first] == 3 * DAY


def test_nobody_is_missed_and_the_game_does_not_pause() -> None:
    room = all_go(slow(grace=60)).wait(2 * DAY)
    assert room.phase == "playing"
    assert [seat.bot for seat in room.info.seats] == [None, None]
    assert room.state.to_act == 0


def test_the_turn_ends_when_the_days_are_over_although_nobody_is_there() -> None:
    room = all_go(slow()).wait(3 * DAY - 1)
    assert room.state.to_act == 0
    room.wait(1)
    assert room.state.to_act == 1


def test_the_clock_runs_on_while_the_room_is_not_in_memory() -> None:
    room = all_go(slow()).wait(2 * DAY)
    room.restart(0.5 * DAY).connect(1)
    assert (clock(room, 1).seat, clock(room, 1).until) == (0, room.now + 0.5 * DAY)
    room.disconnect(1).restart(DAY)
    assert room.state.to_act == 1, "Frill's time was over meanwhile"


def test_the_third_time_a_bot_takes_over_and_gives_the_seat_back() -> None:
    room = slow().disconnect(0)
    for _ in range(3):
        assert room.info.seats[0].bot is None and room.state.to_act == 0
        until = clock(room, 1).until
        assert until is not None
        room.wait(until - room.now)
        if room.state.to_act == 1:
            play_turn(room, 1)
    assert room.info.seats[0].bot == "greedy"
    room.connect(0)
    assert room.info.seats[0].bot is None


def test_who_is_shown_out_is_not_waited_for() -> None:
    room = slow(3)
    room.do(0, c.Kick, member=room.member(1))
    room.wait(120)
    assert room.info.seats[1].bot == "greedy"


def test_those_who_are_hit_have_a_day_and_the_last_answer_closes_the_window() -> None:
    room = attacked(clock="days")
    opened = window(room)
    assert opened is not None and opened.closes == room.now + DAY
    before = hp(room)
    room.disconnect(2).wait(DAY / 2).act(1, "pass")
    assert window(room) is not None and hp(room) == before
    room.connect(2).act(2, "pass")
    assert window(room) is None and hp(room) != before


def test_who_has_not_answered_after_a_day_passes() -> None:
    room = attacked(clock="days")
    all_go(room).wait(DAY - 1)
    assert room.game.window is not None
    room.wait(1)
    assert room.game.window is None


def test_everyone_who_is_hit_and_holds_a_card_is_asked_whatever_it_is() -> None:
    room = attacked(clock="days", held={"kit": "pointed_shield", "nuzzle": "run_away"})
    asked = [room.seen(who).asked for who in range(4)]
    twin = attacked(clock="days", held={"kit": "run_away", "nuzzle": "run_away"})
    assert asked == [twin.seen(who).asked for who in range(4)] == [False, True, True, False]


def test_one_who_happens_to_be_alone_cannot_stop_the_clock() -> None:
    room = slow().disconnect(1)
    room.do(0, c.Pause, on=True)
    assert room.phase == "playing"
    room.connect(1).do(1, c.Pause, on=True)
    assert room.phase == "paused"


def test_there_is_no_more_time_than_a_day() -> None:
    room = attacked(clock="days")
    refused = room.send(1, c.MoreTime, version=room.version, seat=1)
    assert isinstance(refused, m.Refused) and refused.code == "time/not-here"
