"""Bots at the table: when they are asked, and when what they chose takes effect."""

from __future__ import annotations

from typing import Final

from casting_shadows.engine import GameError, stand_in
from casting_shadows.table.game import Game
from casting_shadows.table.outbox import Misplay, Think
from casting_shadows.table.playing import take
from casting_shadows.table.room_state import RoomState

BOT_PACE: Final = {"instant": 0.0, "fast": 0.5, "normal": 1.5, "slow": 2.5}
"""Seconds between what happens and a bot's next action, so that people can follow."""


def bots_wanted(room: RoomState) -> list[Think]:
    """The bots the game waits for that were not asked yet."""
    game = room.game
    if game is None or room.phase != "playing" or not room.is_attended:
        return []
    closes = None if game.window is None else game.window.closes
    wanted: list[Think] = []
    for seat, chair in enumerate(room.chairs):
        if chair.player is not None and _is_awaited(game, seat) and room.thinking.get(seat) != game.version:
            room.thinking[seat] = game.version
            wanted.append(Think(seat, chair.player, game.version, by=closes))
    return wanted


def _is_awaited(game: Game, seat: int) -> bool:
    return game.may_act(seat) and (game.window is None or seat not in game.window.answers)


def bot_time(room: RoomState, game: Game) -> float:
    """When a bot's choice takes effect: in a window it is sealed at once, else its pace lets people follow."""
    return game.changed_at + (0 if game.window is not None else BOT_PACE[room.options.bot_pace])


def let_bots_act(room: RoomState, now: float) -> None:
    """Take the choices whose time has come."""
    game = room.game
    for seat, (version, action) in list(room.choices.items()):
        if game is None or version != game.version or room.thinking.get(seat) != version or not _is_awaited(game, seat):
            del room.choices[seat]
        elif room.phase == "playing" and now >= bot_time(room, game):
            del room.choices[seat]
            _take(room, game, seat, action, now)


def _take(room: RoomState, game: Game, seat: int, action: str, now: float) -> None:
    try:
        take(room, game, seat, action, now)
    except GameError as error:  # the game goes on without the bot's wits
        room.out.misplays.append(Misplay(seat, room.chairs[seat].player or "", action, error.code))
        take(room, game, seat, game.state.box.table.text(stand_in(game.asked_state(seat))), now)
