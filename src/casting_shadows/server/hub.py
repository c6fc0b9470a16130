"""The rooms this process has in memory. Each is driven here alone: stored first, then told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from casting_shadows.bots import BOTS
from casting_shadows.engine import GameError, Rng, imagine, position, stand_in, view
from casting_shadows.protocol import PROTOCOL, Options, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Bye, Refused
from casting_shadows.server.finishing import finished_game, listing
from casting_shadows.server.logs import Log, room_tag
from casting_shadows.server.metrics import Census, Metrics
from casting_shadows.server.profiles import Profiles
from casting_shadows.server.settings import Settings
from casting_shadows.server.sockets import Socket
from casting_shadows.server.storage import FinishedGame, Storage, StorageConflict, StorageError
from casting_shadows.server.thinkers import Thinkers
from casting_shadows.table import Limits, Out, Room, Think, decode_entry, encode_entry

LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
"""32 letters and digits that are not mistaken for each other; eight of them are 40 bits."""
CODE_LENGTH: Final = 8
TRY_AGAIN: Final = 1013
GOODBYE: Final = 4000
HANDOVER: Final = 5.0
"""Seconds to wait for another process that is letting go of a room."""


def new_code() -> str:
    """A room's name, which is also its key."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """A code as somebody typed it: letters that are not used stand for those they look like."""
    return typed.strip().upper().replace("-", "").replace("O", "0").replace("I", "1").replace("L", "1").replace("U", "V")


@dataclass
class _Pending:
    """What waits for its entries to be safe."""

    stored: asyncio.Future[None] | None
    out: Out
    conn: int = 0
    seq: int | None = None


class RoomHost:
    """One room in memory: its sockets, its timer, its bots' thoughts, and what is not stored yet."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub = hub
        self.room = room
        self.sockets: dict[int, Socket] = {}
        self.used = hub.clock()
        self.lost = False
        """Its memory is ahead of its record: it must be loaded again."""
        self._pending: deque[_Pending] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def attach(self, socket: Socket, hello: c.Hello, profile: str | None) -> None:
        """A socket comes into the room."""
        socket.host, socket.hello, socket.profile = self, hello, profile
        self.sockets[socket.number] = socket
        self.take(self.room.attach(socket.number, hello, profile, self.hub.clock()))

    def detach(self, socket: Socket) -> None:
        """A socket is gone."""
        if self.sockets.pop(socket.number, None) is not None and not self.lost:
            self.take(self.room.detach(socket.number, self.hub.clock()))

    def receive(self, socket: Socket, message: c.Message) -> None:
        """A message from a socket in this room."""
        seq = message.seq if isinstance(message, c.Command) else None
        if self.lost:
            socket.send(encode(Refused("storage/away", "the room is being loaded again; try once more", seq)))
            return
        if isinstance(message, c.Join | c.Claim) and socket.hello is not None:
            socket.hello = msgspec.structs.replace(socket.hello, token=message.token)
        self.take(self.room.receive(socket.number, message, self.hub.clock()), socket.number, seq)

    async def join(self, join: c.Join, profile: str | None) -> int:
        """Join for somebody who connects later; their number in the room, stored. Raises GameError."""
        hub, conn = self.hub, self.hub.next_socket()
        now = hub.clock()
        self.take(self.room.attach(conn, c.Hello(PROTOCOL, self.room.code), profile, now))
        out = self.room.receive(conn, join, now)
        self.take(out)
        member = self.room.conns.get(conn)
        self.take(self.room.detach(conn, now))
        if member is None:
            refused = msgspec.json.decode(next(frame for to, frame in out.frames if to == conn), type=Refused)
            raise GameError(refused.code, refused.message, refused.values)
        await hub.storage.append(self.room.code, self.room.length, [], now=now)
        return member

    def take(self, out: Out, conn: int = 0, seq: int | None = None) -> None:
        """Do what the room wants done: store, then send, in this order."""
        hub = self.hub
        self.used = now = hub.clock()
        if out.entries or out.listing_changed:
            finished = finished_game(self.room, now) if out.finished else None
            summary = listing(self.room) if out.listing_changed else None
            stored = hub.storage.append(
                self.room.code,
                out.first,
                [encode_entry(entry) for entry in out.entries],
                summary=summary,
                finished=finished,
                now=now,
            )
            hub.metrics.appends += len(out.entries)
            self._pending.append(_Pending(stored, out, conn, seq))
            stored.add_done_callback(self._stored)
            if finished is not None:
                hub.spawn(hub.count(finished, stored))
        elif self._pending:
            self._pending.append(_Pending(None, out))
        else:
            self._send(out)
        for wanted in out.think:
            hub.spawn(self._think(wanted))
        self._wake_at(out.wake, now)

    def _stored(self, _: asyncio.Future[None]) -> None:
        """Send whatever is safe by now, in order."""
        while self._pending and not self.lost:
            waiting = self._pending[0]
            if waiting.stored is not None:
                if not waiting.stored.done():
                    return
                error = waiting.stored.exception()
                if error is not None:
                    self._lose(error)
                    return
            self._pending.popleft()
            self._send(waiting.out)

    def _send(self, out: Out) -> None:
        for conn, frame in out.frames:
            socket = self.sockets.get(conn)
            if socket is not None:
                socket.send(frame)
        for conn, code in out.close:
            socket = self.sockets.pop(conn, None)
            if socket is not None:
                socket.close(code)

    def _lose(self, error: BaseException) -> None:
        """Something could not be stored, so it has not happened: refuse what waited, and load the room anew."""
        self.lost = True
        hub = self.hub
        refusal = error if isinstance(error, GameError) else StorageConflict("the room could not be stored")
        hub.log.warning("not_stored", room=room_tag(self.room.code), error=refusal.code)
        for waiting in self._pending:
            socket = self.sockets.get(waiting.conn)
            if socket is not None and waiting.seq is not None:
                hub.metrics.refused(refusal.code)
                socket.send(encode(Refused(refusal.code, refusal.message, waiting.seq)))
        for waiting in self._pending:
            if waiting.stored is not None and waiting.stored.done():
                waiting.stored.exception()
        self._pending.clear()
        self.stop()
        hub.rooms.pop(self.room.code, None)
        hub.spawn(hub.bring_back(self))

    def _wake_at(self, at: float | None, now: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if at is not None:
            self._timer = asyncio.get_running_loop().call_later(max(0.0, at - now), self._tick)

    def _tick(self) -> None:
        self._timer = None
        if not self.lost:
            self.take(self.room.tick(self.hub.clock()))

    @property
    def is_idle(self) -> bool:
        """Nobody is here, and nothing is going on."""
        return not self.sockets and not self._pending and self._timer is None

    def stop(self) -> None:
        """No more timers."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _think(self, wanted: Think) -> None:
        """Let a bot think, in a world imagined from its seat's view, and hand its choice to the room."""
        hub, room = self.hub, self.room
        state = room.question(wanted.seat)
        began = time.perf_counter()
        code = ""
        values: dict[str, str | int] = {}
        try:
            world = position(imagine(view(state, wanted.seat), Rng(secrets.token_bytes(32))))
            seed = secrets.randbits(32)
            is_hint = wanted.purpose == "hint"
            action, code, values = await hub.thinkers.choose(wanted.bot, seed, world, room.own, is_hint)
        except Exception as error:  # a bot that fails must not stop the game
            hub.metrics.errors += 1
            hub.log.bug("bot_failed", error, bot=wanted.bot)
            action = state.box.table.text(stand_in(state))
        hub.metrics.bot_seconds.observe(time.perf_counter() - began)
        if self.lost:
            return
        if wanted.purpose == "hint":
            self.take(room.hinted(wanted.conn, wanted.seq, action, code, values, hub.clock()))
        else:
            self.take(room.thought(wanted.seat, wanted.version, action, hub.clock()))


class Hub:
    """Every room of this process."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        metrics: Metrics,
        log: Log,
        thinkers: Thinkers,
        profiles: Profiles,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.storage = storage
        self.settings = settings
        self.metrics = metrics
        self.log = log
        self.thinkers = thinkers
        self.profiles = profiles
        self.clock = clock
        self.rooms: dict[str, RoomHost] = {}
        self._loading: dict[str, asyncio.Task[RoomHost | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sockets = 0
        metrics.census = self.census

    def spawn(self, work: object) -> None:
        """Run something beside everything else; an exception in it is a bug and is logged as one."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.metrics.errors += 1
            self.log.bug("task_failed", error)

    def next_socket(self) -> int:
        """A number for a connection, never used twice."""
        self._sockets += 1
        return self._sockets

    def new_room(self) -> Room:
        """An empty room with this server's limits."""
        settings = self.settings
        limits = Limits(
            window=settings.window_min,
            grace=settings.grace_min,
            chat_interval=settings.chat_interval,
            chat_burst=settings.chat_burst,
        )
        return Room(tuple(BOTS), limits, secrets.token_bytes)

    async def open(self, options: Options, own: tuple[str, ...] = (), position: str = "", exact: bool = False) -> RoomHost:
        """A new room, stored. Raises GameError."""
        room = self.new_room()
        out = room.open(new_code(), options, self.clock(), own, position, exact)
        host = RoomHost(self, room)
        self.rooms[room.code] = host
        host.take(out)
        try:
            await self.storage.append(room.code, room.length, [], now=self.clock())
        except StorageError:
            self.rooms.pop(room.code, None)
            raise
        self.log.info("room_opened", room=room_tag(room.code), players=options.players)
        return host

    async def find(self, code: str) -> RoomHost | None:
        """A room, from memory or from its record; None if there is none. Raises GameError if it cannot be had now."""
        host = self.rooms.get(code)
        if host is not None:
            return host
        if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS):
            return None
        loading = self._loading.get(code)
        if loading is None:
            loading = self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> RoomHost | None:
        storage = self.storage
        if not await storage.lease(code):
            if await storage.load(code) is None:
                return None
            if not await storage.wait_for_lease(code, HANDOVER):
                raise StorageConflict("another process has this room open; try again in a moment")
        stored = await storage.load(code)
        if stored is None:
            return None
        room = self.new_room()
        try:
            out = room.restore([decode_entry(entry) for entry in stored], self.clock())
        except (GameError, msgspec.DecodeError, KeyError, IndexError, AssertionError) as error:
            self.metrics.errors += 1
            self.log.bug("room_broken", error, room=room_tag(code))
            raise GameError("room/broken", "this room's record cannot be read by this version; it is kept as it is") from None
        host = RoomHost(self, room)
        self.rooms[code] = host
        self.metrics.rooms_restored += 1
        host.take(out)
        return host

    async def count(self, game: FinishedGame, stored: asyncio.Future[None]) -> None:
        """Rate the people of a game once it is stored."""
        await asyncio.wait([stored])
        if stored.exception() is None:
            self.log.info("game_ended", room=room_tag(game.room), seats=len(game.results))
            await self.profiles.count(game, self.clock())

    async def forget(self, profile: str) -> None:
        """Unlink a profile from the games that go on."""
        for host in self.rooms.values():
            for member in host.room.members.values():
                if member.profile == profile:
                    member.profile = None

    async def bring_back(self, lost: RoomHost) -> None:
        """Load a room anew after a failure, and let its people go on from what is stored."""
        goodbye = Bye("storage/away", "the room cannot be reached just now; nothing that was confirmed is lost", 2.0)
        try:
            host = await self.find(lost.room.code)
        except GameError:
            host = None
        for socket in list(lost.sockets.values()):
            if host is None or socket.hello is None:
                socket.send(encode(goodbye))
                socket.close(TRY_AGAIN)
            else:
                host.attach(socket, msgspec.structs.replace(socket.hello, version=None), socket.profile)
        lost.sockets.clear()

    def census(self) -> Census:
        """What there is right now."""
        states: Counter[str] = Counter(host.room.phase for host in self.rooms.values())
        players = sum(member.online for host in self.rooms.values() for member in host.room.members.values())
        return Census(states, sum(len(host.sockets) for host in self.rooms.values()), players)

    async def sweep(self) -> None:
        """Forget rooms nobody uses; they are loaded again when somebody comes."""
        idle = self.clock() - self.settings.idle_room_minutes * 60
        for code, host in list(self.rooms.items()):
            if host.is_idle and host.used < idle:
                del self.rooms[code]
                await self.storage.release(code)

    async def shut_down(self) -> None:
        """Say goodbye to everybody, write what is queued, let go of every room."""
        goodbye = encode(Bye("server/restart", "the server is restarting; your game goes on in a moment", 1.0))
        for host in self.rooms.values():
            host.stop()
            for socket in host.sockets.values():
                socket.send(goodbye)
                socket.close(1012)
        await self.storage.release_all()
