"""Our bots at a table somewhere else: they join by link, think on imagined worlds, and play the game to its end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from casting_shadows.client import RoomClient, new_token, open_room, request
from casting_shadows.client.remote_bot import play
from casting_shadows.engine import parse_record, verify
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from tests.servers import a_server

pytestmark = pytest.mark.once


def test_two_remote_bots_play_a_whole_game(tmp_path: Path) -> None:
    async def game(server: str) -> str:
        mine, theirs = new_token(), new_token()
        link = await open_room(server, "Ada", mine, Options(players=2, window=0.05, max_rounds=6))
        other = asyncio.create_task(play(str(link), "greedy", "Bea", 1, 2, theirs))
        async with RoomClient(link, mine) as room:
            await room.until(lambda: room.info is not None and room.info.seats[1].kind == "person")
        async with RoomClient(link, theirs) as second:
            await second.command(c.Ready)
        async with RoomClient(link, mine) as room:
            await room.command(c.Start)
        other.cancel()
        await asyncio.gather(play(str(link), "greedy", "Ada", 0, 1, mine), play(str(link), "greedy", "Bea", 1, 2, theirs))
        async with RoomClient(link, mine) as room:
            assert room.info is not None and room.info.result is not None
            return room.info.result.game

    with a_server(tmp_path, "--window-min", "0.05", "--messages-per-second", "1000", "--messages-burst", "1000") as server:
        name = asyncio.run(asyncio.wait_for(game(server.url), 60))
        assert verify(parse_record(request("GET", f"{server.url}/api/games/{name}/text"))).number > 10
