"""Before a game: who sits where, as whom, and by which rules; what a full or closed room says; when a game can start."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import open_box
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.table import Limits

from .rooms import Scene, a_room


def seats(room: Scene) -> list[str]:
    """Who sits where, as everybody is told."""
    return [seat.name or seat.kind for seat in room.info.seats]


def options(room: Scene, **changes: Any) -> dict[str, Options]:
    """The room's options with some changed, as a command's field."""
    values = {name: getattr(room.room.options, name) for name in Options.__struct_fields__} | changes
    return {"options": Options(**values)}


def test_whoever_comes_first_owns_the_room_and_everyone_sees_who_sits_where() -> None:
    room = a_room(2, started=False, players=3)
    assert (room.info.owner, seats(room)) == (room.member(0), ["Person 0", "Person 1", "open"])
    assert room.last(1, m.Room).room == room.info


def test_a_taken_seat_is_refused_and_an_open_one_is_not() -> None:
    room = a_room(2, started=False, players=3)
    assert room.refused(1, c.Sit, seat=0) == "seat/taken"
    room.do(1, c.Sit, seat=2, name="Second self")
    assert seats(room) == ["Person 0", "Person 1", "Second self"]
    assert room.refused(1, c.Sit, seat=5) == "seat/none"


def test_standing_up_frees_the_seat_and_its_character_but_only_ones_own() -> None:
    room = a_room(2, started=False)
    room.do(1, c.Choose, seat=1, character="kit")
    assert room.refused(0, c.Stand, seat=1) == "seat/not-yours"
    room.do(1, c.Stand, seat=1)
    assert seats(room) == ["Person 0", "open"]
    assert room.info.seats[1].character is None


def test_the_owner_seats_bots_and_sends_them_away() -> None:
    room = a_room(2, started=False, players=3)
    assert room.refused(1, c.SetBot, seat=2, bot="greedy") == "room/owner-only"
    assert room.refused(0, c.SetBot, seat=2, bot="genius") == "bot/unknown"
    assert room.refused(0, c.SetBot, seat=1, bot="greedy") == "seat/taken"
    room.do(0, c.SetBot, seat=2, bot="greedy")
    assert (room.info.seats[2].kind, room.info.seats[2].bot) == ("bot", "greedy")
    assert room.refused(1, c.Sit, seat=2) == "seat/taken"
    room.do(0, c.SetBot, seat=2)
    assert room.info.seats[2].kind == "open"


def test_a_character_is_chosen_for_ones_own_seat_or_as_the_owner_for_a_bots_and_by_one_alone() -> None:
    room = a_room(2, 1, started=False)
    room.do(1, c.Choose, seat=1, character="kit")
    room.do(0, c.Choose, seat=2, character="frill")
    assert room.refused(0, c.Choose, seat=0, character="kit") == "character/taken"
    assert room.refused(0, c.Choose, seat=0, character="nobody") == "character/unknown"
    assert room.refused(0, c.Choose, seat=1, character="haze") == "seat/not-yours"
    assert room.refused(1, c.Choose, seat=2, character="haze") == "seat/not-yours"
    room.do(1, c.Choose, seat=1)
    room.do(0, c.Choose, seat=0, character="kit")
    room.begin()
    played = [room.state.box.table.characters[character] for character in room.state.character]
    assert played[0] == "kit" and played[2] == "frill" and len(set(played)) == 3


@pytest.mark.parametrize("how", ["random", "draft"])
def test_where_characters_are_not_picked_nobody_chooses_one(how: str) -> None:
    room = a_room(2, started=False)
    room.do(1, c.Choose, seat=1, character="kit")
    room.do(0, c.SetOptions, **options(room, characters=how))
    assert room.info.seats[1].character is None, "a choice made before is forgotten"
    assert room.refused(1, c.Choose, seat=1, character="kit") == "character/not-now"
    room.begin()
    assert (room.seen(0).view.phase == "draft") == (how == "draft")


def test_options_that_make_no_game_are_refused_with_the_engines_reason() -> None:
    room = a_room(2, started=False)
    assert room.refused(0, c.SetOptions, **options(room, players=6)) == "setup/packs"
    assert room.refused(0, c.SetOptions, **options(room, layout="custom")) == "setup/map"
    assert room.refused(0, c.SetOptions, **options(room, packs=("nowhere",))) == "pack/edition"
    assert room.refused(0, c.SetOptions, **options(room, first=3)) == "setup/first"
    assert room.refused(0, c.SetOptions, **options(room, leaver_bot="genius")) == "bot/unknown"
    alone = a_room(1, started=False, players=2)
    assert alone.refused(0, c.SetOptions, **options(alone, players=1)) == "setup/players"
    assert alone.refused(0, c.SetOptions, **options(alone, mode="solo", players=1, characters="draft")) == "setup/characters"


def test_seats_come_and_go_with_the_options_but_nobody_is_pushed_off_a_seat() -> None:
    room = a_room(2, started=False)
    room.do(0, c.SetOptions, **options(room, players=4))
    assert seats(room) == ["Person 0", "Person 1", "open", "open"]
    room.do(1, c.Sit, seat=3, name="Far away")
    assert room.refused(0, c.SetOptions, **options(room, players=3)) == "seat/taken"
    room.do(1, c.Stand, seat=3)
    room.do(0, c.SetOptions, **options(room, players=2))
    assert seats(room) == ["Person 0", "Person 1"]


def test_only_the_owner_changes_options_and_whoever_was_ready_reads_them_first() -> None:
    room = a_room(2, started=False)
    room.do(1, c.Ready)
    assert room.refused(1, c.SetOptions, **options(room, clock="fast")) == "room/owner-only"
    room.do(0, c.SetOptions, **options(room, clock="fast"))
    assert room.refused(0, c.Start) == "room/not-ready"


def test_a_character_that_left_with_its_pack_is_forgotten() -> None:
    room = a_room(2, started=False, packs=("exclusive",))
    base = {character.id for character in open_box(("base",)).parts.characters}
    other = next(character.id for character in open_box(("exclusive",)).parts.characters if character.id not in base)
    room.do(0, c.Choose, seat=0, character=other)
    room.do(1, c.Choose, seat=1, character="kit")
    room.do(0, c.SetOptions, **options(room, packs=("base",)))
    assert [seat.character for seat in room.info.seats] == [None, "kit"]


def test_a_window_shorter_than_the_host_allows_is_made_as_short_as_it_may_be() -> None:
    room = a_room(2, started=False, limits=Limits(window=3), window=0.1)
    assert room.info.options.window == 3
    room.do(0, c.SetOptions, **options(room, window=10, title="  Evening\u202e  game\n"))
    assert (room.info.options.window, room.info.options.title) == (10, "Evening game")


def test_a_game_starts_when_every_seat_is_taken_and_everyone_but_the_owner_is_ready() -> None:
    room = a_room(2, started=False, players=3)
    assert room.refused(1, c.Start) == "room/owner-only"
    assert room.refused(0, c.Start) == "room/seats-open"
    room.do(0, c.SetBot, seat=2, bot="random")
    assert room.refused(0, c.Start) == "room/not-ready"
    room.do(1, c.Ready)
    room.do(1, c.Ready, on=False)
    assert room.refused(0, c.Start) == "room/not-ready"
    room.do(1, c.Ready)
    room.do(0, c.Start)
    assert room.phase == "starting"


def test_whoever_does_not_own_the_room_leaves_the_pace_alone() -> None:
    room = a_room(2, 1)
    assert room.refused(1, c.SetOptions, **options(room, bot_pace="slow")) == "room/owner-only"


def test_once_it_has_started_the_table_stays_as_it_is() -> None:
    room = a_room(2)
    for command, fields in (
        (c.Sit, {"seat": 0}),
        (c.Stand, {"seat": 0}),
        (c.Choose, {"seat": 0, "character": "kit"}),
        (c.SetBot, {"seat": 1, "bot": "greedy"}),
        (c.SetOptions, options(room, clock="none")),
        (c.Ready, {}),
        (c.Start, {}),
    ):
        assert room.refused(0, command, **fields) == "room/started", command
    late = room.visit()
    assert room.refused(late, c.Join, name="Late", token=room.people[late].token, seat=1) == "room/started"
    room.join(late)
    assert room.seen(late).seat is None, "whoever comes late watches"
