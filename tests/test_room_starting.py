"""How a game begins: the room commits to a secret first, then devices add their part, and at the end everyone can check it."""

from __future__ import annotations

import pytest

from casting_shadows.engine import commitment, parse_record, verify
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import entries as e

from .rooms import Scene, a_room

ZEROS, ONES = "0" * 32, "1" * 32


def starting(people: int = 2, bots: int = 0) -> Scene:
    """A room whose owner has just said start."""
    room = a_room(people, bots, started=False)
    for who in range(1, people):
        room.do(who, c.Ready)
    room.do(0, c.Start)
    return room


def first_dice(*contributions: str) -> list[str]:
    """What the first player rolls if devices contribute this; the room's secret is always the same."""
    room = starting(len(contributions))
    for who, value in enumerate(contributions):
        room.do(who, c.Contribute, value=value)
    return room.seen(0).view.dice


@pytest.mark.T24
def test_everyone_has_the_commitment_before_anybodys_contribution_is_taken() -> None:
    room = a_room(2, started=False)
    assert room.info.commitment == ""
    assert room.refused(1, c.Contribute, value=ZEROS) == "room/not-starting"
    room.do(1, c.Ready)
    room.do(0, c.Start)
    promised = [room.last(who, m.Room).room.commitment for who in (0, 1)]
    assert promised == [commitment(room.room.secret)] * 2
    room.contribute(0, 1)
    assert (room.phase, room.info.commitment) == ("playing", promised[0])


@pytest.mark.T24
def test_what_a_device_contributes_changes_the_dice() -> None:
    assert first_dice(ZEROS, ZEROS) == first_dice(ZEROS, ZEROS)
    assert len({tuple(first_dice(ZEROS, value * 32)) for value in "0123456789abcdef"}) > 1


def test_everyone_sees_whose_device_has_contributed_but_not_what() -> None:
    room = starting()
    room.do(1, c.Contribute, value="5eed" * 8)
    assert room.last(0, m.Room).room.contributions == (room.member(1),)
    assert all(b"5eed5eed" not in frame.data for frame in room.wire)


def test_a_contribution_counts_once_and_only_from_those_who_play() -> None:
    room = starting()
    watching = room.guest()
    assert room.refused(watching, c.Contribute, value=ZEROS) == "seat/none-of-yours"
    room.do(1, c.Contribute, value=ZEROS)
    assert room.refused(1, c.Contribute, value=ONES) == "contribution/given"


def test_the_game_begins_with_the_last_contribution() -> None:
    room = starting(3)
    room.contribute(0, 1)
    assert room.phase == "starting"
    room.contribute(2)
    assert (room.phase, room.info.contributions) == ("playing", ())
    assert len(room.game.record().contributions) == 3


def test_a_device_that_is_late_is_left_out() -> None:
    room = starting()
    room.contribute(0).wait(2.9)
    assert room.phase == "starting"
    room.wait(0.1)
    assert room.phase == "playing"
    assert len(room.game.record().contributions) == 1
    assert room.refused(1, c.Contribute, value=ONES) == "room/not-starting"


def test_a_device_that_is_gone_blocks_nobody() -> None:
    room = starting()
    room.disconnect(1)
    room.contribute(0).wait(3)
    assert room.phase == "playing"


def test_a_game_of_bots_begins_at_once() -> None:
    room = a_room(1, started=False, players=2)
    room.do(0, c.Stand, seat=0)
    for seat in (0, 1):
        room.do(0, c.SetBot, seat=seat, bot="random")
    room.do(0, c.Start)
    assert room.phase == "playing" and room.thinks


@pytest.mark.parametrize("how", ["leaves", "is shown out"])
def test_somebody_who_goes_while_a_game_starts_has_a_bot_in_it(how: str) -> None:
    room = starting(3)
    if how == "leaves":
        room.do(1, c.Leave)
    else:
        room.do(0, c.Kick, member=room.member(1))
    room.contribute(0, 2).wait(3)
    assert (room.phase, room.info.seats[1].bot) == ("playing", "greedy")


def test_contributions_that_were_confirmed_survive_a_restart_and_nobody_is_left_out_for_it() -> None:
    room = starting()
    room.contribute(1)
    room.restart(after=100).connect(0).connect(1).wait(2.9)
    assert (room.phase, room.info.contributions) == ("starting", (room.member(1),))
    room.contribute(0)
    assert len(room.game.record().contributions) == 2


@pytest.mark.T24
def test_at_the_end_the_secret_is_told_and_every_roll_can_be_checked() -> None:
    room = starting()
    values = {who: f"{who + 1}" * 32 for who in (0, 1)}
    for who, value in values.items():
        room.do(who, c.Contribute, value=value)
    room.act(0, "concede")
    assert room.info.result is not None
    record = parse_record(room.game.record().text())
    verify(record)
    assert commitment(bytes.fromhex(room.info.result.secret)) == room.info.commitment == record.commitment
    assert {contribution.hex() for contribution in record.contributions} == set(values.values())


@pytest.mark.T24
def test_the_secret_leaves_the_room_with_the_result_and_not_before() -> None:
    room = a_room(2)
    secret = room.room.secret.hex().encode()
    room.wait(200)
    assert all(secret not in frame.data for frame in room.wire)
    room.act(0, "concede")
    assert any(secret in frame.data for frame in room.wire)


def test_a_record_without_its_end_has_no_secret() -> None:
    room = a_room(2)
    assert room.game.record().secret is None


def test_the_secret_is_in_the_record_before_the_commitment_is_told() -> None:
    room = starting()
    committed = next(entry for entry in room.entries if isinstance(entry, e.Committed))
    assert commitment(bytes.fromhex(committed.secret)) == room.info.commitment
