"""Room codes are too many to be guessed, too few can be tried, and every wrong one gets the same answer (T28)."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from casting_shadows.protocol import PROTOCOL, encode
from casting_shadows.protocol import commands as c
from casting_shadows.server.hub import CODE_LENGTH, LETTERS, new_code, read_code
from casting_shadows.server.settings import Settings

from .guests import SHORT, Guest, a_table, open_room
from .servers import Server, a_server
from .soundness import assert_sound
from .test_abuse_limits import met
from .wire import Answer, Frames, call

pytestmark = [pytest.mark.T28, pytest.mark.once]

DELAY = 0.05
LEAST = DELAY - 0.002
"""An event loop counts in milliseconds, and may be one early."""
FLAGS = (*SHORT, "--refusal-delay", str(DELAY), "--rooms-per-address", "1000", "--log-level", "debug")
DAY = 24 * 60
"""Minutes."""


def test_a_day_of_guessing_from_ten_addresses_is_in_vain() -> None:
    assert len(set(LETTERS)) == 32 and math.log2(len(LETTERS) ** CODE_LENGTH) == 40
    tries = 10 * (Settings.lookups_per_minute * DAY + Settings.lookups_per_minute)  # what comes back, and what was there
    assert 200 * tries / 32**CODE_LENGTH < 1e-3 / 30, "two hundred rooms"
    codes = {new_code() for _ in range(2000)}
    assert len(codes) == 2000 and {letter for code in codes for letter in code} == set(LETTERS)


def test_letters_that_are_mistaken_for_each_other_lead_to_the_same_room() -> None:
    assert read_code(" abcd-2345 ") == "ABCD2345"
    assert read_code("OIL0-110u") == "0110110V"
    assert all(read_code(code) == code for code in (new_code() for _ in range(200)))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that can be asked as often as one likes."""
    with a_server(tmp_path_factory.mktemp("guessing"), *FLAGS, "--lookups-per-minute", "100000") as running:
        yield running
        assert_sound(running)


@pytest.fixture(scope="module")
def wrong(server: Server) -> dict[str, str]:
    """Codes that lead nowhere, for different reasons."""
    full = a_table(server.url, started=False, spectators=False)[0].code
    playing = a_table(server.url, spectators=False)[0].code
    ended, _ = a_table(server.url, spectators=False)
    ended.do(c.Act, version=ended.version, seat=0, action="concede")
    return {
        "wrong": "ABCDEFGH",
        "another wrong one": new_code(),
        "short": "ABC",
        "empty but for blanks": "%20",
        "too long": "A" * 20,
        "no code": "!@$",
        "no letters": "é☃",
        "full": full,
        "playing": playing,
        "ended": ended.code,
    }


def test_every_wrong_code_gets_the_same_answer_over_http_after_the_same_time(server: Server, wrong: dict[str, str]) -> None:
    joining = {"name": "Mallory", "token": secrets.token_hex(16)}
    for method, path, body in (
        ("GET", "/api/rooms/{}", None),
        ("POST", "/api/rooms/{}/join", joining),
        ("GET", "/api/rooms/{}/packs/mine", None),
    ):
        told = set()
        for code in wrong.values():
            quoted = code if code.isascii() else "%C3%A9"
            began = time.monotonic()
            answer = call(server.url, method, path.format(quoted), body)
            assert time.monotonic() - began >= LEAST
            told.add((answer.status, answer.body, tuple((n, v) for n, v in answer.headers.items() if n != "date")))
        assert len(told) == 1
        status, said, _ = told.pop()
        assert status == 404 and b"room/not-open" in said


def test_every_wrong_code_gets_the_same_goodbye_at_the_socket_after_the_same_time(server: Server, wrong: dict[str, str]) -> None:
    told = set()
    for token in (None, secrets.token_hex(16)):
        for code in wrong.values():
            began = time.monotonic()
            with Frames(server.url) as socket:
                socket.send(encode(c.Hello(PROTOCOL, code, token)))
                opcode, said = socket.receive() or (0, b"")
                assert socket.receive() is None
                told.add((opcode, said, socket.closed))
            assert time.monotonic() - began >= LEAST
    assert len(told) == 1
    _, said, closed = told.pop()
    assert b'"room/not-open"' in said and closed == 4000


def test_who_has_a_seat_in_a_full_room_comes_in(server: Server) -> None:
    players = a_table(server.url, spectators=False)
    for player in players:
        back = Guest(server.url, player.code, player.token)
        assert back.you == player.you


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    """With ten tries a minute, as it comes."""
    with a_server(tmp_path, *FLAGS, "--refusal-delay", "0") as running:
        yield running
        assert_sound(running)


def guess(server: Server, source: str, code: str = "ABCDEFGH") -> str:
    return call(server.url, "GET", f"/api/rooms/{code}", source=source).code


def hello(server: Server, source: str, code: str = "ABCDEFGH") -> tuple[dict[str, object], int | None]:
    with Frames(server.url, source=source) as socket:
        socket.send(encode(c.Hello(PROTOCOL, code)))
        [said] = socket.hear_out()
        return said, socket.closed


def came_back(began: float) -> int:
    """How many tries an address got back since then, at most."""
    return math.ceil((time.monotonic() - began) / 6)


def test_an_address_tries_so_many_codes_a_minute_however_it_asks(strict: Server) -> None:
    here, elsewhere = "127.0.5.1", "127.0.5.2"
    code = open_room(strict.url, secrets.token_hex(16))
    for _ in range(15):
        assert call(strict.url, "GET", f"/api/rooms/{code}", source=here).status == 200, "a right code is no guess"

    def guess_on() -> int:
        """Guess until that is refused, over HTTP and at the socket in turn; how often it was not."""
        for tries in range(100):
            told = guess(strict, here) if tries % 2 else str(hello(strict, here)[0]["code"])
            if told != "room/not-open":
                assert told == "limit/lookups-per-minute"
                return tries
        raise AssertionError("one may guess for ever")

    began = time.monotonic()
    tries = guess_on()
    assert 10 <= tries <= 10 + came_back(began)

    def right_code() -> Answer | None:
        guess_on()
        answer = call(strict.url, "GET", f"/api/rooms/{code}", source=here)
        return answer if answer.status != 200 else None

    def right_hello() -> tuple[dict[str, object], int | None] | None:
        guess_on()
        with Frames(strict.url, source=here) as socket:
            socket.send(encode(c.Hello(PROTOCOL, code)))
            said = next(socket.texts())
            if said["t"] == "welcome":
                return None
            socket.hear_out()
            return said, socket.closed

    over = met(right_code)
    assert (over.status, over.code) == (429, "limit/lookups-per-minute") and 1 <= int(over.headers["retry-after"]) <= 6
    said, closed = met(right_hello)
    assert said["code"] == "limit/lookups-per-minute" and closed == 1008 and said["retry"]
    assert guess(strict, elsewhere) == "room/not-open"
    assert call(strict.url, "GET", f"/api/rooms/{code}", source=elsewhere).status == 200


def test_many_tries_at_once_are_no_more_tries(strict: Server) -> None:
    answers: list[str] = []

    def try_some() -> None:
        for _ in range(4):
            answers.append(guess(strict, "127.0.5.3", new_code()))
            answers.append(str(hello(strict, "127.0.5.3", new_code())[0]["code"]))

    began = time.monotonic()
    threads = [threading.Thread(target=try_some) for _ in range(15)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) == {"room/not-open", "limit/lookups-per-minute"} and len(answers) == 120
    assert 10 <= answers.count("room/not-open") <= 10 + came_back(began)
