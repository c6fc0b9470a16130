"""The other browser, for the long forms: Firefox as the system has it. `python -m tests.page.gecko` installs it where that can be
done. Playwright cannot drive it; the scripts in `firefox/` do, through puppeteer-core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .chromium import found, install

SCRIPTS = Path(__file__).parent / "firefox"


def find() -> str | None:
    """Its path; FIREFOX names one that is elsewhere."""
    return os.environ.get("FIREFOX") or found(("firefox-esr", "firefox"))


def run(script: str, given: dict[str, Any], meanwhile: Callable[[subprocess.Popen[str]], None] = lambda running: None) -> Any:
    """What a script in Firefox has to report; *meanwhile* is done while it runs."""
    firefox = find()
    assert firefox is not None, "run `make firefox` first"
    subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=SCRIPTS, check=True)
    command = ["node", script, firefox, json.dumps(given)]
    with subprocess.Popen(command, cwd=SCRIPTS, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        meanwhile(running)
        said = running.stdout.read()
    assert running.returncode == 0, said
    return json.loads(said)


if __name__ == "__main__":
    if not find():
        install("firefox-esr", "FIREFOX")
    sys.exit(0 if find() else 1)
