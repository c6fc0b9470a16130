"""Every option of `casting-shadows serve`, once.

Its flag, its environment variable, its help and its line of documentation are all made from the fields of `Settings`. A flag
counts before the environment, and the environment before the default.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from casting_shadows.engine.errors import GameError
from casting_shadows.server.limits import Network, Networks
from casting_shadows.server.origin import read_origin

PREFIX: Final = "CASTING_SHADOWS_"
MILLION: Final = 1_000_000

T = TypeVar("T")


@dataclass(frozen=True)
class Kind(Generic[T]):
    """How an option is written."""

    metavar: str
    expects: str
    """Ends the sentence "--port is ..."."""
    read: Callable[[str], T]
    """Raises ValueError for what is not so written."""


@dataclass(frozen=True)
class Option:
    """One row of the table of options."""

    name: str
    kind: Kind[Any]
    help: str
    default: str
    """As documentation shows it."""

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


def _whole(low: int, high: int) -> Kind[int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise ValueError(text)
        return int(text)

    return Kind("N", f"a whole number from {low} to {high}", read)


def _number(unit: str, low: float, high: float) -> Kind[float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text) or not low <= float(text) <= high:
            raise ValueError(text)
        return float(text)

    return Kind(unit.upper(), f"a number of {unit} from {low:.15g} to {high:.15g}", read)


def _one_of(*words: str) -> Kind[str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return Kind("|".join(words), " or ".join(words), read)


def _read_host(text: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.:_-]{1,253}", text):
        raise ValueError(text)
    return text


def _read_database(text: str) -> str:
    if not text or "\0" in text:
        raise ValueError(text)
    return os.path.expanduser(text)


def _read_public_url(text: str) -> str:
    origin = read_origin(text.removesuffix("/")) if text else None
    if text and origin is None:
        raise ValueError(text)
    return str(origin or "")


def _read_networks(text: str) -> Networks:
    return tuple(ip_network(item.strip()) for item in text.split(",")) if text.strip() else ()


HOST: Final = Kind("ADDRESS", "an address or host name", _read_host)
DATABASE: Final = Kind("FILE", "the path of a file", _read_database)
PUBLIC_URL: Final = Kind("URL", "like https://play.example.org: no path, international names in xn-- form", _read_public_url)
NETWORKS: Final = Kind("LIST", "addresses or networks with commas between, like 127.0.0.1,10.0.0.0/8", _read_networks)
COUNT: Final = _whole(1, MILLION)
BYTES: Final = _whole(256, 100 * MILLION)
SECONDS: Final = _number("seconds", 0.001, MILLION)
AGE: Final = 36_500
"""Days that anything may be kept."""


def _option(default: T, kind: Kind[T], help: str) -> T:
    shown = f"{default:g}" if isinstance(default, float) else str("none" if default in ("", ()) else default)
    return field(default=default, metadata={"kind": kind, "help": help, "default": shown})


def default_database(environ: Mapping[str, str]) -> str:
    """Where rooms are kept unless somebody says otherwise."""
    data = environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(data) / "casting-shadows" / "rooms.db")


@dataclass(frozen=True)
class Settings:
    """How this server runs."""

    host: str = _option("127.0.0.1", HOST, "Listen on this address; 0.0.0.0 or :: for every network of this machine.")
    port: int = _option(8421, _whole(0, 65535), "Listen on this port; 0 takes any free one.")
    database: str = field(
        default_factory=lambda: default_database(os.environ),
        metadata={"kind": DATABASE, "help": "Keep rooms and games in this file.", "default": "rooms.db in your data folder"},
    )
    public_url: str = _option("", PUBLIC_URL, "What players type to get here; needed when that is a name and not an IP address.")
    trusted_proxy: tuple[Network, ...] = _option((), NETWORKS, "Believe these proxies when they say whom they forward for.")
    max_sockets: int = _option(3000, COUNT, "Sockets open at once, in all.")
    sockets_per_address: int = _option(30, COUNT, "Sockets open at once for one address.")
    connections_per_address: int = _option(100, COUNT, "HTTP connections open at once for one address; proxies have no limit.")
    requests_per_second: int = _option(20, COUNT, "HTTP requests a second from one address, in the long run.")
    requests_burst: int = _option(200, COUNT, "HTTP requests one address may make at once.")
    replays_waiting: int = _option(16, COUNT, "Replays that may wait for their turn, in all.")
    rooms_per_address: int = _option(10, COUNT, "Rooms one address may open in a row; they come back over the window.")
    profiles_per_address: int = _option(10, COUNT, "Profiles one address may make in a row; they come back over the window.")
    rooms_window: float = _option(600.0, SECONDS, "The time in which an address gets all its rooms and profiles back, evenly.")
    messages_per_second: int = _option(20, COUNT, "Messages a second on one socket, in the long run.")
    messages_burst: int = _option(40, COUNT, "Messages one socket may send at once.")
    chat_interval: float = _option(0.6, SECONDS, "The time between two chat lines of one person, in the long run.")
    chat_burst: int = _option(6, COUNT, "Chat lines one person may send at once.")
    frame_bytes: int = _option(8192, BYTES, "The longest message a socket may send.")
    http_bytes: int = _option(65_536, BYTES, "The longest body of an HTTP request.")
    import_bytes: int = _option(
        1_000_000, BYTES, "The longest game that may be imported, and the longest request with packs of somebody's own."
    )
    queue_frames: int = _option(64, COUNT, "Messages that may wait for a slow reader before its socket is dropped.")
    queue_bytes: int = _option(262_144, BYTES, "Bytes that may wait for a slow reader before its socket is dropped.")
    ping_interval: float = _option(4.0, SECONDS, "How often a silent socket is asked whether it is still there.")
    ping_timeout: float = _option(4.0, SECONDS, "How long it may take to answer before it counts as gone.")
    hello_seconds: float = _option(10.0, SECONDS, "How long somebody who connects may take to be in a room.")
    request_seconds: float = _option(30.0, SECONDS, "How long an HTTP request may take to arrive, and its reader stand still.")
    lookups_per_minute: int = _option(10, COUNT, "Room codes one address may guess wrong in a minute.")
    refusal_delay: float = _option(0.25, _number("seconds", 0, 60), "How long every answer to a wrong room code takes.")
    bot_workers: int = _option(0, _whole(0, 256), "Processes in which bots think; 0 for one fewer than the cores, at least one.")
    bot_seconds: float = _option(1.0, SECONDS, "How long a bot may think about one choice.")
    keep_rooms_days: float = _option(30.0, _number("days", 0, AGE), "Forget an unfinished game nobody visits; 0 never.")
    keep_games_days: float = _option(0.0, _number("days", 0, AGE), "Forget a finished game; 0 never.")
    keep_setup_hours: float = _option(24.0, _number("hours", 0, AGE * 24), "Forget a room whose game never started; 0 never.")
    idle_room_minutes: float = _option(10.0, _number("minutes", 0, MILLION), "Drop an empty room from memory, not from disk.")
    max_database_mb: int = _option(0, _whole(0, MILLION), "Store nothing more once the database is this large; 0 for no limit.")
    log_level: str = _option("info", _one_of("debug", "info", "warning", "error"), "Log this and what is graver.")
    log_format: str = _option("json", _one_of("json", "text"), "One JSON object or one line of text for each event.")
    metrics: str = _option("local", _one_of("local", "all", "off"), "Who reads /metrics: this machine alone, everybody, nobody.")
    grace_min: float = _option(10.0, SECONDS, "The shortest time for which a room keeps a lost player's seat waiting.")
    window_min: float = _option(2.0, SECONDS, "The shortest time to answer an attack that a room may choose.")

    def worker_count(self) -> int:
        """How many processes think: as set, or one fewer than the cores this process may use."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return self.bot_workers or max(1, cores - 1)


OPTIONS: Final = tuple(Option(item.name, **item.metadata) for item in fields(Settings))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A flag for every option. What is not typed stays None, so that the environment can speak."""
    for option in OPTIONS:
        text = f"{option.help} (default: {option.default})"
        parser.add_argument(option.flag, metavar=option.kind.metavar, help=text)
    parser.epilog = (
        f"Every option can also be set in the environment: --max-sockets as {PREFIX}MAX_SOCKETS. A flag goes before it."
    )


def parse(typed: argparse.Namespace, environ: Mapping[str, str]) -> Settings:
    """The settings by flags, environment and defaults. Raises GameError `settings/bad-value`."""
    values: dict[str, Any] = {"database": default_database(environ)}
    for option in OPTIONS:
        text, source = getattr(typed, option.name, None), option.flag
        if text is None:
            # Empty means unset here, as in `PUBLIC_URL=` of a file of variables.
            text, source = environ.get(option.variable) or None, option.variable
        if text is None:
            continue
        try:
            values[option.name] = option.kind.read(text)
        except ValueError:
            raise _bad_value(source, option.kind.expects, text) from None
    return Settings(**values)


def _bad_value(source: str, expects: str, given: str) -> GameError:
    values = {"option": source, "given": given[:80], "expected": expects}
    return GameError("settings/bad-value", f"{source} is {expects}; not {given[:80]!r}", values)


def options_markdown() -> str:
    """The table of docs/hosting.md."""
    lines = ["| flag | environment | default | what it does |", "|---|---|---|---|"]
    for option in OPTIONS:
        metavar = option.kind.metavar.replace("|", "\\|")
        lines.append(f"| `{option.flag} {metavar}` | `{option.variable}` | {option.default} | {option.help} |")
    return "\n".join(lines) + "\n"
