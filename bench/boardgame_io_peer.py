"""The rooms' peer: what a message costs a boardgame.io server. Node only; nothing of it is shipped.

Server and players are processes of their own (bench/boardgame_io). A message is one move in a match and its update to every
socket there. What the server runs on it is boardgame.io's own, as documented: credentials, state number, rules, end of turn,
undo, log, a view per socket, storage in memory.

Its matches never end, and nothing in them grows enough to count: undo is emptied every turn, an update carries only the newest
log entries, and storing a move copies the log as an array of references, two for each move a room ever made.

Compare at the same pace only: a message that finds the server asleep costs about three times one that finds it busy.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PEER = Path(__file__).parent / "boardgame_io"

Report = dict[str, Any]


class _Node:
    """A script of the peer as a process that talks in lines."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.pid = process.pid
        self._stdin, self._stdout = process.stdin, process.stdout

    def read(self) -> str:
        """Its next line; its own words about why there is none are on stderr."""
        line = self._stdout.readline()
        if not line:
            raise RuntimeError("the boardgame.io peer ended early")
        return line.strip()

    def go_on(self) -> None:
        """Let it take its next step."""
        self._stdin.write("\n")
        self._stdin.flush()

    def about_itself(self) -> Report:
        """What the server says of its CPU time, memory and versions."""
        os.kill(self.pid, signal.SIGUSR2)
        found: Report = json.loads(self.read())
        return found

    def cpu_seconds(self) -> float:
        """CPU time of all its threads, read from outside.

        This is what clock_getcpuclockid(3) makes of a process id, which Python does not offer. The same figure in /proc is
        rounded to hundredths of a second, a tenth of what a short run costs.
        """
        return time.clock_gettime((~self.pid << 3) | 2)


@contextmanager
def _node(script: str, *arguments: object) -> Iterator[_Node]:
    """Run a script for as long as the block lasts."""
    command = ["node", str(PEER / script), *map(str, arguments)]
    environment = {**os.environ, "NODE_ENV": "production"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        try:
            yield _Node(process)
        finally:
            process.kill()


def measure(rooms: int, sockets_per_room: int, seconds: float, interval: float) -> Report:
    """One run: every room makes a move each interval, for so many seconds after a warm-up at full speed."""
    if not (PEER / "node_modules" / ".package-lock.json").exists():  # the last file an installation writes
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    with _node("server.js", 0) as server:
        port = server.read().removeprefix("ready ")
        with _node("client.js", port, rooms, sockets_per_room, seconds, interval) as players:
            players.read()  # warm
            said_before, before = server.about_itself(), server.cpu_seconds()
            players.go_on()
            found: Report = json.loads(players.read())
            after, said_after = server.cpu_seconds(), server.about_itself()
    messages = found["messages"]
    return {
        "who": f"boardgame.io {said_after['boardgame_io']}",
        "node": said_after["node"],
        **found,
        "cpu_ms_per_message": (after - before) * 1e3 / messages,
        "own_cpu_ms_per_message": (said_after["cpu_s"] - said_before["cpu_s"]) * 1e3 / messages,
        "frames_per_message": found["frames"] / messages,
        "rss_mb": said_after["rss_mb"],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--sockets", type=int, default=4, help="in each room: two players, the rest watch")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--interval", type=float, default=2.0, help="seconds between two moves of a room")
    wanted = parser.parse_args()
    print(json.dumps(measure(wanted.rooms, wanted.sockets, wanted.seconds, wanted.interval)))


if __name__ == "__main__":
    main()
