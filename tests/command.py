"""Runs the command: as a process of its own, the way people do, or in this process where only its words matter."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from casting_shadows.cli.main import main


@dataclass(frozen=True)
class Answer:
    """What a run of the command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as JSON."""
        assert self.code == 0, self.err
        return json.loads(self.out)

    def refused(self) -> str:
        """The one line with which it refused; fails if it did anything else."""
        assert self.code == 2 and not self.out.strip(), (self.code, self.out, self.err)
        lines = [line for line in self.err.splitlines() if "compiled engine is out of date" not in line]
        assert len(lines) == 1 and lines[0].startswith("casting-shadows: "), self.err
        return lines[0].removeprefix("casting-shadows: ")


def run(*arguments: str | Path, typed: str = "", environment: Mapping[str, str] | None = None) -> Answer:
    """Run `casting-shadows` with these arguments, with this typed into it."""
    plain = {"NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    everything = {**os.environ, **plain, **(environment or {})}
    command = [sys.executable, "-m", "casting_shadows", *map(str, arguments)]
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, encoding="utf-8", env=everything, timeout=120, check=False
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def tell(*arguments: str | Path, typed: str = "") -> Answer:
    """The same without a process of its own: quicker."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch("sys.stdin", io.StringIO(typed)):
        code = main([str(argument) for argument in arguments])
    return Answer(code, out.getvalue(), err.getvalue())
