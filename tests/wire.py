"""Talks to a server as strangers may: raw HTTP and raw WebSocket frames, from any address of this machine.

call(server.url, "GET", "/health").status
with Frames(server.url, source="127.0.0.2") as socket:
    socket.send(b'{"t":"ping"}')
    socket.receive()        # (TEXT, b'{"t":"refused", ...}')
"""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LOST = 1006
"""The line was cut without a goodbye."""
HERE = "127.0.0.1"
PATIENCE = 20.0
"""Seconds to wait for what must come."""
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="


@dataclass(frozen=True)
class Answer:
    """What a server answered to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Of a refusal."""
        return str(self.json["code"])


def address_of(url: str) -> tuple[str, int]:
    """Where a server listens."""
    parts = urlsplit(url)
    assert parts.hostname is not None and parts.port is not None
    return parts.hostname, parts.port


def call(
    url: str,
    method: str,
    path: str,
    body: object = None,
    *,
    headers: Mapping[str, str] | None = None,
    source: str = HERE,
    profile: str | None = None,
) -> Answer:
    """A request: bytes and text go as they are, anything else as JSON."""
    data = (
        body if body is None or isinstance(body, bytes) else body.encode() if isinstance(body, str) else json.dumps(body).encode()
    )
    sent = {**(headers or {}), **({"authorization": f"Bearer {profile}"} if profile else {})}
    line = http.client.HTTPConnection(*address_of(url), timeout=PATIENCE, source_address=(source, 0))
    try:
        line.request(method, path, data, sent)
        found = line.getresponse()
        return Answer(found.status, {name.lower(): value for name, value in found.getheaders()}, found.read())
    finally:
        line.close()


def connect(url: str, source: str = HERE, receive_buffer: int | None = None) -> socket.socket:
    """A bare connection."""
    line = socket.socket()
    if receive_buffer is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.settimeout(PATIENCE)
    try:
        line.bind((source, 0))
        line.connect(address_of(url))
    except OSError:
        line.close()
        raise
    return line


def exchange(url: str, data: bytes, *, source: str = HERE, patience: float | None = None) -> bytes:
    """Send these very bytes; all that comes back until the server hangs up, which it must unless *patience* has an end."""
    found = b""
    with connect(url, source) as line:
        line.settimeout(PATIENCE if patience is None else patience)
        try:
            line.sendall(data)
            while part := line.recv(65_536):
                found += part
        except TimeoutError:
            assert patience is not None, "the server has not hung up"
        except OSError:
            pass  # it hung up while we talked
    return found


def answers(data: bytes) -> list[Answer]:
    """What was answered to requests that were sent down one line, one behind the other."""
    found = []
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        size = int(headers.get("content-length", "0"))
        found.append(Answer(int(first.split(" ", 2)[1]), headers, data[:size]))
        data = data[size:]
    return found


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so that nobody tells us about."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def frame(payload: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True) -> bytes:
    """A frame as clients send them. Its mask is zero, which is a mask like any other."""
    size = len(payload)
    head = bytes([opcode | (0x80 if fin else 0)])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65_536:
        head += struct.pack("!BH", bit | 126, size)
    else:
        head += struct.pack("!BQ", bit | 127, size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


class Frames:
    """A WebSocket. `refused` is what the server answered if it did not open one, `closed` the code it was closed with."""

    def __init__(
        self,
        url: str,
        *,
        source: str = HERE,
        headers: Mapping[str, str] | None = None,
        path: str = "/ws",
        receive_buffer: int | None = None,
    ) -> None:
        self.closed: int | None = None
        self.refused: Answer | None = None
        self._line = connect(url, source, receive_buffer)
        self._data = b""
        host, port = address_of(url)
        wanted = {"Host": f"{host}:{port}", "Upgrade": "websocket", "Connection": "Upgrade"} | dict(headers or {})
        lines = [
            f"GET {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in wanted.items()),
            KEY,
            "Sec-WebSocket-Version: 13",
        ]
        self.send_bytes("\r\n".join([*lines, "", ""]).encode("latin-1"))
        head = self._until(b"\r\n\r\n").decode("latin-1")
        status = int(head.split(" ", 2)[1])
        if status != 101:
            found = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
            self.refused = Answer(status, found, self._take(int(found.get("content-length", "0"))))
            self.closed = LOST

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def __del__(self) -> None:
        self._line.close()  # tests drop their lines as people drop theirs

    def hang_up(self) -> None:
        """Without a goodbye."""
        self._line.close()

    def send(self, payload: bytes | str, opcode: int = TEXT, *, fin: bool = True, masked: bool = True) -> None:
        """Send a frame. Nothing happens if the server is gone."""
        self.send_bytes(frame(payload.encode() if isinstance(payload, str) else payload, opcode, fin=fin, masked=masked))

    def send_bytes(self, data: bytes) -> None:
        """Send these very bytes."""
        with contextlib.suppress(ConnectionError, TimeoutError):  # what came before is still there to be read
            self._line.sendall(data)

    def receive(self, patience: float = PATIENCE) -> tuple[int, bytes] | None:
        """The next frame, and None if the server has hung up (`closed` says how) or says nothing for so long."""
        end = time.monotonic() + patience
        while (found := self._receive_frame(end)) is not None and found[0] == PING:
            self.send(found[1], PONG)
        if found is not None and found[0] == CLOSE:
            self.closed = struct.unpack("!H", found[1][:2])[0] if found[1] else 1005
            self.send(found[1], CLOSE)
            return None
        return found

    def _receive_frame(self, end: float) -> tuple[int, bytes] | None:
        self._line.settimeout(max(0.0001, end - time.monotonic()))
        try:
            self._need(2)
            size, start = self._data[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                self._need(start)
                size = int.from_bytes(self._data[2:start])
            self._need(start + size)
        except TimeoutError:
            return None  # half a frame waits for its other half
        except OSError:
            self.closed = self.closed or LOST
            return None
        finally:
            self._line.settimeout(PATIENCE)
        head = self._take(start)
        return head[0] & 0x0F, self._take(size)

    def texts(self, patience: float = PATIENCE) -> Iterator[Any]:
        """Message after message, until the server hangs up or is silent for so long."""
        while (found := self.receive(patience)) is not None:
            if found[0] == TEXT:
                yield json.loads(found[1])

    def hear_out(self) -> list[Any]:
        """All messages until the server hangs up."""
        heard = list(self.texts())
        assert self.closed is not None, "the server did not hang up"
        return heard

    def _until(self, end: bytes) -> bytes:
        while end not in self._data:
            self._data += self._receive()
        found, _, self._data = self._data.partition(end)
        return found

    def _need(self, size: int) -> None:
        while len(self._data) < size:
            self._data += self._receive()

    def _take(self, size: int) -> bytes:
        self._need(size)
        found, self._data = self._data[:size], self._data[size:]
        return found

    def _receive(self) -> bytes:
        part = self._line.recv(65_536)
        if not part:
            raise ConnectionResetError("the server hung up")
        return part
