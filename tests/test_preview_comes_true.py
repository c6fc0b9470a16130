"""Over whole games, what a preview showed is what then happens, if nobody answers and chance has no part in it."""

from __future__ import annotations

import random

import pytest

from casting_shadows.engine import Setup, State, apply, legal_actions, preview, start, view
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.events import (
    Damaged,
    Event,
    GameEnded,
    Healed,
    Moved,
    ResourceDrained,
    StatusGained,
    Travelled,
    TurnEnded,
)
from casting_shadows.engine.model.resources import pool_text
from casting_shadows.engine.state import ACTIONS, ASKING, DRAIN, FREEZE, FROZEN, NONE, OVER, PASSED, PUSH, RESPOND, STUN, UNASKED
from tests.any_game import pick_by_verb
from tests.counts import runs
from tests.table import table

SETUPS = (
    Setup(players=2), Setup(players=4), Setup(players=3, packs=("base", "ice_storm")),
    Setup(players=5, packs=("exclusive", "ice_storm")), Setup(players=1, mode="solo"),
)  # fmt: skip
CERTAIN = (
    verbs.TRAVEL, verbs.ATTACK, verbs.CONVERT, verbs.PROTECT, verbs.USE, verbs.ABILITY, verbs.END, verbs.PASS, verbs.COUNTER,
    verbs.ABSORB, verbs.STAY, verbs.STEER, verbs.PUSH, verbs.FREEZE, verbs.STUN, verbs.DRAIN,
)  # fmt: skip
CHOSEN: dict[int, type[Event]] = {PUSH: Moved, FREEZE: StatusGained, STUN: StatusGained, DRAIN: ResourceDrained}


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.mode} {setup.players} {'+'.join(setup.packs)}")
def test_what_was_shown_is_what_happens_when_nobody_answers(setup: Setup) -> None:
    compared = 0
    for seed in range(runs(6, 400)):
        rng = random.Random(seed)
        state, _ = start(setup, seed=f"preview {seed}")
        for _ in range(runs(250, 1000)):
            options = legal_actions(state)
            if not options:
                break
            action = pick_by_verb(state, options, rng)
            if _is_certain(state, action):
                _compare(state, action, rng)
                compared += 1
            apply(state, action)
    assert compared > runs(30, 2000)


@pytest.mark.parametrize("friend", ["frost_fox", "thunder_pup"])
def test_what_was_shown_is_what_happens_whatever_is_chosen_after_the_damage(friend: str) -> None:
    """Kit may strike one enemy and move it, or two of whom its Companion marks one; they hold what strikes back."""
    struck = table(
        "kit", "frill", "haze", packs="exclusive+ice_storm", shadow="kit", energy={"kit": 5}, tokens="RG BG RG BG SF",
        books={"kit": "spectral_slap heavy_hand"}, companions={"kit": friend, "frill": "hydrattle_snake"},
        counters={"frill": "bees_everywhere static_cling", "haze": "thorn_ward cold_shoulder static_cling"},
        hexes={"kit": "bubbling_lake", "frill": "ancient_rune", "haze": "ancient_rune"},
    ).state  # fmt: skip
    chosen: set[int] = set()
    for seed in range(runs(40, 2000)):
        rng, state = random.Random(f"choices {seed}"), struck.copy()
        state.hp[0] = rng.choice((1, 3, 5, 18))
        while state.turn == 0 and state.phase != OVER:
            options = legal_actions(state)
            for action in options:
                if _is_certain(state, action):
                    _compare(state, action, rng)
            chosen.add(state.phase)
            apply(state, pick_by_verb(state, options, rng))
    assert {PUSH, DRAIN, FREEZE if friend == "frost_fox" else STUN} <= chosen


def _is_certain(s: State, action: int) -> bool:
    """Whether nothing random and nobody's free will is in what follows, if all others pass."""
    kind, table = s.box.table.kind[action], s.box.table
    if kind not in CERTAIN or (kind == verbs.ABILITY and table.number[action] == 1):
        return False
    if s.is_solo and any(s.counters[1:]):
        return False  # a Bot's answer is no choice
    return s.attack is None or s.attack.stage != ASKING or all(answer in (PASSED, UNASKED) for answer in s.attack.answers)


def _compare(before: State, action: int, rng: random.Random) -> None:
    seat, table = before.to_act, before.box.table
    kind, seen = table.kind[action], preview(view(before, seat), action)
    after = before.copy()
    if kind in (verbs.PASS, verbs.COUNTER) and before.is_bot(before.turn):
        after.bot_casts = after.bot_travels = after.pool = after.dice = 0  # what the Bot does next is no answer's doing
    log: list[Event] = []
    after.log = log
    apply(after, action)
    while after.phase == RESPOND and after.to_act != seat:
        apply(after, table.pass_)
    is_drained = _choose_in_attack(after, log, rng)
    while kind == verbs.END and after.phase != OVER and after.turn == seat and not _is_ended(log):
        apply(after, legal_actions(after)[0])  # no fragment absorbed, no Shadow Form
    events = _to_the_end_of_the_turn(log)
    told = f"{table.text(action)}: {seen} {events}"
    only = seat if kind == verbs.END else NONE
    assert {(hit.seat, hit.damage, hit.hp, hit.statuses) for hit in seen.hits} == _hits(events, only), told
    assert (seen.spends, seen.gains) == (
        "CC" if kind == verbs.PROTECT else pool_text(table.spend[action]),
        pool_text(table.gain[action]),
    )
    if kind == verbs.END:
        return
    assert seen.heals == sum(event.amount for event in events if isinstance(event, Healed) and event.seat == seat), told
    assert seen.moves == {event.seat: event.hex for event in events if isinstance(event, Moved | Travelled)}, told
    if _is_ended(log):
        assert (seen.points, seen.castable) == (0, ()), told
    else:
        assert (seen.points, list(seen.castable)) == (after.points, [] if is_drained else _castable(after, seat)), told


def _choose_in_attack(after: State, log: list[Event], rng: random.Random) -> bool:
    """Make every choice left in the attack, and forget what it did by itself: no preview tells. Whether one was to drain."""
    is_drained = False
    while after.phase in CHOSEN:
        is_drained |= after.phase == DRAIN
        kind, place = CHOSEN[after.phase], len(log)
        apply(after, rng.choice(legal_actions(after)))
        if isinstance(next(iter(log[place:]), None), kind):
            del log[place]
    return is_drained


def _castable(state: State, seat: int) -> list[int]:
    """The spells that are legal with the enemies at one distance or another."""
    table, tiles = state.box.table, state.map.tiles
    if (state.phase, state.turn) != (ACTIONS, seat):
        return []
    apart = {state.map.distance[here][there]: (here, there) for here in tiles for there in tiles}
    found: set[int] = set()
    for here, there in apart.values():
        elsewhere = state.copy()
        elsewhere.hex = [NONE if at == NONE else here if who == seat else there for who, at in enumerate(state.hex)]
        found |= {table.card[action] for action in legal_actions(elsewhere) if table.text(action).startswith("cast ")}
    return sorted(found)


def _is_ended(events: list[Event]) -> bool:
    return any(isinstance(event, TurnEnded | GameEnded) for event in events)


def _to_the_end_of_the_turn(events: list[Event]) -> list[Event]:
    ends = [place for place, event in enumerate(events) if isinstance(event, TurnEnded | GameEnded)]
    return events[: ends[0]] if ends else events


def _hits(events: list[Event], only: int) -> set[tuple[int, int, int, tuple[str, ...]]]:
    found: dict[int, tuple[int, int, tuple[str, ...]]] = {}
    for event in events:
        if isinstance(event, Damaged) and only in (NONE, event.seat):
            amount, _, statuses = found.get(event.seat, (0, 0, ()))
            found[event.seat] = (amount + event.amount, event.hp, statuses)
        elif isinstance(event, StatusGained) and event.seat in found:
            amount, hp, statuses = found[event.seat]
            found[event.seat] = (amount, hp, (*statuses, "frozen" if event.status == FROZEN else "stunned"))
    return {(seat, *hit) for seat, hit in found.items()}
