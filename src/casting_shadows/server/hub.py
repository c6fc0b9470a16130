"""The rooms this process has in memory: opened, found, lost and brought back, let go."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

import msgspec

from casting_shadows.bots import BOTS
from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, Options
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.messages import Bye, Refused
from casting_shadows.server.logs import Field, Log, room_tag
from casting_shadows.server.metrics import Census, Metrics
from casting_shadows.server.profiles import Profiles
from casting_shadows.server.room_host import RoomHost as RoomHost
from casting_shadows.server.settings import Settings
from casting_shadows.server.storage import FinishedGame, Storage, StorageAway, StorageConflict, StorageError, StorageFull
from casting_shadows.server.thinkers import Thinkers
from casting_shadows.table import Limits, Room, decode_entry

LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
"""32 letters and digits that are not mistaken for each other; eight of them are 40 bits."""
CODE_LENGTH: Final = 8
GOODBYE: Final = 4000
RESTARTING: Final = 1012
TRY_AGAIN: Final = 1013
HANDOVER: Final = 5.0
"""Seconds to wait for another process that is letting go of a room."""
PAUSES: Final = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each further try to load a lost room anew; the last goes for all later ones."""
FORGIVEN: Final = 60.0
"""A room that lived so many seconds was not lost in a row with an earlier time."""
LAST_WORDS: Final = 2.0
"""Seconds in which goodbyes must be out when the server stops."""
TRIAL: Final = "trial"
"""A profile of nobody's: whether it can be stored tells whether rooms can be."""
TRIAL_BYTES: Final = 20_000
"""Too many for what a full database has left here and there."""

T = TypeVar("T")


def new_code() -> str:
    """A room's name, which is also its key."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """A code as somebody typed it: letters that are not used stand for those they look like."""
    return typed.strip().upper().replace("-", "").replace("O", "0").replace("I", "1").replace("L", "1").replace("U", "V")


class RoomElsewhere(StorageConflict):
    """Another process has this room open."""

    def __init__(self) -> None:
        super().__init__("another process has this room open; try again in a moment")


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
        self.is_closing = False
        """The server stops: nobody comes in, and no room does anything any more."""
        self._lost: set[RoomHost] = set()
        """Rooms whose people wait for them to be loaded anew."""
        self._losses: dict[str, int] = {}
        """Those that are being loaded anew, and how often in a row they were lost."""
        self._loading: dict[str, asyncio.Task[RoomHost | None]] = {}
        self._handovers: dict[str, asyncio.Task[bool]] = {}
        """Rooms of other processes that somebody waits for."""
        self._is_unstored = False
        """A room could not be stored, and nothing is known to have been stored since."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._sockets = 0
        metrics.census = self.census

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside everything else; an exception in it is a bug and is logged as one."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.bug("task_failed", error)

    def bug(self, event: str, error: BaseException, /, **fields: Field) -> None:
        """Count and log an exception that nobody foresaw."""
        self.metrics.errors += 1
        self.log.bug(event, error, **fields)

    def next_socket(self) -> int:
        """A number for a connection, never used twice."""
        self._sockets += 1
        return self._sockets

    # ------------------------------------------------------------------ rooms come into memory

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

    async def open(
        self,
        options: Options,
        owner: c.Join,
        profile: str | None = None,
        own: tuple[str, ...] = (),
        position: str = "",
        exact: bool = False,
        along: bool = False,
    ) -> RoomHost:
        """A new room with its owner in it, stored as one. Raises GameError, and then there is no room."""
        self.check_open()
        room, conn, now = self.new_room(), self.next_socket(), self.clock()
        out = room.open(new_code(), options, now, own, position, exact, along)
        room.attach(conn, c.Hello(PROTOCOL, room.code), profile, now)
        joined = room.receive(conn, owner, now)
        if not room.members:
            refused = msgspec.json.decode(joined.frames[0][1], type=Refused)
            raise GameError(refused.code, refused.message, refused.values)
        left = room.detach(conn, now)
        out.entries += joined.entries + left.entries
        out.wake = left.wake
        host = RoomHost(self, room)
        host.start(out)
        await host.stored()
        self.rooms[room.code] = host
        self.log.info("room_opened", room=room_tag(room.code), players=options.players)
        return host

    async def find(self, code: str) -> RoomHost | None:
        """A room, from memory or from its record; None if there is none. Raises GameError if it cannot be had now.

        If another process is letting go of it, that may take a while.
        """
        try:
            return await self.find_here(code)
        except RoomElsewhere:
            if not await self._shared(self._handovers, code, lambda: self.storage.wait_for_lease(code, HANDOVER)):
                raise
        return await self.find_here(code)

    async def find_here(self, code: str) -> RoomHost | None:
        """The same without waiting: raises RoomElsewhere if another process has it."""
        self.check_open()
        host = self.rooms.get(code)
        if host is not None or len(code) != CODE_LENGTH or not set(code) <= set(LETTERS):
            return host
        host = await self._shared(self._loading, code, lambda: self._load(code))
        self.check_open()
        if host is not None and host.lost is not None:
            raise host.lost
        return host

    async def _shared(self, tasks: dict[str, asyncio.Task[T]], code: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do something about a room once, for all who ask while it is done."""
        task = tasks.get(code)
        if task is None:
            task = tasks[code] = asyncio.get_running_loop().create_task(work())

            def forget(done: asyncio.Task[T]) -> None:
                del tasks[code]
                if not done.cancelled():
                    done.exception()  # whoever waited was told; perhaps nobody waits any more

            task.add_done_callback(forget)
        return await asyncio.shield(task)

    def check_open(self) -> None:
        """Raise GameError if the server stops."""
        if self.is_closing:
            raise GameError("server/restart", "the server is restarting; your game goes on in a moment")

    async def _load(self, code: str) -> RoomHost | None:
        storage = self.storage
        if not await storage.lease(code):
            if await storage.load(code) is None:
                return None
            raise RoomElsewhere
        stored = await storage.load(code)
        if stored is None:
            return None
        room = self.new_room()
        try:
            out = room.restore([decode_entry(entry) for entry in stored], self.clock())
        except Exception as error:
            await storage.release(code)  # another version may be able to read it
            if isinstance(error, GameError):
                self.log.warning("room_not_read", room=room_tag(code), error=error.code)
                raise
            self.bug("room_broken", error, room=room_tag(code))
            raise GameError("room/broken", "this room's record cannot be read by this version; it is kept as it is") from None
        host = RoomHost(self, room)
        host.losses = self._losses.get(code, 0)
        host.start(out)
        await host.stored()
        self.rooms[code] = host
        self.metrics.rooms_restored += 1
        return host

    # ------------------------------------------------------------------ and out of it

    def lose(self, host: RoomHost) -> None:
        """A room's memory is not what its record says: forget it, and load it anew for those who are in it."""
        self._is_unstored |= isinstance(host.lost, StorageFull | StorageAway)
        if self.rooms.get(host.room.code) is host:
            del self.rooms[host.room.code]
        if not self.is_closing:
            self.spawn(self._bring_back(host))

    async def _bring_back(self, lost: RoomHost) -> None:
        """Load a room anew and let its people go on from what is stored. While that fails, they wait and we try again."""
        self._lost.add(lost)
        await lost.settled()
        losses = 0 if self.clock() - lost.began > FORGIVEN else lost.losses
        while lost.sockets:
            await asyncio.sleep(PAUSES[min(losses, len(PAUSES) - 1)])
            losses += 1
            self._losses[lost.room.code] = losses
            try:
                host = await self.find(lost.room.code)
                if host is None:
                    raise StorageConflict("the room is not where it was")
            except StorageConflict:
                lost.say_goodbye(Bye("storage/conflict", "another process has this room now; come back to it", 2.0), TRY_AGAIN)
                break
            except StorageError as error:
                lost.lost = error
            except GameError as error:
                retry = 1.0 if self.is_closing else None
                lost.say_goodbye(Bye(error.code, error.message, retry), RESTARTING if self.is_closing else GOODBYE)
                break
            else:
                lost.move_to(host)
            finally:
                self._losses.pop(lost.room.code, None)
        self._lost.discard(lost)

    async def sweep(self) -> None:
        """Forget rooms nobody uses; they are loaded again when somebody comes."""
        idle = self.clock() - self.settings.idle_room_minutes * 60
        for code, host in list(self.rooms.items()):
            if host.is_idle and host.used <= idle:
                host.lost = StorageAway("the room was not in use and has left memory")
                del self.rooms[code]
                await self.storage.release(code)

    async def shut_down(self) -> None:
        """Let nobody in any more, tell everybody once all they did is safe, and let go of every room."""
        if self.is_closing:
            return
        self.is_closing = True
        goodbye = Bye("server/restart", "the server is restarting; your game goes on in a moment", 1.0)
        hosts = [*self.rooms.values(), *self._lost]
        for host in hosts:
            host.stop()
        await asyncio.gather(*(host.settled() for host in hosts))
        sockets = [socket for host in hosts for socket in host.sockets.values()]
        for host in hosts:
            host.say_goodbye(goodbye, RESTARTING)
        try:
            await self.storage.release_all()
        except StorageError as error:
            self.log.warning("storage_away", error=error.code)  # the leases end with the process
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await asyncio.gather(*(socket.flushed() for socket in sockets))
        for task in self._tasks:
            task.cancel()

    # ------------------------------------------------------------------ what is about all of them

    async def count(self, game: FinishedGame, stored: asyncio.Future[None]) -> None:
        """Rate the people of a game once it is stored."""
        await asyncio.wait([stored])
        if stored.exception() is not None:
            return
        self.log.info("game_ended", room=room_tag(game.room), seats=len(game.results))
        try:
            await self.profiles.count(game, self.clock())
        except StorageError as error:
            self.log.warning("not_rated", room=room_tag(game.room), error=error.code)

    async def check_health(self) -> None:
        """Raise StorageError if rooms cannot be stored. After one could not be, a trial must be stored first."""
        await self.storage.health()
        if self._is_unstored:
            await self.storage.save_profile(TRIAL, bytes(TRIAL_BYTES), now=self.clock())
            await self.storage.save_profile(TRIAL, b"", now=self.clock())
            self._is_unstored = False

    async def forget(self, profile: str) -> None:
        """Unlink a profile from the games that go on."""
        for host in self.rooms.values():
            for member in host.room.members.values():
                if member.profile == profile:
                    member.profile = None
            for socket in host.sockets.values():
                if socket.profile == profile:
                    socket.profile = host.room.profiles[socket.number] = None

    def census(self) -> Census:
        """What there is right now."""
        states: Counter[str] = Counter(host.room.phase for host in self.rooms.values())
        players = sum(member.online for host in self.rooms.values() for member in host.room.members.values())
        return Census(states, sum(len(host.sockets) for host in self.rooms.values()), players)
