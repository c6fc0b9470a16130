"""A game may begin at a position: with fresh chance, or exactly as it was."""

from __future__ import annotations

import random

import pytest

from casting_shadows.engine import (
    GameError,
    Setup,
    State,
    digest,
    facts,
    legal_actions,
    parse_own_pack,
    parse_position,
    play,
    position,
    secret_from_seed,
    start,
    start_from,
    view,
)
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.state import DRAFT, SEEN_BY_ALL
from tests.any_game import any_setup, game_under_way, pick_by_verb
from tests.counts import runs
from tests.table import table
from tests.test_chance import Described
from tests.test_hostile_text import BAD, within

SECRET = secret_from_seed("a start")
BOTH = pytest.mark.parametrize("exact", [False, True], ids=["fresh", "exact"])
MINE = parse_own_pack('[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "3/7" }')


def some_states(name: str, short: int, long: int) -> list[State]:
    """Games of every kind, somewhere between start and end."""
    rng = random.Random(name)
    games = range(runs(short, long))
    return [game_under_way(any_setup(rng.choice), f"{name} {number}", rng.randrange(200)) for number in games]


def a_table() -> State:
    """Frill and Kit hold face-down cards, and of the Counterspell deck somebody has seen the third card and the last."""
    state = table("frill", "kit", counters={"frill": "run_away", "kit": "pointed_shield"}, dice="RG").state
    state.counter_deck[0] |= SEEN_BY_ALL
    state.counter_deck[-3] |= 2
    return state


def all_seats_see(state: State) -> list[dict[str, object]]:
    return [facts(view(state, seat)) for seat in range(-1, state.seats)]


def refused(code: str, text: str, *, exact: bool) -> None:
    with pytest.raises(GameError) as why:
        start_from(text, SECRET, exact=exact)
    assert why.value.code == code


def test_a_fresh_start_looks_to_every_seat_as_the_position_did() -> None:
    for before in some_states("looks", 60, 3000):
        state = start_from(position(before), SECRET)
        check_state(state)
        assert all_seats_see(state) == all_seats_see(parse_position(position(before)))
        assert state.counters == before.counters and state.steps == before.steps and state.log is None
        assert (state.attack is None) == (before.attack is None)
        if state.attack is not None and before.attack is not None:
            assert state.attack.answers == before.attack.answers, "a sealed answer stays given"


def test_a_fresh_start_uses_the_stream_in_the_order_described() -> None:
    before, described = a_table(), Described("a start", (b"one", b"two"))

    def shuffled(cards: list[int]) -> list[int]:
        cards = sorted(cards)
        for place in range(len(cards) - 1, 0, -1):
            other = described.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards

    unseen = iter(shuffled([card for card in before.counter_deck if card % 128 == 0]))
    counter_deck = [card if card % 128 else next(unseen) for card in before.counter_deck]
    deck, companions = shuffled(before.deck), shuffled(before.companion_deck)
    state = start_from(position(before), SECRET, (b"one", b"two"))
    assert (state.counter_deck, state.deck, state.companion_deck) == (counter_deck, deck, companions)
    assert (state.rng.key, state.rng.place) == (described.key, described.place)


def test_the_order_and_the_chance_written_in_a_position_have_no_part_in_a_fresh_start() -> None:
    before = a_table()
    other = before.copy()
    other.deck.reverse()
    other.companion_deck.sort()
    other.counter_deck[1], other.counter_deck[-1] = other.counter_deck[-1], other.counter_deck[1]
    other.rng.forced.extend([5, 5, 5])
    other.rng.place += 7
    assert digest(other) != digest(before)
    assert digest(start_from(position(other), SECRET)) == digest(start_from(position(before), SECRET))


def test_every_secret_and_contribution_starts_another_game() -> None:
    text = position(a_table())
    starts = [start_from(text, SECRET), start_from(text, SECRET, (b"mine",)), start_from(text, bytes(32))]
    assert len({tuple(state.deck) for state in starts}) == len({tuple(state.counter_deck) for state in starts}) == 3
    assert digest(start_from(text, SECRET)) == digest(starts[0])


def test_a_card_somebody_has_seen_keeps_its_place_in_the_deck() -> None:
    before = a_table()
    for number in range(20):
        state = start_from(position(before), secret_from_seed(str(number)))
        assert (state.counter_deck[0], state.counter_deck[-3]) == (before.counter_deck[0], before.counter_deck[-3])


def test_an_exact_start_is_the_very_same_game_to_its_end() -> None:
    for before in some_states("exact", 30, 1000):
        state = start_from(position(before), SECRET, (b"unused",), exact=True)
        assert position(state) == position(before)
        rng = random.Random("both")
        for _ in range(30):
            if not (legal := legal_actions(state)):
                break
            action = pick_by_verb(state, legal, rng)
            before, state = play(before, before.to_act, action)[0], play(state, state.to_act, action)[0]
            assert digest(state) == digest(before)


def test_a_draft_goes_on_and_is_dealt_by_the_new_secret() -> None:
    before, _ = start(Setup(players=2, characters="draft", first=0), seed="draft")
    ends = []
    for secret in (SECRET, bytes(32)):
        state = start_from(before, secret)
        assert state.phase == DRAFT and not state.deck
        for pick in ("pick kit", "pick frill"):
            state, _ = play(state, state.to_act, pick)
        ends.append(state.deck)
    assert ends[0] != ends[1]


@BOTH
def test_a_state_starts_as_its_text_does_with_its_own_packs_and_is_left_alone(exact: bool) -> None:
    source, _ = start(Setup(players=3, packs=("base", "mine")), seed="state", own=(MINE,))
    kept = digest(source)
    state = start_from(source, SECRET, exact=exact)
    assert digest(state) == digest(start_from(position(source), SECRET, (), (MINE,), exact=exact))
    assert state.setup == parse_position(position(source), (MINE,)).setup
    play(state, state.to_act, "end")
    state.deck.clear()
    assert digest(source) == kept


@BOTH
@pytest.mark.T25
def test_a_game_that_is_over_or_could_not_be_is_refused(exact: bool) -> None:
    over, _ = play(table("frill", "kit").state, 0, "concede")
    refused("position/over", position(over), exact=exact)
    text = position(a_table())
    refused("position/impossible", text.replace("kit:18:", "kit:19:"), exact=exact)
    refused("position/bad-value", text.replace("points=4", "points=four"), exact=exact)
    refused("pack/missing", text.replace("packs=base ", "packs=base+mine@00 "), exact=exact)
    refused("position/too-long", text + " " * 60_000, exact=exact)
    for bad in BAD.values():
        with within(5), pytest.raises(GameError):
            start_from(bad, SECRET, exact=exact)


@BOTH
def test_chance_that_start_refuses_is_refused_here_too(exact: bool) -> None:
    for secret, contributions, code in (
        (b"short", (), "setup/chance"),
        (SECRET, (b"x",) * 13, "setup/contributions"),
        (SECRET, (b"",), "setup/contributions"),
    ):
        with pytest.raises(GameError) as why:
            start_from(a_table(), secret, contributions, exact=exact)
        assert why.value.code == code
