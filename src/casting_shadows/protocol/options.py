"""What people agree on before a game, and how a room and its game look to a client."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Text = Annotated[str, Meta(max_length=300)]
END = r"$(?!\n)"
"""The end of a text, in Python's patterns and in JSON Schema's alike: a bare `$` lets a line break follow in Python."""
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+" + END)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]

DAY = 86_400
CLOCKS: dict[str, tuple[float, float]] = {"none": (0, 0), "relaxed": (600, 30), "fast": (150, 15), "days": (3 * DAY, DAY)}
"""Seconds in the bank at the start, and added at the start of each turn of one's own."""


class Tile(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A hex of a custom map and its axial place, as a list: `["thornwood",0,-1]`."""

    hex: Id
    q: Annotated[int, Meta(ge=-20, le=20)]
    r: Annotated[int, Meta(ge=-20, le=20)]


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything a room's owner decides; everyone can read it before joining."""

    title: Annotated[str, Meta(max_length=60)] = ""
    """What the list of rooms shows."""
    listed: bool = False
    """In the public list; otherwise only those who have the link find the room."""
    mode: Literal["standard", "solo"] = "standard"
    """`solo`: Shadow Boxing."""
    players: Annotated[int, Meta(ge=1, le=6)] = 2
    """How many seats there are: 1 in Shadow Boxing, else 2 to 6."""
    packs: Annotated[tuple[Id, ...], Meta(max_length=4)] = ("base",)
    """`base` or `exclusive`, with or without `ice_storm`, then packs of the owner's."""
    characters: Literal["pick", "random", "draft"] = "pick"
    """`pick`: whoever sits down chooses, and who does not gets one by chance."""
    layout: Literal["", "seven", "ten", "custom"] = ""
    """The map; empty: seven hexes up to four players, ten above."""
    tiles: Annotated[tuple[Tile, ...], Meta(max_length=20)] = ()
    """A custom map."""
    market: Literal["sides", "ring"] = "sides"
    """On the ten-hex map: cards beside the sides only, or the whole ring."""
    transform: Literal["may", "must"] = "may"
    """Whether full Shadow Energy in Base Form may or must lead to the Shadow Form."""
    first: Literal["random", 0, 1, 2, 3, 4, 5] = "random"
    """The seat that starts."""
    first_turn_points: Literal[2, 3, 4] = 4
    """Action points of the very first turn."""
    bot_hp: Literal[6, 8, 10, 12] = 6
    """HP of each Bot in Shadow Boxing."""
    max_rounds: Annotated[int, Meta(ge=0, le=9999)] = 0
    """The game is a tie after so many rounds; 0: no limit."""
    clock: Literal["none", "relaxed", "fast", "days"] = "relaxed"
    """`relaxed`: 600 seconds and 30 more a turn; `fast`: 150 and 15 more; `days`: 259200 (three days) and 86400 more, and
    the game goes on while nobody is there."""
    window: Annotated[float, Meta(ge=0.05, le=15)] = 4
    """Seconds in which those who are hit may answer; several at one device have the time of all of them. With `days` it is a day.
    A server may ask for at least so much."""
    bot_pace: Literal["instant", "fast", "normal", "slow"] = "normal"
    """How long bots wait before they act, so that people can follow."""
    undo: Literal["policy", "none", "free"] = "policy"
    """`free`: any number of steps, even past dice, where one person plays alone; the result counts as assisted."""
    leavers: Literal["bot", "concede", "wait"] = "bot"
    """What happens to the seat of a person who is gone for the grace time."""
    grace: Annotated[float, Meta(ge=0.05, le=86400)] = 60
    """Seconds. A server may ask for at least so many."""
    leaver_bot: Id = "greedy"
    """The bot that takes over such seats."""
    spectators: bool = True
    """Whether people without a seat may come in once the room has somebody in it."""
    hints: bool = True
    """Whether `ask_hint` is answered. A game of several people in which somebody asks counts as assisted."""
    chat: Literal["all", "phrases", "none"] = "all"
    """`phrases`: preset phrases only."""


class OwnPack(Struct, frozen=True):
    """A pack of the owner's: its name and the hash of its content. The text is at `/api/rooms/{code}/packs/{name}`."""

    name: str
    hash: str


class Seat(Struct, frozen=True, omit_defaults=True):
    """A place at the table."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    """What whoever sits there is called."""
    member: int | None = None
    """The person's member number."""
    bot: str | None = None
    """Who plays here, or who stands in while the person is away."""
    character: str | None = None
    """Chosen beforehand; during the game the view has it."""
    online: bool = True
    """Whether the person is connected."""


class Member(Struct, frozen=True, omit_defaults=True):
    """Somebody in the room, with or without a seat."""

    id: int
    """The member number: counted from 1, never given twice in a room."""
    name: str
    online: bool = True
    """Connected just now."""
    ready: bool = False
    """For the game to start."""


class Result(Struct, frozen=True, omit_defaults=True):
    """How a game ended. With the secret everyone can check every roll."""

    game: str
    """Where the whole game is kept: `/api/games/{game}`."""
    ending: str
    """`last_standing`, `turn_limit`, `solo_won` or `solo_lost`."""
    winners: tuple[int, ...]
    """Their seats; empty: a tie, or Shadow Boxing lost."""
    secret: str
    """In hex; its SHA-256 is the commitment."""
    assisted: bool = False
    """Somebody took back what chance had decided, took the game along as text, or asked for a hint in a game of several people.
    Then it does not count."""


class RoomInfo(Struct, frozen=True, omit_defaults=True):
    """A room as everyone sees it."""

    code: str
    """What its link has: whoever knows it can come."""
    phase: Literal["setup", "starting", "playing", "paused", "ended"]
    """`starting`: the secret is committed to, and contributions are taken."""
    options: Options
    seats: tuple[Seat, ...]
    members: tuple[Member, ...]
    owner: int | None
    """The member who decides about options and bots; none: nobody has joined."""
    bots: tuple[str, ...]
    """The bots that can be seated here."""
    own_packs: tuple[OwnPack, ...] = ()
    start: Literal["", "fresh", "exact"] = ""
    """The game starts from a position: with fresh chance, or exactly as written, so that whoever wrote it knows what comes."""
    game: int = 0
    """How many games were begun here."""
    commitment: str = ""
    """SHA-256 of the game's secret, in hex; empty before the first game."""
    contributions: tuple[int, ...] = ()
    """While starting: the members whose devices have added their part."""
    pause_votes: tuple[int, ...] = ()
    """Members who want to pause, or if it is paused, to go on."""
    rematch_votes: tuple[int, ...] = ()
    """Members who want another game."""
    result: Result | None = None
    """How the last game ended, until the next begins."""
    idle: tuple[str, ...] = ()
    """Options that decide nothing beside the others, such as the HP of Bots where there are none."""
    asks_everyone: bool = False
    """Whoever is hit and holds a face-down card is asked, whatever they wished for with `answering`."""
    leaving: Literal["", "bot", "concede", "wait"] = ""
    """What becomes of the seats of somebody who leaves now, unless they are out: as `leavers` says, as far as that can be. Empty:
    they are given up."""
