"""The Python client: it waits no longer than asked, leaves nobody waiting, keeps its commands in order, and heeds goodbyes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from casting_shadows.client import Link, Refused, RoomClient, Turn, connection, new_token, open_room
from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, RoomInfo, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table.entries import Renamed
from casting_shadows.table.people import REPLIES_KEPT

from .chaos import Line
from .inner_server import an_inner_server
from .players import QUICK, UNLIMITED, record_of, until
from .servers import Server, a_server
from .soundness import metric
from .spoken import run
from .test_recovery_storage import locked

pytestmark = [pytest.mark.T14, pytest.mark.once]

ROOM = "ABCDEFGH"
SAID = 60
WELCOME = m.Welcome(PROTOCOL, "0", 0.0, RoomInfo(ROOM, "setup", QUICK, (), (), None, ()), 1)


@asynccontextmanager
async def a_stranger(*answers: m.Sent | bytes) -> AsyncIterator[tuple[Link, list[ServerConnection]]]:
    """A server that answers the first messages of a connection with these, and those who came."""
    came: list[ServerConnection] = []

    async def hear(line: ServerConnection) -> None:
        came.append(line)
        for answer in answers:
            await line.recv()
            await line.send((answer if isinstance(answer, bytes) else encode(answer)).decode())
        await line.wait_closed()

    async with serve(hear, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Link(f"http://127.0.0.1:{port}", ROOM), came


def test_a_server_that_is_away_is_waited_for_only_so_long() -> None:
    async def test() -> None:
        before = asyncio.all_tasks()
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))  # so that nobody else listens there
            link = Link("http://{}:{}".format(*nobody.getsockname()), ROOM)
            with pytest.raises(GameError) as refused:
                async with RoomClient(link, connect_timeout=0.2):
                    pass
        assert refused.value.code == "server/away"
        assert asyncio.all_tasks() == before

    run(test())


def test_a_client_can_wait_for_a_server_to_come_up(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        token = new_token()
        link = await open_room(server.url, "Owner", token, QUICK)
        server.kill()
        client = RoomClient(link, token, connect_timeout=None)
        coming = asyncio.create_task(client.__aenter__())
        await asyncio.sleep(0.2)
        assert not coming.done()
        server.restart()
        await coming
        assert client.you == 1
        await client.__aexit__(None, None, None)

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


def test_whoever_waits_for_an_answer_is_told_when_the_room_is_closed_to_us() -> None:
    async def test() -> None:
        goodbye = m.Bye("room/kicked", "the room's owner has shown you out")
        async with a_stranger(WELCOME, goodbye) as (link, _), RoomClient(link) as client:
            over = asyncio.create_task(client.until(lambda: client.is_over))
            with pytest.raises(GameError) as told:
                await client.command(c.Ready)
            assert told.value.code == "room/kicked"
            with pytest.raises(GameError) as told:
                await over
            assert told.value.code == "room/kicked"
            with pytest.raises(GameError) as told:
                await client.command(c.Ready)
            assert told.value.code == "room/kicked"

    run(test())


def test_somebody_who_was_away_when_a_game_ended_sees_how_before_it_counts_as_over() -> None:
    over = msgspec.structs.replace(WELCOME, room=msgspec.structs.replace(WELCOME.room, phase="ended", game=1))

    async def test() -> None:
        async with a_stranger(over, m.Update(7, 0.0, (), seq=1)) as (link, _), RoomClient(link) as client:
            assert not client.is_over
            await client.command(c.Ready)  # the stranger takes its time until we say something
            assert client.is_over and client.update is not None and client.update.version == 7

    run(test())


def test_a_client_that_leaves_tells_whoever_waits_for_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            token = new_token()
            link = await open_room(server.url, "Owner", token, QUICK)
            async with RoomClient(link, token) as client:
                over = asyncio.create_task(client.until(lambda: client.is_over))
                await asyncio.sleep(0)
            with pytest.raises(GameError) as told:
                await over
            assert told.value.code == "client/closed"

    run(test())


def test_a_choice_whose_action_was_refused_comes_again_and_one_not_taken_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "AGAIN", 0.01)

    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            token = new_token()
            link = await open_room(server.url, "Owner", token, msgspec.structs.replace(QUICK, first=0))
            async with RoomClient(link, token) as client:
                await client.command(c.SetBot, seat=1, bot="random")
                await client.command(c.Start)
                turns = client.turns()

                async def offered() -> Turn:
                    return await anext(turns)

                first = await offered()
                with pytest.raises(Refused) as refused:
                    await first.play("nonsense")
                assert refused.value.code == "action/unknown-verb"
                again = await offered()
                assert again.moment == first.moment
                waiting = asyncio.create_task(offered())
                await asyncio.sleep(0.1)
                assert not waiting.done(), "nobody has refused it, so it is offered once"
                await again.play(again.choices[0].action)
                assert (await waiting).moment != first.moment

    run(test())


def test_commands_sent_together_over_a_line_that_breaks_are_done_once_and_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RETRY", (0.02, 0.05))

    async def test(server: Server) -> None:
        token = new_token()
        link = await open_room(server.url, "Owner", token, QUICK)
        line = Line(server.url, lifetime=(0.05, 0.2), delay=0.05, twice=0.3)
        async with line, RoomClient(Link(line.url, link.room), token, pace=None) as client:

            async def say(number: int) -> None:
                await asyncio.sleep(number * 0.03)
                await asyncio.gather(*(client.command(c.Say, text=f"{number} {part}") for part in range(3)))

            saying = asyncio.gather(*(say(number) for number in range(SAID // 3)))
            await until(lambda: client.reconnects > 1)
            line.lifetime = None  # so that it ends, however slow the machine is
            await saying
            await client.until(lambda: len(client.lines) == SAID)
            said = [line.text for line in client.lines]
        assert said == [f"{number} {part}" for number in range(SAID // 3) for part in range(3)]

    with a_server(tmp_path, *UNLIMITED, "--chat-interval", "0.001", "--chat-burst", "1000") as server:
        run(test(server))


def test_what_is_sent_again_on_a_new_line_keeps_to_the_pace_too(tmp_path: Path) -> None:
    commands, pace, limits = 60, 20.0, ("--messages-per-second", "25", "--messages-burst", "25")

    async def test(server: Server) -> None:
        token = new_token()
        link = await open_room(server.url, "Owner", token, QUICK)
        async with Line(server.url) as line, RoomClient(Link(line.url, link.room), token, pace=pace) as client:
            line.swallow()
            renaming = [asyncio.create_task(client.command(c.Rename, name=f"Name {number}")) for number in range(commands)]
            await until(lambda: len(client._waiting) == connection.MOST_WAITING)
            line.cut()
            line.mend()
            await asyncio.gather(*renaming)
            assert client.reconnects == 1, "nobody was shown out"
            await client.until(lambda: client.info and client.info.members[0].name == f"Name {commands - 1}")

    with a_server(tmp_path, *UNLIMITED, *limits) as server:
        run(test(server))
        assert metric(server, 'limits_total{limit="messages_per_second"}') == 0


def test_commands_that_were_done_are_known_to_be_on_a_new_line_however_many_they_are(tmp_path: Path) -> None:
    assert connection.MOST_WAITING <= REPLIES_KEPT
    names = [f"Name {number}" for number in range(60)]

    async def test(server: Server) -> None:
        token = new_token()
        link = await open_room(server.url, "Owner", token, QUICK)
        async with Line(server.url) as line, RoomClient(Link(line.url, link.room), token, pace=None) as client:

            def renamed() -> list[str]:
                return [entry.name for entry in record_of(server.database, link.room) if isinstance(entry, Renamed)]

            heard = metric(server, "frames_in_total")
            with locked(server.database):
                renaming = [asyncio.create_task(client.command(c.Rename, name=name)) for name in names]
                await until(lambda: metric(server, "frames_in_total") >= heard + connection.MOST_WAITING)
                line.swallow()
            await until(lambda: len(renamed()) >= connection.MOST_WAITING)  # all done, and no answer comes through
            line.cut()
            line.mend()
            await asyncio.gather(*renaming)
            assert renamed() == names

    with a_server(tmp_path, *UNLIMITED) as server:
        run(test(server))


@pytest.mark.parametrize(("retry", "times"), [(30.0, 1), (0.01, 5)])
def test_a_client_comes_back_when_the_goodbye_says_and_not_before(retry: float, times: int) -> None:
    async def test() -> None:
        async with a_stranger(m.Bye("server/restart", "in a moment", retry)) as (link, came):
            client = RoomClient(link, connect_timeout=None)
            coming = asyncio.create_task(client.__aenter__())
            await until(lambda: len(came) >= times)
            await asyncio.sleep(0.3)
            assert times > 1 or len(came) == 1
            coming.cancel()
            await asyncio.wait([coming])

    run(test())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (m.Bye("seat/elsewhere", "another device has your place"), "seat/elsewhere"),
        (b'{"t":"nonsense"}', "protocol/unreadable"),
    ],
)
def test_a_client_does_not_come_back_after_a_goodbye_for_good_or_to_a_server_it_does_not_understand(
    words: m.Sent | bytes, code: str
) -> None:
    async def test() -> None:
        async with a_stranger(words) as (link, came):
            with pytest.raises(GameError) as told:
                async with RoomClient(link):
                    pass
            assert told.value.code == code and len(came) == 1

    run(test())


def test_a_listener_that_fails_ends_the_client_and_says_why(tmp_path: Path) -> None:
    class Bug(Exception):
        pass

    def fail(_: m.Sent) -> None:
        raise Bug

    async def test() -> None:
        async with an_inner_server(tmp_path) as server:
            token = new_token()
            link = await open_room(server.url, "Owner", token, QUICK)
            async with RoomClient(link, token) as client:
                client.on_message = fail
                with pytest.raises(GameError) as told:
                    await client.command(c.Rename, name="New")
                assert told.value.code == "client/failed" and isinstance(told.value.__cause__, Bug)

    run(test())
