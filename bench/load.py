"""Rooms full of people, in a process of their own. Told by lines what to do, it answers each with a line of JSON.

    open ROOMS              open so many more rooms of four people and begin their games, at points all over a game
    pace SECONDS INTERVAL   for so long every room acts once each interval
    rush ACTIONS            so many actions at full speed: every room goes on as soon as it can
    leave                   hang up, and have nothing more to do with these rooms
    break                   from now on the server may go away
    come_back               connect everybody again, until each has been welcomed and shown the game

Whoever is asked for an answer in a response window gives one at once; it counts as an action. A game that ends is followed
by a rematch.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import re
import sys
import time
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Final

import uvloop
from bench.choosing import a_position
from bench.player import Player
from bench.tally import Tally

from casting_shadows.client import Link, open_room
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.server.settings import OPTIONS

PEOPLE: Final = 4
AT_THE_DOOR: Final = 20
"""Rooms opened at the same time."""
PATIENCE: Final = 10.0
OPEN_HOUSE: Final = [
    part
    for option in OPTIONS
    if re.search(r"per_address|per_second|burst|max_sockets", option.name)
    for part in (option.flag, "100000")
]
"""Flags for the server: all these people come from one address, and in a rush one of them is as busy as a whole table."""

Report = dict[str, Any]


class Table:
    """A room and its four people."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.players = [Player(self, seat) for seat in range(PEOPLE)]
        self.link: Link
        self.is_due = False
        self._actions = 0
        self._acted_at = 0.0
        self._acted_version = 0

    async def open(self, where: str) -> None:
        """Open the room, sit down, begin the game."""
        owner, *guests = self.players
        options = Options(players=PEOPLE, window=self.crowd.window)
        self.link = await open_room(self.crowd.server, "Player 0", owner.token, options, position=where)
        await asyncio.gather(*(player.connect(self.link) for player in self.players))
        for player in guests:
            await player.do(c.Join, name=f"Player {player.seat}", token=player.token, seat=player.seat)
            await player.do(c.Ready)
        await owner.do(c.Start)
        await asyncio.gather(*(player.is_shown for player in self.players))

    async def come_back(self) -> None:
        """Connect everybody again."""
        await asyncio.gather(*(player.connect(self.link) for player in self.players))
        await asyncio.gather(*(player.is_shown for player in self.players))

    def beat(self) -> None:
        """It is this room's turn to act: now, or as soon as somebody can."""
        self.crowd.tally.behind += self.is_due
        self.is_due = True
        for player in self.players:
            if player.choices and not player.in_window:
                self._act(player)
                return

    def heard(self, player: Player, is_answer: bool) -> None:
        """A player was shown the game."""
        tally, now = self.crowd.tally, time.perf_counter()
        if player.told < self._actions and player.version > self._acted_version:
            player.told = self._actions
            (tally.own if is_answer else tally.others).append(now - self._acted_at)
        if not player.choices:
            return
        if player.in_window:
            tally.actions += 1
            tally.answers += 1
            player.act()
        elif self.is_due:
            self._act(player)

    def _act(self, player: Player) -> None:
        self.is_due = self.crowd.goes_on()
        self._actions += 1
        self._acted_at, self._acted_version = time.perf_counter(), player.version
        self.crowd.tally.actions += 1
        player.act()


class Crowd:
    """Everybody in every room."""

    def __init__(self, server: str, window: float, seed: int) -> None:
        self.server = server
        self.window = window
        self.chance = Random(seed)
        self.tables: list[Table] = []
        self.tally = Tally()
        self.may_break = False
        self._rush = 0
        self._rushed = asyncio.Event()

    def problem(self, what: str) -> None:
        """Something happened that must not."""
        self.tally.problems.append(what)

    def lost(self, why: str) -> None:
        """A connection is gone."""
        if not self.may_break:
            self.problem(why)

    def goes_on(self) -> bool:
        """Whether a room that has just acted acts again as soon as it can."""
        if self._rush and self.tally.actions >= self._rush:
            self._rush = 0
            self._rushed.set()
        return bool(self._rush)

    # Orders

    async def open(self, rooms: str) -> Report:
        tables = [Table(self) for _ in range(int(rooms))]
        door = asyncio.Semaphore(AT_THE_DOOR)

        async def enter(table: Table) -> None:
            async with door:
                await table.open(a_position(self.chance, PEOPLE))

        await asyncio.gather(*(enter(table) for table in tables))
        self.tables += tables
        return {"rooms": len(self.tables)}

    async def pace(self, seconds: str, interval: str) -> Report:
        rooms, began = len(self.tables), time.perf_counter()
        # The rooms are spread evenly over the interval, as people would be.
        for beat in range(round(float(seconds) / float(interval) * rooms)):
            await asyncio.sleep(max(0.0, began + beat * float(interval) / rooms - time.perf_counter()))
            self.tables[beat % rooms].beat()
        await asyncio.sleep(max(0.0, began + float(seconds) - time.perf_counter()))
        return await self._settle()

    async def rush(self, actions: str) -> Report:
        self._rush = int(actions)
        self._rushed.clear()
        for table in self.tables:
            table.is_due = False
            table.beat()
        so_far = -1
        while not self._rushed.is_set() and so_far < self.tally.actions:
            so_far = self.tally.actions
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._rushed.wait(), PATIENCE)
        if self._rush:
            self._rush = 0
            self.problem(f"nothing goes on any more after {so_far} actions")
        for table in self.tables:
            table.is_due = False
        return await self._settle()

    async def leave(self) -> Report:
        for table in self.tables:
            for player in table.players:
                player.hang_up()
        self.tables.clear()
        return {}

    async def break_(self) -> Report:
        self.may_break = True
        return {}

    async def come_back(self) -> Report:
        for table in self.tables:
            for player in table.players:
                player.awaited.clear()  # what was under way when the server went
        await asyncio.gather(*(table.come_back() for table in self.tables))
        self.may_break = False
        return {"players": len(self.tables) * PEOPLE}

    async def _settle(self) -> Report:
        """Wait for what is under way, so that every action is either answered or a problem."""
        players = [player for table in self.tables for player in table.players]
        until = time.perf_counter() + PATIENCE
        while any(player.awaited for player in players) and time.perf_counter() < until:
            await asyncio.sleep(0.01)
        for player in players:
            self.tally.problems.extend(f"{awaited.kind.__name__} was not answered" for awaited in player.awaited.values())
        return {}

    async def obey(self, order: str) -> Report:
        """Do what a line says, and tell how it went."""
        name, *arguments = order.split()
        orders: dict[str, Callable[..., Coroutine[Any, Any, Report]]] = {
            "open": self.open,
            "pace": self.pace,
            "rush": self.rush,
            "leave": self.leave,
            "break": self.break_,
            "come_back": self.come_back,
        }
        self.tally = Tally()
        began, cpu = time.perf_counter(), time.process_time()
        found = await orders[name](*arguments)
        seconds = time.perf_counter() - began
        core = (time.process_time() - cpu) / seconds
        return {**found, **self.tally.report(), "seconds": seconds, "players_core": core}


async def main(server: str, window: float, seed: int) -> None:
    """Obey, line by line."""
    crowd = Crowd(server, window, seed)
    while order := (await asyncio.to_thread(sys.stdin.readline)).strip():
        print(json.dumps(await crowd.obey(order)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="such as http://127.0.0.1:8421")
    parser.add_argument("--window", type=float, default=2.0, help="seconds a response window stays open")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    uvloop.run(main(wanted.server, wanted.window, wanted.seed))
