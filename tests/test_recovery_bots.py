"""Bots' processes that die, hang or are left behind: games go on, and nobody waits for another room's bot."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from casting_shadows.server.thinkers import Thinkers
from casting_shadows.table.entries import Acted

from .players import QUICK, UNLIMITED, Match, check_record, record_of, until
from .servers import Server, a_server
from .spoken import run

pytestmark = [pytest.mark.T18, pytest.mark.once]

LONG_GAME = msgspec.structs.replace(QUICK, max_rounds=30)
ONE_THINKER = (*UNLIMITED, "--bot-workers", "1", "--bot-seconds", "60")
"""However slow the machine is, it is not given up for being slow."""


def workers(server: Server) -> list[int]:
    """The processes in which a server's bots think."""
    threads = Path(f"/proc/{server.pid}/task").iterdir()
    children = [int(pid) for thread in threads for pid in read(thread / "children").split()]
    return [pid for pid in children if "spawn_main" in read(Path(f"/proc/{pid}/cmdline"))]


def is_running(pid: int) -> bool:
    fields = read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return bool(fields) and fields[0] not in "ZX"


def read(file: Path) -> str:
    """What the system says about a process; nothing if it is gone."""
    try:
        return file.read_text()
    except OSError:
        return ""


def bot_actions(server: Server, match: Match) -> int:
    return sum(isinstance(entry, Acted) and not entry.by for entry in record_of(server.database, match.link.room))


def test_when_a_bots_process_is_killed_another_does_its_work(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, people=1, bots=("greedy", "random"), options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: bot_actions(server, match) > 3)
        [worker] = workers(server)
        os.kill(worker, signal.SIGKILL)
        await playing
        check_record(server.database, match)
        assert workers(server) not in ([], [worker])

    with a_server(tmp_path, *ONE_THINKER) as server:
        run(test(server))
        assert "bot_failed" not in server.log()


def test_a_game_goes_on_even_if_every_process_of_its_bots_is_killed_at_once(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, people=1, bots=("greedy", "random"), options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: bot_actions(server, match) > 3)
        for _ in range(20):
            for pid in workers(server):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.05)
        await playing
        check_record(server.database, match)

    with a_server(tmp_path, *ONE_THINKER) as server:
        run(test(server))


def test_a_bot_that_hangs_delays_no_other_room_and_plays_on_when_it_can(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, people=1, bots=("greedy",), options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: bot_actions(server, match) > 3)
        [worker] = workers(server)
        os.kill(worker, signal.SIGSTOP)
        other = await Match.open(server.url, seed=2, options=LONG_GAME)
        await other.play()
        check_record(server.database, other)
        assert not playing.done(), "the first game waits for its bot"
        os.kill(worker, signal.SIGCONT)
        await playing
        check_record(server.database, match)
        assert workers(server) == [worker]

    with a_server(tmp_path, *ONE_THINKER) as server:
        run(test(server))


def test_a_bot_that_hangs_for_good_is_replaced_and_its_game_goes_on(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        match = await Match.open(server.url, seed=1, people=1, bots=("greedy",), options=LONG_GAME)
        playing = asyncio.create_task(match.play())
        await until(lambda: bot_actions(server, match) > 3)
        [worker] = workers(server)
        os.kill(worker, signal.SIGSTOP)
        await playing
        check_record(server.database, match)
        assert not is_running(worker) and worker not in workers(server)

    with a_server(tmp_path, *ONE_THINKER, "--bot-seconds", "0.2") as server:
        run(test(server))
        assert "bot_failed" in server.log()


@pytest.mark.parametrize("end", [Server.terminate, Server.kill], ids=["asked to stop", "killed"])
def test_no_process_outlives_its_server(tmp_path: Path, end: object) -> None:
    assert callable(end)

    async def test(server: Server) -> None:
        await until(lambda: len(workers(server)) == 2)
        left = workers(server)
        end(server)
        await until(lambda: not any(is_running(pid) for pid in left))
        server.restart()

    with a_server(tmp_path, *UNLIMITED, "--bot-workers", "2") as server:
        run(test(server))


def test_how_long_a_thinker_takes_to_start_is_no_part_of_its_thought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("import time; time.sleep(3)")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", ""))))

    async def test() -> None:
        thinkers = Thinkers(1, 0.2)
        assert thinkers._timeout < 3
        assert [await thinkers.run(divmod, 7, 2) for _ in range(2)] == [(3, 1)] * 2
        thinkers.close()

    run(test())
