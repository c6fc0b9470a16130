"""A disk that is full, slow or broken: commands are refused and nothing is confirmed; when it is well again, games go on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from casting_shadows.client import new_token, open_room, request
from casting_shadows.engine import GameError
from casting_shadows.protocol import messages as m

from .bad_disk import BadDisk, needs_compiler
from .players import QUICK, UNLIMITED, Match, check_confirmed, check_record, played, record_of, room_of, until
from .servers import Server, a_server
from .spoken import Wire, run

pytestmark = [pytest.mark.T18, pytest.mark.once]

LONG_GAME = msgspec.structs.replace(QUICK, max_rounds=30)


def confirmed(match: Match) -> int:
    return sum(len(player.confirmed) for player in match.players)


async def health(server: Server) -> str:
    """`ok`, or the code of what is wrong."""
    try:
        answer = await asyncio.to_thread(request, "GET", f"{server.url}/health")
    except GameError as error:
        return error.code
    return str(answer["status"])


async def suffer(server: Server, match: Match, code: str, begin: Callable[[], None], end: Callable[[], None]) -> None:
    """A game through a time of trouble, in which everything is refused with this code."""
    playing = asyncio.create_task(match.play())
    await until(lambda: confirmed(match) > 5)
    begin()
    await until(lambda: sum(player.refusals[code] for player in match.players) > 1)
    before, stored = confirmed(match), record_of(server.database, match.link.room)
    check_confirmed(server.database, match)
    visitor = await Wire.connect(match.link, match.players[0].token)
    goodbye = await visitor.hear(m.Bye)
    assert (goodbye.code, goodbye.retry) == (code, 2.0), "who comes now is told why, and to come back"
    with pytest.raises(GameError) as refused:
        await open_room(server.url, "Late", new_token(), QUICK)
    assert refused.value.code == code
    assert await health(server) == code
    await asyncio.sleep(0.3)
    assert confirmed(match) == before and record_of(server.database, match.link.room) == stored
    assert not playing.done()
    end()
    assert await health(server) == "ok"
    await playing
    check_record(server.database, match)


@needs_compiler
@pytest.mark.parametrize("code", ["storage/full", "storage/away"])
def test_on_a_disk_that_is_full_or_broken_everything_is_refused_and_later_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    disk = BadDisk(tmp_path, monkeypatch)
    begin = disk.is_full if code == "storage/full" else disk.is_read_only

    async def test(server: Server) -> None:
        await suffer(server, await Match.open(server.url, seed=1, options=LONG_GAME), code, begin, disk.is_well)

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))
        assert '"level": "error"' not in server.log()


@needs_compiler
def test_health_knows_of_a_full_disk_once_something_could_not_be_stored_and_when_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = BadDisk(tmp_path, monkeypatch)

    async def test(server: Server) -> None:
        assert await health(server) == "ok"
        disk.is_full()
        with pytest.raises(GameError, match="storage/full"):
            await open_room(server.url, "Nobody else", new_token(), QUICK)
        assert [await health(server) for _ in range(2)] == ["storage/full"] * 2
        disk.is_well()
        assert await health(server) == "ok", "though nobody has stored anything since"

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))
        assert '"level": "error"' not in server.log()


def test_a_database_as_big_as_it_may_get_refuses_and_goes_on_when_there_is_space(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, options=msgspec.structs.replace(QUICK, max_rounds=100))

        def fill() -> None:
            with closing(sqlite3.connect(server.database)) as other, other:
                other.execute("INSERT INTO profiles VALUES ('filler', zeroblob(1000000), 0, 0)")

        def make_space() -> None:
            with closing(sqlite3.connect(server.database)) as other, other:
                other.execute("DELETE FROM profiles WHERE id = 'filler'")

        playing = asyncio.create_task(match.play())
        await until(lambda: confirmed(match) > 5)
        fill()
        await until(lambda: sum(player.refusals["storage/full"] for player in match.players) > 1)
        check_confirmed(server.database, match)
        assert not playing.done()
        assert await health(server) == "storage/full"
        make_space()
        assert await health(server) == "ok"
        await playing
        check_record(server.database, match)

    with a_server(tmp_path, *UNLIMITED, "--max-database-mb", "1") as server:
        run(test(server))


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Nobody else can write as long as this lasts."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_no_answer_comes_before_a_slow_commit_has_ended(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: confirmed(match) > 5)
        with locked(server.database):
            entries = record_of(server.database, match.link.room)
            version = room_of(entries).version
            for player in match.players:  # until what was on its way is here
                await until(lambda player=player: len(player.confirmed) == len(played(entries, player.seat)))  # type: ignore[misc]
                await until(lambda player=player: player.room.update.version == version)  # type: ignore[misc]
            before, stored = confirmed(match), len(entries)
            seen = [player.room.update for player in match.players if player.room is not None]
            await asyncio.sleep(0.2)
            assert confirmed(match) == before and len(record_of(server.database, match.link.room)) == stored
            assert seen == [player.room.update for player in match.players if player.room is not None], "nobody saw anything"
        await playing
        check_record(server.database, match)

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


def test_a_database_that_another_program_keeps_locked_is_away_and_comes_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: confirmed(match) > 5)
        with locked(server.database):
            await until(lambda: sum(player.refusals["storage/away"] for player in match.players))
            check_confirmed(server.database, match)
        await playing
        check_record(server.database, match)

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


def test_a_server_whose_database_was_moved_away_says_so_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: confirmed(match) > 5)
        away = server.database.with_name("elsewhere.db")
        server.database.rename(away)
        assert await health(server) == "storage/away"
        away.rename(server.database)
        assert await health(server) == "ok"
        await playing
        check_record(server.database, match)

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))
