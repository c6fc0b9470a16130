"""Which node writes which room, and whether it still lives. Plain functions on a connection; the caller brings the transaction.

A node is dead when its heartbeat is too old, or at once when it ran on this machine and its process is gone: a server that
is started again after a crash does not wait for its own ghost.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from secrets import token_hex


@dataclass(frozen=True)
class Node:
    """One process with the database open."""

    id: str
    host: str
    """The machine since its last start, and the process namespace (of a container): within it, a pid means something."""
    pid: int
    started: str
    """When the process began, so that another one with its number is not taken for it; empty where that cannot be known."""


def this_node() -> Node:
    """The process we are in. Every call gives another id."""
    pid = os.getpid()
    return Node(f"{socket.gethostname()}:{pid}:{token_hex(8)}", _host(), pid, _started(pid) or "")


def is_living(node: Node, beat: float, *, now: float, expiry: float) -> bool:
    """Whether a node may still write."""
    if now - beat > expiry:
        return False
    return node.host != _host() or _started(node.pid) == node.started


def beat(database: sqlite3.Connection, node: Node, now: float) -> None:
    """Say that a node lives."""
    database.execute("INSERT OR REPLACE INTO nodes VALUES (?, ?, ?, ?, ?)", (node.id, node.host, node.pid, node.started, now))


def leave(database: sqlite3.Connection, node: str) -> None:
    """A node lets go of everything and is no more."""
    release(database, node)
    database.execute("DELETE FROM nodes WHERE id = ?", (node,))


def living_nodes(database: sqlite3.Connection, *, now: float, expiry: float) -> list[Node]:
    """All nodes that have the database open."""
    rows = database.execute("SELECT id, host, pid, started, beat FROM nodes").fetchall()
    return [node for *row, beat in rows if is_living(node := Node(*row), beat, now=now, expiry=expiry)]


def bury_the_dead(database: sqlite3.Connection, *, now: float, expiry: float) -> None:
    """Free the leases of nodes that are no more."""
    living = {node.id for node in living_nodes(database, now=now, expiry=expiry)}
    known = database.execute("SELECT id FROM nodes UNION SELECT node FROM leases").fetchall()
    for (node,) in known:
        if node not in living:
            leave(database, node)


def may_take(database: sqlite3.Connection, room: str, node: str, *, now: float, expiry: float) -> bool:
    """Whether a room is there and is free, this node's own, or a dead node's."""
    row = database.execute(
        """
        SELECT leases.node, nodes.id, host, pid, started, beat
        FROM rooms LEFT JOIN leases ON leases.room = rooms.code LEFT JOIN nodes ON nodes.id = leases.node
        WHERE rooms.code = ?
        """,
        (room,),
    ).fetchone()
    if row is None:
        return False
    holder, known, host, pid, started, beat = row
    return holder == node or known is None or not is_living(Node(known, host, pid, started), beat, now=now, expiry=expiry)


def take(database: sqlite3.Connection, room: str, node: str, *, now: float, expiry: float) -> bool:
    """Make a node the writer of a room, if it may be."""
    if not may_take(database, room, node, now=now, expiry=expiry):
        return False
    database.execute("INSERT OR REPLACE INTO leases VALUES (?, ?)", (room, node))
    return True


def release(database: sqlite3.Connection, node: str, room: str | None = None) -> None:
    """A node lets go of a room, or of all (None)."""
    database.execute("DELETE FROM leases WHERE node = ?1 AND room = coalesce(?2, room)", (node, room))


@cache
def _host() -> str:
    return " ".join((socket.gethostname(), _read("/proc/sys/kernel/random/boot_id"), _link("/proc/self/ns/pid")))


def _started(pid: int) -> str | None:
    """When a process of this machine began, as its kernel counts; empty if that cannot be known; None if it is gone."""
    if Path("/proc/self/stat").exists():
        # The name in parentheses may hold anything, parentheses too.
        fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
        return fields[19] if fields and fields[0] not in "ZX" else None
    if os.name == "posix":
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return None
        except PermissionError:
            return ""
    return ""  # elsewhere signal 0 is no question but a death


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


def _link(path: str) -> str:
    try:
        return str(Path(path).readlink())
    except OSError:
        return ""
