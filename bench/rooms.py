"""Rooms on the real server: what an action costs, how that grows, what an idle room weighs, how fast rooms are back.

A boardgame.io server has the same rooms, sockets and pace in the same run. `python -m bench.rooms`, or `--soak` for 20 minutes.

The server and the people (bench/load.py) are processes of their own. CPU per action is always told; latencies count only
where the machine was quiet. Gross is all the CPU time of the server; net is without what its open sockets cost by themselves.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Final

from bench import boardgame_io_peer, synthetic
from bench.load import OPEN_HOUSE, PEOPLE
from bench.measure import Report, Talker, Watch, cpu_seconds, idle_share, keep, last, rss_mb, talking
from bench.rooms_report import show, show_soak
from tests.servers import Server, a_server

from casting_shadows import __version__, _build

SIZES: Final = (50, 100, 200, 500)
COMPARED: Final = (50, 200)
REPEATS: Final = 2
"""In turns with the peer, so that both meet the same weather; the best of each counts."""
INTERVAL: Final = 2.0
SECONDS: Final = 20.0
IDLE_SECONDS: Final = 8.0
"""Two rounds of pings to every socket."""
WARM_UP: Final = 40
"""Actions of each room before anything is measured: a room that has been played in has more to remember."""
BUSY_ACTIONS: Final = 6000
SHARE_OF_A_GAME: Final = 60
"""Actions of each room before it is left idle or its server is killed."""
IDLE_ROOMS, AT_ONCE = 300, 50
"""Rooms that are weighed, and how many of them have people in them at a time: memory of sockets is not that of rooms."""
LOST_ROOMS: Final = 200
SOAK_ROOMS, SOAK_MINUTES, SETTLED_AFTER = 200, 20, 5


@contextmanager
def a_full_house(rooms: int = 0) -> Iterator[tuple[Server, Talker]]:
    """A server of its own, and people in so many rooms of it."""
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder), *OPEN_HOUSE) as server:
        people = [sys.executable, "-m", "bench.load", server.url]
        with talking(people, os.environ) as crowd:
            if rooms:
                ask(crowd, f"open {rooms}")
            yield server, crowd
        for complaint in server.complaints()[:3]:
            print(f"the server complains: {complaint}", file=sys.stderr)


def ask(crowd: Talker, order: str) -> Report:
    """What came of an order. What went wrong is said at once."""
    found = crowd.ask(order)
    if found["errors"]:
        print(f"{order}: {found['errors']} errors, such as {'; '.join(found['problems'][:3])}", file=sys.stderr)
    return found


def paced(rooms: int) -> Report:
    """So many rooms, each of which acts at a steady pace; then all of them at full speed."""
    was_idle = idle_share()
    with a_full_house(rooms) as (server, crowd):
        ask(crowd, f"rush {rooms * WARM_UP}")
        before = cpu_seconds(server.pid)
        time.sleep(IDLE_SECONDS)
        idle = (cpu_seconds(server.pid) - before) / IDLE_SECONDS
        watch, before = Watch(was_idle, server.pid, crowd.pid), cpu_seconds(server.pid)
        found = ask(crowd, f"pace {SECONDS} {INTERVAL}")
        spent, quiet = cpu_seconds(server.pid) - before, watch.end()
        rss, before = rss_mb(server.pid), cpu_seconds(server.pid)
        busy = ask(crowd, f"rush {BUSY_ACTIONS}")
        busy_spent = cpu_seconds(server.pid) - before
    actions = found["actions"]
    return {
        "rooms": rooms,
        **found,
        **quiet,
        "errors": found["errors"] + busy["errors"],
        "gross_ms": spent * 1e3 / actions,
        "net_ms": (spent - idle * found["seconds"]) * 1e3 / actions,
        "busy_ms": busy_spent * 1e3 / busy["actions"],
        "busy_rate": busy["actions"] / busy["seconds"],
        "idle_core": idle,
        "core": spent / found["seconds"],
        "rss_mb": rss,
    }


def peer(rooms: int, *, keeps: bool) -> Report:
    """The same number of rooms, sockets and messages a second on a boardgame.io server, and its full speed."""
    found = boardgame_io_peer.measure(rooms, PEOPLE, SECONDS, INTERVAL, keeps=keeps)
    no_pause = 0.001
    busy = boardgame_io_peer.measure(rooms, PEOPLE, BUSY_ACTIONS / rooms * no_pause, no_pause, keeps=keeps)
    return {**found, "busy_ms": busy["cpu_ms_per_message"], "errors": found["errors"] + busy["errors"]}


def best(reports: Sequence[Report], key: str) -> Report:
    """The cheapest run, with the errors of all."""
    cheapest = min(reports, key=lambda report: float(report[key]))
    busy, errors = min(report["busy_ms"] for report in reports), sum(report["errors"] for report in reports)
    return {**cheapest, "busy_ms": busy, "errors": errors}


def idle_room_kb() -> float:
    """What a room weighs whose game is half played and whose people have gone, while it is still in memory."""
    with a_full_house() as (server, crowd):

        def come_and_go() -> float:
            ask(crowd, f"open {AT_ONCE}")
            ask(crowd, f"rush {AT_ONCE * SHARE_OF_A_GAME}")
            ask(crowd, "leave")
            time.sleep(0.5)
            return rss_mb(server.pid)

        before = come_and_go()
        for _ in range(IDLE_ROOMS // AT_ONCE):
            after = come_and_go()
    return (after - before) * 1e3 / IDLE_ROOMS


def restored() -> Report:
    """Kill the server in the middle of many games; how long until everybody is back in theirs."""
    with a_full_house(LOST_ROOMS) as (server, crowd):
        ask(crowd, f"rush {LOST_ROOMS * SHARE_OF_A_GAME}")
        ask(crowd, "break")
        server.kill()
        began = time.perf_counter()
        server.restart()
        started = time.perf_counter()
        back = ask(crowd, "come_back")
        ended = time.perf_counter()
        spent = cpu_seconds(server.pid)
        after = ask(crowd, f"pace {INTERVAL} {INTERVAL}")
    return {
        "rooms": LOST_ROOMS,
        "players": back["players"],
        "start_s": started - began,
        "restore_s": ended - started,
        "total_s": ended - began,
        "cpu_s": spent,
        "errors": back["errors"] + after["errors"],
    }


def soak(minutes: int) -> Report:
    """Hours of wear in short: memory must not grow, nothing may go wrong."""
    with a_full_house(SOAK_ROOMS) as (server, crowd):
        rss: list[float] = []
        worst = errors = actions = 0
        began = cpu_seconds(server.pid)
        for minute in range(minutes):
            found = ask(crowd, f"pace 60 {INTERVAL}")
            rss.append(rss_mb(server.pid))
            worst = max(worst, found["own_ms"]["p99"])
            errors += found["errors"]
            actions += found["actions"]
            print(f"minute {minute + 1}: {rss[-1]:.1f} MB, p99 {found['own_ms']['p99']:.1f} ms, {errors} errors", flush=True)
        spent = cpu_seconds(server.pid) - began
    growth = rss[-1] / rss[min(SETTLED_AFTER, minutes) - 1] - 1
    return {
        "minutes": minutes,
        "rss_mb": rss,
        "growth": growth,
        "worst_p99_ms": worst,
        "errors": errors,
        "actions": actions,
        "gross_ms": spent * 1e3 / actions,
    }


def run() -> None:
    """Measure everything, print the tables, keep the history."""
    rows: list[Report] = []
    peers: list[Report] = []
    for rooms in SIZES:
        if rooms not in COMPARED:
            rows.append(paced(rooms))
            continue
        runs = [(paced(rooms), peer(rooms, keeps=True), peer(rooms, keeps=False)) for _ in range(REPEATS)]
        ours, keeping, forgetting = zip(*runs, strict=True)
        rows.append(best(ours, "gross_ms"))
        peers += [best(keeping, "cpu_ms_per_message"), best(forgetting, "cpu_ms_per_message")]
    least = [synthetic.measure(rooms, SECONDS, INTERVAL) for rooms in COMPARED]
    found = {"rooms": rows, "peers": peers, "synthetic": least, "idle_room_kb": idle_room_kb(), "restored": restored()}
    show(found, last("rooms"))
    keep({**about(), **found})


def run_soak(minutes: int) -> None:
    """Only the long run."""
    found = soak(minutes)
    show_soak(found)
    keep({**about(), "soak": found})


def about() -> Report:
    """What was measured."""
    return {"date": date.today().isoformat(), "version": __version__, "build": _build.running()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--soak", nargs="?", type=int, const=SOAK_MINUTES, metavar="MINUTES", help="see whether memory grows")
    wanted = parser.parse_args()
    run() if wanted.soak is None else run_soak(wanted.soak)
