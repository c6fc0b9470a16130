"""Coming into a room: visitors, members who return, one-time codes, and what each of them is shown first."""

from __future__ import annotations

from casting_shadows import __version__
from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Ack, Refused, Welcome
from casting_shadows.table import entries as e
from casting_shadows.table.absence import is_gone, look_after
from casting_shadows.table.people import Member, clean_name, fits, token_hash
from casting_shadows.table.playing import come_back
from casting_shadows.table.room_state import RoomState, refuse
from casting_shadows.table.seating import check_seat_is_free
from casting_shadows.table.talking import spend_code
from casting_shadows.table.telling import room_info, show_game


def admits(room: RoomState, token: str | None, now: float) -> bool:
    """Whether somebody may come in: members, and strangers while there is a seat or a place to watch from."""
    if member_of(room, token, now) is not None:
        return True
    if len(room.conns) >= room.limits.members:
        return False
    if any(until > now for _, until in room.codes.values()):
        return True  # somebody moves to another device, which is a stranger until it has said its code
    has_seat = room.phase in ("setup", "ended") and any(chair.is_open for chair in room.chairs)
    return has_seat or room.options.spectators or not room.members


def member_of(room: RoomState, token: str | None, now: float) -> Member | None:
    """Whose token this is, while tokens are good."""
    ended = room.game.ended_at if room.game is not None and room.phase == "ended" else None
    if token is None or (ended is not None and now > ended + room.limits.token_life):
        return None
    return next((member for member in room.members.values() if fits(token, member.token)), None)


def attach(room: RoomState, conn: int, hello: c.Hello, profile: str | None, now: float) -> None:
    """A connection says hello."""
    room.conns[conn] = None
    room.profiles[conn] = profile
    member = member_of(room, hello.token, now)
    if member is None:
        room.out.send(conn, Welcome(PROTOCOL, __version__, now, room_info(room)))
        return
    _take_place(room, conn, member, now)
    if hello.version is not None and hello.version <= room.version:
        room.seen[conn] = hello.version
    _welcome(room, conn, member, hello.chat, now)


def enter(room: RoomState, conn: int, command: c.Join | c.Claim, now: float) -> None:
    """A visitor becomes a member, or takes over the place of one."""
    try:
        known = member_of(room, command.token, now)  # then the answer to an earlier try was lost
        if room.conns[conn] is not None and (known is None or room.conns[conn] != known.id):
            refuse("room/joined", "you are in this room already")
        member = known or (_join(room, conn, command, now) if isinstance(command, c.Join) else _claim(room, command, now))
    except GameError as error:
        room.out.send(conn, Refused(error.code, error.message, command.seq, error.values))
        return
    _take_place(room, conn, member, now)
    ack = Ack(command.seq, room.version)
    member.remember(command.seq, encode(ack))
    _welcome(room, conn, member, 0, now)
    room.out.send(conn, ack)


def _join(room: RoomState, conn: int, command: c.Join, now: float) -> Member:
    name = clean_name(command.name)
    if command.seat is not None:
        check_seat_is_free(room, command.seat)
    elif not room.options.spectators and room.members:
        refuse("room/no-spectators", "in this room everyone has a seat: name the one you take")
    _make_room(room, now)
    number = room.joined + 1
    room.commit(e.Joined(at=now, member=number, name=name, token=token_hash(command.token), profile=room.profiles.get(conn)))
    if command.seat is not None:
        room.commit(e.Sat(at=now, by=number, seq=command.seq, seat=command.seat, member=number, name=name))
    return room.members[number]


def _make_room(room: RoomState, now: float) -> None:
    """In a full room somebody who watched and has gone away makes place. Raises Refusal if there is nobody like that."""
    if len(room.members) < room.limits.members:
        return
    gone = [member for member in room.members.values() if is_gone(room, member, now) and not room.seats_of(member.id)]
    if not gone:
        refuse("room/full", "there are as many people in this room as it holds")
    room.commit(e.Left(at=now, member=min(gone, key=lambda member: member.away_since).id))


def _claim(room: RoomState, command: c.Claim, now: float) -> Member:
    member = spend_code(room, command.code, now)
    if member.conn is not None:
        room.show_out(member.conn, "seat/moved", "your place was moved to another device, and this one no longer opens it")
    room.commit(e.Rotated(at=now, member=member.id, token=token_hash(command.token)))
    return member


def _take_place(room: RoomState, conn: int, member: Member, now: float) -> None:
    """The newest connection of a member is the one that counts; what a bot played for them is theirs again."""
    if member.conn is not None and member.conn != conn:
        room.show_out(member.conn, "seat/elsewhere", "your place was opened on another device or in another tab")
    member.conn = conn
    room.conns[conn] = member.id
    room.room_changed = True
    look_after(room, now)  # a game that was paused for want of people goes on
    come_back(room, member, now)


def _welcome(room: RoomState, conn: int, member: Member, chat: int, now: float) -> None:
    """The room, the game as it stands, what happened since, and the chat."""
    mode, muted = room.answering_of(member), tuple(sorted(member.muted))
    room.out.send(conn, Welcome(PROTOCOL, __version__, now, room_info(room), member.id, member.seq, mode, muted))
    show_game(room, member, now)
    for line in room.chat:
        if line.number > chat and line.member not in member.muted:
            room.out.send(conn, line)
