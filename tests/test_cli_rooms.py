"""The command around rooms: playing one in a terminal, a server that says why it cannot start, backups of a running one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from casting_shadows.client import request
from casting_shadows.engine import parse_record, verify
from tests.command import Answer, run, tell
from tests.servers import Server, a_server

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("server"), "--window-min", "0.05") as server:
        yield server


def played(address: str, home: Path, *typed: str, options: tuple[str, ...] = ()) -> Answer:
    """A sitting at the terminal in a room, with these lines typed."""
    arguments = ("play", "--terminal", "--room", address, "--name", "Ada", *options)
    answer = run(*arguments, typed="".join(f"{line}\n" for line in typed), environment={"XDG_DATA_HOME": str(home)})
    assert "Traceback" not in answer.err, answer.err
    return answer


def test_a_room_is_opened_and_played_to_its_end_in_a_terminal(server: Server, tmp_path: Path) -> None:
    answer = played(server.url, tmp_path, "greedy", "", "hint", "concede", "y")
    assert answer.code == 0, answer.err
    assert f"{server.url}/r/" in answer.out and "(open)" in answer.out and "wins" in answer.out
    link = answer.out.replace("\n", "").rpartition("dice: ")[2].strip()
    assert verify(parse_record(request("GET", link))).number >= 1, "the whole game can be had and checked"


def test_shadow_boxing_is_played_in_a_room_too(server: Server, tmp_path: Path) -> None:
    answer = played(server.url, tmp_path, "", "end", "y", "concede", "y", options=("--mode", "solo", "--lang", "de"))
    assert answer.code == 0 and "Die ganze Partie" in answer.out


def test_leaving_keeps_the_seat_and_coming_back_takes_it_again(server: Server, tmp_path: Path) -> None:
    answer = played(server.url, tmp_path)
    link = re.search(rf"{server.url}/r/\w+", answer.out)
    assert answer.code == 0 and link is not None
    assert played(link[0], tmp_path, "greedy").code == 0
    room = request("GET", link[0].replace("/r/", "/api/rooms/"))
    assert [seat["name"] for seat in room["seats"]] == ["Ada", "greedy"] and len(room["members"]) == 1, "the same person"
    kept = tmp_path / "casting-shadows" / "rooms.json"
    assert kept.stat().st_mode & 0o077 == 0, "a token is nobody else's to read"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://127.0.0.1:1", "server/away"),
        ("ftp://127.0.0.1/r/ABCD2345", "link/not-a-room"),
        ("{url}/r/ABCD2345", "room/not-open"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused_by_name(server: Server, tmp_path: Path, address: str, code: str) -> None:
    assert played(address.format(url=server.url), tmp_path).refused().startswith(code)


def test_a_port_that_is_taken_is_said(server: Server, tmp_path: Path) -> None:
    port = server.url.rpartition(":")[2]
    refused = run("serve", "--port", port, "--database", tmp_path / "r.db").refused()
    assert refused.startswith("server/port-taken") and "--port" in refused
    assert tell("serve", "--port", "http").refused().startswith("settings/bad-value")
    assert run("serve", "--port", "0", "--database", tmp_path).refused().startswith("storage/unreadable")


def test_a_running_server_is_backed_up_and_put_back(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with a_server(tmp_path) as server:
        opened = request("POST", f"{server.url}/api/rooms", {"name": "Ada", "token": "a" * 32})
        assert run("backup", copy, "--database", server.database).code == 0
        assert tell("backup", copy, "--database", server.database).refused().startswith("storage/exists")
        lost = request("POST", f"{server.url}/api/rooms", {"name": "Ada", "token": "a" * 32})
        refused = run("restore", copy, "--database", server.database, "--force").refused()
        assert refused.startswith("storage/in-use"), "not under a server that runs"
        server.terminate()
        assert run("restore", copy, "--database", server.database).refused().startswith("storage/exists")
        assert run("restore", copy, "--database", server.database, "--force").code == 0
        server.restart()
        assert request("GET", f"{server.url}/api/rooms/{opened['code']}")["code"] == opened["code"]
        with pytest.raises(Exception, match="room/not-open"):
            request("GET", f"{server.url}/api/rooms/{lost['code']}")
