"""Reading what people hand the command: small text files, read with care."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from casting_shadows.bots import make_bot
from casting_shadows.engine import GameError, Pack, parse_own_pack

MOST_BYTES = 2_000_000


def read_text(name: str) -> str:
    """A file's text, or standard input for `-`. Raises GameError for what is missing, too big or no text."""
    try:
        if name == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GameError("file/unreadable", f"{name}: {reason}", {"file": name}) from None
    if len(content) > MOST_BYTES:
        raise GameError("file/too-long", f"{name}: more than {MOST_BYTES} bytes, too long to be a game or a pack", {"file": name})
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise GameError("file/not-text", f"{name}: not a text file (UTF-8)", {"file": name}) from None


class _PipedConsole(Console):
    """Leaves a reader that went away (`casting-shadows cards | head`) to the command, which ends quietly."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def plain_console(stderr: bool = False) -> Console:
    """A console that prints text as it is: card names and records come from anybody and are no markup."""
    return _PipedConsole(stderr=stderr, highlight=False, markup=False, emoji=False)


def read_own_packs(names: list[str]) -> tuple[Pack, ...]:
    """The players' own packs named on the command line."""
    return tuple(parse_own_pack(read_text(name), Path(name).name) for name in names)


def split_names(text: str) -> tuple[str, ...]:
    """`base,ice_storm` as names."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def read_bots(text: str) -> tuple[str, ...]:
    """Names of bots, all known, at least one."""
    names = split_names(text)
    if not names:
        raise GameError("bot/none", "--bots names at least one bot")
    for name in names:
        make_bot(name, 0)
    return names
