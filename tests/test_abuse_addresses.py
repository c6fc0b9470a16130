"""Limits are one address's own: who the client is, who only says so, and that the others play on (T26)."""

from __future__ import annotations

import random
import secrets
import threading
import time
from pathlib import Path

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.server.limits import Limit

from .guests import SHORT, a_table, play_on
from .servers import Server, a_server
from .soundness import assert_sound
from .test_abuse_limits import here as here
from .test_abuse_limits import hit, is_over
from .test_abuse_limits import server as server
from .wire import Answer, Frames, call, connect, frame, wait_for

pytestmark = [pytest.mark.T26, pytest.mark.once]


def test_a_strangers_word_about_their_address_counts_nothing(server: Server, here: str) -> None:
    for number in range(10):
        assert forwarded_room(server, here, f"203.0.113.{number}").status == 201
    assert is_over(forwarded_room(server, here, "203.0.113.99"), "rooms_per_address")


def forwarded_room(server: Server, source: str, forwarded: str) -> Answer:
    body = {"name": "Ada", "token": secrets.token_hex(16)}
    return call(server.url, "POST", "/api/rooms", body, source=source, headers={"X-Forwarded-For": forwarded})


def test_a_named_proxy_is_believed_about_whom_it_speaks_for(tmp_path: Path) -> None:
    proxy, flags = "127.0.4.1", ("--trusted-proxy", "127.0.4.1", "--rooms-per-address", "2", "--connections-per-address", "2")
    with a_server(tmp_path, *SHORT, *flags, "--sockets-per-address", "1", "--log-level", "debug") as server:
        for client in ("203.0.113.1", "203.0.113.2", "2001:db8::1"):
            assert [forwarded_room(server, proxy, client).status for _ in range(2)] == [201] * 2
            assert is_over(forwarded_room(server, proxy, client), "rooms_per_address")
            lied = forwarded_room(server, proxy, f"198.51.100.{secrets.randbelow(250)}, {client}")
            assert is_over(lied, "rooms_per_address"), "only what the proxy itself has added is believed"
        lines = [connect(server.url, proxy) for _ in range(10)]
        assert call(server.url, "GET", "/health", source=proxy).status == 200, "a proxy speaks for many"
        first = Frames(server.url, source=proxy, headers={"X-Forwarded-For": "203.0.113.7"})
        second = Frames(server.url, source=proxy, headers={"X-Forwarded-For": "203.0.113.7"})
        other = Frames(server.url, source=proxy, headers={"X-Forwarded-For": "203.0.113.8"})
        assert first.refused is None and other.refused is None and is_over(second.refused, "sockets_per_address")
        for line in lines:
            line.close()
        assert_sound(server)


def test_while_one_address_floods_the_others_play(server: Server) -> None:
    stop = threading.Event()
    sent = [0] * 50

    def flood(number: int) -> None:
        rng = random.Random(f"flood {number}")
        data = b"".join(frame(rng.choice((b'{"t":"ping"}', b"{}", b"", b'{"t":"hello"}'))) for _ in range(500))
        while not stop.is_set():
            try:
                with Frames(server.url, source="127.0.9.9") as socket:
                    if socket.refused is None:
                        socket.send_bytes(data)
                        sent[number] += 500
            except OSError:
                pass  # hung up on in the middle of a word
            time.sleep(0.05)

    threads = [threading.Thread(target=flood, args=(number,), daemon=True) for number in range(len(sent))]
    for thread in threads:
        thread.start()
    wait_for(lambda: sum(sent) > 1000)
    players = a_table(server.url, sources=("127.0.9.1", "127.0.9.2"), players=2)
    play_on(players, random.Random("meanwhile"), until=lambda: players[0].version > 6)
    stop.set()
    for thread in threads:
        thread.join()
    assert players[0].version > 6 and [player.bye for player in players] == [None, None]


def test_a_person_who_plays_never_meets_a_limit(tmp_path: Path, here: str) -> None:
    with a_server(tmp_path, *SHORT, "--log-level", "debug") as server:
        players = a_table(server.url, sources=(here,))
        rng = random.Random("a person")
        acts = 0
        while acts < 25 and not players[0].is_over:
            for player in players:
                player.drain()
                if (part := player.turn()) is not None:
                    answer = player.command(c.Act, version=player.version, seat=part.seat, action=rng.choice(part.choices).action)
                    assert not isinstance(answer, m.Refused) or answer.code == "version/stale", answer
                    acts += 1
                    time.sleep(0.05)  # ten times as fast as people are
        assert [player.bye for player in players] == [None, None]
        assert {limit: hit(server, limit) for limit in Limit} == dict.fromkeys(Limit, 0)
        assert_sound(server)
