"""Everything a room is. What the record tells is changed by `evolve` alone; the rest is about who is connected just now."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NoReturn

import msgspec

from casting_shadows.engine import GameError, Pack
from casting_shadows.engine.state import DRAFT
from casting_shadows.protocol import Options
from casting_shadows.protocol.messages import Bye, Line
from casting_shadows.protocol.options import Result
from casting_shadows.table.entries import AnyEntry
from casting_shadows.table.game import Game
from casting_shadows.table.outbox import Out
from casting_shadows.table.people import Chair, Member

CHAT_KEPT: Final = 100
GOODBYE: Final = 4000
"""The closing code after a `bye`."""
NAME_LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
Phase = Literal["setup", "starting", "playing", "paused", "ended"]


@dataclass(frozen=True)
class Limits:
    """What the host allows its rooms."""

    window: float = 2
    """The shortest response window, in seconds."""
    grace: float = 10
    """The shortest time until an absent person's seat is played on."""
    members: int = 60
    entries: int = 100_000
    """How long a room's record may get; then its game can be played on, and nothing else."""
    chat_interval: float = 0.6
    chat_burst: int = 6
    token_life: float = 86_400
    """How long tokens are good for after a game has ended."""


class Refusal(GameError):
    """A command that is not carried out. Nothing has changed."""


def differ_in_pace(before: Options, after: Options) -> bool:
    """Whether these are the same but for the pace of the bots, which may change at any time."""
    return msgspec.structs.replace(after, bot_pace=before.bot_pace) == before


def refuse(code: str, message: str, **values: str | int) -> NoReturn:
    """Say no."""
    raise Refusal(code, message, values)


class Stale(Refusal):
    """Made for a version that is no longer there."""

    def __init__(self, version: int) -> None:
        super().__init__("version/stale", "the game has gone on since; here is how it stands", {"version": version})


class RoomState:
    """The fields of a room, and how an entry gets into its record."""

    def __init__(self, bots: tuple[str, ...], limits: Limits, entropy: Callable[[int], bytes]) -> None:
        self.bots: Final = bots
        self.limits: Final = limits
        self.entropy: Final = entropy
        # from the record
        self.code = ""
        self.options = Options()
        self.own: tuple[str, ...] = ()
        self.packs: tuple[Pack, ...] = ()
        self.position = ""
        self.exact = False
        self.phase: Phase = "setup"
        self.members: dict[int, Member] = {}
        self.owner: int | None = None
        self.chairs: list[Chair] = []
        self.joined = 0
        self.game: Game | None = None
        self.games = 0
        """How many were begun."""
        self.secret = b""
        self.first: int | None = None
        self.starting_at = 0.0
        self.contributions: dict[int, str] = {}
        """To the game that is about to begin, by member."""
        self.pause_votes: set[int] = set()
        self.rematch_votes: set[int] = set()
        self.paused_at = 0.0
        self.auto_paused = False
        self.result: Result | None = None
        self.chat: deque[Line] = deque(maxlen=CHAT_KEPT)
        self.lines = 0
        self.length = 0
        """Entries in the record."""
        # of the moment
        self.conns: dict[int, int | None] = {}
        """Who is connected: members, or None for a visitor."""
        self.profiles: dict[int, str | None] = {}
        """By connection: the guest profile it said hello with."""
        self.seen: dict[int, int] = {}
        """By connection: the last version it was told of."""
        self.hints: dict[int, tuple[int, int]] = {}
        """By connection: the question for a hint that is thought about, its number and version."""
        self.codes: dict[str, tuple[int, float]] = {}
        """One-time codes: whose, and until when."""
        self.thinking: dict[int, int] = {}
        """Seats whose bot was asked, and at which version."""
        self.choices: dict[int, tuple[int, str]] = {}
        """What bots have chosen at which version, until their pace lets them act."""
        self.out = Out(0)
        self.room_changed = False
        self.game_changed = False
        self.evolve: Callable[[RoomState, AnyEntry], None]

    def commit(self, entry: AnyEntry) -> None:
        """Let an entry take effect, and put it into the record. Raises GameError, and then nothing has changed."""
        self.evolve(self, entry)
        self.length += 1
        self.out.entries.append(entry)

    def playing(self) -> Game:
        """The game, if it goes on. Raises Refusal."""
        if self.game is None or self.phase in ("setup", "starting"):
            refuse("room/not-playing", "the game has not begun")
        if self.phase == "paused":
            refuse("room/paused", "the game is paused")
        if self.phase == "ended":
            refuse("room/ended", "the game is over")
        return self.game

    @property
    def version(self) -> int:
        """Of the game; 0 before the first."""
        return 0 if self.game is None else self.game.version

    def answering_of(self, member: Member) -> str:
        """When somebody is asked for answers now: `never` is good for the turn it was chosen in."""
        return "never" if member.never == self.moment else member.answering

    @property
    def moment(self) -> tuple[int, int]:
        """The game and its turn, counted."""
        return self.games, 0 if self.game is None else self.game.turns

    @property
    def awaits_position(self) -> bool:
        """Whether the next game begins at the position the room was opened with; later ones begin at the beginning."""
        return bool(self.position) and self.games == 0

    @property
    def is_alone(self) -> bool:
        """Whether one person has all the seats that people have: then there is nobody to keep waiting, or to watch."""
        return len(self.people()) == 1

    @property
    def is_unwatched(self) -> bool:
        """Whether nobody but one person is in the room: then nobody can read anything into how long an answer takes."""
        return self.is_alone and len(self.members) == 1

    @property
    def is_slow(self) -> bool:
        """Whether people come by when they can: nobody is missed, and the clock runs although nobody is there."""
        return self.options.clock == "days"

    @property
    def asks_everyone(self) -> bool:
        """Whether everyone who is hit and holds a card is asked: how long a window waits would else tell who was."""
        return self.options.clock in ("none", "days") and not self.is_unwatched

    @property
    def leaving(self) -> Literal["", "bot", "concede", "wait"]:
        """What becomes of the seats of somebody who leaves now; empty: they are given up."""
        if self.phase not in ("starting", "playing", "paused"):
            return ""
        if self.is_slow:
            return "wait"  # people are expected to be away
        is_draft = self.game is not None and self.game.state.phase == DRAFT
        return "bot" if self.options.leavers == "concede" and is_draft else self.options.leavers  # who picks cannot concede

    @property
    def is_attended(self) -> bool:
        """Whether a game has somebody to go on for: one of those who play, or anyone in a game of bots alone."""
        return any(self.members[member].online for member in self.people() or self.members)

    def seats_of(self, member: int) -> list[int]:
        """The seats somebody plays."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.member == member]

    def people(self) -> list[int]:
        """Members with a seat."""
        return sorted({chair.member for chair in self.chairs if chair.member is not None})

    def random_name(self, length: int) -> str:
        """A name nobody guesses: five random bits a letter."""
        return "".join(NAME_LETTERS[byte & 31] for byte in self.entropy(length))

    def show_out(self, conn: int, code: str, message: str) -> None:
        """Say goodbye and close a connection."""
        self.out.send(conn, Bye(code, message))
        self.out.close.append((conn, GOODBYE))
        self.let_go(conn)
        self.room_changed = True

    def let_go(self, conn: int) -> Member | None:
        """Forget a connection; whose it was, if that member has no other now."""
        number = self.conns.pop(conn, None)
        for of_connections in (self.profiles, self.seen, self.hints):
            of_connections.pop(conn, None)
        member = self.members.get(number or 0)
        if member is None or member.conn != conn:
            return None
        member.conn = None
        return member
