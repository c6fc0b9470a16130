"""A room: what goes in is who sent what and when, what comes out is what to store, what to send and when to come back.

No sockets, no clock, no storage: a server, a browser's tab or a test runs the very same room.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from casting_shadows import __version__
from casting_shadows.engine import GameError, State, parse_own_pack, parse_position
from casting_shadows.protocol import PROTOCOL, Options, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Ack, Hint, Outgoing, Pong, Refused, Welcome
from casting_shadows.protocol.messages import Room as RoomMessage
from casting_shadows.table import asking, playing, seating, talking
from casting_shadows.table import entries as e
from casting_shadows.table.entries import AnyEntry
from casting_shadows.table.evolve import evolve
from casting_shadows.table.outbox import Out
from casting_shadows.table.people import Member, clean_name, fits, token_hash
from casting_shadows.table.room_state import Limits, RoomState, Stale, refuse
from casting_shadows.table.seating import CONTRIBUTION_TIME
from casting_shadows.table.telling import Telling, room_info

Handler = Callable[[RoomState, Member, Any, float], None]
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
    c.Start: seating.start_game,
    c.Contribute: seating.contribute,
    c.Rematch: seating.rematch,
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
QUESTIONS: Final = (c.AskPreviews, c.AskReasons, c.AskReach, c.AskThreats, c.AskOdds, c.AskWarnings, c.AskWorld)


class Room(RoomState):
    """One room and everything that can happen to it. Every method that changes something says what is to be done about it."""

    def __init__(self, bots: tuple[str, ...], limits: Limits | None = None, entropy: Callable[[int], bytes] = os.urandom) -> None:
        super().__init__(bots, limits or Limits(), entropy)
        self.evolve = evolve
        self.seen: dict[int, int] = {}
        """By connection: the last version it was told of."""

    def open(
        self, code: str, options: Options, now: float, own: tuple[str, ...] = (), position: str = "", exact: bool = False
    ) -> Out:
        """Open a new room. Raises GameError if its options or packs make no sense."""
        self.packs = tuple(parse_own_pack(text) for text in own)
        if position:
            options = _options_of(parse_position(position, self.packs), options)
            self.position = position
        checked = seating.check_options(self, options)
        self.commit(e.Opened(at=now, code=code, options=checked, own=own, position=position, exact=exact))
        return self._finish(now)

    def restore(self, record: Iterable[AnyEntry], now: float) -> Out:
        """Become the room a record tells of. The time since counts against nobody."""
        for entry in record:
            self.evolve(self, entry)
            self.length += 1
        self.out = Out(self.length)
        if self.phase in ("playing", "paused"):
            self.commit(e.Woken(at=now))
        self.starting_at = now
        for member in self.members.values():
            member.away_since = now
        return self._finish(now)

    # ------------------------------------------------------------------ who is there

    def admits(self, token: str | None, now: float) -> bool:
        """Whether somebody may come in: members, and strangers while there is a seat or a place to watch from."""
        if self._member_of(token, now) is not None:
            return True
        if len(self.conns) >= self.limits.members:
            return False
        has_seat = self.phase == "setup" and any(chair.is_open for chair in self.chairs)
        return has_seat or self.options.spectators or not self.members

    def _member_of(self, token: str | None, now: float) -> Member | None:
        if token is None or self._is_over(now):
            return None
        return next((member for member in self.members.values() if fits(token, member.token)), None)

    def _is_over(self, now: float) -> bool:
        ended = self.game.ended_at if self.game is not None and self.phase == "ended" else None
        return ended is not None and now > ended + self.limits.token_life

    def attach(self, conn: int, hello: c.Hello, profile: str | None, now: float) -> Out:
        """A connection comes in. Ask `admits` first."""
        self.conns[conn] = None
        member = self._member_of(hello.token, now)
        if member is not None:
            self._take_place(conn, member, now)
        self.profiles[conn] = profile
        self._welcome(conn, member, hello, now)
        return self._finish(now)

    def _take_place(self, conn: int, member: Member, now: float) -> None:
        """The newest connection of a member is the one that counts."""
        if member.conn is not None and member.conn != conn:
            self.show_out(member.conn, "seat/elsewhere", "your place was opened on another device or in another tab")
        member.conn = conn
        self.conns[conn] = member.id
        self.room_changed = True
        game = self.game
        if self.phase == "paused" and self.auto_paused:
            self.commit(e.Resumed(at=now))
        if game is None or self.phase != "playing":
            return
        for seat in self.seats_of(member.id):
            if self.chairs[seat].stand_in is not None:
                self.commit(e.Returned(at=now, seat=seat))
            clocks = game.clocks
            if clocks is not None and clocks.seat == seat and clocks.until is not None and clocks.until - now < 20:
                self.commit(e.TimeAdded(at=now, seat=seat))

    def _welcome(self, conn: int, member: Member | None, hello: c.Hello, now: float) -> None:
        you = None if member is None else member.id
        seq = 0 if member is None else member.seq
        mode = "fits" if member is None else member.answering
        muted = () if member is None else tuple(sorted(member.muted))
        self.out.send(conn, Welcome(PROTOCOL, __version__, now, room_info(self), you, seq, mode, muted))
        self.room_changed = self.room_changed or member is not None
        if member is not None:
            self._catch_up(conn, member, hello.version or 0, hello.chat, now)

    def _catch_up(self, conn: int, member: Member, version: int, chat: int, now: float) -> None:
        """The game as it stands, what happened since, and the chat."""
        game = self.game
        if game is not None:
            since = version if version <= game.version else 0
            self.out.frames.append((conn, Telling(self, game, now).update(member.id, since)))
            self.seen[conn] = game.version
        for line in self.chat:
            if line.number > chat and line.member not in member.muted:
                self.out.send(conn, line)

    def detach(self, conn: int, now: float) -> Out:
        """A connection is gone."""
        member = self.conns.pop(conn, None)
        self.seen.pop(conn, None)
        self.profiles.pop(conn, None)
        if member in self.members and self.members[member].conn == conn:
            self.members[member].conn = None
            self.members[member].away_since = now
            self.room_changed = True
            seating.begin_if_complete(self, now)
        return self._finish(now)

    # ------------------------------------------------------------------ what they say

    def receive(self, conn: int, message: c.Message, now: float) -> Out:
        """A message from a connection that was attached."""
        if conn not in self.conns:
            return self._finish(now)
        self._due(now)
        if isinstance(message, c.Ping):
            self.out.send(conn, Pong(now))
        elif isinstance(message, c.Hello):
            self._refuse(conn, None, GameError("message/hello-again", "say hello once, at the beginning"))
        else:
            self._command(conn, message, now)
        return self._finish(now)

    def _command(self, conn: int, command: c.Command, now: float) -> None:
        number = self.conns[conn]
        if isinstance(command, c.Join | c.Claim):
            self._enter(conn, command, now)
            return
        if number is None:
            self._refuse(conn, command.seq, GameError("room/not-joined", "join the room first"))
            return
        member = self.members[number]
        if isinstance(command, QUESTIONS):
            self._ask(conn, member, command)
            return
        if self._was_answered(conn, member, command):
            return
        frames = len(self.out.frames)
        try:
            if isinstance(command, c.AskHint):
                asking.hint(self, member, command)
                member.seq = max(member.seq, command.seq)
                return
            HANDLERS[type(command)](self, member, command, now)
        except GameError as error:
            reply = self._refuse(conn, command.seq, error)
            member.remember(command.seq, reply)
            if isinstance(error, Stale):
                self._show_again(conn, member, now)
            return
        version = 0 if self.game is None else self.game.version
        reply = encode(Ack(command.seq, version))
        member.remember(command.seq, reply)
        if member.conn == conn and not isinstance(command, c.Transfer):
            self._acknowledge(conn, member, command, reply, frames, now)

    def _acknowledge(self, conn: int, member: Member, command: c.Command, ack: bytes, frames: int, now: float) -> None:
        """Answer a command: with the update everyone gets, where there is one, else with a bare `ack`."""
        if self.game_changed and self.game is not None:
            self._tell_game(now, conn, command.seq)
        elif isinstance(command, c.Act | c.Answering) and self.game is not None:
            self.out.frames.append((conn, Telling(self, self.game, now).update(member.id, self.seen.get(conn, 0), command.seq)))
        else:
            self.out.frames.insert(frames, (conn, ack))

    def _was_answered(self, conn: int, member: Member, command: c.Command) -> bool:
        """Whether a command is an old one, which is answered again and not done again."""
        if command.seq > member.seq:
            return False
        reply = member.replies.get(command.seq)
        if reply is not None:
            self.out.frames.append((conn, reply))
        else:
            late = GameError("command/out-of-order", "a later command came before this one, so this one is not carried out")
            self._refuse(conn, command.seq, late)
        return True

    def _ask(self, conn: int, member: Member, question: asking.Question) -> None:
        """Questions change nothing, so they are answered as often as they are put."""
        member.seq = max(member.seq, question.seq)
        try:
            self.out.send(conn, asking.answer(self, member, question))
        except GameError as error:
            self._refuse(conn, question.seq, error)

    def _enter(self, conn: int, command: c.Join | c.Claim, now: float) -> None:
        """A visitor becomes a member, or takes over the place of one."""
        try:
            member = self._join(conn, command, now) if isinstance(command, c.Join) else self._claim(command, now)
        except GameError as error:
            self._refuse(conn, command.seq, error)
            return
        self._take_place(conn, member, now)
        member.remember(command.seq, encode(Ack(command.seq)))
        hello = c.Hello(PROTOCOL, self.code)
        self._welcome(conn, member, hello, now)
        self.out.send(conn, Ack(command.seq, 0 if self.game is None else self.game.version))

    def _join(self, conn: int, command: c.Join, now: float) -> Member:
        known = self._member_of(command.token, now)
        if known is not None:
            return known  # the answer to an earlier join was lost
        if self.conns[conn] is not None:
            refuse("room/joined", "you are in this room already")
        if len(self.members) >= self.limits.members:
            refuse("room/full", "there are as many people in this room as it holds")
        name = clean_name(command.name)
        number = self.joined + 1
        seat = command.seat
        if seat is not None:
            if self.phase not in ("setup", "ended") or seat >= len(self.chairs) or not self.chairs[seat].is_open:
                refuse("seat/taken", "this seat is not free", seat=seat)
        elif not self.options.spectators and self.members:
            refuse("room/no-spectators", "in this room everyone has a seat: name the one you take")
        self.commit(e.Joined(at=now, member=number, name=name, token=token_hash(command.token), profile=self.profiles.get(conn)))
        if seat is not None:
            self.commit(e.Sat(at=now, by=number, seq=command.seq, seat=seat, member=number, name=name))
        return self.members[number]

    def _claim(self, command: c.Claim, now: float) -> Member:
        member = talking.spend_code(self, command.code, now)
        self.commit(e.Rotated(at=now, member=member.id, token=token_hash(command.token)))
        return member

    def _refuse(self, conn: int, seq: int | None, error: GameError) -> bytes:
        frame = encode(Refused(error.code, error.message, seq, error.values))
        self.out.frames.append((conn, frame))
        return frame

    def _show_again(self, conn: int, member: Member, now: float) -> None:
        if self.game is not None:
            self.out.frames.append((conn, Telling(self, self.game, now).update(member.id, self.seen.get(conn, 0))))
            self.seen[conn] = self.game.version

    # ------------------------------------------------------------------ time and bots

    def question(self, seat: int) -> State:
        """The state in which a seat's bot is asked. The host makes a view of it, and gives the bot nothing else."""
        assert self.game is not None
        return self.game.asked_state(seat)

    def thought(self, seat: int, version: int, action: str, now: float) -> Out:
        """A bot has chosen. Late choices are forgotten."""
        if self.game is not None and version == self.game.version and seat < len(self.chairs):
            self.choices[seat] = (version, action)
            playing.let_bots_act(self, now)
        return self._finish(now)

    def hinted(self, conn: int, seq: int, action: str, code: str, values: dict[str, str | int], now: float) -> Out:
        """A hint is ready."""
        if conn in self.conns:
            self.out.send(conn, Hint(seq, action, code, values))
        return self._finish(now)

    def tick(self, now: float) -> Out:
        """Do what is due."""
        self._due(now)
        return self._finish(now)

    def _due(self, now: float) -> None:
        seating.begin_if_complete(self, now)
        playing.close_when_complete(self, now)
        game = self.game
        if self.phase == "playing" and game is not None and game.clocks is not None:
            until = game.clocks.until
            if until is not None and now >= until:
                playing.run_out(self, now)
        playing.let_bots_act(self, now)
        playing.missing(self, now)

    def _wake(self) -> float | None:
        """When something is due next."""
        times: list[float] = []
        game = self.game
        if self.phase == "starting":
            times.append(self.starting_at + CONTRIBUTION_TIME)
        if self.phase == "playing" and game is not None:
            if game.window is not None and game.window.closes is not None:
                times.append(game.window.closes)
            if game.clocks is not None and game.clocks.until is not None:
                times.append(game.clocks.until)
            times.extend(playing.bot_time(self, game, seat) for seat in self.choices)
        times.extend(playing.absences_end(self))
        return min(times, default=None)

    # ------------------------------------------------------------------ what comes out

    def _finish(self, now: float) -> Out:
        """Everything that follows from what was just done."""
        playing.close_when_complete(self, now)
        if self.game_changed:
            self._tell_game(now)
        if self.room_changed:
            frame = encode(RoomMessage(now, room_info(self)))
            self.out.frames.extend((conn, frame) for conn in self.conns)
            self.out.listing_changed = True
            self.out.finished = self.phase == "ended" and any(isinstance(entry, e.Acted) for entry in self.out.entries)
        self.room_changed = False
        self.out.think.extend(playing.bots_wanted(self))
        self.out.wake = self._wake()
        done, self.out = self.out, Out(self.length)
        return done

    def _tell_game(self, now: float, actor: int = -1, seq: int | None = None) -> None:
        """The game as it stands to every member, each as its seats see it."""
        game = self.game
        self.game_changed = False
        if game is None:
            return
        telling = Telling(self, game, now)
        for conn, member in self.conns.items():
            if member is not None:
                update = telling.update(member, self.seen.get(conn, 0), seq if conn == actor else None)
                self.out.frames.append((conn, update))
                self.seen[conn] = game.version


def _options_of(state: State, options: Options) -> Options:
    """Options for a room that starts from a position: what the position decides is taken from it."""
    setup = state.setup
    return msgspec.structs.replace(
        options,
        mode=setup.mode,
        players=setup.players,
        packs=setup.packs,
        layout=setup.layout,
        market=setup.market,
        transform=setup.transform,
        first_turn_points=setup.first_turn_points,
        bot_hp=setup.bot_hp,
        max_rounds=setup.max_rounds,
    )


def refused(error: GameError, seq: int | None = None) -> Outgoing:
    """A refusal as a message."""
    return Refused(error.code, error.message, seq, error.values)
