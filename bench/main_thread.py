"""What a page's main thread computed, task by task, from Chromium's own trace.

CPU time, not time on the clock: other processes and other machines on the same hardware make a task take longer, but they do not
make it more work. So this counts on a busy machine, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

Event = dict[str, Any]
TASK = "ThreadControllerImpl::RunTask"
LOOK = 20.0
"""Milliseconds between two looks whether the trace has come."""


def _main_thread(events: list[Event]) -> tuple[int, int]:
    """The one that did most, of all pages' main threads."""
    mains = {
        (one["pid"], one["tid"]) for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    return Counter((one["pid"], one["tid"]) for one in events if (one["pid"], one["tid"]) in mains).most_common(1)[0][0]


class MainThread:
    """Traces a page while it is asked to."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self._events: list[Event] = []
        self._is_whole = False
        self._session.on("Tracing.dataCollected", lambda part: self._events.extend(part["value"]))
        self._session.on("Tracing.tracingComplete", self._ends)

    def _ends(self, _: object) -> None:
        self._is_whole = True

    @contextmanager
    def traced(self) -> Iterator[list[float]]:
        """The milliseconds of CPU time of every task meanwhile, filled in at the end. Nothing else is traced: that would cost."""
        tasks: list[float] = []
        self._events, self._is_whole = [], False
        settings = {"includedCategories": ["toplevel"], "excludedCategories": ["*"]}
        self._session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": settings})
        yield tasks
        self._session.send("Tracing.end")
        while not self._is_whole:
            self.page.wait_for_timeout(LOOK)
        thread = _main_thread(self._events)
        mine = [one for one in self._events if (one["pid"], one["tid"]) == thread and one["name"] == TASK]
        tasks += [one.get("tdur", 0) / 1000 for one in mine]
