"""The rooms' peer: what a message costs a boardgame.io server. Node only; nothing of it is shipped.

Server and players are processes of their own (bench/boardgame_io). A message is one move in a match and its update to every
socket there. What the server runs on it is boardgame.io's own, as documented: credentials, state number, rules, end of turn,
undo, log, a view per socket, and storage: in memory, where a match is lost with its server, or in its own FlatFile. Ours never
acknowledges what is not on disk, so the second is its like.

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
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path

from bench.measure import Report, Talker, cpu_seconds, talking

PEER = Path(__file__).parent / "boardgame_io"


def _node(script: str, *arguments: object) -> AbstractContextManager[Talker]:
    """A script of the peer as a process that talks in lines."""
    command = ["node", str(PEER / script), *map(str, arguments)]
    return talking(command, {**os.environ, "NODE_ENV": "production"})


def _about(server: Talker) -> Report:
    """What the server says of its CPU time, memory and versions."""
    os.kill(server.pid, signal.SIGUSR2)
    found: Report = json.loads(server.hear())
    return found


def measure(rooms: int, sockets_per_room: int, seconds: float, interval: float, *, keeps: bool) -> Report:
    """One run: every room makes a move each interval, for so many seconds after a warm-up at full speed."""
    if not (PEER / "node_modules" / ".package-lock.json").exists():  # the last file an installation writes
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    with tempfile.TemporaryDirectory() as folder, _node("server.js", 0, *([folder] if keeps else [])) as server:
        port = server.hear().removeprefix("ready ")
        with _node("client.js", port, rooms, sockets_per_room, seconds, interval) as players:
            players.hear()  # warm
            said_before, before = _about(server), cpu_seconds(server.pid)
            found = players.ask("")
            after, said_after = cpu_seconds(server.pid), _about(server)
    messages = found["messages"]
    return {
        "who": f"boardgame.io {said_after['boardgame_io']} {'that keeps its games' if keeps else 'in memory'}",
        "keeps": keeps,
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
    parser.add_argument("--keeps", action="store_true", help="matches are stored in files and survive the server")
    wanted = parser.parse_args()
    print(json.dumps(measure(wanted.rooms, wanted.sockets, wanted.seconds, wanted.interval, keeps=wanted.keeps)))


if __name__ == "__main__":
    main()
