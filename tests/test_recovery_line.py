"""Games over lines that break, stall and repeat: everybody sees the same game in the end, and nothing was done twice."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec
import pytest

from casting_shadows.client import Link, connection
from casting_shadows.protocol import messages as m

from .chaos import Line
from .counts import LONG, runs
from .players import QUICK, UNLIMITED, Match, Player, check_record, record_of, room_of
from .servers import Server, a_server
from .spoken import LONGEST, run

pytestmark = pytest.mark.once

GAMES = runs(4, 200)
AT_ONCE = 40
LIFETIME = (1.0, 10.0) if LONG else (0.2, 1.0)
DELAY = 3.0 if LONG else 0.3
ALIVE = 4.0 if LONG else 0.5
"""Seconds of silence, and again as many, after which both ends give a line up."""
PINGS = ("--ping-interval", str(ALIVE), "--ping-timeout", str(ALIVE))


@pytest.fixture(autouse=True)
def alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "ALIVE", ALIVE)


class Returns:
    """How long after the line was mended each client was back in its room."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.seconds: list[float] = []
        self._back: set[Player] = set()

    def watch(self, player: Player) -> None:
        """Listen to a player who has connected."""
        assert player.room is not None

        def hear(message: m.Sent) -> None:
            if isinstance(message, m.Welcome) and player not in self._back:
                self._back.add(player)
                self.seconds.append(time.monotonic() - self.line.mended_at)

        player.room.on_message = hear

    @property
    def p95(self) -> float:
        return sorted(self.seconds)[int(len(self.seconds) * 0.95)] if self.seconds else 0.0


@pytest.mark.T14
@pytest.mark.T12
def test_games_over_a_bad_line_all_end_and_everybody_saw_the_same_one(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        some = asyncio.Semaphore(AT_ONCE)
        async with Line(server.url, lifetime=LIFETIME, delay=DELAY, twice=0.2) as line:
            matches: list[Match] = []

            async def play(number: int) -> None:
                async with some:
                    match = await Match.open(server.url, seed=number, line=line.url)
                    matches.append(match)
                    await match.play()

            playing = [asyncio.create_task(play(number)) for number in range(GAMES)]
            await asyncio.sleep(ALIVE)
            line.swallow()
            await asyncio.sleep(3 * ALIVE)  # long enough for both ends to give up
            returns = Returns(line)
            for match in matches:
                for player in match.players:
                    if player.room is not None and player.last is None:
                        returns.watch(player)
            line.delay = 0  # how long they take is measured on a line that is well again, for a while
            line.mend()
            await asyncio.sleep(ALIVE)
            line.delay = DELAY
            await asyncio.wait(playing, timeout=LONGEST / 3)
            line.lifetime = None  # so that it ends, however slow the machine is
            await asyncio.gather(*playing)
            assert line.cuts > GAMES and line.repeats > GAMES, "the line was not bad enough"
            print(f"{line.cuts} cuts; p95 of being back {returns.p95:.2f} s after the line was mended")
        for match in matches:
            check_record(server.database, match)

    with a_server(tmp_path, *UNLIMITED, *PINGS) as server:
        run(test(server))
        assert '"level": "error"' not in server.log()


@pytest.mark.T16
def test_somebody_on_a_dead_line_is_shown_offline_a_bot_takes_the_seat_and_gives_it_back(tmp_path: Path) -> None:
    options = msgspec.structs.replace(QUICK, max_rounds=30, grace=0.2, bot_pace="fast", leaver_bot="random")

    async def test(server: Server) -> None:
        async with Line(server.url) as line:
            match = await Match.open(server.url, seed=1, options=options)
            cut_off, other = match.players[1], match.players[0]
            cut_off.link = Link(line.url, match.link.room)
            playing = asyncio.create_task(match.play())
            while len(cut_off.confirmed) < 2:
                await asyncio.sleep(0.01)
            line.swallow()
            room = other.room
            assert room is not None and room.info is not None
            await room.until(lambda: room.info and not room.info.seats[1].online)
            await room.until(lambda: room.info and room.info.seats[1].bot == "random")
            version = room.update.version if room.update else 0
            await room.until(lambda: room.update and room.update.version > version + 3)  # the game goes on
            done_before = len(cut_off.confirmed)
            line.mend()
            await room.until(lambda: room.info and room.info.seats[1].online and room.info.seats[1].bot is None)
            await playing
            assert len(cut_off.confirmed) > done_before, "the seat is theirs again"
            check_record(server.database, match)
            seen = [type(entry).__name__ for entry in record_of(server.database, match.link.room)]
            assert seen.index("BotTook") < seen.index("Returned")
            assert room_of(record_of(server.database, match.link.room)).chairs[1].stand_in is None

    with a_server(tmp_path, *UNLIMITED, "--ping-interval", "0.3", "--ping-timeout", "0.3") as server:
        run(test(server))
