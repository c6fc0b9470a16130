"""People who play over real sockets, at random, and remember what the room confirmed; and what its record says they did.

match = await Match.open(server.url, seed=1)     # a room with people in both seats
await match.play()                               # to the end of the game, through whatever happens to the server
check_record(server.database, match)             # what they believe is what is stored, no more and no less
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from casting_shadows.bots import BOTS
from casting_shadows.client import Link, Refused, RoomClient, Turn, new_token, open_room
from casting_shadows.client.remote_bot import PASSING
from casting_shadows.engine import GameError, facts, parse_record, verify, view
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.view import View
from casting_shadows.table import Room, decode_entry
from casting_shadows.table.entries import Acted, Answered, AnyEntry

UNLIMITED = (
    *("--window-min", "0.05", "--grace-min", "0.05", "--rooms-per-address", "1000000", "--sockets-per-address", "3000"),
    *("--connections-per-address", "3000", "--requests-per-second", "100000", "--requests-burst", "100000"),
    *("--messages-per-second", "100000", "--messages-burst", "100000", "--lookups-per-minute", "1000000"),
)
"""Flags of a server on which one address may do as much as a test needs."""
QUICK = Options(max_rounds=4, clock="none", bot_pace="instant", grace=60)
"""A game of some fifty actions, in which windows close with the last answer."""


@dataclass(frozen=True)
class Played:
    """An action, and the version of the game it was taken at."""

    version: int
    seat: int
    action: str


@dataclass(eq=False)
class Player:
    """Somebody with a device of their own."""

    link: Link
    seat: int
    chance: random.Random
    token: str = field(default_factory=new_token)
    confirmed: list[Played] = field(default_factory=list)
    """What the room has said is done."""
    refusals: Counter[str] = field(default_factory=Counter)
    """What it has said is not, by code."""
    room: RoomClient | None = None
    """The line to the room, while there is one."""
    last: m.Update | None = None
    """How the game stood when it was over."""

    async def play(self, people: int, bots: Iterable[str]) -> None:
        """Sit down, begin when everyone is there, play to the end."""
        async with RoomClient(self.link, self.token, connect_timeout=None, pace=None) as room:
            self.room = room
            await room.join(f"Player {self.seat}", self.seat)
            if self.seat:
                await room.command(c.Ready)
            else:
                for seat, bot in enumerate(bots, people):
                    await room.command(c.SetBot, seat=seat, bot=bot)
                await room.until(lambda: room.info and sum(member.ready for member in room.info.members) == people - 1)
                await room.command(c.Start)
            async for turn in room.turns():
                await self.act(turn)
            self.last = room.update

    async def act(self, turn: Turn) -> bool:
        """Take any action; whether it was."""
        action = self.chance.choice(turn.choices).action
        try:
            await turn.play(action)
        except Refused as refusal:
            self.refusals[refusal.code] += 1
            if refusal.code not in PASSING:
                raise
            return False
        self.confirmed.append(Played(turn.version, turn.seat, action))
        return True


@dataclass(eq=False)
class Match:
    """A room and those who play in it."""

    link: Link
    players: list[Player]
    bots: tuple[str, ...]

    @classmethod
    async def open(
        cls,
        server: str,
        *,
        seed: int | str,
        people: int = 2,
        bots: tuple[str, ...] = (),
        options: Options = QUICK,
        line: str | None = None,
    ) -> Match:
        """A room, even if the server has to come up first. Its people connect over *line*."""
        token = new_token()
        wanted = msgspec.structs.replace(options, players=people + len(bots))
        while True:
            try:
                link = await open_room(server, "Player 0", token, wanted)
                break
            except GameError as error:
                if error.code not in ("server/away", "server/restart", "storage/away"):
                    raise
                await asyncio.sleep(0.05)
        link = Link(line or server, link.room)
        players = [Player(link, seat, random.Random(f"{seed} {seat}")) for seat in range(people)]
        players[0].token = token
        return cls(link, players, bots)

    async def play(self) -> None:
        """Everybody plays to the end."""
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.play(len(self.players), self.bots))


async def until(condition: Callable[[], object]) -> None:
    """Wait for something that nobody tells us about."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def record_of(database: Path, code: str) -> list[AnyEntry]:
    """A room's entries, read past the storage; their numbers have no gap."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT number, body FROM entries WHERE room = ? ORDER BY number", (code,)).fetchall()
    assert [number for number, _ in rows] == list(range(len(rows))), "a gap in the record"
    return [decode_entry(body) for _, body in rows]


def room_of(entries: list[AnyEntry]) -> Room:
    """The room a record tells of."""
    room = Room(tuple(BOTS))
    room.restore(entries, 0.0)
    return room


def played(entries: list[AnyEntry], seat: int) -> list[Played]:
    """What the person of a seat has done, by the record."""
    room = Room(tuple(BOTS))
    found = []
    for entry in entries:
        if isinstance(entry, Acted | Answered) and entry.by and entry.seat == seat:
            found.append(Played(room.version, seat, entry.action))
        room.evolve(room, entry)
    return found


def check_confirmed(database: Path, match: Match) -> int:
    """In the middle of a game: all that was confirmed is stored, once, and at most one more; how many have one more."""
    entries = record_of(database, match.link.room)
    more = 0
    for player in match.players:
        stored = played(entries, player.seat)
        assert stored[: len(player.confirmed)] == player.confirmed
        assert len(stored) <= len(player.confirmed) + 1
        more += len(stored) - len(player.confirmed)
    return more


def check_record(database: Path, match: Match) -> None:
    """After a game: everybody believes what is stored, sees how it ended, and the game can be verified."""
    entries = record_of(database, match.link.room)
    room = room_of(entries)
    assert room.phase == "ended" and room.game is not None
    for player in match.players:
        assert played(entries, player.seat) == player.confirmed
        assert player.last is not None and player.last.version == room.version
        [part] = player.last.seats
        assert digest(part.view) == digest(msgspec.convert(facts(view(room.game.state, player.seat)), View))
    verify(parse_record(game_text(database, room.game.name)))


def integrity(database: Path) -> None:
    """Whatever happened to it, a database is whole."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def digest(seen: View) -> str:
    """Tells one view from another."""
    return hashlib.sha256(msgspec.json.encode(seen)).hexdigest()


def game_text(database: Path, name: str) -> str:
    """A finished game, read past the storage."""
    with closing(sqlite3.connect(database)) as connection:
        [(text,)] = connection.execute("SELECT text FROM games WHERE id = ?", (name,)).fetchall()
    assert isinstance(text, str)
    return text
