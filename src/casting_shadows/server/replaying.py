"""A finished game shown step by step. Long games take a while, so this runs in a worker and not on the event loop."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from casting_shadows.engine import (
    SPECTATOR,
    GameError,
    event_code,
    event_values,
    facts,
    parse_own_pack,
    parse_record,
    position,
    redacted,
    state_at,
    verify,
    view,
)
from casting_shadows.engine.api.replay import replay
from casting_shadows.protocol.view import View

MOST_STEPS: Final = 50
"""In one answer."""


class Happened(Struct, frozen=True):
    """An event by code and values."""

    code: str
    values: dict[str, str | int]


class ReplayStep(Struct, frozen=True):
    """A game after one action."""

    number: int
    who: str
    action: str
    events: tuple[Happened, ...]
    view: View


class Replay(Struct, frozen=True):
    """Part of a finished game. `steps` of it begin at `first`; there are `moves` actions in all."""

    moves: int
    first: int
    result: str
    commitment: str
    secret: str
    steps: tuple[ReplayStep, ...]


def replay_steps(text: str, own: tuple[str, ...], first: int, count: int, seat: int | None) -> bytes:
    """Steps of a game as JSON of `Replay`, every roll checked against the commitment. Raises GameError."""
    packs = tuple(parse_own_pack(content) for content in own)
    record = parse_record(text)
    verify(record, packs)
    assert record.secret is not None
    if not 0 <= first <= len(record.moves):
        raise GameError("game/no-such-step", f"this game has steps 0 to {len(record.moves)}", {"step": first})
    steps: list[dict[str, Any]] = []
    for step in replay(record, packs):
        if step.number >= first + count:
            break
        if step.number < first:
            continue
        if seat is not None and seat >= step.state.seats:
            raise GameError("seat/none", f"there is no seat {seat} in this game", {"seat": seat})
        viewer = SPECTATOR if seat is None else seat
        box, characters = step.state.box, step.state.character
        told = [
            {"code": event_code(event), "values": event_values(box, characters, event)} for event in redacted(step.events, viewer)
        ]
        shown = facts(view(step.state, viewer))
        steps.append({"number": step.number, "who": step.who, "action": step.action, "events": told, "view": shown})
    return msgspec.json.encode(
        {
            "moves": len(record.moves),
            "first": first,
            "result": record.result,
            "commitment": record.commitment,
            "secret": record.secret.hex(),
            "steps": steps,
        }
    )


def position_at(text: str, own: tuple[str, ...], step: int) -> str:
    """The position of a finished game after so many actions. Raises GameError."""
    packs = tuple(parse_own_pack(content) for content in own)
    return position(state_at(parse_record(text), step, packs))
