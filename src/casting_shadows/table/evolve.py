"""What each entry of the record does to the room. No choice is made here and nobody is told anything."""

from __future__ import annotations

from typing import assert_never

from casting_shadows.engine import open_box, parse_own_pack, parse_position
from casting_shadows.protocol import Options, encode
from casting_shadows.protocol.messages import Ack, Line
from casting_shadows.table import entries as e
from casting_shadows.table.evolve_game import evolve_game
from casting_shadows.table.people import LONG_AGO, Chair, Member
from casting_shadows.table.room_state import RoomState, differ_in_pace

OfTheGame = (
    e.Committed
    | e.Contributed
    | e.Started
    | e.Acted
    | e.Answered
    | e.Undone
    | e.Hinted
    | e.TextTaken
    | e.TimeGiven
    | e.TimeUp
    | e.TimeAdded
    | e.BotTook
    | e.Returned
    | e.Paused
    | e.Resumed
    | e.Woken
)


def evolve(room: RoomState, entry: e.AnyEntry) -> None:
    """Let one entry take effect."""
    if isinstance(entry, OfTheGame):
        evolve_game(room, entry)
    elif isinstance(entry, e.Said | e.Muted | e.AnsweringSet):
        _speak(room, entry)
    else:
        _seat(room, entry)
        room.room_changed = True
    if entry.seq and entry.by in room.members:
        room.members[entry.by].remember(entry.seq, encode(Ack(entry.seq, room.version)))


def _speak(room: RoomState, entry: e.Said | e.Muted | e.AnsweringSet) -> None:
    """What changes nothing about the room or the game."""
    member = room.members[entry.member]
    if isinstance(entry, e.Said):
        room.lines += 1
        room.chat.append(Line(room.lines, entry.member, member.name, entry.at, entry.text, entry.phrase))
    elif isinstance(entry, e.Muted):
        member.muted.add(entry.other) if entry.on else member.muted.discard(entry.other)
    elif entry.mode == "never":
        member.never = room.moment
    else:
        member.answering, member.never = entry.mode, None


Seating = (
    e.Opened
    | e.OptionsSet
    | e.Joined
    | e.Rotated
    | e.Renamed
    | e.Left
    | e.Owned
    | e.Sat
    | e.BotSat
    | e.Stood
    | e.Chose
    | e.Readied
    | e.Voted
)


def _seat(room: RoomState, entry: Seating) -> None:
    if isinstance(entry, e.Opened):
        room.code, room.own, room.position, room.exact = entry.code, entry.own, entry.position, entry.exact
        room.packs = tuple(parse_own_pack(text) for text in entry.own)
        _set_options(room, entry.options)
        _take_characters_from_position(room)
    elif isinstance(entry, e.OptionsSet):
        if differ_in_pace(room.options, entry.options):
            room.options = entry.options
        else:
            _set_options(room, entry.options)
    elif isinstance(entry, e.Joined):
        room.joined = entry.member
        room.members[entry.member] = Member(entry.member, entry.name, entry.token, entry.profile, away_since=entry.at)
        room.owner = room.owner or entry.member
    elif isinstance(entry, e.Rotated):
        room.members[entry.member].token = entry.token
    elif isinstance(entry, e.Renamed):
        member = room.members[entry.member]
        for chair in room.chairs:
            if chair.member == entry.member and chair.name == member.name:
                chair.name = entry.name
        member.name = entry.name
    elif isinstance(entry, e.Left):
        _leave(room, entry)
    elif isinstance(entry, e.Owned):
        room.owner = entry.member
    elif isinstance(entry, e.Sat):
        room.chairs[entry.seat] = Chair(entry.member, entry.name, character=room.chairs[entry.seat].character)
    elif isinstance(entry, e.BotSat):
        room.chairs[entry.seat] = Chair(bot=entry.bot, name=entry.bot, character=room.chairs[entry.seat].character)
    elif isinstance(entry, e.Stood):
        _clear(room, entry.seat)
    elif isinstance(entry, e.Chose):
        room.chairs[entry.seat].character = entry.character
    elif isinstance(entry, e.Readied):
        room.members[entry.member].ready = entry.on
    elif isinstance(entry, e.Voted):
        votes = room.pause_votes if entry.about == "pause" else room.rematch_votes
        votes.add(entry.member) if entry.on else votes.discard(entry.member)
    else:
        assert_never(entry)


def _leave(room: RoomState, entry: e.Left) -> None:
    """Out of the room; whoever has a seat in a game keeps the place, and the token that opens it unless shown out."""
    member = room.members[entry.member]
    seats = room.seats_of(entry.member)
    for votes in (room.pause_votes, room.rematch_votes):
        votes.discard(entry.member)
    if seats and room.phase in ("starting", "playing", "paused"):
        member.away_since = LONG_AGO
        member.token = "" if entry.kicked else member.token
        return
    for seat in seats:
        _clear(room, seat)
    del room.members[entry.member]
    for other in room.members.values():
        other.muted.discard(entry.member)
    if room.owner == entry.member:
        room.owner = None


def _clear(room: RoomState, seat: int) -> None:
    """Nobody sits here any more, and without a seat nobody votes. A position's characters stay where they are."""
    before = room.chairs[seat]
    room.chairs[seat] = Chair(character=before.character if room.awaits_position else None)
    if before.member is not None and not room.seats_of(before.member):
        room.rematch_votes.discard(before.member)


def _set_options(room: RoomState, options: Options) -> None:
    """New options: nobody has agreed to them yet, seats come and go at the end of the row, unknown characters are forgotten."""
    room.options = options
    room.rematch_votes.clear()
    chairs = room.chairs[: options.players]
    room.chairs = chairs + [Chair() for _ in range(options.players - len(chairs))]
    for member in room.members.values():
        member.ready = False
    if room.awaits_position:
        return
    known = {character.id for character in open_box(options.packs, room.packs).parts.characters}
    for chair in room.chairs:
        if options.characters != "pick" or chair.character not in known:
            chair.character = None


def _take_characters_from_position(room: RoomState) -> None:
    if room.position:
        state = parse_position(room.position, room.packs)
        for seat, chair in enumerate(room.chairs):
            chair.character = state.box.table.characters[state.character[seat]] if state.character[seat] >= 0 else None
