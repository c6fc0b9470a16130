"""Servers that stop, start again or take over from each other: everybody is told, and games go on where they were."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from casting_shadows.client import Link, connection
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .chaos import Line
from .hot_seat import HotSeat
from .players import QUICK, UNLIMITED, Match, check_confirmed, check_record, record_of, until
from .servers import Server, a_server
from .soundness import metric
from .spoken import Wire, run
from .wire import connect

pytestmark = [pytest.mark.T18, pytest.mark.once]

LONG_GAME = msgspec.structs.replace(QUICK, max_rounds=30)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that come back soon."""
    monkeypatch.setattr(connection, "RETRY", (0.02, 0.05))


def writer_of(server: Server, room: str) -> int | None:
    """The process that may write a room."""
    with closing(sqlite3.connect(server.database)) as database:
        found = database.execute("SELECT pid FROM leases JOIN nodes ON id = node WHERE room = ?", (room,)).fetchone()
    return None if found is None else int(found[0])


def is_listening(server: Server) -> bool:
    """Whether somebody could still connect: a server that stops lets nobody in before it does anything else."""
    try:
        connect(server.url).close()
    except ConnectionRefusedError:
        return False
    return True


def test_a_server_that_is_asked_to_stop_tells_everybody_and_keeps_all_it_confirmed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: len(match.players[1].confirmed) > 2)
        watcher = await Wire.connect(match.link)
        await watcher.hear(m.Welcome)
        stopping = asyncio.create_task(asyncio.to_thread(server.terminate))
        assert await watcher.end() == 1012
        goodbye = watcher.heard[-1]
        assert isinstance(goodbye, m.Bye) and goodbye.code == "server/restart" and goodbye.retry is not None
        await stopping
        check_confirmed(server.database, match)
        assert writer_of(server, match.link.room) is None
        await asyncio.to_thread(server.restart)
        await playing
        check_record(server.database, match)

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))
        assert '"level": "error"' not in server.log()


def test_what_a_stopping_server_did_is_confirmed_before_its_goodbye(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        game = await HotSeat.open(server.url, 1)
        with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            act, heard = game.actions()[0], metric(server, "frames_in_total")
            await game.wire.say(act)
            await until(lambda: metric(server, "frames_in_total") > heard)
            stopping = asyncio.create_task(asyncio.to_thread(server.terminate))
            await until(lambda: not is_listening(server))
            other.execute("ROLLBACK")
        await game.wire.end()
        *_, answer, goodbye = (message for message in game.wire.heard if isinstance(message, m.Update | m.Bye))
        assert isinstance(answer, m.Update) and answer.seq == act.seq
        assert isinstance(goodbye, m.Bye)
        await stopping

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


def test_dead_lines_do_not_keep_a_stopping_server_from_handing_its_rooms_over(tmp_path: Path) -> None:
    large = b"GET /api/cards/en HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def test(first: Server, second: Server) -> None:
        game = await HotSeat.open(first.url, 1)
        async with Line(first.url) as line:
            dead = await Wire.connect(Link(line.url, game.link.room))
            await dead.hear(m.Welcome)
            line.swallow()
            with connect(first.url, receive_buffer=4096) as still:
                still.sendall(large * 200)
                assert still.recv(9) == b"HTTP/1.1 "  # and then it stands still, with an answer half said
                stopping = asyncio.create_task(asyncio.to_thread(first.terminate))
                game.link = Link(second.url, game.link.room)
                await game.come_back()
                assert not stopping.done(), "the old server still waits for somebody to hear it out"
            await game.play(5)
            await stopping

    with a_server(tmp_path, *UNLIMITED) as first, a_server(tmp_path, *UNLIMITED) as second:
        run(test(first, second))


@pytest.mark.parametrize("end", [Server.terminate, Server.kill], ids=["asked to stop", "killed"])
def test_a_second_server_takes_the_rooms_over_as_soon_as_the_first_is_gone(tmp_path: Path, end: object) -> None:
    assert callable(end)

    async def test(first: Server, second: Server) -> None:
        async with Line(first.url) as line:
            matches = [await Match.open(first.url, seed=number, options=LONG_GAME, line=line.url) for number in range(4)]
            playing = [asyncio.create_task(match.play()) for match in matches]
            await until(lambda: all(len(match.players[1].confirmed) > 2 for match in matches))
            line.server = second.url
            await asyncio.to_thread(end, first)
            for match in matches:
                check_confirmed(second.database, match)
            await until(lambda: all(writer_of(second, match.link.room) == second.pid for match in matches))
            await asyncio.gather(*playing)
            for match in matches:
                check_record(second.database, match)
            first.restart()  # for the end of the test

    with a_server(tmp_path, *UNLIMITED) as first, a_server(tmp_path, *UNLIMITED) as second:
        run(test(first, second))


def test_while_two_servers_run_a_room_has_one_writer_and_the_other_says_so(tmp_path: Path) -> None:
    async def test(first: Server, second: Server) -> None:
        game = await HotSeat.open(first.url, 1)
        game.is_peaceful = True  # so that it lasts longer than the other server waits
        elsewhere = Link(second.url, game.link.room)
        lost = await Wire.connect(elsewhere, game.token, c.Act(99, game.update.version, 0, "end"))
        coming = asyncio.create_task(lost.hear(m.Bye))
        while not coming.done():
            await game.play(1)
            await asyncio.sleep(0.1)
        assert not game.is_over
        goodbye = await coming
        assert goodbye.code == "storage/conflict" and goodbye.retry is not None
        assert writer_of(first, game.link.room) == first.pid
        assert not [entry for entry in record_of(first.database, game.link.room) if entry.seq == 99]

    with a_server(tmp_path, *UNLIMITED) as first, a_server(tmp_path, *UNLIMITED) as second:
        run(test(first, second))
