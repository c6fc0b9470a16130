"""One game at one instant. Everything the game waits for is data in here, so any instant can be saved and searched."""

from __future__ import annotations

from typing import Final, final

from casting_shadows.engine.model.events import Event
from casting_shadows.engine.model.map import NO_MAP, Map
from casting_shadows.engine.model.setup import SOLO, Setup
from casting_shadows.engine.packs.box import Box
from casting_shadows.engine.rng import Rng

NONE: Final = -1
"""No card, hex, seat or action."""

# What the game waits for.
OVER: Final = 0
DRAFT: Final = 1
LEAVE_OUT: Final = 2
GAIN: Final = 3
ACTIONS: Final = 4
ABSORB: Final = 5
TRANSFORM: Final = 6
RESPOND: Final = 7
FREEZE: Final = 8
STUN: Final = 9
DRAIN: Final = 10
PUSH: Final = 11
STEER: Final = 12
FLEE: Final = 13
NOBODY: Final = 14
"""The game goes on by itself; never seen between two actions."""
PHASES: Final[list[str]] = [
    "over", "draft", "leave_out", "gain", "actions", "absorb", "transform", "respond", "freeze", "stun", "drain", "push",
    "steer", "flee", "nobody",
]  # fmt: skip

# Where an attack stands.
ASKING: Final = 0
REVEALING: Final = 1
DEALING: Final = 2
MARKING: Final = 3
PUSHING: Final = 4
RETURNING: Final = 5
BITING: Final = 6

# What an attack is.
SPELL: Final = 0
STRIKE: Final = 1
CONTACT: Final = 2

PASSED: Final = -1
UNASKED: Final = -2

FROZEN: Final = 0
STUNNED: Final = 1

SEEN_BITS: Final = 7
"""A Counterspell in a deck or a book is `number << SEEN_BITS | seen`: a bit for each seat that knows it, one for spectators."""
SEEN_BY_ALL: Final = 127
SPECTATOR_BIT: Final = 64


@final
class Attack:
    """An enemy's effect on its way to everyone it hits (S8, S27). Lists run parallel to `hit`."""

    def __init__(self, by: int, source: int, card: int, damage: int, low: int, high: int, tile: int) -> None:
        self.by: Final = by
        self.source: Final = source
        """SPELL, STRIKE (a Shadow ability) or CONTACT (a solo Bot's touch)."""
        self.card: Final = card
        """The spell's number, or NONE."""
        self.damage: Final = damage
        """Before what differs from target to target."""
        self.low: Final = low
        self.high: Final = high
        self.tile: Final = tile
        """The hex it is aimed at; NONE: aimed at one enemy."""
        self.hit: list[int] = []
        """Seats, clockwise from the attacker."""
        self.bonus: list[int] = []
        self.answers: list[int] = []
        """An action, PASSED, or UNASKED."""
        self.reduced: list[int] = []
        self.ignored: list[int] = []
        self.missed: list[int] = []
        self.dealt: list[int] = []
        self.stage = ASKING
        self.index = 0
        """Whose turn it is within the stage: an index into `hit`."""

    def add(self, seat: int, bonus: int) -> None:
        """One more who is hit."""
        self.hit.append(seat)
        self.bonus.append(bonus)
        self.answers.append(UNASKED)
        self.reduced.append(0)
        self.ignored.append(0)
        self.missed.append(0)
        self.dealt.append(0)

    def copy(self) -> Attack:
        """An independent twin."""
        twin = Attack(self.by, self.source, self.card, self.damage, self.low, self.high, self.tile)
        twin.hit = self.hit  # fixed once the attack has begun
        twin.bonus = self.bonus
        twin.answers = self.answers.copy()
        twin.reduced = self.reduced.copy()
        twin.ignored = self.ignored.copy()
        twin.missed = self.missed.copy()
        twin.dealt = self.dealt.copy()
        twin.stage = self.stage
        twin.index = self.index
        return twin


_NONE_YET: Final[list[int]] = []
_NO_LISTS: Final[list[list[int]]] = []
# Placeholders that are never changed: `new_state` and `copy` put real lists in their place. Search copies states all the
# time, so the constructor makes no lists only to have them thrown away.


@final
class State:
    """A whole game, hidden cards and chance included. Lists are indexed by seat unless they say otherwise."""

    def __init__(self, box: Box, setup: Setup, seats: int, rng: Rng) -> None:
        self.box: Final = box
        self.setup: Final = setup
        self.seats: Final = seats
        self.is_solo: Final = setup.mode == SOLO
        self.rng = rng
        self.log: list[Event] | None = None
        """Where events go; None: nobody listens (search)."""

        self.map: Map = NO_MAP
        self.order: list[int] = _NONE_YET
        """Seats in turn order; only Shadow Boxing has another than clockwise."""
        self.character: list[int] = _NONE_YET
        self.seat_of: list[int] = _NONE_YET
        """By character: its seat."""
        self.hp: list[int] = _NONE_YET
        """0: eliminated."""
        self.energy: list[int] = _NONE_YET
        self.shadow: list[int] = _NONE_YET
        """1: in Shadow Form."""
        self.hex: list[int] = _NONE_YET
        """NONE: off the map."""
        self.frozen: list[int] = _NONE_YET
        self.stunned: list[int] = _NONE_YET
        self.companion: list[int] = _NONE_YET
        self.book: list[list[int]] = _NO_LISTS
        """Main cards by number, sorted; a second copy stands beside the first."""
        self.counters: list[list[int]] = _NO_LISTS
        """Face-down Counterspells, oldest first, with who has seen them."""
        self.alive = seats

        self.deck: list[int] = _NONE_YET
        """The Main deck; its top card is the last one, as in all decks here."""
        self.discard: list[int] = _NONE_YET
        self.market: list[int] = _NONE_YET
        """By hex: the Main card beside it."""
        self.counter_deck: list[int] = _NONE_YET
        self.companion_deck: list[int] = _NONE_YET
        self.portal: list[int] = _NONE_YET
        self.gone: list[int] = _NONE_YET
        """Companions of eliminated players."""

        self.first = 0
        """The seat that started."""
        self.round = 1
        self.turn = 0
        self.phase = DRAFT
        self.to_act = NONE
        self.points = 0
        self.pool = 0
        """All resources of the player whose turn it is, packed."""
        self.dice = 0
        """Which of them are dice; the rest are tokens."""
        self.cast: list[int] = _NONE_YET
        """Spells cast this turn."""
        self.free = 0
        """Free uses the companion still gives this turn."""
        self.empowered = 0
        """Added to Attack Spells this turn (Haze)."""
        self.marked = 0
        """1: the first hit this turn has had its companion's effect (Frost Fox, Thunder Pup)."""
        self.began_frozen = 0
        self.began_stunned = 0
        self.attack: Attack | None = None
        self.leaving = 0
        """Seats (bits) that conceded during an attack and leave after it (S55)."""
        self.bot_casts = 0
        """Shadow Boxing: 1 while the Bot has its Cast to make this turn."""
        self.bot_travels = 0
        self.bot_casts_first = 0
        self.steps = 0
        """Actions played so far."""

    def copy(self) -> State:
        """An independent twin; only what never changes is shared. Nobody listens to the twin's events."""
        twin = State(self.box, self.setup, self.seats, self.rng.copy())
        twin.map = self.map  # replaced, never changed
        twin.order = self.order  # replaced, never changed
        twin.character = self.character  # replaced, never changed
        twin.seat_of = self.seat_of  # replaced, never changed
        twin.hp = self.hp.copy()
        twin.energy = self.energy.copy()
        twin.shadow = self.shadow.copy()
        twin.hex = self.hex.copy()
        twin.frozen = self.frozen.copy()
        twin.stunned = self.stunned.copy()
        twin.companion = self.companion.copy()
        twin.book = [cards.copy() for cards in self.book]
        twin.counters = [cards.copy() for cards in self.counters]
        twin.alive = self.alive
        twin.deck = self.deck.copy()
        twin.discard = self.discard.copy()
        twin.market = self.market.copy()
        twin.counter_deck = self.counter_deck.copy()
        twin.companion_deck = self.companion_deck.copy()
        twin.portal = self.portal.copy()
        twin.gone = self.gone.copy()
        twin.first = self.first
        twin.round = self.round
        twin.turn = self.turn
        twin.phase = self.phase
        twin.to_act = self.to_act
        twin.points = self.points
        twin.pool = self.pool
        twin.dice = self.dice
        twin.cast = self.cast.copy()
        twin.free = self.free
        twin.empowered = self.empowered
        twin.marked = self.marked
        twin.began_frozen = self.began_frozen
        twin.began_stunned = self.began_stunned
        twin.attack = None if self.attack is None else self.attack.copy()
        twin.leaving = self.leaving
        twin.bot_casts = self.bot_casts
        twin.bot_travels = self.bot_travels
        twin.bot_casts_first = self.bot_casts_first
        twin.steps = self.steps
        return twin

    def is_bot(self, seat: int) -> bool:
        """Whether the seat is one of Shadow Boxing's three Bots."""
        return self.is_solo and seat != 0


def new_state(box: Box, setup: Setup, seats: int, rng: Rng) -> State:
    """A table with nothing on it yet."""
    state = State(box, setup, seats, rng)
    state.order = list(range(seats))
    state.character = [NONE] * seats
    state.seat_of = [NONE] * len(box.parts.characters)
    state.hp = [0] * seats
    state.energy = [0] * seats
    state.shadow = [0] * seats
    state.hex = [NONE] * seats
    state.frozen = [0] * seats
    state.stunned = [0] * seats
    state.companion = [NONE] * seats
    state.book = [[] for _ in range(seats)]
    state.counters = [[] for _ in range(seats)]
    state.deck = []
    state.discard = []
    state.market = [NONE] * len(box.parts.hexes)
    state.counter_deck = []
    state.companion_deck = []
    state.portal = []
    state.gone = []
    state.cast = []
    return state
