"""Response windows where something else happens too: one person alone, several at one device, leaving, pauses, restarts."""

from __future__ import annotations

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .rooms import Scene, a_room
from .ruling_values import boxing
from .table import Table, table
from .test_room_windows import SLAP, ambush, attacked, hp, window


def slapped_by_a_bot(held: str = "pointed_shield") -> Table:
    """Kit, to be played by a bot, may hit Frill, who holds a face-down card."""
    return table(
        "frill",
        "kit",
        turn="kit",
        tokens="RG BG RG BG",
        books={"kit": "spectral_slap heavy_hand"},
        counters={"frill": held},
        hexes={"kit": "bubbling_lake", "frill": "amber_mountain"},
    )


# ---------------------------------------------------------------------- one person alone


@pytest.mark.parametrize("clock", ["none", "relaxed", "fast", "days"])
def test_with_one_person_at_the_table_the_window_waits_for_that_person_and_closes_at_the_answer(clock: str) -> None:
    room = a_room(1, 1, at=slapped_by_a_bot(), clock=clock).thought(1, SLAP)
    opened = window(room)
    assert opened is not None and opened.closes is None and room.seen(0).asked
    room.wait(1000)
    assert window(room) == opened
    room.act(0, "counter pointed_shield")
    assert window(room) is None and room.state.hp[0] == 17


def test_a_bot_asked_beside_the_only_person_is_waited_for_too() -> None:
    room = a_room(2, 2, at=ambush(kit="pointed_shield", nuzzle="run_away"), seats=(0, 0)).act(0, SLAP)
    room.act(0, "pass", seat=1)
    assert hp(room) == [18, 18, 18]
    room.thought(2, "counter run_away dusty_desert")
    assert hp(room) == [15, 18, 15]


def test_alone_and_not_wanting_to_be_asked_one_waits_as_long_as_for_bots() -> None:
    room = a_room(1, 1, at=slapped_by_a_bot())
    room.do(0, c.Answering, mode="never")
    room.thought(1, SLAP)
    opened = window(room)
    assert opened is not None and opened.closes == room.now + 0.3 and not room.seen(0).asked
    room.wait(0.3)
    assert room.state.hp[0] == 15


def test_alone_one_may_say_never_when_the_question_is_there() -> None:
    room = a_room(1, 1, at=slapped_by_a_bot()).thought(1, SLAP)
    room.do(0, c.Answering, mode="never")
    assert window(room) is None and room.state.hp[0] == 15


# ---------------------------------------------------------------------- several at one device


def test_several_at_one_device_are_always_asked_each_of_them() -> None:
    room = a_room(seats=(0, 1, 1, 0), at=ambush(kit="pointed_shield", nuzzle="run_away"))
    room.do(1, c.Answering, mode="never")
    room.act(0, SLAP)
    assert [room.seen(1, seat).asked for seat in (1, 2)] == [True, True]
    room.act(1, "counter pointed_shield", seat=1)
    assert [room.seen(1, seat).asked for seat in (1, 2)] == [False, True]
    room.act(1, "pass", seat=2).wait(7.9)
    assert hp(room) == [18, 18, 18], "the device goes from hand to hand"
    assert hp(room.wait(0.1)) == [17, 15, 15]


def test_a_whole_table_at_one_device_closes_with_the_last_answer() -> None:
    room = a_room(seats=(0, 0, 0, 0), at=ambush(kit="pointed_shield", nuzzle="run_away")).act(0, SLAP)
    room.act(0, "pass", seat=2)
    assert window(room) is not None
    room.act(0, "counter pointed_shield", seat=1)
    assert window(room) is None and hp(room) == [17, 15, 15]


# ---------------------------------------------------------------------- leaving


def test_whoever_concedes_in_a_window_passes_and_the_others_keep_their_time() -> None:
    room = attacked()
    room.act(1, "pass").act(1, "concede")
    opened = window(room)
    assert opened is not None and opened.closes == room.now + 4
    assert not room.seen(1).choices
    room.act(2, "counter run_away dusty_desert").wait(4)
    assert hp(room) == [0, 18, 15]


def test_conceding_is_not_sealed_however_it_is_written() -> None:
    room = attacked()
    room.act(1, "  concede ")
    assert room.game.moves[-1] == (1, room.state.box.table.concede)


def test_when_everyone_asked_has_conceded_there_is_nothing_to_wait_for() -> None:
    room = attacked().act(2, "concede").act(1, "concede")
    assert window(room) is None and hp(room) == [0, 0, 15]


def test_an_attacker_who_concedes_is_out_after_the_attack() -> None:
    room = attacked().act(0, "concede")
    assert window(room) is not None
    room.act(1, "counter pointed_shield").wait(4)
    assert hp(room) == [17, 15, 15] and room.state.hp[0] == 0 and room.state.to_act == 1


def test_a_bot_that_takes_a_seat_in_a_window_answers_for_it() -> None:
    room = attacked(clock="none", grace=10)
    room.act(2, "pass").disconnect(1).wait(10)
    assert room.info.seats[1].bot == "greedy"
    room.thought(1, "counter pointed_shield")
    assert hp(room) == [17, 15, 15]


def test_whoever_comes_back_in_a_window_answers_instead_of_the_bot() -> None:
    room = attacked(clock="none", grace=10)
    room.disconnect(1).wait(10).connect(1)
    room.act(2, "pass")
    assert window(room) is not None, "it waits for who is back"
    room.take(room.room.thought(1, room.version, "pass", room.now))
    room.act(1, "counter pointed_shield")
    assert hp(room) == [17, 15, 15]


# ---------------------------------------------------------------------- pauses and restarts


def test_a_pause_stops_the_window_and_it_goes_on_with_the_time_that_was_left() -> None:
    room = attacked(2, 2).wait(3)
    for who in (0, 1):
        room.do(who, c.Pause, on=True)
    assert room.act_refused(1, "pass") == "room/paused"
    room.wait(1000)
    assert hp(room) == [18, 18, 18]
    for who in (0, 1):
        room.do(who, c.Pause, on=False)
    opened = window(room)
    assert opened is not None and opened.closes == room.now + 1
    room.act(1, "counter pointed_shield").wait(1)
    assert hp(room)[0] == 17


def test_a_restart_in_a_window_keeps_what_was_sealed_and_gives_the_others_their_time_anew() -> None:
    room = attacked().wait(3).act(1, "counter pointed_shield")
    room.restart(after=500).connect(0).connect(1).connect(2)
    opened = window(room)
    assert opened is not None and opened.closes == room.now + 4
    assert room.seen(1).answered == "counter pointed_shield" and room.seen(2).asked
    room.act(2, "counter run_away dusty_desert").wait(4)
    assert hp(room) == [17, 18, 15]


def test_pauses_and_restarts_one_after_the_other_make_a_window_no_longer() -> None:
    room = attacked(2, 2)
    for _ in range(3):
        room.restart(after=100).connect(0).connect(1).wait(1)
        for on in (True, False):
            for who in (0, 1):
                room.do(who, c.Pause, on=on)
            room.wait(50 if on else 0)
        opened = window(room)
        assert opened is not None and opened.closes == room.now + 3


def test_a_restart_forgets_what_a_bot_was_asked_and_asks_it_again() -> None:
    room = attacked(1, 3)
    room.restart().connect(0)
    assert [asked.seat for asked in room.thinks] == [1, 2]
    room.thought(1, "counter pointed_shield").thought(2, "pass").wait(0.3)
    assert hp(room) == [17, 15, 15]


# ---------------------------------------------------------------------- one window after the other


def boxed() -> Scene:
    """Frill alone against a Bot that casts at her and then touches her; she holds two face-down cards."""
    setting = boxing(
        "nuzzle", spells={"nuzzle": "heavy_hand"}, hexes={"nuzzle": "ancient_rune"},
        counters={"frill": "pointed_shield safety_dome"},
    ).rolls("GCOOS")  # fmt: skip
    return a_room(1, at=setting).act(0, "end")


def test_each_of_several_attacks_in_a_row_has_a_window_of_its_own() -> None:
    room = boxed()
    first = window(room)
    assert first is not None and room.choices(0) == ["pass", "counter pointed_shield", "counter safety_dome"]
    room.wait(2).act(0, "counter pointed_shield")
    second = window(room)
    assert second is not None and second.opened == first.opened + 2
    assert (room.seen(0).answered, room.choices(0)) == (None, ["pass", "counter safety_dome"])
    room.act(0, "pass")
    assert window(room) is None


def test_a_game_may_begin_in_the_middle_of_an_attack() -> None:
    setting = ambush(kit="pointed_shield", nuzzle="run_away").play(SLAP, "counter pointed_shield")
    room = a_room(4, at=setting)
    opened = window(room)
    assert opened is not None and opened.asked == (2,), "Kit's answer was given before"
    room.act(2, "counter run_away dusty_desert").wait(4)
    assert hp(room) == [17, 18, 15]


def test_what_happened_in_a_window_is_told_when_it_closes() -> None:
    room = attacked()
    room.act(1, "counter pointed_shield").wait(4)
    told = [event.code for event in room.last(3, m.Update).seats[0].events]
    assert told == ["counterspell_used", "damaged", "damaged", "damaged"]
