"""Who stops reading is dropped before much has piled up, costs the others nothing, and catches up on coming back (T27)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .counts import runs
from .guests import ROOMY, Guest, a_table, play_on
from .servers import Server, a_server
from .soundness import assert_sound, memory, metric
from .wire import PING, Frames, connect, frame

pytestmark = [pytest.mark.T27, pytest.mark.once]

SLOW = runs(20, 200)
IN_A_ROOM = 50
TALKATIVE = ("--chat-interval", "0.001", "--chat-burst", "1000000", "--ping-interval", "1000", "--log-level", "debug")
"""Nobody is asked whether they are there: it is what piles up that must give them away."""
MOST_EACH = 600_000
"""Bytes for one slow reader: 256 KB wait in our queue, up to 64 KB in the transport, and something is left for the rest."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("slow"), *ROOMY, *TALKATIVE) as running:
        yield running
        assert_sound(running)


def dropped(server: Server) -> int:
    return int(metric(server, "slow_readers_dropped_total"))


def test_slow_readers_are_dropped_and_catch_up(server: Server) -> None:
    before, rng = dropped(server), random.Random("slow readers")
    rooms: list[tuple[list[Guest], list[Guest]]] = []
    for start in range(0, SLOW, IN_A_ROOM):
        players = a_table(server.url, clock="none")
        slow = [Guest(server.url, players[0].code, receive_buffer=2048) for _ in range(min(IN_A_ROOM, SLOW - start))]
        rooms.append((players, [guest.join(f"Sleeper {number}") for number, guest in enumerate(slow)]))
    memory_before = memory(server)
    most = 0
    for players, slow in rooms:
        goal = dropped(server) + len(slow)
        for _ in range(200):
            for number in range(40):  # with every new name everybody is sent the whole room
                players[0].send(c.Rename(players[0].next_seq(), f"Ada {number}"))
            for player in players:
                player.settle()
            most = max(most, memory(server) - memory_before)
            if dropped(server) >= goal:
                break
    assert dropped(server) - before == SLOW
    assert most <= SLOW * MOST_EACH, f"{most} bytes for {SLOW} slow readers"
    for players, slow in rooms:
        play_on(players, rng, until=lambda players=players: players[0].version > 10)  # type: ignore[misc]
        for guest in slow:
            back = Guest(server.url, guest.code, guest.token, version=guest.version)
            assert back.you == guest.you
            back.settle()
            assert back.version >= players[0].version > guest.version
            back.hang_up()


def test_much_at_once_is_not_taken_for_slow_reading(server: Server) -> None:
    before = dropped(server)
    ada, bob = a_table(server.url)
    for _ in range(3):
        for _ in range(40):
            ada.send(c.Say(ada.next_seq(), "x" * 300))
        ada.settle()
    bob.hang_up()
    back = Guest(server.url, bob.code, bob.token)
    assert sum(isinstance(message, m.Line) for message in back.settle()) == 100, "all that is kept of the chat"
    assert dropped(server) == before


def test_pongs_for_somebody_who_does_not_read_do_not_pile_up(server: Server) -> None:
    before = memory(server)
    with Frames(server.url, receive_buffer=2048) as socket:
        for _ in range(400):
            socket.send_bytes(frame(b"x" * 125, PING) * 500)
            if socket.receive(0.0001) is None and socket.closed is not None:
                break
    assert memory(server) - before <= 10_000_000


def test_a_slow_reader_of_answers_over_http_is_cut_off(server: Server) -> None:
    before = memory(server)
    host, _, port = server.url.removeprefix("http://").partition(":")
    request = f"GET /api/cards/en HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode() * 50
    lines = [connect(server.url, receive_buffer=2048) for _ in range(20)]
    for line in lines:
        line.sendall(request)
    watcher = a_table(server.url)[0]
    assert isinstance(watcher.do(c.Say, text="still here"), m.Ack)
    assert memory(server) - before <= 20 * 3_000_000
    for line in lines:
        line.close()
