"""The whole server as one ASGI application: storage, rooms, guards, socket and HTTP API put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from casting_shadows.server.api import Endpoints
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import Api, Doorkeeper
from casting_shadows.server.hub import Hub
from casting_shadows.server.logs import Log
from casting_shadows.server.metrics import Metrics
from casting_shadows.server.play_socket import PlaySocket
from casting_shadows.server.profiles import Profiles
from casting_shadows.server.settings import Settings
from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.storage import HEARTBEAT, Storage, StorageError
from casting_shadows.server.thinkers import Thinkers

SWEEP = 30.0
CLEAN_UP = 3600.0


@dataclass
class Server:
    """The parts of a running server."""

    app: ASGIApp
    hub: Hub
    storage: Storage


async def open_storage(settings: Settings) -> SqliteStorage:
    """The storage the settings name. Raises StorageError."""
    most = settings.max_database_mb * 1_000_000 or None
    return await SqliteStorage.open(settings.database, max_bytes=most)


def build(settings: Settings, storage: Storage, log: Log) -> Server:
    """Put a server together on an open storage."""
    metrics = Metrics()
    thinkers = Thinkers(settings.worker_count(), settings.bot_seconds)
    profiles = Profiles(storage)
    hub = Hub(storage, settings, metrics, log, thinkers, profiles)
    guard = Guard(settings, metrics)
    endpoints = Endpoints(hub, guard, profiles)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        keeping = [asyncio.create_task(_keep(hub, log)), asyncio.create_task(thinkers.warm_up())]
        yield
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
        await hub.shut_down()
        await storage.close()
        thinkers.close()

    routes = Api(guard, log).routes(endpoints.table())
    app = Starlette(routes=[*routes, WebSocketRoute("/ws", PlaySocket(hub, guard))], lifespan=lifespan)
    return Server(Doorkeeper(app, guard), hub, storage)


async def _keep(hub: Hub, log: Log) -> None:
    """The server's own rounds: a sign of life, a look for idle rooms, and now and then what is too old to keep."""
    settings = hub.settings
    beats = 0
    while True:
        try:
            await hub.storage.heartbeat()
            if beats % round(SWEEP / HEARTBEAT) == 0:
                await hub.sweep()
            if beats % round(CLEAN_UP / HEARTBEAT) == 0:
                cleaned = await hub.storage.clean_up(
                    hub.clock(),
                    rooms_days=settings.keep_rooms_days or None,
                    games_days=settings.keep_games_days or None,
                    idle_setup_hours=settings.keep_setup_hours or None,
                )
                log.info("cleaned_up", rooms=cleaned.ended + cleaned.never_started, games=cleaned.games)
        except StorageError as error:
            log.warning("storage_away", error=error.code)
        beats += 1
        await asyncio.sleep(HEARTBEAT)
