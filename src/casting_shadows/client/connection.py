"""A room seen from outside: connect, join, watch, play. Lines that break are mended; a command takes effect once."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Final, Self

import websockets
from websockets.asyncio.client import ClientConnection, connect

from casting_shadows.client.links import Link, new_token, parse_link
from casting_shadows.client.pace import PACE, Pace
from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, Malformed, RoomInfo, decode_sent, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.view import Choice, View

RETRY: Final = (0.1, 0.3, 1.0, 2.0)
"""Seconds before each further try to connect; the last goes for all later ones."""
ALIVE: Final = 4.0
"""Seconds of silence before the line is tested, and again before it counts as dead."""
PATIENCE: Final = 10.0
"""Seconds a server may be away when we come for the first time."""
LINES_KEPT: Final = 200
MOST_WAITING: Final = 32
"""Commands without an answer at a time. A room remembers as many answers: an older one it could not give again on a new line."""
AGAIN: Final = 0.5
"""Seconds before a choice comes again whose action was refused."""


class Refused(GameError):
    """The room did not do what was asked."""


@dataclass
class Turn:
    """A choice that waits for one of our seats."""

    room: RoomClient
    seat: int
    version: int
    view: View
    choices: tuple[Choice, ...]
    refused: bool = False
    """The action was refused, so the choice still waits."""

    @property
    def moment(self) -> tuple[int, int]:
        """Tells one choice from another."""
        return self.version, self.seat

    async def play(self, action: str) -> None:
        """Take an action, by its text. Raises Refused, for a stale one with code `version/stale`."""
        try:
            await self.room.command(c.Act, version=self.version, seat=self.seat, action=action)
        except Refused:
            self.refused = True
            raise


class RoomClient:
    """One device in a room. Use it as an async context manager; it raises GameError if the room cannot be had.

    >>> async def beginner(link: str) -> None:
    ...     async with RoomClient(link) as room:
    ...         await room.join("Robo", seat=1)
    ...         async for turn in room.turns():
    ...             await turn.play(turn.choices[0].action)
    """

    def __init__(
        self,
        link: str | Link,
        token: str | None = None,
        profile: str | None = None,
        connect_timeout: float | None = PATIENCE,
        pace: float | None = PACE,
    ) -> None:
        """*connect_timeout* is for the first connection; None waits for ever. Later ones are tried for as long as it takes.

        *pace* is how many messages are sent a second, and at once; what is more waits. None: as fast as can be.
        """
        self.link: Final = parse_link(link) if isinstance(link, str) else link
        self.token: Final = token or new_token()
        self.profile: Final = profile
        self.you: int | None = None
        self.info: RoomInfo | None = None
        self.update: m.Update | None = None
        """The game as it stood last, as our seats see it."""
        self.is_behind = False
        """We were away, and are about to be told how the game stands."""
        self.lines: deque[m.Line] = deque(maxlen=LINES_KEPT)
        self.gone: GameError | None = None
        """Why the room is closed to us."""
        self.reconnects = 0
        self.on_message: Callable[[m.Sent], None] | None = None
        self._connect_timeout: Final = connect_timeout
        self._seq = 0
        self._waiting: dict[int, tuple[c.Command, asyncio.Future[m.Sent]]] = {}
        self._places: Final = asyncio.Semaphore(MOST_WAITING)
        self._socket: ClientConnection | None = None
        self._sending = asyncio.Lock()
        """Commands leave in the order of their numbers."""
        self._pace: Final = Pace(pace)
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._contributing: asyncio.Task[m.Sent] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        try:
            async with asyncio.timeout(self._connect_timeout):
                await self.until(lambda: self.info is not None)
        except BaseException as error:
            await self._close()
            if isinstance(error, TimeoutError):
                raise GameError("server/away", f"nobody answers at {self.link.server}") from None
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._close()

    async def _close(self) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])
        self._leave(GameError("client/closed", "this client has left the room"))

    # ------------------------------------------------------------------ what one does with it

    async def join(self, name: str, seat: int | None = None) -> None:
        """Become a member, unless the token says that one is. Raises Refused."""
        if self.you is None:
            await self.command(c.Join, name=name, token=self.token, seat=seat)

    async def command(self, kind: type[c.Command], **fields: Any) -> m.Sent:
        """Send a command and wait for its answer, over as many connections as it takes.

        Raises Refused, or GameError if the room is closed to us: whether the command was carried out is not known then.
        """
        async with self._places:
            if self.gone is not None:
                raise self.gone
            self._seq += 1
            message = kind(self._seq, **fields)
            answer: asyncio.Future[m.Sent] = asyncio.get_running_loop().create_future()
            self._waiting[message.seq] = (message, answer)
            try:
                async with self._sending:
                    await self._send(message)
                return await answer
            finally:
                self._waiting.pop(message.seq, None)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something about the room is so. Raises GameError if the room is closed to us."""
        while not condition():
            await self._change()

    async def _change(self) -> None:
        if self.gone is not None:
            raise self.gone
        self._changed.clear()
        await self._changed.wait()

    @property
    def is_over(self) -> bool:
        """The game has ended, and `update` shows how."""
        return self.info is not None and self.info.phase == "ended" and not self.is_behind

    def turn(self) -> Turn | None:
        """The choice that waits for one of our seats now."""
        update = self.update
        if update is None or self.info is None or self.info.phase != "playing" or self.is_behind:
            return None
        for part in update.seats:
            if part.seat is not None and part.choices and part.answered is None:
                return Turn(self, part.seat, update.version, part.view, part.choices)
        return None

    async def turns(self) -> AsyncIterator[Turn]:
        """Every choice of ours until the game has ended. One whose action was refused comes again a little later."""
        offered: Turn | None = None
        while not self.is_over:
            turn = self.turn()
            if turn is not None and (offered is None or turn.moment != offered.moment):
                offered = turn
                yield turn
            elif offered is not None and offered.refused:
                offered = None
                await asyncio.sleep(AGAIN)
            else:
                await self._change()

    # ------------------------------------------------------------------ the line

    async def _stay_connected(self) -> None:
        """Connect, and again whenever the line breaks, until the room is closed to us or we have left."""
        try:
            tries = 0
            while self.gone is None:
                pause = None
                try:
                    async with connect(
                        self.link.socket,
                        ping_interval=ALIVE,
                        ping_timeout=ALIVE,
                        open_timeout=2 * ALIVE,
                        close_timeout=1.0,
                        max_size=2**20,
                        compression=None,
                    ) as socket:
                        pause = await self._converse(socket)
                except (OSError, TimeoutError, websockets.WebSocketException):
                    pass  # away, or the line broke
                tries = 0 if self._socket is not None else tries + 1
                self._socket = None
                if self.gone is None:
                    self.reconnects += 1
                    longest = RETRY[min(tries, len(RETRY) - 1)] if pause is None else pause
                    await asyncio.sleep(longest * random.uniform(0.5, 1.0))
        except Malformed as error:
            self.gone = GameError("protocol/unreadable", f"the server says what this client does not understand: {error}")
        except Exception as error:
            self.gone = GameError("client/failed", f"this client failed: {error!r}")
            self.gone.__cause__ = error
        finally:
            if self.gone is not None:
                self._leave(self.gone)

    def _leave(self, reason: GameError) -> None:
        """Nothing comes any more: tell everybody who waits."""
        self.gone = self.gone or reason
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self.gone)
                answer.exception()  # whoever waited may have been cancelled
        self._changed.set()

    async def _converse(self, socket: ClientConnection) -> float | None:
        """Listen until the line breaks or the server says goodbye; seconds after which it wants to see us again."""
        version = self.update.version if self.update is not None else None
        chat = self.lines[-1].number if self.lines else 0
        hello = c.Hello(PROTOCOL, self.link.room, self.token, version, chat, self.profile)
        self._pace.wait(c.weight(hello), time.monotonic())  # it counts, but nobody waits with a hello
        await socket.send(encode(hello).decode())
        sending: asyncio.Task[None] | None = None
        try:
            async for frame in socket:
                message = decode_sent(frame)
                self._hear(message)
                if sending is None and isinstance(message, m.Welcome):
                    sending = asyncio.create_task(self._send_again(socket))  # at our pace, while we go on listening
                if self.on_message is not None:
                    self.on_message(message)
                self._changed.set()
                if isinstance(message, m.Bye):
                    return message.retry
            return None
        finally:
            if sending is not None:
                sending.cancel()

    def _hear(self, message: m.Sent) -> None:
        if isinstance(message, m.Welcome):
            self.you, self.info = message.you, message.room
            self._seq = max(self._seq, message.seq)
            self.is_behind = message.you is not None and message.room.game > 0
        elif isinstance(message, m.Room):
            self.info = message.room
        elif isinstance(message, m.Update):
            self.update, self.is_behind = message, False
        elif isinstance(message, m.Line):
            self.lines.append(message)
        elif isinstance(message, m.Bye) and message.retry is None:
            self.gone = GameError(message.code, message.message)
        seq = getattr(message, "seq", None)
        if seq is not None and not isinstance(message, m.Welcome):
            self._answer(seq, message)
        self._contribute()

    def _answer(self, seq: int, message: m.Sent) -> None:
        _, answer = self._waiting.get(seq, (None, None))
        if answer is None or answer.done():
            return
        if isinstance(message, m.Refused):
            answer.set_exception(Refused(message.code, message.message, message.values))
        else:
            answer.set_result(message)

    def _contribute(self) -> None:
        """Add this device's part to the chance of a game that is about to begin."""
        info = self.info
        if info is None or info.phase != "starting" or self.you is None or self.you in info.contributions:
            return
        plays = any(seat.member == self.you for seat in info.seats)
        if plays and (self._contributing is None or self._contributing.done()):
            self._contributing = asyncio.create_task(self.command(c.Contribute, value=secrets.token_hex(16)))
            self._contributing.add_done_callback(lambda done: done.cancelled() or done.exception())  # too late is no fault

    async def _send_again(self, socket: ClientConnection) -> None:
        """On a new line: first what was not answered on the old one, then whatever else there is to say."""
        async with self._sending:
            self._socket = socket
            for waiting, answer in list(self._waiting.values()):
                if not answer.done():
                    await self._send(waiting)

    async def _send(self, message: c.Incoming) -> None:
        """Send if there is a line; what is not answered is sent again on the next one."""
        if self._socket is not None:
            await asyncio.sleep(self._pace.wait(c.weight(message), time.monotonic()))
        if self._socket is not None:
            with contextlib.suppress(websockets.WebSocketException, OSError):
                await self._socket.send(encode(message).decode())
