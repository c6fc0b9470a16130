"""What happened: one small class for each thing the game reports. Dice, draws and reveals appear only here.

Numbers are the box's (seat, hex, card, ...); `describe` in the api turns them into names. A field called `seat` is whom it
happened to, `by` the seat that did it (NONE: nobody, such as a Cursed Crystal).
"""

from __future__ import annotations

from dataclasses import dataclass

NONE = -1


@dataclass(frozen=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True)
class GameStarted(Event):
    first: int


@dataclass(frozen=True)
class CharacterPicked(Event):
    seat: int
    character: int


@dataclass(frozen=True)
class TurnBegan(Event):
    seat: int
    round: int


@dataclass(frozen=True)
class DieLeftOut(Event):
    seat: int
    colour: int


@dataclass(frozen=True)
class DiceRolled(Event):
    seat: int
    dice: int


@dataclass(frozen=True)
class ResourcesGained(Event):
    seat: int
    resources: int


@dataclass(frozen=True)
class Healed(Event):
    seat: int
    amount: int
    hp: int


@dataclass(frozen=True)
class Travelled(Event):
    seat: int
    hex: int


@dataclass(frozen=True)
class Moved(Event):
    """Put on another hex by an effect, not by Travel."""

    seat: int
    hex: int
    by: int


@dataclass(frozen=True)
class SpellCast(Event):
    """An Attack Spell; `target` is the seat it is aimed at, `hex` the hex (the other is NONE)."""

    seat: int
    card: int
    resources: int
    target: int
    hex: int


@dataclass(frozen=True)
class Converted(Event):
    seat: int
    card: int
    spent: int
    gained: int


@dataclass(frozen=True)
class DiceRerolled(Event):
    seat: int
    dice: int
    """All the dice in the pool after the Reroll."""


@dataclass(frozen=True)
class CrystalRemoved(Event):
    seat: int


@dataclass(frozen=True)
class CardRefreshed(Event):
    seat: int
    card: int
    hex: int


@dataclass(frozen=True)
class CardCollected(Event):
    seat: int
    card: int
    resources: int


@dataclass(frozen=True)
class ResourcesSpent(Event):
    """On a Counterspell; other events that cost resources say so themselves."""

    seat: int
    resources: int


@dataclass(frozen=True)
class CardDiscarded(Event):
    seat: int
    card: int


@dataclass(frozen=True)
class CounterspellTaken(Event):
    """`counterspell` is NONE for everyone but the taker, unless they knew the card."""

    seat: int
    counterspell: int
    seen: int
    """Who knows it: a bit for each seat, and one for spectators."""


@dataclass(frozen=True)
class ResourceCardUsed(Event):
    seat: int
    card: int
    resources: int


@dataclass(frozen=True)
class AbilityUsed(Event):
    seat: int
    target: int
    hex: int


@dataclass(frozen=True)
class Absorbed(Event):
    seat: int
    amount: int
    energy: int


@dataclass(frozen=True)
class Transformed(Event):
    seat: int
    companion: int


@dataclass(frozen=True)
class MarketFilled(Event):
    hex: int
    card: int


@dataclass(frozen=True)
class PortalFilled(Event):
    companion: int


@dataclass(frozen=True)
class DeckShuffled(Event):
    """The discard pile became the new Main deck."""

    cards: int


@dataclass(frozen=True)
class AnswersAsked(Event):
    """These seats (a bit mask) hold face-down cards and are about to be hit."""

    seats: int


@dataclass(frozen=True)
class AnswerSealed(Event):
    """Only the one who gave the answer hears of it before all are in."""

    seat: int
    action: int


@dataclass(frozen=True)
class CounterspellUsed(Event):
    seat: int
    counterspell: int
    by: int
    """The attacker it answers."""


@dataclass(frozen=True)
class Missed(Event):
    """The effect did not reach: the target ran, or a Bot was too far away. It is a spell's (*card*), or an ability's."""

    seat: int
    by: int
    card: int


@dataclass(frozen=True)
class Damaged(Event):
    seat: int
    amount: int
    hp: int
    by: int


@dataclass(frozen=True)
class StatusGained(Event):
    seat: int
    status: int
    by: int


@dataclass(frozen=True)
class StatusLost(Event):
    seat: int
    status: int


@dataclass(frozen=True)
class ResourceDrained(Event):
    seat: int
    resource: int
    by: int


@dataclass(frozen=True)
class Eliminated(Event):
    seat: int


@dataclass(frozen=True)
class Conceded(Event):
    seat: int


@dataclass(frozen=True)
class TurnEnded(Event):
    seat: int


@dataclass(frozen=True)
class GameEnded(Event):
    winner: int
    """NONE: a tie at the turn limit, or Shadow Boxing lost."""
