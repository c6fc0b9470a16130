"""The browser of the tests: Chromium as the system has it. `python -m tests.page.chromium` installs it where that can be done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL = "apt-get update && apt-get install -y --no-install-recommends chromium"
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
"""Root has no sandbox; and a browser that talks to nobody is told apart from a page that does."""


def find() -> str | None:
    """Its path; CHROMIUM names one that is elsewhere."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def main() -> int:
    """Install it if it is missing."""
    if find():
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the tests of the page.")
        subprocess.run(["sh", "-c", INSTALL], check=True, stdout=subprocess.DEVNULL)
        return 0
    print(f"The tests of the page need Chromium: install it (on Debian: {INSTALL}), or name one with CHROMIUM.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
