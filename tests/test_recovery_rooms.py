"""A room that fails is loaded again from its record and costs nobody else anything; one that nobody uses leaves memory."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from casting_shadows.client import Link, connection, new_token, request
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.server import hub as hubs
from casting_shadows.server import room_host
from casting_shadows.table import Room, hearing
from casting_shadows.table import entries as e

from .hot_seat import HotSeat
from .inner_server import Inner, an_inner_server
from .players import QUICK, Match, check_record, record_of, room_of, until
from .spoken import Wire, run

pytestmark = [pytest.mark.T18, pytest.mark.once]

LONG_GAME = msgspec.structs.replace(QUICK, max_rounds=30)


class Bug(Exception):
    """Nobody foresaw it."""


@pytest.fixture
def renaming_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug strikes in the middle of a command that has changed something already."""

    def rename(room: Room, member: Any, command: c.Rename, now: float) -> None:
        room.commit(e.Renamed(at=now, by=member.id, seq=command.seq, member=member.id, name="Half done"))
        raise Bug

    handlers: dict[Any, Any] = hearing.HANDLERS
    monkeypatch.setitem(handlers, c.Rename, rename)


def bugs(server: Inner) -> list[str]:
    """The unforeseen errors that were logged."""
    lines = [json.loads(line) for line in server.log().splitlines()]
    return [line["event"] for line in lines if line["level"] == "error"]


@pytest.mark.usefixtures("renaming_fails")
def test_a_bug_costs_the_command_that_met_it_and_the_room_goes_on_from_its_record(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            game = await HotSeat.open(server.url, 1)
            other = await HotSeat.open(server.url, 2)
            visitor = await Wire.connect(game.link)
            await visitor.hear(m.Welcome)
            await game.play(10)
            host, elsewhere = server.hub.rooms[game.link.room], server.hub.rooms[other.link.room]
            stored = record_of(server.database, game.link.room)
            refused = await game.command(c.Rename(game.next(), "New"))
            assert isinstance(refused, m.Refused) and refused.code == "server/error"
            welcome = await game.wire.hear(m.Welcome)
            assert welcome.you == 1 and welcome.room.members[0].name == "Both"
            update = await game.wire.hear(m.Update)
            assert update.version == game.update.version and not update.missed
            assert not any(part.events for part in update.seats), "everything was told before"
            await visitor.hear(m.Welcome)
            now = server.hub.rooms[game.link.room]
            assert now is not host and server.hub.rooms[other.link.room] is elsewhere
            assert [entry for entry in record_of(server.database, game.link.room) if not isinstance(entry, e.Woken)] == stored
            assert bugs(server) == ["room_failed"] and server.hub.metrics.errors == 1
            await game.play(1000)
            await other.play(5)
            assert game.is_over

    run(test())


@pytest.mark.usefixtures("renaming_fails")
def test_whoever_joined_on_a_connection_is_still_themselves_after_their_room_was_loaded_anew(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            owner, token = new_token(), new_token()
            link = Link(server.url, await _open(server, owner, QUICK))
            guest = await Wire.connect(link)
            await guest.say(c.Join(1, "Guest", token, 1), c.Claim(2, "wrong", new_token()), c.Rename(3, "New"))
            assert isinstance(await guest.answer(1), m.Ack)
            assert isinstance(await guest.answer(2), m.Refused)
            assert isinstance(await guest.answer(3), m.Refused)
            welcome = await guest.hear(m.Welcome)
            assert welcome.you == 2 and welcome.room.seats[1].online

    run(test())


@pytest.mark.usefixtures("renaming_fails")
def test_what_was_under_way_before_a_bug_is_confirmed_all_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            game = await HotSeat.open(server.url, 1)
            with closing(sqlite3.connect(server.database, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                act, rename = game.actions()[0], c.Rename(game.next(), "New")
                ask = c.AskWorld(game.next(), 0)
                await game.wire.say(act, rename, act, ask)
                await until(lambda: game.link.room not in server.hub.rooms)
                await asyncio.sleep(0.1)
                other.execute("ROLLBACK")
            answer = await game.wire.answer(act.seq)
            assert isinstance(answer, m.Update)
            refused = await game.wire.answer(rename.seq)
            assert isinstance(refused, m.Refused) and refused.code == "server/error"
            await game.wire.hear(m.Welcome)
            assert len([entry for entry in record_of(server.database, game.link.room) if entry.seq == act.seq]) == 1

    run(test())


def test_a_command_that_is_stored_is_not_refused_because_a_later_one_is_not(tmp_path: Path) -> None:
    """Somebody comes back and repeats what was done, while somebody else's command meets a database that is away."""

    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            game = await HotSeat.open(server.url, 1)
            act = game.actions()[0]
            await game.command(act)
            storage = server.hub.storage
            host = server.hub.rooms[game.link.room]
            await storage.release(game.link.room)  # as if another process had it now
            new = c.Answering(game.next(), "always")
            await game.wire.say(new, act, c.AskWorld(game.next(), 0))
            refused = await game.wire.answer(new.seq)
            assert isinstance(refused, m.Refused) and refused.code == "storage/conflict"
            again = await game.wire.answer(act.seq)
            assert isinstance(again, m.Ack), "it was done"
            assert isinstance(await game.wire.answer(game.seq), m.Refused)
            await game.wire.hear(m.Welcome)
            assert server.hub.rooms[game.link.room] is not host
            await game.play(5)
            assert not bugs(server)

    run(test())


def test_a_hint_that_could_not_be_noted_is_refused_once_and_can_be_asked_for_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            tokens = new_token(), new_token()
            link = Link(server.url, await _open(server, tokens[0], msgspec.structs.replace(LONG_GAME, first=0)))
            body = {"name": "Guest", "token": tokens[1], "seat": 1}
            await asyncio.to_thread(request, "POST", f"{server.url}/api/rooms/{link.room}/join", body)
            guest, owner = await Wire.connect(link, tokens[1], c.Ready(2)), await Wire.connect(link, tokens[0])
            await guest.answer(2)
            await owner.say(c.Start(2))
            await owner.answer(2)
            await guest.say(c.Contribute(3, "ab" * 16))
            await owner.say(c.Contribute(3, "cd" * 16))
            await owner.hear(m.Update)
            await server.hub.storage.release(link.room)  # as if another process had it now
            await owner.say(c.AskHint(4, 0))
            refused = await owner.answer(4)
            assert isinstance(refused, m.Refused) and refused.code == "storage/conflict"
            await owner.hear(m.Welcome)
            await owner.say(c.AskHint(5, 0))
            assert isinstance(await owner.answer(5), m.Hint)
            assert [message.seq for message in owner.heard if isinstance(message, m.Refused)] == [4]
            assert [type(entry) for entry in record_of(server.database, link.room)].count(e.Hinted) == 1
            assert not bugs(server)

    run(test())


def test_a_room_that_fails_again_and_again_is_not_loaded_again_and_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "PAUSES", (0.0, 0.05, 0.1, 0.2))
    fails = 5
    thought = Room.thought

    def fail(self: Room, seat: int, version: int, action: str, now: float) -> Any:
        nonlocal fails
        if fails:
            fails -= 1
            raise Bug
        return thought(self, seat, version, action, now)

    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            monkeypatch.setattr(Room, "thought", fail)
            match = await Match.open(server.url, seed=1, people=1, bots=("random",), options=LONG_GAME)
            playing = asyncio.create_task(match.play())
            await until(lambda: fails == 0)
            hosts = server.hub.rooms
            await until(lambda: match.link.room in hosts)
            assert hosts[match.link.room].losses == 5
            await playing
            check_record(server.database, match)
            assert bugs(server) == ["room_failed"] * 5
            assert not server.hub._lost

    run(test())


def test_a_game_ends_even_if_it_cannot_be_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Bug

    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            monkeypatch.setattr(room_host, "finished_game", fail)
            game = await HotSeat.open(server.url, 1)
            await game.play(1000)
            assert game.is_over
            assert room_of(record_of(server.database, game.link.room)).phase == "ended"
            assert bugs(server) == ["game_not_counted"]

    run(test())


def test_a_record_that_cannot_be_read_closes_its_room_and_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path, idle_room_minutes=0) as server:
            game = await HotSeat.open(server.url, 1)
            other = await HotSeat.open(server.url, 2)
            await game.wire.close()
            host = server.hub.rooms[game.link.room]
            host.stop()
            await until(lambda: host.is_idle)
            await server.hub.sweep()
            with closing(sqlite3.connect(server.database)) as database, database:
                database.execute("UPDATE entries SET body = '{' WHERE room = ? AND number = 3", (game.link.room,))
            broken = await Wire.connect(game.link, game.token)
            goodbye = await broken.hear(m.Bye)
            assert goodbye.code == "room/broken"
            await other.play(3)

    run(test())


def test_a_room_nobody_uses_leaves_memory_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path, idle_room_minutes=0) as server:
            options = msgspec.structs.replace(QUICK, grace=0.05)
            token = new_token()
            link = Link(server.url, await _open(server, token, options))
            async with connection.RoomClient(link, token) as room:
                await room.command(c.SetBot, seat=1, bot="random")
                await room.command(c.Start)
                await room.until(lambda: room.turn())
                seen = room.update
            await until(lambda: not server.hub.rooms)  # the server's own rounds let it go
            with closing(sqlite3.connect(server.database)) as database:
                await until(lambda: database.execute("SELECT count(*) FROM leases").fetchone() == (0,))
            async with connection.RoomClient(link, token) as room:
                await room.until(lambda: room.turn())
                assert room.update is not None and seen is not None
                assert room.update.version == seen.version and room.update.seats[0].view == seen.seats[0].view

    run(test())


async def _open(server: Inner, token: str, options: Any) -> str:
    body = {"name": "Owner", "token": token, "options": msgspec.to_builtins(options)}
    found = await asyncio.to_thread(request, "POST", f"{server.url}/api/rooms", body)
    return str(found["code"])


def test_coming_and_going_leaves_nothing_behind(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            game = await HotSeat.open(server.url, 1)
            hub, code = server.hub, game.link.room
            for number in range(60):
                await game.come_back()
                visitor = await Wire.connect(game.link, new_token() if number % 2 else None)
                await visitor.hear(m.Welcome)
                lost = await Wire.connect(Link(server.url, "ABCDEFGH"))
                assert (await lost.hear(m.Bye)).code == "room/not-open"
                await visitor.close()
                if number % 3 == 0:
                    game.wire.socket.transport.abort()
            await game.come_back()
            host = hub.rooms[code]
            await until(lambda: len(host.sockets) == 1)
            room = host.room
            number = next(iter(host.sockets))
            assert set(hub.rooms) == {code} and not hub._loading and not hub._lost
            await until(lambda: not hub._tasks)
            assert set(room.conns) == set(room.profiles) == set(room.seen) == {number} and not room.hints
            assert len(room.members[1].replies) <= 32

    run(test())


def test_joining_twice_over_http_is_one_member_and_shows_nobody_out(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            owner = new_token()
            link = Link(server.url, await _open(server, owner, QUICK))
            body = {"name": "Guest", "token": new_token(), "seat": 1}
            address = f"{server.url}/api/rooms/{link.room}/join"
            first = await asyncio.to_thread(request, "POST", address, body)
            async with connection.RoomClient(link, str(body["token"])) as room:
                assert room.you == first["member"]
                again = await asyncio.to_thread(request, "POST", address, body)
                assert again == first
                await room.command(c.Ready)
                assert room.reconnects == 0
                assert room.info is not None and len(room.info.members) == 2

    run(test())


def test_whoever_waits_for_a_room_of_another_process_keeps_nobody_else_at_their_address_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "HANDOVER", 60.0)

    async def test() -> None:
        async with an_inner_server(tmp_path) as first, an_inner_server(tmp_path) as second:
            token = new_token()
            code = await _open(first, token, QUICK)
            waiting = [await Wire.connect(Link(second.url, code), token) for _ in range(2)]
            await until(lambda: code in second.hub._handovers)
            there = await HotSeat.open(second.url, 1)
            await there.come_back()
            lost = await Wire.connect(Link(second.url, "ABCDEFGH"))
            assert (await lost.hear(m.Bye)).code == "room/not-open"
            assert code in second.hub._handovers, "and those wait on"
            await first.hub.shut_down()
            assert (await waiting[1].hear(m.Welcome)).you == 1
            assert (await waiting[0].hear(m.Bye)).code == "seat/elsewhere", "both have waited, and the last one has the seat"
            assert not second.hub._handovers and not second.hub._loading

    run(test())


def test_while_a_server_stops_nobody_comes_in(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            game = await HotSeat.open(server.url, 1)
            await server.hub.shut_down()
            late = await Wire.connect(game.link, game.token)
            goodbye = await late.hear(m.Bye)
            assert goodbye.code == "server/restart" and goodbye.retry is not None
            assert await game.wire.end() == 1012

    run(test())
