"""A host for a room under test: it stores, sends, closes, lets bots think and wakes the room, on a clock set by hand.

After every step it holds the room to promises that need no test of their own: entries are numbered without gaps, nothing
stays due, and everybody connected has been told the room and the game as they stand.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import msgspec

from casting_shadows.bots import Bot, make_bot
from casting_shadows.bots.registry import BOTS
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import State
from casting_shadows.protocol import RoomInfo, decode_sent
from casting_shadows.protocol import messages as m
from casting_shadows.table import Limits, Out, Room, Think, decode_entry, encode_entry
from casting_shadows.table.entries import AnyEntry
from casting_shadows.table.game import Game
from casting_shadows.table.outbox import Misplay
from casting_shadows.table.telling import Telling, room_info

NOON = 1_000_000.0
"""When every test begins."""


@dataclass(frozen=True)
class Frame:
    """One message on its way: when, to which connection, and the very bytes."""

    at: float
    conn: int
    data: bytes

    @cached_property
    def message(self) -> m.Sent:
        """What it says."""
        return decode_sent(self.data)


def _as_it_stands(update: m.Update) -> m.Update:
    """An update without what it tells about the way there."""
    seats = tuple(msgspec.structs.replace(seat, events=()) for seat in update.seats)
    return msgspec.structs.replace(update, seats=seats, now=0, seq=None, missed=False)


class Host:
    """Runs one room. Chance, codes and secrets come from the seed, time from `now`."""

    def __init__(self, limits: Limits | None = None, seed: int = 0, *, checks: bool = True) -> None:
        self.limits = limits or Limits()
        self.seed = seed
        self.checks = checks
        """Whether every step is checked; long runs may do without."""
        self.now = NOON
        self.chance = random.Random(f"room {seed}")
        self.room = self._new_room()
        self.stored: list[bytes] = []
        """The record, as a host keeps it."""
        self.wire: list[Frame] = []
        """Every frame that was sent, in order."""
        self.sent: defaultdict[int, list[Frame]] = defaultdict(list)
        """The same by connection."""
        self.thinks: list[Think] = []
        """Bots that were asked and have not answered."""
        self.misplays: list[Misplay] = []
        """What bots chose and may not."""
        self.wake: float | None = None
        """When the room wants to be woken."""
        self.finished: list[str] = []
        """Games that ended, by their names."""
        self.closed: list[int] = []
        """Connections the room has closed."""
        self.minds: dict[tuple[int, str], Bot] = {}

    def _new_room(self) -> Room:
        return Room(tuple(BOTS), self.limits, self.chance.randbytes)

    def take(self, out: Out) -> Out:
        """Do what the room asks."""
        assert out.first == len(self.stored), "entries are numbered without gaps"
        self.stored.extend(encode_entry(entry) for entry in out.entries)
        for conn, data in out.frames:
            self.wire.append(Frame(self.now, conn, data))
            self.sent[conn].append(self.wire[-1])
        self.thinks.extend(out.think)
        self.misplays.extend(out.misplays)
        self.wake = out.wake
        if out.finished:
            self.finished.append(self.game.name)
        for conn, _ in out.close:
            self.closed.append(conn)
            self.hung_up(conn)
        if self.checks:
            self._check_that_nobody_is_behind()
        return out

    def hung_up(self, conn: int) -> None:
        """The room has closed a connection."""

    def _check_that_nobody_is_behind(self) -> None:
        """Whoever is connected was last told exactly what they would be told now."""
        for conn, member in self.room.conns.items():
            shown = next(
                frame.message.room for frame in reversed(self.sent[conn]) if isinstance(frame.message, m.Room | m.Welcome)
            )
            assert shown == self.info, "a connection was not told how the room has changed"
            if member is not None and self.room.game is not None:
                told = next(frame.message for frame in reversed(self.sent[conn]) if isinstance(frame.message, m.Update))
                now = decode_sent(Telling(self.room, self.game, self.now).update(member, self.version))
                assert isinstance(now, m.Update)
                assert _as_it_stands(told) == _as_it_stands(now), "a member was not told how the game has changed"

    def tick(self) -> Out:
        """Do what is due now."""
        out = self.take(self.room.tick(self.now))
        assert out.wake is None or out.wake > self.now, "after a tick nothing is due any more"
        return out

    def pass_time(self, seconds: float) -> None:
        """Let time pass, the room being woken whenever it wants to be. Bots do not think meanwhile."""
        end = self.now + seconds
        while self.wake is not None and self.wake <= end:
            self.now = max(self.now, self.wake)
            self.tick()
        self.now = end

    def think(self) -> None:
        """Every bot that was asked answers, and so on until none is asked. The clock stands still."""
        while self.thinks:
            asked = self.thinks.pop(0)
            if asked.version != self.version:
                continue
            mind = self.minds.setdefault((asked.seat, asked.bot), make_bot(asked.bot, self.seed + asked.seat))
            state = self.room.question(asked.seat)
            action = mind.choose(vantage_of(state))
            text = state.box.table.text(action)
            if asked.purpose == "act":
                self.take(self.room.thought(asked.seat, asked.version, text, self.now))
            else:
                self.take(self.room.hinted(asked.conn, asked.seq, text, *mind.why(vantage_of(state), action), self.now))

    def load(self) -> None:
        """The host goes down and comes back: the room is loaded from what was stored, and nobody is connected."""
        self.room = self._new_room()
        self.thinks.clear()
        self.take(self.room.restore(self.entries, self.now))

    @property
    def entries(self) -> list[AnyEntry]:
        """The record, read back from what was stored."""
        return [decode_entry(stored) for stored in self.stored]

    @property
    def game(self) -> Game:
        """The game on the table."""
        assert self.room.game is not None, "no game has begun"
        return self.room.game

    @property
    def state(self) -> State:
        """The engine's state of the game."""
        return self.game.state

    @property
    def version(self) -> int:
        """Of the game; 0 before the first."""
        return 0 if self.room.game is None else self.room.game.version

    @property
    def phase(self) -> str:
        """What the room is doing."""
        return self.room.phase

    @property
    def info(self) -> RoomInfo:
        """The room as everyone sees it."""
        return room_info(self.room)
