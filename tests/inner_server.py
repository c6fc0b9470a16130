"""A server inside the test's own process, over real sockets and a real database, for tests that look or reach into it."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casting_shadows.server.app import build, open_storage
from casting_shadows.server.hub import Hub
from casting_shadows.server.logs import Log
from casting_shadows.server.serve import RoomServer, listen, room_server
from casting_shadows.server.settings import Settings

UNLIMITED: dict[str, Any] = {
    "window_min": 0.05,
    "grace_min": 0.05,
    "rooms_per_address": 100_000,
    "sockets_per_address": 3000,
    "connections_per_address": 3000,
    "requests_per_second": 100_000,
    "requests_burst": 100_000,
    "messages_per_second": 100_000,
    "messages_burst": 100_000,
    "lookups_per_minute": 100_000,
    "refusal_delay": 0.0,
}


@dataclass
class Inner:
    """A server and its insides."""

    url: str
    database: Path
    hub: Hub
    server: RoomServer
    _log: io.StringIO

    def log(self) -> str:
        """All that was logged so far."""
        return self._log.getvalue()


@asynccontextmanager
async def an_inner_server(folder: Path, **settings: Any) -> AsyncIterator[Inner]:
    """A server for as long as the block lasts; it is asked to stop at the end."""
    chosen = Settings(port=0, database=str(folder / "rooms.db"), **{**UNLIMITED, **settings})
    text = io.StringIO()
    listening = listen(chosen)
    parts = build(chosen, await open_storage(chosen), Log(text, strict=True))
    server = room_server(chosen, parts)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield Inner("http://{}:{}".format(*listening.getsockname()), folder / "rooms.db", parts.hub, server, text)
    finally:
        server.should_exit = True
        await running
