"""Who may ask, how often, and how much: looked at before anything else is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from casting_shadows.engine import GameError
from casting_shadows.server.limits import (
    AddressBook,
    Limit,
    OpenSockets,
    Turns,
    client_address,
    is_within,
    limit_key,
    read_address,
)
from casting_shadows.server.metrics import Metrics
from casting_shadows.server.origin import allowed
from casting_shadows.server.settings import Settings

LESSON: Final = 1 / 3
"""Of a room: a game whose dice are scripted is soon over, and counts for nobody."""


class TooMuch(GameError):
    """A limit was reached. *retry* is in how many seconds it may work again."""

    def __init__(self, limit: Limit, message: str, retry: float = 1.0) -> None:
        super().__init__(limit.code, message)
        self.limit = limit
        self.retry = retry


class Guard:
    """The server's limits, and what has been used of them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.sockets = OpenSockets(settings.max_sockets, settings.sockets_per_address)
        self.connections = OpenSockets(settings.max_sockets, settings.connections_per_address)
        """Those that are not, or not yet, sockets to play on."""
        self._requests = AddressBook(settings.requests_per_second, settings.requests_burst)
        self._rooms = AddressBook(settings.rooms_per_address / settings.rooms_window, settings.rooms_per_address)
        self._profiles = AddressBook(settings.profiles_per_address / settings.rooms_window, settings.profiles_per_address)
        self.lookups = Turns()
        """Codes are tried one at a time: many at once would all be tried before the first is counted."""
        self._lookups = AddressBook(settings.lookups_per_minute / 60, settings.lookups_per_minute)

    def address(self, scope: Mapping[str, Any]) -> str:
        """What this client's use is counted by."""
        peer = scope.get("client")
        return limit_key(client_address(peer[0] if peer else None, scope["headers"], self.settings.trusted_proxy))

    def is_proxy(self, peer_host: str) -> bool:
        """Whether a connection comes from a proxy of ours, which speaks for many."""
        peer = read_address(peer_host)
        return peer is not None and is_within(peer, self.settings.trusted_proxy)

    def is_foreign(self, scope: Mapping[str, Any]) -> bool:
        """Whether another site's page is behind a request, or a name that is not ours leads here."""
        hosts, origins = (
            [value.decode("latin-1") for name, value in scope["headers"] if name == wanted] for wanted in (b"host", b"origin")
        )
        if len(hosts) != 1 or len(origins) > 1:  # of two, somebody before us may have looked at the other one
            return True
        return not allowed(origins[0] if origins else None, hosts[0], self.settings.public_url, scope["scheme"])

    def asks(self, address: str, now: float) -> None:
        """Count a request. Raises TooMuch."""
        if not self._requests.take(address, now):
            self.refuse(Limit.REQUESTS, "too many requests at once; slow down", self._requests.wait(address, now))

    def opens_room(self, address: str, now: float, *, is_lesson: bool = False) -> None:
        """Count a new room; lessons, of which people take several in a row, for less. Raises TooMuch."""
        if not self._rooms.take(address, now, LESSON if is_lesson else 1.0):
            self.refuse(Limit.ROOMS, "you have opened many rooms; wait a little before the next", self._rooms.wait(address, now))

    def makes_profile(self, address: str, now: float) -> None:
        """Count a new profile. Raises TooMuch."""
        if not self._profiles.take(address, now):
            wait = self._profiles.wait(address, now)
            self.refuse(Limit.PROFILES, "you have made many profiles; wait a little before the next", wait)

    def may_look_up(self, address: str, now: float) -> None:
        """Whether an address may try another room code. Raises TooMuch."""
        wait = self._lookups.wait(address, now)
        if wait > 0:
            self.refuse(Limit.LOOKUPS, "too many codes that lead nowhere; wait a little before the next", wait)

    def looked_in_vain(self, address: str, now: float) -> None:
        """Count a room code that led nowhere."""
        self._lookups.take(address, now)

    def refuse(self, limit: Limit, message: str, retry: float = 1.0) -> NoReturn:
        """Say that a limit is reached. Raises TooMuch."""
        self.metrics.limits[limit] += 1
        raise TooMuch(limit, message, retry)
