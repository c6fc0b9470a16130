"""Rooms in one SQLite file, for one process or several on one machine. Nothing to install, nothing to run beside it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar, final

from casting_shadows.server import sqlite_leases as leases
from casting_shadows.server.sqlite_database import PAGE, open_database, refusal, storage_error
from casting_shadows.server.sqlite_retention import BATCH, delete_games, delete_profile, delete_rooms
from casting_shadows.server.sqlite_writer import Writer
from casting_shadows.server.storage import (
    EXPIRY,
    CleanedUp,
    FinishedGame,
    GameRow,
    PastResult,
    Profile,
    RoomRow,
    RoomState,
    SeatResult,
    Storage,
    StorageAway,
    StorageError,
    Summary,
)

POLL: Final = 0.05
"""Seconds between two looks at a room that another process holds, while somebody waits for it."""
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR

T = TypeVar("T")


@final
class SqliteStorage(Storage):
    """Storage in an SQLite file, to be used on the event loop it was opened on."""

    def __init__(
        self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection, node: leases.Node, expiry: float
    ) -> None:
        """Not to be called: `open` it."""
        self._path = path
        self._file = _identity(path)
        self._expiry = expiry
        self._node = node
        self._writing = writing
        self._reading = reading
        self._loop = asyncio.get_running_loop()
        self._reader = ThreadPoolExecutor(1, "storage-reader")
        self._writer = Writer(writing, node.id, self._loop, self._is_there)
        self._closed = False

    @classmethod
    async def open(cls, path: str | Path, *, expiry: float = EXPIRY, timeout: float = 5.0, max_bytes: int | None = None) -> Self:
        """Open a database, made if it is not there and brought up to date by itself.

        *expiry* is how long a node lives after its last heartbeat, *timeout* how long to wait for others who write, both in
        seconds. The database never grows beyond *max_bytes*; None: as long as the disk has space.

        Raises StorageError `storage/unreadable`, `storage/newer`, `storage/full` or `storage/away`.
        """
        path = Path(path)
        node = leases.this_node()
        connections = await asyncio.to_thread(_connect, path, node, expiry, timeout, max_bytes)
        return cls(path, *connections, node, expiry)

    @property
    def commits(self) -> int:
        """Transactions so far. Under load there are fewer of them than appends."""
        return self._writer.commits

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
        assert entries or first > 0, "a room begins with an entry"
        if self._closed:
            future: asyncio.Future[None] = self._loop.create_future()
            future.set_exception(_closed())
            return future
        return self._writer.append(room, first, entries, summary, finished, now)

    async def load(self, room: str) -> list[bytes] | None:
        rows = await self._rows("SELECT body FROM entries WHERE room = ? ORDER BY number", room)
        return [body for (body,) in rows] or None

    # Leases

    async def lease(self, room: str) -> bool:
        def may_take(database: sqlite3.Connection) -> bool:
            return leases.may_take(database, room, self._node.id, now=time.time(), expiry=self._expiry)

        def take(database: sqlite3.Connection) -> bool:
            return leases.take(database, room, self._node.id, now=time.time(), expiry=self._expiry)

        # A room that cannot be had costs a look and no write, however often strangers ask for it.
        return await self._read(may_take) and await self._write(take)

    async def wait_for_lease(self, room: str, timeout: float) -> bool:
        until = self._loop.time() + timeout
        while not await self.lease(room):
            left = until - self._loop.time()
            if left <= 0 or not await self._rows("SELECT 1 FROM rooms WHERE code = ?", room):
                return False
            await asyncio.sleep(min(POLL, left))
        return True

    async def release(self, room: str) -> None:
        await self._write(lambda database: leases.release(database, self._node.id, room))

    async def release_all(self) -> None:
        await self._write(lambda database: leases.release(database, self._node.id))

    async def heartbeat(self) -> None:
        await self._write(lambda database: leases.beat(database, self._node, time.time()))

    # Lists

    async def rooms(self, *, listed_only: bool = True, state: RoomState | None = None, limit: int = 100) -> list[RoomRow]:
        # The first condition is for the index: it holds only rooms that have not ended.
        which = "state <> 'ended'" if state != "ended" else "state = 'ended'"
        rows = await self._rows(
            f"""
            SELECT code, state, listed, body, updated FROM rooms
            WHERE {which} AND state = coalesce(?, state) AND listed >= ? ORDER BY updated DESC, code LIMIT ?
            """,
            state,
            listed_only,
            limit,
        )
        return [RoomRow(code, kind, bool(listed), body, updated) for code, kind, listed, body, updated in rows]

    async def open_rooms(self) -> list[str]:
        return [code for (code,) in await self._rows("SELECT code FROM rooms WHERE state <> 'ended' ORDER BY code")]

    async def game(self, id: str) -> FinishedGame | None:
        rows = await self._rows("SELECT id, room, ended_at, listed, summary, text FROM games WHERE id = ?", id)
        if not rows:
            return None
        seats = await self._rows("SELECT seat, profile, statistics FROM results WHERE game = ? ORDER BY seat", id)
        [(_, room, ended_at, listed, summary, text)] = rows
        return FinishedGame(id, room, ended_at, bool(listed), summary, text, tuple(SeatResult(*seat) for seat in seats))

    async def games(self, *, listed_only: bool = True, before: float | None = None, limit: int = 100) -> list[GameRow]:
        return await self._games(
            f"WHERE ended_at < ? {'AND listed' if listed_only else ''}", float("inf") if before is None else before, limit
        )

    async def games_of(self, profile: str, *, before: float | None = None, limit: int = 100) -> list[GameRow]:
        which = "WHERE id IN (SELECT game FROM results WHERE profile = ?) AND ended_at < ?"
        return await self._games(which, profile, float("inf") if before is None else before, limit)

    async def _games(self, which: str, *values: object) -> list[GameRow]:
        rows = await self._rows(
            f"SELECT id, room, ended_at, listed, summary FROM games {which} ORDER BY ended_at DESC LIMIT ?", *values
        )
        return [GameRow(id, room, ended_at, bool(listed), summary) for id, room, ended_at, listed, summary in rows]

    # Profiles

    async def profile(self, id: str) -> Profile | None:
        rows = await self._rows("SELECT id, body, opted_in, updated FROM profiles WHERE id = ?", id)
        return _profile(rows[0]) if rows else None

    async def save_profile(self, id: str, body: bytes, *, opted_in: bool = False, now: float) -> None:
        row = (id, body, opted_in, now)
        await self._write(lambda database: database.execute("INSERT OR REPLACE INTO profiles VALUES (?, ?, ?, ?)", row))

    async def delete_profile(self, id: str) -> None:
        await self._write(partial(delete_profile, id))
        # The log still has the pages as they were; emptying it takes them along.
        await self._rows("PRAGMA wal_checkpoint(TRUNCATE)")

    async def opted_in(self, limit: int = 1000) -> list[Profile]:
        rows = await self._rows(
            "SELECT id, body, opted_in, updated FROM profiles WHERE opted_in ORDER BY updated DESC LIMIT ?", limit
        )
        return [_profile(row) for row in rows]

    async def results_of(self, profile: str) -> list[PastResult]:
        rows = await self._rows(
            """
            SELECT game, ended_at, seat, statistics FROM results JOIN games ON games.id = game
            WHERE profile = ? ORDER BY ended_at, game, seat
            """,
            profile,
        )
        return [PastResult(*row) for row in rows]

    # Upkeep

    async def clean_up(
        self, now: float, *, rooms_days: float | None, games_days: float | None, idle_setup_hours: float | None
    ) -> CleanedUp:
        await self._write(lambda database: leases.bury_the_dead(database, now=time.time(), expiry=self._expiry))
        return CleanedUp(
            rooms=await self._delete(partial(delete_rooms, ("playing", "paused", "ended")), now, rooms_days, DAY),
            never_started=await self._delete(partial(delete_rooms, ("setup",)), now, idle_setup_hours, HOUR),
            games=await self._delete(delete_games, now, games_days, DAY),
        )

    async def _delete(self, some: Callable[[float, sqlite3.Connection], int], now: float, age: float | None, unit: float) -> int:
        total = 0
        while age is not None:
            deleted = await self._write(partial(some, now - age * unit))
            total += deleted
            if deleted < BATCH:
                break
        return total

    def _is_there(self) -> bool:
        """Whether the file is still the one that was opened: into one that was moved or deleted, nothing must be confirmed."""
        return _identity(self._path) == self._file

    async def health(self) -> None:
        await self._write(lambda database: None)

    async def close(self) -> None:
        if self._closed:
            return
        leaving = self._writer.do(lambda database: leases.leave(database, self._node.id))
        self._closed = True
        await asyncio.to_thread(self._end)
        with contextlib.suppress(StorageError):  # then the leases end with the process
            await leaving

    def _end(self) -> None:
        self._writer.finish()
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()

    # Threads

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise _closed()
        return await self._writer.do(work)

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise _closed()
        try:
            return await self._loop.run_in_executor(self._reader, look, self._reading)
        except sqlite3.Error as error:
            raise storage_error(error) from error

    async def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._read(lambda database: database.execute(query, values).fetchall())


def _connect(
    path: Path, node: leases.Node, expiry: float, timeout: float, max_bytes: int | None
) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """A connection to write and one to read, with the node entered among those that have the database open."""
    writing = open_database(path, timeout=timeout)
    try:
        writing.execute("BEGIN IMMEDIATE")
        leases.bury_the_dead(writing, now=time.time(), expiry=expiry)
        leases.beat(writing, node, time.time())
        writing.execute("COMMIT")
        if max_bytes is not None:
            writing.execute(f"PRAGMA max_page_count = {max(1, max_bytes // PAGE)}")
        return writing, open_database(path, timeout=timeout)
    except BaseException as error:
        writing.close()
        if isinstance(error, sqlite3.Error):
            raise refusal(error, path) from None
        raise


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file a path leads to."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _closed() -> StorageAway:
    return StorageAway("the storage is closed")


def _profile(row: tuple[Any, ...]) -> Profile:
    id, body, opted_in, updated = row
    return Profile(id, body, bool(opted_in), updated)
