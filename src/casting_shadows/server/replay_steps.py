"""A game step by step, as somebody saw it: one whole view, and of every step after it only what is different."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import msgspec
from msgspec import Struct

from casting_shadows.engine import (
    SPECTATOR,
    GameError,
    Record,
    State,
    Step,
    event_code,
    event_values,
    events,
    facts,
    parse_own_pack,
    parse_record,
    play,
    redacted,
    replay,
    seat_names,
    verify,
    view,
)
from casting_shadows.protocol.view import View
from casting_shadows.server.turning_points import Course, CourseWriter

MOST_STEPS: Final = 1000
"""In one answer."""
OPEN: Final = -2
"""Sees everything, face-down cards included. For games that are over."""
PACKING: Final = 6


class Happened(Struct, frozen=True):
    """An event by code and values."""

    code: str
    values: dict[str, str | int]


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """A game after one action."""

    who: str = ""
    action: str = ""
    """While a game goes on, only one's own."""
    events: tuple[Happened, ...] = ()
    change: dict[str, Any] = {}
    """What is different in the view from the step before: of objects by name and of lists by place, as deep as it goes."""


class Dice(Struct, frozen=True):
    """What is known of a game's chance once it is over. Every roll and draw was made again from the secret, and fits."""

    secret: str
    contributions: int
    """So many devices added something of their own after the commitment."""
    rolls: int


class Replay(Struct, frozen=True):
    """A game, or the part of it that begins at the step `first`; there are `moves` actions in all."""

    moves: int
    first: int
    view: View
    """At the step `first`."""
    steps: tuple[ReplayStep, ...]
    """That step, in which nothing is different, and those that follow."""
    course: Course
    """Of the whole game."""
    result: str
    """Empty while it goes on."""
    commitment: str
    dice: Dice | None = None
    """None while the game goes on."""


def finished_replay(text: str, own: tuple[str, ...], first: int, count: int, viewer: int) -> bytes:
    """Steps of a finished game as packed JSON of `Replay`, every roll checked against the commitment. Raises GameError."""
    packs = tuple(parse_own_pack(content) for content in own)
    record = parse_record(text)
    verify(record, packs)
    return _packed(record, replay(record, packs), first, count, viewer)


def running_replay(
    header: str, own: tuple[str, ...], moves: tuple[tuple[int, str], ...], first: int, count: int, viewer: int
) -> bytes:
    """The same of a game that goes on: its record without moves but with the secret, which stays here, and its moves by seat."""
    record = parse_record(header)
    assert viewer != OPEN, "nobody sees all of a game that goes on"
    shown = replace(record, moves=[("", action) for _, action in moves], secret=None)
    return _packed(shown, played(record, own, moves), first, count, viewer)


def played(record: Record, own: tuple[str, ...], moves: Iterable[tuple[int, str]]) -> Iterator[Step]:
    """A game that goes on, from a record without moves, and its moves by seat."""
    start = next(replay(record, tuple(parse_own_pack(content) for content in own)))
    yield start
    state = start.state
    for number, (seat, action) in enumerate(moves, start=1):
        who = seat_names(state)[seat]
        state, happened = play(state, seat, action)
        yield Step(number, who, action, state, happened)


def _packed(record: Record, steps: Iterator[Step], first: int, count: int, viewer: int) -> bytes:
    last = len(record.moves)
    if first > last:
        raise GameError("game/no-such-step", f"this game has the steps 0 to {last}, not {first}", {"step": first, "last": last})
    course = CourseWriter()
    rolls = 0
    begins: dict[str, Any] = {}
    before: dict[str, Any] = {}
    told: list[ReplayStep] = []
    for step in steps:
        if viewer >= step.state.seats:
            raise GameError("seat/none", f"there is no seat {viewer} in this game", {"seat": viewer})
        course.hear(step)
        rolls += sum(isinstance(event, events.DiceRolled | events.DiceRerolled) for event in step.events)
        if first <= step.number < first + count:
            after = _seen(step.state, viewer)
            begins, before = begins or after, before or after
            is_told = record.secret is not None or _is_by(step, viewer)
            who, action = (step.who, step.action) if is_told else ("", "")
            told.append(ReplayStep(who, action, _heard(step, viewer), difference(before, after)))
            before = after
    proof = None if record.secret is None else Dice(record.secret.hex(), len(record.contributions), rolls)
    found = {
        "moves": last,
        "first": first,
        "view": begins,
        "steps": told,
        "course": course.course(),
        "result": record.result,
        "commitment": record.commitment,
        "dice": proof,
    }
    return gzip.compress(msgspec.json.encode(found), PACKING, mtime=0)


def _is_by(step: Step, viewer: int) -> bool:
    """Whether a step is what this seat did."""
    names = seat_names(step.state)
    return viewer >= 0 and step.who in (names[viewer], f"seat{viewer}")


def _seen(state: State, viewer: int) -> dict[str, Any]:
    seen = view(state, SPECTATOR if viewer == OPEN else viewer)
    if viewer == OPEN:
        seen.counter_deck[:] = state.counter_deck
        for hidden, cards in zip(seen.counters, state.counters, strict=True):
            hidden[:] = cards
    return facts(seen)


def _heard(step: Step, viewer: int) -> tuple[Happened, ...]:
    box, characters = step.state.box, step.state.character
    heard = step.events if viewer == OPEN else redacted(step.events, viewer)
    return tuple(Happened(event_code(event), event_values(box, characters, event)) for event in heard)


def difference(before: Any, after: Any) -> Any:
    """What makes *after* of *before*: of two objects, or two lists of as many objects, what differs in them; else all of it."""
    if isinstance(before, dict) and isinstance(after, dict):
        assert before.keys() == after.keys(), "a view always says the same things"
        return {key: difference(before[key], value) for key, value in after.items() if before[key] != value}
    if _is_table(before) and _is_table(after) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {str(place): difference(old, new) for place, (old, new) in pairs if old != new}
    return after


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)
