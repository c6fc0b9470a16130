"""The WebSocket people play on: hello, then messages one by one until somebody hangs up."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Final

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, Malformed, decode, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Bye, Refused
from casting_shadows.server.entrance import Entrance, NoSuchRoom
from casting_shadows.server.guard import Guard, TooMuch
from casting_shadows.server.http import refusal
from casting_shadows.server.hub import GOODBYE, TRY_AGAIN, Hub
from casting_shadows.server.limits import Bucket, Limit
from casting_shadows.server.profiles import profile_id
from casting_shadows.server.sockets import LINE, Socket

NOT_TEXT: Final = 1003
POLICY: Final = 1008
BUG: Final = 1011
OLD_CLIENT: Final = 4001
FULL: Final = {
    Limit.SOCKETS: "as many people are connected as this server takes; try again in a while",
    Limit.ADDRESS_SOCKETS: "your address has many sockets open; close one of them first",
}
FULL_RETRY: Final = 30.0


class PlaySocket:
    """The endpoint `/ws`."""

    def __init__(self, hub: Hub, guard: Guard) -> None:
        self.hub = hub
        self.guard = guard
        self.entrance = Entrance(hub, guard)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        address = self.guard.address(scope)
        try:
            self.guard.asks(address, time.monotonic())
            limit = self.guard.sockets.enter(address)
            if limit is not None:
                self.guard.refuse(limit, FULL[limit], FULL_RETRY)
        except TooMuch as error:
            await socket.send_denial_response(refusal(error))
            return
        try:
            await socket.accept()
            await self._converse(scope, receive, send, address)
        finally:
            self.guard.sockets.leave(address)

    async def _converse(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        settings, hub = self.hub.settings, self.hub
        line = scope["state"][LINE]()
        socket = Socket(hub.next_socket(), send, line, settings.queue_frames, settings.queue_bytes, hub.metrics)
        bucket = Bucket(settings.messages_per_second, settings.messages_burst)
        try:
            try:
                async with asyncio.timeout(settings.hello_seconds):
                    while socket.host is None:
                        if not await self._next(socket, receive, bucket, address):
                            return
            except TimeoutError:
                _leave(socket, "message/no-hello", "nobody said hello", POLICY, retry=1.0)
            while True:
                if line.queue.empty():  # none may overtake another
                    line.listener = partial(self._hear, socket, bucket)
                if not await self._next(socket, receive, bucket, address):
                    return
        except Exception as error:
            self._fail(socket, error)
        finally:
            line.listener = None
            if socket.host is not None:
                socket.host.detach(socket)

    async def _next(self, socket: Socket, receive: Receive, bucket: Bucket, address: str) -> bool:
        """Take the next message; False if the line is closed."""
        event = await receive()
        if event["type"] == "websocket.disconnect":
            return False
        if socket.closing is not None:
            return True
        text = event.get("text")
        if text is None:
            _leave(socket, "message/not-text", "messages are text, not bytes", NOT_TEXT)
            return True
        message = self._read(socket, bucket, text)
        if isinstance(message, c.Hello) and socket.host is None:
            await self._enter(socket, message, address)
        elif message is not None:
            self._pass_on(socket, message)
        return True

    def _hear(self, socket: Socket, bucket: Bucket, text: str) -> None:
        """Take a message from somebody in a room, at once: a queue and a task would cost as much as answering it."""
        if socket.closing is None:
            try:
                message = self._read(socket, bucket, text)
                if message is not None:
                    self._pass_on(socket, message)
            except Exception as error:
                self._fail(socket, error)

    def _read(self, socket: Socket, bucket: Bucket, text: str) -> c.Message | None:
        """The message, unless it is none or comes too fast."""
        metrics = self.hub.metrics
        metrics.frames_in += 1
        metrics.bytes_in += len(text)
        if not bucket.take(time.monotonic()):
            self._too_fast(socket, bucket)
            return None
        try:
            message = decode(text)
        except Malformed as error:
            metrics.refused(error.code)
            socket.send(encode(Refused(error.code, error.message, error.seq)))
            return None
        extra = c.weight(message) - 1
        if extra and not bucket.take(time.monotonic(), extra):
            self._too_fast(socket, bucket)
            return None
        return message

    def _pass_on(self, socket: Socket, message: c.Message) -> None:
        if socket.host is not None:
            socket.host.receive(socket, message)
        else:
            socket.send(encode(Refused("message/hello-first", "say hello before anything else")))

    def _fail(self, socket: Socket, error: Exception) -> None:
        self.hub.metrics.errors += 1
        self.hub.log.bug("socket_failed", error)
        _leave(socket, "server/error", "something went wrong here; it was noted. Please come back", BUG, retry=1.0)

    def _too_fast(self, socket: Socket, bucket: Bucket) -> None:
        self.hub.metrics.limits[Limit.MESSAGES] += 1
        wait = max(1.0, bucket.wait(time.monotonic()))
        _leave(socket, "limit/messages-per-second", "too many messages at once; slow down", POLICY, retry=wait)

    async def _enter(self, socket: Socket, hello: c.Hello, address: str) -> None:
        """Into the room, or a goodbye."""
        if hello.protocol != PROTOCOL:
            words = "is older than this server; load the page again" if hello.protocol < PROTOCOL else "is newer than this server"
            _leave(socket, "protocol/other", f"this client speaks protocol {hello.protocol} and {words}", OLD_CLIENT)
            return
        try:
            host = await self.entrance.room(hello.room, hello.token, address)
        except GameError as error:
            self.hub.metrics.refused(error.code)
            if isinstance(error, TooMuch):
                _leave(socket, error.code, error.message, POLICY, retry=error.retry)
            elif isinstance(error, NoSuchRoom):
                _leave(socket, error.code, error.message, GOODBYE)
            else:
                _leave(socket, error.code, error.message, TRY_AGAIN, retry=2.0)
            return
        host.attach(socket, hello, profile_id(hello.profile))


def _leave(socket: Socket, code: str, message: str, close: int, retry: float | None = None) -> None:
    socket.send(encode(Bye(code, message, retry)))
    socket.close(close)
