"""How much one client may ask for, and who counts as one. No clock in here: whoever asks says what time it is."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Networks = tuple[Network, ...]
Headers = Iterable[tuple[bytes, bytes]]
"""As ASGI has them in `scope["headers"]`: names in lower case, repeated ones in order."""

UNKNOWN: Final[Address] = IPv4Address("0.0.0.0")
"""Whoever has no address that can be read. All of them share one limit."""
MOST_KEYS: Final = 50_000
MOST_HOPS: Final = 16
"""Forwarding proxies in a row that are believed."""
OWN_BITS: Final = 64
"""The end of an IPv6 address that whoever has the rest may choose anew for every connection."""
TOLERANCE: Final = 1e-6
"""Of a token: whoever waited exactly as long as told is not refused over the last digit of a float."""
FORWARDING: Final = frozenset({b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via"})


class Limit(StrEnum):
    """Every limit a client can run into."""

    SOCKETS = "max_sockets"
    ADDRESS_SOCKETS = "sockets_per_address"
    CONNECTIONS = "connections_per_address"
    REQUESTS = "requests_per_second"
    ROOMS = "rooms_per_address"
    PROFILES = "profiles_per_address"
    LOOKUPS = "lookups_per_minute"
    REPLAYS = "replays_waiting"
    MESSAGES = "messages_per_second"
    CHAT = "chat_interval"
    FRAME_BYTES = "frame_bytes"
    HTTP_BYTES = "http_bytes"
    IMPORT_BYTES = "import_bytes"

    @property
    def code(self) -> str:
        """What a client is told: `limit/rooms-per-address`."""
        return f"limit/{self.value.replace('_', '-')}"


class Bucket:
    """Holds `burst` tokens at most and gains `rate` of them a second; it starts full."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = 0.0

    def take(self, now: float, tokens: float = 1.0) -> bool:
        """Take so many tokens; False if there are fewer, and then nothing is taken."""
        self._fill(now)
        if self.level < tokens - TOLERANCE:
            return False
        self.level -= tokens
        return True

    def wait(self, now: float) -> float:
        """Seconds until a token can be taken; 0 if one can be taken now."""
        self._fill(now)
        return 0.0 if self.level >= 1.0 - TOLERANCE else (1.0 - self.level) / self.rate

    def _fill(self, now: float) -> None:
        if now > self.at:  # a clock that steps back gives nothing and takes nothing
            self.level = min(self.burst, self.level + (now - self.at) * self.rate)
            self.at = now


class AddressBook:
    """A bucket for every address, bounded: the one not asked about for longest is forgotten first."""

    def __init__(self, rate: float, burst: float, most: int = MOST_KEYS) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float, tokens: float = 1.0) -> bool:
        """Take one of this address's tokens, or so much of one; False if it has less left."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now, tokens)

    def wait(self, key: str, now: float) -> float:
        """Seconds until this address has a token again; 0 if it has one. Asking takes none and remembers nobody."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else bucket.wait(now)


class OpenSockets:
    """The sockets open now, in all and for every address."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self.most = most
        self.most_per_address = most_per_address
        self.count = 0
        self._by_address: Counter[str] = Counter()

    def enter(self, key: str) -> Limit | None:
        """Count a socket in. If a limit is in the way it is named, and the socket is not counted."""
        if self.count >= self.most:
            return Limit.SOCKETS
        if self._by_address[key] >= self.most_per_address:
            return Limit.ADDRESS_SOCKETS
        self.count += 1
        self._by_address[key] += 1
        return None

    def leave(self, key: str) -> None:
        """Count out a socket that was counted in."""
        assert self._by_address[key] > 0, "a socket left that never entered"
        self.count -= 1
        self._by_address[key] -= 1
        if not self._by_address[key]:
            del self._by_address[key]


class Turns:
    """One at a time for each address: whoever asks for much at once waits for themselves and for nobody else."""

    def __init__(self) -> None:
        self._lines: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._lines)

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait for all who asked before from this address."""
        line = self._lines.setdefault(key, asyncio.Lock())
        self._waiting[key] += 1
        try:
            async with line:
                yield
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key], self._lines[key]


def client_address(peer_host: str | None, headers: Headers, trusted: Networks) -> Address:
    """Who is asking: the socket's other end, or behind proxies we trust the nearest hop that is none of them.

    X-Forwarded-For grows at its right end, so it is believed from there, hop by hop, as long as a trusted proxy vouches for
    the next. A hop that is no address ends it: then the last proxy itself is the client, which can only be stricter.
    """
    address = read_address(peer_host or "") or UNKNOWN
    if not is_within(address, trusted):
        return address
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
    for hop in reversed(forwarded.rsplit(",", MOST_HOPS)[-MOST_HOPS:]):
        named = read_address(hop)
        if named is None:
            return address
        address = named
        if not is_within(address, trusted):
            return address
    return address


def limit_key(address: Address) -> str:
    """What limits count by: an IPv4 address, or the /64 network of an IPv6 one."""
    if isinstance(address, IPv4Address):
        return str(address)
    return f"{IPv6Address(int(address) >> OWN_BITS << OWN_BITS)}/{128 - OWN_BITS}"


def is_forwarded(headers: Headers) -> bool:
    """Whether a proxy says that it passed this request on."""
    return any(name in FORWARDING for name, _ in headers)


def is_within(address: Address, networks: Networks) -> bool:
    """Whether some network holds this address."""
    return any(address in network for network in networks)


def read_address(text: str) -> Address | None:
    """An address as sockets and proxies write it: perhaps with brackets, a port or a zone. None if it is none."""
    text = text.strip()
    if len(text) > 80:
        return None
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    # A socket that listens for both kinds shows IPv4 clients in IPv6 clothes; as one /64 they would all be one client.
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
