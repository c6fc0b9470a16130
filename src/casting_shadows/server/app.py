"""The whole server as one ASGI application: storage, rooms, guards, socket and HTTP API put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from casting_shadows.server.api import Endpoints
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import Api, Doorkeeper
from casting_shadows.server.hub import Hub
from casting_shadows.server.logs import Log
from casting_shadows.server.metrics import Metrics
from casting_shadows.server.page import Page
from casting_shadows.server.play_socket import PlaySocket
from casting_shadows.server.profiles import Profiles
from casting_shadows.server.settings import Settings
from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.storage import HEARTBEAT, Storage, StorageError
from casting_shadows.server.texts import Texts
from casting_shadows.server.thinkers import Thinkers

SWEEP: Final = 30.0
"""Seconds between two looks for idle rooms, unless rooms are to leave memory sooner."""
CLEAN_UP: Final = 3600.0
WARM_UP: Final = 2.0
"""Seconds after the start in which people who come back to their rooms need the processor more than bots do."""


@dataclass
class Server:
    """The parts of a running server."""

    app: ASGIApp
    hub: Hub
    storage: Storage
    guard: Guard


async def open_storage(settings: Settings) -> SqliteStorage:
    """The storage the settings name. Raises StorageError."""
    most = settings.max_database_mb * 1_000_000 or None
    return await SqliteStorage.open(settings.database, max_bytes=most)


def build(settings: Settings, storage: Storage, log: Log) -> Server:
    """Put a server together on an open storage."""
    metrics = Metrics()
    thinkers = Thinkers(settings.worker_count(), settings.bot_seconds, settings.log_format)
    profiles = Profiles(storage)
    hub = Hub(storage, settings, metrics, log, thinkers, profiles)
    guard = Guard(settings, metrics)
    texts = Texts()
    endpoints = Endpoints(hub, guard, profiles, texts)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        keeping = [asyncio.create_task(work) for work in (*_rounds(hub), _warm_up(thinkers))]
        yield
        await hub.shut_down()
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
        await storage.close()
        endpoints.close()
        thinkers.close()

    page = Page(texts)
    routes = Api(guard, log, page.lost).routes([*endpoints.table(), *page.endpoints()])
    app = Starlette(routes=[*routes, WebSocketRoute("/ws", PlaySocket(hub, guard))], lifespan=lifespan)
    return Server(Doorkeeper(app, guard), hub, storage, guard)


def _rounds(hub: Hub) -> list[Coroutine[Any, Any, None]]:
    """What the server does again and again by itself. A sign of life must not wait for anything else."""
    storage, settings = hub.storage, hub.settings
    sweep = min(SWEEP, max(HEARTBEAT, settings.idle_room_minutes * 60))

    async def clean_up() -> None:
        cleaned = await storage.clean_up(
            hub.clock(),
            rooms_days=settings.keep_rooms_days or None,
            games_days=settings.keep_games_days or None,
            idle_setup_hours=settings.keep_setup_hours or None,
        )
        hub.log.info("cleaned_up", rooms=cleaned.rooms + cleaned.never_started, games=cleaned.games)

    return [_every(HEARTBEAT, storage.heartbeat, hub), _every(sweep, hub.sweep, hub), _every(CLEAN_UP, clean_up, hub)]


async def _warm_up(thinkers: Thinkers) -> None:
    await asyncio.sleep(WARM_UP)
    await thinkers.warm_up()


async def _every(seconds: float, work: Callable[[], Awaitable[None]], hub: Hub) -> None:
    while True:
        try:
            await work()
        except StorageError as error:
            hub.log.warning("storage_away", error=error.code)
        except Exception as error:
            hub.bug("round_failed", error)
        await asyncio.sleep(seconds)
