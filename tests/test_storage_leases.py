"""A room has one writer among all processes, and nobody waits for a dead one."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.sqlite_leases import Node, this_node
from casting_shadows.server.storage import StorageConflict

from .storage_child import child, hear, tell

PATIENCE = 60.0
"""Seconds within which even a machine under load gets to everything."""
LIFE = 1000.0
"""Seconds a node lives after its last heartbeat, in these tests: no test takes so long that one dies by itself."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.db"


def run(path: Path, sql: str, *values: object) -> None:
    """Change the database past the storage."""
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(sql, values)
    database.close()


def living() -> Node:
    """This very process, under another id."""
    return this_node()


def gone() -> Node:
    """A process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return Node("gone", living().host, process.pid, living().started)


def of_reused_number() -> Node:
    """A process that has ended, and another has its number now."""
    return Node("reused", living().host, os.getpid(), "1")


def elsewhere() -> Node:
    """A process of another machine, which has a number that nobody has here."""
    return Node("elsewhere", "another machine", gone().pid, "1")


@pytest.mark.parametrize(
    ("holder", "age", "free"),
    [
        (living, 0.0, False),
        (living, LIFE - PATIENCE, False),
        (living, LIFE + 1.0, True),
        (gone, 0.0, True),
        (of_reused_number, 0.0, True),
        (elsewhere, 0.0, False),
        (elsewhere, LIFE + 1.0, True),
    ],
)
def test_a_room_can_be_had_when_its_writer_is_dead(path: Path, holder: Callable[[], Node], age: float, free: bool) -> None:
    async def test() -> None:
        storage = await SqliteStorage.open(path, expiry=LIFE)
        await storage.append("ROOM", 0, [b"0"], now=0.0)
        node = holder()
        run(path, "INSERT INTO nodes VALUES (?, ?, ?, ?, ?)", node.id, node.host, node.pid, node.started, time.time() - age)
        run(path, "UPDATE leases SET node = ?", node.id)
        assert await storage.lease("ROOM") == free
        assert await storage.wait_for_lease("ROOM", 0.0) == free
        if free:
            await storage.append("ROOM", 1, [b"1"], now=0.0)
        else:
            with pytest.raises(StorageConflict):
                await storage.append("ROOM", 1, [b"1"], now=0.0)
        await storage.close()

    asyncio.run(test())


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells a dead process that nobody has buried")
def test_a_dead_process_is_dead_also_before_its_parent_notices(path: Path) -> None:
    async def test() -> None:
        storage = await SqliteStorage.open(path, expiry=LIFE)
        with child("hold", path) as holder:
            assert hear(holder) == "holds"
            assert not await storage.lease("HELD")
            holder.send_signal(signal.SIGKILL)
            os.waitid(os.P_PID, holder.pid, os.WEXITED | os.WNOWAIT)
            assert await storage.lease("HELD")
        await storage.close()

    asyncio.run(test())


def test_a_free_room_goes_to_the_first_who_asks_and_back_when_released(path: Path) -> None:
    async def test() -> None:
        one, two = await SqliteStorage.open(path, expiry=LIFE), await SqliteStorage.open(path, expiry=LIFE)
        await one.append("ROOM", 0, [b"0"], now=0.0)
        assert await one.lease("ROOM"), "its own"
        assert not await two.lease("ROOM")
        await two.release("ROOM")
        assert not await two.lease("ROOM"), "nobody can release for another"
        await one.release("ROOM")
        with pytest.raises(StorageConflict):
            await one.append("ROOM", 1, [b"1"], now=0.0)
        assert await two.lease("ROOM")
        assert not await one.lease("ROOM")
        await two.append("ROOM", 1, [b"1"], now=0.0)
        await two.release_all()
        assert await one.lease("ROOM")
        await one.close()
        assert await two.lease("ROOM"), "who closes lets go"
        await two.close()

    asyncio.run(test())


def test_of_two_who_make_a_room_of_the_same_code_one_is_refused(path: Path) -> None:
    async def test() -> None:
        one, two = await SqliteStorage.open(path, expiry=LIFE), await SqliteStorage.open(path, expiry=LIFE)
        appends = (one.append("ROOM", 0, [b"one"], now=0.0), two.append("ROOM", 0, [b"two"], now=0.0))
        outcomes = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes if outcome is not None] == [StorageConflict]
        assert await one.load("ROOM") == [b"two" if outcomes[0] else b"one"]
        await one.close()
        await two.close()

    asyncio.run(test())


def test_a_room_that_is_not_there_can_be_neither_had_nor_waited_for_and_asking_writes_nothing(path: Path) -> None:
    async def test() -> None:
        storage = await SqliteStorage.open(path, expiry=LIFE)
        before = storage.commits
        async with asyncio.timeout(PATIENCE / 2):
            assert not await storage.lease("NOBODY")
            assert not await storage.wait_for_lease("NOBODY", PATIENCE)
        assert storage.commits == before
        await storage.close()

    asyncio.run(test())


def test_a_writer_whose_heart_stops_loses_its_rooms_and_learns_of_it(path: Path) -> None:
    async def test() -> None:
        one, two = await SqliteStorage.open(path, expiry=LIFE), await SqliteStorage.open(path, expiry=LIFE)
        await asyncio.gather(*(one.append(room, 0, [b"0"], now=0.0) for room in ("LOST", "KEPT")))
        run(path, "UPDATE nodes SET beat = beat - 2000")
        assert await two.lease("LOST")
        await asyncio.gather(one.heartbeat(), two.heartbeat())
        assert not await one.lease("LOST")
        lost = one.append("LOST", 1, [b"from one"], now=0.0)
        kept = one.append("KEPT", 1, [b"from one"], now=0.0)
        with pytest.raises(StorageConflict):
            await lost
        await kept
        assert not await two.lease("KEPT"), "its heart beats again"
        await two.append("LOST", 1, [b"from two"], now=0.0)
        assert await one.load("LOST") == [b"0", b"from two"]
        await one.close()
        await two.close()

    asyncio.run(test())


@pytest.mark.T18
def test_after_a_kill_the_next_process_has_all_its_rooms_at_once(path: Path) -> None:
    for _ in range(2):
        with child("hold", path) as holder:
            assert hear(holder) == "holds"
            holder.kill()


@pytest.mark.parametrize("how", ["release", "close", "kill"])
def test_whoever_waits_for_a_room_of_another_process_gets_it(path: Path, how: str) -> None:
    async def test() -> None:
        with child("hold", path) as holder:
            assert hear(holder) == "holds"
            storage = await SqliteStorage.open(path, expiry=LIFE)
            assert not await storage.wait_for_lease("HELD", 0.1)
            waiting = asyncio.create_task(storage.wait_for_lease("HELD", PATIENCE))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            if how == "kill":
                holder.kill()
            else:
                await asyncio.to_thread(tell, holder, how)
            assert await waiting
            await storage.append("HELD", 1, [b"second"], now=0.0)
            await storage.close()

    asyncio.run(test())
