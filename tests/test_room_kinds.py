"""Kinds of rooms: several at one device, one person with bots, Shadow Boxing, games from a position, packs of one's own."""

from __future__ import annotations

import random

import msgspec
import pytest

from casting_shadows.engine import GameError, digest, parse_own_pack, position, state_at, verify
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .room_games import any_step
from .rooms import CODE, Scene, a_room
from .table import table

MINE = '[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "3/7" }'
ROUND_MAP = (
    ("dusty_desert", 1, 0), ("ancient_rune", 0, 0), ("bubbling_lake", 0, 1), ("amber_mountain", -1, 1), ("thornwood", -1, 0),
)  # fmt: skip
"""A small map with the homes of Frill, Kit and Nuzzle, but not of Haze."""


def play_out(room: Scene, seed: str) -> Scene:
    """Play to the end, whoever does what."""
    rng = random.Random(seed)
    while room.phase != "ended":
        any_step(room, rng)
    verify(room.game.record(), room.room.packs)
    return room


# ---------------------------------------------------------------------- one device, one person


def test_several_people_share_a_device_and_see_their_seats_side_by_side() -> None:
    room = a_room(seats=(0, 0, 1), at=table("frill", "kit", "nuzzle", counters={"frill": "run_away", "kit": "safety_dome"}))
    parts = {part.seat: part.view for part in room.last(0, m.Update).seats}
    assert set(parts) == {0, 1}
    assert parts[0].seats[0].counterspells[0].card == "run_away" and parts[0].seats[1].counterspells[0].card == "?"
    assert parts[1].seats[1].counterspells[0].card == "safety_dome" and parts[1].seats[0].counterspells[0].card == "?"
    room.act(0, "end", seat=0).act(0, "travel ancient_rune", seat=1)
    assert room.act_refused(0, "travel ancient_rune", seat=0) == "action/not-your-choice"
    assert room.act_refused(0, "end", seat=2) == "seat/not-yours"


def test_one_device_starts_without_waiting_for_anybody_to_be_ready() -> None:
    room = a_room(seats=(0, 0, 0))
    assert room.phase == "playing" and [seat.name for seat in room.info.seats] == ["Person 0", "Seat 1", "Seat 2"]


@pytest.mark.parametrize("seed", range(3))
def test_one_person_plays_whole_games_with_bots(seed: int) -> None:
    room = play_out(a_room(1, 3, bot="greedy", seed=seed), f"alone {seed}")
    assert room.finished == [room.game.name] and not room.misplays


@pytest.mark.parametrize("seed", range(3))
def test_shadow_boxing_is_a_room_of_one(seed: int) -> None:
    room = play_out(a_room(1, mode="solo", players=1, seed=seed), f"boxing {seed}")
    assert room.info.result is not None and room.info.result.ending in ("solo_won", "solo_lost")
    assert len(room.info.seats) == 1 and room.state.seats == 4


def test_a_draft_goes_round_the_people_and_the_bots() -> None:
    room = a_room(2, 2, characters="draft", bot="random", clock="none")
    while room.seen(0).view.phase == "draft":
        who = room.state.to_act
        if who < 2:
            assert room.act_refused(1 - who, "pick frill") == "action/not-your-choice"
            room.act(who, room.choices(who)[0])
        room.let_bots_think()
    assert len(set(room.state.character)) == 4


def test_bots_take_their_pace_so_that_people_can_follow() -> None:
    room = a_room(1, 1, at=table("frill", "kit"), bot_pace="slow").act(0, "end")
    room.thought(1, "travel ancient_rune").wait(2.4)
    assert room.state.hex[1] != room.state.box.hex_number["ancient_rune"]
    room.wait(0.1)
    assert room.state.hex[1] == room.state.box.hex_number["ancient_rune"]


def test_during_a_game_the_owner_can_still_set_the_pace_of_the_bots_and_they_follow_it_at_once() -> None:
    room = a_room(1, 1, at=table("frill", "kit"), bot_pace="slow").act(0, "end")
    room.thought(1, "travel ancient_rune")
    faster = msgspec.structs.replace(room.info.options, bot_pace="instant")
    assert room.refused(0, c.SetOptions, options=msgspec.structs.replace(faster, hints=False)) == "room/started"
    assert room.state.hex[1] != room.state.box.hex_number["ancient_rune"]
    room.do(0, c.SetOptions, options=faster)
    assert room.state.hex[1] == room.state.box.hex_number["ancient_rune"]
    assert room.info.options == faster and room.info.seats[1].kind == "bot"
    room.restart()
    assert room.info.options == faster and room.phase == "playing"


@pytest.mark.parametrize("nonsense", ["fly away", "travel bubbling_lake_of_fire", "counter run_away", "concede me"])
def test_a_bot_that_chooses_what_it_may_not_ends_its_turn_and_the_host_hears_of_it(nonsense: str) -> None:
    room = a_room(1, 1, at=table("frill", "kit").rolls("GGGGG OOOOO")).act(0, "end")
    room.thought(1, nonsense)
    (misplay,) = room.misplays
    assert (misplay.seat, misplay.bot, misplay.action) == (1, "greedy", nonsense) and misplay.code.startswith("action/")
    assert room.state.to_act == 0


def test_a_bot_that_answers_what_it_may_not_passes() -> None:
    setting = table("frill", "kit", tokens="RG", books={"frill": "heavy_hand"}, counters={"kit": "safety_dome"})
    setting.state.hex[1] = setting.state.hex[0]
    room = a_room(1, 1, at=setting).act(0, "cast heavy_hand RG @kit")
    room.thought(1, "counter run_away ancient_rune").wait(1)
    assert len(room.misplays) == 1 and room.state.hp[1] == 16


# ---------------------------------------------------------------------- from a position


def test_a_game_begins_at_a_position_with_its_characters_and_rules() -> None:
    setting = table("nuzzle", "haze", hp={"haze": 5}, max_rounds=30)
    room = a_room(2, at=setting, started=False)
    assert (room.info.start, room.info.options.max_rounds) == ("exact", 30)
    assert [seat.character for seat in room.info.seats] == ["nuzzle", "haze"]
    room.begin()
    assert position(room.state) == position(setting.state)


def test_exactly_as_it_was_or_with_fresh_chance() -> None:
    text = position(table("frill", "kit").state)
    rolls: dict[bool, set[str]] = {True: set(), False: set()}
    for exact in (True, False):
        for seed in range(4):
            room = a_room(2, at=text, exact=exact, seed=seed, clock="none")
            assert room.info.start == ("exact" if exact else "fresh")
            rolls[exact].add(digest(room.act(0, "end").state))
            verify(room.act(0, "concede").game.record())
    assert len(rolls[True]) == 1 and len(rolls[False]) > 1


def test_what_the_position_decides_is_nobodys_to_change() -> None:
    room = a_room(2, at=table("frill", "kit"), started=False)
    taken = room.info.options
    assert room.refused(0, c.Choose, seat=0, character="haze") == "room/position"
    for change in ({"players": 3}, {"transform": "must"}, {"packs": ("base", "ice_storm")}, {"max_rounds": 3}):
        options = Options(**{name: getattr(taken, name) for name in Options.__struct_fields__} | change)
        assert room.refused(0, c.SetOptions, options=options) == "room/position", change
    options = Options(**{name: getattr(taken, name) for name in Options.__struct_fields__} | {"clock": "fast"})
    room.do(0, c.SetOptions, options=options)
    room.do(1, c.Stand, seat=1)
    assert room.info.seats[1].character == "kit", "whoever sits there plays Kit"


def test_what_is_no_position_or_one_that_is_over_opens_no_room() -> None:
    over = table("frill", "kit").play_as("frill", "concede")
    for text in ("not a position", position(over.state)):
        with pytest.raises(GameError, match="position/"):
            a_room(2, at=text)


def test_the_rematch_after_a_position_is_a_game_from_the_beginning() -> None:
    room = a_room(2, at=table("frill", "kit", hp={"kit": 3})).act(0, "concede")
    assert room.info.start == "", "nothing is fixed for the next game"
    room.do(0, c.Choose, seat=0, character="haze")
    for who in (0, 1):
        room.do(who, c.Rematch)
    assert room.info.start == ""
    room.contribute(0, 1)
    assert room.state.box.table.characters[room.state.character[0]] == "haze"
    assert room.state.hp == [18, 18] and not room.game.record().seal
    play_out(room, "after a position")


def test_a_position_on_a_map_of_ones_own_has_a_rematch_on_it() -> None:
    setting = table("frill", "kit", layout="custom", tiles=ROUND_MAP)
    room = a_room(2, at=setting).act(0, "concede")
    assert room.refused(0, c.SetOptions, options=Options(characters="random", layout="custom", tiles=())) == "setup/map"
    for who in (0, 1):
        room.do(who, c.Rematch)
    room.contribute(0, 1)
    assert {tile.hex for tile in room.seen(0).view.map} == {tile for tile, _, _ in ROUND_MAP}


def test_a_character_without_a_home_on_the_map_is_refused_when_it_matters() -> None:
    room = a_room(2, at=table("frill", "kit", layout="custom", tiles=ROUND_MAP)).act(0, "concede")
    room.do(1, c.Rematch)
    room.do(0, c.Choose, seat=0, character="haze")
    assert room.refused(0, c.Rematch) == "setup/map-home"
    room.do(0, c.Choose, seat=0, character="nuzzle")
    room.do(0, c.Rematch)
    assert room.phase == "starting"


def test_a_game_can_be_played_on_from_any_moment_of_a_finished_one() -> None:
    record = play_out(a_room(2, 1, seed=5), "to play on").game.record()
    for step in (0, len(record.moves) // 2, len(record.moves) - 1):
        room = a_room(1, 2, at=state_at(record, step), exact=False)
        play_out(room, f"played on {step}")


# ---------------------------------------------------------------------- own packs


def test_a_pack_of_ones_own_is_named_with_its_hash_and_played_with() -> None:
    room = a_room(2, packs=("base", "mine"), own=(MINE,))
    pack = parse_own_pack(MINE)
    assert [(own.name, own.hash) for own in room.info.own_packs] == [("mine", pack.digest)]
    room.restart().connect(0).connect(1)
    play_out(room, "own pack")
    assert pack.label in room.game.record().packs


def test_a_pack_that_makes_no_sense_opens_no_room() -> None:
    with pytest.raises(GameError, match="pack/"):
        a_room(2, packs=("base", "mine"), own=('[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "lots" }',))


def test_a_room_has_its_code_from_its_host() -> None:
    assert a_room(2, started=False).info.code == CODE
