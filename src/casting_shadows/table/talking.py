"""Chat, and moving one's place in the room to another device."""

from __future__ import annotations

import re
from typing import Final

from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import OneTimeCode
from casting_shadows.table import entries as e
from casting_shadows.table.people import Member, clean
from casting_shadows.table.room_state import RoomState, refuse

PHRASES: Final = ("hello", "good_luck", "well_played", "thanks", "oops", "thinking", "your_turn", "one_moment", "again", "bye")
LONGEST_LINE: Final = 300
CODE_LIFE: Final = 300.0
CODE_LETTERS: Final = 10
"""Fifty bits, good once and for five minutes."""


def say(room: RoomState, member: Member, command: c.Say, now: float) -> None:
    """A line of chat, within the allowance."""
    if room.options.chat == "none":
        refuse("chat/off", "there is no chat in this room")
    if room.options.chat == "phrases" and command.phrase is None:
        refuse("chat/phrases-only", "in this room people speak in preset phrases")
    if command.phrase is not None and (command.phrase not in PHRASES or command.text):
        refuse("chat/unknown-phrase", f"a phrase is one of {', '.join(PHRASES)}, and nothing else", phrase=command.phrase)
    text = clean(command.text, LONGEST_LINE)
    if not text and command.phrase is None:
        refuse("chat/empty", "a line needs at least one letter that can be shown")
    _spend_allowance(room, member, now)
    entry = e.Said(at=now, by=member.id, seq=command.seq, member=member.id, text=text, phrase=command.phrase)
    room.commit(entry)
    for conn, other in room.conns.items():
        if other is not None and member.id not in room.members[other].muted:
            room.out.send(conn, room.chat[-1])


def _spend_allowance(room: RoomState, member: Member, now: float) -> None:
    limits = room.limits
    fresh = limits.chat_burst if member.chat_at == 0 else member.chat_credit + (now - member.chat_at) / limits.chat_interval
    member.chat_credit, member.chat_at = min(fresh, limits.chat_burst), now
    if member.chat_credit < 1:
        refuse("chat/too-fast", "one line at a time, please")
    member.chat_credit -= 1


def mute(room: RoomState, member: Member, command: c.Mute, now: float) -> None:
    """Hear no more of somebody."""
    if command.member not in room.members or command.member == member.id:
        refuse("member/unknown", "there is no such other member in this room")
    room.commit(e.Muted(at=now, by=member.id, seq=command.seq, member=member.id, other=command.member, on=command.on))


def transfer(room: RoomState, member: Member, command: c.Transfer, now: float) -> OneTimeCode:
    """Hand out a code with which another device takes this place. An older code is void."""
    room.codes = {code: whose for code, whose in room.codes.items() if whose[0] != member.id and whose[1] > now}
    code = room.random_name(CODE_LETTERS)
    room.codes[code] = (member.id, now + CODE_LIFE)
    return OneTimeCode(command.seq, code, now + CODE_LIFE)


def spend_code(room: RoomState, code: str, now: float) -> Member:
    """Whose place a code opens. It is void afterwards. Raises Refusal."""
    member, until = room.codes.pop(re.sub(r"[\s-]", "", code.lower()), (0, 0.0))
    if now >= until or member not in room.members:
        refuse("claim/wrong-code", "this code is not good (any more); ask for a new one on the other device")
    return room.members[member]
