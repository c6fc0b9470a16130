"""Coming, going and owning a room: who may come in, what people are called, who shows whom out, and whose room it is then."""

from __future__ import annotations

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import Limits

from .rooms import a_room
from .test_room_seating import seats


def test_the_owner_shows_people_out_and_their_token_opens_nothing_any_more() -> None:
    room = a_room(3, started=False)
    assert room.refused(1, c.Kick, member=room.member(0)) == "room/owner-only"
    assert room.refused(0, c.Kick, member=99) == "member/unknown"
    assert room.refused(0, c.Kick, member=room.member(0)) == "member/unknown"
    conn = room.conn(2)
    room.do(0, c.Kick, member=room.member(2))
    assert isinstance(room.sent[conn][-1].message, m.Bye) and conn in room.closed
    assert seats(room) == ["Person 0", "Person 1", "open"]
    room.connect(2)
    assert room.last(2, m.Welcome).you is None


def test_the_owner_hands_the_room_over() -> None:
    room = a_room(2, started=False)
    assert room.refused(1, c.Promote, member=room.member(1)) == "room/owner-only"
    assert room.refused(0, c.Promote, member=99) == "member/unknown"
    room.do(0, c.Promote, member=room.member(1))
    assert room.info.owner == room.member(1)
    assert room.refused(0, c.Kick, member=room.member(1)) == "room/owner-only"


def test_a_room_whose_owner_leaves_belongs_to_whoever_has_been_there_longest() -> None:
    room = a_room(3, started=False)
    room.do(0, c.Leave)
    assert (room.info.owner, seats(room)) == (room.member(1), ["open", "Person 1", "Person 2"])


def test_a_room_passes_on_when_its_owner_has_been_away_for_the_grace_time_and_not_before() -> None:
    room = a_room(2, started=False, grace=60)
    room.disconnect(0).wait(59)
    assert room.info.owner == room.member(0)
    room.wait(1)
    assert room.info.owner == room.member(1)


def test_an_owner_who_is_back_in_time_keeps_the_room() -> None:
    room = a_room(2, started=False, grace=60)
    room.disconnect(0).wait(59).connect(0).wait(100)
    assert room.info.owner == room.member(0)


def test_a_room_nobody_owns_belongs_to_the_first_who_returns() -> None:
    room = a_room(2, started=False)
    room.disconnect(1)
    room.do(0, c.Leave)
    assert room.info.owner is None
    room.connect(1)
    assert room.info.owner == room.member(1)


def test_whoever_comes_without_a_seat_watches_unless_the_room_is_for_players_alone() -> None:
    room = a_room(1, started=False, players=2)
    watching = room.guest()
    assert [member.id for member in room.info.members] == [room.member(0), room.member(watching)]
    closed = a_room(1, started=False, players=2, spectators=False)
    visitor = closed.visit()
    person = closed.people[visitor]
    assert closed.refused(visitor, c.Join, name="Curious", token=person.token) == "room/no-spectators"
    closed.join(visitor, seat=1)
    assert not closed.room.admits(None, closed.now), "every seat is taken, and nobody may watch"
    assert closed.room.admits(person.token, closed.now), "but members come back"


def test_a_visitor_sees_the_room_and_does_nothing_in_it_before_joining() -> None:
    room = a_room(2, started=False)
    visitor = room.visit()
    assert room.last(visitor, m.Welcome).room == room.info
    assert room.refused(visitor, c.Sit, seat=0) == "room/not-joined"
    assert room.refused(visitor, c.Say, text="hello") == "room/not-joined"
    assert room.refused(visitor, c.Join, name="Late", token=room.people[visitor].token, seat=0) == "seat/taken"


def test_a_full_room_takes_nobody_until_somebody_who_watched_has_gone_away() -> None:
    room = a_room(2, started=False, limits=Limits(members=3), grace=60)
    watching = room.guest()
    assert not room.room.admits(None, room.now)
    room.disconnect(watching)
    late = room.visit()
    joining = {"name": "Late", "token": room.people[late].token}
    assert room.refused(late, c.Join, **joining) == "room/full"
    room.wait(60).join(late)
    assert len(room.info.members) == 3
    assert not room.room.admits(room.people[watching].token, room.now), "the place was given away"


def test_people_with_a_seat_keep_their_place_in_a_full_room_however_long_they_are_away() -> None:
    room = a_room(3, started=False, limits=Limits(members=3), grace=60)
    room.disconnect(2).wait(1000)
    late = room.visit()
    assert room.refused(late, c.Join, name="Late", token=room.people[late].token) == "room/full"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("A\u0000d\u0007a", "Ada"),
        ("\u202eadA\u2066", "adA"),
        ("q\u0301\u0301\u0301\u0301\u0301alm", "q\u0301\u0301alm"),
        ("Zoë 🦊", "Zoë 🦊"),
        ("A" * 40, "A" * 24),
        ("\u3164Ada\u2800", "Ada"),
    ],
)
def test_names_are_shown_without_what_spoils_other_peoples_lines(typed: str, shown: str) -> None:
    room = a_room(1, started=False, players=2)
    guest = room.visit()
    room.join(guest, 1, typed)
    assert (room.info.members[1].name, room.info.seats[1].name) == (shown, shown)


@pytest.mark.parametrize("typed", [" ", "\u200b\u200d", "\u0301", "\u3164", "\u202e\u0000"])
def test_a_name_of_nothing_is_refused(typed: str) -> None:
    room = a_room(1, started=False, players=2)
    guest = room.visit()
    assert room.refused(guest, c.Join, name=typed, token=room.people[guest].token) == "name/empty"
    assert room.refused(0, c.Rename, name=typed) == "name/empty"


def test_who_renames_takes_the_name_along_to_the_seats_that_bear_it() -> None:
    room = a_room(started=False, seats=(0, 0))
    room.do(0, c.Rename, name="Grace")
    assert seats(room) == ["Grace", "Seat 1"]
    room.do(0, c.Sit, seat=1, name="Ada")
    assert seats(room) == ["Grace", "Ada"]


def test_a_connection_is_one_member_and_no_other() -> None:
    room = a_room(2, started=False)
    other = room.people[1].token
    assert room.refused(0, c.Join, name="Me again", token="0" * 32) == "room/joined"
    assert room.refused(0, c.Join, name="You", token=other) == "room/joined"
    assert room.refused(0, c.Claim, code="anything", token="0" * 32) == "room/joined"


def test_joining_twice_with_one_token_is_joining_once() -> None:
    room = a_room(1, started=False, players=2)
    guest = room.guest(1)
    token = room.people[guest].token
    room.do(guest, c.Join, name="Again", token=token, seat=1)
    assert [member.name for member in room.info.members] == ["Person 0", "Person 1"]
