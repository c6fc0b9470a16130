"""One WebSocket: what waits to be sent to it, and how it is let go when it does not read."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from math import ceil
from typing import TYPE_CHECKING, Any
from weakref import ref

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from casting_shadows.protocol.commands import Hello
from casting_shadows.server.metrics import Metrics

if TYPE_CHECKING:
    from casting_shadows.server.room_host import RoomHost

LINE = "line"
"""Where the state of the scope has the connection itself, for what ASGI has no words for."""
SLOW_READER = 1008
GRID = 8
"""Times in an interval at which sockets are pinged."""

Seen = tuple[int, int]
"""The last version of the game, and the last line of the chat."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, but what can be sent is sent at once, and a peer that is gone is dropped and not waited for.

    Closing politely waits until everything is sent, which never happens on a line that is dead or does not read.
    """

    listener: Callable[[str], None] | None = None
    """Gets messages of text as they come; None: the application takes them from its queue, one by one."""
    _heard = 0.0
    """When anything came last."""

    def handle_connect(self, event: Request) -> None:
        """Put the connection into the scope; the application starts after this returns."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            # Weakly: a circle would keep every closed connection until somebody looks for garbage, which is rare here.
            self.scope["state"][LINE] = ref(self)

    def say(self, text: bytes) -> bool:
        """Send a message now, if the other end takes it; False: it has to wait, or can never be sent.

        Through ASGI each of a room's frames needs a task and goes through four layers, which costs more than making it.
        """
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def abort(self) -> None:
        """Drop the connection at once, however much still waits to be sent."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Whoever says something is there."""
        self._heard = self.loop.time()
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A message is complete. What is no text goes the long way, where it is turned down."""
        if self.listener is not None and self.curr_msg_data_type == "text" and not self.close_sent:
            text = _decoded(self.frames)
            if text is not None:
                self.frames = []
                self.listener(text)
                return
        super().send_receive_event_to_app()

    def schedule_ping(self) -> None:
        """Ask when nothing has come for a while, at one of a few times that all sockets share: being woken costs most of it."""
        grid = self._interval / GRID
        self.ping_timer = self.loop.call_at(ceil((self._heard + self._interval) / grid) * grid, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        """Ask whether somebody is still there, unless they have shown it since."""
        if self._heard + self._interval > self.loop.time() + self._interval / GRID and not self.close_sent:
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    @property
    def _interval(self) -> float:
        return self.ping_interval or 0.0

    def keepalive_timeout(self) -> None:
        """No answer to a ping."""
        super().keepalive_timeout()
        self.transport.abort()


def _decoded(frames: list[bytes]) -> str | None:
    try:
        return b"".join(frames).decode()
    except UnicodeDecodeError:
        return None


class Socket:
    """The sending side of a connection. Frames never wait for anybody else's connection."""

    def __init__(
        self,
        number: int,
        send: Callable[[dict[str, Any]], Awaitable[None]],
        line: DirectProtocol,
        most_frames: int,
        most_bytes: int,
        metrics: Metrics,
    ) -> None:
        self.number = number
        self.host: RoomHost | None = None
        """The room it is in."""
        self.hello: Hello | None = None
        """What it said when it came in, with the token it has joined with since."""
        self.seen: Seen | None = None
        """What it was told last; None: nothing yet."""
        self.profile: str | None = None
        self.closing: int | None = None
        """The code it is being closed with."""
        self._send = send
        self._line = line
        self._most_frames = most_frames
        self._most_bytes = most_bytes
        self._metrics = metrics
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._doubted = False
        self._writer: asyncio.Task[None] | None = None

    def send(self, frame: bytes) -> None:
        """Queue a frame. A reader that lets too much pile up is dropped; it can come back and catch up."""
        if self.closing is not None:
            return
        if self._writer is None and self._line.say(frame):
            self._count(frame)
            return
        self._queue.append(frame)
        self._bytes += len(frame)
        self._start_writing()
        if self._is_behind and not self._doubted:
            # Much at once, such as the chat of somebody who comes back, is no slow reading: ask after the writer's turn.
            self._doubted = True
            asyncio.get_running_loop().call_soon(self._doubt)

    @property
    def _is_behind(self) -> bool:
        return len(self._queue) > self._most_frames or self._bytes > self._most_bytes

    def _doubt(self) -> None:
        self._doubted = False
        if self.closing is None and self._is_behind:
            self._metrics.slow_readers_dropped += 1
            self.drop()

    def close(self, code: int) -> None:
        """Close once everything queued is sent."""
        if self.closing is None:
            self.closing = code
            self._start_writing()

    def drop(self) -> None:
        """Let go at once."""
        self.closing = SLOW_READER
        self._forget_queue()
        self._line.abort()

    async def flushed(self) -> None:
        """Wait until everything queued is sent."""
        if self._writer is not None:
            await asyncio.wait([self._writer])

    def _count(self, frame: bytes) -> None:
        self._metrics.frames_out += 1
        self._metrics.bytes_out += len(frame)

    def _forget_queue(self) -> None:
        self._queue.clear()
        self._bytes = 0

    def _start_writing(self) -> None:
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._queue:
                frame = self._queue.popleft()
                self._bytes -= len(frame)
                self._count(frame)
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self.closing is not None:
                await self._send({"type": "websocket.close", "code": self.closing})
        except (OSError, RuntimeError):
            self._forget_queue()  # gone while we wrote: its reader is told so by uvicorn, and the room by its reader
        finally:
            self._writer = None
