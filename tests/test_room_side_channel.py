"""While a window is open nobody else can tell what somebody holds, whether they answer, or when they want to be asked.

Pairs of rooms differ in one seat's face-down cards, its answer, the moment of it, and its setting. Everything that goes to
every other connection is compared: the bytes, their order, their times, and when the room wants to be woken.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import pytest

from casting_shadows.engine import Setup, State, legal_actions
from casting_shadows.engine.rules.legal import answers
from casting_shadows.engine.state import ACTIONS, SEEN_BY_ALL
from casting_shadows.protocol import CLOCKS
from casting_shadows.protocol import commands as c

from .counts import runs
from .room_traffic import act_for, asked_by, deal_counterspells, lively_states, open_table, questions, with_cards_swapped

pytestmark = pytest.mark.T20

SETUPS = (
    Setup(players=3),
    Setup(players=4, packs=("base", "ice_storm")),
    Setup(players=2),
    Setup(players=6, packs=("exclusive", "ice_storm")),
)
MOMENTS = 6
MODES: tuple[Literal["always", "fits", "never"], ...] = ("always", "fits", "never")
Heard = list[tuple[float, int, bytes]]


@dataclass(frozen=True)
class Ambush:
    """A state in which `action` would hit people with face-down cards, `held` among them."""

    state: State
    action: str
    asked: tuple[int, ...]
    held: int


@dataclass(frozen=True)
class Conduct:
    """What the one with the secret does about it."""

    state: State
    mode: Literal["always", "fits", "never"]
    answer: str
    """Empty: none."""
    moment: int


def ambushes(seed: int) -> Iterator[Ambush]:
    """Attacks along a game whose players were all dealt a face-down card, as far as they have room."""
    rng = random.Random(f"ambush {seed}")
    for state in lively_states(SETUPS[seed % len(SETUPS)], seed, 3):
        if state.phase != ACTIONS:
            continue
        deal_counterspells(state, rng)
        actions = legal_actions(state)
        rng.shuffle(actions)
        for action in actions:
            asked = asked_by(state, action)
            if asked:
                yield Ambush(state, state.box.table.text(action), asked, rng.choice(asked))
                break


def with_another_hand(state: State, seat: int, rng: random.Random) -> State:
    """Other face-down cards where nobody else has seen them: they change places with cards of the deck nobody knows."""
    return with_cards_swapped(state, lambda card: card & SEEN_BY_ALL in (0, 1 << seat), rng)


def everyone(a: Ambush) -> tuple[int | None, ...]:
    """Each seat has a device of its own."""
    return tuple(range(a.state.seats))


def shared(a: Ambush) -> tuple[int | None, ...]:
    """The one with the secret shares a device with another who is attacked."""
    others = [seat for seat in range(a.state.seats) if seat not in (a.held, a.state.turn)]
    mate = min(others, key=lambda seat: seat not in a.asked, default=a.state.turn)
    return _numbered([a.held if seat == mate else seat for seat in range(a.state.seats)])


def held_by_a_bot(a: Ambush) -> tuple[int | None, ...]:
    """A bot has the secret."""
    return _numbered([None if seat == a.held else seat for seat in range(a.state.seats)])


def bots_around(a: Ambush) -> tuple[int | None, ...]:
    """The attacker and the one with the secret are people, all others bots."""
    return _numbered([seat if seat in (a.held, a.state.turn) else None for seat in range(a.state.seats)])


def attacked_by_a_bot(a: Ambush) -> tuple[int | None, ...]:
    """The attacker is a bot."""
    return _numbered([None if seat == a.state.turn else seat for seat in range(a.state.seats)])


def alone(a: Ambush) -> tuple[int | None, ...]:
    """The one with the secret plays with bots; others watch."""
    return tuple(0 if seat == a.held else None for seat in range(a.state.seats))


def one_device(a: Ambush) -> tuple[int | None, ...]:
    """All play at one device; others watch."""
    return (0,) * a.state.seats


Mix = Callable[[Ambush], tuple[int | None, ...]]
MIXES: tuple[Mix, ...] = (everyone, shared, held_by_a_bot, bots_around, attacked_by_a_bot, alone, one_device)


def _numbered(owners: list[int | None]) -> tuple[int | None, ...]:
    """People numbered from 0 in the order of their first seats."""
    people = list(dict.fromkeys(owner for owner in owners if owner is not None))
    return tuple(None if owner is None else people.index(owner) for owner in owners)


class World:
    """One of the two rooms, from the attack to the close of its window."""

    def __init__(self, ambush: Ambush, owners: tuple[int | None, ...], conduct: Conduct, clock: str, seed: int) -> None:
        self.ambush = ambush
        self.owners = owners
        self.conduct = conduct
        self.rng = random.Random(f"deeds {seed}")
        self.scene = open_table(owners, at=conduct.state, spectators=1, visitors=1, seed=seed, clock=clock)
        self.holder = owners[ambush.held]
        if self.holder is not None:
            self.scene.do(self.holder, c.Answering, mode=conduct.mode)
        self.wakes: list[float | None] = []
        self.voted = False
        act_for(self.scene, owners, ambush.state.turn, ambush.action)
        window = self.scene.game.window
        assert window is not None and window.asked == ambush.asked
        self.window = window
        self.scene.thinks.clear()  # bots answer by the script

    def until_the_close(self) -> tuple[Heard, list[float | None]]:
        """The window goes by: the holder does as it will, the others do what the script says. What the others hear."""
        window, scene = self.window, self.scene
        last = self.last_to_answer
        pause = 0.5 if window.waits or window.closes is None else (window.closes - scene.now) / (MOMENTS + 1)
        for moment in range(MOMENTS):
            if moment == self.conduct.moment and self.conduct.answer and last != self.ambush.held:
                self.answer(self.ambush.held, self.conduct.answer)
            scene.pass_time(pause)
            self.deed(last)
            scene.thinks = [think for think in scene.thinks if think.purpose == "hint"]
            scene.think()
            self.wakes.append(scene.wake)
        assert scene.game.window is window, "it never closes early"
        return self.heard(), self.wakes

    def close(self) -> Heard:
        """The window closes: at its time, or with the last answer it waits for. What the others hear of that."""
        scene, before = self.scene, len(self.scene.wire)
        if self.window.closes is not None and not self.window.waits:
            scene.pass_time(self.window.closes - scene.now)
        else:
            for seat in sorted(self.ambush.asked, key=lambda seat: seat == self.last_to_answer):
                self.answer(seat, self.conduct.answer or "pass" if seat == self.ambush.held else "pass")
        assert scene.game.window is not self.window, "it is closed"
        return self.heard(before)

    @property
    def last_to_answer(self) -> int | None:
        """Of those a window without an end waits for, the one whose answer the script keeps for last."""
        others = [seat for seat in self.ambush.asked if seat != self.ambush.held]
        return None if not self.window.waits else (others or [self.ambush.held])[-1]

    def answer(self, seat: int, action: str) -> None:
        """Seal an answer, if there is none yet."""
        if self.scene.game.window is self.window and seat not in self.window.answers:
            act_for(self.scene, self.owners, seat, action)

    def heard(self, since: int = 0) -> Heard:
        """All frames but those to the holder's device."""
        own = -1 if self.holder is None else self.scene.conn(self.holder)
        return [(frame.at, frame.conn, frame.data) for frame in self.scene.wire[since:] if frame.conn != own]

    def deed(self, last: int | None) -> None:
        """Somebody else does something, the same in both worlds."""
        scene, rng = self.scene, self.rng
        who = rng.choice([who for who in range(len(scene.people)) if who != self.holder])
        seats = [seat for seat, owner in enumerate(self.owners) if owner == who]
        is_member = scene.people[who].member is not None
        seat = rng.choice(seats or [0])
        deeds = ["ping", "act", "undo", "visit"] + ["say", "reconnect", "answering", "stale"] * is_member
        deeds += ["ask", "ask", "more"] * bool(seats)
        deeds += ["answer", "answer"] * bool(seat in self.ambush.asked and seats and seat != last)
        deeds += ["pause"] * bool(seats and len(scene.room.people()) > 1 and not self.voted)
        deed = rng.choice(deeds)
        if deed == "ping":
            scene.take(scene.room.receive(scene.conn(who), c.Ping(), scene.now))
        elif deed == "visit":
            scene.visit()
        elif deed == "say":
            scene.send(who, c.Say, text="who has what?")
        elif deed == "reconnect":
            scene.disconnect(who).connect(who, version=rng.choice([None, scene.version, 1]))
        elif deed == "answering":
            scene.do(who, c.Answering, mode=rng.choice(MODES))
        elif deed == "ask":
            kind, fields = rng.choice(questions(scene.room.question(seat), seat, rng))
            scene.send(who, kind, **fields)
        elif deed == "more":
            scene.send(who, c.MoreTime, version=scene.version, seat=seat)
        elif deed == "answer":
            self.answer(seat, "pass")
        elif deed == "pause":
            self.voted = True
            scene.send(who, c.Pause, on=True)
        elif deed == "undo":
            scene.send(who, c.Undo, version=scene.version, seat=seat)
        else:
            late = 1 if deed == "stale" else 0
            scene.send(who, c.Act, version=scene.version - late, seat=self.ambush.held if not seats else seat, action="end")


def conducts(a: Ambush, rng: random.Random) -> tuple[Conduct, Conduct]:
    """Two ways to hold a secret: other cards, another answer at another moment, another setting."""
    found: list[Conduct] = []
    for state in (a.state, with_another_hand(a.state, a.held, rng)):
        choices = [state.box.table.text(action) for action in answers(state, a.held)]
        found.append(Conduct(state, rng.choice(MODES), rng.choice(["", "pass", *choices[1:]]), rng.randrange(MOMENTS)))
    return found[0], found[1]


@pytest.mark.parametrize("mix", MIXES)
def test_nobody_else_can_tell_what_is_held_or_answered_before_the_close(mix: Mix) -> None:
    wanted = runs(105, 5040) // len(MIXES)
    clocks = list(CLOCKS)
    compared = 0
    found = (ambush for seed in range(10_000) for ambush in islice(ambushes(seed), 2))
    for number, ambush in enumerate(islice(found, wanted)):
        rng = random.Random(f"conduct {number}")
        clock = clocks[number % len(clocks)]
        owners = mix(ambush)
        pair = conducts(ambush, rng)
        one, other = (World(ambush, owners, conduct, clock, number) for conduct in pair)
        assert one.until_the_close() == other.until_the_close(), f"pair {number}, {clock} clock"
        ends = one.close(), other.close()
        updates = [[(at, conn) for at, conn, data in end if data.startswith(b'{"t":"update"')] for end in ends]
        assert updates[0] == updates[1] != [], "everybody is told at the same time"
        is_secret = all(conduct.answer in ("", "pass") for conduct in pair)
        if is_secret:
            assert ends[0] == ends[1], "and what was not used stays hidden"
        compared += 1
    assert compared == wanted
