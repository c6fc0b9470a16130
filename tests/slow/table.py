"""Everything that lies on the table during a game."""

from dataclasses import dataclass, field, replace
from typing import Final

from .box import Box, Companion
from .chance import Chance
from .words import in_order

COLOURS: Final = "RBP"
FACES: Final = "GOSC"
PUBLIC: Final = 0x7F
"""The seen mask of a card that everyone, spectators included, has seen."""


@dataclass(frozen=True)
class Token:
    """A resource token in the pool."""

    resource: str


@dataclass(frozen=True)
class Die:
    """A die in the pool, by colour (R, B, P) and face (G, O, S, C)."""

    colour: str
    face: str

    @property
    def resource(self) -> str:
        return {"S": "SF", "C": "CC"}.get(self.face, self.colour + self.face)

    @property
    def text(self) -> str:
        return self.colour + self.face


@dataclass(frozen=True)
class Hidden:
    """A Counterspell that is face down or in its deck, and the mask of who has seen it."""

    name: str
    seen: int


@dataclass
class Seat:
    """One player, or one Bot of Shadow Boxing."""

    character: str | None
    hp: int
    energy: int = 0
    shadow: bool = False
    hex: str | None = None
    frozen: bool = False
    stunned: bool = False
    companion: str | None = None
    book: list[str] = field(default_factory=list)
    hidden: list[Hidden] = field(default_factory=list)

    def copy(self) -> "Seat":
        return replace(self, book=list(self.book), hidden=list(self.hidden))


@dataclass
class Hit:
    """One player an attack hits, and what became of it so far."""

    seat: int
    answer: str | None = None
    """The Counterspell used, "pass", or None: not asked."""
    to: str | None = None
    """Where a Counterspell moves the player."""
    bonus: int = 0
    reduced: int = 0
    ignored: bool = False
    missed: bool = False
    dealt: int = 0


@dataclass
class Attack:
    """An attack going on."""

    attacker: int
    kind: str
    card: str | None
    damage: int
    low: int
    high: int
    hex: str | None
    hits: list[Hit]
    stage: str = "asking"
    index: int = 0

    def copy(self) -> "Attack":
        return replace(self, hits=[replace(hit) for hit in self.hits])


@dataclass(frozen=True)
class Options:
    """How a game is set up."""

    players: int = 2
    packs: tuple[str, ...] = ("base",)
    mode: str = "standard"
    layout: str | None = None
    tiles: tuple[tuple[str, int, int], ...] = ()
    market: str = "sides"
    transform: str = "may"
    first: int | None = None
    """The seat that starts; None: the seed picks."""
    first_turn_points: int = 4
    bot_hp: int = 6
    max_rounds: int = 0
    """The round after which the game ends undecided; 0: none."""
    characters: tuple[str, ...] | str = "random"
    """One for each seat, "random" or "draft"."""


@dataclass
class Table:
    """The whole situation of a game."""

    box: Box
    chance: Chance
    options: Options
    layout: str
    first: int
    order: list[int]
    seats: list[Seat]
    round: int = 1
    turn: int = 0
    phase: str = "draft"
    to_act: int | None = None
    points: int = 0
    free: int = 0
    empowered: int = 0
    marked: bool = False
    began_frozen: bool = False
    began_stunned: bool = False
    pool: list[Token | Die] = field(default_factory=list)
    cast: list[str] = field(default_factory=list)
    bot_cast: bool = False
    bot_travels: int = 0
    bot_casts_first: bool = False
    leaving: list[int] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    counterspells: list[Hidden] = field(default_factory=list)
    companions: list[str] = field(default_factory=list)
    portal: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    attack: Attack | None = None
    steps: int = 0
    map: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Where each tile lies; empty until every player has a character."""

    def copy(self) -> "Table":
        return replace(
            self,
            chance=self.chance.copy(),
            order=list(self.order),
            seats=[seat.copy() for seat in self.seats],
            deck=list(self.deck),
            counterspells=list(self.counterspells),
            companions=list(self.companions),
            portal=list(self.portal),
            pool=list(self.pool),
            cast=list(self.cast),
            leaving=list(self.leaving),
            discard=list(self.discard),
            places=dict(self.places),
            gone=list(self.gone),
            attack=self.attack.copy() if self.attack is not None else None,
            map=dict(self.map),
        )

    @property
    def solo(self) -> bool:
        return self.options.mode == "solo"

    def is_bot(self, seat: int) -> bool:
        """Whether this seat is a Bot of Shadow Boxing."""
        return self.solo and seat != 0

    def standing(self, seat: int) -> bool:
        return self.seats[seat].hp > 0

    def enemies(self, seat: int) -> list[int]:
        """Who can be hit by this seat, clockwise from it. A Bot's only enemy is the solo player."""
        if self.is_bot(seat):
            return [0]
        start = self.order.index(seat)
        after = self.order[start + 1 :] + self.order[:start]
        return [other for other in after if self.standing(other)]

    def companion(self, seat: int) -> Companion:
        """The effects of this seat's companion; without one, a companion that does nothing."""
        name = self.seats[seat].companion
        return self.box.companions[name] if name is not None else Companion()

    def book_limit(self, seat: int) -> int:
        return self.box.rules.book + self.companion(seat).extra_cards

    def room_in_book(self, seat: int) -> bool:
        player = self.seats[seat]
        return len(player.book) + len(player.hidden) < self.book_limit(seat)

    def resources(self) -> list[str]:
        """The pool as resources, in the order in which they are written."""
        return in_order([piece.resource for piece in self.pool])

    def dice(self) -> list[Die]:
        """The dice of the pool in the order in which they are written."""
        dice = [piece for piece in self.pool if isinstance(piece, Die)]
        return sorted(dice, key=lambda die: (COLOURS.index(die.colour), FACES.index(die.face)))

    def take_from_pool(self, resource: str) -> None:
        """Remove one such resource: a token if there is one, else a red, a blue, a purple die."""

        def later(piece: Token | Die) -> int:
            return 0 if isinstance(piece, Token) else 1 + COLOURS.index(piece.colour)

        fitting = [piece for piece in self.pool if piece.resource == resource]
        assert fitting, f"no {resource} in the pool"
        self.pool.remove(min(fitting, key=later))

    def add_tokens(self, resources: list[str]) -> None:
        self.pool.extend(Token(resource) for resource in resources)

    def wait(self, phase: str, seat: int) -> None:
        """The game waits for this seat's choice."""
        self.phase = phase
        self.to_act = seat

    def end_game(self) -> None:
        self.phase = "over"
        self.to_act = None
        self.attack = None
        self.leaving = []
