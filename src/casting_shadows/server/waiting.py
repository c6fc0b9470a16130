"""What a room says to one of its members who looks from outside: how it stands, and whether it waits for them."""

from __future__ import annotations

from msgspec import Struct

from casting_shadows.engine import State, seat_names
from casting_shadows.engine.state import NONE
from casting_shadows.table import Room
from casting_shadows.table.entering import member_of


class RoomTurn(Struct, frozen=True):
    """A room of one's own in a list."""

    title: str
    phase: str
    names: tuple[str, ...]
    """Who sits there, seat by seat; an open seat has no name, and a bot is called by its kind."""
    bots: tuple[bool, ...]
    """Which of them are bots."""
    characters: tuple[str, ...]
    """Whom each plays, as far as that is known; in Shadow Boxing the Bots' too, for whom nobody sits."""
    mine: bool
    """The game waits for me."""
    turn: int | None
    """The seat whose turn it is; null: no game is going on."""
    whose: str
    """Whose turn it is, by name; empty: no game is going on, or nobody sits there."""
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
    bots = tuple(chair.bot is not None for chair in room.chairs)
    if game is None:
        chosen = tuple(chair.character or "" for chair in room.chairs)
        return RoomTurn(room.options.title, room.phase, names, bots, chosen, False, None, "", None, 0, result)
    answered = {} if game.window is None else game.window.answers
    mine = any(game.may_act(seat) and seat not in answered for seat in room.seats_of(member.id))
    turn = game.state.turn
    return RoomTurn(
        title=room.options.title,
        phase=room.phase,
        names=names,
        bots=bots,
        characters=_characters(game.state),
        mine=mine and room.phase == "playing",
        turn=turn,
        whose=names[turn] if turn < len(names) else "",
        since=game.changed_at,
        round=game.state.round,
        game=result,
    )


def _characters(state: State) -> tuple[str, ...]:
    """Seat by seat; empty: not chosen yet."""
    return tuple("" if state.character[seat] == NONE else name for seat, name in enumerate(seat_names(state)))
