"""How long an action takes while one address floods the server: `python -m bench.flood`.

A few tables play at a steady pace on a server with the limits it comes with, first in peace, then while fifty sockets of
another address send 5,000 messages a second between them and come back whenever they are shown out. CPU time is always told;
latencies count only where the machine was quiet.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench.measure import Report, Watch, cpu_seconds, idle_share, talking
from bench.rooms import ask
from tests.servers import Server, a_server
from tests.wire import KEY, address_of, frame

ROOMS: Final = 7
"""All their people come from one address, which may have thirty sockets."""
SECONDS, INTERVAL = 20.0, 1.0
SOCKETS, A_SECOND = 50, 5000
SOURCE: Final = "127.0.9.9"
TICK: Final = 0.1


async def flood(url: str) -> None:
    """Fifty sockets, for ever."""
    host, port = address_of(url)
    head = f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{KEY}\r\n"
    opening = f"{head}Sec-WebSocket-Version: 13\r\n\r\n".encode()
    messages = frame(b'{"t":"ping"}') * round(A_SECOND / SOCKETS * TICK)

    async def one() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(host, port, local_addr=(SOURCE, 0))
                writer.write(opening)
                while not reader.at_eof():
                    writer.write(messages)
                    await writer.drain()
                    await asyncio.sleep(TICK)
                writer.close()
            except OSError:
                await asyncio.sleep(TICK)

    await asyncio.gather(*(one() for _ in range(SOCKETS)))


def measured(server: Server, seconds: float, was_idle: float | None) -> Report:
    """The tables play; what an action took, and what it all cost."""
    with talking([sys.executable, "-m", "bench.load", server.url], os.environ) as crowd:
        ask(crowd, f"open {ROOMS}")
        watch, before = Watch(was_idle, server.pid, crowd.pid), cpu_seconds(server.pid)
        found = ask(crowd, f"pace {seconds} {INTERVAL}")
        return {**found, **watch.end(), "core": (cpu_seconds(server.pid) - before) / found["seconds"]}


def main() -> None:
    """In peace, then under attack."""
    was_idle = idle_share()
    flags = ("--rooms-per-address", "100", "--window-min", "0.3")
    for name in ("in peace", "flooded"):
        with tempfile.TemporaryDirectory() as folder, a_server(Path(folder), *flags) as server:
            attack = [sys.executable, "-m", "bench.flood", server.url] if name == "flooded" else ["sleep", "1000"]
            with talking(attack, os.environ):
                found = measured(server, SECONDS, was_idle)
        told = " ".join(f"{mark} {value:.1f} ms" for mark, value in found["own_ms"].items())
        quiet = "quiet" if found["quiet"] else "not quiet: the times say little"
        print(f"{name}: {found['actions']} actions, {told}, {found['core']:.0%} of a core, {found['errors']} errors ({quiet})")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(flood(sys.argv[1]))
    else:
        main()
