"""Worlds that could be: full states the viewer cannot tell from the real one."""

from __future__ import annotations

from casting_shadows.engine.api.view import SEALED, UNKNOWN, View
from casting_shadows.engine.rng import Rng
from casting_shadows.engine.rules.legal import answers
from casting_shadows.engine.state import DRAFT, NONE, PASSED, SEEN_BITS, SEEN_BY_ALL, State, new_state


def imagine(seen: View, rng: Rng) -> State:
    """A whole state that looks to the viewer exactly like the real one, its hidden cards, sealed answers and chance dealt
    anew by *rng*. What the viewer has learned is kept; the same view and rng always give the same state.
    """
    box = seen.box
    s = new_state(box, seen.setup, seen.seats, rng)
    s.map = seen.map
    s.order = seen.order.copy()
    s.character = seen.character.copy()
    s.seat_of = seen.seat_of.copy()
    s.hp = seen.hp.copy()
    s.energy = seen.energy.copy()
    s.shadow = seen.shadow.copy()
    s.hex = seen.hex.copy()
    s.frozen = seen.frozen.copy()
    s.stunned = seen.stunned.copy()
    s.companion = seen.companion.copy()
    s.book = [cards.copy() for cards in seen.book]
    s.alive = seen.alive
    s.discard = seen.discard.copy()
    s.market = seen.market.copy()
    s.portal = seen.portal.copy()
    s.gone = seen.gone.copy()
    s.first = seen.first
    s.round = seen.round
    s.turn = seen.turn
    s.phase = seen.phase
    s.to_act = seen.to_act
    s.points = seen.points
    s.pool = seen.pool
    s.dice = seen.dice
    s.cast = seen.cast.copy()
    s.free = seen.free
    s.empowered = seen.empowered
    s.marked = seen.marked
    s.began_frozen = seen.began_frozen
    s.began_stunned = seen.began_stunned
    s.leaving = seen.leaving
    s.bot_casts = seen.bot_casts
    s.bot_travels = seen.bot_travels
    s.bot_casts_first = seen.bot_casts_first
    s.steps = seen.steps
    if seen.phase != DRAFT:
        s.deck = _unseen_main(seen)
        rng.shuffle(s.deck)
        s.companion_deck = _unseen_companions(seen)
        rng.shuffle(s.companion_deck)
        _deal_counterspells(seen, s, rng)
    attack = seen.attack
    if attack is not None:
        s.attack = attack.copy()
        for index in range(len(attack.hit)):
            if attack.answers[index] != SEALED:
                continue
            answer = PASSED
            if index < attack.index:
                options = answers(s, attack.hit[index])
                answer = options[rng.below(len(options))]
                answer = PASSED if answer == box.table.pass_ else answer
            s.attack.answers[index] = answer
    return s


def _unseen_main(seen: View) -> list[int]:
    """The Main cards that are nowhere in sight, in the packs' order: those of the deck."""
    left = [card.copies for card in seen.box.parts.main]
    for card in seen.discard:
        left[card] -= 1
    for card in seen.market:
        if card != NONE:
            left[card] -= 1
    for book in seen.book:
        for card in book:
            left[card] -= 1
    return [card for card in range(len(left)) for _ in range(left[card])]


def _unseen_companions(seen: View) -> list[int]:
    taken = seen.portal + seen.gone + seen.companion
    return [card for card in range(len(seen.box.parts.companions)) if card not in taken]


def _deal_counterspells(seen: View, s: State, rng: Rng) -> None:
    """Unknown Counterspells, in the deck and in Spell Books, are any of those not known to be elsewhere."""
    left = [card.copies for card in seen.box.parts.counterspells]
    for cards in [seen.counter_deck, *seen.counters]:
        for card in cards:
            if card >> SEEN_BITS != UNKNOWN:
                left[card >> SEEN_BITS] -= 1
    unknown = [card for card in range(len(left)) for _ in range(left[card])]
    rng.shuffle(unknown)
    s.counter_deck = _revealed(seen.counter_deck, unknown)
    s.counters = [_revealed(cards, unknown) for cards in seen.counters]


def _revealed(cards: list[int], unknown: list[int]) -> list[int]:
    known: list[int] = []
    for card in cards:
        if card >> SEEN_BITS == UNKNOWN:
            card = unknown.pop() << SEEN_BITS | (card & SEEN_BY_ALL)
        known.append(card)
    return known
