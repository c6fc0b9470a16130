"""Who may ask, how often, and how big: looked at before anything else is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from casting_shadows.engine import GameError
from casting_shadows.server.limits import AddressBook, Limit, OpenSockets, client_address, limit_key
from casting_shadows.server.metrics import Metrics
from casting_shadows.server.origin import allowed, host_allowed
from casting_shadows.server.settings import Settings


class TooMuch(GameError):
    """A limit was reached."""

    def __init__(self, limit: Limit, message: str, retry: float = 1.0) -> None:
        super().__init__(f"limit/{limit.value.replace('_', '-')}", message)
        self.retry = retry


class Guard:
    """The server's limits, and what has been used of them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.sockets = OpenSockets(settings.max_sockets, settings.sockets_per_address)
        self.rooms = AddressBook(settings.rooms_per_address / settings.rooms_window, settings.rooms_per_address)
        self.lookups = AddressBook(settings.lookups_per_minute / 60, settings.lookups_per_minute)

    def address(self, scope: Mapping[str, Any]) -> str:
        """What this client's use is counted by."""
        peer = scope.get("client")
        return limit_key(client_address(peer[0] if peer else None, scope["headers"], self.settings.trusted_proxy))

    def is_foreign(self, scope: Mapping[str, Any]) -> bool:
        """Whether another site's page is behind a request, or a name that is not ours leads here."""
        headers = dict(scope["headers"])
        host = headers[b"host"].decode("latin-1") if b"host" in headers else None
        origin = headers[b"origin"].decode("latin-1") if b"origin" in headers else None
        public = self.settings.public_url
        return not host_allowed(host, public) or not allowed(origin, host, public, scope["scheme"].replace("ws", "http"))

    def opens_room(self, address: str, now: float) -> None:
        """Count a new room. Raises TooMuch."""
        if not self.rooms.take(address, now):
            self._hit(Limit.ROOMS, "you have opened many rooms; wait a little before the next one", self.rooms.wait(address, now))

    def may_look_up(self, address: str, now: float) -> None:
        """Whether an address may try another room code. Raises TooMuch."""
        wait = self.lookups.wait(address, now)
        if wait > 0:
            self._hit(Limit.LOOKUPS, "too many codes that lead nowhere; wait a little before the next one", wait)

    def looked_in_vain(self, address: str, now: float) -> None:
        """Count a room code that led nowhere."""
        self.lookups.take(address, now)

    def _hit(self, limit: Limit, message: str, retry: float) -> None:
        self.metrics.limits[limit] += 1
        raise TooMuch(limit, message, retry)

    async def wait_out(self, began: float, now: float) -> None:
        """Let every answer to a wrong code take the same time, whatever was wrong with it."""
        await asyncio.sleep(max(0.0, began + self.settings.refusal_delay - now))
