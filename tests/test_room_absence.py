"""People who are not there: shown as offline, waited for, stood in for by bots, and given their seats back."""

from __future__ import annotations

import pytest

from casting_shadows.engine.state import DRAFT
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import Limits

from .rooms import Scene, a_room
from .table import table
from .test_room_clocks import clock

pytestmark = pytest.mark.T16


def online(room: Scene) -> list[bool]:
    """Which seats are shown as there."""
    return [seat.online for seat in room.info.seats]


def stand_ins(room: Scene) -> list[str | None]:
    """Which bots play people's seats."""
    return [seat.bot for seat in room.info.seats]


def test_whoever_is_gone_is_shown_as_gone_at_once_and_as_back_at_once() -> None:
    room = a_room(2).disconnect(1)
    assert online(room) == [True, False]
    assert room.last(0, m.Room).room == room.info
    room.connect(1)
    assert online(room) == [True, True]


def test_a_bot_takes_the_seat_after_the_grace_time_and_not_before() -> None:
    room = a_room(2, grace=60).disconnect(1).wait(59.9)
    assert stand_ins(room) == [None, None]
    room.wait(0.1)
    assert stand_ins(room) == [None, "greedy"]
    assert room.info.seats[1].kind == "person", "the seat is still theirs"


def test_a_grace_time_shorter_than_the_host_allows_is_as_short_as_it_may_be() -> None:
    room = a_room(2, grace=1, limits=Limits(grace=30)).disconnect(1).wait(29)
    assert stand_ins(room) == [None, None]
    room.wait(1)
    assert stand_ins(room) == [None, "greedy"]


def test_whoever_comes_back_takes_the_seat_from_the_bot() -> None:
    room = a_room(2, grace=60, at=table("frill", "kit"))
    room.disconnect(0).wait(60)
    assert [asked.seat for asked in room.thinks] == [0]
    room.connect(0)
    assert stand_ins(room) == [None, None] and room.choices(0)
    room.take(room.room.thought(0, room.version, "end", room.now))
    assert room.state.to_act == 0, "what the bot thought of meanwhile is forgotten"


def told(room: Scene, who: int) -> list[str]:
    """What somebody has been told about who plays, with the last thing that happened."""
    return [event.code for event in room.seen(who).events if event.code in ("bot_took", "returned")]


def test_everyone_reads_that_a_bot_plays_and_that_somebody_is_back_with_the_next_thing_that_happens() -> None:
    room = a_room(3, grace=60, at=table("frill", "kit", "nuzzle"), clock="none").disconnect(1).wait(60)
    version = room.version
    room.act(0, "travel ancient_rune")
    assert [told(room, who) for who in (0, 2)] == [["bot_took"], ["bot_took"]]
    room.connect(1)
    assert room.version == version + 1, "whoever is just choosing is not disturbed"
    room.undo(0)
    assert [told(room, who) for who in (0, 1, 2)] == [["returned"]] * 3


def test_whoever_is_back_before_anything_has_happened_is_not_talked_about() -> None:
    room = a_room(2, grace=60, at=table("frill", "kit"), clock="none").disconnect(1).wait(60).connect(1)
    room.act(0, "travel ancient_rune")
    assert not told(room, 0)


def test_the_bot_is_asked_anew_each_time_it_takes_the_seat() -> None:
    room = a_room(2, grace=60, at=table("frill", "kit"), clock="none")
    for _ in range(2):
        room.disconnect(0).wait(60)
        assert [asked.seat for asked in room.thinks] == [0]
        room.thinks.clear()
        room.connect(0)


def test_a_bot_of_the_rooms_choice_plays_on() -> None:
    room = a_room(2, grace=60, leaver_bot="random", at=table("frill", "kit")).disconnect(0).wait(60)
    assert room.thinks[0].bot == "random"
    room.let_bots_think()
    assert room.version > 1


def test_leaving_on_purpose_puts_the_bot_there_at_once_and_the_way_back_stays_open() -> None:
    room = a_room(2)
    conn = room.conn(1)
    room.do(1, c.Leave)
    assert isinstance(room.sent[conn][-1].message, m.Bye)
    assert stand_ins(room) == [None, "greedy"]
    room.connect(1)
    assert stand_ins(room) == [None, None] and room.seen(1).seat == 1


def test_whoever_is_shown_out_of_a_game_does_not_come_back_even_where_leavers_are_waited_for() -> None:
    room = a_room(2, leavers="wait")
    room.do(0, c.Kick, member=room.member(1))
    assert stand_ins(room) == [None, "greedy"]
    room.connect(1)
    assert room.last(1, m.Welcome).you is None


def test_where_leavers_concede_they_do_after_the_grace_time_or_on_leaving() -> None:
    room = a_room(3, leavers="concede", grace=60).disconnect(2).wait(60)
    assert room.state.hp[2] == 0 and room.phase == "playing"
    room.do(1, c.Leave)
    assert room.info.result is not None and room.info.result.winners == (0,)


def test_where_leavers_concede_even_the_only_person_does() -> None:
    room = a_room(1, 1, leavers="concede")
    room.do(0, c.Leave)
    assert room.info.result is not None and room.info.result.winners == (1,)


def test_somebody_with_several_seats_concedes_with_all_of_them() -> None:
    room = a_room(seats=(0, 1, 1), leavers="concede")
    room.do(1, c.Leave)
    assert room.info.result is not None and room.info.result.winners == (0,)
    room = a_room(seats=(0, 1, 1, 2), leavers="concede")
    room.do(1, c.Leave)
    assert room.phase == "playing" and room.state.hp[1:3] == [0, 0]


def test_in_a_draft_nobody_concedes_so_a_bot_picks() -> None:
    room = a_room(3, leavers="concede", characters="draft", grace=60)
    gone = room.state.to_act
    room.disconnect(gone).wait(60)
    assert stand_ins(room)[gone] == "greedy"
    room.let_bots_think()
    assert room.state.to_act != gone


@pytest.mark.parametrize("leavers", ["bot", "concede", "wait"])
def test_the_room_tells_what_becomes_of_the_seats_of_somebody_who_leaves(leavers: str) -> None:
    room = a_room(2, leavers=leavers)
    assert room.info.leaving == leavers
    room.act(0, "concede")
    assert room.phase == "ended" and room.info.leaving == "", "what is over is given up"
    assert a_room(2, leavers=leavers, clock="days").info.leaving == "wait", "people are expected to be away"


def test_the_room_tells_when_a_draft_is_over_and_leavers_can_concede() -> None:
    room = a_room(2, leavers="concede", characters="draft")
    while room.state.phase == DRAFT:
        assert room.last(0, m.Room).room.leaving == "bot"
        picking = room.state.to_act
        room.act(picking, room.choices(picking)[0])
    assert room.last(0, m.Room).room.leaving == "concede"


@pytest.mark.parametrize("leavers", ["bot", "wait"])
def test_a_game_that_its_only_person_leaves_waits(leavers: str) -> None:
    room = a_room(1, 1, leavers=leavers, at=table("frill", "kit"))
    room.do(0, c.Leave)
    room.wait(1000)
    assert room.phase == "paused" and room.state.to_act == 0
    room.connect(0)
    assert room.phase == "playing" and stand_ins(room)[0] is None and clock(room).bank[0] == 600


def test_where_leavers_are_waited_for_the_game_waits() -> None:
    room = a_room(2, leavers="wait", clock="none", grace=60, at=table("frill", "kit"))
    room.disconnect(0).wait(100_000)
    assert stand_ins(room) == [None, None] and room.state.to_act == 0
    assert room.phase == "playing"


def test_whoever_is_out_of_the_game_needs_no_stand_in() -> None:
    room = a_room(3, grace=60).act(2, "concede").disconnect(2).wait(100)
    assert stand_ins(room) == [None, None, None]


# ---------------------------------------------------------------------- everybody gone


def test_when_everyone_has_been_gone_for_the_grace_time_the_game_waits_until_somebody_is_back() -> None:
    room = a_room(2, grace=60)
    room.disconnect(0).wait(30).disconnect(1).wait(59.9)
    assert room.phase == "playing"
    room.wait(0.1)
    assert (room.phase, stand_ins(room), room.wake) == ("paused", [None, None], None)
    room.wait(100_000).connect(1)
    assert room.phase == "playing"


def test_after_such_a_pause_the_others_have_the_grace_time_anew() -> None:
    room = a_room(2, grace=60).disconnect(0, 1).wait(1000).connect(1).wait(59)
    assert stand_ins(room) == [None, None]
    room.wait(1)
    assert stand_ins(room) == ["greedy", None]


def test_somebody_who_only_watches_does_not_keep_a_game_of_absent_people_going() -> None:
    room = a_room(2, grace=60)
    watching = room.guest()
    room.disconnect(0, 1).wait(60)
    assert (room.phase, stand_ins(room)) == ("paused", [None, None])
    assert room.last(watching, m.Room).room.phase == "paused"
    room.disconnect(watching).connect(watching)
    assert room.phase == "paused"


def test_a_game_of_bots_goes_on_while_anybody_watches() -> None:
    room = a_room(1, started=False, players=2, grace=60)
    room.do(0, c.Stand, seat=0)
    for seat in (0, 1):
        room.do(0, c.SetBot, seat=seat, bot="random")
    room.do(0, c.Start)
    assert room.phase == "playing" and room.thinks
    room.thinks.clear()
    room.disconnect(0).wait(60)
    assert room.phase == "paused"
    room.connect(0)
    assert room.phase == "playing"


def test_a_game_whose_last_watcher_left_for_good_waits_at_once() -> None:
    room = a_room(1, started=False, players=2)
    room.do(0, c.Stand, seat=0)
    for seat in (0, 1):
        room.do(0, c.SetBot, seat=seat, bot="random")
    room.do(0, c.Start)
    room.do(0, c.Leave)
    assert (room.phase, room.wake) == ("paused", None)
    room.guest()
    assert room.phase == "playing"


def test_bots_do_not_think_for_nobody() -> None:
    room = a_room(1, 1, at=table("kit", "frill", turn="frill"), grace=60)
    room.thinks.clear()
    room.disconnect(0).restart()
    assert not room.thinks
    room.connect(0)
    assert [asked.seat for asked in room.thinks] == [1]


def test_a_pause_by_vote_stays_one_when_everybody_goes_and_returns() -> None:
    room = a_room(2, grace=60)
    for who in (0, 1):
        room.do(who, c.Pause, on=True)
    room.disconnect(0, 1).wait(100_000).connect(0)
    assert room.phase == "paused" and stand_ins(room) == [None, None]
    room.do(0, c.Pause, on=False)
    assert room.phase == "playing", "of those who are there, all want to go on"


def test_whoever_leaves_in_a_pause_is_stood_in_for_when_it_is_over() -> None:
    room = a_room(3, grace=60)
    for who in (0, 1):
        room.do(who, c.Pause, on=True)
    room.do(2, c.Leave)
    assert stand_ins(room) == [None, None, None]
    for who in (0, 1):
        room.do(who, c.Pause, on=False)
    room.wait(60)
    assert stand_ins(room) == [None, None, "greedy"]


def test_whoever_comes_back_in_a_pause_has_the_seat_when_it_is_over() -> None:
    room = a_room(3, grace=60).disconnect(2).wait(60)
    for who in (0, 1):
        room.do(who, c.Pause, on=True)
    room.connect(2)
    assert stand_ins(room) == [None, None, None]


def test_the_room_passes_on_during_a_game_too_and_stays_with_the_new_owner() -> None:
    room = a_room(2, grace=60).disconnect(0).wait(60)
    assert room.info.owner == room.member(1)
    room.connect(0)
    assert room.info.owner == room.member(1)
    room.do(1, c.Leave)
    assert room.info.owner == room.member(0)


@pytest.mark.parametrize("phase", ["setup", "starting", "playing", "ended"])
def test_a_room_nobody_is_in_comes_to_rest(phase: str) -> None:
    room = a_room(2, started=phase in ("playing", "ended"), grace=60)
    if phase == "starting":
        room.do(1, c.Ready)
        room.do(0, c.Start)
    if phase == "ended":
        room.act(0, "concede")
        room.do(1, c.Rematch)
    room.disconnect(0, 1).wait(1000)
    assert room.wake is None
    assert not room.thinks
