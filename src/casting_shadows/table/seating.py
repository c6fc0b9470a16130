"""Before and after a game: seats, characters, options, and who owns the room."""

from __future__ import annotations

from typing import Final

import msgspec

from casting_shadows.engine import open_box, start, start_from
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.table import entries as e
from casting_shadows.table.absence import leave_seats
from casting_shadows.table.evolve_game import setup_of
from casting_shadows.table.fitting import fitting
from casting_shadows.table.people import Member, clean, clean_name
from casting_shadows.table.room_state import RoomState, differ_in_pace, refuse

LONGEST_TITLE: Final = 60


def _between_games(room: RoomState) -> None:
    if room.phase not in ("setup", "ended"):
        refuse("room/started", "this can be changed before a game begins and after it has ended")


def owner_only(room: RoomState, member: Member) -> None:
    """Raise Refusal for anybody but the owner."""
    if room.owner != member.id:
        refuse("room/owner-only", "only the room's owner can do this")


def _chair_number(room: RoomState, seat: int) -> int:
    if seat >= len(room.chairs):
        refuse("seat/none", f"there is no seat {seat}; seats are 0 to {len(room.chairs) - 1}", seat=seat)
    return seat


def _known_bot(room: RoomState, bot: str) -> None:
    if bot not in room.bots:
        refuse("bot/unknown", f"there is no bot {bot!r}; there are {', '.join(room.bots)}", bot=bot)


def rename(room: RoomState, member: Member, command: c.Rename, now: float) -> None:
    """Call oneself something else."""
    room.commit(e.Renamed(at=now, by=member.id, seq=command.seq, member=member.id, name=clean_name(command.name)))


def check_seat_is_free(room: RoomState, seat: int, member: int | None = None) -> None:
    """Raise Refusal if somebody who comes, or this member, cannot sit here."""
    _between_games(room)
    chair = room.chairs[_chair_number(room, seat)]
    if not chair.is_open and (member is None or chair.member != member):
        refuse("seat/taken", "somebody sits there already", seat=seat)


def sit(room: RoomState, member: Member, command: c.Sit, now: float) -> None:
    """Take an open seat, or call one's own seat something else."""
    check_seat_is_free(room, command.seat, member.id)
    name = clean_name(command.name) if command.name is not None else member.name
    room.commit(e.Sat(at=now, by=member.id, seq=command.seq, seat=command.seat, member=member.id, name=name))


def stand(room: RoomState, member: Member, command: c.Stand, now: float) -> None:
    """Give a seat up."""
    _between_games(room)
    if room.chairs[_chair_number(room, command.seat)].member != member.id:
        refuse("seat/not-yours", "this is not your seat", seat=command.seat)
    room.commit(e.Stood(at=now, by=member.id, seq=command.seq, seat=command.seat))


def choose(room: RoomState, member: Member, command: c.Choose, now: float) -> None:
    """A character for one's own seat, or as the owner for a bot's."""
    _between_games(room)
    chair = room.chairs[_chair_number(room, command.seat)]
    if chair.member != member.id and not (chair.bot is not None and room.owner == member.id):
        refuse("seat/not-yours", "this is not your seat", seat=command.seat)
    if room.awaits_position:
        refuse("room/position", "the position says who plays whom")
    if room.options.characters != "pick":
        refuse("character/not-now", "in this room characters are not picked beforehand")
    chosen = command.character
    if chosen is not None:
        known = [character.id for character in open_box(room.options.packs, room.packs).parts.characters]
        if chosen not in known:
            refuse("character/unknown", f"there is no character {chosen!r} in these packs", character=chosen)
        if any(other.character == chosen for seat, other in enumerate(room.chairs) if seat != command.seat):
            refuse("character/taken", "somebody else has this character", character=chosen)
    room.commit(e.Chose(at=now, by=member.id, seq=command.seq, seat=command.seat, character=chosen))


def ready(room: RoomState, member: Member, command: c.Ready, now: float) -> None:
    """Say that one is ready."""
    _between_games(room)
    room.commit(e.Readied(at=now, by=member.id, seq=command.seq, member=member.id, on=command.on))


def set_bot(room: RoomState, member: Member, command: c.SetBot, now: float) -> None:
    """Seat a bot, or send it away."""
    owner_only(room, member)
    _between_games(room)
    if room.chairs[_chair_number(room, command.seat)].member is not None:
        refuse("seat/taken", "somebody sits there already", seat=command.seat)
    if command.bot is None:
        room.commit(e.Stood(at=now, by=member.id, seq=command.seq, seat=command.seat))
        return
    _known_bot(room, command.bot)
    room.commit(e.BotSat(at=now, by=member.id, seq=command.seq, seat=command.seat, bot=command.bot))


def set_options(room: RoomState, member: Member, command: c.SetOptions, now: float) -> None:
    """Change the options; during a game only the pace of the bots."""
    owner_only(room, member)
    if differ_in_pace(room.options, command.options):
        room.commit(e.OptionsSet(at=now, by=member.id, seq=command.seq, options=command.options))
        return
    _between_games(room)
    along = command.along and not room.awaits_position
    options = fitting(room.options, command.options, room.packs) if along else command.options
    if room.awaits_position and options != options_from(room, room.position, options):
        refuse("room/position", "the position decides this: players, packs, map and rules are as it says")
    leaving = [seat for seat, chair in enumerate(room.chairs) if seat >= options.players and not chair.is_open]
    if any(room.chairs[seat].bot is None or not along for seat in leaving):
        refuse("seat/taken", "somebody sits on a seat that would go away", seat=options.players)
    checked = check_options(room, options)
    for seat in leaving:
        room.commit(e.Stood(at=now, by=member.id, seq=command.seq, seat=seat))
    room.commit(e.OptionsSet(at=now, by=member.id, seq=command.seq, options=checked))


def check_options(room: RoomState, options: Options) -> Options:
    """The options as the room takes them. Raises GameError if no game can be set up this way."""
    _known_bot(room, options.leaver_bot)
    title, window = clean(options.title, LONGEST_TITLE), max(options.window, room.limits.window)
    before, room.options = room.options, msgspec.structs.replace(options, title=title, window=window)
    try:
        check_setup(room)
        return room.options
    finally:
        room.options = before


def check_setup(room: RoomState) -> None:
    """Raise GameError if the next game cannot be set up, whatever chance decides."""
    if room.awaits_position:
        return
    options = room.options
    characters: tuple[str, ...] | str = options.characters
    if options.characters == "pick":
        known = {character.id for character in open_box(options.packs, room.packs).parts.characters}
        chosen = tuple(chair.character for chair in room.chairs[: options.players] if chair.character in known)
        characters = tuple(filter(None, chosen)) if len(chosen) == options.players else "random"
    start(setup_of(room, characters), seed="a trial", own=room.packs)


def options_from(room: RoomState, position: str, options: Options) -> Options:
    """These options, but with everything a position decides as it says. Raises what `start_from` raises."""
    setup = start_from(position, bytes(32), own=room.packs).setup
    of_position = {
        "mode": setup.mode,
        "players": setup.players,
        "packs": setup.packs,
        "layout": setup.layout,
        "tiles": setup.tiles,
        "market": setup.market,
        "transform": setup.transform,
        "first_turn_points": setup.first_turn_points,
        "bot_hp": setup.bot_hp,
        "max_rounds": setup.max_rounds,
    }
    try:
        return msgspec.convert(msgspec.to_builtins(options) | of_position, Options)
    except msgspec.ValidationError as error:
        refuse("room/position", f"a room cannot have the options of this position: {error}")


def kick(room: RoomState, member: Member, command: c.Kick, now: float) -> None:
    """Show somebody out."""
    owner_only(room, member)
    other = room.members.get(command.member)
    if other is None or other is member:
        refuse("member/unknown", "there is no such other member in this room")
    room.commit(e.Left(at=now, by=member.id, seq=command.seq, member=other.id, kicked=True))
    _show_out(room, other, "room/kicked", "the room's owner has shown you out", now)


def leave(room: RoomState, member: Member, command: c.Leave, now: float) -> None:
    """Go."""
    room.commit(e.Left(at=now, by=member.id, seq=command.seq, member=member.id))
    _show_out(room, member, "room/left", "you have left the room", now)


def _show_out(room: RoomState, member: Member, code: str, message: str, now: float) -> None:
    room.codes = {way_in: whose for way_in, whose in room.codes.items() if whose[0] != member.id}
    if member.conn is not None:
        room.show_out(member.conn, code, message)
    leave_seats(room, member, now)


def promote(room: RoomState, member: Member, command: c.Promote, now: float) -> None:
    """Hand the room over."""
    owner_only(room, member)
    if command.member not in room.members:
        refuse("member/unknown", "there is no such member in this room")
    room.commit(e.Owned(at=now, by=member.id, seq=command.seq, member=command.member))
