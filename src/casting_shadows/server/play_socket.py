"""The WebSocket people play on: hello, then messages one by one until somebody hangs up."""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import Final

from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, Malformed, decode, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Bye, Refused
from casting_shadows.server.guard import Guard, TooMuch
from casting_shadows.server.hub import GOODBYE, Hub, read_code
from casting_shadows.server.limits import Bucket, Limit
from casting_shadows.server.sockets import ABORT, Socket

HELLO_SECONDS: Final = 10.0
NOT_TEXT: Final = 1003
POLICY: Final = 1008
OLD_CLIENT: Final = 4001
NO_SUCH_ROOM: Final = GameError("room/not-open", "no open room has this code: it may be mistyped, full or closed")
FULL: Final = {Limit.SOCKETS: 503, Limit.ADDRESS_SOCKETS: 429}


def profile_id(secret: str | None) -> str | None:
    """What a guest profile is kept under; its secret stays with its owner."""
    return None if secret is None else hashlib.sha256(b"profile " + secret.encode()).hexdigest()


class PlaySocket:
    """The endpoint `/ws`."""

    def __init__(self, hub: Hub, guard: Guard) -> None:
        self.hub = hub
        self.guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        if self.guard.is_foreign(scope):
            await socket.send_denial_response(JSONResponse({"code": "origin/foreign"}, 403))
            return
        address = self.guard.address(scope)
        limit = self.guard.sockets.enter(address)
        if limit is not None:
            self.hub.metrics.limits[limit] += 1
            await socket.send_denial_response(JSONResponse({"code": f"limit/{limit.value.replace('_', '-')}"}, FULL[limit]))
            return
        try:
            await socket.accept()
            await self._converse(scope, receive, send, address)
        finally:
            self.guard.sockets.leave(address)

    async def _converse(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        settings, hub = self.hub.settings, self.hub
        abort = scope["state"][ABORT]
        socket = Socket(hub.next_socket(), send, abort, settings.queue_frames, settings.queue_bytes, hub.metrics)
        bucket = Bucket(settings.messages_per_second, settings.messages_burst)
        try:
            while True:
                timeout = HELLO_SECONDS if socket.host is None else None
                event = await asyncio.wait_for(receive(), timeout) if timeout else await receive()
                if event["type"] == "websocket.disconnect":
                    return
                if socket.closing is not None:
                    continue
                text = event.get("text")
                if text is None:
                    socket.close(NOT_TEXT)
                    continue
                hub.metrics.frames_in += 1
                hub.metrics.bytes_in += len(text)
                if not bucket.take(time.monotonic()):
                    hub.metrics.limits[Limit.MESSAGES] += 1
                    _leave(socket, "limit/messages-per-second", "too many messages at once; slow down", POLICY, retry=1.0)
                    continue
                await self._hear(socket, text, address)
        except TimeoutError:
            _leave(socket, "message/no-hello", "nobody said hello", POLICY)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            hub.metrics.errors += 1
            hub.log.bug("socket_failed", error)
            _leave(socket, "server/error", "something went wrong here; it was noted. Please come back", 1011, retry=1.0)
        finally:
            if socket.host is not None:
                socket.host.detach(socket)

    async def _hear(self, socket: Socket, text: str, address: str) -> None:
        try:
            message = decode(text)
        except Malformed as error:
            self.hub.metrics.refused(error.code)
            socket.send(encode(Refused(error.code, error.message)))
            return
        if socket.host is not None:
            socket.host.receive(socket, message)
        elif isinstance(message, c.Hello):
            await self._enter(socket, message, address)
        else:
            socket.send(encode(Refused("message/hello-first", "say hello before anything else")))

    async def _enter(self, socket: Socket, hello: c.Hello, address: str) -> None:
        """Into the room, or the same answer after the same time for every code that leads nowhere."""
        if hello.protocol != PROTOCOL:
            words = "is older than this server; load the page again" if hello.protocol < PROTOCOL else "is newer than this server"
            _leave(socket, "protocol/other", f"this client speaks protocol {hello.protocol} and {words}", OLD_CLIENT)
            return
        hub, guard, began = self.hub, self.guard, time.monotonic()
        try:
            guard.may_look_up(address, began)
            host = await hub.find(read_code(hello.room))
        except TooMuch as error:
            _leave(socket, error.code, error.message, POLICY, retry=error.retry)
            return
        except GameError as error:
            hub.metrics.refused(error.code)
            _leave(socket, error.code, error.message, 1013, retry=2.0)
            return
        if host is None or not host.room.admits(hello.token, hub.clock()):
            guard.looked_in_vain(address, began)
            await guard.wait_out(began, time.monotonic())
            hub.metrics.refused(NO_SUCH_ROOM.code)
            _leave(socket, NO_SUCH_ROOM.code, NO_SUCH_ROOM.message, GOODBYE)
            return
        host.attach(socket, hello, profile_id(hello.profile))


def _leave(socket: Socket, code: str, message: str, close: int, retry: float | None = None) -> None:
    socket.send(encode(Bye(code, message, retry)))
    socket.close(close)
