"""What a room says to one of its members who looks from outside: how it stands, and whether it waits for them."""

from __future__ import annotations

from msgspec import Struct

from casting_shadows.table import Room
from casting_shadows.table.entering import member_of


class RoomTurn(Struct, frozen=True):
    """A room of one's own in a list."""

    title: str
    phase: str
    names: tuple[str, ...]
    """Who sits there, seat by seat; an open seat has no name."""
    mine: bool
    """The game waits for me."""
    whose: str
    """Whose turn it is, by name; empty: no game is going on."""
    since: float | None
    """When the game last went on; null: none is going on."""
    round: int
    game: str
    """The finished game, by its id; empty: there is none yet."""


def turn_of(room: Room, token: str | None, now: float) -> RoomTurn | None:
    """How a room stands for whoever has this token; None: nobody of the room has it."""
    member = member_of(room, token, now)
    if member is None:
        return None
    game = room.game if room.phase in ("playing", "paused") else None
    names = tuple(chair.name for chair in room.chairs)
    result = room.result.game if room.result is not None else ""
    if game is None:
        return RoomTurn(room.options.title, room.phase, names, False, "", None, 0, result)
    answered = {} if game.window is None else game.window.answers
    mine = any(game.may_act(seat) and seat not in answered for seat in room.seats_of(member.id))
    turn = game.state.turn
    whose = names[turn] if turn < len(names) else ""
    is_on = room.phase == "playing"
    return RoomTurn(room.options.title, room.phase, names, mine and is_on, whose, game.changed_at, game.state.round, result)
