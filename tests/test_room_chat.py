"""Chat: who hears what, phrases, muting, its pace, and what somebody who returns has missed."""

from __future__ import annotations

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import Limits
from casting_shadows.table.room_state import CHAT_KEPT
from casting_shadows.table.talking import PHRASES

from .rooms import Scene, a_room


def heard(room: Scene, who: int) -> list[str]:
    """The lines that reached a person's newest connection."""
    return [line.phrase or line.text for line in room.inbox(who) if isinstance(line, m.Line)]


def test_every_member_hears_a_line_with_name_and_number_and_a_visitor_does_not() -> None:
    room = a_room(2, started=False)
    watching, visitor = room.guest(), room.visit()
    room.do(0, c.Say, text="hello")
    line = room.last(1, m.Line)
    assert (line.number, line.member, line.name, line.text, line.at) == (1, room.member(0), "Person 0", "hello", room.now)
    assert heard(room, 0) == heard(room, watching) == ["hello"]
    assert heard(room, visitor) == []


def test_a_phrase_is_one_of_a_fixed_list_and_goes_by_its_name() -> None:
    room = a_room(2)
    for phrase in PHRASES:
        room.wait(1).do(0, c.Say, phrase=phrase)
    assert heard(room, 1) == list(PHRASES)
    assert room.refused(0, c.Say, phrase="insult") == "chat/unknown-phrase"
    assert room.refused(0, c.Say, phrase="hello", text="and more") == "chat/unknown-phrase"


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e", "\u0000"])
def test_an_empty_line_is_refused(text: str) -> None:
    assert a_room(2).refused(0, c.Say, text=text) == "chat/empty"


def test_a_line_is_cleaned_like_a_name() -> None:
    room = a_room(2)
    room.do(0, c.Say, text="  \u202eevil\u0000  twin\n ")
    assert heard(room, 1) == ["evil twin"]


def test_a_room_may_have_phrases_only_or_no_chat() -> None:
    room = a_room(2, chat="phrases")
    assert room.refused(0, c.Say, text="hello") == "chat/phrases-only"
    room.do(0, c.Say, phrase="hello")
    quiet = a_room(2, chat="none")
    assert quiet.refused(0, c.Say, phrase="hello") == "chat/off"
    assert quiet.refused(0, c.Say, text="hello") == "chat/off"


def test_whoever_is_muted_is_not_heard_by_that_one_member_until_unmuted() -> None:
    room = a_room(3)
    room.do(1, c.Mute, member=room.member(0))
    room.do(0, c.Say, text="one")
    room.do(2, c.Say, text="two")
    assert (heard(room, 1), heard(room, 2)) == (["two"], ["one", "two"])
    room.disconnect(1).connect(1)
    assert heard(room, 1) == ["two"] and room.last(1, m.Welcome).muted == (room.member(0),)
    room.do(1, c.Mute, member=room.member(0), on=False)
    room.do(0, c.Say, text="three")
    assert heard(room, 1) == ["two", "three"]


def test_one_mutes_others_who_are_there_and_nobody_learns_of_it() -> None:
    room = a_room(2)
    assert room.refused(0, c.Mute, member=99) == "member/unknown"
    assert room.refused(0, c.Mute, member=room.member(0)) == "member/unknown"
    room.news(1)
    room.do(0, c.Mute, member=room.member(1))
    assert not room.news(1)


def test_chat_has_a_pace_with_room_for_a_few_lines_at_once() -> None:
    room = a_room(2, limits=Limits(chat_interval=0.6, chat_burst=6))
    for number in range(6):
        room.do(0, c.Say, text=f"line {number}")
    assert room.refused(0, c.Say, text="one more") == "chat/too-fast"
    room.do(1, c.Say, text="everyone has an allowance of their own")
    room.wait(0.5)
    assert room.refused(0, c.Say, text="one more") == "chat/too-fast"
    room.wait(0.2).do(0, c.Say, text="one more")
    assert room.refused(0, c.Say, text="and another") == "chat/too-fast"
    room.wait(1000)
    for number in range(6):
        room.do(0, c.Say, text=f"line {number}")
    assert room.refused(0, c.Say, text="saved up") == "chat/too-fast"


def test_whoever_returns_gets_the_lines_they_have_not_seen() -> None:
    room = a_room(2)
    room.do(0, c.Say, text="one")
    seen = room.last(1, m.Line).number
    room.disconnect(1).do(0, c.Say, text="two")
    room.connect(1, chat=seen)
    assert heard(room, 1) == ["two"]
    room.restart().connect(0).connect(1)
    assert heard(room, 1) == ["one", "two"]
    late = room.guest()
    assert heard(room, late) == ["one", "two"]


def test_only_the_newest_lines_are_kept() -> None:
    room = a_room(2, checks=False)
    for number in range(CHAT_KEPT + 20):
        room.wait(1).do(0, c.Say, text=f"line {number}")
    room.disconnect(1).connect(1)
    assert heard(room, 1) == [f"line {number}" for number in range(20, CHAT_KEPT + 20)]


def test_chat_changes_neither_the_room_nor_the_game() -> None:
    room = a_room(2)
    info, version = room.info, room.version
    room.news(1)
    room.do(0, c.Say, text="hello")
    assert (room.info, room.version) == (info, version)
    assert [type(message) for message in room.news(1)] == [m.Line]


def test_a_room_whose_record_is_very_long_is_played_on_and_takes_nothing_else() -> None:
    room = a_room(limits=Limits(entries=40))
    while room.room.length < 40:
        room.wait(1).do(0, c.Say, text="hello")
    assert room.refused(0, c.Say, text="one more") == "room/too-long"
    assert room.refused(1, c.Rename, name="Somebody") == "room/too-long"
    who = room.game.state.to_act
    room.act(who, "end")
    assert room.room.length > 40
