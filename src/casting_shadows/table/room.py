"""A room: what goes in is who sent what and when, what comes out is what to store, what to send and when to come back.

No sockets, no clock, no storage: a server, a browser's tab or a test runs the very same room.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from casting_shadows.engine import GameError, State, parse_own_pack
from casting_shadows.engine.packs.pack import check_own
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Hint, Pong, Refused
from casting_shadows.table import entries as e
from casting_shadows.table.absence import absences_end, look_after
from casting_shadows.table.bot_seats import bot_time, bots_wanted, let_bots_act
from casting_shadows.table.entering import admits, attach, enter
from casting_shadows.table.entries import AnyEntry
from casting_shadows.table.evolve import evolve
from casting_shadows.table.fitting import fitting
from casting_shadows.table.hearing import hear
from casting_shadows.table.outbox import Out
from casting_shadows.table.playing import run_out
from casting_shadows.table.room_state import Limits, RoomState, Stale
from casting_shadows.table.seating import check_options, options_from
from casting_shadows.table.starting import CONTRIBUTION_TIME, begin_when_complete, rematch_when_wanted
from casting_shadows.table.telling import tell_game, tell_room
from casting_shadows.table.windows import close_when_complete

FOLLOWS = (look_after, begin_when_complete, rematch_when_wanted, close_when_complete, run_out, let_bots_act)
"""What happens by itself, because of the time or of something else that happened."""


class Room(RoomState):
    """One room and everything that can happen to it. Every method that changes something says what is to be done about it."""

    def __init__(self, bots: tuple[str, ...], limits: Limits | None = None, entropy: Callable[[int], bytes] = os.urandom) -> None:
        super().__init__(bots, limits or Limits(), entropy)
        self.evolve = evolve

    def open(
        self,
        code: str,
        options: Options,
        now: float,
        own: tuple[str, ...] = (),
        position: str = "",
        exact: bool = False,
        along: bool = False,
    ) -> Out:
        """Open a new room. Raises GameError if its options or packs make no sense."""
        self.packs = tuple(parse_own_pack(text) for text in own)
        check_own(self.packs)
        self.position = position
        if position:
            options = options_from(self, position, options)
        elif along:
            options = fitting(Options(), options, self.packs)
        checked = check_options(self, options)
        self.commit(e.Opened(at=now, code=code, options=checked, own=own, position=position, exact=exact))
        return self._finish(now)

    def restore(self, record: Iterable[AnyEntry], now: float) -> Out:
        """Become the room a record tells of. The time since counts against nobody."""
        for entry in record:
            self.evolve(self, entry)
            self.length += 1
        self.out = Out(self.length)
        self.starting_at = now
        for member in self.members.values():
            member.away_since = now
        if self.phase in ("playing", "paused"):
            self.commit(e.Woken(at=now))
        return self._finish(now)

    def admits(self, token: str | None, now: float) -> bool:
        """Whether somebody may come in: members, and strangers while there is a seat or a place to watch from."""
        return admits(self, token, now)

    def attach(self, conn: int, hello: c.Hello, profile: str | None, now: float) -> Out:
        """A connection comes in. Ask `admits` first."""
        self._settle(now)
        attach(self, conn, hello, profile, now)
        return self._finish(now)

    def detach(self, conn: int, now: float) -> Out:
        """A connection is gone."""
        self._settle(now)
        member = self.let_go(conn)
        if member is not None:
            member.away_since = now
            self.room_changed = True
        return self._finish(now)

    def receive(self, conn: int, message: c.Message, now: float) -> Out:
        """A message from a connection that was attached."""
        self._settle(now)
        if conn not in self.conns:
            pass  # it was shown out while the message was on its way
        elif isinstance(message, c.Ping):
            self.out.send(conn, Pong(now))
        elif isinstance(message, c.Hello):
            self.out.send(conn, Refused("message/hello-again", "say hello once, at the beginning"))
        elif isinstance(message, c.Join | c.Claim):
            enter(self, conn, message, now)
        else:
            hear(self, conn, message, now, self._settle)
            return self._done(now)  # all that follows from it has happened already
        return self._finish(now)

    def question(self, seat: int) -> State:
        """The state in which a seat's bot is asked. The host makes a view of it, and gives the bot nothing else."""
        assert self.game is not None
        return self.game.asked_state(seat)

    def thought(self, seat: int, version: int, action: str, now: float) -> Out:
        """A bot has chosen. What comes late, or was not asked for, is forgotten."""
        self._settle(now)
        self.choices[seat] = (version, action)
        return self._finish(now)

    def hinted(self, conn: int, seq: int, action: str | None, code: str, values: dict[str, str | int], now: float) -> Out:
        """A hint is ready, or the bot has failed (None). It is of no use once the game has gone on."""
        self._settle(now)
        asked, version = self.hints.pop(conn, (0, 0))
        if asked == seq and version == self.version and action is not None:
            self.out.send(conn, Hint(seq, action, code, values))
        elif asked == seq:
            error: GameError = Stale(self.version)
            if version == self.version:
                error = GameError("hint/failed", "the bot could not find a hint; this was noted")
            self.out.send(conn, Refused(error.code, error.message, seq, error.values))
        return self._finish(now)

    def tick(self, now: float) -> Out:
        """Do what is due."""
        return self._finish(now)

    def _settle(self, now: float) -> None:
        """Let everything happen that happens by itself, one thing leading to another."""
        before = -1
        while before != self.length:
            before = self.length
            for follow in FOLLOWS:
                follow(self, now)

    def _wake(self, now: float) -> float | None:
        """When something is due next."""
        times = absences_end(self, now)
        game = self.game
        if self.phase == "starting":
            times.append(self.starting_at + CONTRIBUTION_TIME)
        if self.phase == "playing" and game is not None:
            if game.window is not None and game.window.closes is not None:
                times.append(game.window.closes)
            if game.clocks is not None and game.clocks.until is not None:
                times.append(game.clocks.until)
            if self.choices:
                times.append(bot_time(self, game))
        return min(times, default=None)

    def _finish(self, now: float) -> Out:
        """Everything that follows, told to everyone whom it concerns."""
        self._settle(now)
        return self._done(now)

    def _done(self, now: float) -> Out:
        tell_game(self, now)
        tell_room(self, now)
        self.out.finished = self.phase == "ended" and any(isinstance(entry, e.Acted) for entry in self.out.entries)
        self.out.think.extend(bots_wanted(self))
        self.out.wake = self._wake(now)
        done, self.out = self.out, Out(self.length)
        return done
