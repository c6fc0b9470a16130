"""What a server asks of its storage, and nothing of how it is done.

A room is its record: a list of entries, numbered from 0, that only grows. Whoever appends holds the room's lease, so every
record has one writer however many processes share a database. Everything else here is kept beside the records to be listed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from casting_shadows.engine.errors import GameError

HEARTBEAT: Final = 2.0
"""Seconds between two heartbeats of a node."""
EXPIRY: Final = 8.0
"""Seconds without a heartbeat after which a node counts as dead and its leases are free."""


class StorageError(GameError):
    """Something could not be kept or read."""


class StorageConflict(StorageError):
    """Somebody else writes this room: what this process knows about it is out of date."""

    def __init__(self, message: str) -> None:
        super().__init__("storage/conflict", message)


class StorageFull(StorageError):
    """The disk is full, or the database as big as it may get. Nothing was written; it works again when there is space."""

    def __init__(self, message: str) -> None:
        super().__init__("storage/full", message)


class StorageAway(StorageError):
    """The database cannot be reached or does not do as asked. Nothing was acknowledged."""

    def __init__(self, message: str) -> None:
        super().__init__("storage/away", message)


RoomState = Literal["setup", "playing", "paused", "ended"]


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists say about a room."""

    state: RoomState = "setup"
    listed: bool = False
    """Whether strangers may find it."""
    body: bytes = b"{}"
    """JSON."""


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room as lists show it."""

    code: str
    state: RoomState
    listed: bool
    body: bytes
    updated: float
    """When its summary last changed."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game ended for one seat."""

    seat: int
    profile: str | None
    """None: a bot, somebody without a profile, or somebody who deleted it."""
    statistics: bytes
    """JSON."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game as lists show it."""

    id: str
    room: str
    ended_at: float
    listed: bool
    summary: bytes
    """JSON."""


@dataclass(frozen=True, slots=True)
class FinishedGame(GameRow):
    """A finished game, whole."""

    text: str
    """The record in its text form."""
    results: Sequence[SeatResult] = ()


@dataclass(frozen=True, slots=True)
class PastResult:
    """One game in the history of a profile."""

    game: str
    ended_at: float
    seat: int
    statistics: bytes


@dataclass(frozen=True, slots=True)
class Profile:
    """A person who wants to be remembered."""

    id: str
    """A hash: nobody can be told from it."""
    body: bytes
    """JSON."""
    opted_in: bool
    """Whether leaderboards may show it."""
    updated: float


@dataclass(frozen=True, slots=True)
class CleanedUp:
    """How many of each a clean-up deleted."""

    rooms: int = 0
    """Whose game ended, or was given up."""
    never_started: int = 0
    games: int = 0


class Storage(Protocol):
    """Where rooms, finished games and profiles are kept. Every method but `append` may raise StorageAway or StorageFull."""

    # Records

    def append(
        self,
        room: str,
        first: int,
        entries: Sequence[bytes],
        *,
        summary: Summary | None = None,
        finished: FinishedGame | None = None,
        now: float,
    ) -> asyncio.Future[None]:
        """Queue entries *first*, *first* + 1, ... of a room; the future is done when they are durable, all or none.

        The append that begins at 0 makes the room and takes its lease. The future fails with StorageConflict if the room has
        another writer or those numbers are not the next ones, with StorageFull or StorageAway if it could not be written.
        When one append fails, those queued behind it for the same room fail too: a record never has a gap.
        """
        ...

    async def load(self, room: str) -> list[bytes] | None:
        """All entries of a room; None if there is no such room."""
        ...

    # Leases

    async def lease(self, room: str) -> bool:
        """Become the writer of a room. False if a living node is it already, or there is no such room."""
        ...

    async def wait_for_lease(self, room: str, timeout: float) -> bool:
        """Become the writer of a room as soon as its writer lets go or dies; False after *timeout* seconds or if it is gone."""
        ...

    async def release(self, room: str) -> None:
        """Let another node have the room, once everything queued for it is written."""
        ...

    async def release_all(self) -> None:
        """Let go of every room."""
        ...

    async def heartbeat(self) -> None:
        """Say that this node lives. To be called every HEARTBEAT seconds."""
        ...

    # Lists

    async def rooms(self, *, listed_only: bool = True, state: RoomState | None = None, limit: int = 100) -> list[RoomRow]:
        """Rooms of a state (None: all that have not ended), last changed first."""
        ...

    async def open_rooms(self) -> list[str]:
        """The codes of all rooms that have not ended: what is to be taken up again after a crash."""
        ...

    async def game(self, id: str) -> FinishedGame | None:
        """A finished game."""
        ...

    async def games(self, *, listed_only: bool = True, before: float | None = None, limit: int = 100) -> list[GameRow]:
        """Finished games that ended before a time (None: now), last first."""
        ...

    async def games_of(self, profile: str, *, before: float | None = None, limit: int = 100) -> list[GameRow]:
        """The games a profile took part in that ended before a time (None: now), last first."""
        ...

    # Profiles

    async def profile(self, id: str) -> Profile | None:
        """A profile."""
        ...

    async def save_profile(self, id: str, body: bytes, *, opted_in: bool = False, now: float) -> None:
        """Make or replace a profile."""
        ...

    async def delete_profile(self, id: str) -> None:
        """Forget a profile. Its games and rooms stay, with nothing in them, their records included, that leads to it."""
        ...

    async def opted_in(self, limit: int = 1000) -> list[Profile]:
        """The profiles that leaderboards may show, last changed first."""
        ...

    async def results_of(self, profile: str) -> list[PastResult]:
        """What a profile's statistics are made of, oldest first."""
        ...

    # Upkeep

    async def clean_up(
        self, now: float, *, rooms_days: float | None, games_days: float | None, idle_setup_hours: float | None
    ) -> CleanedUp:
        """Delete rooms nobody has touched for so long, games that finished, and rooms that idled in setup; None keeps them.

        A room that a living node holds is in use and stays.
        """
        ...

    async def health(self) -> None:
        """Raise StorageAway if nothing could be written now."""
        ...

    async def close(self) -> None:
        """Write what is queued, let go of every room, and close. Later appends fail with StorageAway."""
        ...
