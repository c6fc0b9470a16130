"""Whatever comes over HTTP: an answer in the server's own words or a closed line, and nobody else waits for it (T25)."""

from __future__ import annotations

import contextlib
import random
import re
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casting_shadows.engine import (
    Setup,
    legal_actions,
    new_record,
    note,
    outcome,
    play,
    position,
    reveal,
    secret_from_seed,
    start,
)

from .counts import runs
from .guests import ROOMY, Guest, a_table, play_on
from .servers import Server, a_server
from .soundness import assert_playable, assert_sound, memory
from .test_protocol_hostile import SPOILS
from .wire import address_of, call, connect, exchange, wait_for

pytestmark = [pytest.mark.T25, pytest.mark.once]

MOST_GROWTH = 40_000_000
"""Bytes, generously."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("hostile"), *ROOMY, "--log-level", "debug") as running:
        yield running
        assert_sound(running)
        assert_playable(running)


def head(server: Server, *lines: str) -> bytes:
    """A request line and headers; the Host is right unless they say otherwise."""
    host, port = address_of(server.url)
    return "\r\n".join([lines[0], f"Host: {host}:{port}", *lines[1:], "", ""]).encode("latin-1")


NONSENSE: dict[str, tuple[str, ...]] = {
    "a method nobody knows": ("JUMP / HTTP/1.1",),
    "no method": ("/ HTTP/1.1",),
    "no path": ("GET HTTP/1.1",),
    "a path that is no path": ("GET http://127.0.0.1 HTTP/1.1",),
    "somebody else's proxy": ("CONNECT example.org:443 HTTP/1.1",),
    "another protocol": ("GET / FTP/1.1",),
    "a version from the future": ("GET / HTTP/9.9",),
    "no ASCII in the path": ("GET /api/\xff\xfe HTTP/1.1",),
    "control characters in a header": ("GET / HTTP/1.1", "X-A: a\x00b"),
    "a header without a name": ("GET / HTTP/1.1", ": a"),
    "a header over two lines": ("GET / HTTP/1.1", "X-A: a", " b"),
    "two lengths": ("POST /api/rooms HTTP/1.1", "Content-Length: 2", "Content-Length: 3"),
    "a length and chunks": ("POST /api/rooms HTTP/1.1", "Content-Length: 2", "Transfer-Encoding: chunked"),
    "a negative length": ("POST /api/rooms HTTP/1.1", "Content-Length: -1"),
    "a length beyond all numbers": ("POST /api/rooms HTTP/1.1", "Content-Length: " + "9" * 40),
    "a path without end": ("GET /" + "a" * 70_000 + " HTTP/1.1",),
    "a header without end": ("GET / HTTP/1.1", "X-A: " + "a" * 300_000),
    "headers without end": ("GET / HTTP/1.1", *["X-A: a"] * 100_000),
    "a handshake without a key": ("GET /ws HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"),
    "a handshake with many headers": ("GET /ws HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket", *["X-A: a"] * 200),
    "a handshake in a strange version": (
        "GET /ws HTTP/1.1",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 7",
    ),
}


@pytest.mark.parametrize("lines", NONSENSE.values(), ids=NONSENSE.keys())
def test_what_is_no_request_is_refused_and_the_line_closed(server: Server, lines: tuple[str, ...]) -> None:
    answer = exchange(server.url, head(server, *lines))
    assert answer.startswith(b"HTTP/1.1 400 ") or (answer == b"" and len(lines[-1]) * len(lines) > 1000)  # cut off


@pytest.mark.parametrize("seed", range(3))
def test_noise_is_no_request(server: Server, seed: int) -> None:
    rng = random.Random(f"noise {seed}")
    for _ in range(runs(20, 2000)):
        answer = exchange(server.url, rng.randbytes(rng.randrange(1, 400)) + b"\r\n\r\n", patience=0.02)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")


def test_spoiled_requests_are_answered_in_words(server: Server) -> None:
    rng = random.Random("spoiled requests")
    token = secrets.token_hex(16)
    fine = [
        b'{"name":"Ada","token":"%s","options":{"players":3,"packs":["base","ice_storm"]},"seat":1}' % token.encode(),
        b'{"name":"Ada","token":"%s","own_packs":["[pack]\\nname=\\"mine\\""],"position":"cs1","exact":true}' % token.encode(),
        b'{"name":"Ada","leaderboard":true}',
    ]
    before = memory(server)
    for number in range(runs(150, 20_000)):
        method, path = rng.choice((("POST", "/api/rooms"), ("POST", "/api/rooms/ABCDEFGH/join"), ("PUT", "/api/profile")))
        body = rng.choice(SPOILS)(rng.choice(fine), rng)
        answer = call(server.url, method, path, body, profile=secrets.token_hex(16), source=f"127.0.0.{2 + number % 200}")
        assert answer.status in (200, 201, 400, 404, 413) and isinstance(answer.json, dict), answer
    assert memory(server) - before <= MOST_GROWTH


def test_strange_packs_positions_and_queries_are_refused(server: Server) -> None:
    deep = "a = " + "[" * 1900 + "]" * 90
    tables = "\n".join(f"[{'a.' * 900}b{number}]" for number in range(30))
    for pack in (deep, tables, "a = " + "9" * 1900, 'a = "\\ud800"', "[pack]\nname = 1", "[[pack]]", "\x00", "[pack]\n" * 5000):
        body = {"name": "Ada", "token": secrets.token_hex(16), "own_packs": [pack]}
        answer = call(server.url, "POST", "/api/rooms", body)
        assert answer.status == 400 and answer.code.startswith("pack/"), answer
    state, _ = start(Setup(players=2), seed="strange positions")
    rng = random.Random("strange positions")
    for _ in range(runs(60, 5000)):
        text = rng.choice(SPOILS[3:])(position(state).encode(), rng).decode("utf-8", "replace")
        answer = call(server.url, "POST", "/api/rooms", {"name": "Ada", "token": secrets.token_hex(16), "position": text})
        assert answer.status in (201, 400), answer
    for query in ("a=" + "b" * 9000, "&" * 9000, "limit=1&limit=2", "%zz=1", "limit=%00", "x[]=1"):
        assert call(server.url, "GET", f"/api/games?{query}").status in (200, 400)
    assert call(server.url, "GET", "/api/cards/en?packs=" + ",".join(["base"] * 2000)).status == 400


def a_long_game(moves: int) -> str:
    """People who do nothing but what costs them least, so that it goes on for long."""
    secret = secret_from_seed("a long game")
    state, _ = start(Setup(players=6, packs=("exclusive",)), secret)
    record = new_record(state, secret, "0.1.0")
    table = state.box.table
    while len(record.moves) < moves and outcome(state) is None:
        choices = {table.text(action): action for action in legal_actions(state)}
        action = choices.get("end", max(choices.values()))
        seat = state.to_act
        after, _ = play(state, seat, action)
        note(record, state, seat, action, after)
        state = after
    return reveal(record, secret).text()


def test_a_megabyte_of_moves_keeps_nobody_waiting(server: Server) -> None:
    text = a_long_game(200)
    lines = text.splitlines()
    start_of_moves = lines.index("moves:") + 1
    moves = lines[start_of_moves:-1]
    endless = "\n".join([*lines[:start_of_moves], *(moves * (990_000 // (len("\n".join(moves)) + 1))), lines[-1]]) + "\n"
    assert 800_000 < len(endless) < 1_000_000
    players = a_table(server.url)
    with connect(server.url) as line:
        line.sendall(head(server, "POST /api/replay HTTP/1.1", f"Content-Length: {len(endless)}") + endless.encode())
        play_on(players, random.Random("meanwhile"))
        assert line.recv(12) == b"HTTP/1.1 400"
    for hostile in ("x" * 999_999, "\n" * 999_999, text.replace("moves:", "moves:\n" + "kit " * 200_000), text[:-20] * 2):
        answer = call(server.url, "POST", "/api/replay", hostile[:999_999])
        assert answer.status == 400 and answer.code.startswith("game/"), answer
    assert call(server.url, "POST", "/api/replay", "x" * 1_000_001).code == "limit/import-bytes"


def test_half_requests_block_nobody(server: Server) -> None:
    """Slow heads, slow bodies, and readers that do not read, all at once, while two people play."""
    large = head(server, "GET /api/cards/en HTTP/1.1")
    lines = [connect(server.url, receive_buffer=4096) for _ in range(60)]
    for number, line in enumerate(lines):
        if number % 3 == 0:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: a")
        elif number % 3 == 1:
            line.sendall(head(server, "POST /api/replay HTTP/1.1", "Content-Length: 900000") + b"casting")
        else:
            line.setblocking(False)
            for _ in range(50):
                send_some(line, large)
    players = a_table(server.url, sources=("127.0.0.2",))
    play_on(players, random.Random("meanwhile"))
    assert call(server.url, "GET", "/health").status == 200
    for line in lines:
        line.close()


def send_some(line: socket.socket, data: bytes) -> None:
    with contextlib.suppress(BlockingIOError):
        line.send(data)


def test_bodies_that_never_end_are_not_kept(server: Server) -> None:
    before = memory(server)
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    for path in ("/api/rooms", "/api/replay", "/nothing", "/health"):
        method = "GET" if path == "/health" else "POST"
        with connect(server.url) as line:
            line.sendall(head(server, f"{method} {path} HTTP/1.1", "Transfer-Encoding: chunked"))
            for _ in range(300):
                line.sendall(chunk)
            assert line.recv(9) == b"HTTP/1.1 "
    assert memory(server) - before <= MOST_GROWTH


def test_many_requests_down_one_line_are_answered_in_order(server: Server) -> None:
    wanted: list[tuple[str, bytes]] = [("/health", b"200"), ("/nothing", b"404"), ("/api/words/xx", b"404")] * 20
    requests = b"".join(head(server, f"GET {path} HTTP/1.1") for path, _ in wanted)
    answer = exchange(server.url, requests + head(server, "GET /health HTTP/1.1", "Connection: close"))
    assert re.findall(rb"HTTP/1.1 (\d+) ", answer) == [*(status for _, status in wanted), b"200"]


def is_cut_off(server: Server, line: socket.socket) -> bool:
    """Whether the server has let go of a line, whatever the system still tries to send down it."""
    mine, theirs = (f":{port:04X}" for _, port in (line.getsockname(), address_of(server.url)))
    rows = [row.split() for row in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]]
    return not any(row[1].endswith(theirs) and row[2].endswith(mine) and row[9] != "0" for row in rows)  # 0: nobody's


def test_half_requests_silent_lines_and_readers_that_stand_still_are_cut_off(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY, "--request-seconds", "0.5", "--log-level", "debug") as hasty:
        _, slow, between, still = lines = [connect(hasty.url, receive_buffer=4096) for _ in range(4)]
        slow.sendall(head(hasty, "POST /api/replay HTTP/1.1", "Content-Length: 900000") + b"casting")
        between.sendall(head(hasty, "GET /health HTTP/1.1"))
        still.sendall(head(hasty, "GET /api/cards/en HTTP/1.1") * 200)
        for line in (between, still):
            assert line.recv(9) == b"HTTP/1.1 "
        between.sendall(b"\r\n")  # a sign of life, but no request
        for line in lines:
            wait_for(lambda line=line: is_cut_off(hasty, line))  # type: ignore[misc]
        for line in lines:
            line.close()
        assert_sound(hasty)


def test_a_guest_is_not_disturbed_by_any_of_it(server: Server) -> None:
    guest: Guest = a_table(server.url, 2)[0]
    noise: list[Any] = [b"\x16\x03\x01" + bytes(200), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\r\n" * 1000]
    for data in noise:
        exchange(server.url, data, patience=0.05)
    assert guest.settle() is not None
