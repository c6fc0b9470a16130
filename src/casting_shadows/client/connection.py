"""A room seen from outside: connect, join, watch, play. Lines that break are mended; a command takes effect once."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Final, Self

import websockets
from websockets.asyncio.client import ClientConnection, connect

from casting_shadows.client.links import Link, new_token, parse_link
from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, RoomInfo, decode_sent, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.view import Choice, View

RETRY: Final = (0.1, 0.3, 1.0, 2.0)
"""Seconds before each further try to connect; the last goes for all later ones."""
ALIVE: Final = 4.0
"""Seconds of silence before the line is tested, and again before it counts as dead."""
FINAL: Final = frozenset({"room/not-open", "room/kicked", "room/left", "seat/elsewhere", "protocol/other"})
"""Goodbyes after which coming back makes no sense."""


class Refused(GameError):
    """The room did not do what was asked."""


@dataclass(frozen=True)
class Turn:
    """A choice that waits for one of our seats."""

    room: RoomClient
    seat: int
    version: int
    view: View
    choices: tuple[Choice, ...]

    async def play(self, action: str) -> None:
        """Take an action, by its text. Raises Refused, for a stale one with code `version/stale`."""
        await self.room.command(c.Act, version=self.version, seat=self.seat, action=action)


class RoomClient:
    """One device in a room. Use it as an async context manager.

    >>> async def beginner(link: str) -> None:
    ...     async with RoomClient(link) as room:
    ...         await room.join("Robo", seat=1)
    ...         async for turn in room.turns():
    ...             await turn.play(turn.choices[0].action)
    """

    def __init__(self, link: str | Link, token: str | None = None, profile: str | None = None) -> None:
        self.link: Final = parse_link(link) if isinstance(link, str) else link
        self.token: Final = token or new_token()
        self.profile: Final = profile
        self.you: int | None = None
        self.info: RoomInfo | None = None
        self.update: m.Update | None = None
        """The game as it stood last, as our seats see it."""
        self.lines: list[m.Line] = []
        self.gone: GameError | None = None
        """Why the room is closed to us."""
        self.reconnects = 0
        self.on_message: Callable[[m.Sent], None] | None = None
        self._seq = 0
        self._waiting: dict[int, tuple[c.Command, asyncio.Future[m.Sent]]] = {}
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        await self.until(lambda: self.info is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    # ------------------------------------------------------------------ what one does with it

    async def join(self, name: str, seat: int | None = None) -> None:
        """Become a member, unless the token says that one is. Raises Refused."""
        if self.you is None:
            await self.command(c.Join, name=name, token=self.token, seat=seat)

    async def command(self, kind: type[c.Command], **fields: Any) -> m.Sent:
        """Send a command and wait for its answer, over as many connections as it takes. Raises Refused."""
        self._seq += 1
        message = kind(self._seq, **fields)
        answer: asyncio.Future[m.Sent] = asyncio.get_running_loop().create_future()
        self._waiting[message.seq] = (message, answer)
        await self._send(message)
        try:
            return await answer
        finally:
            self._waiting.pop(message.seq, None)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something about the room is so. Raises GameError if the room is closed to us."""
        while not condition():
            if self.gone is not None:
                raise self.gone
            self._changed.clear()
            await self._changed.wait()

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.info is not None and self.info.phase == "ended"

    def turn(self) -> Turn | None:
        """The choice that waits for one of our seats now."""
        update = self.update
        if update is None or self.info is None or self.info.phase != "playing":
            return None
        for part in update.seats:
            if part.seat is not None and part.choices and part.answered is None:
                return Turn(self, part.seat, update.version, part.view, part.choices)
        return None

    async def turns(self) -> AsyncIterator[Turn]:
        """Every choice of ours until the game has ended. A refused or forgotten one comes again."""
        played: tuple[int, int] | None = None
        while True:
            await self.until(lambda: self.is_over or self.turn() is not None)
            if self.is_over:
                return
            turn = self.turn()
            assert turn is not None
            if played == (turn.version, turn.seat):
                self._changed.clear()
                await self._changed.wait()
                continue
            played = (turn.version, turn.seat)
            try:
                yield turn
            except Refused as refusal:
                if refusal.code != "version/stale":
                    raise

    # ------------------------------------------------------------------ the line

    async def _stay_connected(self) -> None:
        tries = 0
        while self.gone is None:
            try:
                async with connect(
                    self.link.socket,
                    ping_interval=ALIVE,
                    ping_timeout=ALIVE,
                    open_timeout=ALIVE,
                    max_size=2**20,
                    compression=None,
                ) as socket:
                    await self._converse(socket)
                    tries = 0
            except (OSError, TimeoutError, websockets.WebSocketException):
                tries += 1
            finally:
                self._socket = None
            if self.gone is None:
                self.reconnects += 1
                pause = RETRY[min(tries, len(RETRY) - 1)]
                await asyncio.sleep(pause * random.uniform(0.5, 1.0))
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self.gone)
        self._changed.set()

    async def _converse(self, socket: ClientConnection) -> None:
        version = self.update.version if self.update is not None else None
        chat = self.lines[-1].number if self.lines else 0
        hello = c.Hello(PROTOCOL, self.link.room, self.token, version, chat, self.profile)
        await socket.send(encode(hello).decode())
        async for frame in socket:
            message = decode_sent(frame)
            await self._hear(socket, message)
            if self.on_message is not None:
                self.on_message(message)
            self._changed.set()
            if isinstance(message, m.Bye):
                return

    async def _hear(self, socket: ClientConnection, message: m.Sent) -> None:
        if isinstance(message, m.Welcome):
            self.you, self.info = message.you, message.room
            self._seq = max(self._seq, message.seq)
            if self._socket is None:
                self._socket = socket
                for waiting, _ in list(self._waiting.values()):
                    await self._send(waiting)
        elif isinstance(message, m.Room):
            self.info = message.room
        elif isinstance(message, m.Update):
            self.update = message
        elif isinstance(message, m.Line):
            self.lines.append(message)
        elif isinstance(message, m.Bye) and message.code in FINAL:
            self.gone = GameError(message.code, message.message)
        seq = getattr(message, "seq", None)
        if seq is not None and not isinstance(message, m.Welcome):
            self._answer(seq, message)
        await self._contribute()

    def _answer(self, seq: int, message: m.Sent) -> None:
        _, answer = self._waiting.get(seq, (None, None))
        if answer is None or answer.done():
            return
        if isinstance(message, m.Refused):
            answer.set_exception(Refused(message.code, message.message, message.values))
        else:
            answer.set_result(message)

    async def _contribute(self) -> None:
        """Add this device's part to the chance of a game that is about to begin."""
        info = self.info
        if info is None or info.phase != "starting" or self.you is None or self.you in info.contributions:
            return
        plays = any(seat.member == self.you for seat in info.seats)
        asked = any(isinstance(waiting, c.Contribute) for waiting, _ in self._waiting.values())
        if plays and not asked:
            task = asyncio.create_task(self.command(c.Contribute, value=secrets.token_hex(16)))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # too late is no fault

    async def _send(self, message: c.Incoming) -> None:
        """Send if there is a line; what is not answered is sent again on the next one."""
        if self._socket is not None:
            with contextlib.suppress(websockets.WebSocketException, OSError):
                await self._socket.send(encode(message).decode())
