"""The browser of the tests: Chromium as the system has it. `python -m tests.page.chromium` installs it where that can be done.

Its headless shell draws pages with the same engine, but has no windows around them: the tests take half as long in it. A whole
Chromium does as well.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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


def can_install() -> bool:
    """Whether Debian's packages can be had without asking anybody."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(package: str, variable: str) -> None:
    """Install Debian's package where that can be done, and say what to do where not."""
    command = f"apt-get update && apt-get install -y --no-install-recommends {package}"
    if can_install():
        print(f"Installing {package} for the tests of the page.")
        subprocess.run(["sh", "-c", command], check=False, stdout=subprocess.DEVNULL)
    else:
        told = f"The tests of the page need {package}: install it (on Debian: {command}), or name one with {variable}."
        print(told, file=sys.stderr)


if __name__ == "__main__":
    better = "CHROMIUM" not in os.environ and not shutil.which(SHELL) and can_install()
    if not find() or better:
        install(SHELL, "CHROMIUM")
    sys.exit(0 if find() else 1)
