"""A finished game shown step by step. That takes long, so it is done by a process of its own, for one person at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

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
from casting_shadows.server.guard import Guard
from casting_shadows.server.limits import Limit, Turns
from casting_shadows.server.thinkers import Thinkers

MOST_STEPS: Final = 50
"""In one answer."""
SECONDS: Final = 3.0
"""What a replay is meant to take at most; a worker has some patience beyond it."""

T = TypeVar("T")


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


class Replays:
    """Where long calculations about games are done. Bots think elsewhere: no stranger's game keeps them waiting."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._worker = Thinkers(1, SECONDS)
        self._turns = Turns()
        self._free = asyncio.Lock()
        self._waiting = 0

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Until it is this address's turn; then it may read what it was sent, and `run` it. Raises TooMuch."""
        async with self._turns.turn(address):
            if self._waiting >= self._guard.settings.replays_waiting:
                self._guard.refuse(Limit.REPLAYS, "many people want to see a game just now; try again in a moment", 2.0)
            self._waiting += 1
            try:
                yield
            finally:
                self._waiting -= 1

    async def run(self, task: Callable[..., T], *arguments: Any) -> T:
        """Calculate something about a game. Raises GameError."""
        async with self._free:
            try:
                return await self._worker.run(task, *arguments)
            except (TimeoutError, EOFError, OSError):
                raise GameError("game/too-long", "this game takes too long to be played again here") from None

    def close(self) -> None:
        """No more of it."""
        self._worker.close()


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
