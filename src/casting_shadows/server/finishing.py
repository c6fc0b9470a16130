"""What is kept of a room beside its record: what lists say about it, and a game that has ended with its statistics."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from casting_shadows.server.statistics import count
from casting_shadows.server.storage import FinishedGame, RoomState, SeatResult, Summary
from casting_shadows.server.totals import Played, facts_of
from casting_shadows.table import Room


class Listing(Struct, frozen=True, omit_defaults=True):
    """A room in the public list."""

    title: str
    phase: str
    mode: str
    players: int
    open_seats: int
    people: int
    packs: tuple[str, ...]
    clock: str
    spectators: bool


class Player(Struct, frozen=True, omit_defaults=True):
    """Somebody in a finished game."""

    seat: int
    name: str
    character: str
    bot: str | None = None
    won: bool = False
    place: int = 0


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """A finished game in a list."""

    title: str
    mode: str
    packs: tuple[str, ...]
    ending: str
    rounds: int
    moves: int
    players: tuple[Player, ...]
    assisted: bool = False
    own: tuple[str, ...] = ()
    """Texts of the packs it was played with; lists leave them out."""


def listing(room: Room) -> Summary:
    """What lists say about a room."""
    options = room.options
    state: RoomState = "setup" if room.phase == "starting" else room.phase
    shown = Listing(
        options.title,
        room.phase,
        options.mode,
        options.players,
        sum(chair.is_open for chair in room.chairs),
        len(room.people()),
        options.packs,
        options.clock,
        options.spectators,
    )
    return Summary(state, options.listed, msgspec.json.encode(shown))


def finished_game(room: Room, now: float) -> FinishedGame:
    """The game that has just ended, whole, with what each seat did in it."""
    game = room.game
    assert game is not None and room.result is not None
    record = game.record()
    counted = count(record, room.packs)
    facts = facts_of(counted, len(room.people()), room.result.assisted)
    players = []
    results = []
    for seat, did in enumerate(counted.seats):
        chair = room.chairs[seat] if seat < len(room.chairs) else None
        name = chair.name if chair is not None else did.character
        bot = "shadow_boxing" if chair is None else chair.bot
        players.append(Player(seat, name, did.character, bot, did.won, did.place))
        member = room.members.get(chair.member or 0) if chair is not None else None
        # Whoever leaves before a defeat is defeated; what a bot wins in their seat is not theirs.
        is_theirs = member is not None and chair is not None and not (chair.stand_in is not None and did.won)
        profile = member.profile if member is not None and is_theirs else None
        results.append(SeatResult(seat, profile, msgspec.json.encode(Played(did, facts))))
    summary = GameSummary(
        room.options.title,
        facts.mode,
        room.options.packs,
        counted.ending,
        counted.rounds,
        len(record.moves),
        tuple(players),
        room.result.assisted,
        room.own,
    )
    return FinishedGame(game.name, room.code, now, room.options.listed, msgspec.json.encode(summary), record.text(), results)
