"""When something is wrong that nobody at the table can help: a refusal with a code and a sentence, and the room unharmed."""

from __future__ import annotations

import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from casting_shadows.protocol import PROTOCOL, decode_sent, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .guests import ROOMY, Guest, a_table, open_room
from .servers import Server, a_server
from .soundness import assert_sound
from .wire import Frames, call

pytestmark = [pytest.mark.T18, pytest.mark.once]

TALKATIVE = ("--chat-interval", "0.001", "--chat-burst", "1000000", "--log-level", "debug")


def start(*flags: str) -> tuple[int, str]:
    """How the command ends that cannot start, and what it says."""
    ended = subprocess.run([sys.executable, "-m", "casting_shadows", "serve", *flags], capture_output=True, text=True, timeout=30)
    return ended.returncode, ended.stderr


def test_a_server_that_cannot_start_says_why_in_a_sentence(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY) as server:
        port = server.url.rpartition(":")[2]
        database = str(tmp_path / "other.db")
        code, said = start("--port", port, "--database", database)
        assert code != 0 and "--port" in said and "Traceback" not in said
        (tmp_path / "text.db").write_text("this is no database " * 100)
        code, said = start("--port", "0", "--database", str(tmp_path / "text.db"))
        assert code != 0 and "text.db" in said and "Traceback" not in said
        assert call(server.url, "GET", "/health").status == 200, "the one that was there goes on"


def test_a_full_database_refuses_what_it_cannot_keep_and_the_room_goes_on_later(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY, *TALKATIVE, "--max-database-mb", "1") as server:
        ada, bob = a_table(server.url)
        pack = '[pack]\nname = "mine"\n' + f"# {'x' * 1900}\n" * 30
        fill = {"name": "Eve", "token": secrets.token_hex(16), "own_packs": [pack]}
        answers = [call(server.url, "POST", "/api/rooms", fill) for _ in range(30)]
        assert (answers[-1].status, answers[-1].code) == (503, "storage/full") and len(answers[-1].json["message"]) > 20
        said = 0
        while isinstance(answer := ada.command(c.Say, text=secrets.token_hex(150)), m.Ack):
            said += 1
        assert isinstance(answer, m.Refused) and answer.code == "storage/full"
        assert call(server.url, "GET", "/api/rooms").status == 200, "what is there can be read"
        assert_sound(server)
        server.kill()
        roomy = Server(tmp_path, (*ROOMY, *TALKATIVE))
        try:
            back = [Guest(roomy.url, guest.code, guest.token) for guest in (ada, bob)]
            assert [guest.you for guest in back] == [ada.you, bob.you]
            back[0].settle()
            heard = [decode_sent(data) for _, data in back[0].inbox]
            lines = [message.number for message in heard if isinstance(message, m.Line)]
            assert lines == list(range(1, said + 1))[-100:], "every line that was confirmed is there, and no other"
            back[0].concede(0)
        finally:
            roomy.kill()


def test_a_database_that_was_taken_away_is_noticed(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY, "--log-level", "debug") as server:
        assert call(server.url, "GET", "/health").status == 200
        server.database.rename(tmp_path / "elsewhere.db")
        answer = call(server.url, "GET", "/health")
        assert (answer.status, answer.code) == (503, "storage/away")
        assert_sound(server)


def test_what_is_said_out_of_turn_too_soon_or_too_late_is_refused_and_the_line_stays_open(tmp_path: Path) -> None:
    with a_server(tmp_path, *ROOMY, "--log-level", "debug") as server:
        token = secrets.token_hex(16)
        code = open_room(server.url, token)
        with Frames(server.url) as socket:
            socket.send(encode(c.Ready(1)))
            heard = socket.receive()
            assert heard is not None and b'"message/hello-first"' in heard[1]
            socket.send(encode(c.Hello(PROTOCOL, code, token)))
            heard = socket.receive()
            assert heard is not None and b'"welcome"' in heard[1], "it is not too late for a hello"
        visitor = Guest(server.url, code)
        assert visitor.refused(c.Start) == "room/not-joined"
        assert visitor.refused(c.Join, name="\u200b", token=visitor.token) == "name/empty"
        assert visitor.refused(c.Join, name="Bob", token=visitor.token, seat=5) in ("seat/taken", "seat/none")
        assert visitor.refused(c.Claim, code="0000000000", token=visitor.token) == "claim/wrong-code"
        ada = Guest(server.url, code, token)
        visitor.join("Bob", 1)
        assert visitor.refused(c.Start) == "room/owner-only"
        assert ada.refused(c.Start) == "room/not-ready"
        assert ada.refused(c.Act, version=0, seat=0, action="end") == "room/not-playing"
        visitor.send(c.Hello(PROTOCOL, code))
        again = [message for message in visitor.settle() if isinstance(message, m.Refused)]
        assert [message.code for message in again] == ["message/hello-again"]
        for protocol, words in ((PROTOCOL + 1, "newer"), (0, "older")):
            with Frames(server.url) as socket:
                socket.send(encode(c.Hello(protocol, code)))
                [bye] = socket.hear_out()
                assert bye["code"] == "protocol/other" and words in bye["message"] and socket.closed == 4001
        assert_sound(server)
