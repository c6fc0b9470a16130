"""What comes out of a room for one thing that went in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from casting_shadows.protocol import encode
from casting_shadows.protocol.messages import Outgoing
from casting_shadows.table.entries import AnyEntry


@dataclass(frozen=True)
class Think:
    """A bot is asked for a choice. The host lets it think and hands the answer to `Room.thought`, or `Room.hinted`."""

    seat: int
    bot: str
    version: int
    purpose: Literal["act", "hint"] = "act"
    conn: int = 0
    seq: int = 0
    by: float | None = None
    """When a response window closes: a bot that has not answered by then passes. None: the game waits."""


@dataclass(frozen=True)
class Misplay:
    """A bot chose what it may not, and the action that stands in was taken instead. It is a bug of the bot's."""

    seat: int
    bot: str
    action: str
    code: str
    """Why it was refused."""


@dataclass
class Out:
    """Do this in order: store the entries, all or none; once they are safe, send the frames, then close what is to be closed."""

    first: int
    """The number of the first entry."""
    entries: list[AnyEntry] = field(default_factory=list)
    frames: list[tuple[int, bytes]] = field(default_factory=list)
    """Each for one connection."""
    close: list[tuple[int, int]] = field(default_factory=list)
    """Connections and their closing codes. The room has let go of them already."""
    think: list[Think] = field(default_factory=list)
    wake: float | None = None
    """When the room wants to be woken (`Room.tick`)."""
    finished: bool = False
    """A game has ended: its record can be stored and shown."""
    listing_changed: bool = False
    """What the list of rooms shows has changed."""
    misplays: list[Misplay] = field(default_factory=list)
    """For the host's log."""

    def send(self, conn: int, message: Outgoing) -> None:
        """One message to one connection."""
        self.frames.append((conn, encode(message)))
