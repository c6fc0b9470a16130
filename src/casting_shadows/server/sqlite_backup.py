"""Copying a database while its server runs, and putting such a copy back while none does."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from casting_shadows.server.sqlite_database import check_version, is_busy, refusal, unreadable
from casting_shadows.server.storage import StorageError, StorageFull

LOG: Final = "-wal"
"""What SQLite puts behind a database's name for its log; a log must never meet another database."""
MEMORY: Final = "-shm"


def backup(database: str | Path, target: str | Path, *, overwrite: bool = False) -> None:
    """Copy a database as it is at one moment, also while servers write to it. The copy is one file, checked and on disk.

    Raises StorageError: `storage/exists` if there is a target and it is not to be overwritten, `storage/damaged` if the
    database is, StorageFull, and what opening a database raises.
    """
    database, target = Path(database), Path(target)
    if target.exists() and not overwrite:
        raise _exists(target)
    with _new_file(target) as copy:
        _copy(database, copy)


def restore(source: str | Path, database: str | Path, *, force: bool = False) -> None:
    """Put a backup in the place of a database. With *force* also where there is one, which is kept as `.old` beside it.

    Raises StorageError: `storage/exists` without *force*, `storage/in-use` while a server has the database open (with *force*
    too: it would go on writing to the old one), and what `backup` raises.
    """
    source, database = Path(source), Path(database)
    if database.exists() and not force:
        raise _exists(database)
    with _new_file(database) as copy:
        _copy(source, copy)
        if database.exists():
            _set_aside(database)


def _copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise unreadable(source, "there is no such file")
    with closing(_connect(source)) as reading, closing(_connect(target)) as writing:
        try:
            version = check_version(reading, source)
        except sqlite3.Error as error:
            raise refusal(error, source) from None
        if version == 0:
            raise unreadable(source, "there is nothing in it")
        try:
            reading.backup(writing)
            # One file that can be carried about; and who held which room at that moment does not hold it in the copy.
            writing.execute("PRAGMA journal_mode = DELETE")
            writing.execute("DELETE FROM nodes")
            (found,) = writing.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            if isinstance(failure := refusal(error, target), StorageFull):
                raise failure from None
            found = str(error)
        if found != "ok":
            raise StorageError("storage/damaged", f"{source}: the database is damaged ({found})", {"file": str(source)})


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        raise refusal(error, path) from None


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """A file beside the target that takes its place when all went well, so that there is never half a one."""
    part = target.with_name(f"{target.name}.part{os.getpid()}")
    try:
        yield part
        _to_disk(part)
        if (log := Path(f"{target}{LOG}")).exists():
            raise _exists(log)
        part.replace(target)
        if os.name == "posix":
            _to_disk(target.parent)
    except OSError as error:
        raise unreadable(target, error.strerror or str(error)) from None
    finally:
        part.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _set_aside(path: Path) -> None:
    """Rename a database, if nobody has it open."""
    old = path.with_name(f"{path.name}.old")
    with closing(_connect(path)) as database:
        try:
            # Only who is alone with a database can turn its log off; then it is one file.
            database.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            if is_busy(error):
                raise StorageError("storage/in-use", f"{path}: a server has it open", {"file": str(path)}) from None
            # Damaged, or no database at all: all of it is kept as it is.
            for ending in (LOG, MEMORY):
                with suppress(FileNotFoundError):
                    Path(f"{path}{ending}").replace(f"{old}{ending}")
    path.replace(old)


def _exists(path: Path) -> StorageError:
    return StorageError("storage/exists", f"{path}: there is a file already that is not to be overwritten", {"file": str(path)})
