"""The response window, point by point: who is asked, for how long, and that answers stay sealed until it closes."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import entries as e

from .rooms import Scene, a_room
from .table import Table, table

SLAP = "cast spectral_slap RG BG amber_mountain"
"""3 damage to everyone on the hex."""


def ambush(**counters: str) -> Table:
    """Frill can hit Kit, Nuzzle and Haze, who stand on one hex; face-down cards as given."""
    return table(
        "frill",
        "kit",
        "nuzzle",
        "haze",
        tokens="RG BG RG BG",
        books={"frill": "spectral_slap heavy_hand"},
        counters=counters,
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "nuzzle": "amber_mountain", "haze": "amber_mountain"},
    )


def attacked(people: int = 4, bots: int = 0, held: dict[str, str] | None = None, **options: Any) -> Scene:
    """Frill (person 0) has attacked; Kit and Nuzzle hold a face-down card each, Haze none."""
    cards = {"kit": "pointed_shield", "nuzzle": "run_away"} if held is None else held
    return a_room(people, bots, at=ambush(**cards), **options).act(0, SLAP)


def window(room: Scene, who: int = 0) -> m.Window | None:
    """The window as somebody is told of it."""
    return room.last(who, m.Update).window


def hp(room: Scene) -> list[int]:
    """Of Kit, Nuzzle and Haze."""
    return room.state.hp[1:]


def test_asked_are_exactly_those_who_are_hit_and_hold_a_face_down_card() -> None:
    room = attacked()
    opened = window(room)
    assert opened is not None and opened.asked == (1, 2)
    assert [room.seen(who).asked for who in range(4)] == [False, True, True, False]
    assert room.choices(1) == ["pass", "counter pointed_shield"]
    assert room.act_refused(3, "pass") == "answer/not-asked"
    assert room.act_refused(0, "end") == "answer/not-asked", "the game waits for the answers"


def test_without_a_face_down_card_there_is_no_window() -> None:
    room = attacked(held={})
    assert window(room) is None and hp(room) == [15, 15, 15]


def test_whoever_holds_a_card_that_does_nothing_here_is_asked_like_everybody_else() -> None:
    fits, does_not = (attacked(held={"kit": card}) for card in ("pointed_shield", "safety_dome"))
    assert window(fits) == window(does_not)


def test_the_time_is_fixed_when_it_opens_and_no_answer_changes_it() -> None:
    room = attacked(window=6)
    opened = window(room)
    assert opened is not None and opened.closes == room.now + 6
    room.wait(1).act(1, "counter pointed_shield").wait(1).act(2, "pass")
    assert window(room) == opened and hp(room) == [18, 18, 18], "everyone has answered, but it never closes early"
    room.wait(3.99)
    assert window(room) == opened
    room.wait(0.01)
    assert window(room) is None and hp(room) == [17, 15, 15]


def test_whoever_answers_for_two_at_one_device_has_the_time_of_two() -> None:
    room = a_room(seats=(0, 1, 1, 2), at=ambush(kit="pointed_shield", nuzzle="run_away"), window=6).act(0, SLAP)
    shared, alone = window(room), window(attacked(window=6))
    assert shared is not None and shared.closes == shared.opened + 12 and window(room, 2) == shared
    assert alone is not None and alone.closes == alone.opened + 6


def test_answers_take_effect_at_the_close_in_turn_order_whatever_order_they_came_in() -> None:
    room = attacked()
    room.act(2, "counter run_away dusty_desert").wait(3).act(1, "counter pointed_shield").wait(1)
    assert [(entry.seat, entry.action) for entry in room.entries if isinstance(entry, e.Acted)][1:] == [
        (1, "counter pointed_shield"),
        (2, "counter run_away dusty_desert"),
    ]
    assert hp(room) == [17, 18, 15]


def test_no_answer_by_the_close_is_a_pass() -> None:
    room = attacked().wait(4)
    assert hp(room) == [15, 15, 15]


def test_an_answer_is_sealed_nobody_else_hears_of_it_and_it_is_final() -> None:
    room = attacked()
    for who in range(4):
        room.news(who)
    version = room.version
    answer = room.do(1, c.Act, version=version, seat=1, action="counter pointed_shield")
    assert isinstance(answer, m.Update) and answer.version == version
    assert (room.seen(1).answered, room.seen(1).choices, room.seen(1).asked) == ("counter pointed_shield", (), False)
    assert not room.news(0) and not room.news(2) and not room.news(3)
    assert room.act_refused(1, "pass") == "answer/given"


def test_what_is_no_legal_answer_is_refused_and_one_may_answer_again() -> None:
    room = attacked()
    assert room.act_refused(1, "counter run_away ancient_rune").startswith("action/")
    assert room.act_refused(1, "end").startswith("action/")
    assert room.act_refused(2, "counter run_away haunted_house").startswith("action/")
    room.act(1, "counter pointed_shield")


def test_a_late_answer_is_refused_with_the_game_as_it_stands() -> None:
    room = attacked()
    version = room.version
    room.now += 4  # nobody has woken the room, but the time is over all the same
    answer = room.send(1, c.Act, version=version, seat=1, action="counter pointed_shield")
    assert isinstance(answer, m.Refused) and answer.code == "version/stale"
    assert room.last(1, m.Update).version == room.version > version
    assert hp(room) == [15, 15, 15]


@pytest.mark.parametrize(("pace", "seconds"), [("instant", 0.3), ("fast", 0.5), ("normal", 0.8), ("slow", 1.0)])
def test_where_only_bots_are_asked_their_pace_is_the_time(pace: str, seconds: float) -> None:
    room = attacked(1, 3, bot_pace=pace)
    assert [(asked.seat, asked.by) for asked in room.thinks] == [(1, room.now + seconds), (2, room.now + seconds)]
    room.thought(1, "counter pointed_shield").thought(2, "pass")
    room.wait(seconds - 0.01)
    assert hp(room) == [18, 18, 18]
    room.wait(0.01)
    assert hp(room) == [17, 15, 15]


def test_a_bot_that_has_not_answered_in_time_passes() -> None:
    room = attacked(1, 3)
    asked = room.thinks[-1]
    room.wait(0.3)
    room.take(room.room.thought(1, asked.version, "counter pointed_shield", room.now))
    assert hp(room) == [15, 15, 15] and not room.misplays


def test_where_a_person_is_asked_beside_a_bot_the_time_is_the_rooms() -> None:
    room = attacked(2, 2)
    room.thought(2, "counter run_away dusty_desert").wait(3.9)
    assert hp(room) == [18, 18, 18]
    room.wait(0.1)
    assert hp(room) == [15, 18, 15]


def test_a_bot_is_asked_as_if_those_before_it_had_passed_and_not_told_what_they_said() -> None:
    room = attacked(2, 2)
    before = room.room.question(2)
    room.act(1, "counter pointed_shield")
    after = room.room.question(2)
    assert before.to_act == after.to_act == 2
    assert before.attack is not None and after.attack is not None
    assert before.attack.answers == after.attack.answers
