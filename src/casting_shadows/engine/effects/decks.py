"""The Main deck, its discard pile and the market; the Counterspell deck; the Companion Portal."""

from __future__ import annotations

from casting_shadows.engine.model.events import (
    CardDiscarded,
    CounterspellTaken,
    DeckShuffled,
    MarketFilled,
    PortalFilled,
)
from casting_shadows.engine.state import NONE, SEEN_BITS, SEEN_BY_ALL, State


def draw_main(s: State) -> int:
    """The Main deck's top card; an empty deck is made anew from the discard pile, and NONE means both are empty (S1)."""
    if not s.deck:
        if not s.discard:
            return NONE
        s.deck = s.discard
        s.discard = []
        s.rng.shuffle(s.deck)
        if s.log is not None:
            s.log.append(DeckShuffled(len(s.deck)))
    return s.deck.pop()


def fill_market(s: State) -> None:
    """Put a card into every empty place, in the layout's order, as long as there are cards (S1, S42)."""
    for tile in s.map.market:
        if s.market[tile] == NONE:
            card = draw_main(s)
            if card == NONE:
                return
            s.market[tile] = card
            if s.log is not None:
                s.log.append(MarketFilled(tile, card))


def discard_from_book(s: State, seat: int, card: int) -> None:
    """Move a Main card from a Spell Book to the discard pile; of two copies the one already cast goes (S39)."""
    s.book[seat].remove(card)
    if seat == s.turn and card in s.cast:
        s.cast.remove(card)
    s.discard.append(card)
    if s.log is not None:
        s.log.append(CardDiscarded(seat, card))


def add_to_book(s: State, seat: int, card: int) -> None:
    """Put a Main card into a Spell Book, which is kept sorted."""
    book = s.book[seat]
    place = 0
    while place < len(book) and book[place] <= card:
        place += 1
    book.insert(place, card)


def take_counterspell(s: State, seat: int) -> None:
    """The top card of the Counterspells' own deck (R3), face down into the Spell Book. A solo Bot does not look at it."""
    card = s.counter_deck.pop()
    if not s.is_bot(seat):
        card |= 1 << seat
    s.counters[seat].append(card)
    if s.log is not None:
        s.log.append(CounterspellTaken(seat, card >> SEEN_BITS, card & SEEN_BY_ALL))


def return_counterspell(s: State, card: int, seen: int) -> None:
    """A Counterspell goes to the bottom of its deck, never to the discard pile (S30); *seen* says who knows it."""
    s.counter_deck.insert(0, card >> SEEN_BITS << SEEN_BITS | seen)


def fill_portal(s: State) -> None:
    """Turn a companion face up for every one summoned, as long as there are any (S16)."""
    while len(s.portal) < s.box.rules.portal and s.companion_deck:
        s.portal.append(s.companion_deck.pop())
        if s.log is not None:
            s.log.append(PortalFilled(s.portal[-1]))
