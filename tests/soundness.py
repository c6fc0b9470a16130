"""Whether a server came through it all: no bug counted, none logged, its memory as before, and people can still play."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

from casting_shadows.engine import parse_record, verify

from .guests import a_table, play_on
from .servers import Server
from .wire import call


def metric(server: Server, name: str) -> float:
    """One of the server's counts: `errors_total`, `limits_total{limit="chat_interval"}`."""
    text = call(server.url, "GET", "/metrics").body.decode()
    found = re.search(rf"^casting_shadows_{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def memory(server: Server) -> int:
    """Bytes of memory the server's process has now."""
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def assert_sound(server: Server) -> None:
    """No error that nobody foresaw, in the counts or in the log."""
    graver = [line for line in map(json.loads, server.log().splitlines()) if line["level"] == "error" or "trace" in line]
    assert graver == []
    assert metric(server, "errors_total") == 0


def assert_playable(server: Server) -> None:
    """Two people play a game to its end, and every roll of it can be verified."""
    players = a_table(server.url)
    play_on(players, random.Random("soundness"))
    assert players[0].info is not None and players[0].info.result is not None
    text = call(server.url, "GET", f"/api/games/{players[0].info.result.game}/text").body.decode()
    verify(parse_record(text))
    for player in players:
        player.hang_up()
