"""An SQLite file of ours: how it is opened, brought up to date, and what SQLite's errors mean to a server."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Final

from casting_shadows.server.storage import StorageAway, StorageConflict, StorageError, StorageFull

APPLICATION: Final = 0x43_53_68_61
"""`CSha`, in the header of every database of ours, so that another program's file is never written to."""
PAGE: Final = 4096
"""Bytes of a page."""

MIGRATIONS: Final = (
    """
    CREATE TABLE rooms (
        code TEXT PRIMARY KEY, state TEXT NOT NULL, listed INTEGER NOT NULL, body BLOB NOT NULL, updated REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX rooms_open ON rooms (state) WHERE state <> 'ended';
    CREATE TABLE entries (
        room TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (room, number)
    ) WITHOUT ROWID;
    CREATE INDEX entries_with_profile ON entries (room, number) WHERE instr(body, '"profile":"') > 0;
    CREATE TABLE nodes (
        id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, started TEXT NOT NULL, beat REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE leases (room TEXT PRIMARY KEY, node TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE games (
        id TEXT PRIMARY KEY, room TEXT NOT NULL, ended_at REAL NOT NULL, listed INTEGER NOT NULL, summary BLOB NOT NULL,
        text TEXT NOT NULL
    );
    CREATE INDEX games_by_time ON games (ended_at);
    CREATE INDEX games_listed ON games (ended_at) WHERE listed;
    CREATE TABLE results (
        game TEXT NOT NULL, seat INTEGER NOT NULL, profile TEXT, statistics BLOB NOT NULL, PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX results_by_profile ON results (profile) WHERE profile IS NOT NULL;
    CREATE TABLE profiles (
        id TEXT PRIMARY KEY, body BLOB NOT NULL, opted_in INTEGER NOT NULL, updated REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX profiles_opted_in ON profiles (updated) WHERE opted_in;
    """,
)
"""Step n leads from version n to n + 1. Steps are added, never changed: there are databases out there that took them."""

BUSY_PAUSE: Final = 0.01


def unreadable(path: Path, reason: str) -> StorageError:
    """The refusal of a file that cannot be our database."""
    return StorageError("storage/unreadable", f"{path}: {reason}", {"file": str(path)})


def refusal(error: sqlite3.Error, path: Path) -> StorageError:
    """Why a file could not be opened."""
    if _primary(error) == sqlite3.SQLITE_FULL:
        return StorageFull(f"{path}: {error}")
    if is_busy(error):
        return StorageAway(f"{path}: another process keeps it locked")
    return unreadable(path, str(error))


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process was in the way."""
    return _primary(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def storage_error(error: sqlite3.Error) -> StorageConflict | StorageFull | StorageAway:
    """What went wrong, in the words of the storage."""
    if isinstance(error, sqlite3.IntegrityError):
        return StorageConflict(f"this is stored already ({error})")
    if _primary(error) == sqlite3.SQLITE_FULL:
        return StorageFull(f"there is no space left to store anything ({error})")
    return StorageAway(f"the database does not answer as it should ({error})")


def _primary(error: sqlite3.Error) -> int:
    # Errors that Python's own module raises, such as for a closed connection, carry no code.
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def open_database(path: Path, *, timeout: float) -> sqlite3.Connection:
    """A connection to a database of ours, made if it is not there and brought up to date.

    Raises StorageError `storage/unreadable`, `storage/newer`, StorageFull, or StorageAway if others are in the way for longer
    than *timeout* seconds. Other processes may open the same file at the same moment.
    """
    try:
        database = sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False, cached_statements=256)
    except sqlite3.Error as error:
        raise refusal(error, path) from None
    try:
        version = check_version(database, path)  # before anything is written: the file may be somebody else's
        database.execute(f"PRAGMA page_size = {PAGE}")
        _write_ahead(database, timeout)
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA fullfsync = ON")  # elsewhere than on macOS, fsync alone reaches the disk
        database.execute("PRAGMA secure_delete = ON")  # what somebody asked us to forget is gone from the file too
        if version < len(MIGRATIONS):
            _migrate(database, path)
    except BaseException as error:
        database.close()
        if isinstance(error, sqlite3.Error):
            raise refusal(error, path) from None
        raise
    return database


def _write_ahead(database: sqlite3.Connection, timeout: float) -> None:
    """Keep a write-ahead log. Where several make a database at once, SQLite refuses this at once instead of waiting."""
    until = time.monotonic() + timeout
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.Error as error:
            if not is_busy(error) or time.monotonic() > until:
                raise
            time.sleep(BUSY_PAUSE)


def check_version(database: sqlite3.Connection, path: Path) -> int:
    """The version of a database; 0 if it is empty. Raises StorageError for one that is newer than this program or not ours."""
    database.execute("BEGIN")  # so that the three numbers are of one moment
    try:
        return _version(database, path)
    finally:
        database.execute("ROLLBACK")


def _version(database: sqlite3.Connection, path: Path) -> int:
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (things,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION and (application, version, things) != (0, 0, 0):
        raise unreadable(path, "this is another program's database")
    if version > len(MIGRATIONS):
        raise StorageError(
            "storage/newer",
            f"{path}: made by a newer version of this program (its format is {version}, this program knows {len(MIGRATIONS)})",
            {"file": str(path), "version": version, "known": len(MIGRATIONS)},
        )
    assert isinstance(version, int)
    return version


def _migrate(database: sqlite3.Connection, path: Path) -> None:
    database.execute("BEGIN IMMEDIATE")
    try:
        for step in MIGRATIONS[_version(database, path) :]:  # asked again: another process may have been faster
            for statement in step.split(";"):
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
