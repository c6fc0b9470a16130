"""Over whole games, what a preview showed is what then happens, if nobody answers and chance has no part in it."""

from __future__ import annotations

import random

import pytest

from casting_shadows.engine import Setup, State, apply, legal_actions, preview, start, view
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.events import Damaged, Event, GameEnded, Healed, Moved, StatusGained, Travelled, TurnEnded
from casting_shadows.engine.model.resources import pool_text
from casting_shadows.engine.state import ACTIONS, FROZEN, NONE, OVER, PASSED, RESPOND, UNASKED
from tests.any_game import pick_by_verb
from tests.counts import runs

SETUPS = (
    Setup(players=2), Setup(players=4), Setup(players=3, packs=("base", "ice_storm")),
    Setup(players=5, packs=("exclusive", "ice_storm")), Setup(players=1, mode="solo"),
)  # fmt: skip
CERTAIN = (
    verbs.TRAVEL, verbs.ATTACK, verbs.CONVERT, verbs.PROTECT, verbs.USE, verbs.ABILITY, verbs.END, verbs.PASS, verbs.COUNTER,
    verbs.ABSORB, verbs.STAY, verbs.STEER, verbs.PUSH, verbs.FREEZE, verbs.STUN, verbs.DRAIN,
)  # fmt: skip


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
                _compare(state, action)
                compared += 1
            apply(state, action)
    assert compared > runs(30, 2000)


def _is_certain(s: State, action: int) -> bool:
    """Whether nothing random and nobody's free will is in what follows, if all others pass."""
    kind, table = s.box.table.kind[action], s.box.table
    if kind not in CERTAIN or (kind == verbs.ABILITY and table.number[action] == 1):
        return False
    if s.is_solo and any(s.counters[1:]):
        return False  # a Bot's answer is no choice
    return s.attack is None or all(answer in (PASSED, UNASKED) for answer in s.attack.answers)


def _compare(before: State, action: int) -> None:
    seat, table = before.to_act, before.box.table
    kind, seen = table.kind[action], preview(view(before, seat), action)
    after = before.copy()
    log: list[Event] = []
    after.log = log
    apply(after, action)
    while after.phase == RESPOND and after.to_act != seat:
        apply(after, table.pass_)
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
        assert (seen.points, list(seen.castable)) == (after.points, _castable(after, seat)), told


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
