"""One place, several devices: a second tab, moving to another device, coming back, and what each connection is told."""

from __future__ import annotations

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import Limits
from casting_shadows.table.game import EVENTS_KEPT
from casting_shadows.table.talking import CODE_LIFE

from .rooms import Scene, a_room
from .table import table


def code_for(room: Scene, who: int) -> str:
    """A fresh one-time code."""
    answer = room.do(who, c.Transfer)
    assert isinstance(answer, m.OneTimeCode) and answer.until == room.now + CODE_LIFE
    return answer.code


# ---------------------------------------------------------------------- a second tab


@pytest.mark.T17
def test_a_second_tab_replaces_the_first_which_is_told() -> None:
    room = a_room(2, at=table("frill", "kit"))
    first = room.conn(0)
    room.connect(0)
    bye = room.sent[first][-1].message
    assert isinstance(bye, m.Bye) and bye.code == "seat/elsewhere" and first in room.closed
    assert room.info.seats[0].online and room.info.members[0].online
    room.act(0, "travel ancient_rune")


@pytest.mark.T17
def test_what_still_comes_from_the_first_tab_does_nothing() -> None:
    room = a_room(2, at=table("frill", "kit"))
    first = room.conn(0)
    room.connect(0)
    sent = len(room.sent[first])
    act = c.Act(room.people[0].seq + 1, room.version, 0, "end")
    room.take(room.room.receive(first, act, room.now))
    assert room.version == 1 and len(room.sent[first]) == sent


@pytest.mark.T17
def test_the_first_tab_closing_late_takes_nobody_offline() -> None:
    room = a_room(2)
    first = room.conn(0)
    room.connect(0)
    room.take(room.room.detach(first, room.now))
    assert room.info.seats[0].online


# ---------------------------------------------------------------------- another device


@pytest.mark.T29
def test_a_one_time_code_moves_a_place_with_its_seats_to_another_device() -> None:
    room = a_room(seats=(0, 0, 1), clock="none")
    code = code_for(room, 0)
    phone, old = room.visit(), room.conn(0)
    room.claim(phone, code)
    assert room.member(phone) == room.member(0)
    assert {part.seat for part in room.last(phone, m.Update).seats} == {0, 1}
    bye = room.sent[old][-1].message
    assert isinstance(bye, m.Bye) and bye.code == "seat/moved" and old in room.closed
    while room.state.to_act == 2:
        room.act(1, room.choices(1)[0])
    room.act(phone, room.choices(phone, room.state.to_act)[0])


@pytest.mark.T29
def test_a_one_time_code_can_be_typed_in_groups() -> None:
    room = a_room(2)
    phone, code = room.visit(), code_for(room, 0)
    room.claim(phone, f"{code[:5]} {code[5:]}")
    assert room.member(phone) == room.member(0)


@pytest.mark.T29
def test_the_token_of_the_old_device_opens_nothing_any_more() -> None:
    room = a_room(2)
    phone = room.visit()
    room.claim(phone, code_for(room, 0))
    room.connect(0)
    assert room.last(0, m.Welcome).you is None
    room.restart().connect(phone)
    assert room.last(phone, m.Welcome).you == room.member(phone)


@pytest.mark.T29
def test_a_code_is_good_once() -> None:
    room = a_room(2)
    code = code_for(room, 0)
    phone, thief = room.visit(), room.visit()
    room.claim(phone, code)
    assert room.refused(thief, c.Claim, code=code, token=room.people[thief].token) == "claim/wrong-code"


@pytest.mark.T29
def test_a_code_expires_and_a_new_one_makes_the_old_one_void() -> None:
    room = a_room(2)
    phone = room.visit()
    token = room.people[phone].token
    old = code_for(room, 0)
    code = code_for(room, 0)
    assert room.refused(phone, c.Claim, code=old, token=token) == "claim/wrong-code"
    room.wait(CODE_LIFE)
    assert room.refused(phone, c.Claim, code=code, token=token) == "claim/wrong-code"


def test_a_code_may_be_typed_as_people_type() -> None:
    room = a_room(2)
    code = code_for(room, 0)
    phone = room.visit()
    room.claim(phone, f"{code[:5]}-{code[5:]}".upper())
    assert room.member(phone) == room.member(0)


def test_asking_for_the_same_code_again_gives_the_same_code() -> None:
    room = a_room(2)
    code = code_for(room, 0)
    answer = room.send_as(0, c.Transfer(room.people[0].seq))
    assert isinstance(answer, m.OneTimeCode) and answer.code == code


def test_a_claim_whose_answer_was_lost_can_be_made_again() -> None:
    room = a_room(2)
    code = code_for(room, 0)
    phone = room.visit()
    room.claim(phone, code)
    room.do(phone, c.Claim, code=code, token=room.people[phone].token)
    assert room.member(phone) == room.member(0)


@pytest.mark.parametrize("started", [False, True])
def test_a_code_of_somebody_who_was_shown_out_opens_nothing(started: bool) -> None:
    room = a_room(2, started=started)
    code = code_for(room, 1)
    room.do(0, c.Kick, member=room.member(1))
    phone = room.visit()
    assert room.refused(phone, c.Claim, code=code, token=room.people[phone].token) == "claim/wrong-code"


@pytest.mark.T29
def test_tokens_are_good_for_a_day_after_the_game() -> None:
    room = a_room(2).act(0, "concede").disconnect(0).wait(86_400).connect(0)
    assert room.last(0, m.Welcome).you is not None
    room.disconnect(0).wait(1).connect(0)
    assert room.last(0, m.Welcome).you is None


# ---------------------------------------------------------------------- coming back


def test_a_welcome_says_who_one_is_and_where_to_go_on_counting() -> None:
    room = a_room(2)
    seq = room.people[1].seq
    room.disconnect(1).connect(1)
    welcome = room.last(1, m.Welcome)
    assert (welcome.you, welcome.seq, welcome.room) == (room.member(1), seq, room.info)


@pytest.mark.T15
def test_whoever_returns_is_told_what_happened_since_or_the_last_of_it() -> None:
    room = a_room(2, at=table("frill", "kit"), checks=False)
    for count in (1, EVENTS_KEPT, EVENTS_KEPT + 1):
        seen = room.version
        room.disconnect(1)
        for number in range(count):
            room.act(0, "travel ancient_rune") if number % 2 == 0 else room.undo(0)
        room.connect(1, version=seen)
        told = room.last(1, m.Update)
        assert (told.version, told.missed) == (room.version, count > EVENTS_KEPT)
        versions = [event.version for event in told.seats[0].events]
        assert versions == list(range(room.version + 1 - min(count, EVENTS_KEPT), room.version + 1))
        room.undo(0) if count % 2 else None


def test_whoever_has_seen_everything_is_told_nothing_twice() -> None:
    room = a_room(2, at=table("frill", "kit")).act(0, "travel ancient_rune")
    room.disconnect(1).connect(1, version=room.version)
    assert room.last(1, m.Update).seats[0].events == ()


def test_a_version_from_the_future_is_nobodys() -> None:
    room = a_room(2).disconnect(1)
    room.connect(1, version=room.version + 5)
    assert room.last(1, m.Update).seats[0].events


def test_a_pong_answers_a_ping_and_a_second_hello_is_refused() -> None:
    room = a_room(2)
    room.news(0)
    room.take(room.room.receive(room.conn(0), c.Ping(), room.now))
    room.take(room.room.receive(room.conn(0), c.Hello(1, "ROOM2345"), room.now))
    pong, refusal = room.news(0)
    assert pong == m.Pong(room.now)
    assert isinstance(refusal, m.Refused) and refusal.code == "message/hello-again"


# ---------------------------------------------------------------------- nothing piles up


def test_what_a_room_remembers_of_connections_goes_with_them() -> None:
    room = a_room(2, 1, limits=Limits(members=20))
    for _ in range(30):
        visitor = room.visit()
        room.disconnect(visitor)
        room.connect(0)
        room.do(0, c.Transfer)
        room.do(0, c.Answering, mode="fits")
    inside = room.room
    assert set(inside.conns) == set(inside.profiles) == {room.conn(0), room.conn(1)}
    assert set(inside.seen) <= set(inside.conns) and len(inside.codes) == 1
    assert max(len(member.replies) for member in inside.members.values()) <= 32
    assert len(inside.thinking) <= 3 and len(inside.choices) <= 3 and not inside.hints


def test_bots_that_answer_what_nobody_asked_leave_no_trace() -> None:
    room = a_room(2, 1)
    for seat in range(50):
        room.take(room.room.thought(seat, room.version, "end", room.now))
        room.take(room.room.thought(seat, room.version + 7, "nonsense", room.now))
    assert room.version == 1 and not room.room.choices


def test_a_place_moves_to_another_device_even_where_nobody_may_watch() -> None:
    room = a_room(spectators=False)
    assert not room.room.admits(None, room.now)
    room.do(0, c.Transfer)
    assert room.room.admits(None, room.now), "until the code is no longer good"
    room.wait(300)
    assert not room.room.admits(None, room.now)
