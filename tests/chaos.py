"""A bad line: a TCP proxy that cuts, delays, says things twice, or keeps everything to itself.

async with Line(server.url, seed=1, lifetime=(1, 10), delay=3) as line:
    ...                             # clients connect to line.url
    line.swallow()                  # sockets stay open, nothing comes through any more
    line.mend()                     # everything that was held back comes through
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from typing import Self
from urllib.parse import urlsplit

TEXT = 0x1
END_OF_HEAD = b"\r\n\r\n"


class Line:
    """Between clients and a server."""

    def __init__(
        self, server: str, *, seed: int = 0, lifetime: tuple[float, float] | None = None, delay: float = 0, twice: float = 0
    ) -> None:
        """Connections live for a time in *lifetime*; bytes come late by up to *delay*, rarely much; frames *twice* that often."""
        self.server = server
        self.url = ""
        self.cuts = 0
        self.repeats = 0
        self.mended_at = 0.0
        self._chance = random.Random(f"line {seed}")
        self.lifetime = lifetime
        self.delay = delay
        self._twice = twice
        self._through = asyncio.Event()
        self._through.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._connected, "127.0.0.1")
        self.url = "http://{}:{}".format(*self._listening.sockets[0].getsockname())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def swallow(self) -> None:
        """Let nothing through, and tell nobody."""
        self._through.clear()

    def mend(self) -> None:
        """Let everything through again."""
        self.mended_at = time.monotonic()
        self._through.set()

    def cut(self) -> None:
        """Cut every connection."""
        for task in self._tasks:
            task.cancel()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connection(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        try:
            async with asyncio.timeout(self._chance.uniform(*self.lifetime) if self.lifetime else None):
                address = urlsplit(self.server)
                answers, to_server = await asyncio.open_connection(address.hostname, address.port)
                ends.append(to_server)
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._pass_on(reader, to_server, Frames(self._again)))
                    group.create_task(self._pass_on(answers, writer, None))
        except (TimeoutError, asyncio.CancelledError):
            self.cuts += 1
        except (OSError, ExceptionGroup):
            pass  # one of them has hung up
        finally:
            for end in ends:
                end.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, frames: Frames | None) -> None:
        while data := await reader.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay * self._chance.random() ** 8)
            await self._through.wait()
            writer.write(data if frames is None else b"".join(frames.feed(data)))
            await writer.drain()
        raise ConnectionResetError

    def _again(self) -> bool:
        again = self._chance.random() < self._twice
        self.repeats += again
        return again


class Frames:
    """The bytes of a WebSocket client, cut into its frames, each of them once or twice."""

    def __init__(self, again: Callable[[], bool]) -> None:
        self._again = again
        self._data = b""
        self._is_open = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Whole frames as far as they are there; the rest waits."""
        self._data += data
        while (size := self._first()) is not None:
            frame, self._data = self._data[:size], self._data[size:]
            yield frame
            if self._is_open and frame[0] & 0xF == TEXT and self._again():
                yield frame
            self._is_open = True

    def _first(self) -> int | None:
        """The size of the first frame, or of the request that comes before all frames."""
        data = self._data
        if not self._is_open:
            end = data.find(END_OF_HEAD)
            return None if end < 0 else end + len(END_OF_HEAD)
        if len(data) < 2:
            return None
        length, start = data[1] & 0x7F, 6
        if length >= 126:
            extra = 2 if length == 126 else 8
            length, start = int.from_bytes(data[2 : 2 + extra], "big"), start + extra
        return start + length if len(data) >= start + length else None
