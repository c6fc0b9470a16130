"""Nothing changes without being told: a second table, moved by events alone, is always laid out like the first."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from casting_shadows.engine import Setup, State, legal_actions, play, redacted, start
from casting_shadows.engine.model import events as told
from casting_shadows.engine.model.dice import DICE_POOL
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.model.resources import CC, ONE
from casting_shadows.engine.state import DRAFT, FROZEN, NONE
from tests.any_game import any_setup, pick_by_verb
from tests.counts import runs
from tests.table import table


class SecondTable:
    """What somebody who only listens would write down. It is laid out once, when the game is dealt."""

    def __init__(self, state: State) -> None:
        self.hp, self.hex, self.energy = state.hp.copy(), state.hex.copy(), state.energy.copy()
        self.frozen, self.stunned, self.shadow = state.frozen.copy(), state.stunned.copy(), state.shadow.copy()
        self.books = [Counter(book) for book in state.book]
        self.face_down = [len(cards) for cards in state.counters]
        self.companion, self.market, self.portal = state.companion.copy(), state.market.copy(), state.portal.copy()
        self.discard, self.deck, self.counter_deck = Counter(state.discard), len(state.deck), len(state.counter_deck)
        self.turn, self.round, self.cast = state.turn, state.round, Counter(state.cast)
        self.tokens, self.dice, self.limit = state.pool - DICE_POOL[state.dice], state.dice, state.box.shadow_limit
        self.is_over = False

    def listen(self, event: Event) -> None:
        """One thing that happened."""
        match event:
            case told.Damaged(seat=seat, hp=hp) | told.Healed(seat=seat, hp=hp):
                self.hp[seat] = hp
            case told.Travelled(seat=seat, hex=tile) | told.Moved(seat=seat, hex=tile):
                self.hex[seat] = tile
            case told.Absorbed(seat=seat, energy=energy):
                self.energy[seat] = energy
            case told.AbilityUsed(seat=seat):
                self.energy[seat] -= self.limit
            case told.Transformed(seat=seat, companion=companion):
                self.energy[seat], self.shadow[seat], self.companion[seat] = 0, 1, companion
                if companion != NONE:
                    self.portal.remove(companion)
            case told.PortalFilled(companion=companion):
                self.portal.append(companion)
            case told.StatusGained(seat=seat, status=status) | told.StatusLost(seat=seat, status=status):
                tokens = self.frozen if status == FROZEN else self.stunned
                tokens[seat] = 1 if isinstance(event, told.StatusGained) else 0
            case told.TurnBegan(seat=seat, round=number):
                self.turn, self.round, self.tokens, self.dice = seat, number, 0, 0
                self.cast.clear()
            case told.Eliminated(seat=seat):
                self._leave(seat)
            case told.GameEnded():
                self.is_over = True
            case _:
                self._listen_for_cards(event)
                self._listen_for_resources(event)

    def _leave(self, seat: int) -> None:
        self.hp[seat], self.hex[seat], self.frozen[seat], self.stunned[seat], self.companion[seat] = 0, NONE, 0, 0, NONE
        self.discard += self.books[seat]
        self.books[seat].clear()
        self.counter_deck += self.face_down[seat]
        self.face_down[seat] = 0
        if seat == self.turn:
            self.cast.clear()

    def _listen_for_cards(self, event: Event) -> None:
        match event:
            case told.CardCollected(seat=seat, card=card):
                self.books[seat][card] += 1
                self.market[self.hex[seat]] = NONE
            case told.CardDiscarded(seat=seat, card=card):
                self.books[seat][card] -= 1
                self.discard[card] += 1
                self.cast[card] -= 1 if seat == self.turn and self.cast[card] else 0
            case told.CardRefreshed(card=card, hex=tile):
                self.market[tile] = NONE
                self.discard[card] += 1
            case told.MarketFilled(hex=tile, card=card):
                self.market[tile] = card
                self.deck -= 1
            case told.DeckShuffled(cards=cards):
                assert cards == self.discard.total() and self.deck == 0
                self.deck, self.discard = cards, Counter()
            case told.CounterspellTaken(seat=seat):
                self.face_down[seat] += 1
                self.counter_deck -= 1
            case told.CounterspellUsed(seat=seat):
                self.face_down[seat] -= 1
                self.counter_deck += 1
            case told.SpellCast(card=card) | told.Converted(card=card):
                self.cast[card] += 1
            case _:
                pass

    def _listen_for_resources(self, event: Event) -> None:
        match event:
            case told.DiceRolled(dice=dice):
                self.dice = dice
            case told.ResourcesGained(resources=gained) | told.ResourceCardUsed(resources=gained):
                self.tokens += gained
            case told.Converted(spent=spent, gained=gained):
                self.tokens += gained - spent
            case told.SpellCast(resources=spent) | told.CardCollected(resources=spent) | told.ResourcesSpent(resources=spent):
                self.tokens -= spent
            case told.CrystalRemoved():
                self.tokens -= ONE[CC]
            case told.ResourceDrained(resource=kind):
                self.tokens -= ONE[kind]
            case _:
                pass

    def check(self, s: State) -> None:
        """Both tables are alike."""
        assert (self.hp, self.hex, self.energy) == (s.hp, s.hex, s.energy)
        assert (self.frozen, self.stunned, self.shadow) == (s.frozen, s.stunned, s.shadow)
        assert [sorted(book.elements()) for book in self.books] == s.book
        assert self.face_down == [len(cards) for cards in s.counters] and self.counter_deck == len(s.counter_deck)
        assert (self.companion, self.market, self.portal) == (s.companion, s.market, s.portal)
        assert (+self.discard, self.deck) == (Counter(s.discard), len(s.deck))
        assert self.is_over == (not legal_actions(s))
        if not self.is_over:
            assert (self.turn, self.round) == (s.turn, s.round)
            assert s.is_bot(s.turn) or +self.cast == Counter(s.cast), "what a Bot cast need not be remembered"


@pytest.mark.parametrize("listener", ["everybody", "a spectator"])
def test_whoever_listens_knows_the_table(listener: str) -> None:
    rng = random.Random(f"told to {listener}")
    kinds: set[str] = set()
    for number in range(runs(30, 3000)):
        state, _ = start(any_setup(rng.choice), seed=f"told {number}")
        second: SecondTable | None = None if state.phase == DRAFT else SecondTable(state)
        for _ in range(300):
            if not legal_actions(state):
                break
            action = pick_by_verb(state, legal_actions(state), rng)
            before = state
            state, events = play(state, state.to_act, action)
            heard = events if listener == "everybody" else redacted(events, NONE)
            kinds |= {type(event).__name__ for event in heard}
            if second is None:
                second = None if state.phase == DRAFT else SecondTable(state)
                continue
            for event in heard:
                second.listen(event)
            try:
                second.check(state)
            except AssertionError as error:
                raise AssertionError(f"{before.box.table.text(action)}: {events}") from error
    assert len(kinds) > 28, kinds


def test_all_resources_of_a_turn_are_told() -> None:
    compared = 0
    for number in range(runs(30, 2000)):
        state, _ = start(Setup(players=3, packs=("base", "ice_storm")), seed=f"pool {number}")
        rng, second = random.Random(number), SecondTable(state)
        for _ in range(200):
            if not legal_actions(state):
                break
            state, events = play(state, state.to_act, pick_by_verb(state, legal_actions(state), rng))
            for event in events:
                second.listen(event)
            if not legal_actions(state) or state.hp[state.turn] == 0:
                continue
            if any(
                isinstance(event, told.DiceRerolled) for event in events
            ):  # tells all dice; which of them had paid is not told
                second.tokens, second.dice = state.pool - DICE_POOL[state.dice], state.dice
            assert second.tokens + DICE_POOL[second.dice] == state.pool, events
            compared += 1
    assert compared > runs(500, 20_000)


def test_what_a_counterspell_cost_is_told() -> None:
    game = table("frill", "kit", dice="RG BO", hexes={"frill": "dusty_desert"})
    _, events = play(game.state, 0, "collect counterspell RG BO")
    assert any(getattr(event, "resources", 0) for event in events)
