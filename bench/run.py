"""`make bench`: random play against a peer in the same run, as ratios of CPU time; a history points out what got slower.

The peer lives in an environment of its own (bench/.peers). Timings on shared machines are noisy, so every measurement is
repeated in turns, the best of each is compared, and figures whose repeats differ much are marked.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

from casting_shadows import __version__

BENCH = Path(__file__).parent
PEERS = BENCH / ".peers"
HISTORY = BENCH / "history.jsonl"
REPEATS = 3
SECONDS = 4.0
NOISY = 0.10
SLOWER = 1.30
QUIET_IDLE = 0.90
TARGETS = {"compiled": 10.0, "interpreted": 2.0, "copy": 10.0}

Report = dict[str, Any]


def peers_python() -> Path:
    """The peers' own environment, made on first use."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", str(BENCH / "peers.txt")]
        subprocess.run(install, check=True)
    return python


def idle_share(seconds: float = 2.0) -> float | None:
    """How idle the machine is just now; None where that cannot be told."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return None

    def read() -> tuple[int, int]:
        numbers = [int(number) for number in stat.read_text(encoding="ascii").splitlines()[0].split()[1:]]
        return numbers[3] + numbers[4], sum(numbers)

    idle, total = read()
    time.sleep(seconds)
    later_idle, later_total = read()
    return (later_idle - idle) / max(1, later_total - total)


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


def main() -> None:
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
    entry = {"date": date.today().isoformat(), "version": __version__, "quiet": quiet, "ratios": ratios, "sides": found}
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


def _compare_with_last(ratios: dict[str, float]) -> None:
    """Point out what got slower; a figure, never a failure."""
    if not HISTORY.exists():
        return
    last = json.loads(HISTORY.read_text(encoding="utf-8").splitlines()[-1])
    for name, ratio in ratios.items():
        if last["ratios"][name] / ratio > SLOWER:
            print(f"{name} got slower: {last['ratios'][name]:.1f}x on {last['date']}, {ratio:.1f}x now")


if __name__ == "__main__":
    main()
