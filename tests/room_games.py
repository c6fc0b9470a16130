"""Whole games through a room, with everything people do meanwhile, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from casting_shadows.engine import Setup, State, legal_actions
from casting_shadows.engine.state import SEEN_BY_ALL
from casting_shadows.protocol import commands as c

from .any_game import game_under_way, pick_by_verb
from .rooms import Scene, a_room

MOST_STEPS = 4000
"""In which every game is over; the rounds are limited."""


def any_room(seed: int, **more: Any) -> Scene:
    """A room of any size, clock, mode and manners, its game under way."""
    rng = random.Random(f"room {seed}")
    options = {
        "clock": rng.choice(("none", "relaxed", "fast", "days")),
        "undo": rng.choice(("policy", "none", "free")),
        "leavers": rng.choice(("bot", "bot", "concede", "wait")),
        "bot_pace": rng.choice(("instant", "normal")),
        "leaver_bot": "random",
        "grace": 60,
        **more,
    }
    if rng.random() < 0.15:
        return a_room(1, seed=seed, mode="solo", players=1, max_rounds=12, **options)
    people = rng.choice((1, 2, 2, 3))
    seats = tuple(range(people)) + ((0,) if rng.random() < 0.2 else ())
    bots = rng.choice((0, 1)) if len(seats) > 1 else rng.choice((1, 2))
    table: dict[str, Any] = {"seats": seats, "bots": bots, "bot": "random", "seed": seed}
    players, packs = len(seats) + bots, ("base", "ice_storm")
    if rng.random() < 0.5:
        state = game_under_way(Setup(players=players, packs=packs, max_rounds=12), seed, rng.randrange(60))
        return a_room(at=with_face_down_cards(state), exact=rng.random() < 0.5, **table, **options)
    characters = rng.choice(("pick", "random", "draft"))
    return a_room(packs=packs, max_rounds=12, characters=characters, **table, **options)


def with_face_down_cards(state: State) -> State:
    """Everybody is dealt a Counterspell, as far as they have room."""
    for seat in range(state.seats):
        has_room = len(state.book[seat]) + len(state.counters[seat]) < state.box.book_size
        if state.hp[seat] and has_room and state.counter_deck:
            state.counters[seat].append(state.counter_deck.pop() & ~SEEN_BY_ALL | 1 << seat)
    return state


def any_step(room: Scene, rng: random.Random) -> None:
    """One thing that happens: mostly somebody's move, sometimes anything else people do."""
    if rng.random() < 0.12:
        rng.choice(ASIDES)(room, rng)
    elif room.thinks and rng.random() < 0.9:
        room.let_bots_think()
    elif not _move(room, rng):
        _go_on(room)


def _move(room: Scene, rng: random.Random) -> bool:
    """Whether somebody could move, or answer."""
    window = room.game.window
    for who in room.players():
        for seat in room.room.seats_of(room.member(who)):
            answered = window is not None and seat in window.answers
            if room.phase == "playing" and room.game.may_act(seat) and not answered and not room.room.chairs[seat].stand_in:
                state = room.room.question(seat)
                room.act(who, state.box.table.text(pick_by_verb(state, legal_actions(state), rng)), seat=seat)
                return True
    return False


def _go_on(room: Scene) -> None:
    """Nobody has anything to do: a pause ends, time passes, or people come back."""
    for who in room.players():
        if room.phase == "paused":
            room.do(who, c.Pause, on=False)
    if room.wake is not None:
        room.wait(max(0.0, room.wake - room.now))
        return
    for who, person in enumerate(room.people):
        if person.conn is None:
            room.connect(who)


def _anyone(room: Scene, rng: random.Random) -> int | None:
    here = [who for who, person in enumerate(room.people) if person.conn is not None]
    return rng.choice(here) if here else None


def _go_off_or_on(room: Scene, rng: random.Random) -> None:
    who = rng.randrange(len(room.people))
    if room.people[who].conn is None or rng.random() < 0.2:
        room.connect(who, version=rng.randrange(room.version + 1))
    elif rng.random() < 0.2:
        room.do(who, c.Leave)
    else:
        room.disconnect(who)


def _say(room: Scene, rng: random.Random) -> None:
    who = _anyone(room, rng)
    if who is not None:
        room.send(who, c.Say, text=f"hello {rng.random()}")
        room.send(who, c.Rename, name=f"Person {rng.randrange(99)}")


def _ask_for_something(room: Scene, rng: random.Random) -> None:
    """Commands that may well be refused."""
    who = _anyone(room, rng)
    if who is None:
        return
    seats = room.room.seats_of(room.member(who))
    seat = rng.choice(seats)
    room.send(who, c.MoreTime, version=room.version, seat=seat)
    room.send(who, c.Undo, version=room.version, seat=seat, all=rng.random() < 0.3)
    room.send(who, c.Return, seat=seat)
    room.send(who, c.Pause, on=rng.random() < 0.7)
    room.send(who, c.Answering, mode=rng.choice(("always", "fits", "never")))


def _wait(room: Scene, rng: random.Random) -> None:
    room.wait(rng.choice((0.1, 1, 5, 30, 70)))


ASIDES: tuple[Callable[[Scene, random.Random], None], ...] = (_go_off_or_on, _say, _ask_for_something, _wait)


def play_again(room: Scene) -> None:
    """Everybody comes back and wants another game."""
    for who, person in enumerate(room.people):
        if person.conn is None:
            room.connect(who)
    for who in room.players():
        room.do(who, c.Rematch)
    room.contribute(*room.players())
