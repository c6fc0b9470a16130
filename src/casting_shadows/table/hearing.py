"""What members say: every command is carried out once, and answered, however often it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casting_shadows.engine import GameError
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import encode
from casting_shadows.protocol.messages import Ack, Outgoing, Refused
from casting_shadows.table import asking, playing, seating, starting, talking
from casting_shadows.table.people import Member
from casting_shadows.table.room_state import RoomState, Stale
from casting_shadows.table.telling import show_game, tell_game

Handler = Callable[[RoomState, Member, Any, float], Outgoing | None]
HANDLERS: Final[dict[type[c.Command], Handler]] = {
    c.Rename: seating.rename,
    c.Leave: seating.leave,
    c.Sit: seating.sit,
    c.Stand: seating.stand,
    c.Choose: seating.choose,
    c.Ready: seating.ready,
    c.SetBot: seating.set_bot,
    c.SetOptions: seating.set_options,
    c.Kick: seating.kick,
    c.Promote: seating.promote,
    c.Start: starting.start_game,
    c.Contribute: starting.contribute,
    c.Rematch: starting.rematch,
    c.Act: playing.act,
    c.Undo: playing.undo,
    c.MoreTime: playing.more_time,
    c.Answering: playing.answering,
    c.Return: playing.take_seat_back,
    c.Pause: playing.pause,
    c.Say: talking.say,
    c.Mute: talking.mute,
    c.Transfer: talking.transfer,
}
"""Each carries a command out, or raises GameError and has changed nothing. What it returns is the answer; None: an `ack`."""
PLAYED_ON: Final = (c.Act, c.Leave, c.Return)
"""What can be done even in a room whose record is as long as it may get."""


def hear(room: RoomState, conn: int, command: c.Command, now: float, settle: Callable[[float], None]) -> None:
    """A command from a connection, *settle* bringing about whatever follows from it."""
    member = room.members.get(room.conns[conn] or 0)
    try:
        if member is None:
            raise GameError("room/not-joined", "join the room first")
        if isinstance(command, asking.Question | c.AskHint | c.AskText):
            _ask(room, conn, member, command, now)
        elif command.seq > member.seq:
            _carry_out(room, conn, member, command, now, settle)
        elif command.seq in member.replies:
            room.out.frames.append((conn, member.replies[command.seq]))
        else:
            late = GameError("command/out-of-order", "a later command came before this one, so this one is not carried out")
            room.out.send(conn, _refused(late, command))
            if room.game is not None:
                show_game(room, member, now)  # whoever is so far behind may have missed more
    except GameError as error:
        room.out.send(conn, _refused(error, command))


def _refused(error: GameError, command: c.Command) -> Refused:
    return Refused(error.code, error.message, command.seq, error.values)


def _ask(room: RoomState, conn: int, member: Member, question: asking.Question | c.AskHint | c.AskText, now: float) -> None:
    """Questions change nothing that can be seen, so they are answered as often as they are put."""
    member.seq = max(member.seq, question.seq)
    if isinstance(question, c.AskHint):
        asking.hint(room, member, question, now)
    elif isinstance(question, c.AskText):
        room.out.send(conn, asking.whole_text(room, member, question, now))
    else:
        room.out.send(conn, asking.answer(room, member, question))


def _carry_out(
    room: RoomState, conn: int, member: Member, command: c.Command, now: float, settle: Callable[[float], None]
) -> None:
    before = len(room.out.frames)
    try:
        if room.length >= room.limits.entries and not isinstance(command, PLAYED_ON):
            raise GameError("room/too-long", "this room has a very long history; finish the game, and open another room")
        answer = HANDLERS[type(command)](room, member, command, now)
    except GameError as error:
        refusal = encode(_refused(error, command))
        member.remember(command.seq, refusal)
        room.out.frames.append((conn, refusal))
        if isinstance(error, Stale):
            show_game(room, member, now)
        return
    settle(now)
    reply = encode(answer or Ack(command.seq, room.version))
    member.remember(command.seq, reply)
    if member.conn != conn:
        return  # shown out, at their own wish or another's
    if room.game_changed:
        tell_game(room, now, conn, command.seq)
    elif isinstance(command, c.Act | c.Answering) and room.game is not None:
        show_game(room, member, now, command.seq)  # nobody else is told of it
    else:
        room.out.frames.insert(before, (conn, reply))
