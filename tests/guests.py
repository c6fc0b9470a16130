"""People at a real server, driven step by step over raw sockets.

ada, bob = a_table(server.url, people=2, window=0.1)      # seated, and the game has begun
ada.act("end")
bob.until(lambda: bob.turn() is not None)
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

from casting_shadows.protocol import PROTOCOL, RoomInfo, decode_sent, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .wire import HERE, PATIENCE, TEXT, Frames, call

SHORT = (
    *("--window-min", "0.05", "--grace-min", "0.2", "--refusal-delay", "0.05"),
    *("--ping-interval", "1000", "--hello-seconds", "1000", "--request-seconds", "1000"),
)
"""Flags of a server on which nothing takes long, and nobody is shown out for being slow: a test reads when it comes to it."""
ROOMY = (
    *SHORT,
    *("--rooms-per-address", "100000", "--profiles-per-address", "100000", "--requests-burst", "1000000"),
    *("--messages-per-second", "100000", "--messages-burst", "1000000", "--lookups-per-minute", "1000000"),
    *("--sockets-per-address", "1000", "--connections-per-address", "1000"),
)
"""Flags of a server that may be asked for much at once."""


class Guest:
    """A person's device in a room. With a token of a member it is that member, else a visitor."""

    def __init__(
        self,
        url: str,
        code: str,
        token: str | None = None,
        *,
        source: str = HERE,
        profile: str | None = None,
        version: int | None = None,
        receive_buffer: int | None = None,
    ) -> None:
        self.url = url
        self.code = code
        self.token = token or secrets.token_hex(16)
        self.frames = Frames(url, source=source, receive_buffer=receive_buffer)
        self.inbox: list[tuple[float, bytes]] = []
        """When each message came, and its very bytes."""
        self.you: int | None = None
        self.info: RoomInfo | None = None
        self.update: m.Update | None = None
        self.bye: m.Bye | None = None
        self._seq = 0
        self._contributed = 0
        self.send(c.Hello(PROTOCOL, code, token, version, profile=profile))
        self.hear()

    def send(self, message: c.Incoming) -> None:
        """Send a message."""
        self.frames.send(encode(message))

    def hear(self, patience: float = PATIENCE) -> m.Sent | None:
        """The next message; None if the line is closed, or nothing comes for so long."""
        found = self.frames.receive(patience)
        if found is None:
            return None
        opcode, data = found
        assert opcode == TEXT
        self.inbox.append((time.monotonic(), data))
        message = decode_sent(data)
        if isinstance(message, m.Welcome):
            self.you, self.info, self._seq = message.you, message.room, max(self._seq, message.seq)
        elif isinstance(message, m.Room):
            self.info = message.room
        elif isinstance(message, m.Update):
            self.update = message
        elif isinstance(message, m.Bye):
            self.bye = message
        if self._is_asked_to_contribute():
            self.send(c.Contribute(self.next_seq(), secrets.token_hex(16)))
        return message

    def _is_asked_to_contribute(self) -> bool:
        info = self.info
        if info is None or info.phase != "starting" or self._contributed > info.game or self.you is None:
            return False
        if all(seat.member != self.you for seat in info.seats):
            return False
        self._contributed = info.game + 1
        return True

    def next_seq(self) -> int:
        """A number for a command that nobody waits for."""
        self._seq += 1
        return self._seq

    def command(self, kind: type[c.Command], **fields: Any) -> m.Sent:
        """Send a command; its answer, which may be a refusal."""
        seq = self.next_seq()
        self.send(kind(seq, **fields))
        while (message := self.hear()) is not None:
            if getattr(message, "seq", None) == seq and not isinstance(message, m.Welcome):
                return message
        raise AssertionError(f"{kind.__name__} was not answered; {self.bye}, closed with {self.frames.closed}")

    def do(self, kind: type[c.Command], **fields: Any) -> m.Sent:
        """Send a command that must be carried out."""
        answer = self.command(kind, **fields)
        assert not isinstance(answer, m.Refused), f"{kind.__name__}: {answer.code}, {answer.message}"
        return answer

    def refused(self, kind: type[c.Command], **fields: Any) -> str:
        """The code with which a command is refused."""
        answer = self.command(kind, **fields)
        assert isinstance(answer, m.Refused), f"{kind.__name__} was not refused but answered with {answer}"
        return answer.code

    def join(self, name: str, seat: int | None = None) -> Guest:
        """Become a member."""
        self.do(c.Join, name=name, token=self.token, seat=seat)
        return self

    def until(self, condition: Callable[[], object], patience: float = PATIENCE) -> Guest:
        """Hear messages until something is so."""
        end = time.monotonic() + patience
        while not condition():
            assert self.hear(max(0.0, end - time.monotonic())) is not None, f"it never came to that; {self.bye}"
        return self

    def drain(self, patience: float = 0.0) -> list[m.Sent]:
        """Everything that has come, and comes with no longer pauses than this."""
        found: list[m.Sent] = []
        while (message := self.hear(patience or 0.001)) is not None:
            found.append(message)
        return found

    def hear_out(self) -> None:
        """Hear messages until the server hangs up."""
        while self.hear() is not None:
            pass
        assert self.frames.closed is not None, "the server did not hang up"

    def settle(self) -> list[m.Sent]:
        """Everything that was sent before the server answers to a ping."""
        self.send(c.Ping())
        found: list[m.Sent] = []
        while not isinstance(message := self.hear(), m.Pong):
            assert message is not None, f"the line is closed: {self.bye}"
            found.append(message)
        return found

    def turn(self) -> m.SeatUpdate | None:
        """The seat of one's own that has a choice now."""
        parts = self.update.seats if self.update is not None and self.info is not None and self.info.phase == "playing" else ()
        return next((part for part in parts if part.choices and part.answered is None), None)

    def act(self, action: str) -> m.Sent:
        """Take an action for the seat that has a choice."""
        part, update = self.turn(), self.update
        assert part is not None and part.seat is not None and update is not None, "it is not my turn"
        return self.do(c.Act, version=update.version, seat=part.seat, action=action)

    def concede(self, seat: int) -> None:
        """Give up, however the game goes on meanwhile."""
        while isinstance(answer := self.command(c.Act, version=self.version, seat=seat, action="concede"), m.Refused):
            assert answer.code == "version/stale", answer

    def has_started(self) -> bool:
        """Whether a game goes on, or waits for contributions."""
        return self.info is not None and self.info.phase in ("starting", "playing")

    @property
    def version(self) -> int:
        """Of the game as it was last told."""
        return self.update.version if self.update is not None else 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.info is not None and self.info.phase == "ended"

    def hang_up(self) -> None:
        """Without a goodbye."""
        self.frames.hang_up()


def open_room(url: str, token: str, *, source: str = HERE, options: dict[str, Any] | None = None, **more: Any) -> str:
    """Open a room over HTTP as Ada on seat 0; its code."""
    body = {"name": "Ada", "token": token, "options": {"bot_pace": "instant", "window": 0.1, **(options or {})}, **more}
    answer = call(url, "POST", "/api/rooms", body, source=source)
    assert answer.status == 201, answer
    code: str = answer.json["code"]
    return code


def a_table(
    url: str,
    people: int = 2,
    bots: int = 0,
    watchers: int = 0,
    *,
    started: bool = True,
    sources: Sequence[str] = (HERE,),
    profiles: Sequence[str | None] = (None,),
    at: str = "",
    own_packs: Sequence[str] = (),
    **options: Any,
) -> list[Guest]:
    """A room with people on its first seats, bots on the others and watchers besides, the game under way if *started*."""
    token = secrets.token_hex(16)
    more = {"position": at, "exact": True} if at else {}
    profile = profiles[0]
    code = open_room(
        url,
        token,
        source=sources[0],
        options={"players": people + bots, **options},
        own_packs=list(own_packs),
        profile=profile,
        **more,
    )
    guests = [Guest(url, code, token, source=sources[0], profile=profile)]
    for number in range(1, people + watchers):
        guest = Guest(url, code, source=sources[number % len(sources)], profile=profiles[number % len(profiles)])
        guests.append(guest.join(f"Guest {number}", number if number < people else None))
    for seat in range(people, people + bots):
        guests[0].do(c.SetBot, seat=seat, bot="random")
    if started:
        begin(guests[:people])
    return guests


def begin(players: Sequence[Guest]) -> None:
    """All are ready, the first starts, every device contributes."""
    for player in players[1:]:
        player.do(c.Ready)
    players[0].do(c.Start)
    for player in players:
        player.until(player.has_started)
    for player in players:
        player.until(lambda player=player: player.update is not None)  # type: ignore[misc]


def play_on(guests: Sequence[Guest], rng: random.Random, until: Callable[[], object] = lambda: False, most: int = 5000) -> None:
    """Everybody plays whatever comes to mind, until something is so or the game has ended."""
    for _ in range(most):
        if until() or all(guest.is_over for guest in guests):
            return
        for guest in guests:
            guest.drain()
            part = guest.turn()
            if part is not None:
                choices = [choice for choice in part.choices if choice.verb != "concede"]
                eager = [choice for choice in choices if isinstance(choice.target, int) or choice.verb in ("collect", "counter")]
                choice = rng.choice(eager if eager and rng.random() < 0.7 else choices)
                guest.command(c.Act, version=guest.version, seat=part.seat, action=choice.action)
                break
        else:
            guests[0].hear(0.05)
    raise AssertionError("a game without an end")
