"""Many rooms at once: every action of everybody is answered, once. What that costs is for the benchmark to tell."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from bench.load import OPEN_HOUSE
from bench.measure import talking

from .counts import runs
from .servers import a_server


@pytest.mark.T32
@pytest.mark.once
def test_every_action_in_many_rooms_is_answered_once(tmp_path: Path) -> None:
    rooms = runs(20, 200)
    people = [sys.executable, "-m", "bench.load", "--window", "0.3"]
    with a_server(tmp_path, *OPEN_HOUSE, "--window-min", "0.3") as server:
        with talking([*people, server.url], os.environ) as crowd:
            reports = [crowd.ask(order) for order in (f"open {rooms}", f"pace {runs(2, 60)} 1", f"rush {rooms * runs(20, 300)}")]
        complaints = server.complaints()
    assert [report["problems"] for report in reports] == [[], [], []]
    assert complaints == []
    _, paced, rushed = reports
    assert paced["actions"] >= rooms and rushed["actions"] >= rooms * runs(20, 300)
    for report in (paced, rushed):
        acts = report["actions"] - report["answers"]
        assert report["frames"] >= 4 * acts, "an action is shown to all four at the table"
