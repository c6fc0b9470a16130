"""Deleting what was kept long enough, a little at a time: in between, players' actions are stored."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

BATCH: Final = 50
"""Most rooms or games deleted at once."""


def delete_rooms(state: str, before: float, database: sqlite3.Connection) -> int:
    """Delete some rooms that nobody holds, in a state since before a time; how many they were."""
    rooms = database.execute(
        "SELECT code FROM rooms WHERE state = ? AND updated < ? AND code NOT IN (SELECT room FROM leases) LIMIT ?",
        (state, before, BATCH),
    ).fetchall()
    codes = json.dumps([code for (code,) in rooms])
    database.execute("DELETE FROM entries WHERE room IN (SELECT value FROM json_each(?))", (codes,))
    database.execute("DELETE FROM rooms WHERE code IN (SELECT value FROM json_each(?))", (codes,))
    return len(rooms)


def delete_games(before: float, database: sqlite3.Connection) -> int:
    """Delete some games that ended before a time; how many they were."""
    games = database.execute("SELECT id FROM games WHERE ended_at < ? LIMIT ?", (before, BATCH)).fetchall()
    ids = json.dumps([id for (id,) in games])
    database.execute("DELETE FROM results WHERE game IN (SELECT value FROM json_each(?))", (ids,))
    database.execute("DELETE FROM games WHERE id IN (SELECT value FROM json_each(?))", (ids,))
    return len(games)
