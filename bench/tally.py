"""What came of one order to the people of the benchmark."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any, Final

PROBLEMS_TOLD: Final = 10
MARKS: Final = {"p50": 0.5, "p99": 0.99, "p999": 0.999}


@dataclass
class Tally:
    """Counts and times."""

    actions: int = 0
    answers: int = 0
    """Those of the actions that were answers in a response window."""
    late: int = 0
    """Answers that came after their window had closed, and contributions after their game had begun."""
    behind: int = 0
    """Times a room's turn came round before it had acted the time before."""
    frames: int = 0
    bytes: int = 0
    own: array[float] = field(default_factory=lambda: array("d"))
    """Seconds from an action to the update that answers it."""
    others: array[float] = field(default_factory=lambda: array("d"))
    """Seconds from an action to the update of everybody else at the table."""
    problems: list[str] = field(default_factory=list)
    """What must not happen."""

    def report(self) -> dict[str, Any]:
        """In figures."""
        return {
            "actions": self.actions,
            "answers": self.answers,
            "late": self.late,
            "behind": self.behind,
            "frames": self.frames,
            "bytes": self.bytes,
            "own_ms": percentiles(self.own),
            "others_ms": percentiles(self.others),
            "errors": len(self.problems),
            "problems": self.problems[:PROBLEMS_TOLD],
        }


def percentiles(seconds: array[float]) -> dict[str, float]:
    """Milliseconds at the usual marks."""
    found = sorted(seconds)
    return {name: found[min(len(found) - 1, int(len(found) * mark))] * 1e3 for name, mark in MARKS.items() if found}
