"""`make bench`: engine, rooms and page against peers in the same run. `python -m bench.run engine`, `rooms` or `page` for one.

Of the engine here: random play, as ratios of CPU time. The peer lives in an environment of its own (bench/.peers). Timings on
shared machines are noisy, so every measurement is repeated in turns, the best of each is compared, and figures whose repeats
differ much are marked. A history points out what got slower.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import date
from pathlib import Path

from bench import page, rooms
from bench.measure import QUIET_IDLE, SLOWER, Report, idle_share, keep, last

from casting_shadows import __version__

BENCH = Path(__file__).parent
PEERS = BENCH / ".peers"
REPEATS = 3
SECONDS = 4.0
NOISY = 0.10
TARGETS = {"compiled": 10.0, "interpreted": 2.0, "copy": 10.0}


def peers_python() -> Path:
    """The peers' own environment, made on first use."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", str(BENCH / "peers.txt")]
        subprocess.run(install, check=True)
    return python


def measure(command: list[str], **environment: str) -> Report:
    """One run of one side."""
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    found: Report = json.loads(done.stdout.splitlines()[-1])
    return found


def best(reports: list[Report]) -> Report:
    """The best of the repeats, with how much they differ."""
    rates = [report["decisions_per_second"] for report in reports]
    top = max(reports, key=lambda report: report["decisions_per_second"])
    return {**top, "copy_us": min(report["copy_us"] for report in reports), "spread": (max(rates) - min(rates)) / max(rates)}


def engine() -> None:
    """Measure, print the table, keep the history."""
    peer = str(peers_python())
    idle = idle_share()
    ours = [sys.executable, str(BENCH / "ours.py"), str(SECONDS)]
    sides: dict[str, list[Report]] = {"compiled": [], "interpreted": [], "catanatron": []}
    for _ in range(REPEATS):
        sides["compiled"].append(measure(ours, CASTING_SHADOWS_PURE=""))
        sides["interpreted"].append(measure(ours, CASTING_SHADOWS_PURE="1"))
        sides["catanatron"].append(measure([peer, str(BENCH / "catanatron_peer.py"), str(SECONDS)]))
    found = {side: best(reports) for side, reports in sides.items()}
    base = found["catanatron"]
    print(f"Random play, four players, one core, CPU time, best of {REPEATS}; a decision is one choice from a legal list.")
    print(f"{'':<28}{'decisions/s':>12}{'ratio':>8}{'games/s':>10}{'a game':>8}{'open':>7}{'copy us':>9}{'ratio':>8}")
    for report in found.values():
        ratio = report["decisions_per_second"] / base["decisions_per_second"]
        copies = base["copy_us"] / report["copy_us"]
        noisy = "  noisy" if report["spread"] > NOISY else ""
        print(
            f"{report['who']:<28}{report['decisions_per_second']:>12,.0f}{ratio:>7.1f}x{report['games_per_second']:>10,.1f}"
            f"{report['decisions_per_game']:>8.0f}{report['open_share']:>7.0%}{report['copy_us']:>9.2f}{copies:>7.1f}x{noisy}"
        )
    ratios = {
        "compiled": found["compiled"]["decisions_per_second"] / base["decisions_per_second"],
        "interpreted": found["interpreted"]["decisions_per_second"] / base["decisions_per_second"],
        "copy": base["copy_us"] / found["compiled"]["copy_us"],
    }
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.1f}x, wanted at least {TARGETS[name]:.0f}x: {'yes' if ratio >= TARGETS[name] else 'NO'}")
    if found["compiled"]["who"] != "casting-shadows compiled":
        print("The engine is not compiled here; its figures are those of the interpreted one.")
    quiet = idle is not None and idle >= QUIET_IDLE
    print(
        f"machine: {platform.machine()}, Python {platform.python_version()}, {'quiet' if quiet else 'NOT quiet'} before the run"
    )
    _compare_with_last(ratios)
    keep({"date": date.today().isoformat(), "version": __version__, "quiet": quiet, "ratios": ratios, "sides": found})


def _compare_with_last(ratios: dict[str, float]) -> None:
    """Point out what got slower; a figure, never a failure."""
    before = last("ratios")
    if before is None:
        return
    for name, ratio in ratios.items():
        if before["ratios"][name] / ratio > SLOWER:
            print(f"{name} got slower: {before['ratios'][name]:.1f}x on {before['date']}, {ratio:.1f}x now")


def main() -> None:
    """Everything, or what is asked for."""
    parts = {"engine": engine, "rooms": rooms.run, "page": page.run}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=parts)
    wanted = parser.parse_args().part
    for name, run in parts.items():
        if wanted in (None, name):
            run()


if __name__ == "__main__":
    main()
