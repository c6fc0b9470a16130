"""Database files: opened by several at once, brought up to date by themselves, refused by name, copied and put back."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from casting_shadows.server import sqlite_database
from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.sqlite_backup import backup, restore
from casting_shadows.server.sqlite_database import MIGRATIONS
from casting_shadows.server.storage import StorageAway, StorageError

from .counts import runs
from .storage_child import child, hear, tell


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.db"


def use(path: Path, *entries: bytes) -> list[bytes]:
    """Open a database, go on with one room, close it; the room's record."""

    async def go_on() -> list[bytes]:
        storage = await SqliteStorage.open(path, timeout=0.2)
        try:
            record = await storage.load("ROOM") or []
            if record:
                assert await storage.lease("ROOM")
            if entries:
                await storage.append("ROOM", len(record), entries, now=0.0)
            return await storage.load("ROOM") or []
        finally:
            await storage.close()

    return asyncio.run(go_on())


def sql(path: Path, *statements: str) -> list[object]:
    """The first value that each statement gives."""
    database = sqlite3.connect(path, isolation_level=None)
    try:
        return [(database.execute(statement).fetchone() or [None])[0] for statement in statements]
    finally:
        database.close()


def files(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


# Opening


def test_several_processes_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    for number in range(runs(1, 50)):
        path = tmp_path / f"{number}.db"
        with ExitStack() as stack:
            processes = [stack.enter_context(child("open", path)) for _ in range(4)]
            assert [hear(process) for process in processes] == ["ready"] * 4
            for process in processes[1:]:
                assert process.stdin is not None
                process.stdin.write("now\n")
                process.stdin.flush()
            assert [tell(processes[0], "now"), *map(hear, processes[1:])] == ["opened"] * 4
        assert sql(path, "SELECT count(*) FROM rooms", "SELECT count(*) FROM nodes") == [4, 0]


def test_an_empty_file_becomes_a_database_and_an_older_one_is_brought_up_to_date(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.touch()
    use(path, b"0")
    assert sql(path, "PRAGMA user_version", "PRAGMA journal_mode") == [len(MIGRATIONS), "wal"]
    more = (*MIGRATIONS, "CREATE TABLE stars (room TEXT); INSERT INTO stars SELECT code FROM rooms")
    monkeypatch.setattr(sqlite_database, "MIGRATIONS", more)
    assert use(path, b"1") == [b"0", b"1"]
    assert sql(path, "PRAGMA user_version", "SELECT room FROM stars") == [len(more), "ROOM"]


def test_a_migration_is_done_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(path, b"0")
    monkeypatch.setattr(sqlite_database, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE stars (room TEXT); CREATE nonsense"))
    with pytest.raises(StorageError, match="nonsense"):
        use(path)
    assert sql(path, "PRAGMA user_version", "SELECT name FROM sqlite_master WHERE name = 'stars'") == [len(MIGRATIONS), None]
    monkeypatch.undo()
    assert use(path, b"1") == [b"0", b"1"]


def test_a_database_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    use(path, b"0")
    sql(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="newer") as refused:
        use(path)
    assert refused.value.code == "storage/newer"
    assert refused.value.values == {"file": str(path), "version": 99, "known": len(MIGRATIONS)}
    assert path.read_bytes() == before


@pytest.mark.parametrize("which", ["text", "folder", "no folder", "another program's", "another program's new one"])
def test_what_cannot_be_our_database_is_refused_by_name_and_left_alone(path: Path, which: str) -> None:
    if which == "text":
        path.write_text("Dear diary, today I cast no shadow at all. " * 100)
    elif which == "folder":
        path.mkdir()
    elif which == "no folder":
        path = path / "rooms.db"
    elif which == "another program's":
        sql(path, "PRAGMA application_id = 7", "CREATE TABLE cookies (jar)")
    else:
        sql(path, "CREATE TABLE cookies (jar)")
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StorageError) as refused:
        use(path)
    assert refused.value.code == "storage/unreadable"
    assert str(path) in refused.value.message
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_database_that_another_keeps_locked_is_refused_after_a_while(path: Path) -> None:
    use(path, b"0")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="locked") as refused:
        use(path)
    assert refused.value.code == "storage/away"
    other.close()


# Backup and restore


def test_a_backup_of_a_running_server_is_the_database_at_one_moment(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def test() -> None:
        storage = await SqliteStorage.open(path)
        await asyncio.gather(*(storage.append(f"ROOM{number}", 0, [b"x" * 20_000], now=0.0) for number in range(100)))
        stop = False
        lengths = dict.fromkeys(("A", "B"), 0)

        async def write() -> None:
            # B is never ahead of A, at no moment.
            while not stop:
                for room in lengths:
                    await storage.append(room, lengths[room], [b"%d" % lengths[room]], now=0.0)
                    lengths[room] += 1

        writing = asyncio.create_task(write())
        while lengths["B"] < 10:
            await asyncio.sleep(0)
        for _ in range(100):
            before = dict(lengths)
            await asyncio.to_thread(backup, path, copy, overwrite=True)
            if lengths["A"] > before["A"]:
                break
        else:
            raise AssertionError("the server never went on meanwhile")
        stop = True
        await writing
        await storage.close()

        copied = await SqliteStorage.open(copy)
        records = {room: await copied.load(room) or [] for room in lengths}
        for room, record in records.items():
            assert record == [b"%d" % number for number in range(len(record))]
            assert before[room] <= len(record) <= lengths[room]
        assert len(records["A"]) - len(records["B"]) in (0, 1)
        assert await copied.lease("A"), "who held a room then does not hold it in the copy"
        await copied.close()

    asyncio.run(test())


def test_a_backup_is_one_file_and_overwrites_nothing_unless_told(path: Path, tmp_path: Path) -> None:
    use(path, b"0")
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(StorageError) as refused:
        backup(path, copy)
    assert refused.value.code == "storage/exists"
    assert copy.read_text() == "precious"
    backup(path, copy, overwrite=True)
    assert files(path) == {"rooms.db", "copy.db"}
    assert sql(copy, "PRAGMA journal_mode") == ["delete"], "so that it can be read where nothing can be written"
    assert use(copy) == [b"0"]


def test_nothing_is_backed_up_from_where_there_is_nothing(path: Path, tmp_path: Path) -> None:
    for make in (lambda: None, path.touch, lambda: path.write_text("no database" * 1000)):
        make()
        there = files(path)
        with pytest.raises(StorageError) as refused:
            backup(path, tmp_path / "copy.db")
        assert refused.value.code == "storage/unreadable"
        assert str(path) in refused.value.message
        assert files(path) == there
    with pytest.raises(StorageError, match="nowhere"):
        backup(path, tmp_path / "nowhere" / "copy.db")


def damage(path: Path) -> None:
    """Overwrite all but the header and what says which tables there are."""
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)


def test_a_damaged_database_is_not_taken_for_a_good_backup(path: Path, tmp_path: Path) -> None:
    use(path, b"0")
    damage(path)
    with pytest.raises(StorageError) as refused:
        backup(path, tmp_path / "copy.db")
    assert refused.value.code == "storage/damaged"
    assert not (tmp_path / "copy.db").exists()


def test_a_restored_backup_takes_the_place_of_the_database_which_is_kept(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    use(path, b"0")
    backup(path, copy)
    use(path, b"1")
    with pytest.raises(StorageError) as refused:
        restore(copy, path)
    assert refused.value.code == "storage/exists"
    assert use(path) == [b"0", b"1"]
    restore(copy, path, force=True)
    assert files(path) == {"rooms.db", "rooms.db.old", "copy.db"}
    assert use(path, b"other") == [b"0", b"other"]
    assert use(tmp_path / "rooms.db.old") == [b"0", b"1"]
    assert use(copy) == [b"0"]
    restore(copy, tmp_path / "new.db")
    assert use(tmp_path / "new.db") == [b"0"]


def test_what_a_killed_server_left_in_its_log_is_kept_too(path: Path, tmp_path: Path) -> None:
    with child("hold", path) as holder:
        assert hear(holder) == "holds"
        holder.kill()
    assert (tmp_path / "rooms.db-wal").stat().st_size > 0
    backup(path, tmp_path / "copy.db")
    use(tmp_path / "other.db", b"other")
    restore(tmp_path / "other.db", path, force=True)
    assert use(path) == [b"other"]
    held = "SELECT count(*) FROM entries WHERE room = 'HELD'"
    assert sql(tmp_path / "copy.db", held) == sql(tmp_path / "rooms.db.old", held) == [1]


def test_nothing_is_restored_under_a_running_server(path: Path, tmp_path: Path) -> None:
    use(path, b"0")
    backup(path, tmp_path / "copy.db")
    with child("hold", path) as holder:
        assert hear(holder) == "holds"
        with pytest.raises(StorageError) as refused:
            restore(tmp_path / "copy.db", path, force=True)
        assert refused.value.code == "storage/in-use"
        assert tell(holder, "release") == "released", "and the server goes on"
    assert use(path, b"1") == [b"0", b"1"]


def test_a_bad_backup_is_refused_and_the_database_stays(path: Path, tmp_path: Path) -> None:
    use(path, b"0")
    spoilers: dict[str, Callable[[Path], object]] = {
        "storage/damaged": damage,
        "storage/newer": lambda copy: sql(copy, "PRAGMA user_version = 99"),
        "storage/unreadable": lambda copy: copy.write_text("no database" * 1000),
    }
    for code, spoil in spoilers.items():
        copy = tmp_path / "copy.db"
        backup(path, copy, overwrite=True)
        spoil(copy)
        with pytest.raises(StorageError) as refused:
            restore(copy, path, force=True)
        assert refused.value.code == code
        assert use(path) == [b"0"]
        assert files(path) == {"rooms.db", "copy.db"}


def test_a_damaged_database_makes_way_for_its_backup(path: Path, tmp_path: Path) -> None:
    use(path, b"0")
    backup(path, tmp_path / "copy.db")
    path.write_text("not even a header is left" * 1000)
    restore(tmp_path / "copy.db", path, force=True)
    assert use(path) == [b"0"]
    assert "not even" in (tmp_path / "rooms.db.old").read_text()


def test_a_database_never_meets_the_log_of_another(path: Path, tmp_path: Path) -> None:
    use(path, b"0")
    backup(path, tmp_path / "copy.db")
    (tmp_path / "new.db-wal").write_bytes(b"left by a database that was deleted")
    with pytest.raises(StorageError, match="-wal"):
        restore(tmp_path / "copy.db", tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.T18
def test_nothing_is_confirmed_into_a_database_that_was_taken_away(path: Path) -> None:
    async def take_away() -> None:
        storage = await SqliteStorage.open(path)
        await storage.append("ROOM", 0, [b"0"], now=0.0)
        away = path.rename(path.with_name("elsewhere.db"))
        with pytest.raises(StorageAway):
            await storage.append("ROOM", 1, [b"1"], now=0.0)
        away.rename(path)
        await storage.append("ROOM", 1, [b"1"], now=0.0)
        await storage.close()

    asyncio.run(take_away())
    assert use(path) == [b"0", b"1"]
