"""Every limit holds, says when to come back, and is one address's own; who keeps to them never meets one (T26)."""

from __future__ import annotations

import itertools
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .counts import LONG
from .guests import ROOMY, SHORT, Guest, a_table, open_room
from .servers import Server, a_server
from .soundness import assert_sound, metric
from .wire import CONTINUED, LOST, PING, PONG, Answer, Frames, address_of, call, connect, exchange, frame

pytestmark = [pytest.mark.T26, pytest.mark.once]

_numbers = itertools.count(2)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the limits it comes with."""
    with a_server(tmp_path_factory.mktemp("limits"), *SHORT, "--log-level", "debug") as running:
        yield running
        assert_sound(running)


@pytest.fixture
def here() -> str:
    """An address that nobody has used yet."""
    return f"127.0.1.{next(_numbers)}"


def hit(server: Server, limit: str) -> float:
    """How often a limit was met."""
    return metric(server, f'limits_total{{limit="{limit}"}}')


def is_over(answer: Answer | None, limit: str, status: int = 429) -> bool:
    """Whether this is how a limit is told."""
    assert answer is not None, f"{limit} was not met"
    assert (answer.status, answer.code) == (status, f"limit/{limit.replace('_', '-')}"), answer
    assert len(answer.json["message"]) > 10
    return status == 413 or int(answer.headers["retry-after"]) >= 1


# ------------------------------------------------------------------ messages


def test_forty_messages_at_once_are_heard_and_the_next_ends_the_line(server: Server, here: str) -> None:
    code = a_table(server.url, sources=(here,))[0].code
    guest = Guest(server.url, code, source=here)
    for _ in range(39):  # the hello was the first
        guest.send(c.Ping())
    assert [type(guest.hear()) for _ in range(39)] == [m.Pong] * 39
    for _ in range(80):
        guest.send(c.Ping())
    guest.drain(1.0)
    assert guest.bye is not None and guest.bye.code == "limit/messages-per-second" and guest.bye.retry is not None
    assert guest.frames.closed == 1008
    assert hit(server, "messages_per_second") >= 1
    back = Guest(server.url, code, source=here)
    assert back.info is not None, "who comes back is let in"


def test_questions_that_take_long_count_for_more(server: Server, here: str) -> None:
    seated = a_table(server.url, sources=(here,))[0]
    guest = Guest(server.url, seated.code, seated.token, source=here)
    actions = ("end",) * 40
    answer = guest.command(c.AskReasons, seat=0, actions=actions)
    assert isinstance(answer, m.Reasons)
    for number in range(5):
        guest.send(c.AskReasons(1000 + number, 0, actions))
    guest.drain(1.0)
    assert guest.frames.closed == 1008


def test_who_talks_too_much_is_told_so_and_stays(server: Server, here: str) -> None:
    guest = a_table(server.url, sources=(here,))[0]
    assert [guest.command(c.Say, text="hello").__class__ for _ in range(6)] == [m.Ack] * 6
    assert guest.refused(c.Say, text="hello") == "chat/too-fast"
    assert guest.settle() == []


def test_frames_that_are_no_messages_are_limited_like_messages(server: Server, here: str) -> None:
    for flood in (frame(b"", CONTINUED, fin=False), frame(b"x" * 125, PING), frame(b"", PONG)):
        with Frames(server.url, source=here) as socket:
            socket.send(b"", fin=False)
            socket.send_bytes(flood * 2000)
            while socket.receive() is not None:
                pass
            assert socket.closed == LOST


@pytest.mark.skipif(not LONG, reason="it takes as long as it takes")
def test_who_says_no_hello_is_shown_out(server: Server, here: str) -> None:
    with Frames(server.url, source=here) as socket:
        heard: list[str] = []
        while socket.closed is None and len(heard) < 20:
            socket.send(b'{"t":"ping"}')
            heard += [message["code"] for message in socket.texts(patience=1)]
        assert heard[-1] == "message/no-hello" and socket.closed == 1008


# ------------------------------------------------------------------ sockets and connections


def test_an_address_has_so_many_sockets_and_gets_them_back(server: Server, here: str) -> None:
    sockets = [Frames(server.url, source=here) for _ in range(30)]
    assert all(socket.refused is None for socket in sockets)
    assert is_over(Frames(server.url, source=here).refused, "sockets_per_address")
    assert Frames(server.url, source=f"127.0.2.{here.rpartition('.')[2]}").refused is None, "others have their own"
    sockets.pop().hang_up()
    wait_for(lambda: Frames(server.url, source=here).refused is None)


def wait_for(condition: object, seconds: float = 5.0) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def test_a_full_server_says_so(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY, "--max-sockets", "5", "--log-level", "debug") as small:
        token = secrets.token_hex(16)
        code = open_room(small.url, token)
        guest = Guest(small.url, code, token)
        sockets = [Frames(small.url, source=f"127.0.3.{number}") for number in range(4)]
        assert is_over(Frames(small.url, source="127.0.3.9").refused, "max_sockets", 503)
        assert guest.settle() is not None
        sockets[0].hang_up()
        wait_for(lambda: Frames(small.url, source="127.0.3.9").refused is None)
        assert_sound(small)


def test_an_address_has_so_many_connections_and_gets_them_back(server: Server, here: str) -> None:
    lines = [connect(server.url, here) for _ in range(100)]
    wait_for(lambda: b" 429 " in exchange(server.url, b"GET /health HTTP/1.1\r\n\r\n", source=here))
    assert hit(server, "connections_per_address") >= 1
    assert call(server.url, "GET", "/health", source=f"127.0.2.{here.rpartition('.')[2]}").status == 200
    for line in lines[:10]:
        line.close()
    wait_for(lambda: b" 429 " not in exchange(server.url, b"GET /health HTTP/1.1\r\n\r\n", source=here, patience=0.2))
    for line in lines:
        line.close()


def test_sockets_are_no_connections_any_more(server: Server, here: str) -> None:
    for _ in range(4):
        sockets = [Frames(server.url, source=here) for _ in range(30)]
        assert all(socket.refused is None for socket in sockets)
        for socket in sockets:
            socket.hang_up()
        wait_for(lambda: Frames(server.url, source=here).refused is None)


# ------------------------------------------------------------------ requests


def test_an_address_opens_so_many_rooms(server: Server, here: str) -> None:
    def opened(source: str) -> Answer:
        return call(server.url, "POST", "/api/rooms", {"name": "Ada", "token": secrets.token_hex(16)}, source=source)

    assert [opened(here).status for _ in range(10)] == [201] * 10
    over = opened(here)
    assert is_over(over, "rooms_per_address") and 1 <= int(over.headers["retry-after"]) <= 61
    assert opened(f"127.0.2.{here.rpartition('.')[2]}").status == 201


def test_an_address_makes_so_many_profiles_and_keeps_them(server: Server, here: str) -> None:
    def saved(secret: str) -> Answer:
        return call(server.url, "PUT", "/api/profile", {"name": "Ada"}, profile=secret, source=here)

    mine = [secrets.token_hex(16) for _ in range(10)]
    assert [saved(secret).status for secret in mine] == [200] * 10
    assert is_over(saved(secrets.token_hex(16)), "profiles_per_address")
    assert [saved(secret).status for secret in mine] == [200] * 10, "those that are there are changed as often as one likes"


def test_an_address_makes_so_many_requests(server: Server, here: str) -> None:
    request = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n{}\r\n"
    data = request.format("") * 400 + request.format("Connection: close\r\n")
    statuses = re.findall(rb"HTTP/1.1 (\d+) ", exchange(server.url, data.encode(), source=here))
    assert statuses[:200] == [b"404"] * 200 and b"429" in statuses[200:] and len(statuses) == 401
    assert is_over(call(server.url, "GET", "/health", source=here), "requests_per_second")
    assert is_over(Frames(server.url, source=here).refused, "requests_per_second"), "a socket begins with a request"
    assert call(server.url, "GET", "/health", source=f"127.0.2.{here.rpartition('.')[2]}").status == 200


def test_bodies_have_a_longest_length(server: Server, here: str) -> None:
    assert is_over(call(server.url, "POST", "/api/rooms", b" " * 65_537, source=here), "http_bytes", 413)
    assert call(server.url, "POST", "/api/rooms", b" " * 65_536, source=here).code == "body/malformed"
    assert is_over(call(server.url, "POST", "/api/replay", b" " * 1_000_001, source=here), "import_bytes", 413)
    assert call(server.url, "POST", "/api/replay", b" " * 1_000_000, source=here).code.startswith("game/")


def test_so_many_replays_wait_and_the_next_is_asked_to_come_back(tmp_path: Path) -> None:
    with a_server(tmp_path, *SHORT, "--replays-waiting", "2", "--log-level", "debug") as busy:
        host, port = address_of(busy.url)
        half = f"POST /api/replay HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 9\r\n\r\nhalf"
        lines = [connect(busy.url, f"127.0.3.{number}") for number in (1, 2)]
        for line in lines:
            line.sendall(half.encode())
        wait_for(lambda: call(busy.url, "POST", "/api/replay", b"x", source="127.0.3.3").status == 503)
        assert is_over(call(busy.url, "POST", "/api/replay", b"x", source="127.0.3.3"), "replays_waiting", 503)
        for line in lines:
            line.close()
        wait_for(lambda: call(busy.url, "POST", "/api/replay", b"x", source="127.0.3.3").status == 400)
        assert_sound(busy)
