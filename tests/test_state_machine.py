"""Whatever is played, in any setup: what is true of every game of Casting Shadows stays true.

The facts are written down here once more, with the rule book's own numbers, and beside them runs the engine's own check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from casting_shadows.engine import IllegalAction, Setup, State, digest, legal_actions, outcome, phase_name, play
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.model import events as told
from casting_shadows.engine.model.dice import DICE_POOL, SIDE_CODES, sides_of
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.state import NONE, SEEN_BITS

from .any_game import any_setup, game_under_way
from .counts import runs

pytestmark = pytest.mark.T03
T = TypeVar("T")

MOST_HP, MOST_POINTS, BASE_ENERGY, SHADOW_ENERGY, BOOK, BADGERS_BOOK = 18, 4, 3, 5, 5, 6
DECKS = {
    ("base",): (52, 10, 10),
    ("base", "ice_storm"): (67, 14, 14),
    ("exclusive",): (65, 13, 14),
    ("exclusive", "ice_storm"): (80, 17, 18),
}
"""Main cards, Counterspells and companions in the box."""
DEEDS = (
    told.TurnBegan, told.DiceRolled, told.Travelled, told.SpellCast, told.Converted, told.DiceRerolled, told.CardCollected,
    told.CardRefreshed, told.CounterspellTaken, told.CounterspellUsed, told.ResourceCardUsed, told.AbilityUsed,
    told.Absorbed, told.Transformed, told.Healed,
)  # fmt: skip
"""What only a player standing does."""


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any setup there is."""

    def choose(options: Sequence[T], /) -> T:
        return draw(st.sampled_from(options))

    return any_setup(choose)


class Ledger:
    """A second book-keeping, from events alone: who holds which face-up cards, who has how many HP, what was cast."""

    def __init__(self, state: State) -> None:
        self.open(state)

    def open(self, state: State) -> None:
        """Begin with what lies on the table."""
        self.books = [Counter(cards) for cards in state.book]
        self.hp = state.hp.copy()
        self.cast = Counter(state.cast)
        self.owned = Counter(state.book[state.turn])

    def follow(self, state: State, events: list[Event]) -> None:
        """Write down what happened."""
        for event in events:
            if isinstance(event, told.GameStarted):
                self.open(state)
            elif isinstance(event, told.Damaged | told.Healed):
                self.hp[event.seat] = event.hp
            elif isinstance(event, told.Eliminated):
                self.hp[event.seat] = 0
                self.books[event.seat].clear()
            elif isinstance(event, told.TurnBegan):
                self.cast.clear()
                self.owned = self.books[event.seat].copy()
            elif isinstance(event, told.CardCollected):
                self.books[event.seat][event.card] += 1
                self.owned[event.card] += 1
            elif isinstance(event, told.CardDiscarded):
                self.books[event.seat][event.card] -= 1
            elif isinstance(event, told.SpellCast | told.Converted):
                self.cast[event.card] += 1
                assert self.cast[event.card] <= self.owned[event.card], "a spell is cast once a turn for each copy"
            if isinstance(event, DEEDS):
                assert self.hp[event.seat] > 0, f"{event} by a player who is out"


class AnyGame(RuleBasedStateMachine):
    """One game after the other, by whatever rule comes up."""

    @initialize(setup=setups(), seed=st.integers(0, 2**32), ahead=st.integers(0, 250))
    def begin(self, setup: Setup, seed: int, ahead: int) -> None:
        """A game that has been going on for a while."""
        self.state = game_under_way(setup, seed, ahead)
        self.ledger = Ledger(self.state)
        self.last: list[Event] = []

    @property
    def is_over(self) -> bool:
        return outcome(self.state) is not None

    @precondition(lambda self: self.is_over)
    @rule(setup=setups(), seed=st.integers(0, 2**32), ahead=st.integers(0, 250))
    def begin_another(self, setup: Setup, seed: int, ahead: int) -> None:
        """The next game."""
        self.begin(setup, seed, ahead)

    def _play(self, seat: int, action: int) -> None:
        before, kept = self.state, digest(self.state)
        self.state, self.last = play(before, seat, action)
        assert digest(before) == kept, "the state before is left alone"
        self.ledger.follow(self.state, self.last)

    @precondition(lambda self: not self.is_over)
    @rule(data=st.data())
    def play_something(self, data: st.DataObject) -> None:
        """Any legal action: a verb first, then how."""
        legal, table = legal_actions(self.state), self.state.box.table
        kind = data.draw(st.sampled_from(sorted({table.kind[action] for action in legal})))
        action = data.draw(st.sampled_from([action for action in legal if table.kind[action] == kind]))
        dice = Counter(SIDE_CODES[side] for side in sides_of(self.state.dice))
        self._play(self.state.to_act, action)
        words = table.text(action).split()
        if words[0] == "reroll":
            kept = dice - Counter(words[1:])
            after = Counter(SIDE_CODES[side] for side in sides_of(self.state.dice))
            assert after >= kept, "only the chosen dice are rolled again"
            assert Counter(side[0] for side in (after - kept).elements()) == Counter(side[0] for side in words[1:])

    @precondition(lambda self: not self.is_over)
    @rule(data=st.data())
    def play_evenly(self, data: st.DataObject) -> None:
        """Any legal action, each as likely as the other."""
        self._play(self.state.to_act, data.draw(st.sampled_from(legal_actions(self.state))))

    @precondition(lambda self: not self.is_over and phase_name(self.state) != "draft" and self.state.steps % 13 == 12)
    @rule(data=st.data())
    def concede(self, data: st.DataObject) -> None:
        """Somebody standing leaves, whoever's choice it is."""
        staying = [seat for seat in range(self.state.seats) if self._may_concede(seat)]
        if staying:
            self._play(data.draw(st.sampled_from(staying)), self.state.box.table.concede)

    def _may_concede(self, seat: int) -> bool:
        state = self.state
        if self.is_over or phase_name(state) == "draft" or seat >= state.seats:
            return False
        return state.hp[seat] > 0 and not state.is_bot(seat) and not (state.leaving >> seat) & 1

    @rule(number=st.integers(0, 10**6), seat=st.integers(0, 5))
    def refuse(self, number: int, seat: int) -> None:
        """What is not legal, for this seat, now, is refused and changes nothing; nor may others do what one may."""
        state, legal = self.state, legal_actions(self.state)
        action = number % state.box.table.size
        if action != state.box.table.concede and not (seat == state.to_act and action in legal):
            self._refused(seat, action)
        if legal and seat != state.to_act:
            self._refused(seat, legal[number % len(legal)])
        if not self._may_concede(seat):
            self._refused(seat, state.box.table.concede)

    def _refused(self, seat: int, action: int) -> None:
        kept = digest(self.state)
        with pytest.raises(IllegalAction):
            play(self.state, seat, action)
        assert digest(self.state) == kept, "a refused action changes nothing"

    @invariant()
    def the_engines_own_check_holds(self) -> None:
        check_state(self.state)

    @invariant()
    def every_card_exists_exactly_once(self) -> None:
        state = self.state
        if phase_name(state) == "draft":
            return
        seats = range(state.seats)
        main = state.deck + state.discard + [card for card in state.market if card != NONE]
        main += [card for seat in seats for card in state.book[seat]]
        counterspells = [card >> SEEN_BITS for card in state.counter_deck]
        counterspells += [card >> SEEN_BITS for seat in seats for card in state.counters[seat]]
        companions = state.companion_deck + state.portal + state.gone
        companions += [state.companion[seat] for seat in seats if state.companion[seat] != NONE]
        assert (len(main), len(counterspells), len(companions)) == DECKS[state.setup.packs]
        assert len(set(companions)) == len(companions), "a companion is there twice"
        parts = state.box.parts
        assert Counter(main) == {number: card.copies for number, card in enumerate(parts.main)}
        assert Counter(counterspells) == {number: card.copies for number, card in enumerate(parts.counterspells)}

    @invariant()
    def nobody_has_more_than_the_rules_allow(self) -> None:
        state = self.state
        assert 0 <= state.points <= MOST_POINTS
        if state.round == 1 and state.turn == state.first:
            assert state.points <= state.setup.first_turn_points
        for seat in range(state.seats):
            assert state.hp[seat] >= 0 and (state.hp[seat] <= MOST_HP or state.is_bot(seat))
            assert 0 <= state.energy[seat] <= (SHADOW_ENERGY if state.shadow[seat] else BASE_ENERGY)
            companion = state.companion[seat]
            has_badger = companion != NONE and state.box.table.companions[companion] == "pack_badger"
            assert len(state.book[seat]) + len(state.counters[seat]) <= (BADGERS_BOOK if has_badger else BOOK)
            assert companion == NONE or state.shadow[seat], "a companion comes with the Shadow Form"

    @invariant()
    def what_happened_was_told(self) -> None:
        assert self.ledger.hp == self.state.hp, "every change of HP is an event"
        assert [sorted(book.elements()) for book in self.ledger.books] == self.state.book, "every card's way is an event"

    @invariant()
    def somebody_standing_can_act_until_the_game_is_over(self) -> None:
        state, table = self.state, self.state.box.table
        legal = legal_actions(state)
        assert self.is_over == (not legal), "legal actions end with the game"
        assert len(set(legal)) == len(legal), "an action is listed twice"
        assert legal_actions(state.copy()) == legal, "the order is fixed"
        if self.is_over:
            assert state.to_act == NONE
            return
        assert phase_name(state) == "draft" or state.hp[state.to_act] > 0, "whoever is out never acts"
        assert not state.is_bot(state.to_act), "Bots are never asked"
        rerolled = {word for action in legal if table.text(action).startswith("reroll") for word in table.text(action).split()}
        assert not rerolled & {"RC", "BC", "PC"}, "a Cursed Crystal stays where it lies"

    @invariant()
    def a_turn_begins_with_an_empty_pool(self) -> None:
        began = [place for place, event in enumerate(self.last) if isinstance(event, told.TurnBegan)]
        if not began or self.is_over:
            return
        pool = 0
        for event in self.last[began[-1] :]:
            if isinstance(event, told.DiceRolled):
                pool += DICE_POOL[event.dice]
            elif isinstance(event, told.ResourcesGained):
                pool += event.resources
        assert self.state.pool == pool, "something was kept from the turn before"


TestWhateverIsPlayedTheRulesHold = AnyGame.TestCase
TestWhateverIsPlayedTheRulesHold.settings = settings(
    max_examples=runs(200, 5000),
    stateful_step_count=runs(50, 100),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
