"""Long calculations about games. They are done by a process of their own, for one person at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from casting_shadows.engine import GameError, parse_own_pack, parse_record, position, state_at, with_packs
from casting_shadows.server.guard import Guard
from casting_shadows.server.limits import Limit, Turns
from casting_shadows.server.thinkers import Thinkers

SECONDS: Final = 3.0
"""What such a calculation is meant to take at most; a worker has some patience beyond it."""
MOST_KEPT: Final = 16_000_000
"""Bytes of answers that are kept to be given again."""

T = TypeVar("T")


class Kept:
    """Answers that do not change, up to so many bytes: the one not asked for longest is forgotten first."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """The answer, if it is still there."""
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def put(self, key: Hashable, answer: bytes) -> None:
        """Keep an answer."""
        self._size += len(answer) - len(self._answers.pop(key, b""))
        self._answers[key] = answer
        while self._size > self._most:
            self._size -= len(self._answers.popitem(last=False)[1])


class Replays:
    """Where long calculations about games are done. Bots think elsewhere: no stranger's game keeps them waiting."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._worker = Thinkers(1, SECONDS)
        self._turns = Turns()
        self._free = asyncio.Lock()
        self._waiting = 0
        self.kept: Final = Kept()

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

    async def run_once(self, address: str, key: Hashable, task: Callable[..., bytes], *arguments: Any) -> bytes:
        """Calculate something that never changes, when it is this address's turn, unless it is known. Raises GameError."""
        if (known := self.kept.get(key)) is not None:
            return known
        async with self.turn(address):
            if (known := self.kept.get(key)) is None:
                known = await self.run(task, *arguments)
                self.kept.put(key, known)
            return known

    def close(self) -> None:
        """No more of it."""
        self._worker.close()


def position_at(text: str, own: tuple[str, ...], step: int) -> tuple[str, tuple[str, ...]]:
    """The position of a finished game after so many actions, and the packs that its text brings along. Raises GameError."""
    record = parse_record(text)
    packs = tuple(parse_own_pack(content) for content in own)
    return position(state_at(record, step, packs)), tuple(pack.text for pack in record.own)


def whole_text(text: str, own: tuple[str, ...]) -> bytes:
    """A stored game with those packs in it that it was played with, to be read anywhere. Raises GameError."""
    return with_packs(parse_record(text), [parse_own_pack(content) for content in own]).text().encode()
