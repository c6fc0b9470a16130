"""What a server counts, for Prometheus. Counting is adding to a plain attribute; only a scrape makes anything of it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from casting_shadows import __version__, _build
from casting_shadows.server.limits import Headers, Limit, Networks, is_forwarded, is_within, read_address

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
PREFIX: Final = "casting_shadows_"
MOST_LABELS: Final = 200
"""Refusal codes that get a line of their own; a label nobody foresaw must not make the server grow."""
COMMIT_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
BOT_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


@dataclass
class Durations:
    """How long something took each time, as counts between bounds."""

    bounds: tuple[float, ...]
    """Upper bounds in seconds, rising."""
    counts: list[int] = field(init=False)
    """One for every bound and one for what took longer."""
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def observe(self, seconds: float) -> None:
        """It took so long this time."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def cumulative(self) -> list[tuple[str, float]]:
        """As Prometheus wants it: for every bound how often it took at most so long."""
        names = [*map(str, self.bounds), "+Inf"]
        return [(name, sum(self.counts[: index + 1])) for index, name in enumerate(names)]


@dataclass(frozen=True)
class Census:
    """What there is at this moment."""

    rooms: Mapping[str, int] = field(default_factory=dict)
    """In memory, by state."""
    sockets: int = 0
    players: int = 0


def _count(help: str) -> int:
    return field(default=0, metadata={"help": help})


@dataclass(eq=False)  # a registry keeps its collectors by identity
class Metrics(Collector):
    """One server's counts since it started. Every field but the census becomes a metric of its name."""

    census: Callable[[], Census] = Census
    """Asked at every scrape."""
    actions: int = _count("Actions accepted.")
    frames_in: int = _count("Messages received on sockets.")
    frames_out: int = _count("Messages sent on sockets.")
    bytes_in: int = _count("Bytes of messages received on sockets.")
    bytes_out: int = _count("Bytes of messages sent on sockets.")
    appends: int = _count("Lines appended to the records of rooms.")
    commits: int = _count("Commits that made them durable.")
    slow_readers_dropped: int = _count("Sockets dropped because too much waited for them.")
    rooms_restored: int = _count("Rooms brought back into memory from their records.")
    errors: int = _count("Errors that nobody foresaw.")
    refusals: Counter[str] = field(default_factory=Counter, metadata={"help": "Commands refused.", "label": "code"})
    limits: Counter[str] = field(default_factory=Counter, metadata={"help": "Limits that clients ran into.", "label": "limit"})
    bot_seconds: Durations = field(
        default_factory=lambda: Durations(BOT_BUCKETS), metadata={"help": "How long a bot thought about a choice."}
    )
    commit_seconds: Durations = field(
        default_factory=lambda: Durations(COMMIT_BUCKETS), metadata={"help": "How long a commit took."}
    )

    def __post_init__(self) -> None:
        self.limits.update(dict.fromkeys(Limit, 0))  # a rate can only be seen to rise from a zero that was there

    def refused(self, code: str) -> None:
        """Count a refusal by its code."""
        known = code in self.refusals or len(self.refusals) < MOST_LABELS
        self.refusals[code if known else "other"] += 1

    def collect(self) -> Iterator[Metric]:
        """Everything, for a registry."""
        build = {"version": __version__, "engine": _build.running()}
        yield InfoMetricFamily(f"{PREFIX}build", "The program that runs.", build)
        census = self.census()
        rooms = GaugeMetricFamily(f"{PREFIX}rooms", "Rooms in memory, by state.", labels=["state"])
        for state, number in census.rooms.items():
            rooms.add_metric([state], number)
        yield rooms
        yield GaugeMetricFamily(f"{PREFIX}sockets", "Sockets open.", census.sockets)
        yield GaugeMetricFamily(f"{PREFIX}players_online", "Players of whom at least one socket is open.", census.players)
        for item in fields(self):
            if item.name != "census":
                yield _metric(PREFIX + item.name, item.metadata, getattr(self, item.name))


def _metric(name: str, metadata: Mapping[str, str], value: int | Counter[str] | Durations) -> Metric:
    if isinstance(value, Durations):
        return HistogramMetricFamily(name, metadata["help"], value.cumulative(), value.total)
    if isinstance(value, int):
        return CounterMetricFamily(name, metadata["help"], value)
    family = CounterMetricFamily(name, metadata["help"], labels=[metadata["label"]])
    for label, number in sorted(value.items()):
        family.add_metric([label], number)
    return family


def new_registry(metrics: Metrics) -> CollectorRegistry:
    """A registry of this server's own, with what the machine says about the process."""
    registry = CollectorRegistry()
    registry.register(metrics)
    ProcessCollector(registry=registry)
    return registry


def text(registry: CollectorRegistry) -> bytes:
    """The answer to a scrape, of type `CONTENT_TYPE`."""
    return generate_latest(registry)


def may_read(setting: str, peer_host: str | None, headers: Headers, trusted: Networks) -> bool:
    """Whether this client may see metrics: `all`, `off`, or `local`, which is this machine and trusted networks, directly.

    What a proxy passed on is never local, whoever it says it is for.
    """
    if setting != "local":
        return setting == "all"
    peer = read_address(peer_host or "")
    return peer is not None and not is_forwarded(headers) and (peer.is_loopback or is_within(peer, trusted))
