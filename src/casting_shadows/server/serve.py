"""`casting-shadows serve`: open the storage, listen, run until told to stop."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import sys
from collections.abc import Callable, Mapping
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import uvicorn

from casting_shadows import __version__
from casting_shadows.engine import GameError
from casting_shadows.server.app import Server, build, open_storage
from casting_shadows.server.connections import Connection, SocketConnection
from casting_shadows.server.hub import Hub
from casting_shadows.server.logs import Log, libraries_log_to
from casting_shadows.server.settings import Settings, default_database

GOODBYE_SECONDS: Final = 5
BACKLOG: Final = 2048
OWN: Final[Mapping[int, str]] = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}
FAR: Final[Mapping[int, str]] = {socket.AF_INET: "10.255.255.255", socket.AF_INET6: "2001:db8::1"}


def listen(settings: Settings) -> socket.socket:
    """A listening socket. Raises GameError if the address cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        where = f"{settings.host}:{settings.port}"
        if error.errno == errno.EADDRINUSE:
            raise GameError("server/port-taken", f"something else listens on {where}; choose another with --port") from None
        raise GameError("server/cannot-listen", f"cannot listen on {where}: {os.strerror(error.errno or 0)}") from None
    return listening


def house_address(family: int = socket.AF_INET) -> str | None:
    """This machine's address in the network of the house; None if it is in none that others could reach it by."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((FAR[family], 1))  # sends nothing; it only asks which way things would go
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ip_address(address).is_loopback else address


def address_of(listening: socket.socket) -> str:
    """Where browsers find it; if it listens everywhere, an address that others have a use for."""
    host, port = listening.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = house_address(listening.family) or house_address() or OWN[listening.family]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class RoomServer(uvicorn.Server):
    """uvicorn, but before it closes anybody's connection they are told why, and other processes get the rooms."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()
        await self._hub.shut_down()
        await super().shutdown(sockets)


def room_server(settings: Settings, server: Server) -> RoomServer:
    """What runs the parts of a server."""
    config = uvicorn.Config(
        server.app,
        http=partial(Connection, server.guard),  # type: ignore[arg-type]
        ws=partial(SocketConnection, server.guard),  # type: ignore[arg-type]
        ws_max_size=settings.frame_bytes,
        ws_ping_interval=settings.ping_interval,
        ws_ping_timeout=settings.ping_timeout,
        ws_per_message_deflate=False,  # a view is small, and squeezing it costs twice the CPU of everything else about it
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        backlog=BACKLOG,
        lifespan="on",
    )
    return RoomServer(config, server.hub)


def _say(address: str) -> None:
    print(f"Casting Shadows is on {address}", flush=True)


async def serve(settings: Settings, listening: socket.socket, announce: Callable[[str], None] = _say) -> None:
    """Run a server until it is told to stop; *announce* is told where it is. Raises GameError if it cannot start."""
    log = Log(sys.stderr, settings.log_level, settings.log_format)
    storage = await open_storage(settings)
    server = room_server(settings, build(settings, storage, log))
    host, port = listening.getsockname()[:2]
    log.info("listening", address=host, port=port, release=__version__)
    announce(settings.public_url or address_of(listening))
    with libraries_log_to(log):
        await server.serve(sockets=[listening])


def _allow_files() -> None:
    """As many open files as the system lets us have: a socket is one, and many systems start with a thousand."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _collect_rarely() -> None:
    """Look for garbage in circles less often: rooms make next to none, and with many rooms a look takes a tenth of a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)


def run(settings: Settings, listening: socket.socket | None = None, announce: Callable[[str], None] = _say) -> int:
    """The command."""
    _allow_files()
    _collect_rarely()
    if settings.database == default_database(os.environ):
        Path(settings.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    serving = serve(settings, listening or listen(settings), announce)
    try:
        import uvloop
    except ImportError:  # not on Windows
        asyncio.run(serving)
    else:
        uvloop.run(serving)
    return 0
