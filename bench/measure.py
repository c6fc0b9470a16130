"""What the benchmarks share: the CPU time and memory of other processes, how quiet the machine is, and a history."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HISTORY = Path(__file__).parent / "history.jsonl"
SLOWER = 1.30
"""So many times what it was before is pointed out."""
QUIET_IDLE = 0.90
"""How idle the machine must be beforehand to count as quiet, and"""
QUIET_OTHERS = 0.05
"""how much of a core others may use meanwhile."""
TICKS = 100
"""/proc/stat counts hundredths of a second."""

Report = dict[str, Any]


def cpu_seconds(pid: int) -> float:
    """CPU time of all threads of a process.

    This is what clock_getcpuclockid(3) makes of a process id, which Python does not offer. The same figure in /proc is rounded
    to hundredths of a second, a tenth of what a short run costs.
    """
    return time.clock_gettime((~pid << 3) | 2)


def rss_mb(pid: int) -> float:
    """Memory of a process that is really there."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1e3 for line in lines if line.startswith("VmRSS"))


def _cpu_times() -> list[int] | None:
    """user, nice, system, idle, iowait, irq, softirq, steal; None where that cannot be told."""
    stat = Path("/proc/stat")
    return [int(number) for number in stat.read_text(encoding="ascii").split()[1:9]] if stat.exists() else None


def idle_share(seconds: float = 2.0) -> float | None:
    """How idle the machine is just now; None where that cannot be told."""
    before = _cpu_times()
    time.sleep(seconds)
    after = _cpu_times()
    if before is None or after is None:
        return None
    return (after[3] + after[4] - before[3] - before[4]) / max(1, sum(after) - sum(before))


class Theft:
    """How much of a core other machines on the same hardware take from this one meanwhile."""

    def __init__(self) -> None:
        self._began, self._before = time.perf_counter(), _cpu_times()

    def share(self) -> float:
        """Of one core, since this was made; 0 where that cannot be told."""
        now = _cpu_times()
        if self._before is None or now is None:
            return 0.0
        return (now[7] - self._before[7]) / TICKS / (time.perf_counter() - self._began)


class Watch:
    """Tells whether the machine was quiet while some processes of ours did their work."""

    def __init__(self, was_idle: float | None, *pids: int) -> None:
        self._was_idle = was_idle
        self._pids = pids
        self._began = time.perf_counter()
        self._others = self._others_cpu()

    def _others_cpu(self) -> float:
        times = _cpu_times()
        # Not interrupts: those of our own loopback traffic are nobody's.
        all_of_it = (times[0] + times[1] + times[2] + times[7]) / TICKS if times is not None else 0.0
        return all_of_it - sum(cpu_seconds(pid) for pid in self._pids) - time.process_time()

    def end(self) -> Report:
        """How idle the machine was before, what others used of a core meanwhile, and whether that is quiet."""
        others = (self._others_cpu() - self._others) / (time.perf_counter() - self._began)
        is_quiet = self._was_idle is not None and self._was_idle >= QUIET_IDLE and others <= QUIET_OTHERS
        return {"idle_before": self._was_idle, "others_core": others, "quiet": is_quiet}


class Talker:
    """A process that takes lines and answers in lines."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.pid = process.pid
        self._stdin, self._stdout = process.stdin, process.stdout

    def say(self, line: str = "") -> None:
        """Tell it something, or just to go on."""
        self._stdin.write(line + "\n")
        self._stdin.flush()

    def hear(self) -> str:
        """Its next line; its own words about why there is none are on stderr."""
        line = self._stdout.readline()
        if not line:
            raise RuntimeError(f"process {self.pid} of the benchmark ended early")
        return line.strip()

    def ask(self, line: str) -> Report:
        """Tell it something and hear what it makes of it."""
        self.say(line)
        found: Report = json.loads(self.hear())
        return found


@contextmanager
def talking(command: list[str], environment: Mapping[str, str]) -> Iterator[Talker]:
    """Run such a process for as long as the block lasts."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        try:
            yield Talker(process)
        finally:
            process.kill()


def last(kind: str) -> Report | None:
    """The newest entry of the history that has this key."""
    lines = HISTORY.read_text(encoding="utf-8").splitlines() if HISTORY.exists() else []
    entries: Iterator[Report] = map(json.loads, reversed(lines))
    return next((entry for entry in entries if kind in entry), None)


def keep(entry: Report) -> None:
    """Add an entry to the history."""
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
