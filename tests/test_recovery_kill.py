"""A server that dies at any moment, also in the middle of a write, loses nothing that it confirmed, and its games go on."""

from __future__ import annotations

import asyncio
import random
import shutil
import time
from pathlib import Path

import msgspec
import pytest

from casting_shadows.client import connection
from casting_shadows.protocol import messages as m

from .bad_disk import BadDisk, needs_compiler
from .counts import runs
from .hot_seat import HotSeat
from .players import QUICK, UNLIMITED, Match, check_confirmed, check_record, integrity
from .servers import Server, a_server
from .spoken import run

pytestmark = [pytest.mark.T18, pytest.mark.once]

KILLS = runs(8, 500)
TORN = runs(4, 100)
ROOMS = runs(20, 200)
GAMES = 4
"""At once."""
LONG_GAMES = msgspec.structs.replace(QUICK, max_rounds=8)


class Evening:
    """Game after game at several tables, until it is enough."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.matches: list[Match] = []
        self.finished = 0
        self.is_late = False
        self.under_way = 0
        """Commands that were stored and not confirmed yet when the server died."""

    async def table(self, number: int) -> None:
        """The games of one table."""
        while not self.is_late:
            match = await Match.open(self.server.url, seed=f"{number} {len(self.matches)}", options=LONG_GAMES)
            self.matches.append(match)
            await match.play()

    def check(self) -> None:
        """Look at what a dead server has left, in a copy: it is for the server to mend it."""
        for name in ("rooms.db", "rooms.db-wal"):
            if (self.folder / name).exists():
                shutil.copy(self.folder / name, self.folder / f"copy-{name}")
        copy = self.folder / "copy-rooms.db"
        integrity(copy)
        for match in self.matches:
            self.under_way += check_confirmed(copy, match)

    def check_ends(self) -> None:
        """Look at the games that have ended, each once."""
        for match in [match for match in self.matches if all(player.last is not None for player in match.players)]:
            check_record(self.server.database, match)
            self.matches.remove(match)
            self.finished += 1


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that come back as soon as the server does."""
    monkeypatch.setattr(connection, "RETRY", (0.02, 0.05))


@pytest.mark.usefixtures("impatient")
def test_a_server_killed_again_and_again_loses_nothing_it_confirmed_and_every_game_goes_on(tmp_path: Path) -> None:
    chance = random.Random("kill")

    async def test(server: Server) -> None:
        evening = Evening(server, tmp_path)
        tables = [asyncio.create_task(evening.table(number)) for number in range(GAMES)]
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(0, 0.5))
            await asyncio.to_thread(server.kill)
            evening.check()
            await asyncio.to_thread(server.restart)
            evening.check_ends()
        evening.is_late = True
        await asyncio.gather(*tables)
        evening.check_ends()
        assert not evening.matches and evening.finished >= GAMES
        print(f"{evening.finished} games; {evening.under_way} commands were stored and not confirmed when the server died")

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))
        assert '"level": "error"' not in server.log()


@needs_compiler
@pytest.mark.usefixtures("impatient")
def test_a_server_that_dies_in_the_middle_of_writing_an_entry_leaves_no_half_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random("torn")
    disk = BadDisk(tmp_path, monkeypatch)

    async def test(server: Server) -> None:
        evening = Evening(server, tmp_path)
        tables = [asyncio.create_task(evening.table(number)) for number in range(GAMES)]
        for _ in range(TORN):
            disk.kills_after(chance.randrange(120))
            await asyncio.to_thread(server.wait)
            disk.is_well()
            evening.check()
            await asyncio.to_thread(server.restart)
        evening.is_late = True
        await asyncio.gather(*tables)
        evening.check_ends()
        assert not evening.matches and evening.finished >= GAMES

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


def test_after_a_crash_all_games_are_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        games = [await HotSeat.open(server.url, number) for number in range(ROOMS)]
        await asyncio.gather(*(game.play(20) for game in games))
        server.kill()
        server.restart()
        began = time.monotonic()

        async def come_back(game: HotSeat) -> None:
            await game.come_back()
            update = await game.wire.hear(m.Update)
            assert update.version == game.update.version
            assert [part.view for part in update.seats] == [part.view for part in game.update.seats]

        await asyncio.gather(*map(come_back, games))
        print(f"{ROOMS} games were back after {time.monotonic() - began:.2f} s")

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))
