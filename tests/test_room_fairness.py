"""Nobody chooses the dice: the room commits to a secret before any device adds its part, everything told during the game follows
from the two, and at the end everyone can check it.
"""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import (
    SPECTATOR,
    Record,
    Setup,
    commitment,
    event_code,
    event_values,
    parse_own_pack,
    parse_record,
    redacted,
    replay,
    verify,
)
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.options import RoomInfo

from .any_game import game_under_way
from .counts import runs
from .room_traffic import by_verb, open_table, play_out
from .rooms import Scene
from .test_room_canaries import marked_pack

pytestmark = pytest.mark.T24

TABLES: tuple[tuple[tuple[int | None, ...], dict[str, Any]], ...] = (
    ((0, 1), {"clock": "fast"}),
    ((0, None, 1), {"characters": "random", "packs": ("base", "ice_storm")}),
    ((0, 0, None), {"characters": "draft", "clock": "none"}),
    ((0,), {"mode": "solo"}),
    ((0, None), {"undo": "free", "clock": "days"}),
    ((0, 1, 2), {"packs": ("base", "marked"), "own": (marked_pack(),)}),
    ((0, 1, None, None, None, 2), {"packs": ("exclusive", "ice_storm")}),
    ((0, 1), {"at": "a position"}),
)


def a_table(number: int) -> Scene:
    """A room of some kind, before its game."""
    owners, options = TABLES[number % len(TABLES)]
    at = game_under_way(Setup(players=2), number, 40) if "at" in options else None
    options = {"max_rounds": 4} | {name: value for name, value in options.items() if name != "at"}
    return open_table(owners, at=at, spectators=1, visitors=1, started=False, seed=number, **options)


def room_told(scene: Scene, who: int) -> list[RoomInfo]:
    """The room as somebody was shown it, time after time."""
    return [message.room for message in scene.inbox(who) if isinstance(message, m.Room | m.Welcome)]


def checked(scene: Scene) -> Record:
    """The record of a finished game, verified from its text as everybody can get it."""
    packs = tuple(parse_own_pack(text) for text in scene.room.own)
    record = parse_record(scene.game.record().text())
    verify(record, packs)
    assert scene.room.result is not None and record.secret is not None
    assert scene.room.result.secret == record.secret.hex()
    return record


def test_every_finished_game_can_be_verified_by_whoever_was_there() -> None:
    for number in range(runs(len(TABLES) * 2, 400)):
        scene = a_table(number)
        scene.begin()
        promised = {room_told(scene, who)[-1].commitment for who in range(len(scene.people))}
        undone = _play_with_undo(scene, number)
        record = checked(scene)
        assert promised == {record.commitment} == {commitment(scene.room.secret)}, "everyone was promised this secret"
        if not undone:
            assert _told_to_a_spectator(scene) == _replayed(record, scene), "everyone was told these dice"


def _play_with_undo(scene: Scene, number: int) -> bool:
    """Play to the end; where people may, they take things back. Whether anybody has."""
    pick = by_verb(number)
    undone: list[m.Answer | None] = []

    def perhaps_undo() -> None:
        seat = scene.state.to_act
        if scene.phase == "playing" and 0 <= seat < len(scene.room.chairs) and scene.version % 5 == 0:
            who = next((who for who in scene.players() if seat in scene.room.seats_of(scene.member(who))), None)
            if who is not None and len(undone) < 20:
                answer = scene.send(who, c.Undo, version=scene.version, seat=seat)
                undone.extend([] if isinstance(answer, m.Refused) else [answer])

    play_out(scene, pick, perhaps_undo if number % 2 else lambda: None)
    return bool(undone)


def _told_to_a_spectator(scene: Scene) -> list[tuple[str, dict[str, str | int]]]:
    spectator = len(scene.people) - 2
    updates = [message for message in scene.inbox(spectator) if isinstance(message, m.Update)]
    assert not any(update.missed for update in updates)
    return [(event.code, event.values) for update in updates for event in update.seats[0].events]


def _replayed(record: Record, scene: Scene) -> list[tuple[str, dict[str, str | int]]]:
    packs = tuple(parse_own_pack(text) for text in scene.room.own)
    steps = list(replay(record, packs))
    box, characters = steps[-1].state.box, steps[-1].state.character
    heard = [event for step in steps for event in redacted(step.events, SPECTATOR)]
    return [(event_code(event), event_values(box, characters, event)) for event in heard]


def test_the_commitment_reaches_every_device_before_its_contribution_is_taken() -> None:
    scene = open_table((0, 1, 2), started=False)
    value = "5" * 32
    for who in range(3):
        assert scene.refused(who, c.Contribute, value=value) == "room/not-starting", "nothing is taken before the commitment"
        assert room_told(scene, who)[-1].commitment == ""
    for who in (1, 2):
        scene.do(who, c.Ready)
    scene.do(0, c.Start)
    shown = [room_told(scene, who)[-1] for who in range(3)]
    assert {info.phase for info in shown} == {"starting"} and len({info.commitment for info in shown}) == 1
    for who in range(3):
        assert scene.phase == "starting", "everybody is waited for"
        scene.do(who, c.Contribute, value=str(who) * 32)
        assert scene.phase == "playing" or scene.refused(who, c.Contribute, value=value) == "contribution/given"
    play_out(scene, by_verb("order"))
    record = checked(scene)
    assert record.contributions == tuple(bytes.fromhex(str(who) * 32) for who in range(3)), "as they were sent, none left out"
    for who in range(3):
        assert {info.commitment for info in room_told(scene, who) if info.phase != "setup"} == {record.commitment}


def test_the_secret_is_told_when_the_game_is_over_and_not_before() -> None:
    for number in range(runs(4, 100)):
        scene = a_table(number)
        scene.begin()
        secret = scene.room.secret.hex().encode()
        play_out(scene, by_verb(number))
        last = max(frame.at for frame in scene.wire)
        told = [frame for frame in scene.wire if secret in frame.data]
        assert {frame.conn for frame in told} == {scene.conn(who) for who in range(len(scene.people))}, "everybody is told"
        assert all(isinstance(frame.message, m.Room) and frame.message.room.phase == "ended" for frame in told)
        assert all(frame.at == last for frame in told)


def test_every_contribution_and_every_secret_makes_another_game() -> None:
    rolled = set()
    for seed in range(2):
        for values in (("0" * 32, "1" * 32), ("0" * 32, "2" * 32), ("3" * 32, "1" * 32)):
            scene = open_table((0, 1), started=False, seed=seed)
            scene.do(1, c.Ready)
            scene.do(0, c.Start)
            for who, value in enumerate(values):
                scene.do(who, c.Contribute, value=value)
            rolled.add((scene.state.rng.key, *scene.state.deck))
    assert len(rolled) == 6


def test_who_is_late_is_left_out_and_the_record_says_so() -> None:
    scene = open_table((0, 1), started=False)
    scene.do(1, c.Ready)
    scene.do(0, c.Start)
    scene.do(1, c.Contribute, value="1" * 32)
    scene.pass_time(3)
    assert scene.phase == "playing"
    assert scene.refused(0, c.Contribute, value="0" * 32) == "room/not-starting"
    play_out(scene, by_verb("late"))
    assert checked(scene).contributions == (bytes.fromhex("1" * 32),)


def test_a_rematch_has_a_secret_of_its_own_that_is_promised_anew() -> None:
    scene = open_table((0, 1), max_rounds=1)
    records = []
    for _ in range(3):
        play_out(scene, by_verb("again"))
        records.append(checked(scene))
        for who in (0, 1):
            scene.do(who, c.Rematch)
        info = room_told(scene, 0)[-1]
        assert info.phase == "starting" and info.result is None
        assert info.commitment == commitment(scene.room.secret) not in [record.commitment for record in records]
        scene.contribute(0, 1)
    assert len({record.secret for record in records}) == len({record.contributions for record in records}) == 3


def test_a_room_that_is_loaded_again_keeps_its_promise() -> None:
    scene = open_table((0, 1), started=False)
    scene.do(1, c.Ready)
    scene.do(0, c.Start)
    promised = room_told(scene, 0)[-1].commitment
    scene.do(0, c.Contribute, value="0" * 32)
    scene.restart()
    for who in (0, 1):
        scene.connect(who)
        assert room_told(scene, who)[-1].commitment == promised
    scene.do(1, c.Contribute, value="1" * 32)
    assert scene.phase == "playing"
    scene.restart().connect(0).connect(1)
    play_out(scene, by_verb("loaded"))
    record = checked(scene)
    assert record.commitment == promised and record.contributions == (bytes(16), bytes.fromhex("1" * 32))
