"""How fast a client talks: a server shows out whoever sends too much at once."""

from __future__ import annotations

from typing import Final

PACE: Final = 16.0
"""Messages a second, and as many at once. A server allows 20 and 40 at once; what is left is for lines that bunch them up."""


class Pace:
    """Spreads messages out: so many a second in the long run, and no more than that at once."""

    def __init__(self, rate: float | None) -> None:
        """None: as fast as can be."""
        self._rate: Final = rate
        self._due = float("-inf")
        """When all that was sent so far would have been sent evenly."""

    def wait(self, weight: int, now: float) -> float:
        """Seconds until a message may go that counts for so many. It is taken to be sent then."""
        if self._rate is None:
            return 0.0
        self._due = max(self._due, now - 1.0) + weight / self._rate
        return max(0.0, self._due - now)
