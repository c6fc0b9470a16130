"""Pauses by vote, and another game at the same table: who decides, who plays, who begins."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import verify
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .rooms import Scene, a_room


def ended(people: int = 2, bots: int = 0, **options: Any) -> Scene:
    """A room after a game in which everyone but the last seat conceded."""
    return finish(a_room(people, bots, **options))


def finish(room: Scene) -> Scene:
    """Everybody who can concedes until the game is over."""
    for seat, chair in enumerate(room.room.chairs):
        if room.phase == "playing" and room.game.is_in(seat):
            if chair.member is None:
                continue
            who = next(who for who, person in enumerate(room.people) if person.member == chair.member)
            if room.people[who].conn is not None and chair.stand_in is None:
                room.act(who, "concede", seat=seat)
    while room.phase == "playing":
        room.let_bots_think()
    return room


def again(room: Scene, *people: int) -> Scene:
    """These people vote for another game and contribute to it."""
    for who in people:
        room.do(who, c.Rematch)
    return room.contribute(*room.players())


# ---------------------------------------------------------------------- pauses


@pytest.mark.parametrize(("people", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3)])
def test_more_than_half_of_those_who_play_pause_the_game_and_as_many_go_on(people: int, needed: int) -> None:
    room = a_room(people, bots=1 if people == 1 else 0)
    for on in (True, False):
        for who in range(needed):
            assert (room.phase == "paused") != on
            room.do(who, c.Pause, on=on)
        assert (room.phase == "paused") == on
        assert room.info.pause_votes == ()


def test_a_vote_can_be_taken_back_and_everyone_sees_how_it_stands() -> None:
    room = a_room(2)
    room.do(0, c.Pause, on=True)
    assert room.last(1, m.Room).room.pause_votes == (room.member(0),)
    room.do(0, c.Pause, on=False)
    room.do(1, c.Pause, on=True)
    assert (room.phase, room.info.pause_votes) == ("playing", (room.member(1),))


def test_only_those_who_play_vote() -> None:
    room = a_room(2)
    watching = room.guest()
    assert room.refused(watching, c.Pause, on=True) == "seat/none-of-yours"
    assert room.refused(watching, c.Rematch) == "room/not-ended"
    room.act(0, "concede")
    assert room.refused(watching, c.Rematch) == "seat/none-of-yours"
    assert room.refused(0, c.Pause, on=True) == "room/ended"


def test_whoever_is_out_votes_for_another_game_before_this_one_has_ended() -> None:
    room = a_room(3)
    room.act(0, "concede")
    room.do(0, c.Rematch)
    assert (room.phase, room.info.rematch_votes) == ("playing", (room.member(0),))
    assert room.refused(1, c.Rematch) == "room/not-ended"
    finish(room)
    assert room.info.rematch_votes == (room.member(0),)
    again(room, 1, 2)
    assert room.phase != "ended"


def test_whoever_is_away_has_no_vote() -> None:
    room = a_room(3)
    room.disconnect(1, 2)
    room.do(0, c.Pause, on=True)
    assert room.phase == "paused"


def test_in_a_pause_nobody_is_shown_choices_and_a_bots_choice_waits() -> None:
    room = a_room(1, 1)
    if room.state.to_act == 0:
        while room.state.turn == 0:
            room.act(0, room.choices(0)[0])
    asked = room.thinks[-1]
    room.do(0, c.Pause, on=True)
    assert not room.choices(0)
    room.take(room.room.thought(1, asked.version, "end", room.now))
    assert room.version == asked.version
    room.do(0, c.Pause, on=False)
    assert room.version > asked.version


# ---------------------------------------------------------------------- rematch


def test_another_game_begins_when_everyone_wants_it_and_the_next_seat_starts() -> None:
    room = ended(3)
    first = room.state.first
    room.do(0, c.Rematch)
    room.do(1, c.Rematch)
    assert room.phase == "ended" and room.info.rematch_votes == (room.member(0), room.member(1))
    room.do(2, c.Rematch)
    assert room.phase == "starting" and not room.info.rematch_votes and room.info.result is None
    room.contribute(0, 1, 2)
    assert (room.phase, room.info.game, room.state.first) == ("playing", 2, (first + 1) % 3)


def test_the_first_seat_goes_round_from_game_to_game() -> None:
    room = ended(3, first=1)
    starts = [room.state.first]
    for _ in range(4):
        again(room, 0, 1, 2)
        starts.append(room.state.first)
        finish(room)
    assert starts == [1, 2, 0, 1, 2]
    assert len(set(room.finished)) == 5
    verify(room.game.record())


def test_each_game_has_a_secret_and_contributions_of_its_own() -> None:
    room = ended()
    before = room.info.commitment
    assert room.refused(0, c.Contribute, value="0" * 32) == "room/not-starting"
    again(room, 0, 1)
    assert room.info.commitment not in ("", before)
    assert len(room.game.record().contributions) == 2


def test_everyone_is_told_the_new_game_from_its_beginning_and_old_commands_are_stale() -> None:
    room = ended()
    old = room.version
    again(room, 0, 1)
    assert room.version > old
    for who in (0, 1):
        assert any(event.code == "game_started" for event in room.seen(who).events)
        assert not room.last(who, m.Update).missed
    assert room.refused(0, c.Act, version=old, seat=0, action="concede") == "version/stale"


def test_whoever_returns_in_the_next_game_is_told_that_one_and_nothing_of_the_last() -> None:
    room = ended()
    seen = room.version - 1
    room.do(0, c.Rematch)
    room.do(1, c.Rematch)
    room.contribute(0, 1).disconnect(1).connect(1, version=seen)
    told = room.last(1, m.Update)
    assert not told.missed
    assert [event.code for event in told.seats[0].events].count("game_started") == 1
    assert "conceded" not in [event.code for event in told.seats[0].events]


def test_bots_stay_for_another_game_and_are_asked_again() -> None:
    room = ended(1, 2, first=1, bot="random")
    room.thinks.clear()
    again(room, 0)
    while room.state.to_act == 0:
        room.act(0, room.choices(0)[0])
    assert room.thinks


def test_a_vote_can_be_taken_back_before_the_last_one_is_in() -> None:
    room = ended()
    room.do(0, c.Rematch)
    room.do(0, c.Rematch, on=False)
    room.do(1, c.Rematch)
    assert room.phase == "ended"


def test_somebody_who_has_just_lost_the_line_is_waited_for() -> None:
    room = ended(grace=60).disconnect(1)
    room.do(0, c.Rematch)
    assert room.phase == "ended"
    room.connect(1)
    room.do(1, c.Rematch)
    assert room.phase == "starting" and room.info.seats[1].kind == "person"


def test_bots_play_for_those_who_are_gone() -> None:
    room = ended(3, grace=60).disconnect(1)
    room.do(2, c.Leave)
    room.do(0, c.Rematch)
    assert room.phase == "ended"
    room.wait(60)
    assert room.phase == "starting"
    assert [(seat.kind, seat.bot) for seat in room.info.seats] == [("person", None), ("bot", "greedy"), ("bot", "greedy")]
    assert [member.id for member in room.info.members] == [room.member(0)]
    room.connect(1)
    assert room.last(1, m.Welcome).you is None, "they may watch, as anybody may"


def test_when_the_one_who_did_not_want_to_leaves_the_others_play() -> None:
    room = ended(3)
    room.do(0, c.Rematch)
    room.do(1, c.Rematch)
    room.do(2, c.Leave)
    assert room.phase == "starting" and room.info.seats[2].kind == "bot"


def test_whoever_stood_up_has_no_vote_any_more() -> None:
    room = ended(3)
    room.do(0, c.Rematch)
    room.do(0, c.Stand, seat=0)
    assert room.info.rematch_votes == ()
    assert room.seen(0).seat == 0, "the game that ended is still seen from where one sat"
    room.do(1, c.Rematch)
    room.do(2, c.Rematch)
    assert room.phase == "starting" and room.info.seats[0].kind == "bot"


def test_a_bot_that_stood_in_gives_the_seat_back_for_the_next_game() -> None:
    room = a_room(2, clock="fast", first=0)
    while room.info.seats[0].bot is None:
        room.wait(1000 if room.state.to_act == 0 else 0)
        if room.state.to_act == 1 and room.info.seats[1].bot is None:
            room.act(1, room.choices(1)[0])
    room.act(1, "concede")
    again(room, 0, 1)
    assert [seat.bot for seat in room.info.seats] == [None, None]


def test_between_games_seats_characters_and_options_change() -> None:
    room = ended(2)
    room.do(1, c.Choose, seat=1, character="haze")
    options = type(room.room.options)(players=4, clock="none", characters="pick")
    room.do(0, c.SetOptions, options=options)
    late = room.guest(2)
    assert room.seen(late).seat is None, "there was no third seat in the game that ended"
    again(room, 0, 1, late)
    assert [seat.kind for seat in room.info.seats] == ["person", "person", "person", "bot"]
    assert room.state.seats == 4 and room.seen(late).seat == 2
    assert room.state.box.table.characters[room.state.character[1]] == "haze"


def test_whoever_wanted_another_game_has_not_agreed_to_options_that_came_later() -> None:
    room = ended(2)
    room.do(1, c.Rematch)
    room.do(0, c.SetOptions, options=type(room.room.options)(players=2, clock="fast"))
    assert room.info.rematch_votes == ()
    room.do(0, c.Rematch)
    assert room.phase == "ended"


def test_after_a_game_a_bots_place_is_given_to_somebody_who_comes_by_the_link() -> None:
    room = ended(1, 1)
    room.do(0, c.SetBot, seat=1, bot=None)
    late = room.guest(1)
    again(room, 0, late)
    assert [seat.kind for seat in room.info.seats] == ["person", "person"] and room.seen(late).seat == 1


def test_shadow_boxing_again_starts_with_the_player() -> None:
    room = a_room(1, mode="solo", players=1).act(0, "concede")
    again(room, 0)
    assert (room.phase, room.state.first) == ("playing", 0)
