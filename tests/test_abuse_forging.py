"""Over real lines: nobody acts for a seat that is not theirs, and nobody is shown what is not theirs to see (T22, T23)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from casting_shadows.engine import position
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import encode
from casting_shadows.protocol import messages as m

from .counts import runs
from .guests import ROOMY, Guest, a_table, play_on
from .servers import Server, a_server
from .soundness import assert_sound
from .table import table
from .test_protocol_messages import INCOMING, any_message
from .wire import call

pytestmark = pytest.mark.once

SPEECH = {c.Ping, c.Rename, c.Leave, c.Say, c.Mute, c.Transfer, c.Answering, c.Join, c.Claim}
"""What somebody without a seat may do while others play, or what is for those who are not members yet."""
COMMANDS = [kind for kind in INCOMING if issubclass(kind, c.Command) and kind not in SPEECH]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("forging"), *ROOMY, "--log-level", "debug") as running:
        yield running
        assert_sound(running)


@pytest.fixture(scope="module")
def room(server: Server) -> list[Guest]:
    """Ada, whose turn it is, two more, and a watcher. No clock runs, so nothing happens by itself."""
    guests = a_table(server.url, 3, bots=1, watchers=1, clock="none", first=0)
    assert guests[0].info is not None
    return guests


def forged(kind: type[msgspec.Struct], guest: Guest, rng: random.Random) -> c.Command:
    """A command for seat 0, as good as it can be made."""
    fields: dict[str, Any] = {"seat": 0, "version": guest.version, "member": 1, "seq": guest.next_seq()}
    message = any_message(kind, rng)
    known = {name: value for name, value in fields.items() if name in message.__struct_fields__}
    if isinstance(message, c.Act):
        known["action"] = "concede"
    found = msgspec.structs.replace(message, **known)
    assert isinstance(found, c.Command)
    return found


def answer_to(guest: Guest, message: c.Command) -> m.Sent:
    guest.send(message)
    while (heard := guest.hear()) is not None:
        if getattr(heard, "seq", None) == message.seq:
            return heard
    raise AssertionError("the line was closed")


@pytest.mark.T23
@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_nobody_acts_for_somebody_else(server: Server, room: list[Guest], kind: type[msgspec.Struct]) -> None:
    ada, bob, carol, watcher = room
    visitor = Guest(server.url, ada.code)
    elsewhere = a_table(server.url, started=False)[0]
    for guest in room:
        guest.settle()
    before = call(server.url, "GET", f"/api/rooms/{ada.code}").json
    rng = random.Random(f"forged {kind.__name__}")
    for forger in (watcher, visitor, bob):
        if forger is bob and kind in (c.Pause, c.Undo):
            continue  # a vote of one's own, or a refusal with nothing to tell
        refused = answer_to(forger, forged(kind, forger, rng))
        assert isinstance(refused, m.Refused), f"{kind.__name__} was answered with {refused}"
        if forger is visitor:
            assert refused.code == "room/not-joined"
    foreign = answer_to(elsewhere, forged(kind, elsewhere, rng)) if "version" in kind.__struct_fields__ else None
    assert foreign is None or isinstance(foreign, m.Refused), "a version of another room's game is none of this one's"
    assert [guest.settle() for guest in (ada, carol)] == [[], []], "nobody hears of it"
    assert call(server.url, "GET", f"/api/rooms/{ada.code}").json == before
    for guest in (visitor, elsewhere):
        guest.hang_up()


@pytest.mark.T23
def test_what_a_client_adds_to_a_message_is_refused(room: list[Guest]) -> None:
    ada, rng = room[0], random.Random("added")
    for guest in room:
        guest.settle()
    for kind in INCOMING:
        message = json.loads(encode(any_message(kind, rng)))
        for added in (
            {"damage": 99},
            {"dice": "RG RG RG"},
            {"cost": 0},
            {"by": 1},
            {"secret": "00" * 32},
            {"__proto__": {"seat": 0}},
        ):
            ada.frames.send(json.dumps({**message, **added}))
            refused = ada.hear()
            assert isinstance(refused, m.Refused) and refused.code == "message/malformed"
            assert refused.seq == message.get("seq"), "whoever waits for an answer hears that there is none"
    assert room[1].settle() == []


@pytest.mark.T23
def test_after_the_end_nothing_is_played(server: Server) -> None:
    ada, bob = a_table(server.url)
    ada.do(c.Act, version=ada.version, seat=0, action="concede")
    for guest in (ada, bob):
        guest.until(lambda guest=guest: guest.is_over)  # type: ignore[misc]
    for guest in (ada, bob):
        guest.settle()
    for seat, guest in enumerate((ada, bob)):
        for action in ("end", "concede", "pass"):
            assert guest.refused(c.Act, version=guest.version, seat=seat, action=action) == "room/ended"
        assert guest.refused(c.Undo, version=guest.version, seat=seat) == "room/ended"
        assert guest.refused(c.Pause, on=True) == "room/ended"
    assert ada.settle() == []


@pytest.mark.T22
def test_everybody_sees_what_is_theirs_to_see_and_a_visitor_nothing(server: Server) -> None:
    known = hidden = 0
    held = {"frill": "run_away", "kit": "pointed_shield", "nuzzle": "safety_dome"}
    armed = table("frill", "kit", "nuzzle", packs="base+ice_storm", counters=held).state
    for seed in range(runs(2, 100)):
        guests = a_table(server.url, 3, watchers=1, at=position(armed), clock="none")
        visitor = Guest(server.url, guests[0].code)
        play_on(guests[:3], random.Random(f"canaries {seed}"))
        for guest in (*guests, visitor):
            guest.settle()
            for _, data in guest.inbox:
                message = json.loads(data)
                parts = message.get("seats", ()) if message["t"] == "update" else ()
                assert not parts or guest is not visitor, "a visitor is told about the room, not about the game"
                for part in parts:
                    viewer = part["seat"]
                    assert part["view"]["viewer"] == viewer and (viewer is None) == (guest is guests[3])
                    cards = [
                        *part["view"]["counterspells"],
                        *(card for seat in part["view"]["seats"] for card in seat["counterspells"]),
                    ]
                    for card in cards:
                        may_know = card["is_public"] or viewer in card["seen_by"]
                        assert (card["card"] != "?") == may_know
                        known += may_know
                        hidden += not may_know
            guest.hang_up()
    assert known > 20 and hidden > 500, "and there was something to hide, and something to know"
