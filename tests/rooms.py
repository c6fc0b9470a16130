"""Opens a room for a test in one line, plays in it by person and text, and reads what everybody was sent.

room = a_room(people=2, bots=1, clock="fast")   # seated, and the game has begun
room.act(0, "end")                              # person 0, for their own seat
room.wait(4)                                    # the clock goes on; what is due by then is done in time
assert room.refused(1, c.Undo, version=room.version, seat=1) == "undo/nothing"
room.restart()                                  # stored, loaded again, everybody gone

People are numbered from 0 in the order they came.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from casting_shadows.engine import State, position
from casting_shadows.protocol import PROTOCOL, Options, decode, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import Limits

from .room_host import Host
from .table import Table

M = TypeVar("M")
CODE = "ROOM2345"


@dataclass
class Person:
    """Somebody with a device."""

    name: str
    token: str
    profile: str | None = None
    conn: int | None = None
    """The newest connection of the device; None: it is off."""
    seq: int = 0
    member: int | None = None
    """Who they are in the room; None: a visitor."""
    read_to: int = 0


class Scene(Host):
    """A room and the people at it."""

    def __init__(self, limits: Limits | None = None, seed: int = 0, *, checks: bool = True) -> None:
        super().__init__(limits, seed, checks=checks)
        self.people: list[Person] = []
        self.connections = 0

    # ------------------------------------------------------------------ time and bots

    def wait(self, seconds: float) -> Scene:
        """Let time pass, the room being woken whenever it wants to be. Bots do not think meanwhile."""
        self.pass_time(seconds)
        return self

    def let_bots_think(self) -> Scene:
        """Every bot that was asked answers, and so on until none is asked. The clock stands still."""
        self.think()
        return self

    def thought(self, seat: int, action: str) -> Scene:
        """A bot's choice, scripted."""
        self.thinks = [asked for asked in self.thinks if asked.seat != seat]
        self.take(self.room.thought(seat, self.version, action, self.now))
        return self

    def restart(self, after: float = 0) -> Scene:
        """The host goes down and comes back some time later; everybody has to connect again."""
        self.now += after
        for person in self.people:
            person.conn = None
        self.load()
        return self

    # ------------------------------------------------------------------ coming and going

    def visit(self, name: str = "", profile: str | None = None) -> int:
        """Somebody new opens the room's link."""
        who = len(self.people)
        self.people.append(Person(name or f"Person {who}", self.chance.randbytes(16).hex(), profile))
        self.connect(who)
        return who

    def connect(self, who: int, version: int | None = None, chat: int = 0) -> Scene:
        """A device says hello, with its token if it has joined. An older connection of the same person stays open."""
        person = self.people[who]
        person.conn, person.read_to = self.connections, 0
        self.connections += 1
        token = person.token if person.member is not None else None
        assert self.room.admits(token, self.now), "the room does not let this person in"
        hello = c.Hello(PROTOCOL, CODE, token, version, chat)
        self.take(self.room.attach(person.conn, hello, person.profile, self.now))
        return self._welcomed(who)

    def disconnect(self, *people: int) -> Scene:
        """Devices go off."""
        for who in people:
            conn, self.people[who].conn = self.conn(who), None
            self.take(self.room.detach(conn, self.now))
        return self

    def hung_up(self, conn: int) -> None:
        """The room has closed a connection."""
        for person in self.people:
            if person.conn == conn:
                person.conn = None

    def join(self, who: int, seat: int | None = None, name: str | None = None) -> Scene:
        """A visitor becomes a member."""
        person = self.people[who]
        self.do(who, c.Join, name=name or person.name, token=person.token, seat=seat)
        return self._welcomed(who)

    def claim(self, who: int, code: str) -> Scene:
        """A visitor takes over a place with a one-time code."""
        person = self.people[who]
        self.do(who, c.Claim, code=code, token=person.token)
        return self._welcomed(who)

    def _welcomed(self, who: int) -> Scene:
        welcome, person = self.last(who, m.Welcome), self.people[who]
        person.member, person.seq = welcome.you, max(person.seq, welcome.seq)
        return self

    def guest(self, seat: int | None = None, name: str = "") -> int:
        """Somebody new who joins at once."""
        who = self.visit(name)
        self.join(who, seat)
        return who

    def conn(self, who: int) -> int:
        """A person's connection."""
        conn = self.people[who].conn
        assert conn is not None, f"person {who} is not connected"
        return conn

    def member(self, who: int) -> int:
        """A person's number in the room."""
        member = self.people[who].member
        assert member is not None, f"person {who} has not joined"
        return member

    # ------------------------------------------------------------------ commands

    def send(self, who: int, command: type[c.Command], **fields: Any) -> m.Answer | None:
        """Send a command, over the wire, and give back its answer; None if none has come yet."""
        self.people[who].seq += 1
        return self.send_as(who, command(self.people[who].seq, **fields))

    def send_as(self, who: int, command: c.Command) -> m.Answer | None:
        """Send a command with a sequence number of one's own choice."""
        conn = self.conn(who)
        before = len(self.sent[conn])
        self.take(self.room.receive(conn, decode(encode(command)), self.now))
        sent = [frame.message for frame in self.sent[conn][before:]]
        found = [message for message in sent if isinstance(message, m.Answer) and message.seq == command.seq]
        assert len(found) <= 1, f"a command is answered once, not {found}"
        return found[0] if found else None

    def do(self, who: int, command: type[c.Command], **fields: Any) -> m.Answer | None:
        """Send a command that must be carried out."""
        answer = self.send(who, command, **fields)
        assert not isinstance(answer, m.Refused), f"{command.__name__} of person {who}: {answer.code}, {answer.message}"
        return answer

    def refused(self, who: int, command: type[c.Command], **fields: Any) -> str:
        """The code with which a command is refused; fails if it is not, or if anything has changed for anybody."""
        info, stored = self.info, len(self.stored)
        own = self.conn(who)
        sent = {conn: len(frames) for conn, frames in self.sent.items() if conn != own}
        answer = self.send(who, command, **fields)
        assert isinstance(answer, m.Refused), f"{command.__name__} of person {who} was not refused"
        assert (self.info, len(self.stored)) == (info, stored), "what is refused changes nothing"
        assert sent == {conn: len(frames) for conn, frames in self.sent.items() if conn != own}, "and nobody hears of it"
        return answer.code

    def act(self, who: int, *actions: str, seat: int | None = None) -> Scene:
        """Actions of one's own seat (the one that is to act, if one has several), each carried out."""
        for action in actions:
            self.do(who, c.Act, version=self.version, seat=self.seat_of(who) if seat is None else seat, action=action)
        return self

    def act_refused(self, who: int, action: str, seat: int | None = None) -> str:
        """The code with which an action is refused."""
        return self.refused(who, c.Act, version=self.version, seat=self.seat_of(who) if seat is None else seat, action=action)

    def undo(self, who: int, *, all: bool = False) -> Scene:
        """Take back the last action, or all since the checkpoint."""
        self.do(who, c.Undo, version=self.version, seat=self.seat_of(who), all=all)
        return self

    def seat_of(self, who: int) -> int:
        """A person's seat; of several the one the game waits for."""
        seats = self.room.seats_of(self.member(who))
        game = self.room.game
        waiting = [seat for seat in seats if game is not None and game.may_act(seat)]
        return (waiting or seats)[0]

    def players(self) -> list[int]:
        """The people with a seat whose devices are on."""
        people = self.room.people()
        return [who for who, person in enumerate(self.people) if person.member in people and person.conn is not None]

    def begin(self) -> Scene:
        """Everybody with a seat is ready, the owner starts, every device that is on contributes."""
        owner = next(who for who, person in enumerate(self.people) if person.member == self.room.owner)
        for who in self.players():
            if who != owner:
                self.do(who, c.Ready)
        self.do(owner, c.Start)
        return self.contribute(*self.players())

    def contribute(self, *people: int) -> Scene:
        """Devices add their part to the chance of the game."""
        for who in people:
            self.do(who, c.Contribute, value=self.chance.randbytes(16).hex())
        return self

    # ------------------------------------------------------------------ reading

    def inbox(self, who: int) -> list[m.Sent]:
        """Everything that was sent to a person's newest connection."""
        return [frame.message for frame in self.sent[self.conn(who)]]

    def news(self, who: int) -> list[m.Sent]:
        """What came to a person since this was last asked."""
        inbox, person = self.inbox(who), self.people[who]
        start, person.read_to = person.read_to, len(inbox)
        return inbox[start:]

    def last(self, who: int, kind: type[M]) -> M:
        """The newest message of a kind to a person."""
        found = next((message for message in reversed(self.inbox(who)) if isinstance(message, kind)), None)
        assert found is not None, f"person {who} was sent no {kind.__name__}"
        return found

    def seen(self, who: int, seat: int | None = None) -> m.SeatUpdate:
        """The game as a person was last told it, for one seat of theirs."""
        parts = self.last(who, m.Update).seats
        return parts[0] if seat is None else next(part for part in parts if part.seat == seat)

    def choices(self, who: int, seat: int | None = None) -> list[str]:
        """What a person was told they may do."""
        return [choice.action for choice in self.seen(who, seat).choices]


def a_room(
    people: int = 2,
    bots: int = 0,
    *,
    started: bool = True,
    at: Table | State | str | None = None,
    exact: bool = True,
    seats: tuple[int, ...] | None = None,
    bot: str = "greedy",
    own: tuple[str, ...] = (),
    limits: Limits | None = None,
    seed: int = 0,
    checks: bool = True,
    **options: Any,
) -> Scene:
    """A room with people on its first seats and bots on the others, the game under way unless not *started*.

    *at*: a position (or a table set by `table`) the game begins at, exactly as it is unless told otherwise. *seats*: whose
    each seat is, for several at one device: `seats=(0, 0, 1)`. *options* are those of the protocol, but bots play at once.
    """
    scene = Scene(limits, seed, checks=checks)
    owners = seats if seats is not None else tuple(range(people))
    wanted = msgspec.convert({"players": len(owners) + bots, "bot_pace": "instant"} | options, Options)
    text = at if isinstance(at, str) else "" if at is None else position(at if isinstance(at, State) else at.state)
    scene.take(scene.room.open(CODE, wanted, scene.now, own, text, bool(text) and exact))
    for who in sorted(set(owners)):
        scene.guest(owners.index(who))
    for seat, who in enumerate(owners):
        if owners.index(who) != seat:
            scene.do(who, c.Sit, seat=seat, name=f"Seat {seat}")
    for seat in range(len(owners), len(owners) + bots):
        scene.do(0, c.SetBot, seat=seat, bot=bot)
    return scene.begin() if started else scene
