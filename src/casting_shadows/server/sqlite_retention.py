"""Deleting what was kept long enough, a little at a time: in between, players' actions are stored."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

BATCH: Final = 50
"""Most rooms or games deleted at once."""


def delete_rooms(states: tuple[str, ...], before: float, database: sqlite3.Connection) -> int:
    """Delete some rooms that nobody holds, in these states since before a time; how many they were."""
    rooms = database.execute(
        """
        SELECT code FROM rooms WHERE state IN (SELECT value FROM json_each(?)) AND updated < ?
        AND code NOT IN (SELECT room FROM leases) LIMIT ?
        """,
        (json.dumps(states), before, BATCH),
    ).fetchall()
    codes = json.dumps([code for (code,) in rooms])
    database.execute("DELETE FROM entries WHERE room IN (SELECT value FROM json_each(?))", (codes,))
    database.execute("DELETE FROM rooms WHERE code IN (SELECT value FROM json_each(?))", (codes,))
    return len(rooms)


def delete_profile(profile: str, database: sqlite3.Connection) -> None:
    """Delete a profile, and its name from everything it took part in."""
    database.execute("DELETE FROM profiles WHERE id = ?", (profile,))
    database.execute("UPDATE results SET profile = NULL WHERE profile = ?", (profile,))
    linked, unlinked = f'"profile":"{profile}"', '"profile":null'
    # The first condition is the index's own: without it every entry of every room would be looked through.
    database.execute(
        """
        UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), ?, ?) AS BLOB)
        WHERE instr(body, '"profile":"') > 0 AND instr(body, CAST(? AS BLOB)) > 0
        """,
        (linked, unlinked, linked),
    )


def delete_games(before: float, database: sqlite3.Connection) -> int:
    """Delete some games that ended before a time; how many they were."""
    games = database.execute("SELECT id FROM games WHERE ended_at < ? LIMIT ?", (before, BATCH)).fetchall()
    ids = json.dumps([id for (id,) in games])
    database.execute("DELETE FROM results WHERE game IN (SELECT value FROM json_each(?))", (ids,))
    database.execute("DELETE FROM games WHERE id IN (SELECT value FROM json_each(?))", (ids,))
    return len(games)
