"""One person at a table, as cheap as can be: a socket that reads of each message only what it needs to go on.

2,000 of them share a core, so there is no task for each and no stream: bytes come in, the next action goes out.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from bench.choosing import pick
from msgspec import DecodeError, Struct
from msgspec.json import Decoder
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from casting_shadows.client import Link, new_token
from casting_shadows.protocol import PROTOCOL, encode
from casting_shadows.protocol import commands as c

if TYPE_CHECKING:
    from bench.load import Table


class _Message(Struct, tag_field="t"):
    """Base of all: what is not named here is skipped and not looked at."""


class _Info(Struct):
    phase: str
    game: int = 0
    contributions: list[int] = []


class _Choice(Struct):
    action: str
    verb: str


class _Part(Struct):
    choices: list[_Choice] = []


class _Window(Struct):
    opened: float


class _Welcome(_Message, tag="welcome"):
    room: _Info
    you: int | None = None
    seq: int = 0


class _Room(_Message, tag="room"):
    room: _Info


class _Update(_Message, tag="update"):
    version: int
    seats: list[_Part]
    window: _Window | None = None
    seq: int | None = None


class _Ack(_Message, tag="ack"):
    seq: int


class _Refused(_Message, tag="refused"):
    code: str
    seq: int | None = None


class _Bye(_Message, tag="bye"):
    code: str


_decode: Final = Decoder(_Welcome | _Room | _Update | _Ack | _Refused | _Bye).decode
WINDOW_CLOSED: Final = ("version/stale", "room/ended")
GAME_BEGAN: Final = ("room/not-starting",)


class _Awaited(NamedTuple):
    """A command without an answer."""

    kind: type[c.Command]
    excuses: tuple[str, ...]
    """The codes with which it may be refused, if it comes late."""


class Player(asyncio.Protocol):
    """A device with a seat. Its table says when to act."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.token: Final = new_token()
        self.member: int | None = None
        self.version = 0
        self.choices: list[_Choice] = []
        self.in_window = False
        self.told = 0
        """The number of the table's last action this player has heard of."""
        self.awaited: dict[int, _Awaited] = {}
        """By number."""
        self.is_welcome: asyncio.Future[None]
        self.is_shown: asyncio.Future[None]
        """The game has been shown on this connection."""
        self._answers: dict[int, asyncio.Future[None]] = {}
        self._seq = 0
        self._last_vote = self._last_contribution = -1
        """The game they were about."""
        self._transport: asyncio.Transport | None = None
        self._socket: ClientProtocol

    # The line

    async def connect(self, link: Link) -> None:
        """Say hello, with the token if one has joined; until the room has said welcome."""
        loop = asyncio.get_running_loop()
        self.is_welcome, self.is_shown = loop.create_future(), loop.create_future()
        self._socket = ClientProtocol(parse_uri(link.socket), max_size=2**20)
        await loop.create_connection(lambda: self, self._socket.uri.host, self._socket.uri.port)
        await self.is_welcome

    def hang_up(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            transport, self._transport = self._transport, None
            self._socket.send_close()
            transport.writelines(self._socket.data_to_send())
            transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._socket.send_request(self._socket.connect())
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport is not None:
            self._transport = None
            self.table.crowd.lost(f"a connection broke: {exc or 'the server closed it'}")
        if not self.is_welcome.done():
            self.is_welcome.set_exception(self._socket.handshake_exc or ConnectionError("shown out at the door"))

    def data_received(self, data: bytes) -> None:
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if isinstance(event, Response) and self._socket.handshake_exc is None:
                token = self.token if self.member is not None or self.seat == 0 else None
                self._send(c.Hello(PROTOCOL, self.table.link.room, token, self.version or None))
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._hear(bytes(event.data))
        self._flush()  # a pong perhaps

    def _send(self, message: c.Incoming) -> None:
        self._socket.send_text(encode(message))
        self._flush()

    def _flush(self) -> None:
        waiting = self._socket.data_to_send()
        if waiting and self._transport is not None:
            self._transport.writelines(part for part in waiting if part)

    # What is done

    def command(self, kind: type[c.Command], excuses: tuple[str, ...] = (), **fields: Any) -> int:
        """Send a command; its number."""
        self._seq += 1
        self.awaited[self._seq] = _Awaited(kind, excuses)
        self._send(kind(self._seq, **fields))
        return self._seq

    async def do(self, kind: type[c.Command], **fields: Any) -> None:
        """Send a command and wait for its answer."""
        self._answers[self.command(kind, **fields)] = answered = asyncio.get_running_loop().create_future()
        await answered

    def act(self) -> None:
        """Take one of one's choices."""
        chosen = pick(self.table.crowd.chance, [choice.verb for choice in self.choices])
        action, self.choices = self.choices[chosen].action, []
        excuses = WINDOW_CLOSED if self.in_window else ()
        self.command(c.Act, excuses, version=self.version, seat=self.seat, action=action)

    # What is heard

    def _hear(self, frame: bytes) -> None:
        crowd = self.table.crowd
        crowd.tally.frames += 1
        crowd.tally.bytes += len(frame)
        try:
            message = _decode(frame)
        except DecodeError as error:
            crowd.problem(f"not understood: {error}: {frame[:80]!r}")
            return
        if isinstance(message, _Update):
            self.version, self.in_window = message.version, message.window is not None
            self.choices = message.seats[0].choices
            is_answer = message.seq is not None and self._answered(message.seq)
            if not self.is_shown.done():
                self.is_shown.set_result(None)
            self.table.heard(self, is_answer)
        elif isinstance(message, _Welcome):
            self.member, self._seq = message.you, max(self._seq, message.seq)
            if not self.is_welcome.done():
                self.is_welcome.set_result(None)
            self._keep_playing(message.room)
        elif isinstance(message, _Room):
            self._keep_playing(message.room)
        elif isinstance(message, _Ack):
            if self._answered(message.seq):
                crowd.problem("an action was answered without an update")
        elif isinstance(message, _Refused):
            awaited = self.awaited.get(message.seq or 0)
            if message.seq is not None:
                self._answered(message.seq)
            if awaited is not None and message.code in awaited.excuses:
                crowd.tally.late += 1
            else:
                crowd.problem(f"refused: {message.code}")
        else:
            crowd.lost(f"shown out: {message.code}")

    def _answered(self, seq: int) -> bool:
        """Whether it was an action that is answered now. Anything must be answered once and only once."""
        awaited = self.awaited.pop(seq, None)
        if awaited is None:
            self.table.crowd.problem(f"number {seq} was answered more than once")
        if (future := self._answers.pop(seq, None)) is not None and not future.done():
            future.set_result(None)
        return awaited is not None and awaited.kind is c.Act

    def _keep_playing(self, info: _Info) -> None:
        """Contribute to every game that is about to begin, and ask for another one after each."""
        if self.member is None:
            return
        if info.phase == "starting" and self.member not in info.contributions and self._last_contribution != info.game:
            self._last_contribution = info.game
            self.command(c.Contribute, GAME_BEGAN, value=secrets.token_hex(16))
        elif info.phase == "ended" and self._last_vote != info.game:
            self._last_vote = info.game
            self.command(c.Rematch)
