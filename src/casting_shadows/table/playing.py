"""During a game: actions, sealed answers, undo, clocks, pauses, and taking one's seat back from a bot."""

from __future__ import annotations

from casting_shadows.engine import stand_in
from casting_shadows.protocol import commands as c
from casting_shadows.table import entries as e
from casting_shadows.table.evolve_game import BACK_BANK, STRIKES
from casting_shadows.table.game import AnswerWindow, Game
from casting_shadows.table.people import Member
from casting_shadows.table.room_state import RoomState, Stale, refuse


def own_seat(room: RoomState, member: Member, seat: int) -> None:
    """Raise Refusal if this is not somebody's own seat."""
    if seat >= len(room.chairs) or room.chairs[seat].member != member.id:
        refuse("seat/not-yours", "this is not your seat", seat=seat)


def _current(room: RoomState, member: Member, command: c.Act | c.Undo | c.MoreTime) -> Game:
    """The game, if a command is for one's own seat in it as it stands now."""
    game = room.playing()
    own_seat(room, member, command.seat)
    if command.version != game.version:
        raise Stale(game.version)
    return game


def act(room: RoomState, member: Member, command: c.Act, now: float) -> None:
    """An action of somebody's own seat."""
    game = _current(room, member, command)
    if room.chairs[command.seat].stand_in is not None:
        refuse("seat/played-by-bot", "a bot plays this seat now; take it back first", seat=command.seat)
    take(room, game, command.seat, command.action, now, member.id, command.seq)


def take(room: RoomState, game: Game, seat: int, action: str, now: float, by: int = 0, seq: int = 0) -> None:
    """An action, whoever chose it. In a window it is kept sealed. Raises GameError."""
    table = game.state.box.table
    number = table.parse(action)
    text = table.text(number)
    if game.window is None or number == table.concede:
        room.commit(e.Acted(at=now, by=by, seq=seq, seat=seat, action=text, can_undo=game.try_out(seat, number)))
        return
    if seat not in game.window.asked:
        refuse("answer/not-asked", "you are not asked")
    game.check_answer(seat, text)
    room.commit(e.Answered(at=now, by=by, seq=seq, seat=seat, action=text))


def undo_steps(room: RoomState, game: Game, seat: int) -> int:
    """How many steps a seat can take back now."""
    if room.options.undo == "none":
        return 0
    if room.options.undo == "free" and room.is_alone:
        return len(game.decisions(seat))
    return game.undoable(seat)


def undo(room: RoomState, member: Member, command: c.Undo, now: float) -> None:
    """Take back one step, or all since the checkpoint."""
    game = _current(room, member, command)
    if not undo_steps(room, game, command.seat):
        refuse("undo/nothing", "there is nothing you can take back: dice, new cards and attacks stay")
    by_policy = game.undoable(command.seat) > 0
    if not by_policy:
        to = game.decisions(command.seat)[-1]
    else:
        to = game.checkpoint if command.all else len(game.moves) - 1
    room.commit(e.Undone(at=now, by=member.id, seq=command.seq, seat=command.seat, to=to, assisted=not by_policy))


def has_more_time(room: RoomState, window: AnswerWindow) -> bool:
    """Whether those who are asked may each ask for more time."""
    return room.options.clock == "relaxed" and window.closes is not None


def more_time(room: RoomState, member: Member, command: c.MoreTime, now: float) -> None:
    """More time to answer, once for each who is asked."""
    window = _current(room, member, command).window
    if window is None or command.seat not in window.asked:
        refuse("answer/not-asked", "you are not asked")
    if not has_more_time(room, window):
        refuse("time/not-here", "more time can be had where the clock is relaxed and the window has an end")
    if command.seat in window.extended:
        refuse("time/given", "you have had your extra time")
    room.commit(e.TimeGiven(at=now, by=member.id, seq=command.seq, seat=command.seat))


def answering(room: RoomState, member: Member, command: c.Answering, now: float) -> None:
    """When somebody wants to be asked. Nobody else learns of it."""
    room.commit(e.AnsweringSet(at=now, by=member.id, seq=command.seq, member=member.id, mode=command.mode))


def take_seat_back(room: RoomState, member: Member, command: c.Return, now: float) -> None:
    """Play one's seat again."""
    room.playing()
    own_seat(room, member, command.seat)
    if room.chairs[command.seat].stand_in is None:
        refuse("seat/yours-already", "you play this seat", seat=command.seat)
    room.commit(e.Returned(at=now, by=member.id, seq=command.seq, seat=command.seat))
    _give_time(room, command.seat, now)


def come_back(room: RoomState, member: Member, now: float) -> None:
    """Somebody is there again: their seats are theirs, with time enough to look around."""
    if room.phase not in ("playing", "paused"):
        return
    for seat in room.seats_of(member.id):
        if room.chairs[seat].stand_in is not None:
            room.commit(e.Returned(at=now, seat=seat))
        _give_time(room, seat, now)


def _give_time(room: RoomState, seat: int, now: float) -> None:
    """A little time for somebody whose clock is nearly out; once a turn, or coming and going would stop the clock."""
    game = room.game
    assert game is not None
    clocks = game.clocks
    if clocks is None or clocks.seat != seat or clocks.until is None or clocks.returned == game.turns:
        return
    if clocks.until - now < BACK_BANK:
        room.commit(e.TimeAdded(at=now, seat=seat))


def pause(room: RoomState, member: Member, command: c.Pause, now: float) -> None:
    """Vote to pause or to go on; more than half of those who play and are here decide, or of all where people come by."""
    if room.phase != "paused":
        room.playing()
    people = room.people()
    if member.id not in people:
        refuse("seat/none-of-yours", "only those who play decide this")
    to_pause = room.phase == "playing"
    vote = command.on == to_pause
    room.commit(e.Voted(at=now, by=member.id, seq=command.seq, member=member.id, about="pause", on=vote))
    here = {other for other in people if room.is_slow or room.members[other].online}
    if 2 * len(room.pause_votes & here) > len(here):
        room.commit(e.Paused(at=now) if to_pause else e.Resumed(at=now))


def run_out(room: RoomState, now: float) -> None:
    """If a clock has run out: the turn ends by the actions that stand in, and the third time a bot takes over."""
    game = room.game
    if game is None or game.clocks is None or game.clocks.seat is None or room.phase != "playing":
        return
    seat, turns, until = game.clocks.seat, game.turns, game.clocks.until
    if until is None or now < until:
        return
    room.commit(e.TimeUp(at=now, seat=seat))
    if room.chairs[seat].strikes >= STRIKES:
        room.commit(e.BotTook(at=now, seat=seat, bot=room.options.leaver_bot))
        return
    while game.window is None and game.may_act(seat) and game.turns == turns:
        room.commit(e.Acted(at=now, seat=seat, action=game.state.box.table.text(stand_in(game.state))))
