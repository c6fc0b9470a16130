"""Runs the real server as a process of its own, on a free port and a database in a folder of the test's.

with a_server(tmp_path, "--window-min", "0.05") as server:
    ...                 # server.url, server.pid
    server.kill()       # as a power cut would
    server.restart()    # the same address and database
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 30.0
"""Seconds a server may take to end before it counts as hanging."""


class Server:
    """One address and one database, and the process that serves them now."""

    def __init__(
        self, folder: Path, flags: tuple[str, ...], python: str = sys.executable, environment: Mapping[str, str] | None = None
    ) -> None:
        self.folder = folder
        self.python = python
        self.environment = {**os.environ, **(environment or {})}
        self.database = folder / "rooms.db"
        self.flags = flags
        self.url = ""
        self.announced = ""
        """Where it says that it is."""
        self._port = 0
        self._process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        command = [self.python, "-m", "casting_shadows", "serve", "--port", str(self._port), "--database", str(self.database)]
        with (self.folder / "server.log").open("ab") as log:
            process = subprocess.Popen(
                [*command, *self.flags], stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment
            )
        assert process.stdout is not None
        said = process.stdout.readline().split()
        assert said, f"the server did not start: {self.log()}"
        self.announced = said[-1]
        port = self.announced.rpartition(":")[2]
        self._port = int(port) if port.isdigit() else self._listening()
        self.url = f"http://127.0.0.1:{self._port}"
        return process

    def _listening(self) -> int:
        """The port it has taken, if it says its public name instead."""
        port = next(event["port"] for event in self.events() if event["event"] == "listening")
        assert isinstance(port, int)
        return port

    @property
    def pid(self) -> int:
        return self._process.pid

    def log(self) -> str:
        """All that was logged so far, by every process."""
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def events(self) -> list[dict[str, Any]]:
        """The same, read."""
        return [json.loads(line) for line in self.log().splitlines() if line.startswith("{")]

    def complaints(self) -> list[dict[str, Any]]:
        """What it logged as a warning or an error."""
        return [event for event in self.events() if event["level"] in ("warning", "error")]

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Ask it to stop; its exit code."""
        return self._end(signal.SIGTERM)

    def wait(self) -> int:
        """Until it ends by itself; its exit code."""
        with self._process:  # closes what connects us to it
            return self._process.wait(PATIENCE)

    def _end(self, how: signal.Signals) -> int:
        self._process.send_signal(how)
        return self.wait()

    def restart(self) -> None:
        """Serve the same address and database again. The server must have been ended before."""
        self._process = self._start()


@contextmanager
def a_server(folder: Path, *flags: str, python: str = sys.executable, **environment: str) -> Iterator[Server]:
    """A server for as long as the block lasts."""
    server = Server(folder, flags, python, environment)
    try:
        yield server
    finally:
        server.kill()
