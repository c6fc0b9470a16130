"""How a game begins, the first time and again: the room commits to a secret, every device adds its part, and off it goes."""

from __future__ import annotations

from typing import Final

from casting_shadows import __version__
from casting_shadows.engine import GameError
from casting_shadows.protocol import commands as c
from casting_shadows.table import entries as e
from casting_shadows.table.absence import is_gone
from casting_shadows.table.evolve_game import labels_of
from casting_shadows.table.people import Member
from casting_shadows.table.room_state import RoomState, refuse
from casting_shadows.table.seating import check_setup, owner_only

CONTRIBUTION_TIME: Final = 3.0
"""Seconds in which every device adds its part to a game's chance; who is late is left out."""
SECRET_BYTES: Final = 32
GAME_NAME_LETTERS: Final = 12


def start_game(room: RoomState, member: Member, command: c.Start, now: float) -> None:
    """Commit to a secret; the game begins when every device has added its part."""
    owner_only(room, member)
    if room.phase != "setup":
        refuse("room/started", "the game has begun already")
    open_seats = [seat for seat, chair in enumerate(room.chairs) if chair.is_open]
    if open_seats:
        refuse("room/seats-open", "every seat needs a person or a bot", seat=open_seats[0])
    waiting = [room.members[other] for other in room.people() if other != member.id and not room.members[other].ready]
    if waiting:
        refuse("room/not-ready", f"{waiting[0].name} is not ready", name=waiting[0].name)
    check_setup(room)
    room.commit(e.Committed(at=now, by=member.id, seq=command.seq, secret=room.entropy(SECRET_BYTES).hex()))


def contribute(room: RoomState, member: Member, command: c.Contribute, now: float) -> None:
    """A device's part in the chance of the game. It counts once."""
    if room.phase != "starting":
        refuse("room/not-starting", "contributions are taken when a game is about to begin")
    if member.id not in room.people():
        refuse("seat/none-of-yours", "only those who play contribute")
    if member.id in room.contributions:
        refuse("contribution/given", "your contribution is in already")
    room.commit(e.Contributed(at=now, by=member.id, seq=command.seq, member=member.id, value=command.value))


def begin_when_complete(room: RoomState, now: float) -> None:
    """Begin when everyone who plays has contributed, or the time for it is over."""
    if room.phase != "starting":
        return
    if now >= room.starting_at + CONTRIBUTION_TIME or room.contributions.keys() >= set(room.people()):
        packs = labels_of(room)
        room.commit(e.Started(at=now, version=__version__, packs=packs, game=room.random_name(GAME_NAME_LETTERS)))


def rematch(room: RoomState, member: Member, command: c.Rematch, now: float) -> None:
    """Vote for another game. Whoever is out need not wait for the end of this one."""
    if room.phase != "ended" and not _is_out(room, member):
        refuse("room/not-ended", "a rematch follows a game")
    if member.id not in room.people():
        refuse("seat/none-of-yours", "only those who play decide this")
    if command.on:
        check_setup(room)
    room.commit(e.Voted(at=now, by=member.id, seq=command.seq, member=member.id, about="rematch", on=command.on))


def _is_out(room: RoomState, member: Member) -> bool:
    """Whether a game goes on that this member has played in and no longer does."""
    seats = room.seats_of(member.id)
    return room.phase == "playing" and room.game is not None and bool(seats) and not any(map(room.game.is_in, seats))


def rematch_when_wanted(room: RoomState, now: float) -> None:
    """Play again when everybody who still is there wants to: bots for those who are gone, the next seat begins."""
    if room.phase != "ended" or not room.rematch_votes:
        return
    people = [room.members[number] for number in room.people()]
    gone = [member for member in people if is_gone(room, member, now)]
    if not room.rematch_votes >= {member.id for member in people if member not in gone} or not room.is_attended:
        return
    try:
        check_setup(room)
    except GameError:
        return  # somebody chose what cannot be since; whoever votes next is told
    for member in gone:
        room.commit(e.Left(at=now, member=member.id))
    for seat, chair in enumerate(room.chairs):
        if chair.is_open:
            room.commit(e.BotSat(at=now, seat=seat, bot=room.options.leaver_bot))
        elif chair.stand_in is not None:
            room.commit(e.Returned(at=now, seat=seat))
    assert room.game is not None
    first = None if room.options.mode == "solo" else (room.game.state.first + 1) % len(room.chairs)
    room.commit(e.Committed(at=now, secret=room.entropy(SECRET_BYTES).hex(), first=first))
