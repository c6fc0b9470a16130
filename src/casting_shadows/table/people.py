"""Who is in a room: members, their tokens, what they may call themselves."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final, Literal

from casting_shadows.engine import GameError

LONGEST_NAME: Final = 24
LONG_AGO: Final = float("-inf")
REPLIES_KEPT: Final = 32
MOST_MARKS: Final = 2
"""Combining marks on one letter; more is ornament that spills over other people's lines."""
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by name that show nothing at all."""


def token_hash(token: str) -> str:
    """How a token is kept: it has 128 random bits, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def fits(token: str, kept: str) -> bool:
    """Whether a token is the one that was kept, in the same time for any wrong one."""
    return hmac.compare_digest(token_hash(token), kept)


def clean(text: str, longest: int) -> str:
    """What people typed, without control and direction characters, piled-up marks and spare room."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category[0] == "Z" or char in BLANKS:
            kept.append(" ")
        elif marks and (not kept or kept[-1] == " "):
            continue  # a mark on nothing
        elif category[0] != "C" and marks <= MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())[:longest].strip()


def clean_name(name: str) -> str:
    """A name fit to be shown. Raises GameError if nothing is left of it."""
    cleaned = clean(name, LONGEST_NAME)
    if not cleaned:
        raise GameError("name/empty", "a name needs at least one letter that can be shown")
    return cleaned


@dataclass
class Member:
    """Somebody in the room. What is not in the record (connection, replies, allowance) starts anew when the room is loaded."""

    id: int
    name: str
    token: str
    profile: str | None = None
    ready: bool = False
    answering: Literal["always", "fits"] = "fits"
    never: tuple[int, int] | None = None
    """The game and the turn of it (`RoomState.moment`) in which `never` was chosen; it is good for no other."""
    muted: set[int] = field(default_factory=set)
    conn: int | None = None
    away_since: float = 0
    """Since when there is no connection; long ago for somebody who left on purpose."""
    seq: int = 0
    replies: OrderedDict[int, bytes] = field(default_factory=OrderedDict)
    chat_credit: float = 0
    chat_at: float = 0

    @property
    def online(self) -> bool:
        return self.conn is not None

    def remember(self, seq: int, reply: bytes) -> None:
        """Keep the answer to a command for as long as it may be asked for again."""
        self.seq = max(self.seq, seq)
        self.replies[seq] = reply
        while len(self.replies) > REPLIES_KEPT:
            self.replies.popitem(last=False)


@dataclass
class Chair:
    """A place at the table and who has it."""

    member: int | None = None
    name: str = ""
    bot: str | None = None
    stand_in: str | None = None
    """The bot that plays while the person is away."""
    character: str | None = None
    strikes: int = 0
    """How often the clock ran out."""

    @property
    def is_open(self) -> bool:
        return self.member is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that plays here now; None: a person, or nobody."""
        return self.bot or self.stand_in
