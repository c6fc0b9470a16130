"""Other sites' pages and foreign names are turned away on real lines, over HTTP and at the socket alike (T30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from .guests import ROOMY
from .servers import Server, a_server
from .soundness import assert_sound
from .test_server_origin import BY_ADDRESS, PUBLIC, WITH_PUBLIC_URL
from .wire import Frames, call, connect

pytestmark = [pytest.mark.T30, pytest.mark.once]

HTTP = "GET /health HTTP/1.1"
SOCKET = "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With a public URL."""
    with a_server(tmp_path_factory.mktemp("named"), *ROOMY, "--public-url", PUBLIC, "--log-level", "debug") as running:
        yield running
        assert_sound(running)


@pytest.fixture(scope="module")
def nameless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("nameless"), *ROOMY, "--log-level", "debug") as running:
        yield running
        assert_sound(running)


def status(server: Server, request: str, *headers: tuple[str, str | None]) -> int:
    """What is answered to a request with these headers; None leaves one out. Letters no header can have go as UTF-8."""
    lines = [request.format(key=KEY), *(f"{name}: {value}" for name, value in headers if value is not None), "", ""]
    with connect(server.url) as line:
        line.sendall("\r\n".join(lines).encode())
        answer = b""
        while b"\r\n" not in answer:
            part = line.recv(4096)
            assert part, "the server hung up without a word"
            answer += part
    return int(answer.split(b" ")[1])


def can_be_sent(text: str | None) -> bool:
    """Whether a header can have this value: blanks around it are nobody's, and a line break ends it."""
    return text is None or (text.strip() == text and text.isprintable())


def check(server: Server, rows: Sequence[tuple[str | None, str | None, bool]]) -> None:
    told = 0
    for origin, host, passes in rows:
        if can_be_sent(origin) and can_be_sent(host):
            headers = (("Origin", origin), ("Host", host))
            found = [status(server, request, *headers) for request in (HTTP, SOCKET)]
            assert found == ([200, 101] if passes else [403, 403]), f"Origin {origin!r}, Host {host!r}"
            told += 1
    assert told > len(rows) - 8


def test_a_server_with_a_public_url(named: Server) -> None:
    check(named, WITH_PUBLIC_URL)
    check(named, BY_ADDRESS)


def test_a_server_reached_by_its_address(nameless: Server) -> None:
    check(nameless, BY_ADDRESS)
    check(nameless, [(origin, host, False) for origin, host, _ in WITH_PUBLIC_URL if host and "play.example" in host])


def test_who_says_two_things_is_believed_neither(named: Server) -> None:
    for request in (HTTP, SOCKET):
        assert status(named, request, ("Host", "play.example"), ("Host", "evil.example")) == 403
        assert status(named, request, ("Host", "evil.example"), ("Host", "play.example")) == 403
        assert status(named, request, ("Host", "play.example"), ("Host", "play.example")) == 403
        twice = (("Origin", PUBLIC), ("Origin", "https://evil.example"))
        assert status(named, request, ("Host", "play.example"), *twice) in (400, 403)
        assert status(named, request, ("Host", "play.example"), *reversed(twice)) in (400, 403)


def test_what_a_proxy_forwards_is_no_other_name(named: Server) -> None:
    for name in ("X-Forwarded-Host", "Forwarded", "X-Host", "X-Original-Host"):
        assert status(named, HTTP, ("Host", "evil.example"), (name, "host=play.example")) == 403
        assert status(named, HTTP, ("Host", "play.example"), (name, "evil.example")) == 200


def test_every_address_is_guarded_and_says_why(nameless: Server) -> None:
    foreign = {"Origin": "https://evil.example"}
    for method, path in (("GET", "/api/rooms"), ("POST", "/api/rooms"), ("DELETE", "/api/profile"), ("OPTIONS", "/api/rooms")):
        answer = call(nameless.url, method, path, headers=foreign)
        assert (answer.status, answer.code) == (403, "origin/foreign") and "--public-url" in answer.json["message"]
        assert not any(name.startswith("access-control") for name in answer.headers)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    for path in ("/ws", "/nothing"):
        refused = Frames(nameless.url, path=path, headers=foreign).refused
        assert refused is not None and (refused.status, refused.code) == (403, "origin/foreign")
