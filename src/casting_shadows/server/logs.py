"""What happened on the server, one line an event, and never a secret in it.

Nothing is crossed out here: a field is written only if its name and the shape of its value are known to be harmless. Room codes
open rooms, so a line has a tag instead. Messages of exceptions and of libraries quote whatever came in, so a line has the kind
of an exception and the places it went through.
"""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Final, TextIO

from casting_shadows.engine.errors import GameError

Field = str | int | float
"""What a field may hold."""

LEVELS: Final = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}

NUMBERS: Final = frozenset(
    (
        *("actions", "bytes", "close", "count", "frames", "games", "ms", "players", "port", "rooms", "seat", "seats"),
        *("seconds", "sockets", "status", "version", "workers"),
    )
)
LARGEST: Final = 10**15
"""A number beyond it counts nothing; a secret written as a number is far beyond it."""
_NAME: Final = re.compile(r"[a-z][a-z_/.{}-]{0,39}")
SHAPES: Final[Mapping[str, re.Pattern[str]]] = {
    "address": re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){3}|([0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(/64)?"),
    "bot": _NAME,
    "error": _NAME,
    "limit": _NAME,
    "method": re.compile(r"[A-Z]{3,7}"),
    "reason": _NAME,
    "release": re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,3}"),
    "room": re.compile(r"#[0-9a-f]{8}"),
    "route": _NAME,
    "state": _NAME,
}
"""The text fields. A name has no digits and no capitals, so that no token and no room code can pass for one."""

MOST_FRAMES: Final = 12
MOST_ERRORS: Final = 5
"""Exceptions of one chain that are told."""

BY_STRANGERS: Final = frozenset(
    (
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
        "Invalid UTF-8 sequence received from client.",
        "ASGI callable returned without completing handshake.",  # uvicorn: a socket was refused with an answer
    )
)
"""What a library says when it was sent nonsense. Anybody can make it say so as often as they like, and it is no fault of ours."""

_TAG_KEY: Final = secrets.token_bytes(16)


def room_tag(code: str) -> str:
    """The same for the same room as long as this process lives, and no way back to the code.

    It is keyed, because a code is short enough to try them all against a plain hash.
    """
    return "#" + hashlib.blake2b(code.encode("utf-8", "surrogatepass"), digest_size=4, key=_TAG_KEY).hexdigest()


def harmless(name: str, value: object) -> bool:
    """Whether a field may be written."""
    if name in NUMBERS:
        return isinstance(value, int | float) and -LARGEST < value < LARGEST
    return name in SHAPES and isinstance(value, str) and SHAPES[name].fullmatch(value) is not None


class Log:
    """Writes events to a stream. A stream that is gone or full costs the line and nothing else."""

    def __init__(
        self,
        stream: TextIO,
        level: str = "info",
        format: str = "json",
        *,
        strict: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.lost = 0
        """Lines that could not be written."""
        self._stream = stream
        self._least = LEVELS[level]
        self._is_json = format == "json"
        self._strict = strict  # for tests: a field that would be left out is an error
        self._clock = clock

    def debug(self, event: str, /, **fields: Field) -> None:
        self._write("debug", event, fields)

    def info(self, event: str, /, **fields: Field) -> None:
        self._write("info", event, fields)

    def warning(self, event: str, /, **fields: Field) -> None:
        self._write("warning", event, fields)

    def error(self, event: str, /, **fields: Field) -> None:
        self._write("error", event, fields)

    def bug(self, event: str, error: BaseException, /, **fields: Field) -> None:
        """An exception that nobody foresaw: what kind, and where it came through."""
        self._write("error", event, fields, trace=told(error))

    def library(self, record: logging.LogRecord) -> None:
        """What a library has to say, as far as it is the library's own words."""
        if record.msg in BY_STRANGERS:
            self._write("debug", "library", {}, words=str(record.msg))
            return
        error = record.exc_info[1] if record.exc_info else record.msg if isinstance(record.msg, BaseException) else None
        level = "error" if record.levelno >= logging.ERROR else "warning"
        said = str(record.msg).partition("\n")[0]
        words = said if re.fullmatch(r"[A-Za-z ,.'()-]{1,120}", said) else ""
        place = f"{record.name} {record.filename}:{record.lineno}"
        self._write(level, "library", {}, place=place, words=words, trace=told(error) if error else [])

    def _write(self, level: str, event: str, fields: Mapping[str, Field], **own: str | list[str]) -> None:
        if LEVELS[level] < self._least:
            return
        dropped = [name for name, value in fields.items() if not harmless(name, value)]
        if not _NAME.fullmatch(event):
            event = "unnamed"
            dropped.append("event")
        if dropped and self._strict:
            raise ValueError(f"the log does not take {', '.join(dropped)} of {event} with such a value, or at all")
        moment = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, object] = {"time": moment, "level": level, "event": event}
        line.update({name: value for name, value in fields.items() if name not in dropped})
        line.update({name: value for name, value in own.items() if value})
        if dropped:
            line["dropped"] = [name if _NAME.fullmatch(name) else "?" for name in dropped]
        try:
            self._stream.write((json.dumps(line) if self._is_json else _text(line)) + "\n")
            self._stream.flush()
        except (OSError, ValueError):
            self.lost += 1


def _text(line: Mapping[str, object]) -> str:
    text = f"{line['time']} {str(line['level']).upper():<7} {line['event']}"
    for name, value in line.items():
        if name not in ("time", "level", "event"):
            text += f" {name}={value if isinstance(value, str) and ' ' not in value else json.dumps(value)}"
    return text


def told(error: BaseException) -> list[str]:
    """An exception and those behind it, each as `KeyError at app.py:12 serve > hub.py:90 deliver`, without their messages."""
    lines: list[str] = []
    waiting = [error]
    while waiting and len(lines) < MOST_ERRORS:
        this = waiting.pop(0)
        frames = traceback.extract_tb(this.__traceback__)[-MOST_FRAMES:]
        path = " > ".join(f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames)
        lines.append(f"{_kind(this)} at {path or 'no place'}")
        if isinstance(this, BaseExceptionGroup):
            waiting.extend(this.exceptions)
        behind = this.__cause__ or (None if this.__suppress_context__ else this.__context__)
        if behind is not None:
            waiting.append(behind)
    return lines


def _kind(error: BaseException) -> str:
    if isinstance(error, GameError):
        return f"{type(error).__name__} {error.code}"
    if isinstance(error, OSError) and error.errno is not None:
        return f"{type(error).__name__} {errno.errorcode.get(error.errno, error.errno)}"
    return type(error).__name__


class _Handler(logging.Handler):
    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        self._log.library(record)


@contextmanager
def libraries_log_to(log: Log) -> Iterator[None]:
    """While this lasts, warnings and errors of every library come out of our log and nowhere else.

    Give uvicorn `log_config=None, access_log=False`: it would write paths with their query. We log requests by route instead.
    """
    root = logging.getLogger()
    handler, before = _Handler(log), root.handlers[:]
    root.handlers[:] = [handler]
    try:
        yield
    finally:
        root.handlers[:] = before
