"""Other processes for the storage tests: `python -m tests.storage_child WHAT DATABASE`. Each says on its output what it did."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from casting_shadows.server.sqlite import SqliteStorage

ROOMS = tuple(f"ROOM{number}" for number in range(6))
LONGEST = 3
"""Most entries of one append."""


@contextmanager
def child(what: str, database: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """One of these processes, for as long as the test needs it."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, what, str(database)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def tell(process: subprocess.Popen[str], word: str) -> str:
    """Say a word to a process; its answer."""
    assert process.stdin is not None
    process.stdin.write(f"{word}\n")
    process.stdin.flush()
    return hear(process)


def hear(process: subprocess.Popen[str]) -> str:
    """The next line a process says; empty when it has ended."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def say(*words: object) -> None:
    """One line, at once and whole, also when we are killed the moment after."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def heard() -> str:
    """The next line the test says to us; empty when it has gone."""
    line: str = await asyncio.to_thread(sys.stdin.readline)
    return line.strip()


def entry(room: str, number: int, first: int, count: int) -> bytes:
    """An entry that tells its place and that of the append it came with."""
    return f"{room} {number} {first} {count}".encode()


async def write(database: Path) -> None:
    """Go on with every room where its record ends, and say what was acknowledged, until somebody kills us."""
    storage = await SqliteStorage.open(database)

    async def fill(room: str) -> None:
        record = await storage.load(room)
        if record is not None:
            assert await storage.lease(room), "the process before us is dead"
        first = len(record or ())
        while True:
            count = 1 + first % LONGEST
            entries = [entry(room, number, first, count) for number in range(first, first + count)]
            await storage.append(room, first, entries, now=0.0)
            say(room, first + count)
            first += count

    await asyncio.gather(*map(fill, ROOMS))


async def hold(database: Path) -> None:
    """Hold a room; let go of it or leave when we are told."""
    storage = await SqliteStorage.open(database)
    if await storage.load("HELD") is None:
        await storage.append("HELD", 0, [b"first"], now=0.0)
    say("holds" if await storage.lease("HELD") else "does not hold")
    while word := await heard():
        if word == "release":
            await storage.release("HELD")
            say("released")
        elif word == "close":
            await storage.close()
            say("closed")


async def open_at_once(database: Path) -> None:
    """Open and use the database at the very moment we are told."""
    say("ready")
    await heard()
    storage = await SqliteStorage.open(database)
    await storage.append(f"ROOM{os.getpid()}", 0, [b"first"], now=0.0)
    await storage.close()
    say("opened")


async def append_slowly(database: Path) -> None:
    """Append while no sync to disk ends before we make a file (see the library that the test puts under us)."""
    storage = await SqliteStorage.open(database)
    gate = os.environ["SLOW_SYNC"] = os.environ["GATE"]
    appends = []
    for number in range(10):
        append = storage.append("ROOM", number, [b"entry"], now=0.0)
        append.add_done_callback(lambda done: say("failed" if done.exception() else "stored"))
        appends.append(append)
    say("asked")
    await asyncio.sleep(0)
    say("loop goes on")
    await asyncio.sleep(0.2)  # time to say "stored", if anybody did not wait for the sync
    Path(gate).touch()
    await asyncio.gather(*appends)
    del os.environ["SLOW_SYNC"]
    await storage.close()


if __name__ == "__main__":
    asyncio.run({"write": write, "hold": hold, "open": open_at_once, "slow": append_slowly}[sys.argv[1]](Path(sys.argv[2])))
