"""A room is the sum of its entries: loaded again after any of them it is the same room, and plays on in the same way."""

from __future__ import annotations

import random

import msgspec
import pytest

from casting_shadows.bots.registry import BOTS
from casting_shadows.engine import digest, legal_actions, position, verify
from casting_shadows.protocol import RoomInfo, decode_sent
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import Room
from casting_shadows.table.game import Game
from casting_shadows.table.telling import Telling, room_info

from .counts import runs
from .room_games import MOST_STEPS, any_room, any_step, play_again
from .rooms import Scene, a_room

GAMES = runs(3, 300)
PARTS = 3
MOMENT = frozenset({"conns", "profiles", "seen", "hints", "codes", "thinking", "choices", "out", "evolve", "entropy"})
"""Fields of a room that are about the moment and not in its record."""
OF_CONNECTIONS = frozenset({"conn", "replies", "chat_credit", "chat_at", "away_since", "seq"})
"""The same of a member."""


def of_the_record(room: Room) -> dict[str, object]:
    """Everything about a room that its record tells."""
    told = {name: value for name, value in vars(room).items() if name not in MOMENT and not name.endswith("_changed")}
    told["members"] = [
        {name: value for name, value in vars(member).items() if name not in OF_CONNECTIONS} for member in room.members.values()
    ]
    told["game"] = None if room.game is None else of_the_game(room.game)
    return told


def of_the_game(game: Game) -> dict[str, object]:
    """Everything about a game, its states by their text."""
    told = {name: value for name, value in vars(game).items() if name not in ("state", "initial")}
    return {**told, "state": position(game.state), "initial": digest(game.initial)}


def as_if_all_were_there(info: RoomInfo) -> RoomInfo:
    """The room as everyone sees it, without who is connected."""
    seats = tuple(msgspec.structs.replace(seat, online=True) for seat in info.seats)
    members = tuple(msgspec.structs.replace(member, online=True) for member in info.members)
    return msgspec.structs.replace(info, seats=seats, members=members)


def as_seen(room: Room, now: float) -> list[m.Update]:
    """The game as every member sees it, but for the time, which a restart gives back."""
    assert room.game is not None
    updates = (decode_sent(Telling(room, room.game, now).update(member, 0)) for member in room.members)
    return [msgspec.structs.replace(update, clock=None, window=None) for update in updates if isinstance(update, m.Update)]


def check_the_record(room: Scene) -> None:
    """What was stored makes the same room: entry by entry, and as a host loads it."""
    evolved, loaded = (Room(tuple(BOTS), room.limits) for _ in range(2))
    for entry in room.entries:
        evolved.evolve(evolved, entry)
        evolved.length += 1
    assert of_the_record(evolved) == of_the_record(room.room)
    loaded.restore(room.entries, room.now)
    assert as_if_all_were_there(room_info(loaded)) == as_if_all_were_there(room.info)
    assert as_seen(loaded, room.now) == as_seen(room.room, room.now)
    assert loaded.game is not None and loaded.game.record() == room.game.record()


def play_to_the_end(room: Scene, rng: random.Random) -> None:
    """Play a game, checking after everything that was stored."""
    stored = 0
    for _ in range(MOST_STEPS):
        if len(room.stored) != stored:
            stored = len(room.stored)
            check_the_record(room)
        if room.phase == "ended":
            verify(room.game.record())
            return
        any_step(room, rng)
    raise AssertionError(f"no end after {MOST_STEPS} steps")


@pytest.mark.T07
@pytest.mark.parametrize("part", range(PARTS))
def test_after_every_entry_of_whole_games_a_room_loaded_again_is_the_same_room(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        room, rng = any_room(seed), random.Random(f"steps {seed}")
        try:
            play_to_the_end(room, rng)
            if seed % 3 == 0:
                play_again(room)
                play_to_the_end(room, rng)
        except BaseException as error:
            error.add_note(f"seed {seed}, after {len(room.stored)} entries")
            raise
        assert not room.misplays


@pytest.mark.T07
@pytest.mark.parametrize("seed", range(runs(2, 60)))
def test_a_room_that_is_restarted_after_every_step_plays_the_very_same_game(seed: int) -> None:
    steady, shaken = (any_room(seed, clock="none", leavers="wait", checks=False) for _ in range(2))
    choices = [random.Random(f"twins {seed}") for _ in range(2)]
    while steady.phase == "playing":
        for room, rng in zip((steady, shaken), choices, strict=True):
            take_any_choice(room, rng)
        shaken.restart()
        for who in range(len(shaken.people)):
            shaken.connect(who)
            theirs, ours = (room.last(who, m.Update).seats for room in (steady, shaken))
            assert [(part.choices, part.answered) for part in theirs] == [(part.choices, part.answered) for part in ours]
        assert position(shaken.state) == position(steady.state)
        assert shaken.game.record() == steady.game.record()
    assert shaken.info.result == steady.info.result


def take_any_choice(room: Scene, rng: random.Random) -> None:
    """Somebody to act takes any choice; without one a bot does, and without that the time goes on."""
    for who in range(len(room.people)):
        for part in room.last(who, m.Update).seats:
            if part.choices:
                room.act(who, rng.choice(part.choices).action, seat=part.seat)
                return
    asked = [asked.seat for asked in room.thinks if asked.version == room.version]
    if asked:
        state = room.room.question(asked[0])
        room.thought(asked[0], state.box.table.text(rng.choice(legal_actions(state))))
    room.wait(2)


def test_a_restart_keeps_what_people_have_chosen_and_wished() -> None:
    room = a_room(3, started=False)
    room.do(1, c.Choose, seat=1, character="kit")
    room.do(1, c.Ready)
    room.do(2, c.Mute, member=room.member(0))
    room.do(2, c.Answering, mode="always")
    before = as_if_all_were_there(room.info)
    room.restart(after=1000)
    assert as_if_all_were_there(room.info) == before
    room.connect(2)
    welcome = room.last(2, m.Welcome)
    assert (welcome.muted, welcome.answering) == ((room.member(0),), "always")


@pytest.mark.T12
def test_a_command_that_was_done_before_a_restart_is_not_done_again() -> None:
    room = a_room(2, clock="none")
    who = room.state.to_act
    act = c.Act(room.people[who].seq + 1, room.version, who, "end")
    room.send_as(who, act)
    version = room.version
    room.restart().connect(0).connect(1)
    answer = room.send_as(who, act)
    assert isinstance(answer, m.Ack) and room.version == version


@pytest.mark.T18
def test_a_record_cut_off_anywhere_is_a_room_that_comes_to_rest() -> None:
    room, rng = any_room(1), random.Random("cut off")
    play_to_the_end(room, rng)
    entries = room.entries
    for length in range(1, len(entries)):
        again = Room(tuple(BOTS), room.limits)
        wake = again.restore(entries[:length], room.now).wake
        for _ in range(10):
            wake = wake if wake is None else again.tick(wake).wake
        assert wake is None, f"after {length} entries, the last a {type(entries[length - 1]).__name__}"
