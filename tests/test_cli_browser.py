"""`casting-shadows play`: a server for this machine or this house, and the page in the browser, where there is one."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from casting_shadows.cli import browser
from casting_shadows.client import request
from casting_shadows.server.serve import address_of, house_address, listen
from casting_shadows.server.settings import Settings
from tests.command import tell
from tests.servers import a_server

pytestmark = pytest.mark.once

PATIENCE = 30.0
NEEDS_IPV6 = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")


@contextmanager
def playing(home: Path, *flags: str, **environment: str) -> Iterator[list[str]]:
    """What the command says until the server is up, for as long as the block lasts."""
    command = [sys.executable, "-m", "casting_shadows", "play", *flags]
    everything = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONIOENCODING": "utf-8", **environment}
    for screen in ("DISPLAY", "WAYLAND_DISPLAY"):
        everything.pop(screen, None)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=everything
    )
    assert process.stdout is not None
    try:
        said: list[str] = []
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if "Ctrl+C" in line:
                break
        yield said
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and "Traceback" not in errors, errors


def address_in(said: list[str]) -> str:
    found = re.fullmatch(r"Casting Shadows is on (http://[\d.]+:\d+)", said[0])
    assert found is not None, said
    return found[1]


def a_taken_port() -> tuple[socket.socket, int]:
    taken = socket.create_server(("127.0.0.1", 0))
    return taken, taken.getsockname()[1]


def test_the_page_is_served_and_its_address_said_where_no_browser_is(tmp_path: Path) -> None:
    with playing(tmp_path, CASTING_SHADOWS_PORT="0") as said:
        assert request("GET", f"{address_in(said)}/health")["status"] == "ok"
        assert "open the address yourself" in said[1]
    assert (tmp_path / "casting-shadows" / "rooms.db").exists(), "games are kept where `serve` keeps them"


def test_another_port_is_taken_where_the_usual_one_is_not_free(tmp_path: Path) -> None:
    taken, port = a_taken_port()
    with taken, playing(tmp_path, "--no-browser", CASTING_SHADOWS_PORT=str(port)) as said:
        address = address_in(said)
        assert not address.endswith(f":{port}") and request("GET", f"{address}/health")["status"] == "ok"


def test_others_in_the_house_get_an_address_and_a_code_to_scan(tmp_path: Path) -> None:
    house = house_address()
    if house is None:
        pytest.skip("this machine is in no network")
    with playing(tmp_path, "--lan", "--no-browser", CASTING_SHADOWS_PORT="0") as said:
        address = address_in(said)
        assert address.startswith(f"http://{house}:") and request("GET", f"{address}/health")["status"] == "ok"
        assert browser.qr(address).splitlines()[0] in said


@pytest.mark.parametrize("host", ["0.0.0.0", pytest.param("::", marks=NEEDS_IPV6)])
def test_a_server_for_every_network_says_an_address_that_leads_there(tmp_path: Path, host: str) -> None:
    with a_server(tmp_path, "--host", host) as server:
        named = urlsplit(server.announced).hostname
        assert named is not None and not ip_address(named).is_unspecified
        assert ip_address(named).is_loopback == (house_address() is None), "others find it there, if there are others"
        assert request("GET", f"{server.announced}/health")["status"] == "ok"


def test_a_code_to_scan_is_drawn_in_half_blocks() -> None:
    lines = browser.qr("http://192.168.178.23:8421").splitlines()
    assert len({len(line) for line in lines}) == 1 and set("".join(lines)) == set(" ▀▄█")
    assert len(lines[0]) - 1 <= 2 * len(lines) <= len(lines[0]) + 1, "it is square"


def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    class Browser:
        def open(self, address: str) -> bool:
            opened.append(address)
            return True

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", Browser)
    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    assert browser.open_page("http://127.0.0.1:8421") and opened == ["http://127.0.0.1:8421"]
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not browser.open_page("http://127.0.0.1:8421"), "a browser of text would take the terminal"


def test_without_a_network_nobody_else_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(self: socket.socket, address: object) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert tell("play", "--lan").refused().startswith("play/no-network")
    with listen(Settings(host="0.0.0.0", port=0)) as listening:
        assert address_of(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize("flags", [["--players", "3"], ["--seed", "x"], ["--lang", "de"], ["--own", "mine.toml"], ["--new"]])
def test_what_is_for_the_terminal_is_not_taken_without_it(flags: list[str]) -> None:
    refused = tell("play", *flags).refused()
    assert refused.startswith("play/terminal-only") and flags[0] in refused
