"""People who are not there: whose seats are played on, who owns the room then, and when a game waits for somebody to return."""

from __future__ import annotations

from casting_shadows.table import entries as e
from casting_shadows.table.people import LONG_AGO, Member
from casting_shadows.table.room_state import RoomState


def grace_of(room: RoomState) -> float:
    """How long somebody may be away before anything follows from it."""
    return max(room.options.grace, room.limits.grace)


def is_gone(room: RoomState, member: Member, now: float) -> bool:
    """Whether somebody has been away for the grace time, or left."""
    return not member.online and now >= member.away_since + grace_of(room)


def look_after(room: RoomState, now: float) -> None:
    """Do what follows from who is there and who is not."""
    if room.owner in room.members and not room.auto_paused and all(member.online for member in room.members.values()):
        return  # as nearly always, and this is asked several times for each message
    _pass_on(room, now)
    if not room.is_attended:
        if room.phase == "playing" and not room.is_slow and now >= _abandoned_at(room):
            room.commit(e.Paused(at=now, auto=True))
        return
    if room.phase == "paused" and room.auto_paused:
        room.commit(e.Resumed(at=now))
    for member in room.members.values():
        if is_gone(room, member, now):
            leave_seats(room, member, now)


def _pass_on(room: RoomState, now: float) -> None:
    """A room whose owner is gone belongs to whoever has been there longest."""
    owner = room.members.get(room.owner or 0)
    here = [member.id for member in room.members.values() if member.online]
    if here and (owner is None or is_gone(room, owner, now)):
        room.commit(e.Owned(at=now, member=min(here)))


def _abandoned_at(room: RoomState) -> float:
    """When the last of those a game goes on for will have been away too long."""
    away = (room.members[member].away_since for member in room.people() or room.members)
    return max(away, default=LONG_AGO) + grace_of(room)


def leave_seats(room: RoomState, member: Member, now: float) -> None:
    """What happens in a game to the seats of somebody who is gone, as the options say."""
    leavers = room.leaving
    if leavers == "wait" and not member.token:
        leavers = "bot"  # for somebody who was shown out there is nothing to wait for
    while leavers != "wait" and (seats := _forsaken(room, member)):
        if leavers == "concede":
            room.commit(e.Acted(at=now, seat=seats[0], action="concede"))
        else:
            room.commit(e.BotTook(at=now, seat=seats[0], bot=room.options.leaver_bot))


def _forsaken(room: RoomState, member: Member) -> list[int]:
    """Seats of somebody's that the game may have to wait for."""
    game = room.game
    if game is None or room.phase != "playing":
        return []
    return [seat for seat in room.seats_of(member.id) if room.chairs[seat].stand_in is None and game.is_in(seat)]


def absences_end(room: RoomState, now: float) -> list[float]:
    """When somebody's absence will have lasted too long, as far as something follows from it."""
    if room.phase == "playing" and not room.is_attended:
        return [] if room.is_slow else [_abandoned_at(room)]
    here = any(member.online for member in room.members.values())
    away = [member for member in room.members.values() if here and not member.online and not is_gone(room, member, now)]
    return [member.away_since + grace_of(room) for member in away if _is_missed(room, member)]


def _is_missed(room: RoomState, member: Member) -> bool:
    """Whether something follows when this member's grace time is over."""
    awaited = room.leaving != "wait" and bool(_forsaken(room, member))
    asked_for_rematch = bool(room.rematch_votes) and bool(room.seats_of(member.id))
    return member.id == room.owner or awaited or asked_for_rematch
