"""The log tells what happened and no secret, whoever writes into it and whatever goes wrong."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from casting_shadows.engine.errors import GameError
from casting_shadows.server.logs import BY_STRANGERS, NUMBERS, SHAPES, Log, libraries_log_to, room_tag, told

CODE = "ABCDEFGH"
"""A room code with no digit in it, the kind that looks most like a word."""
TOKEN = "kq3_Vb-0TzWm9dLxR7yNfA"
SECRET = "5e" * 32
MARKS = (CODE, TOKEN, SECRET, str(int(SECRET, 16)), "Heavy Hand", "heavy_hand RG RG", "Anna B.")


def logged(format: str = "json", level: str = "debug", strict: bool = False) -> tuple[Log, io.StringIO]:
    stream = io.StringIO()
    return Log(stream, level, format, strict=strict, clock=lambda: 1_750_000_000.1234), stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_json_object_a_line() -> None:
    log, stream = logged(strict=True)
    log.info("room_opened", room=room_tag(CODE), seats=4)
    log.warning("limit_hit", limit="rooms_per_address", address="2001:db8:1:2::/64")
    assert lines(stream) == [
        {"time": "2025-06-15T15:06:40.123Z", "level": "info", "event": "room_opened", "room": room_tag(CODE), "seats": 4},
        {
            "time": "2025-06-15T15:06:40.123Z",
            "level": "warning",
            "event": "limit_hit",
            "limit": "rooms_per_address",
            "address": "2001:db8:1:2::/64",
        },
    ]


def test_an_event_is_one_line_of_text() -> None:
    log, stream = logged("text", strict=True)
    log.error("request", route="room", method="GET", status=500, ms=1.5)
    log.bug("bug", KeyError(TOKEN))
    assert stream.getvalue() == (
        "2025-06-15T15:06:40.123Z ERROR   request route=room method=GET status=500 ms=1.5\n"
        '2025-06-15T15:06:40.123Z ERROR   bug trace=["KeyError at no place"]\n'
    )


def test_what_is_less_grave_than_the_level_is_not_written() -> None:
    log, stream = logged(level="warning")
    for write in (log.debug, log.info, log.warning, log.error):
        write("request")
    assert [line["level"] for line in lines(stream)] == ["warning", "error"]


@pytest.mark.T29
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("format", ["json", "text"])
def test_no_field_lets_a_secret_through(mark: str, format: str) -> None:
    log, stream = logged(format)
    for name in (*SHAPES, *NUMBERS, "token", "secret", "code", "profile", "hand", "action", "name", "path", "query", "url"):
        log.info("anything", **{name: mark})
        log.info("anything", **{name: f"/r/{mark}?token={mark}"})
    log.info("anything", seat=int(SECRET, 16), status=float("nan"), ms=float("inf"))
    log.info("anything", **{mark: 1})
    log.info(f"room {mark} opened")
    log.info(mark)
    text = stream.getvalue()
    assert len(text.splitlines()) == 2 * (len(SHAPES) + len(NUMBERS) + 10) + 4, "every line is written nevertheless"
    assert mark not in text and json.dumps(mark)[1:-1] not in text
    assert str(int(SECRET, 16)) not in text and "NaN" not in text and "Infinity" not in text


def test_what_was_left_out_is_named() -> None:
    log, stream = logged()
    log.info("room_opened", room=CODE, seat=2, token=TOKEN)
    log.info(f"opened {CODE}", **{CODE: 1})
    opened, unnamed = lines(stream)
    assert (opened["dropped"], opened["seat"]) == (["room", "token"], 2)
    assert (unnamed["event"], unnamed["dropped"]) == ("unnamed", ["?", "event"])


@pytest.mark.parametrize("fields", [{"token": TOKEN}, {"room": CODE}, {"route": f"/r/{CODE}"}, {"seat": "2"}])
def test_in_tests_leaving_out_is_an_error(fields: dict[str, Any]) -> None:
    log, _ = logged(strict=True)
    with pytest.raises(ValueError, match=next(iter(fields))):
        log.info("anything", **fields)


@pytest.mark.T29
def test_a_room_has_a_tag_that_tells_it_apart_and_nothing_else() -> None:
    tags = {room_tag(f"{number:08}") for number in range(1000)}
    assert len(tags) == 1000
    assert room_tag(CODE) == room_tag(CODE)
    assert CODE.lower() not in room_tag(CODE)


@pytest.mark.T29
def test_an_exception_is_told_by_its_kind_and_places_not_by_its_words() -> None:
    def deliver() -> None:
        raise KeyError(TOKEN)

    def serve() -> None:
        try:
            deliver()
        except KeyError as error:
            raise ExceptionGroup(f"with {TOKEN}", [OSError(errno.ENOSPC, TOKEN), GameError("storage/full", TOKEN)]) from error

    log, stream = logged(strict=True)
    try:
        serve()
    except ExceptionGroup as error:
        log.bug("bug", error, room=room_tag(CODE))
    (line,) = lines(stream)
    group, full, refusal, cause = line["trace"]
    assert group.startswith("ExceptionGroup at test_server_logs.py:") and group.endswith(" serve")
    assert (full, refusal) == ("OSError ENOSPC at no place", "GameError storage/full at no place")
    assert cause.startswith("KeyError at test_server_logs.py:") and cause.endswith(" deliver")
    assert TOKEN not in stream.getvalue()


def test_an_endless_chain_of_exceptions_has_an_end() -> None:
    one, other = ValueError(), TypeError()
    one.__cause__, other.__cause__ = other, one
    assert len(told(one)) == 5


class Full(io.StringIO):
    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, "no space left")


def test_a_log_that_cannot_be_written_stops_nobody() -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (Full(), closed):
        log = Log(stream)
        log.info("request")
        log.info("request")
        assert log.lost == 2


@pytest.mark.T29
def test_libraries_are_heard_in_their_own_words_only() -> None:
    log, stream = logged()
    before = logging.getLogger().handlers[:]
    with libraries_log_to(log):
        library = logging.getLogger("uvicorn.error")
        chatty = logging.getLogger("chatty")
        chatty.setLevel(logging.DEBUG)
        chatty.info("Connection open")
        library.warning("Exceeded concurrency limit.")
        library.warning('%s - "WebSocket %s" [accepted]', ("127.0.0.1", 1), f"/socket?token={TOKEN}")
        library.error(f"Cannot read /r/{CODE}")
        library.error("Cannot read %s", CODE)
        library.error(OSError(errno.EADDRINUSE, TOKEN))
        try:
            raise KeyError(TOKEN)
        except KeyError:
            library.exception("Exception in ASGI application\n%s", TOKEN)
    assert logging.getLogger().handlers == before
    warning, accepted, *unreadable, taken, broken = lines(stream)
    assert (warning["level"], warning["event"], warning["words"]) == ("warning", "library", "Exceeded concurrency limit.")
    assert warning["place"].startswith("uvicorn.error test_server_logs.py:")
    assert not any("words" in line for line in (accepted, *unreadable))
    assert taken["trace"] == ["OSError EADDRINUSE at no place"]
    assert broken["words"] == "Exception in ASGI application" and broken["trace"][0].startswith("KeyError at ")
    assert TOKEN not in stream.getvalue() and CODE not in stream.getvalue()


@pytest.mark.T25
@pytest.mark.parametrize("said", sorted(BY_STRANGERS))
def test_what_anybody_can_make_a_library_say_is_no_error(said: str) -> None:
    loud, heard = logged()
    calm, silent = logged(level="info")
    for log in (loud, calm):
        with libraries_log_to(log):
            try:
                raise UnicodeError(TOKEN)
            except UnicodeError:
                logging.getLogger("uvicorn.error").exception(said)
    [line] = lines(heard)
    assert (line["level"], line["words"]) == ("debug", said) and "trace" not in line
    assert lines(silent) == []


Message = MutableMapping[str, Any]


async def crashing(scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]) -> None:
    """An application that has a bug for every request, after accepting a socket."""
    if scope["type"] == "websocket":
        await receive()
        if b"refuse" in scope["query_string"]:
            await send({"type": "websocket.close"})
            return
        await send({"type": "websocket.accept"})
        message = await receive()
        raise KeyError(message["text"])
    raise ValueError(scope["query_string"])


@contextmanager
def running(application: Any) -> Iterator[int]:
    """A uvicorn set up as the server's; its port."""
    config = uvicorn.Config(application, port=0, lifespan="off", log_config=None, access_log=False, ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.T29
def test_a_search_of_a_real_servers_log_finds_no_secret(capfd: pytest.CaptureFixture[str]) -> None:
    log, stream = logged()

    async def ask(port: int, path: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer

    with libraries_log_to(log), running(crashing) as port:
        assert b" 500 " in asyncio.run(ask(port, f"/r/{CODE}?token={TOKEN}"))
        assert b" 400 " in asyncio.run(ask(port, f"/r/{CODE} {TOKEN}"))
        with connect(f"ws://127.0.0.1:{port}/r/{CODE}?token={TOKEN}") as socket:
            socket.send(SECRET)
            with pytest.raises(WebSocketException):
                socket.recv()
        with pytest.raises(WebSocketException):
            connect(f"ws://127.0.0.1:{port}/r/{CODE}?refuse={TOKEN}")
    text = stream.getvalue() + "".join(capfd.readouterr())
    assert [mark for mark in (CODE, TOKEN, SECRET) if mark in text] == []
    told_kinds = [entry.split(" at ")[0] for line in lines(stream) for entry in line.get("trace", [])]
    assert told_kinds == ["ValueError", "KeyError"], "and yet both bugs can be found in it"
    assert "Invalid HTTP request received." in text
