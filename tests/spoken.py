"""One connection to a room, message by message, for tests of what exactly is said."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from casting_shadows.client import Link
from casting_shadows.protocol import PROTOCOL, decode_sent, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .counts import LONG

M = TypeVar("M", bound=m.Outgoing)
PATIENCE = 20.0
LONGEST = 1200.0 if LONG else 60.0
"""Seconds a test may take: one that waits for what never comes fails."""


class Wire:
    """A connection that has said hello."""

    opened: ClassVar[list[Wire]] = []

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[m.Sent] = []
        """Everything so far, in order."""
        self.opened.append(self)

    @classmethod
    async def connect(
        cls, link: Link, token: str | None = None, *more: c.Message, version: int | None = None, chat: int = 0
    ) -> Wire:
        """Connect and say hello, and *more* at once behind it."""
        wire = cls(await connect(link.socket, compression=None, ping_interval=None, close_timeout=1))
        await wire.say(c.Hello(PROTOCOL, link.room, token, version, chat), *more)
        return wire

    async def say(self, *messages: c.Message) -> None:
        """Send these, in one go."""
        for message in messages:
            await self.socket.send(encode(message).decode())

    async def hear(self, kind: type[M]) -> M:
        """The next message of a kind; what comes before it is remembered and passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._next()
                if isinstance(message, kind):
                    return message

    async def answer(self, seq: int) -> m.Sent:
        """What answers a command."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._next()
                if not isinstance(message, m.Welcome) and getattr(message, "seq", None) == seq:
                    return message

    async def end(self) -> int:
        """Listen until the other side hangs up; its closing code."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self._next()
                except ConnectionClosed as closed:
                    return closed.rcvd.code if closed.rcvd is not None else 1006

    async def _next(self) -> m.Sent:
        message = decode_sent(await self.socket.recv())
        self.heard.append(message)
        return message

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test, not for ever, and hang up on every wire it has left."""

    async def run_and_hang_up() -> None:
        try:
            async with asyncio.timeout(LONGEST):
                await test
        finally:
            for wire in Wire.opened:
                wire.socket.transport.abort()
            Wire.opened.clear()
            await asyncio.sleep(0)

    asyncio.run(run_and_hang_up())
