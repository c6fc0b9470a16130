"""Our bots at somebody else's table: they join a room like a person and think here."""

from __future__ import annotations

import asyncio

from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.client.connection import Refused, RoomClient
from casting_shadows.engine import parse_position
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m


async def play(link: str, bot: str, name: str, seat: int | None, seed: int = 0, token: str | None = None) -> m.Update | None:
    """Sit down, play one game to its end with a bot of the registry, and say how it stood at last."""
    player = make_bot(bot, seed)
    async with RoomClient(link, token) as room:
        await room.join(name, seat)
        async for turn in room.turns():
            try:
                # Not the game itself but a world this seat cannot tell from it: a bot knows what a person could.
                world = await room.command(c.AskWorld, seat=turn.seat)
                assert isinstance(world, m.World)
                if world.version == turn.version:
                    state = parse_position(world.position)
                    action = state.box.table.text(player.choose(vantage_of(state)))
                    await turn.play(action)
            except Refused as refusal:
                if refusal.code not in ("version/stale", "answer/given", "room/ended"):
                    raise
        return room.update


def run(link: str, bot: str, name: str, seat: int | None) -> None:
    """The command."""
    asyncio.run(play(link, bot, name, seat))
