"""A game as one seat, or a spectator, sees it. The engine's `facts` has exactly this shape; a test holds them together."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType


class HexFacts(Struct, frozen=True):
    """A hex of the map."""

    hex: str
    place: tuple[int, int]
    """Axial: q and r."""
    has_market: bool
    """Whether a card can lie beside it."""
    card: str | None
    """The card that does."""


class HiddenCard(Struct, frozen=True):
    """A face-down Counterspell, in a deck or in a book."""

    card: str
    """`?`: not the viewer's to know."""
    seen_by: list[int]
    """Seats that know it."""
    is_public: bool
    """Everyone has seen it, spectators too."""


class SeatFacts(Struct, frozen=True):
    """A player, or a Bot of Shadow Boxing."""

    character: str | None
    """None: not picked yet."""
    hp: int
    most_hp: int
    """As many as it can have. A Bot of Shadow Boxing has no such limit: what it began with, or more."""
    energy: int
    """Shadow Energy."""
    most_energy: int
    """As much as its form can hold."""
    form: Literal["base", "shadow"]
    hex: str | None
    """None: out of the game."""
    frozen: bool
    stunned: bool
    companion: str | None
    book: list[str]
    """Face-up cards of the Spell Book."""
    counterspells: list[HiddenCard]
    """Face-down cards of the Spell Book, oldest first."""


class HitFacts(Struct, frozen=True):
    """One player hit by the attack going on."""

    seat: int
    bonus: int
    """Damage added for this player alone."""
    answer: str | None
    """None: not asked; `sealed`; `pass`; or the action, once it may be known."""
    reduced: int
    """Damage its answer takes off."""
    ignored: bool
    """Its answer does away with all of the damage."""
    missed: bool
    """It was no longer in range."""
    dealt: int
    """Damage dealt so far."""


class AttackFacts(Struct, frozen=True):
    """The attack going on."""

    by: int
    """The attacker's seat."""
    source: Literal["spell", "ability", "contact"]
    card: str | None
    """The Attack Spell; none for the other sources."""
    damage: int
    """Before what differs by target."""
    range: tuple[int, int]
    """The least and the greatest distance."""
    hex: str | None
    """The hex aimed at; none: one enemy is."""
    hit: list[HitFacts]
    """Clockwise from the attacker."""


class BeganFacts(Struct, frozen=True):
    """Statuses this turn began with."""

    frozen: bool
    stunned: bool


class BotFacts(Struct, frozen=True):
    """Shadow Boxing: what the Bot whose turn it is has left to do."""

    casts: int
    """1: it is still to cast."""
    travels: int
    """Travels left."""
    casts_first: int
    """1: it casts before it travels."""


class View(Struct, frozen=True):
    """Everything a seat, or a spectator, may know. Names and texts are those of docs/notation.md."""

    viewer: int | None
    """None: a spectator."""
    packs: list[str]
    mode: str
    layout: str
    market: str
    transform: str
    first_turn_points: int
    bot_hp: int
    max_rounds: int
    map: list[HexFacts]
    order: list[int]
    """Seats in turn order."""
    seats: list[SeatFacts]
    first: int
    """The seat that started."""
    round: int
    """From 1."""
    turn: int
    """The seat whose turn it is."""
    phase: str
    """What the game waits for."""
    to_act: int | None
    """The seat whose choice it is; none when the game is over. In a response window `window.asked` says who may answer."""
    points: int
    """Action points left."""
    most_points: int
    """Action points of a turn, by the rules."""
    dice: list[str]
    """The dice in the pool: `RG` is a red die that shows a Gem."""
    tokens: list[str]
    """The other resources in the pool."""
    cast: list[str]
    """Spells cast this turn, in order."""
    free: int
    """Free uses of the companion left this turn."""
    empowered: int
    """Added to the damage of Attack Spells this turn."""
    marked: bool
    """The companion that marks an enemy has had its first hit this turn."""
    began: BeganFacts
    deck: int
    """Cards in the Main deck."""
    discard: list[str]
    """From the oldest to the newest."""
    counterspells: list[HiddenCard]
    """The Counterspell deck, from the top."""
    companions: int
    """Cards in the Companion deck."""
    portal: list[str]
    """The Companion Portal, in the order the cards came."""
    gone: list[str]
    """Companions of eliminated players."""
    attack: AttackFacts | None
    leaving: list[int]
    """Seats that conceded during the attack going on."""
    bot: BotFacts
    steps: int
    """Actions played so far."""


class Hit(Struct, frozen=True, omit_defaults=True):
    """Somebody an action would damage if nobody answers."""

    seat: int
    damage: int
    hp: int
    """After it; 0 is an elimination."""
    may_answer: bool = False
    """Holds a face-down card, so the damage is not certain."""
    statuses: tuple[str, ...] = ()
    """`frozen`, `stunned`: what it would be besides."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal action, and what is needed to show it."""

    action: str
    """Its text form: what is sent back in `act`."""
    verb: str
    """The text's first word, such as `cast`."""
    card: str | UnsetType = UNSET
    """The card, Counterspell or companion it is about."""
    spend: str | UnsetType = UNSET
    """Resources, such as `RG RG`."""
    gain: str | UnsetType = UNSET
    """Resources."""
    target: int | UnsetType = UNSET
    """The seat aimed at."""
    hex: str | UnsetType = UNSET
    """The hex aimed at or gone to."""
    drop: str | UnsetType = UNSET
    """The card that makes room for another."""
    foreseen: int | UnsetType = UNSET
    """For attacks, abilities and answers: where `SeatUpdate.foreseen` says whom it would hit. More: `ask_previews`."""


class Event(Struct, frozen=True):
    """Something that happened, as far as the viewer may know."""

    version: int
    """The version of the game it led to."""
    step: int
    """How many actions had been played then: a replay shows it at this step, unless `undone` has gone back behind it since."""
    code: str
    """Such as `dice_rolled`; the words files have a sentence for it.

    What the room adds has a number as `seat`: `undone` (it took back `steps` actions), `time_up` (its clock ran out; after `left`
    more times a bot takes it), `bot_took`, `returned` (its person plays again). They are told with the next version, first.
    """
    values: dict[str, str | int]
    """What that sentence needs."""
