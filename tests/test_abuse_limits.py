"""Every limit holds, says when to come back, and is one address's own; who keeps to them never meets one (T26)."""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from casting_shadows.engine import position
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .guests import ROOMY, SHORT, Guest, a_table, open_room
from .make_lessons import EXAMPLES, LESSONS
from .servers import Server, a_server
from .soundness import assert_sound, metric
from .wire import (
    CONTINUED,
    LOST,
    PING,
    PONG,
    Answer,
    Frames,
    address_of,
    answers,
    call,
    connect,
    exchange,
    frame,
    wait_for,
)

pytestmark = [pytest.mark.T26, pytest.mark.once]

T = TypeVar("T")

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


def met(ask: Callable[[], T | None]) -> T:
    """What is said when a limit is met. Asked again, because something may have come back since it was used up."""
    for _ in range(100):
        if (found := ask()) is not None:
            return found
    raise AssertionError("the limit was never met")


# ------------------------------------------------------------------ messages


def test_forty_messages_at_once_are_heard_and_a_flood_ends_the_line(server: Server, here: str) -> None:
    players = a_table(server.url, sources=(here,))
    guest = Guest(server.url, players[0].code, source=here)
    for _ in range(39):  # the hello was the first
        guest.send(c.Ping())
    assert [type(guest.hear()) for _ in range(39)] == [m.Pong] * 39
    for _ in range(1000):  # as many as come back in most of a minute
        guest.send(c.Ping())
    guest.hear_out()
    assert guest.bye is not None and guest.bye.code == "limit/messages-per-second" and guest.bye.retry is not None
    assert guest.frames.closed == 1008
    assert hit(server, "messages_per_second") >= 1
    back = Guest(server.url, players[0].code, source=here)
    assert back.info is not None, "who comes back is let in"


def test_questions_that_take_long_count_for_more(server: Server, here: str) -> None:
    seated = a_table(server.url, sources=(here,))[0]
    guest = Guest(server.url, seated.code, seated.token, source=here)
    actions = ("end",) * 40
    answer = guest.command(c.AskReasons, seat=0, actions=actions)
    assert isinstance(answer, m.Reasons)
    for number in range(30):  # fewer than one may send at once, if they counted for one each
        guest.send(c.AskReasons(1000 + number, 0, actions))
    guest.hear_out()
    assert guest.bye is not None and guest.bye.code == "limit/messages-per-second"


def test_who_talks_too_much_is_told_so_and_stays(server: Server, here: str) -> None:
    guest, _ = a_table(server.url, sources=(here,))
    numbers = [guest.next_seq() for _ in range(30)]
    began = time.monotonic()
    for number in numbers:
        guest.send(c.Say(number, "hello"))
    heard = {message.seq: message for message in guest.settle() if isinstance(message, m.Ack | m.Refused)}
    came_back = (time.monotonic() - began) / 0.6
    answered = [heard[number] for number in numbers]
    refused = [answer.code for answer in answered if isinstance(answer, m.Refused)]
    assert all(isinstance(answer, m.Ack) for answer in answered[:6])
    assert set(refused) == {"chat/too-fast"} and len(refused) >= 24 - came_back - 1
    assert guest.bye is None


def test_frames_that_are_no_messages_are_limited_like_messages(server: Server, here: str) -> None:
    for flood in (frame(b"", CONTINUED, fin=False), frame(b"x" * 125, PING), frame(b"", PONG)):
        with Frames(server.url, source=here) as socket:
            socket.send(b"", fin=False)
            socket.send_bytes(flood * 2000)
            while socket.receive() is not None:
                pass
            assert socket.closed == LOST


def test_who_says_no_hello_is_shown_out_and_may_come_back(tmp_path: Path) -> None:
    with a_server(tmp_path, *SHORT, "--hello-seconds", "0.5", "--log-level", "debug") as hasty, Frames(hasty.url) as socket:
        heard = []
        socket.send(b'{"t":"ping"}')
        for message in socket.texts():  # whatever is said that is no hello
            heard.append(message)
            time.sleep(0.1)
            socket.send(b'{"t":"ping"}')
        *others, last = heard
        assert {message["code"] for message in others} <= {"message/hello-first"}
        assert last["code"] == "message/no-hello" and last["retry"] and socket.closed == 1008
        assert_sound(hasty)


# ------------------------------------------------------------------ sockets and connections


def test_an_address_has_so_many_sockets_and_gets_them_back(server: Server, here: str) -> None:
    sockets = [Frames(server.url, source=here) for _ in range(30)]
    assert all(socket.refused is None for socket in sockets)
    assert is_over(Frames(server.url, source=here).refused, "sockets_per_address")
    assert Frames(server.url, source=f"127.0.2.{here.rpartition('.')[2]}").refused is None, "others have their own"
    sockets.pop().hang_up()
    wait_for(lambda: Frames(server.url, source=here).refused is None)


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
    request = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    lines = [connect(server.url, here) for _ in range(100)]
    [refused] = answers(exchange(server.url, request, source=here))
    assert is_over(refused, "connections_per_address") and hit(server, "connections_per_address") >= 1
    assert call(server.url, "GET", "/health", source=f"127.0.2.{here.rpartition('.')[2]}").status == 200
    for line in lines[:10]:
        line.close()
    wait_for(lambda: answers(exchange(server.url, request, source=here))[0].status == 200)
    for line in lines:
        line.close()


def test_sockets_are_no_connections_any_more(server: Server, here: str) -> None:
    def can_open() -> bool:
        with Frames(server.url, source=here) as socket:
            return socket.refused is None

    for _ in range(150):  # more than connections; that the last one is gone may take the server a moment
        wait_for(can_open)


# ------------------------------------------------------------------ requests


def test_an_address_opens_so_many_rooms(server: Server, here: str) -> None:
    def opened(source: str) -> Answer:
        return call(server.url, "POST", "/api/rooms", {"name": "Ada", "token": secrets.token_hex(16)}, source=source)

    assert [opened(here).status for _ in range(10)] == [201] * 10
    over = opened(here)
    assert is_over(over, "rooms_per_address") and 1 <= int(over.headers["retry-after"]) <= 61
    assert opened(f"127.0.2.{here.rpartition('.')[2]}").status == 201


def test_a_learner_takes_every_lesson_and_tries_every_example_in_a_row(server: Server, here: str) -> None:
    tables = [lesson.at for lesson in LESSONS.values()] + [example.at for example in EXAMPLES.values()]
    for table in tables:
        open_room(server.url, secrets.token_hex(16), source=here, position=position(table.state), exact=True)
    open_room(server.url, secrets.token_hex(16), source=here)


def test_an_address_makes_so_many_profiles_and_keeps_them(server: Server, here: str) -> None:
    def saved(secret: str) -> Answer:
        return call(server.url, "PUT", "/api/profile", {"name": "Ada"}, profile=secret, source=here)

    mine = [secrets.token_hex(16) for _ in range(10)]
    assert [saved(secret).status for secret in mine] == [200] * 10
    assert is_over(saved(secrets.token_hex(16)), "profiles_per_address")
    assert [saved(secret).status for secret in mine] == [200] * 10, "those that are there are changed as often as one likes"


def flood(server: Server, source: str) -> list[Answer]:
    """What is answered to four hundred requests at once, and one more."""
    request = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n{}\r\n"
    data = request.format("") * 400 + request.format("Connection: close\r\n")
    return answers(exchange(server.url, data.encode(), source=source))


def test_an_address_makes_so_many_requests(server: Server, here: str) -> None:
    began = time.monotonic()
    statuses = [answer.status for answer in flood(server, here)]
    came_back = 20 * (time.monotonic() - began)
    assert statuses[:200] == [404] * 200 and set(statuses) <= {404, 429} and len(statuses) == 401
    assert statuses.count(404) <= 200 + came_back + 1
    refused = met(lambda: next((answer for answer in flood(server, here) if answer.status != 404), None))
    assert is_over(refused, "requests_per_second")

    def socket_after_a_flood() -> Answer | None:
        flood(server, here)
        return Frames(server.url, source=here).refused

    assert is_over(met(socket_after_a_flood), "requests_per_second"), "a socket begins with a request"
    assert call(server.url, "GET", "/health", source=f"127.0.2.{here.rpartition('.')[2]}").status == 200


def test_bodies_have_a_longest_length(server: Server, here: str) -> None:
    assert is_over(call(server.url, "PUT", "/api/profile", b" " * 65_537, source=here, profile="0" * 32), "http_bytes", 413)
    assert call(server.url, "PUT", "/api/profile", b" " * 65_536, source=here, profile="0" * 32).code == "body/malformed"
    assert is_over(call(server.url, "POST", "/api/rooms", b" " * 1_000_001, source=here), "import_bytes", 413)
    assert is_over(call(server.url, "POST", "/api/trial/en", b" " * 1_000_001, source=here), "import_bytes", 413)
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
