"""Tokens, profile secrets and one-time codes are nowhere to be read; a game's secret is told when it is over (T22, T29)."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import random
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.server.app import build, open_storage
from casting_shadows.server.logs import Log
from casting_shadows.server.serve import listen, room_server
from casting_shadows.server.settings import Settings

from .guests import ROOMY, Guest, a_table, begin, open_room, play_on
from .servers import Server, a_server
from .soundness import assert_sound
from .wire import Answer, call

pytestmark = pytest.mark.once

DAY = 86_400.0


class Eavesdropper:
    """Asks over HTTP and keeps every answer."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.heard: list[bytes] = []

    def call(self, method: str, path: str, body: object = None, profile: str | None = None) -> Answer:
        answer = call(self.server.url, method, path, body, profile=profile)
        self.heard.append(answer.body + repr(answer.headers).encode())
        return answer

    def ask_everything(self, code: str, game: str) -> None:
        """Every address that could say something about a room, by its code, or about its game, by any name it could have."""
        for path in (
            "/api/rooms",
            f"/api/rooms/{code}",
            "/api/games",
            "/api/leaderboard",
            "/metrics",
            "/openapi.json",
            "/health",
        ):
            self.call("GET", path)
        for name in (game, code, code.lower()):
            for part in ("", "/text", "/replay", "/replay?seat=0", "/replay?open=1", "/advice", "/cards/en"):
                answer = self.call("GET", f"/api/games/{name}{part}")
                assert (answer.status, answer.code) == (404, "game/missing"), "no unfinished game can be had"


def stored(server: Server) -> bytes:
    """Every byte of the database, its log included."""
    return b"".join(path.read_bytes() for path in sorted(server.database.parent.glob(f"{server.database.name}*")))


def unfinished_game(server: Server) -> tuple[str, str]:
    """The secret and the name of the only game there is, as the database has them."""
    found = stored(server)
    secret = found.partition(b'"secret":"')[2][:64].decode()
    name = found.partition(b'"game":"')[2][:12].decode()
    assert len(bytes.fromhex(secret)) == 32 and name.isalnum(), "what is searched for was there to be found"
    return secret, name


@pytest.mark.T29
@pytest.mark.T22
def test_no_secret_is_stored_logged_or_told(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY, "--log-level", "debug") as server:
        profiles = [secrets.token_hex(16) for _ in range(2)]
        ear = Eavesdropper(server)
        for profile in profiles:
            ear.call("PUT", "/api/profile", {"name": "Ada"}, profile)
        ada, bob, watcher = a_table(server.url, watchers=1, profiles=(*profiles, None), clock="none")
        visitor = Guest(server.url, ada.code)
        play_on([ada, bob], random.Random("secrets"), until=lambda: ada.version > 8)
        # Bob goes on at another device.
        answer = bob.do(c.Transfer)
        assert isinstance(answer, m.OneTimeCode)
        phone = Guest(server.url, ada.code)
        phone.do(c.Claim, code=answer.code, token=phone.token)
        assert phone.you == bob.you
        bob.hear_out()
        # Nothing about the game is told before its end.
        secret, name = unfinished_game(server)
        ear.ask_everything(ada.code, name)
        for guest in (ada, watcher, phone):
            assert ear.call("GET", f"/api/rooms/{ada.code}/replay", profile=guest.token).json["moves"] > 0
            assert ear.call("GET", f"/api/rooms/{ada.code}/numbers", profile=guest.token).json["seats"][0]["turns"] > 0
        for guest in (ada, watcher, visitor, phone):
            guest.settle()
        everybody = (ada, bob, phone, watcher, visitor)
        frames = {guest: b"\n".join(data for _, data in guest.inbox) for guest in everybody}
        told = b"\n".join((*frames.values(), *ear.heard))
        assert secret.encode() not in told + server.log().encode() and secret.encode() in stored(server)
        assert name.encode() not in told
        play_on([ada, phone], random.Random("secrets"))
        ended = ada.info.result if ada.info is not None else None
        assert ended is not None and (ended.secret, ended.game) == (secret, name)
        tokens = [guest.token for guest in (ada, bob, phone, watcher)]
        hidden = [*tokens, *profiles, answer.code]
        database, log = stored(server), server.log()
        assert all(hashlib.sha256(token.encode()).hexdigest().encode() in database for token in tokens), "hashed they are there"
        for mark in hidden:
            assert mark.encode() not in database, "nothing is stored as it is"
            assert mark not in log and mark.encode() not in b"\n".join(ear.heard)
            for guest in everybody:
                seen = frames[guest] + b"\n".join(data for _, data in guest.inbox)
                assert mark.encode() not in seen or (guest is bob and mark == answer.code)
        for mark in (ada.code, name, *(hashlib.sha256(b"profile " + profile.encode()).hexdigest() for profile in profiles)):
            assert mark not in log
        assert_sound(server)


@pytest.mark.T29
def test_no_secret_is_part_of_an_address(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY) as server:
        description = call(server.url, "GET", "/openapi.json").json
        named = {
            parameter["name"]
            for methods in description["paths"].values()
            for described in methods.values()
            for parameter in described["parameters"]
        }
        queries = {"packs", "part", "hash", "before", "limit", "first", "count", "seat", "open", "step"}
        assert named == {"code", "name", "id", "language"} | queries
        assert call(server.url, "GET", "/health").headers["referrer-policy"] == "no-referrer"


@pytest.mark.T29
def test_the_old_token_is_void_when_a_place_has_moved(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY) as server:
        ada, bob = a_table(server.url)
        answer = bob.do(c.Transfer)
        assert isinstance(answer, m.OneTimeCode) and len(answer.code) == 10
        again = bob.do(c.Transfer)
        assert isinstance(again, m.OneTimeCode)
        phone = Guest(server.url, ada.code)
        assert phone.refused(c.Claim, code=answer.code, token=phone.token) == "claim/wrong-code", "an older code is void"
        phone.do(c.Claim, code=again.code.upper(), token=phone.token)
        assert phone.you == bob.you
        bob.hear_out()
        assert bob.bye is not None and bob.bye.code == "seat/moved" and bob.frames.closed == 4000
        third = Guest(server.url, ada.code)
        assert third.refused(c.Claim, code=again.code, token=third.token) == "claim/wrong-code", "a code is good once"
        void = Guest(server.url, ada.code, bob.token)
        assert void.you is None, "to the room it is a stranger's"
        assert Guest(server.url, ada.code, phone.token).you == phone.you


@contextmanager
def a_server_of_another_day(folder: Path) -> Iterator[tuple[str, list[float]]]:
    """A server in this process whose clock can be set forward: its address, and the seconds it is ahead."""
    ahead, ready = [0.0], threading.Event()
    settings = Settings(port=0, database=str(folder / "rooms.db"), window_min=0.05, grace_min=0.2, refusal_delay=0.0)
    listening = listen(settings)
    stop: list[object] = []

    async def run() -> None:
        parts = build(settings, await open_storage(settings), Log(io.StringIO(), "debug", strict=True))
        parts.hub.clock = lambda: time.time() + ahead[0]
        running = room_server(settings, parts)
        stop.append(running)
        ready.set()
        await running.serve(sockets=[listening])

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert ready.wait(20)
    host, port = listening.getsockname()
    try:
        yield f"http://{host}:{port}", ahead
    finally:
        stop[0].should_exit = True  # type: ignore[attr-defined]
        thread.join()


@pytest.mark.T29
def test_tokens_expire_a_day_after_the_game(tmp_path: Path) -> None:
    with a_server_of_another_day(tmp_path) as (url, ahead):
        token, other = secrets.token_hex(16), secrets.token_hex(16)
        code = open_room(url, token)
        ada, bob = Guest(url, code, token), Guest(url, code, other).join("Bob", 1)
        begin([ada, bob])
        ada.do(c.Act, version=ada.version, seat=0, action="concede")
        ada.until(lambda: ada.is_over)
        for guest in (ada, bob):
            guest.hang_up()
        ahead[0] = DAY - 60
        assert Guest(url, code, token).you == ada.you
        ahead[0] = DAY + 60
        late = Guest(url, code, token)
        assert late.you is None, "from now on it opens nothing"
        assert late.refused(c.Rematch) == "room/not-joined"
        assert json.loads(late.inbox[0][1]).get("you") is None
