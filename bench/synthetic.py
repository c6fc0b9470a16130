"""The least a room server in Python can cost: JSON in, rules of 0.3 ms that do nothing, a line into a journal, four views out.

`measure` runs it, as a process of its own, under a load like that of bench/rooms.py. What an action costs depends on the machine
and on how often it has to wake up, so our own figures mean most beside these of the same run.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import uvloop
from bench.measure import Report, cpu_seconds, talking
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

STEP: Final = 0.0003
VIEW: Final = {"view": "x" * 3000}
PEOPLE: Final = 4


async def _serve(journal: Path) -> None:
    rooms: dict[str, list[ServerConnection]] = {}
    with journal.open("ab", buffering=0) as file:

        async def room(socket: ServerConnection) -> None:
            while True:
                try:
                    text = await socket.recv()
                except ConnectionClosed:
                    return
                message = json.loads(text)
                seats = rooms.setdefault(message["room"], [])
                if message["t"] == "hello":
                    seats.append(socket)
                    continue
                until = time.thread_time() + STEP
                while time.thread_time() < until:
                    pass
                file.write(json.dumps(message).encode() + b"\n")
                for seat in seats:
                    await seat.send(json.dumps({**VIEW, "version": message["version"]}))

        async with serve(room, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
            print(json.dumps({"port": next(iter(server.sockets)).getsockname()[1]}), flush=True)
            await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


async def _play(pid: int, port: int, rooms: int, seconds: float, interval: float) -> tuple[int, float]:
    tables: list[list[ClientConnection]] = []
    for number in range(rooms):
        table = [await connect(f"ws://127.0.0.1:{port}", compression=None, ping_interval=None) for _ in range(PEOPLE)]
        for socket in table:
            await socket.send(json.dumps({"t": "hello", "room": str(number)}))
        tables.append(table)
    done, before = 0, cpu_seconds(pid)

    async def play(number: int, table: list[ClientConnection]) -> None:
        nonlocal done
        await asyncio.sleep(interval * number / rooms)
        until = asyncio.get_running_loop().time() + seconds
        while (now := asyncio.get_running_loop().time()) < until:
            await table[done % PEOPLE].send(json.dumps({"t": "act", "room": str(number), "version": done}))
            for socket in table:
                await socket.recv()
            done += 1
            await asyncio.sleep(max(0.0, now + interval - asyncio.get_running_loop().time()))

    await asyncio.gather(*(play(number, table) for number, table in enumerate(tables)))
    return done, cpu_seconds(pid) - before


def measure(rooms: int, seconds: float, interval: float) -> Report:
    """CPU of the synthetic server for an action."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.synthetic", f"{folder}/journal"]
        with talking(command, os.environ) as server:
            port = json.loads(server.hear())["port"]
            actions, spent = uvloop.run(_play(server.pid, port, rooms, seconds, interval))
            return {"rooms": rooms, "seconds": seconds, "actions": actions, "ms": spent * 1e3 / actions}


if __name__ == "__main__":
    uvloop.run(_serve(Path(sys.argv[1])))
