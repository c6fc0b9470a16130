"""Whoever changes one option has what no longer goes with it changed along: the box, the map, the seats."""

from __future__ import annotations

from typing import Any

from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.table.telling import room_info

from .rooms import Scene, a_room

SIX = ("exclusive",)


def a_lobby(**options: Any) -> Scene:
    """A room with its owner in it, and room for one more."""
    return a_room(1, started=False, **{"players": 2, **options})


def changed(room: Scene, **changes: Any) -> Options:
    """The room's options after its owner has changed some of them."""
    values = {name: getattr(room.room.options, name) for name in Options.__struct_fields__} | changes
    room.do(0, c.SetOptions, options=Options(**values), along=True)
    return room.room.options


def test_five_players_bring_the_edition_with_six_characters_along() -> None:
    room = a_lobby()
    assert changed(room, players=5).packs == ("exclusive",)
    assert changed(room, players=2).packs == ("exclusive",)


def test_who_has_room_for_five_keeps_the_box() -> None:
    room = a_lobby(packs=("base", "ice_storm"))
    assert changed(room, players=6).packs == ("base", "ice_storm")
    assert changed(room, packs=("base",)).players == 4


def test_a_box_for_four_leaves_four_seats_and_its_own_map() -> None:
    room = a_lobby(packs=SIX, players=6, layout="ten")
    fits = changed(room, packs=("base",))
    assert (fits.players, fits.layout, fits.packs) == (4, "", ("base",))


def test_a_map_that_is_too_small_gives_way_and_a_larger_one_brings_its_box() -> None:
    room = a_lobby(layout="seven")
    assert (changed(room, players=5).layout, room.room.options.packs) == ("", SIX)
    room = a_lobby()
    assert (changed(room, layout="ten").packs, room.room.options.players) == (SIX, 2)


def test_shadow_boxing_has_one_seat_and_leaving_it_two() -> None:
    room = a_lobby(packs=SIX, players=4, layout="ten", first=3, characters="draft")
    alone = changed(room, mode="solo")
    assert (alone.players, alone.packs, alone.layout, alone.first, alone.characters) == (1, ("base",), "", "random", "pick")
    assert changed(room, mode="standard").players == 2


def test_nobody_starts_who_has_no_seat() -> None:
    room = a_lobby(players=4, first=3)
    assert changed(room, players=3).first == "random"


def test_who_goes_back_to_a_printed_map_leaves_the_drawn_one() -> None:
    hexes = [
        "thornwood",
        "ancient_rune",
        "dusty_desert",
        "amber_mountain",
        "bubbling_lake",
        "glowing_mines",
        "underground_volcano",
    ]
    places = [(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    tiles = tuple((name, q, r) for name, (q, r) in zip(hexes, places, strict=True))
    room = a_lobby(layout="custom", tiles=tiles)
    assert len(changed(room, players=3).tiles) == 7
    assert changed(room, layout="seven").tiles == ()


def test_bots_on_seats_that_go_away_go_but_people_do_not() -> None:
    room = a_room(2, started=False, players=4)
    room.do(0, c.SetBot, seat=3, bot="greedy")
    assert changed(room, players=2).players == 2
    assert [seat.kind for seat in room.info.seats] == ["person", "person"]
    assert room.refused(0, c.SetOptions, options=Options(mode="solo"), along=True) == "seat/taken"
    room.do(0, c.SetOptions, options=Options(players=3))
    room.do(0, c.SetBot, seat=2, bot="greedy")
    assert room.refused(0, c.SetOptions, options=Options(max_rounds=9), along=False) == "seat/taken"


def test_what_cannot_be_mended_is_refused_and_leaves_everything_as_it_was() -> None:
    room = a_lobby(players=3)
    room.do(0, c.SetBot, seat=2, bot="greedy")
    before = room.info
    assert room.refused(0, c.SetOptions, options=Options(packs=("nothing",)), along=True) == "pack/edition"
    assert room.info == before


def test_an_option_that_decides_nothing_beside_the_others_is_said_to_be_idle() -> None:
    room = a_lobby()
    idle: dict[str, tuple[str, ...]] = {}
    tables: dict[str, dict[str, Any]] = {
        "two": {},
        "six": {"players": 6},
        "ten for two": {"players": 2, "layout": "ten"},
        "seven again": {"players": 2, "layout": "seven"},
        "days": {"players": 2, "clock": "days"},
        "waiting": {"clock": "none", "leavers": "wait"},
        "alone": {"mode": "solo", "leavers": "bot"},
    }
    for name, changes in tables.items():
        changed(room, **changes)
        idle[name] = room_info(room.room).idle
    assert idle == {
        "two": ("bot_hp", "market"),
        "six": ("bot_hp",),
        "ten for two": ("bot_hp",),
        "seven again": ("bot_hp", "market"),
        "days": ("bot_hp", "grace", "leavers", "market", "window"),
        "waiting": ("bot_hp", "grace", "leaver_bot", "market"),
        "alone": ("first", "first_turn_points", "grace", "layout", "leaver_bot", "leavers", "market", "packs", "players"),
    }
