"""What a seat may not know changes nothing it gets: views, legal actions, previews, reasons, events and errors (T21)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from casting_shadows.engine import (
    SPECTATOR,
    GameError,
    QuickRng,
    Rng,
    Setup,
    State,
    apply,
    ask_why,
    can_undo,
    event_values,
    facts,
    imagine,
    legal,
    legal_actions,
    play,
    position,
    preview,
    reason,
    redacted,
    reroll_odds,
    start,
    threat_map,
    view,
    warnings,
)
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.model import verbs
from casting_shadows.engine.rules.legal import answers
from casting_shadows.engine.state import ASKING, PASSED, SEEN_BITS, SEEN_BY_ALL, SPECTATOR_BIT, UNASKED
from tests.counts import runs
from tests.table import table

pytestmark = pytest.mark.T21

SETUPS = (
    Setup(players=4),
    Setup(players=3, packs=("base", "ice_storm")),
    Setup(players=6, packs=("exclusive", "ice_storm"), transform="must"),
    Setup(players=5, packs=("exclusive",)),
    Setup(players=1, mode="solo"),
)
EAGER = (verbs.COLLECT_COUNTERSPELL, verbs.ATTACK, verbs.COUNTER, verbs.TRANSFORM, verbs.ABILITY)


def hidden_twin(s: State, viewer: int, rng: QuickRng) -> State:
    """A state that differs only in what the viewer may not know. Made without `imagine`, straight from the rules' words:
    unseen Counterspells change places, decks are in another order, sealed answers are others, chance is another.
    """
    twin = s.copy()
    bit = SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer
    piles = [twin.counter_deck, *twin.counters]
    spots = [(pile, place) for pile in piles for place in range(len(pile)) if not pile[place] & bit]
    kinds = [pile[place] >> SEEN_BITS for pile, place in spots]
    _mix(kinds, rng)
    for (pile, place), kind in zip(spots, kinds, strict=True):
        pile[place] = kind << SEEN_BITS | (pile[place] & SEEN_BY_ALL)
    _mix(twin.deck, rng)
    _mix(twin.companion_deck, rng)
    twin.rng = Rng(bytes(rng.below(256) for _ in range(32)), place=rng.below(1000))
    attack = twin.attack
    if attack is not None and attack.stage == ASKING:
        for index in range(attack.index):
            if attack.answers[index] != UNASKED and attack.hit[index] != viewer:
                options = answers(twin, attack.hit[index])
                choice = options[rng.below(len(options))]
                attack.answers[index] = PASSED if choice == twin.box.table.pass_ else choice
    return twin


def _mix(cards: list[int], rng: QuickRng) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = rng.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def played_states(setup: Setup, seed: int) -> Iterator[State]:
    """States along a game whose players like what makes hidden cards matter."""
    state, _ = start(setup, seed=f"hidden {seed}")
    rng = QuickRng(seed)
    while state.phase:
        yield state
        options = legal_actions(state)
        eager = [action for action in options if state.box.table.kind[action] in EAGER]
        chosen = eager if eager and rng.below(10) < 7 else options
        apply(state, chosen[rng.below(len(chosen))])


def everything_a_seat_gets(s: State, viewer: int, rng: QuickRng) -> str:
    """All a client of this seat could be sent now, as one text."""
    seen = view(s, viewer)
    got: list[object] = [facts(seen), {k: [str(t) for t in v] for k, v in threat_map(seen).items()}]
    got.append([str(warning) for warning in warnings(seen)])
    options = legal(seen)
    got.append(options)
    for action in options[:40]:
        got.append([str(preview(seen, action)), can_undo(seen, action)])
        if seen.box.table.kind[action] == verbs.REROLL:
            got.append(str(reroll_odds(seen, action)))
    if viewer != SPECTATOR:
        for _ in range(10):
            action = rng.below(seen.box.table.size)
            got.append(str(reason(seen, action)))
            got.append(str(ask_why(seen, "use", seen.box.table.cards[rng.below(len(seen.box.table.cards))])))
            got.append(str(ask_why(seen, ("collect", "reroll", "ability", "end")[rng.below(4)])))
            try:
                play(s, viewer, action)
            except GameError as error:
                got.append([str(error), error.values])
    return json.dumps(got)


def test_what_a_seat_may_not_know_changes_nothing_it_gets() -> None:
    pairs = 0
    for seed in range(10_000):
        setup = SETUPS[seed % len(SETUPS)]
        rng = QuickRng(seed + 1)
        for state in played_states(setup, seed):
            if rng.below(6):
                continue
            viewer = rng.below(state.seats + 1) - 1
            if state.is_solo and viewer > 0:
                continue
            twin = hidden_twin(state, viewer, rng)
            word = rng.word
            mine = everything_a_seat_gets(state, viewer, rng)
            rng.word = word  # ask both the same questions
            assert mine == everything_a_seat_gets(twin, viewer, rng), f"seed {seed} viewer {viewer}: {position(state)}"
            pairs += 1
        if pairs >= runs(400, 20_000):
            return
    raise AssertionError("too few pairs")


def test_deterministic_actions_bring_a_seat_the_same_events_whatever_is_hidden() -> None:
    compared = 0
    for seed in range(runs(12, 300)):
        rng = QuickRng(seed + 99)
        for state in played_states(SETUPS[seed % len(SETUPS)], seed):
            viewer = state.to_act
            undoable = [action for action in legal_actions(state) if can_undo(view(state, viewer), action)]
            if not undoable or rng.below(4):
                continue
            action = undoable[rng.below(len(undoable))]
            heard = []
            for world in (state, hidden_twin(state, viewer, rng)):
                _, events = play(world, viewer, action)
                heard.append([event_values(world.box, world.character, event) for event in redacted(events, viewer)])
            assert heard[0] == heard[1]
            compared += 1
    assert compared > 50


def test_a_sealed_answer_changes_nothing_that_anyone_else_gets() -> None:
    game = table(
        "frill",
        "kit",
        "haze",
        tokens="RG BG",
        books={"frill": "spectral_slap"},
        hexes={"kit": "ancient_rune", "haze": "ancient_rune"},
        counters={"kit": "safety_dome", "haze": "pointed_shield"},
    )
    game.play("cast spectral_slap RG BG ancient_rune")
    assert game.to_act == "kit"
    passed, quiet = play(game.state, game.state.to_act, "pass")
    countered, loud = play(game.state, game.state.to_act, "counter safety_dome")
    assert position(passed) != position(countered)
    for viewer in (SPECTATOR, game.seat("frill"), game.seat("haze")):
        assert facts(view(passed, viewer)) == facts(view(countered, viewer))
        assert redacted(quiet, viewer) == redacted(loud, viewer) == []
    kit = game.seat("kit")
    assert facts(view(passed, kit)) != facts(view(countered, kit)), "one's own answer is no secret to oneself"


def test_which_counterspell_was_taken_is_told_to_its_taker_alone() -> None:
    heard = []
    for top in ("safety_dome", "run_away"):
        game = table("frill", "kit", "haze", tokens="RG RO", hexes={"frill": "dusty_desert"}, counter_deck=top)
        game.play("collect counterspell RG RO")
        assert game.counters("frill") == [top]
        told = {}
        for viewer in (SPECTATOR, 0, 1, 2):
            events = redacted(game.events, viewer)
            told[viewer] = [event_values(game.state.box, game.state.character, event) for event in events]
        heard.append(told)
    first, second = heard
    assert first[game.seat("frill")] != second[game.seat("frill")]
    for viewer in (SPECTATOR, game.seat("kit"), game.seat("haze")):
        assert first[viewer] == second[viewer]


def test_who_is_asked_depends_on_face_down_cards_and_never_on_which() -> None:
    for held in ("safety_dome", "run_away", "bees_everywhere"):
        game = table(
            "frill", "kit", dice="RG", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"}, counters={"kit": held}
        )
        assert game.play("cast heavy_hand RG @kit").to_act == "kit"


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.mode} {setup.players} {'+'.join(setup.packs)}")
def test_an_imagined_world_looks_the_same_and_imagining_it_again_gives_the_same(setup: Setup) -> None:
    checked = 0
    for seed in range(runs(3, 60)):
        rng = QuickRng(seed + 5)
        for state in played_states(setup, seed):
            if rng.below(5):
                continue
            viewer = rng.below(state.seats + 1) - 1
            guess = imagine(view(state, viewer), Rng(bytes([rng.below(256)]) * 32))
            check_state(guess)
            assert facts(view(guess, viewer)) == facts(view(state, viewer))
            again = imagine(view(guess, viewer), Rng(b"3" * 32))
            assert position(again) == position(imagine(view(state, viewer), Rng(b"3" * 32)))
            checked += 1
    assert checked > 5


def test_a_counterspell_that_went_under_the_deck_face_up_is_remembered_by_all() -> None:
    game = table(
        "frill",
        "kit",
        "haze",
        dice="RG",
        books={"frill": "heavy_hand"},
        hexes={"kit": "bubbling_lake"},
        counters={"kit": "safety_dome"},
    )
    game.play("cast heavy_hand RG @kit", "counter safety_dome")
    for viewer in (SPECTATOR, 0, 1, 2):
        for number in range(5):
            world = imagine(view(game.state, viewer), Rng(bytes([number]) * 32))
            assert world.counter_deck[0] >> SEEN_BITS == game.state.box.counterspell_number["safety_dome"]


def test_an_imagined_hand_is_dealt_from_everything_that_is_not_known_to_be_elsewhere() -> None:
    game = table("frill", "kit", counters={"kit": "safety_dome"})
    found = set()
    for number in range(200):
        world = imagine(view(game.state, game.seat("frill")), Rng(number.to_bytes(32, "big")))
        found.add(world.box.table.counterspells[world.counters[game.seat("kit")][0] >> SEEN_BITS])
    assert found == set(game.state.box.table.counterspells)
