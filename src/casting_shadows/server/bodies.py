"""What goes in and out of the HTTP API as JSON. The description of it is made from these."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from casting_shadows.engine.api.position import LONGEST
from casting_shadows.engine.packs.pack import MOST_OWN
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.options import SeatNumber
from casting_shadows.server.finishing import GameSummary, Listing
from casting_shadows.server.luck import Luck
from casting_shadows.server.totals import Played


class NewRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """A room to open. Its owner is whoever opens it, by the token their device has made."""

    name: c.Name
    token: c.Token
    options: Options = Options()
    along: bool = False
    """What does not go with options other than usual is changed along: five players bring the edition with six characters."""
    seat: SeatNumber | None = 0
    """The owner's seat; null to watch."""
    own_packs: Annotated[tuple[str, ...], Meta(max_length=MOST_OWN)] = ()
    position: Annotated[str, Meta(max_length=LONGEST)] = ""
    """Where the game starts, if not at the beginning."""
    game: Annotated[str, Meta(max_length=40)] = ""
    """Or: a finished game to play on from, after `step` actions."""
    step: Annotated[int, Meta(ge=0, le=100_000)] = 0
    exact: bool = False
    """Keep the position's own chance, which whoever wrote it knows."""
    profile: c.Token | None = None


class OpenedRoom(Struct, frozen=True):
    """A room, and who its owner is in it."""

    code: str
    member: int


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat, or a place to watch from, before connecting."""

    name: c.Name
    token: c.Token
    seat: SeatNumber | None = None
    profile: c.Token | None = None


class Joined(Struct, frozen=True):
    """Who one is in the room."""

    member: int


class ListedRoom(Struct, frozen=True):
    """A room that strangers may find."""

    code: str
    updated: float
    room: Listing


class ListedRooms(Struct, frozen=True):
    """Last changed first."""

    rooms: tuple[ListedRoom, ...]


class ListedGame(Struct, frozen=True):
    """A finished game in a list."""

    id: str
    ended_at: float
    game: GameSummary


class ListedGames(Struct, frozen=True):
    """Last ended first."""

    games: tuple[ListedGame, ...]


class PlayedTo(Struct, frozen=True):
    """Where a game was after some of its actions."""

    position: str
    own_packs: tuple[str, ...] = ()
    """Those that the game brought along, as `NewRoom.own_packs`."""


class GamePage(Struct, frozen=True):
    """A finished game and what everyone did in it."""

    id: str
    ended_at: float
    game: GameSummary
    statistics: tuple[Played, ...]
    """Of each seat."""
    luck: tuple[dict[str, Luck], ...]
    """Of each seat: its dice by face, and how fair ones would have fallen."""


CardFacts = dict[str, str | int | bool | list[str]]
"""A component: an entry for all that applies to its kind."""


class Deleted(Struct, frozen=True):
    """All about a profile is gone."""

    deleted: bool = True


class Health(Struct, frozen=True):
    """All is well, and which program it is well with."""

    status: str
    version: str
    protocol: int
