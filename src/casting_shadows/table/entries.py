"""What a room's record is made of. A room is the sum of its entries: evolving them again gives the same room.

An entry is a fact, not a wish: it was decided once, and reading it back decides nothing anew.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from casting_shadows.protocol.options import Options


class Entry(Struct, frozen=True, omit_defaults=True, tag_field="e", kw_only=True):
    """Base of all. `by` and `seq` name the command it came from, so that a repeated one is known even after a restart."""

    at: float
    by: int = 0
    seq: int = 0


class Opened(Entry, tag="opened", frozen=True):
    code: str
    options: Options
    own: tuple[str, ...] = ()
    """Texts of the owner's packs."""
    position: str = ""
    """Where the game starts, if not at the beginning."""
    exact: bool = False


class OptionsSet(Entry, tag="options", frozen=True):
    options: Options


class Joined(Entry, tag="joined", frozen=True):
    member: int
    name: str
    token: str
    """The token's hash."""
    profile: str | None = None


class Rotated(Entry, tag="rotated", frozen=True):
    """The member's place moved to another device."""

    member: int
    token: str


class Renamed(Entry, tag="renamed", frozen=True):
    member: int
    name: str


class Left(Entry, tag="left", frozen=True):
    """Gone from the room. Whoever has a seat in a game keeps the place and may come back, unless shown out."""

    member: int
    kicked: bool = False


class Owned(Entry, tag="owned", frozen=True):
    member: int


class Sat(Entry, tag="sat", frozen=True):
    seat: int
    member: int
    name: str


class BotSat(Entry, tag="bot_sat", frozen=True):
    seat: int
    bot: str


class Stood(Entry, tag="stood", frozen=True):
    seat: int


class Chose(Entry, tag="chose", frozen=True):
    seat: int
    character: str | None = None


class Readied(Entry, tag="readied", frozen=True):
    member: int
    on: bool


class Committed(Entry, tag="committed", frozen=True):
    """A game is about to begin. The secret is in the record from here on, and leaves it when the game is over."""

    secret: str
    first: int | None = None
    """The seat that starts, in a rematch."""


class Contributed(Entry, tag="contributed", frozen=True):
    """A device's part in the chance of the game that is about to begin."""

    member: int
    value: str


class Started(Entry, tag="started", frozen=True):
    """The game begins, with the contributions there are."""

    version: str
    """Of the engine."""
    packs: str
    """Each with the hash of its content: with other values the game would be played differently."""
    game: str
    """What the game will be called."""


class Acted(Entry, tag="acted", frozen=True):
    seat: int
    action: str
    can_undo: bool = False


class Answered(Entry, tag="answered", frozen=True):
    """A sealed answer, kept until the window closes."""

    seat: int
    action: str


class Undone(Entry, tag="undone", frozen=True):
    seat: int
    to: int
    """How many actions of the game are left."""
    assisted: bool = False


class Hinted(Entry, tag="hinted", frozen=True):
    """Somebody asked for a hint in a game of several people. Who it was, and how often, is not kept."""


class TextTaken(Entry, tag="text_taken", frozen=True):
    """Somebody who plays alone took the whole game along as text, face-down cards and all."""


class TimeGiven(Entry, tag="time_given", frozen=True):
    seat: int


class TimeUp(Entry, tag="time_up", frozen=True):
    """A seat's clock ran out."""

    seat: int


class TimeAdded(Entry, tag="time_added", frozen=True):
    """Somebody came back in their own turn."""

    seat: int


class BotTook(Entry, tag="bot_took", frozen=True):
    seat: int
    bot: str


class Returned(Entry, tag="returned", frozen=True):
    seat: int


class Voted(Entry, tag="voted", frozen=True):
    member: int
    about: Literal["pause", "rematch"]
    on: bool


class Paused(Entry, tag="paused", frozen=True):
    auto: bool = False
    """Because nobody was there; it goes on as soon as somebody is."""


class Resumed(Entry, tag="resumed", frozen=True):
    pass


class Woken(Entry, tag="woken", frozen=True):
    """The room was loaded again: the time it was away counts against nobody."""


class Said(Entry, tag="said", frozen=True):
    member: int
    text: str = ""
    phrase: str | None = None


class Muted(Entry, tag="muted", frozen=True):
    member: int
    other: int
    on: bool


class AnsweringSet(Entry, tag="answering", frozen=True):
    member: int
    mode: Literal["always", "fits", "never"]


AnyEntry = (
    Opened
    | OptionsSet
    | Joined
    | Rotated
    | Renamed
    | Left
    | Owned
    | Sat
    | BotSat
    | Stood
    | Chose
    | Readied
    | Committed
    | Contributed
    | Started
    | Acted
    | Answered
    | Undone
    | Hinted
    | TextTaken
    | TimeGiven
    | TimeUp
    | TimeAdded
    | BotTook
    | Returned
    | Voted
    | Paused
    | Resumed
    | Woken
    | Said
    | Muted
    | AnsweringSet
)

_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: Entry) -> bytes:
    """As it is stored."""
    return _encoder.encode(entry)


def decode_entry(stored: bytes) -> AnyEntry:
    """Read a stored entry back. Raises msgspec.DecodeError."""
    entry: AnyEntry = _decoder.decode(stored)
    return entry
