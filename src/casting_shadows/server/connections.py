"""Connections that strangers can neither fill, nor stretch out, nor hold open for ever, nor keep the others waiting with."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final, cast

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from casting_shadows.engine import GameError
from casting_shadows.server.guard import Guard, TooMuch
from casting_shadows.server.http import refusal
from casting_shadows.server.limits import Bucket, Limit, limit_key, read_address
from casting_shadows.server.sockets import DirectProtocol

HEAD_BYTES: Final = 16_384
"""The longest head of a request: its first line and all its headers."""
LINGER: Final = 5.0
"""Seconds in which a connection that was closed must have taken what was still to be sent."""
MOST_WAITING: Final = 1_000_000
"""Bytes: who has so much waiting does not read, and gets no more."""
SLICE: Final = 4096
"""Bytes of frames that are read before it is somebody else's turn."""
AFTER_CLOSE: Final = 65_536
"""Bytes that may still come from somebody who was told goodbye."""


class Line:
    """A transport that is gone soon after it was closed, whether the other end reads or not, and minds nothing from then on."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send, unless too much waits already: answers to pings would pile up without end."""
        if self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > MOST_WAITING:
            self._transport.abort()
        else:
            self._transport.write(data)

    def pause_reading(self) -> None:
        """Leave what comes in where it is."""
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Take it."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def close(self) -> None:
        """Send what waits, and be gone."""
        if not self._transport.is_closing():
            self._transport.close()
            self._loop.call_later(LINGER, self._transport.abort)


class Connection(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits: connections of one address, the length of a head, and the time for everything."""

    def __init__(
        self,
        guard: Guard,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.guard = guard
        self._counted = ""
        """The address this connection is counted for; empty: it is not."""
        self._head: int | None = 0
        """Bytes of the head that is being read; None: it is complete, and this is the body."""
        self._arriving: asyncio.TimerHandle | None = None
        self._leaving: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, or turn it away."""
        super().connection_made(cast(asyncio.Transport, Line(cast(asyncio.Transport, transport), self.loop)))
        self._expect_request()
        peer = self.client[0] if self.client else ""
        address = read_address(peer)
        if address is None or self.guard.is_proxy(peer):
            return
        if self.guard.connections.enter(limit_key(address)) is None:
            self._counted = limit_key(address)
        else:
            self.guard.metrics.limits[Limit.CONNECTIONS] += 1
            self._turn_away(TooMuch(Limit.CONNECTIONS, "your address has many connections open; close one of them first"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is counted or waited for any more."""
        super().connection_lost(exc)
        self._let_go()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, and counted as one."""
        self._let_go()
        super().handle_websocket_upgrade()
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.transport.close()  # its head could not be read as a handshake, and nobody would ever answer

    def _let_go(self) -> None:
        if self._counted:
            self.guard.connections.leave(self._counted)
            self._counted = ""
        for timer in (self._arriving, self._leaving):
            if timer is not None:
                timer.cancel()

    def _turn_away(self, error: GameError) -> None:
        response = refusal(error)
        head = [f"HTTP/1.1 {response.status_code} Refused".encode(), *(b": ".join(header) for header in response.raw_headers)]
        self.transport.write(b"\r\n".join([*head, b"connection: close", b"", bytes(response.body)]))
        self.transport.close()

    # How much

    def data_received(self, data: bytes) -> None:
        """Read on, if the head is not too long."""
        if self.transport.is_closing():
            return
        if self._head is not None:
            self._head += len(data)
            self._expect_request()
        super().data_received(data)
        if self._head is not None and self._head > HEAD_BYTES:
            self._turn_away(GameError("request/head", f"the head of a request has at most {HEAD_BYTES} bytes"))

    def on_headers_complete(self) -> None:
        """The body comes next."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The next request may come."""
        self._head = 0
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None
        super().on_message_complete()

    # How long

    def _expect_request(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(self.guard.settings.request_seconds, self.transport.abort)

    def pause_writing(self) -> None:
        """It has stopped reading, for now."""
        super().pause_writing()
        self._leaving = self.loop.call_later(self.guard.settings.request_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        if self._leaving is not None:
            self._leaving.cancel()


class SocketConnection(DirectProtocol):
    """The WebSocket protocol: much at once is read slice by slice, and frames that are no messages are limited like them."""

    def __init__(
        self,
        guard: Guard,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._spare = Bucket(guard.settings.messages_per_second, guard.settings.messages_burst)
        self._unread = b""
        self._waits = False
        """Reading was stopped because of what is unread."""
        self._after_close = 0

    def data_received(self, data: bytes) -> None:
        """Read a slice now and the others after everybody else had a turn: in one piece a flood would stop the server."""
        if self.close_sent:
            self._after_close += len(data)
            if self._after_close > AFTER_CLOSE:
                self.transport.abort()
                return
        if self._unread:
            self._unread += data
        else:
            self._unread = data
            self._read_on()

    def _read_on(self) -> None:
        if self.transport.is_closing():
            self._unread = b""
            return
        part, self._unread = self._unread[:SLICE], self._unread[SLICE:]
        super().data_received(part)
        if self._unread:
            self._waits = True
            self.transport.pause_reading()
            self.loop.call_soon(self._read_on)
        elif self._waits and not self.read_paused:
            self._waits = False
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message. More is read from the line only when all is read that came."""
        message = await super().receive()
        if self._unread:
            self.transport.pause_reading()
        return message

    def handle_cont(self, event: Frame) -> None:
        """A fragment."""
        if self._has_spare():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Somebody asks whether we are there."""
        if self._has_spare():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Somebody says that they are there."""
        if self._has_spare():
            super().handle_pong(event)

    def _has_spare(self) -> bool:
        if self._spare.take(time.monotonic()):
            return True
        self.transport.abort()
        return False
