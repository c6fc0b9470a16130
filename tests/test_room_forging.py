"""Whatever somebody sends who may not, or at a time when nobody may: it is refused with a stable code, nothing has changed, and
nobody else hears of it. The matrix covers every message there is, so a new one has to find its place in it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from casting_shadows.engine import commitment
from casting_shadows.protocol import PROTOCOL, Malformed, Options, decode, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .room_traffic import MESSAGES, fingerprint, open_table
from .rooms import CODE, Scene
from .table import table

pytestmark = pytest.mark.T23

OWNER, PLAYER, LOSER, SPECTATOR, VISITOR = range(5)
"""The people of every scene, seats 0 to 2 first."""


def setting_up() -> Scene:
    """Everybody sits; nobody has started."""
    return open_table((OWNER, PLAYER, LOSER), started=False, spectators=1, visitors=1)


def starting() -> Scene:
    """The room has committed to a secret, and waits for contributions."""
    scene = setting_up()
    for who in (PLAYER, LOSER):
        scene.do(who, c.Ready)
    scene.do(OWNER, c.Start)
    return scene


def playing() -> Scene:
    """The owner is to act; the third of the three is out."""
    game = table("frill", "kit", "haze", hp={"haze": 0}, dice="RG BG", counters={"kit": "safety_dome"})
    return open_table((OWNER, PLAYER, LOSER), at=game.state, spectators=1, visitors=1)


def paused() -> Scene:
    """More than half of the players wanted a pause."""
    scene = playing()
    for who in (OWNER, LOSER):
        scene.do(who, c.Pause, on=True)
    return scene


def ended() -> Scene:
    """The player has conceded and the owner has won."""
    return playing().act(PLAYER, "concede")


SITUATIONS: dict[str, tuple[Callable[[], Scene], int, int]] = {
    "visitor": (playing, VISITOR, 0),
    "spectator": (playing, SPECTATOR, 0),
    "wrong seat": (playing, PLAYER, 0),
    "eliminated": (playing, LOSER, 2),
    "too early": (setting_up, PLAYER, 0),
    "starting": (starting, SPECTATOR, 0),
    "paused": (paused, PLAYER, 1),
    "too late": (ended, PLAYER, 1),
}
"""The scene, who sends, and the seat they send for."""

FIELDS: dict[type[msgspec.Struct], dict[str, Any]] = {
    c.Hello: {"protocol": PROTOCOL, "room": CODE},
    c.Ping: {},
    c.Join: {"name": "Mallory", "token": "0" * 32, "seat": None},
    c.Claim: {"code": "0123456789", "token": "0" * 32},
    c.Transfer: {},
    c.Rename: {"name": "Mallory"},
    c.Leave: {},
    c.Sit: {"seat": None},
    c.Stand: {"seat": None},
    c.Choose: {"seat": None, "character": "nuzzle"},
    c.Ready: {},
    c.SetBot: {"seat": None, "bot": "random"},
    c.SetOptions: {"options": Options(players=3, clock="fast")},
    c.Kick: {"member": 1},
    c.Promote: {"member": 2},
    c.Start: {},
    c.Contribute: {"value": "0" * 32},
    c.Act: {"version": None, "seat": None, "action": "end"},
    c.Undo: {"version": None, "seat": None},
    c.MoreTime: {"version": None, "seat": None},
    c.Answering: {"mode": "always"},
    c.Return: {"seat": None},
    c.Pause: {"on": True},
    c.Rematch: {},
    c.Say: {"text": "hello"},
    c.Mute: {"member": 1},
    c.AskPreviews: {"seat": None, "actions": ("end",)},
    c.AskReasons: {"seat": None, "actions": ("end",)},
    c.AskWhy: {"seat": None, "verb": "end"},
    c.AskReach: {"seat": None, "card": "heavy_hand"},
    c.AskThreats: {"seat": None},
    c.AskOdds: {"seat": None, "action": "reroll RG"},
    c.AskWarnings: {"seat": None},
    c.AskHint: {"seat": None},
    c.AskText: {"seat": None},
    c.AskWorld: {"seat": None},
}
"""A message of each kind; seat and version are filled in."""

FINE = "-"
"""Not refused: it is this sender's own affair at this time."""


def any_member() -> tuple[str, ...]:
    """Whoever is in the room may."""
    return ("room/not-joined", *(FINE,) * 7)


def owner_alone() -> tuple[str, ...]:
    """Only the owner may, and none of these senders is."""
    return ("room/not-joined", *("room/owner-only",) * 7)


def between_games(early: str) -> tuple[str, ...]:
    """Only while no game is on."""
    return ("room/not-joined", *("room/started",) * 3, early, "room/started", "room/started", FINE)


def in_a_game(out: str, paused: str = "room/paused") -> tuple[str, ...]:
    """Only for one's own seat and during a game; what somebody meets who is out of it, or while it is paused."""
    early = "room/not-playing"
    return ("room/not-joined", "seat/not-yours", "seat/not-yours", out, early, early, paused, "room/ended")


EXPECTED: dict[type[msgspec.Struct], tuple[str, ...]] = {
    # visitor, spectator, wrong seat, eliminated, too early, starting, paused, too late
    c.Hello: ("message/hello-again",) * 8,
    c.Ping: (FINE,) * 8,
    c.Join: ("room/started", *("room/joined",) * 7),
    c.Claim: ("claim/wrong-code", *("room/joined",) * 7),
    c.Transfer: any_member(),
    c.Rename: any_member(),
    c.Leave: any_member(),
    c.Sit: between_games("seat/taken"),
    c.Stand: between_games("seat/not-yours"),
    c.Choose: between_games("seat/not-yours"),
    c.Ready: between_games(FINE),
    c.SetBot: owner_alone(),
    c.SetOptions: owner_alone(),
    c.Kick: owner_alone(),
    c.Promote: owner_alone(),
    c.Start: owner_alone(),
    c.Contribute: ("room/not-joined", *("room/not-starting",) * 4, "seat/none-of-yours", *("room/not-starting",) * 2),
    c.Act: in_a_game("action/not-your-choice"),
    c.Undo: in_a_game("undo/nothing"),
    c.MoreTime: in_a_game("answer/not-asked"),
    c.Answering: any_member(),
    c.Return: in_a_game("seat/yours-already"),
    c.Pause: ("room/not-joined", "seat/none-of-yours", FINE, FINE, *("room/not-playing",) * 2, FINE, "room/ended"),
    c.Rematch: ("room/not-joined", *("room/not-ended",) * 2, FINE, *("room/not-ended",) * 3, FINE),
    c.Say: any_member(),
    c.Mute: any_member(),
    c.AskPreviews: in_a_game("action/not-legal", "action/not-legal"),
    c.AskReasons: in_a_game(FINE, FINE),
    c.AskWhy: in_a_game(FINE, FINE),
    c.AskReach: in_a_game(FINE, FINE),
    c.AskThreats: in_a_game(FINE, FINE),
    c.AskOdds: in_a_game("action/no-reroll", "action/no-reroll"),
    c.AskWarnings: in_a_game(FINE, FINE),
    c.AskHint: in_a_game("hint/not-your-turn", "hint/not-your-turn"),
    c.AskText: in_a_game("text/several-people", "text/several-people"),
    c.AskWorld: in_a_game(FINE, FINE),
}
"""What each kind of message meets in each situation."""


TEXTS: tuple[object, ...] = (7, None, ["a"], {})
BENT: dict[str, tuple[object, ...]] = {
    "t": ("update", "ack", "welcome", "", *TEXTS),
    "seq": (0, -1, 2**53, 1.5, "1", None),
    "seat": (-1, 6, 1.5, "0", True),
    "version": (-1, 2**53, "1"),
    "protocol": (-1, "1", None),
    "member": (-1, "1", None),
    "action": ("", "x" * 201, *TEXTS),
    "actions": ("end", ["end"] * 41, [""], [7], None),
    "chat": (-1, 2**53, "1", None),
    "all": (1, "yes", None),
    "phrase": ("Well played!", "", 7),
    "profile": ("0" * 31, "0" * 64, 7),
    "token": ("0" * 31, "0" * 64, "O" * 32, 7),
    "value": ("0" * 31, "g" * 32, *TEXTS),
    "code": ("", "0" * 21, *TEXTS),
    "room": ("", "0" * 21, *TEXTS),
    "name": ("", "x" * 41, *TEXTS),
    "character": ("Nuzzle!", "", 7),
    "bot": ("Random!", "", 7),
    "card": ("Heavy Hand", *TEXTS),
    "verb": ("", "To Use", *TEXTS),
    "about": ("", "Heavy Hand", 7, []),
    "text": ("x" * 301, *TEXTS),
    "mode": ("sometimes", *TEXTS),
    "on": (1, "yes", None),
    "along": (1, "yes", None),
    "options": (None, {"dice": 6}, {"players": 7}, {"tiles": [["desert", 0, 0, 1]]}, {"window": 0}, {"clock": "slow"}),
}
"""By field: what no message may have there."""


def message_of(kind: type[msgspec.Struct], seat: int, version: int, seq: int) -> c.Message:
    """The example of a kind, made for this seat and version, over the wire."""
    fields = {**FIELDS[kind], **({"seq": seq} if issubclass(kind, c.Command) else {})}
    for name, value in (("seat", seat), ("version", version)):
        if name in fields:
            fields[name] = value
    return decode(encode(kind(**fields)))


def sent_by(scene: Scene, who: int, message: c.Message) -> list[m.Sent]:
    """What somebody gets for a message; everybody else gets nothing if it is refused."""
    conn, before = scene.conn(who), len(scene.wire)
    scene.take(scene.room.receive(conn, message, scene.now))
    frames = scene.wire[before:]
    answers = [frame.message for frame in frames if frame.conn == conn]
    if any(isinstance(answer, m.Refused) for answer in answers):
        assert all(frame.conn == conn for frame in frames), "nobody else hears of a refusal"
    return answers


def test_the_matrix_has_every_message() -> None:
    assert set(EXPECTED) == set(FIELDS) == set(MESSAGES)
    assert all(len(row) == len(SITUATIONS) for row in EXPECTED.values())


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_somebody_may_not_do_is_refused_and_changes_nothing(situation: str) -> None:
    column = list(SITUATIONS).index(situation)
    make, who, seat = SITUATIONS[situation]
    scene = make()
    before, stored = fingerprint(scene.room), len(scene.stored)
    for kind, row in EXPECTED.items():
        if row[column] == FINE:
            continue
        scene.people[who].seq += 1
        answers = sent_by(scene, who, message_of(kind, seat, scene.version, scene.people[who].seq))
        codes = [answer.code for answer in answers if isinstance(answer, m.Refused)]
        assert codes == [row[column]], f"{kind.__name__} as {situation}"
        assert (fingerprint(scene.room), len(scene.stored)) == (before, stored), f"{kind.__name__} as {situation}"


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_somebodys_own_affair_is_not_refused(situation: str) -> None:
    column = list(SITUATIONS).index(situation)
    for kind, row in EXPECTED.items():
        if row[column] == FINE:
            make, who, seat = SITUATIONS[situation]
            scene = make()
            answers = sent_by(scene, who, message_of(kind, seat, scene.version, scene.people[who].seq + 1))
            assert not any(isinstance(answer, m.Refused) for answer in answers), f"{kind.__name__} as {situation}"


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_a_message_with_anything_added_or_bent_is_no_message(kind: type[msgspec.Struct]) -> None:
    whole = msgspec.json.decode(encode(message_of(kind, 0, 1, 1)))
    for name, added in itertools.product(("dice", "damage", "cost", "by", "at", "__proto__"), (1, "RG", [6, 6], None)):
        with pytest.raises(Malformed):
            decode(msgspec.json.encode(whole | {name: added}))
    for name in whole:
        for bent in BENT[name]:
            if bent is None is whole[name]:
                continue  # this one may be left out
            with pytest.raises(Malformed):
                decode(msgspec.json.encode(whole | {name: bent}))


def test_a_seat_that_is_not_there_is_nobodys() -> None:
    for make, who in ((setting_up, OWNER), (playing, OWNER), (ended, OWNER)):
        scene = make()
        before = fingerprint(scene.room)
        for kind in MESSAGES:
            if "seat" in FIELDS[kind] and kind is not c.Join:
                for seat in (3, 5):
                    scene.people[who].seq += 1
                    answers = sent_by(scene, who, message_of(kind, seat, scene.version, scene.people[who].seq))
                    assert any(isinstance(answer, m.Refused) for answer in answers), kind.__name__
                    assert fingerprint(scene.room) == before, kind.__name__


def test_a_place_is_opened_by_its_token_alone() -> None:
    scene = playing()
    kept = scene.room.members[1].token
    for token in (kept[:32], commitment(b"guess")[:32], "0" * 32, None):
        scene.take(scene.room.attach(99, c.Hello(PROTOCOL, CODE, token), None, scene.now))
        welcome = scene.sent[99][-1].message
        assert isinstance(welcome, m.Welcome | m.Room)
        assert scene.room.conns[99] is None, "a stranger is a visitor"
        scene.take(scene.room.detach(99, scene.now))
    scene.connect(OWNER)
    assert scene.last(OWNER, m.Welcome).you == 1


def test_whoever_was_shown_out_has_no_way_back_to_their_seat() -> None:
    scene = open_table((OWNER, PLAYER, LOSER), visitors=2)
    code = scene.do(PLAYER, c.Transfer)
    assert isinstance(code, m.OneTimeCode)
    token = scene.people[PLAYER].token
    scene.do(OWNER, c.Kick, member=scene.member(PLAYER))
    for message in (c.Claim(1, code.code, "1" * 32), c.Join(2, "Mallory", token, 1), c.Join(3, "Mallory", token)):
        scene.take(scene.room.receive(scene.conn(SPECTATOR), message, scene.now))
        assert scene.room.chairs[1].player is not None and scene.room.members[2].conn is None
        assert 2 not in scene.room.conns.values(), f"{type(message).__name__} opens the seat again"
