"""What is acknowledged is on disk: through kill -9, slow disks and full ones; and many appends share one sync."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable
from contextvars import Context
from itertools import groupby
from pathlib import Path
from typing import TypeVarTuple

import pytest

from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.storage import StorageFull, Summary

from .counts import runs
from .storage_child import LONGEST, ROOMS, child, entry, hear

pytestmark = pytest.mark.T18

Ts = TypeVarTuple("Ts")

KILLS = runs(10, 200)
SLOW_SYNC = """
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int slow(long number, int file) {
    const char *gate = getenv("SLOW_SYNC");
    if (!gate) return syscall(number, file);
    while (access(gate, F_OK)) usleep(1000);
    int result = syscall(number, file);
    return write(1, "synced\\n", 7) == 7 ? result : -1;
}
int fsync(int file) { return slow(SYS_fsync, file); }
int fdatasync(int file) { return slow(SYS_fdatasync, file); }
"""
"""A library that goes between SQLite and the system and makes every sync wait until there is a certain file."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.db"


def stored_records(path: Path) -> dict[str, list[bytes]]:
    """Every room's entries, read past the storage. Their numbers have no gap."""
    database = sqlite3.connect(path)
    try:
        rows = database.execute("SELECT room, number, body FROM entries ORDER BY room, number").fetchall()
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        database.close()
    records: dict[str, list[bytes]] = {}
    for room, number, body in rows:
        assert number == len(records.setdefault(room, [])), f"a gap in {room} before {number}"
        records[room].append(body)
    return records


def test_a_killed_server_loses_nothing_it_acknowledged_and_leaves_no_append_half_done(path: Path) -> None:
    chance = random.Random("kill")
    acknowledged: Counter[str] = Counter()
    for _ in range(KILLS):
        with child("write", path) as process:
            lines = [hear(process) for _ in range(chance.randint(1, 60))]
            assert lines[0], "it takes up all rooms of the one before it"
            process.kill()
            lines += iter(lambda: hear(process), "")
        for room, count in map(str.split, lines):
            acknowledged[room] = max(acknowledged[room], int(count))
        records = stored_records(path)
        for room in ROOMS:
            record = records.get(room, [])
            assert len(record) >= acknowledged[room]
            place = 0
            while place < len(record):
                size = 1 + place % LONGEST
                assert record[place : place + size] == [entry(room, place + n, place, size) for n in range(size)], "all or none"
                place += size
    assert min(acknowledged[room] for room in ROOMS) > 0


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler to put a slow disk under SQLite")
def test_nothing_is_acknowledged_before_its_sync_has_ended_and_many_appends_share_one(path: Path, tmp_path: Path) -> None:
    library = tmp_path / "slow_sync.so"
    (tmp_path / "slow_sync.c").write_text(SLOW_SYNC)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "slow_sync.c"], check=True)
    asyncio.run(make(path))
    with child("slow", path, LD_PRELOAD=str(library), GATE=str(tmp_path / "gate")) as process:
        lines = [line for line, _ in groupby(iter(lambda: hear(process), ""))]
    assert lines[:4] == ["asked", "loop goes on", "synced", "stored"]
    assert lines[4:] in ([], ["synced", "stored"]), "what came while the first was synced went together"


async def make(path: Path) -> None:
    """An empty database."""
    await (await SqliteStorage.open(path)).close()


def test_nothing_is_acknowledged_while_a_commit_is_held_up_and_then_all_of_it_in_one_or_two(path: Path) -> None:
    async def test() -> None:
        storage = await SqliteStorage.open(path)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        before = storage.commits
        appends = [storage.append("ROOM", number, [b"%d" % number], now=0.0) for number in range(500)]
        seen: list[int] = []
        for append in appends:
            append.add_done_callback(lambda _: seen.append(stored_entries(other)))
        await asyncio.sleep(0.2)
        assert not any(append.done() for append in appends)
        assert storage.commits == before
        other.execute("ROLLBACK")
        await asyncio.gather(*appends)
        assert storage.commits - before <= 2
        assert all(count > number for number, count in enumerate(seen)), "who is told can be sure that others see it"
        other.close()
        await storage.close()

    asyncio.run(test())


def stored_entries(database: sqlite3.Connection) -> int:
    (count,) = database.execute("SELECT count(*) FROM entries").fetchone()
    assert isinstance(count, int)
    return count


class CountingLoop(asyncio.SelectorEventLoop):
    """Counts how often another thread woke it."""

    woken = 0

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        self.woken += 1
        return super().call_soon_threadsafe(callback, *args, context=context)


def test_each_commit_wakes_the_loop_once(path: Path) -> None:
    async def test() -> None:
        storage = await SqliteStorage.open(path)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, CountingLoop)
        woken, commits = loop.woken, storage.commits
        await asyncio.gather(*(storage.append("ROOM", number, [b"entry"], now=0.0) for number in range(100)))
        assert loop.woken - woken == storage.commits - commits
        await storage.close()

    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        runner.run(test())


def test_a_full_database_refuses_clearly_and_works_again_when_there_is_space(path: Path) -> None:
    async def test() -> None:
        storage = await SqliteStorage.open(path, max_bytes=400_000)
        await storage.append("OLD", 0, [b"x" * 200_000], summary=Summary("ended"), now=0.0)
        await storage.release("OLD")
        await storage.append("ROOM", 0, [b"first"], now=0.0)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # so that all of these are one group
        appends = [
            storage.append("SMALL", 0, [b"small"], now=0.0),
            storage.append("ROOM", 1, [b"x" * 300_000], now=0.0),
            storage.append("ROOM", 2, [b"behind it"], now=0.0),
            storage.append("SMALL", 1, [b"too"], now=0.0),
        ]
        await asyncio.sleep(0.01)
        other.close()
        small, large, behind, too = await asyncio.gather(*appends, return_exceptions=True)
        assert small is None and too is None, "who needs no space suffers nothing"
        assert isinstance(large, StorageFull) and large.code == "storage/full"
        assert isinstance(behind, StorageFull), "the reason of the one before it"
        assert await storage.load("ROOM") == [b"first"]
        assert await storage.load("SMALL") == [b"small", b"too"]
        with pytest.raises(StorageFull):
            await storage.append("ROOM", 1, [b"x" * 300_000], now=0.0)
        await storage.clean_up(86400.0, rooms_days=0.5, games_days=None, idle_setup_hours=None)
        await storage.append("ROOM", 1, [b"x" * 300_000], now=0.0)
        await storage.close()

    asyncio.run(test())
    assert [len(body) for body in stored_records(path)["ROOM"]] == [5, 300_000]
    assert path.stat().st_size <= 400_000
