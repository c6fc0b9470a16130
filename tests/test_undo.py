"""Undo is offered where nothing was rolled, shown or asked, and only there; and it brings back the very same game."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from casting_shadows.engine import State, can_undo, digest, legal_actions, outcome, play, view
from casting_shadows.engine.model import events as told
from casting_shadows.engine.model.events import Event

from .any_game import any_setup, game_under_way, pick_by_verb
from .counts import runs
from .table import Table, table

pytestmark = pytest.mark.T09

SEQUENCES = runs(200, 10_000)
PARTS = 8
LENGTH = 12
"""Actions in a sequence."""
BINDING = (
    told.DiceRolled, told.DiceRerolled, told.DeckShuffled, told.MarketFilled, told.PortalFilled, told.CounterspellTaken,
    told.CounterspellUsed, told.AnswersAsked, told.AnswerSealed, told.SpellCast, told.TurnBegan, told.TurnEnded,
    told.GameStarted, told.GameEnded, told.Eliminated, told.Conceded, told.CharacterPicked,
)  # fmt: skip
"""What happened for good: dice, cards turned up, others asked, turns begun and ended."""


def hidden_cards(state: State) -> tuple[list[int], ...]:
    """Every pile of which somebody has not seen a card, and the places that are filled from them."""
    return state.deck, state.counter_deck, state.companion_deck, state.portal, state.market, *state.counters


def is_for_good(before: State, after: State, events: list[Event]) -> bool:
    """Whether something random, revealing or of others' concern happened, judged without asking the engine."""
    return (
        any(isinstance(event, BINDING) for event in events)
        or (before.rng.place, before.rng.forced) != (after.rng.place, after.rng.forced)
        or hidden_cards(before) != hidden_cards(after)
        or (before.to_act, before.turn) != (after.to_act, after.turn)
        or before.attack is not None
        or any(isinstance(event, told.Damaged | told.Missed) and event.seat != before.to_act for event in events)
    )


def one_of_each_verb(state: State, rng: random.Random) -> list[int]:
    """For every verb that is legal now one action."""
    kinds = state.box.table.kind
    legal = legal_actions(state)
    return [rng.choice([a for a in legal if kinds[a] == kind]) for kind in sorted({kinds[a] for a in legal})]


def play_sequence(number: int, offers: Counter[tuple[str, bool]]) -> None:
    """Play a while; hold each verb's undo against what the action does, and take back what can be taken back."""
    rng = random.Random(f"undo {number}")
    state = game_under_way(any_setup(rng.choice), f"undo {number}", max(0, rng.randrange(-30, 250)))
    taken: list[tuple[State, str, int]] = []
    for _ in range(LENGTH):
        if outcome(state) is not None:
            break
        seat, kept, seen = state.to_act, digest(state), view(state, state.to_act)
        assert not can_undo(seen, state.box.table.concede), "whoever concedes stays out"
        for action in one_of_each_verb(state, rng):
            after, events = play(state, seat, action)
            text = state.box.table.text(action)
            offered = can_undo(seen, action)
            assert offered != is_for_good(state, after, events), f"sequence {number}, step {state.steps}: {text}, {events}"
            assert digest(state) == kept, "the state to go back to is untouched"
            offers[text.split()[0], offered] += 1
        action = pick_by_verb(state, legal_actions(state), rng)
        if not can_undo(seen, action):
            taken.clear()
        else:
            taken.append((state, kept, action))
        state, _ = play(state, seat, action)
    end = digest(state)
    for earlier, kept, _ in reversed(taken):
        assert digest(earlier) == kept, "undone step by step, every position comes back"
    if taken:
        again = taken[0][0]
        for _, _, action in taken:
            again, _ = play(again, again.to_act, action)
        assert digest(again) == end, "and the same actions lead to the same place again"


@pytest.mark.parametrize("part", range(PARTS))
def test_undo_restores_the_game_and_is_never_offered_past_chance_or_a_reveal(part: int) -> None:
    offers: Counter[tuple[str, bool]] = Counter()
    for number in range(part, SEQUENCES, PARTS):
        play_sequence(number, offers)
    seen = {verb for verb, _ in offers}
    assert seen >= {"travel", "cast", "reroll", "protect", "refresh", "collect", "use", "end"}
    can = {verb for verb, offered in offers if offered}
    assert can >= {"travel", "protect", "use", "cast"}
    assert not can & {"reroll", "refresh", "collect", "pass", "counter", "pick", "leave_out", "transform", "stay"}


def rich_table() -> Table:
    """Frill with a full pool, a book of everything and the charge for her Shadow ability."""
    return table(
        "frill",
        "kit",
        dice="RG RG BO BC PO",
        tokens="BG BG RO SF SF",
        shadow="frill",
        energy={"frill": 5},
        hp={"frill": 10},
        hexes={"frill": "bubbling_lake", "kit": "bubbling_lake"},
        market={"bubbling_lake": "energy_bloom"},
        books={"frill": "red_gem heavy_hand metamorphosis gem_duplication"},
    )


@pytest.mark.parametrize(
    ("action", "can"),
    [
        ("travel ancient_rune", True),
        ("protect", True),
        ("use red_gem", True),
        ("cast metamorphosis RO > BO", True),
        ("cast gem_duplication > RG BG", True),
        ("ability", True),
        ("reroll RG BO", False),
        ("refresh", False),
        ("collect energy_bloom RG", False),
        ("cast heavy_hand RG RG @kit", False),
        ("concede", False),
    ],
)
def test_the_undo_of_each_action_of_phase_two(action: str, can: bool) -> None:
    game = rich_table()
    seen = view(game.state, 0)
    number = game.state.box.table.parse(action)
    assert action == "concede" or number in legal_actions(game.state), action
    assert can_undo(seen, number) == can


def test_ending_the_turn_is_for_good() -> None:
    game = table("frill", "kit", dice="RG RG BO BO PO")
    assert not can_undo(view(game.state, 0), game.state.box.table.end)


def test_transforming_and_staying_are_for_good() -> None:
    game = table("frill", "kit", energy={"frill": 3}).play("end")
    seen = view(game.state, 0)
    assert [can_undo(seen, action) for action in legal_actions(game.state)] == [False] * 4


def test_leaving_out_a_die_is_for_good_because_the_others_are_rolled() -> None:
    game = table("frill", "kit", packs="base+ice_storm", stunned="kit").play("end")
    assert game.phase == "leave_out"
    seen = view(game.state, 1)
    assert not any(can_undo(seen, action) for action in legal_actions(game.state))
