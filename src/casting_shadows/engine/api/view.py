"""What one seat, or a spectator, may know. Built up field by field: what nobody adds here stays hidden.

A view has the same public numbers as the state. Hidden cards are UNKNOWN with who has seen them, decks are sizes, sealed
answers are SEALED, and chance is not in it at all.
"""

from __future__ import annotations

from typing import Final, final

from casting_shadows.engine.errors import GameError
from casting_shadows.engine.model.map import Map
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.box import Box
from casting_shadows.engine.state import ASKING, SEEN_BITS, SEEN_BY_ALL, SPECTATOR_BIT, UNASKED, Attack, State

SPECTATOR: Final = -1
UNKNOWN: Final = 511
"""The number of a Counterspell the viewer does not know."""
SEALED: Final = -3
"""An answer the viewer may not see, given or not."""


@final
class View:
    """The game as the viewer sees it. Every list is the view's own; fields mean what they mean in `State`."""

    def __init__(self, s: State, viewer: int) -> None:
        self.viewer: Final = viewer
        """A seat, or SPECTATOR."""
        self.box: Final[Box] = s.box
        self.setup: Final[Setup] = s.setup
        self.seats: Final = s.seats
        self.map: Final[Map] = s.map
        self.order: Final = s.order.copy()
        self.character: Final = s.character.copy()
        self.seat_of: Final = s.seat_of.copy()
        self.hp: Final = s.hp.copy()
        self.energy: Final = s.energy.copy()
        self.shadow: Final = s.shadow.copy()
        self.hex: Final = s.hex.copy()
        self.frozen: Final = s.frozen.copy()
        self.stunned: Final = s.stunned.copy()
        self.companion: Final = s.companion.copy()
        self.book: Final = [cards.copy() for cards in s.book]
        bit = SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer
        self.counters: Final = [_known(cards, bit) for cards in s.counters]
        """Face-down cards, UNKNOWN where the viewer has not seen them."""
        self.alive: Final = s.alive
        self.deck_size: Final = len(s.deck)
        self.discard: Final = s.discard.copy()
        self.market: Final = s.market.copy()
        self.counter_deck: Final = _known(s.counter_deck, bit)
        """Mostly UNKNOWN; what went to the bottom face up is remembered."""
        self.companion_deck_size: Final = len(s.companion_deck)
        self.portal: Final = s.portal.copy()
        self.gone: Final = s.gone.copy()
        self.first: Final = s.first
        self.round: Final = s.round
        self.turn: Final = s.turn
        self.phase: Final = s.phase
        self.to_act: Final = s.to_act
        self.points: Final = s.points
        self.pool: Final = s.pool
        self.dice: Final = s.dice
        self.cast: Final = s.cast.copy()
        self.free: Final = s.free
        self.empowered: Final = s.empowered
        self.marked: Final = s.marked
        self.began_frozen: Final = s.began_frozen
        self.began_stunned: Final = s.began_stunned
        self.attack: Final = None if s.attack is None else _as_seen(s.attack, viewer)
        self.leaving: Final = s.leaving
        self.bot_casts: Final = s.bot_casts
        self.bot_travels: Final = s.bot_travels
        self.bot_casts_first: Final = s.bot_casts_first
        self.steps: Final = s.steps


def _known(cards: list[int], bit: int) -> list[int]:
    """The cards the viewer has seen; of the others only who has (all that is public of them)."""
    return [card if card & bit else UNKNOWN << SEEN_BITS | (card & SEEN_BY_ALL) for card in cards]


def _as_seen(attack: Attack, viewer: int) -> Attack:
    """The attack without others' sealed answers. A viewer sees its own once it has given it."""
    seen = Attack(attack.by, attack.source, attack.card, attack.damage, attack.low, attack.high, attack.tile)
    for index in range(len(attack.hit)):
        seen.add(attack.hit[index], attack.bonus[index])
        answer = attack.answers[index]
        if attack.stage == ASKING and answer != UNASKED:
            is_own_and_given = attack.hit[index] == viewer and index < attack.index
            answer = answer if is_own_and_given else SEALED
        seen.answers[index] = answer
        seen.reduced[index] = attack.reduced[index]
        seen.ignored[index] = attack.ignored[index]
        seen.missed[index] = attack.missed[index]
        seen.dealt[index] = attack.dealt[index]
    seen.stage = attack.stage
    seen.index = attack.index
    return seen


def view(s: State, viewer: int = SPECTATOR) -> View:
    """What a seat may know, or without a seat what a spectator may."""
    if not SPECTATOR <= viewer < s.seats:
        raise GameError("view/no-such-seat", f"there is no seat {viewer}; seats are 0 to {s.seats - 1}", {"seat": viewer})
    return View(s, viewer)
