"""Our bots at a table somewhere else: they join by link, think on imagined worlds, and play the game to its end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from casting_shadows.client import Link, RoomClient, new_token, open_room, request
from casting_shadows.client.pace import PACE, Pace
from casting_shadows.client.remote_bot import play
from casting_shadows.engine import parse_record, verify
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.server.limits import Bucket
from casting_shadows.server.settings import Settings
from tests.servers import a_server
from tests.soundness import metric

pytestmark = pytest.mark.once


async def a_game(server: str, **options: object) -> tuple[Link, str, str]:
    """A game of two that has begun, and the tokens of both."""
    mine, theirs = new_token(), new_token()
    link = await open_room(server, "Ada", mine, Options(players=2, window=0.05, **options))  # type: ignore[arg-type]
    async with RoomClient(link, mine) as first, RoomClient(link, theirs) as second:
        await second.join("Bea", 1)
        await second.command(c.Ready)
        await first.command(c.Start)
        await first.until(lambda: first.update is not None)
    return link, mine, theirs


def test_two_remote_bots_play_a_whole_game(tmp_path: Path) -> None:
    async def game(server: str) -> str:
        link, mine, theirs = await a_game(server, max_rounds=6)
        players = (play(str(link), "greedy", name, None, 1, token, None) for name, token in (("Ada", mine), ("Bea", theirs)))
        await asyncio.gather(*players)
        async with RoomClient(link, mine) as room:
            assert room.info is not None and room.info.result is not None
            return room.info.result.game

    with a_server(tmp_path, "--window-min", "0.05", "--messages-per-second", "1000", "--messages-burst", "1000") as server:
        name = asyncio.run(asyncio.wait_for(game(server.url), 60))
        assert verify(parse_record(request("GET", f"{server.url}/api/games/{name}/text"))).number > 10


def test_a_remote_bot_in_a_fast_game_keeps_to_the_limits_a_server_comes_with(tmp_path: Path) -> None:
    async def game(server: str) -> None:
        link, mine, theirs = await a_game(server, max_rounds=6)
        players = (play(str(link), "greedy", name, None, 1, token) for name, token in (("Ada", mine), ("Bea", theirs)))
        assert all(last is not None for last in await asyncio.gather(*players))

    with a_server(tmp_path, "--window-min", "0.05") as server:
        while metric(server, "frames_in_total") < 100:  # some games are short
            asyncio.run(asyncio.wait_for(game(server.url), 60))
        assert metric(server, 'limits_total{limit="messages_per_second"}') == 0


def test_what_keeps_to_the_pace_of_a_client_passes_a_server_even_if_the_line_bunches_it_up() -> None:
    chance = Random("pace")
    for _ in range(200):
        pace, bucket = Pace(PACE), Bucket(Settings.messages_per_second, Settings.messages_burst)
        now = arrived = chance.uniform(0, 1e6)
        for _ in range(300):
            now += chance.choice((0.0, 0.0, 0.01, 3.0)) * chance.random()
            weight = chance.choice((1, 1, 1, 5, 11))
            now += pace.wait(weight, now)
            arrived = max(arrived, now + chance.choice((0.0, 1.0)) * chance.random())
            assert bucket.take(arrived, weight)


def test_a_client_without_a_pace_waits_for_nothing() -> None:
    assert {Pace(None).wait(weight, 1.0) for weight in (1, 5, 11)} == {0.0}
    paced = Pace(10.0)
    waits = [paced.wait(1, 5.0) for _ in range(20)]
    assert waits[:10] == [0.0] * 10 and waits[10:] == pytest.approx([number / 10 for number in range(1, 11)])
