"""Bots think in processes of their own. They are handed a world imagined from their seat's view, so they cannot cheat."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, TypeVar, cast

from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import GameError, Pack, parse_own_pack, parse_position
from casting_shadows.server.logs import Log

T = TypeVar("T")
PATIENCE: Final = 10.0
"""How many times its allowed seconds a worker may take before it is given up."""
STARTING: Final = 60.0
"""Seconds in which a worker must be there. On a busy machine that takes longer than any thought, and counts against none."""
TRIES: Final = 2
"""A task whose worker died is done by another: it may have been nobody's fault."""
# Forking a process that runs an event loop and a database thread is asking for trouble.
SPAWN: Final = multiprocessing.get_context("spawn")

Chosen = tuple[str, str, dict[str, str | int]]
"""The action's text, and why: code and values."""


class TaskFailed(Exception):
    """A task ran into a bug; its worker has logged which."""


class Thinkers:
    """The worker processes. One that dies or hangs costs nobody else anything and is replaced."""

    def __init__(self, workers: int, seconds: float, log_format: str = "json") -> None:
        self._timeout = seconds * PATIENCE
        self._log_format = log_format
        self._threads = ThreadPoolExecutor(workers, "thinkers")
        self._workers = [_Worker(log_format) for _ in range(workers)]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def choose(self, bot: str, seed: int, position: str, own: tuple[str, ...], explain: bool = False) -> Chosen:
        """What a bot chooses in a position. Raises whatever `run` does."""
        return await self.run(choose, bot, seed, position, own, explain)

    async def run(self, task: Callable[..., T], *arguments: Any) -> T:
        """Any long calculation, off the event loop.

        Raises GameError or TaskFailed if that is what it comes to, TimeoutError or EOFError if it comes to nothing.
        """
        for tries_left in reversed(range(TRIES)):
            worker = await self._idle.get()
            try:
                if not worker.is_ready:
                    await self._within(STARTING, worker.start)
                found, error = await self._within(self._timeout, worker.do, task, arguments)
                break
            except BaseException as failure:
                worker.end()
                worker = self._replace(worker)
                if not isinstance(failure, EOFError | OSError) or isinstance(failure, TimeoutError) or not tries_left:
                    raise
            finally:
                self._idle.put_nowait(worker)
        if error is not None:
            raise GameError(*error) if isinstance(error, tuple) else TaskFailed(error)
        return cast(T, found)

    async def _within(self, seconds: float, work: Callable[..., T], *arguments: Any) -> T:
        async with asyncio.timeout(seconds):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _replace(self, worker: _Worker) -> _Worker:
        new = _Worker(self._log_format)
        self._workers[self._workers.index(worker)] = new
        return new

    async def warm_up(self) -> None:
        """Start the workers before anybody waits for them."""
        await asyncio.gather(*(self.run(_nothing) for _ in self._workers))

    def close(self) -> None:
        """End every worker."""
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=False)


Outcome = tuple[object, tuple[str, str, dict[str, str | int]] | str | None]
"""The result; or a refusal in parts, because an exception with a code does not travel whole; or the kind of a bug."""


class _Worker:
    """One process, started when it is first needed, and a pipe to it. It ends with this process, however that ends."""

    def __init__(self, log_format: str) -> None:
        self.is_ready = False
        self._log_format = log_format
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """Until the process can think. Blocks. Raises EOFError or OSError if it ends before that."""
        self._pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_work, args=(theirs, self._log_format), name="thinker", daemon=True)
        self._process.start()
        theirs.close()  # the process has the other end alone, so that we notice when it is gone
        self._hear(self._pipe, self._process)
        self.is_ready = True

    def do(self, task: Callable[..., object], arguments: tuple[Any, ...]) -> Outcome:
        """Blocks. Raises EOFError or OSError if the process ends before it has an answer."""
        assert self._pipe is not None and self._process is not None, "it was started"
        with contextlib.suppress(OSError):  # then nothing is to be heard either
            self._pipe.send((task, arguments))
        return cast(Outcome, self._hear(self._pipe, self._process))

    def _hear(self, pipe: Connection, process: SpawnProcess) -> object:
        try:
            return pipe.recv()
        except (EOFError, OSError):
            process.join()
            pipe.close()
            raise

    def end(self) -> None:
        """Whatever it does. Whoever waits for it gets an EOFError."""
        if self._process is not None and self._process.is_alive():
            self._process.kill()


def _work(pipe: Connection, log_format: str) -> None:
    """In a worker: one task after another, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    log = Log(sys.stderr, format=log_format)
    with contextlib.suppress(OSError):  # the server is gone already
        pipe.send("ready")
    while True:
        try:
            task, arguments = pipe.recv()
            pipe.send(_outcome(log, task, arguments))
        except (EOFError, OSError):
            return


def _outcome(log: Log, task: Callable[..., object], arguments: tuple[Any, ...]) -> Outcome:
    try:
        return task(*arguments), None
    except GameError as error:
        return None, (error.code, error.message, error.values)
    except Exception as error:
        log.bug("worker_failed", error)
        return None, type(error).__name__


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
