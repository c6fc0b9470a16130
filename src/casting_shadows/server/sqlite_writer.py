"""The one thread that writes. All that waits when a commit ends goes into the next one together, for the price of one fsync.

The first that comes is stored at once. Soon after a commit it waits for others to gather: a commit costs the server as much
CPU as all the rest of an action, and nobody notices two milliseconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeVar, cast, final

from casting_shadows.server.sqlite_database import is_busy, storage_error
from casting_shadows.server.storage import FinishedGame, StorageAway, StorageConflict, StorageFull, Summary

ROWS: Final = 32
"""Most rows of one INSERT: each count is a statement of its own, and SQLite keeps them prepared."""
REST: Final = 0.003
"""Seconds between two commits."""
GO_ON: Final = """
    INSERT INTO entries SELECT column1, CASE
        WHEN (SELECT node FROM leases WHERE room = column1) = ?
        AND (SELECT max(number) FROM entries WHERE room = column1) = column4 THEN column2 END, column3
    FROM (VALUES {})
    """

T = TypeVar("T")


@dataclass(slots=True)
class Append:
    """Entries to be added to a room's record."""

    future: asyncio.Future[None]
    room: str
    first: int
    entries: Sequence[bytes]
    summary: Summary | None
    finished: FinishedGame | None
    now: float


@dataclass(slots=True)
class Work:
    """Anything else that writes."""

    future: asyncio.Future[object]
    do: Callable[[sqlite3.Connection], object]


Job = Append | Work
Failure = StorageConflict | StorageFull | StorageAway


@final
class Writer:
    """Takes jobs on the event loop, does them in its thread, and answers on the event loop, once for each commit."""

    def __init__(
        self, database: sqlite3.Connection, node: str, loop: asyncio.AbstractEventLoop, is_there: Callable[[], bool]
    ) -> None:
        self.commits = 0
        self._is_there = is_there
        self._database = database
        self._node = node
        self._loop = loop
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._failed: dict[str, Failure] = {}
        """Why the last append of a room failed, for those queued behind it."""
        self._thread = Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    def append(
        self,
        room: str,
        first: int,
        entries: Sequence[bytes],
        summary: Summary | None,
        finished: FinishedGame | None,
        now: float,
    ) -> asyncio.Future[None]:
        """Queue an append."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.put(Append(future, room, first, entries, summary, finished, now))
        return future

    def do(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Queue anything else. It is done after every append queued before it."""
        future: asyncio.Future[object] = self._loop.create_future()
        self._queue.put(Work(future, work))
        return cast("asyncio.Future[T]", future)

    def finish(self) -> None:
        """Do all that is queued, then end. Blocks; nothing may be queued any more."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        rested = 0.0
        while not closing:
            first = self._queue.get()
            if (pause := rested - time.monotonic()) > 0 and first is not None:
                time.sleep(pause)
            taken = [first, *(self._queue.get() for _ in range(self._queue.qsize()))]
            group = [job for job in taken if job is not None]
            closing = len(group) < len(taken)
            outcomes = self._commit(group)
            rested = time.monotonic() + REST
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                self._loop.call_soon_threadsafe(_settle, group, outcomes)

    def _commit(self, group: list[Job]) -> list[object]:
        """Do a group in one transaction. If that fails, each on its own, so that none suffers for another."""
        if not self._is_there():
            away = StorageAway("the database was moved or deleted while it is in use")
            return [self._refused(job, away) for job in group]
        try:
            if self._write_at_once(group):
                self.commits += 1
                return [None] * len(group)
            self._database.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            return [self._refused(job, storage_error(error)) for job in group]
        try:
            outcomes = self._write(group)
            self._database.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")  # fails where SQLite has rolled back already
            if len(group) > 1:
                return [outcome for job in group for outcome in self._commit([job])]
            return [self._refused(group[0], storage_error(error) if isinstance(error, sqlite3.Error) else error)]
        self.commits += 1
        return outcomes

    def _write_at_once(self, group: list[Job]) -> bool:
        """Store a group that only goes on with rooms, as nearly every one does. False: nothing is stored, and it takes more.

        One statement is its own transaction and checks everything itself: a room must be ours and end where its entries go
        on, or `number` is NULL and nothing is stored. Three statements and a question cost twice the CPU, much of it for
        handing the interpreter back and forth with the event loop.
        """
        rows: list[tuple[object, ...]] = []
        ends: dict[str, tuple[int, int]] = {}
        """Of each room the last entry before the group, and the first after it."""
        for job in group:
            if not isinstance(job, Append) or job.first == 0 or job.summary is not None or job.finished is not None:
                return False
            before, after = ends.setdefault(job.room, (job.first - 1, job.first))
            if job.first != after or job.room in self._failed:
                return False
            ends[job.room] = before, after + len(job.entries)
            rows.extend((job.room, number, entry, before) for number, entry in enumerate(job.entries, job.first))
        if not 0 < len(rows) <= ROWS:
            return False
        values = [self._node, *(value for row in rows for value in row)]
        try:
            self._database.execute(GO_ON.format(",".join(["(?,?,?,?)"] * len(rows))), values)
        except sqlite3.Error as error:
            if is_busy(error):
                raise
            return False  # the long way finds out why, and for whom
        return True

    def _write(self, group: list[Job]) -> list[object]:
        appends = [job for job in group if isinstance(job, Append)]
        verdicts = iter(self._write_appends(appends) if appends else ())
        return [next(verdicts) if isinstance(job, Append) else job.do(self._database) for job in group]

    def _write_appends(self, appends: list[Append]) -> list[Failure | None]:
        standings = self._standings({append.room for append in appends})
        verdicts: list[Failure | None] = []
        entries: list[tuple[object, ...]] = []
        summaries: dict[str, tuple[object, ...]] = {}
        made: list[tuple[object, ...]] = []
        for append in appends:
            following, holder = standings[append.room]
            if (error := self._objection(append, following, holder)) is not None:
                self._failed[append.room] = error
                verdicts.append(error)
                continue
            verdicts.append(None)
            self._failed.pop(append.room, None)
            entries.extend((append.room, number, entry) for number, entry in enumerate(append.entries, append.first))
            standings[append.room] = append.first + len(append.entries), self._node
            summary = append.summary
            if append.first == 0:
                made.append((append.room, self._node))
                summary = summary or Summary()
            if summary is not None:
                summaries[append.room] = (append.room, summary.state, summary.listed, summary.body, append.now)
            if append.finished is not None:
                self._write_game(append.finished)
        self._insert("INSERT INTO entries", entries)
        self._insert("INSERT OR REPLACE INTO rooms", list(summaries.values()))
        self._insert("INSERT OR REPLACE INTO leases", made)
        return verdicts

    def _objection(self, append: Append, following: int, holder: str | None) -> Failure | None:
        if append.first > following and append.room in self._failed:
            failed = self._failed[append.room]
            return type(failed)(failed.message)
        if append.first != following:
            return StorageConflict(f"room {append.room} goes on at entry {following}, not at {append.first}")
        if following > 0 and holder != self._node:
            return StorageConflict(f"room {append.room} has {'another' if holder else 'no'} writer")
        return None

    def _refused(self, job: Job, error: Exception) -> Exception:
        if isinstance(job, Append) and isinstance(error, Failure):
            self._failed[job.room] = error
        return error

    def _standings(self, rooms: Iterable[str]) -> dict[str, tuple[int, str | None]]:
        """The number of each room's next entry, and its writer."""
        rows = self._database.execute(
            """
            SELECT value, (SELECT max(number) FROM entries WHERE room = value), (SELECT node FROM leases WHERE room = value)
            FROM json_each(?)
            """,
            (json.dumps(list(rooms)),),
        )
        return {room: (0 if last is None else last + 1, holder) for room, last, holder in rows.fetchall()}

    def _write_game(self, game: FinishedGame) -> None:
        row = (game.id, game.room, game.ended_at, game.listed, game.summary, game.text)
        self._insert("INSERT INTO games", [row])
        self._insert("INSERT INTO results", [(game.id, seat.seat, seat.profile, seat.statistics) for seat in game.results])

    def _insert(self, into: str, rows: list[tuple[object, ...]]) -> None:
        # Not executemany, which lets go of the interpreter for each row: under load the event loop keeps it for 5 ms each time.
        for start in range(0, len(rows), ROWS):
            chunk = rows[start : start + ROWS]
            marks = f"({','.join('?' * len(chunk[0]))})"
            values = [value for row in chunk for value in row]
            self._database.execute(f"{into} VALUES {','.join([marks] * len(chunk))}", values)


def _settle(group: list[Job], outcomes: list[object]) -> None:
    for job, outcome in zip(group, outcomes, strict=True):
        future = cast("asyncio.Future[object]", job.future)
        if future.done():  # whoever waited was cancelled
            continue
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
