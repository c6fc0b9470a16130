"""How rooms and people set their response windows: more time, no clock, and when one wants to be asked at all."""

from __future__ import annotations

import pytest

from casting_shadows.engine.state import FREEZE, PUSH, STUN
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table.telling import room_info

from .rooms import a_room
from .ruling_values import boxing
from .table import table
from .test_room_windows import SLAP, ambush, attacked, hp, window

# ---------------------------------------------------------------------- more time


def test_where_the_clock_is_relaxed_everyone_asked_may_take_more_time_once_and_no_name_is_told() -> None:
    room = attacked(clock="relaxed")
    opened = window(room)
    assert opened is not None and opened.closes is not None
    room.do(1, c.MoreTime, version=room.version, seat=1)
    for who in range(4):
        assert window(room, who) == m.Window((1, 2), opened.opened, opened.closes + 20, 1)
    assert room.refused(1, c.MoreTime, version=room.version, seat=1) == "time/given"
    room.do(2, c.MoreTime, version=room.version, seat=2)
    assert window(room, 3) == m.Window((1, 2), opened.opened, opened.closes + 40, 2)
    assert room.refused(3, c.MoreTime, version=room.version, seat=3) == "answer/not-asked"
    room.wait(43)
    assert hp(room) == [18, 18, 18]
    room.wait(1)
    assert hp(room) == [15, 15, 15]


def test_more_time_can_be_taken_after_answering_so_that_asking_for_it_tells_nothing_of_the_answer() -> None:
    room = attacked()
    room.act(1, "pass")
    room.do(1, c.MoreTime, version=room.version, seat=1)
    opened = window(room)
    assert opened is not None and opened.extended == 1


def test_where_the_clock_is_fast_nobody_gets_more_time() -> None:
    room = attacked(clock="fast")
    assert room.refused(1, c.MoreTime, version=room.version, seat=1) == "time/not-here"


def test_without_a_clock_the_window_waits_for_everybody_asked_and_nothing_passes_by_itself() -> None:
    room = attacked(clock="none")
    opened = window(room)
    assert opened is not None and opened.closes is None
    assert room_info(room.room).asks_everyone, "so nobody is offered to be asked less"
    for who in (1, 2):
        room.do(who, c.Answering, mode="never")
    assert room.seen(1).asked and room.seen(2).asked
    assert room.refused(1, c.MoreTime, version=room.version, seat=1) == "time/not-here"
    room.act(2, "pass").wait(100_000)
    assert hp(room) == [18, 18, 18]
    room.act(1, "counter pointed_shield")
    assert hp(room) == [17, 15, 15]


def test_without_a_clock_bots_are_waited_for_too() -> None:
    room = attacked(2, 2, clock="none").act(1, "pass")
    assert hp(room) == [18, 18, 18]
    room.thought(2, "pass")
    assert hp(room) == [15, 15, 15]


# ---------------------------------------------------------------------- the three settings


@pytest.mark.T20
def test_the_three_settings_decide_whether_one_is_shown_the_question_and_look_alike_from_outside() -> None:
    heard = {}
    for mode in ("always", "fits", "never"):
        room = a_room(4, at=ambush(kit="pointed_shield", nuzzle="run_away"))
        assert not room_info(room.room).asks_everyone
        room.do(1, c.Answering, mode=mode)
        room.act(0, SLAP)
        assert room.seen(1).asked == (mode != "never")
        assert room.choices(1) == ["pass", "counter pointed_shield"], "whoever wants to may answer all the same"
        room.wait(4)
        heard[mode] = [(frame.at, frame.data) for frame in room.wire if frame.conn in (0, 2, 3)]
    assert heard["always"] == heard["fits"] == heard["never"]


@pytest.mark.parametrize(("card", "helps"), [("pointed_shield", False), ("safety_dome", False), ("run_away", True)])
def test_ask_when_my_card_could_apply_shows_the_question_only_then(card: str, helps: bool) -> None:
    crypt = table(
        "frill", "kit", packs="exclusive", layout="ten", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": card},
        hexes=dict.fromkeys(("frill", "kit"), "crystal_crypt"),
    )  # fmt: skip
    room = a_room(2, at=crypt).act(0, "cast heavy_hand RG @kit")
    assert room.seen(1).asked == helps, "on the Crystal Crypt nothing reduces damage"
    room.do(1, c.Answering, mode="always")
    assert room.seen(1).asked
    room.do(1, c.Answering, mode="fits")
    assert room.seen(1).asked == helps
    assert len(room.choices(1)) > 1


@pytest.mark.parametrize("card", ["bees_everywhere", "cold_shoulder", "static_cling"])
@pytest.mark.parametrize("friend", ["", "frost_fox", "thunder_pup"])
def test_a_card_that_strikes_back_fits_though_the_attacker_has_yet_to_choose_before_that(card: str, friend: str) -> None:
    """By Kit's ability, which moves the one who was hit; by a spell, where a Companion may mark one of two."""
    struck = table(
        "kit", "frill", "haze", packs="exclusive+ice_storm", shadow="kit", energy={"kit": 5}, tokens="RG BG",
        books={"kit": "spectral_slap"}, counters={"frill": card}, companions={"kit": friend} if friend else {},
        hexes={"kit": "bubbling_lake", "frill": "ancient_rune", "haze": "ancient_rune"},
    )  # fmt: skip
    room = a_room(3, at=struck).act(0, "cast spectral_slap RG BG ancient_rune" if friend else "ability @frill")
    assert room.seen(1).asked
    room.wait(4)
    assert room.state.phase == (PUSH if not friend else FREEZE if friend == "frost_fox" else STUN)


def test_a_card_that_could_only_strike_back_at_somebody_who_is_out_by_then_does_not_fit() -> None:
    struck = table(
        "kit", "frill", "haze", packs="exclusive+ice_storm", tokens="RG RG RG", books={"kit": "total_eclipse"}, hp={"kit": 1},
        counters={"frill": "bees_everywhere", "haze": "bees_everywhere"},
        companions={"kit": "frost_fox", "frill": "hydrattle_snake"},
        hexes={"kit": "bubbling_lake", "frill": "ancient_rune", "haze": "ancient_rune"},
    )  # fmt: skip
    room = a_room(3, at=struck).act(0, "cast total_eclipse RG RG RG ancient_rune")
    assert (room.seen(1).asked, room.seen(2).asked) == (True, False)


def test_a_card_does_not_fit_because_it_would_be_gone_when_a_bot_touches_again() -> None:
    together = dict.fromkeys(("frill", "nuzzle"), "ancient_rune")
    shielded = boxing("nuzzle", hexes=together, counters={"frill": "pointed_shield"}).rolls("OOOOS")
    room = a_room(1, at=shielded).act(0, "end")
    assert room.game.awaits_answers == (0,) and not room.seen(0).asked, "the Rune takes off all there is"


def test_never_is_for_this_turn_and_afterwards_things_are_as_before() -> None:
    setting = table(
        "frill", "kit", turn="kit", books={"frill": "heavy_hand"}, counters={"kit": "pointed_shield"},
        hexes=dict.fromkeys(("frill", "kit"), "bubbling_lake"),
    ).rolls("GGGGG")  # fmt: skip
    room = a_room(2, at=setting)
    room.do(1, c.Answering, mode="always")
    room.do(1, c.Answering, mode="never")
    room.disconnect(1).connect(1)
    assert room.last(1, m.Welcome).answering == room.seen(1).answering == "never"
    assert room.seen(0).answering == "fits"
    room.act(1, "end")
    assert room.seen(1).answering == "always"
    room.act(0, "cast heavy_hand RG @kit")
    assert room.seen(1).asked
    room.disconnect(1).connect(1)
    assert room.last(1, m.Welcome).answering == "always"
