"""Our bots at somebody else's table: they join a room like a person and think here."""

from __future__ import annotations

from typing import Final

from casting_shadows.bots import Bot, make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.client.connection import Refused, RoomClient, Turn
from casting_shadows.client.pace import PACE
from casting_shadows.engine import parse_position
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

PASSING: Final = frozenset(
    (
        *("version/stale", "answer/given", "answer/not-asked", "room/paused", "room/ended", "seat/played-by-bot"),
        *("storage/full", "storage/away", "storage/conflict", "server/error"),
    )
)
"""Refusals that are no fault of ours: the game has gone on, or will in a moment. The choice comes again if it is still ours."""


async def play(
    link: str, bot: str, name: str, seat: int | None, seed: int = 0, token: str | None = None, pace: float | None = PACE
) -> m.Update | None:
    """Sit down, play one game to its end with a bot of the registry, and say how it stood at last."""
    player = make_bot(bot, seed)
    async with RoomClient(link, token, pace=pace) as room:
        await room.join(name, seat)
        async for turn in room.turns():
            try:
                await _choose(player, turn)
            except Refused as refusal:
                if refusal.code not in PASSING:
                    raise
        return room.update


async def _choose(player: Bot, turn: Turn) -> None:
    # Not the game itself but a world this seat cannot tell from it: a bot knows what a person could.
    try:
        world = await turn.room.command(c.AskWorld, seat=turn.seat)
    except Refused:
        turn.refused = True
        raise
    assert isinstance(world, m.World)
    if world.version == turn.version:
        state = parse_position(world.position)
        await turn.play(state.box.table.text(player.choose(vantage_of(state))))
