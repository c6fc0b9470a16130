"""How much of a test runs: the short form in `make test`, the long one in `make test-long`."""

from __future__ import annotations

import os

LONG = bool(os.environ.get("CASTING_SHADOWS_LONG"))


def runs(short: int, long: int) -> int:
    """So many games, examples or rolls this time."""
    return long if LONG else short
