"""Clocks: a bank and an increment for everyone, what happens when one runs out, and what stops them."""

from __future__ import annotations

from typing import Any

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .rooms import Scene, a_room
from .table import table
from .test_room_windows import SLAP, ambush


def fast(people: int = 2, bots: int = 0, **more: Any) -> Scene:
    """Frill's turn, with 150 seconds in everyone's bank. A game begun at a position has no turn begin before its first."""
    return a_room(people, bots, at=table("frill", "kit", *["nuzzle"][: people + bots - 2]), clock="fast", **more)


def clock(room: Scene, who: int = 0) -> m.Clock:
    """The clock as somebody is told of it."""
    told = room.last(who, m.Update).clock
    assert told is not None
    return told


def play_turn(room: Scene, who: int) -> Scene:
    """Somebody does nothing this turn."""
    turns = room.game.turns
    while room.game.turns == turns:
        room.act(who, room.choices(who)[0])
    return room


def pause(room: Scene, on: bool) -> Scene:
    """Everyone who is there votes."""
    for who in room.players():
        if (room.phase == "paused") != on:
            room.do(who, c.Pause, on=on)
    return room


def test_without_a_clock_none_is_shown_and_nobody_is_hurried() -> None:
    room = a_room(2, clock="none")
    assert room.last(0, m.Update).clock is None
    assert room.wake is None


def test_everyone_starts_with_the_same_bank_and_gets_the_increment_with_each_turn_of_their_own() -> None:
    room = a_room(2, clock="fast")
    first = room.state.to_act
    assert clock(room).bank[first] == 165 and clock(room).bank[1 - first] == 150
    assert (clock(room).seat, clock(room).until) == (first, room.now + 165)
    play_turn(room.wait(40), first)
    assert clock(room).bank[first] == 125
    assert (clock(room).seat, clock(room).until) == (1 - first, room.now + 165)


def test_time_is_counted_over_all_actions_of_a_turn() -> None:
    room = fast().wait(30).act(0, "travel ancient_rune").wait(30).undo(0).wait(30)
    assert (clock(room).seat, clock(room).until) == (0, room.now + 60)
    play_turn(room, 0).wait(30)
    assert clock(room).bank[0] == 60, "while it is somebody else's turn it stands still"


def test_a_clock_that_runs_out_ends_the_turn_and_leaves_the_increment() -> None:
    room = fast().wait(149.9)
    assert room.state.to_act == 0
    room.wait(0.1)
    assert (room.state.to_act, clock(room).bank[0]) == (1, 15)
    assert "end" in [room.state.box.table.text(action) for _, action in room.game.moves]
    assert clock(room).until == room.now + 165


def test_an_action_after_the_time_is_refused_even_if_nobody_has_woken_the_room() -> None:
    room = fast()
    version = room.version
    room.now += 150
    answer = room.send(0, c.Act, version=version, seat=0, action="travel ancient_rune")
    assert isinstance(answer, m.Refused) and answer.code == "version/stale"
    assert room.state.to_act == 1


def test_the_third_time_a_bot_takes_over_and_gives_the_seat_back_on_demand() -> None:
    room = fast()
    for turn in range(3):
        assert room.info.seats[0].bot is None, turn
        room.wait((clock(room).until or 0) - room.now)
        if turn < 2:
            play_turn(room, 1)
    assert room.info.seats[0].bot == "greedy"
    assert [asked.seat for asked in room.thinks] == [0] and clock(room).seat is None
    assert room.act_refused(0, "end") == "seat/played-by-bot"
    assert not room.choices(0)
    assert room.refused(1, c.Return, seat=0) == "seat/not-yours"
    assert room.refused(1, c.Return, seat=1) == "seat/yours-already"
    room.do(0, c.Return, seat=0)
    assert room.info.seats[0].bot is None and room.choices(0)
    assert clock(room).seat == 0 and clock(room).until == room.now + 20


def test_everyone_reads_whose_time_is_up_how_often_still_and_that_a_bot_plays_then() -> None:
    room = fast()
    for _ in range(3):
        room.wait((clock(room).until or 0) - room.now)
        if room.info.seats[0].bot is None:
            play_turn(room, 1)
    room.let_bots_think()
    for who in (0, 1):
        updates = [message for message in room.news(who) if isinstance(message, m.Update)]
        told = [(event.code, event.values) for update in updates for event in update.seats[0].events]
        about = [found for found in told if found[0] in ("time_up", "bot_took")]
        times = [("time_up", {"seat": 0, "left": left}) for left in (2, 1, 0)]
        assert about == [*times, ("bot_took", {"seat": 0})], who
        assert told[-1] != about[-1], "it is told before what the bot does"


def test_everybody_else_is_told_how_the_clock_went_on_after_a_return() -> None:
    room = fast(grace=20)
    room.disconnect(0).wait(20).connect(0)
    assert clock(room, 1) == clock(room, 0)
    assert clock(room, 1).seat == 0


def test_a_window_stops_the_clock() -> None:
    room = a_room(4, at=ambush(kit="pointed_shield"), clock="fast").wait(10).act(0, SLAP)
    assert (clock(room).seat, clock(room).bank[0]) == (None, 140)
    room.wait(4)
    assert (clock(room).seat, clock(room).until) == (0, room.now + 140)


def test_a_bot_has_no_clock() -> None:
    room = fast(1, 1).act(0, "end")
    assert room.state.to_act == 1 and clock(room).seat is None


def test_a_pause_stops_the_clock() -> None:
    room = pause(fast().wait(50), on=True)
    assert (clock(room).seat, clock(room).bank[0]) == (None, 100)
    room.wait(10_000)
    pause(room, on=False)
    assert (clock(room).seat, clock(room).until) == (0, room.now + 100)


def test_a_restart_forgives_the_time_it_took() -> None:
    room = fast().wait(50).act(0, "travel ancient_rune")
    room.restart(after=10_000).connect(0).connect(1)
    assert (clock(room).seat, clock(room).until) == (0, room.now + 100)


def test_whoever_comes_back_in_their_own_turn_has_time_enough_to_look_around() -> None:
    room = fast().wait(145).disconnect(0).wait(4).connect(0)
    assert clock(room).until == room.now + 20


def test_also_when_the_game_had_stopped_because_nobody_was_there() -> None:
    room = fast(grace=10).wait(135).disconnect(0, 1).wait(10)
    assert room.phase == "paused"
    room.wait(1000).connect(0)
    assert (room.phase, clock(room).until) == ("playing", room.now + 20)


def test_coming_and_going_does_not_stop_the_clock() -> None:
    room = fast().wait(145).disconnect(0).connect(0).wait(19)
    room.disconnect(0).connect(0)
    assert clock(room).until == room.now + 1
    room.wait(1)
    assert room.state.to_act == 1


def test_whoever_has_time_left_gets_none_for_coming_back() -> None:
    room = fast().wait(100).disconnect(0).connect(0)
    assert clock(room).until == room.now + 50


def test_in_a_draft_a_clock_that_runs_out_picks() -> None:
    room = a_room(3, clock="fast", characters="draft")
    picking = room.state.to_act
    room.wait(150)
    assert room.state.to_act != picking and room.state.character[picking] >= 0


def test_in_shadow_boxing_every_turn_of_ones_own_brings_the_increment() -> None:
    room = a_room(1, mode="solo", players=1, clock="fast")
    assert clock(room).bank[0] == 165
    play_turn(room, 0)
    while room.state.turn != 0:
        room.act(0, room.choices(0)[0])
    assert clock(room).bank[0] == 180
