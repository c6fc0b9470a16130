"""One room in memory. What it wants stored is stored first, and only then is anybody told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from casting_shadows.engine import GameError, Rng, imagine, position, stand_in, view
from casting_shadows.protocol import PROTOCOL, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Bye, Pong, Refused
from casting_shadows.server.finishing import finished_game, listing
from casting_shadows.server.logs import room_tag
from casting_shadows.server.sockets import Seen, Socket
from casting_shadows.server.storage import FinishedGame, StorageAway, Summary
from casting_shadows.table import Out, Room, Think, encode_entry
from casting_shadows.table.entering import member_of
from casting_shadows.table.entries import Acted

if TYPE_CHECKING:
    from casting_shadows.server.hub import Hub


@dataclass(frozen=True)
class _Waiting:
    """What is to be told once its entries, and all before them, are safe."""

    out: Out | None
    """None: a command that no room was there for."""
    seen: Seen
    """How far whoever is told this has been told everything."""
    stored: asyncio.Future[None] | None = None
    """None: it has no entries."""
    conn: int = 0
    member: int | None = None
    """Whose connection that was, when it happened."""
    seq: int | None = None
    """The command it answers."""


class RoomHost:
    """A room's sockets, its timer, its bots' thoughts, and what is not stored yet."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub = hub
        self.room = room
        self.sockets: dict[int, Socket] = {}
        self.began = self.used = hub.clock()
        self.losses = 0
        """How often in a row the room was lost before."""
        self.lost: GameError | None = None
        """Why its memory is not what its record says. It does nothing any more and waits to be loaded anew."""
        self._failed: GameError | None = None
        """Why something could not be stored, and nothing after it."""
        self._waiting: deque[_Waiting] = deque()
        self._done = {member.id: member.seq for member in room.members.values()}
        """By member: the last command that is known to be safe."""
        self._listed: Summary | None = None
        self._timer: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ what comes in

    def attach(self, socket: Socket, hello: c.Hello, profile: str | None) -> None:
        """A socket comes into the room."""
        socket.host, socket.hello, socket.profile = self, hello, profile
        self.sockets[socket.number] = socket
        self._run(lambda now: self.room.attach(socket.number, hello, profile, now))

    def detach(self, socket: Socket) -> None:
        """A socket is gone."""
        if self.sockets.pop(socket.number, None) is not None:
            self._run(lambda now: self.room.detach(socket.number, now))

    def receive(self, socket: Socket, message: c.Message) -> None:
        """A message from a socket in this room."""
        seq = message.seq if isinstance(message, c.Command) else None
        if self.lost is None:
            self._run(lambda now: self.room.receive(socket.number, message, now), socket.number, seq)
            self._note_token(socket, message)
        elif seq is not None:
            self._tell_later(None, None, socket.number, seq)
        elif isinstance(message, c.Ping):
            socket.send(encode(Pong(self.hub.clock())))

    def _note_token(self, socket: Socket, message: c.Message) -> None:
        """Remember by which token the room knows a socket now."""
        number = self.room.conns.get(socket.number)
        if isinstance(message, c.Join | c.Claim) and number is not None and socket.hello is not None:
            known = member_of(self.room, message.token, self.hub.clock())
            if known is not None and known.id == number:
                socket.hello = msgspec.structs.replace(socket.hello, token=message.token)

    async def join(self, join: c.Join, profile: str | None) -> int:
        """Join for somebody who connects later; their number in the room, stored. Raises GameError."""
        self.hub.check_open()
        room, conn = self.room, self.hub.next_socket()
        known = member_of(room, join.token, self.hub.clock())  # then the answer to an earlier try was lost
        if known is None:
            self._run(lambda now: room.attach(conn, c.Hello(PROTOCOL, room.code), profile, now))
            out = self._run(lambda now: room.receive(conn, join, now))
            known = room.members.get(room.conns.get(conn) or 0)
            self._run(lambda now: room.detach(conn, now))
            if known is None and out is not None:
                refused = msgspec.json.decode(next(frame for to, frame in out.frames if to == conn), type=Refused)
                raise GameError(refused.code, refused.message, refused.values)
        await self.stored()
        assert known is not None, "a room that fails is lost, and says so"
        return known.id

    def start(self, out: Out) -> None:
        """Take up a room that was just opened or loaded, which wants this done."""
        self._run(lambda _: out)

    def _tick(self) -> None:
        self._timer = None
        self._run(self.room.tick)

    # ------------------------------------------------------------------ what comes of it

    def _run(self, step: Callable[[float], Out], conn: int = 0, seq: int | None = None) -> Out | None:
        """Let the room do one thing, and do what it wants done: store, then send. None if it is lost.

        A bug in the room costs this one thing, which has not happened, and the room is loaded anew.
        """
        if self.lost is not None or self.hub.is_closing:
            return None
        self.used = now = self.hub.clock()
        try:
            out = step(now)
            stored = self._store(out, now)
        except Exception as error:
            self.hub.bug("room_failed", error, room=room_tag(self.room.code))
            refused = Refused("server/error", "something went wrong here; it was noted, and nothing has changed")
            self._lose(GameError(refused.code, refused.message))
            self._tell_later(None, None, conn, seq)
            return None
        self._tell_later(out, stored, conn, seq)
        for misplay in out.misplays:
            self.hub.metrics.errors += 1
            self.hub.log.error("bot_misplayed", bot=misplay.bot, error=misplay.code)
        for wanted in out.think:
            self.hub.spawn(self._think(wanted))
        self._wake_at(out.wake, now)
        return out

    def _store(self, out: Out, now: float) -> asyncio.Future[None] | None:
        room, storage = self.room, self.hub.storage
        summary = listing(room) if out.listing_changed else self._listed
        if not out.entries and summary == self._listed:
            return None
        finished = self._finished(now) if out.finished else None
        entries = [encode_entry(entry) for entry in out.entries]
        changed = None if summary == self._listed else summary
        stored = storage.append(room.code, out.first, entries, summary=changed, finished=finished, now=now)
        self._listed = summary
        self.hub.metrics.appends += len(entries)
        self.hub.metrics.actions += sum(isinstance(entry, Acted) for entry in out.entries)
        if finished is not None:
            self.hub.spawn(self.hub.count(finished, stored))
        return stored

    def _finished(self, now: float) -> FinishedGame | None:
        try:
            return finished_game(self.room, now)
        except Exception as error:  # a game must be able to end, whatever counting it comes to
            self.hub.bug("game_not_counted", error, room=room_tag(self.room.code))
            return None

    def _tell_later(self, out: Out | None, stored: asyncio.Future[None] | None, conn: int, seq: int | None) -> None:
        seen = self.room.version, self.room.lines
        self._waiting.append(_Waiting(out, seen, stored, conn, self.room.conns.get(conn), seq))
        if stored is not None:
            stored.add_done_callback(self._tell)
        else:
            self._tell()

    def _tell(self, _: object = None) -> None:
        """Tell whatever is safe by now, in order."""
        while self._waiting:
            first = self._waiting[0]
            if first.stored is not None and not first.stored.done():
                return
            self._waiting.popleft()
            error = first.stored.exception() if first.stored is not None else None
            if error is not None and self._failed is None:
                self._fail(error)
            reason = self._failed or self.lost
            if self._failed is None and first.out is not None:
                self._send(first.out, first)
            elif first.seq is not None and reason is not None and not self._was_turned_down(first):
                self._turn_down(first.conn, first.seq, reason)

    def _send(self, out: Out, safe: _Waiting) -> None:
        if safe.member is not None and safe.seq is not None:
            self._done[safe.member] = max(safe.seq, self._done.get(safe.member, 0))
        for conn, frame in out.frames:
            socket = self.sockets.get(conn)
            if socket is not None:
                socket.seen = safe.seen
                socket.send(frame)
        for conn, code in out.close:
            socket = self.sockets.pop(conn, None)
            if socket is not None:
                socket.close(code)

    async def stored(self) -> None:
        """Wait until all that has happened so far is safe. Raises GameError if it has not happened after all."""
        await self.settled()
        if self.lost is not None:
            raise self.lost

    async def settled(self) -> None:
        """Wait until all that has happened so far is stored or has failed, and everybody was told."""
        under_way = [waiting.stored for waiting in self._waiting if waiting.stored is not None]
        if under_way:
            await asyncio.wait(under_way)

    # ------------------------------------------------------------------ what goes wrong

    def _fail(self, error: BaseException) -> None:
        """Something could not be stored, so it has not happened, nor anything after it."""
        if not isinstance(error, GameError):
            self.hub.bug("storage_failed", error)
            error = StorageAway("the room could not be stored")
        self.hub.log.warning("not_stored", room=room_tag(self.room.code), error=error.code)
        self._failed = error
        self._lose(error)

    def _lose(self, reason: GameError) -> None:
        """Do nothing any more: the record is right and this memory is not."""
        if self.lost is None:
            self.lost = reason
            self.stop()
            self.hub.lose(self)
            for conn, (seq, _) in self.room.hints.items():
                self._turn_down(conn, seq, reason)

    def _was_turned_down(self, waiting: _Waiting) -> bool:
        """Whether it asks for a hint that was thought about when the room was lost."""
        return waiting.out is not None and self.room.hints.get(waiting.conn, (None, 0))[0] == waiting.seq

    def _turn_down(self, conn: int, seq: int, reason: GameError) -> None:
        """Answer a command without the room: once more, if it is known to be done, else that it is not done."""
        socket = self.sockets.get(conn)
        if socket is None:
            return
        member = self.room.members.get(self.room.conns.get(conn) or 0)
        reply = member.replies.get(seq) if member is not None and seq <= self._done.get(member.id, 0) else None
        if reply is None:
            self.hub.metrics.refused(reason.code)
        socket.send(reply or encode(Refused(reason.code, reason.message, seq)))

    def move_to(self, host: RoomHost) -> None:
        """Let everybody go on in the room as it was loaded anew, from where they are."""
        for socket in list(self.sockets.values()):
            if socket.hello is not None and socket.closing is None:
                version, chat = socket.seen or (socket.hello.version, socket.hello.chat)
                host.attach(socket, msgspec.structs.replace(socket.hello, version=version, chat=chat), socket.profile)
        self.sockets.clear()

    def say_goodbye(self, bye: Bye, code: int) -> None:
        """Send everybody away."""
        for socket in self.sockets.values():
            socket.send(encode(bye))
            socket.close(code)

    # ------------------------------------------------------------------ time and bots

    def _wake_at(self, at: float | None, now: float) -> None:
        self.stop()
        if at is not None and self.lost is None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, at - now), self._tick)

    def stop(self) -> None:
        """No more timers."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def is_idle(self) -> bool:
        """Nobody is here, and nothing is going on."""
        return not self.sockets and not self._waiting and self._timer is None

    async def _think(self, wanted: Think) -> None:
        """Let a bot think, in a world imagined from its seat's view, and hand its choice to the room."""
        hub, room, is_hint = self.hub, self.room, wanted.purpose == "hint"
        if self.lost is not None or (not is_hint and room.version != wanted.version):
            return
        state = room.question(wanted.seat)
        began = time.perf_counter()
        action: str | None
        code = ""
        values: dict[str, str | int] = {}
        try:
            world = position(imagine(view(state, wanted.seat), Rng(secrets.token_bytes(32))))
            action, code, values = await hub.thinkers.choose(wanted.bot, secrets.randbits(32), world, room.own, is_hint)
        except Exception as error:  # a bot that fails must not stop the game
            hub.bug("bot_failed", error, bot=wanted.bot)
            action = None
        hub.metrics.bot_seconds.observe(time.perf_counter() - began)
        if is_hint:
            self._run(lambda now: room.hinted(wanted.conn, wanted.seq, action, code, values, now))
        else:
            chosen = action or state.box.table.text(stand_in(state))
            self._run(lambda now: room.thought(wanted.seat, wanted.version, chosen, now))
