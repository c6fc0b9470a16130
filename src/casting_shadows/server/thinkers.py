"""Bots think in processes of their own. They are handed a world imagined from their seat's view, so they cannot cheat."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import GameError, Pack, parse_own_pack, parse_position

T = TypeVar("T")
PATIENCE: Final = 10.0
"""How many times its allowed seconds a worker may take before it is given up."""

Chosen = tuple[str, str, dict[str, str | int]]
"""The action's text, and why: code and values."""


class Thinkers:
    """The worker processes. A worker that dies costs its own task and is replaced."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._workers = workers
        self._timeout = seconds * PATIENCE
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # spawn: forking a process that runs an event loop and a database thread is asking for trouble
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"))

    async def choose(self, bot: str, seed: int, position: str, own: tuple[str, ...], explain: bool = False) -> Chosen:
        """What a bot chooses in a position. Raises BrokenExecutor or TimeoutError if it does not come to a choice."""
        return await self.run(choose, bot, seed, position, own, explain)

    async def run(self, task: Callable[..., T], *arguments: Any) -> T:
        """Any long calculation, off the event loop. Raises GameError if that is what it comes to."""
        pool = self._pool
        working = asyncio.get_running_loop().run_in_executor(pool, _told, task, arguments)
        try:
            found, refusal = await asyncio.wait_for(working, self._timeout)
        except (BrokenExecutor, TimeoutError):
            if self._pool is pool:
                self._pool = self._new_pool()
                pool.shutdown(wait=False, cancel_futures=True)
            raise
        if refusal is not None:
            raise GameError(*refusal)
        return cast(T, found)

    async def warm_up(self) -> None:
        """Start the workers before anybody waits for them."""
        await asyncio.gather(*(self.run(_nothing) for _ in range(self._workers)))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _told(task: Callable[..., T], arguments: tuple[Any, ...]) -> tuple[T | None, tuple[str, str, dict[str, str | int]] | None]:
    """In a worker: the result, or the refusal in parts, because an exception with a code does not travel whole."""
    try:
        return task(*arguments), None
    except GameError as error:
        return None, (error.code, error.message, error.values)


def _nothing() -> None:
    """Importing this module was the work."""


@lru_cache(maxsize=8)
def _packs(own: tuple[str, ...]) -> tuple[Pack, ...]:
    return tuple(parse_own_pack(text) for text in own)


def choose(bot: str, seed: int, position: str, own: tuple[str, ...], explain: bool) -> Chosen:
    """In a worker: let a bot choose."""
    state = parse_position(position, _packs(own))
    vantage = vantage_of(state)
    player = make_bot(bot, seed)
    action = player.choose(vantage)
    code, values = player.why(vantage, action) if explain else ("", {})
    return state.box.table.text(action), code, values
