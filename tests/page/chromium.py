"""The browser of the tests: Chromium as the system has it. `python -m tests.page.chromium` installs it where that can be done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
"""Root has no sandbox; and a browser that talks to nobody is told apart from a page that does."""


def find() -> str | None:
    """Its path; CHROMIUM names one that is elsewhere."""
    return os.environ.get("CHROMIUM") or found(NAMES)


def found(names: tuple[str, ...]) -> str | None:
    """The first of these programs that there is."""
    return next((path for name in names if (path := shutil.which(name))), None)


def install(package: str, variable: str) -> int:
    """Install Debian's package where that can be done, and say what to do where not."""
    command = f"apt-get update && apt-get install -y --no-install-recommends {package}"
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {package} for the tests of the page.")
        subprocess.run(["sh", "-c", command], check=True, stdout=subprocess.DEVNULL)
        return 0
    print(
        f"The tests of the page need {package}: install it (on Debian: {command}), or name one with {variable}.", file=sys.stderr
    )
    return 1


if __name__ == "__main__":
    sys.exit(0 if find() else install("chromium", "CHROMIUM"))
