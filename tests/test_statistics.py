"""Statistics of finished games, held against a slow and obvious count of what people read and what they played."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from casting_shadows.engine import (
    GameError,
    Setup,
    new_record,
    note,
    open_box,
    outcome,
    parse_own_pack,
    parse_record,
    play,
    position,
    replay,
    reveal,
    seat_names,
    start,
    start_from,
)
from casting_shadows.engine import events as told
from casting_shadows.engine.words import load_words
from casting_shadows.server.luck import luck
from casting_shadows.server.statistics import GameStatistics, SeatStatistics, count, favourite
from tests.finished_games import COUNTED, KINDS, Read, all_games, dice_that_fell, games
from tests.table import Table, table

SECRET = bytes(range(32))
every_kind = pytest.mark.parametrize("kind", KINDS)
SUMMED = ("turns", "damage_dealt", "damage_taken", "curse_damage", "healing", "eliminations", "conceded", "absorbed", *COUNTED)


@every_kind
def test_every_number_is_what_a_reader_of_the_game_counts(kind: str) -> None:
    for record, game in games(kind):
        read = Read(record)
        for seat in game.seats:
            name = load_words("en").name(seat.character)
            assert {field: getattr(seat, field) for field in SUMMED} == {field: read.tally[name, field] for field in SUMMED}
            assert seat.hp == (*(row[name] for row in read.hp_of_rounds), read.hp[name])
            assert (seat.lowest_hp, seat.highest_hit) == (read.lowest[name], read.hits.get(name, 0))
            assert seat.transformed == read.transformed.get(name)
            assert seat.place == read.place(name)


@every_kind
def test_what_a_player_did_is_what_the_record_says_was_played(kind: str) -> None:
    for record, game in games(kind):
        for seat in game.seats[: game.players]:
            texts = [action for who, action in record.moves if who == seat.character]
            verbs = Counter(text.split()[0] for text in texts)
            assert seat.spells == Counter(text.split()[1] for text in texts if text.startswith("cast "))
            assert seat.collected == sum(text.startswith("collect ") for text in texts) - texts_of_counterspells(texts)
            assert seat.absorbed == sum(int(text.split()[1]) for text in texts if text.startswith("absorb "))
            assert seat.counterspells_used == verbs["counter"]
            assert (seat.travels, seat.rerolls, seat.abilities) == (verbs["travel"], verbs["reroll"], verbs["ability"])
            assert (seat.transformed is not None) == (verbs["transform"] == 1)
            assert verbs["concede"] == 1 if seat.conceded else verbs["concede"] == 0 or seat.won or seat.hp[-1] == 0


def texts_of_counterspells(texts: list[str]) -> int:
    return sum(text.startswith("collect counterspell") for text in texts)


@every_kind
def test_the_sums_of_a_game_come_out(kind: str) -> None:
    for record, game in games(kind):
        seats = game.seats
        dealt, cursed = sum(seat.damage_dealt for seat in seats), sum(seat.curse_damage for seat in seats)
        assert dealt + cursed == sum(seat.damage_taken for seat in seats)
        assert sum(seat.eliminations for seat in seats) <= sum(seat.hp[-1] == 0 for seat in seats)
        assert all(len(seat.hp) == game.rounds + 1 for seat in seats)
        assert all(seat.hp[0] + seat.healing - seat.damage_taken == seat.hp[-1] for seat in seats if not seat.conceded)
        assert all(seat.hp[0] + seat.healing - seat.damage_taken > seat.hp[-1] == 0 for seat in seats if seat.conceded)
        last = list(replay(record))[-1].state
        ended = outcome(last)
        assert ended is not None
        assert [seat.hp[-1] for seat in seats] == last.hp
        assert (game.ending, game.rounds) == (ended.ending, last.round)
        assert (game.mode, game.players) == (record.setup.mode, record.setup.players)
        assert game.bot_hp == (record.setup.bot_hp if record.setup.mode == "solo" else 0)
        assert [number for number, seat in enumerate(seats) if seat.won] == [ended.winner] * (ended.winner is not None)
        assert [number for number, seat in enumerate(seats) if seat.place == 1] == list(ended.standing)


@every_kind
def test_dice_are_counted_as_they_fell(kind: str) -> None:
    for record, game in games(kind):
        fell, more = dice_that_fell(record)
        for seat in game.seats:
            faces = fell.get(seat.character, Counter())
            assert seat.faces == {face: faces[face] for face in "GOSC"}
            if not seat.conceded:  # whoever leaves while Stunned never rolls
                assert faces.total() == 5 * seat.turns + more[seat.character]


def test_the_games_counted_here_have_everything_worth_counting() -> None:
    seats = [seat for _, game in all_games() for seat in game.seats]
    for field in (*SUMMED, "highest_hit", "transformed", "won"):
        assert any(getattr(seat, field) for seat in seats), field
    assert {game.ending for _, game in all_games()} == {"last_standing", "turn_limit", "solo_won", "solo_lost"}
    events = [event for record, _ in games("four in the ice") for step in replay(record) for event in step.events]
    assert any(isinstance(event, told.DieLeftOut) for event in events)
    left = [
        (before.state, step.who)
        for record, _ in games("leavers")
        for before, step in pairwise(replay(record))
        if step.action == "concede"
    ]
    assert any(state.attack is None for state, _ in left)
    assert {state.attack.by == seat_names(state).index(who) for state, who in left if state.attack} == {True, False}
    assert any(game.seats[0].place == 1 and not game.seats[0].won for _, game in games("limit"))


# By hand


def counted(game: Table, *actions: str) -> tuple[GameStatistics, SeatStatistics, SeatStatistics]:
    """The statistics of a game played on from a table set by hand, and of its first two seats."""
    text = position(game.state)
    state = start_from(text, SECRET, exact=True)
    record = new_record(state, SECRET, "test", position=text, exact=True)
    for action in actions:
        seat = state.to_act
        after, _ = play(state, seat, action)
        note(record, state, seat, state.box.table.parse(action), after)
        state = after
    statistics = count(parse_record(reveal(record, SECRET).text()))
    return statistics, statistics.seats[0], statistics.seats[1]


def test_damage_is_hp_lost_but_the_highest_hit_is_told_in_full() -> None:
    game = table("frill", "kit", dice="RG RG", books={"frill": "heavy_hand"}, hp={"kit": 3}, hexes={"kit": "bubbling_lake"})
    statistics, frill, kit = counted(game, "cast heavy_hand RG RG @kit")
    assert (frill.damage_dealt, frill.highest_hit, frill.eliminations) == (3, 4, 1)
    assert (kit.damage_taken, kit.damage_dealt, kit.hp) == (3, 0, (3, 0))
    assert statistics.ending == "last_standing" and (frill.place, kit.place) == (1, 2) and frill.won


def test_what_a_counterspell_gives_back_is_dealt_by_its_owner() -> None:
    game = table(
        "frill", "kit", dice="RG RG", books={"frill": "heavy_hand"}, hp={"frill": 1}, hexes={"kit": "bubbling_lake"},
        counters={"kit": "bees_everywhere"},
    )  # fmt: skip
    _, frill, kit = counted(game, "cast heavy_hand RG RG @kit", "counter bees_everywhere")
    assert (kit.damage_dealt, kit.eliminations, kit.counterspells_used, kit.won) == (1, 1, 1, True)
    assert (frill.damage_taken, frill.curse_damage, frill.place) == (1, 0, 2)


def test_nobody_is_credited_with_what_cursed_crystals_and_conceding_do() -> None:
    _, frill, kit = counted(table("frill", "kit", dice="RC BC", hp={"frill": 2}), "end")
    assert (frill.damage_taken, frill.curse_damage, frill.hp[-1]) == (2, 2, 0)
    assert (kit.damage_dealt, kit.eliminations, kit.won) == (0, 0, True)
    game = table("frill", "kit", dice="RG", books={"frill": "heavy_hand"}, hp={"kit": 3}, hexes={"frill": "amber_mountain"})
    _, frill, kit = counted(game.rolls("CGGGG"), "cast heavy_hand RG @kit", "end", "end")
    assert (frill.damage_dealt, frill.eliminations, frill.won) == (2, 0, True), "kit fell to its own last crystal"
    assert (kit.damage_taken, kit.curse_damage, kit.conceded) == (3, 1, False)
    _, frill, kit = counted(table("frill", "kit"), "concede")
    assert (frill.damage_taken, frill.hp[-1], frill.conceded, frill.place) == (0, 0, True, 2)
    assert (kit.eliminations, kit.won, kit.conceded) == (0, True, False)


def test_a_reroll_counts_the_dice_picked_up_and_no_others() -> None:
    game = table("frill", "kit", dice="RG RG BO PS").rolls("GC")
    _, frill, _ = counted(game, "reroll RG BO", "concede")
    assert frill.faces == {"G": 1, "O": 0, "S": 0, "C": 1}
    assert frill.rerolls == 1


def test_a_game_from_a_position_counts_from_there() -> None:
    game = table("frill", "kit", "nuzzle", hp={"nuzzle": 0, "frill": 7}, dice="RS", energy={"frill": 2})
    statistics, frill, kit = counted(game, "end", "absorb 1", f"transform {game.portal[0]}", "concede")
    assert (frill.transformed, frill.absorbed, frill.hp) == (1, 1, (7, 7))
    assert (frill.place, kit.place, statistics.seats[2].place) == (1, 2, 3)
    assert statistics.from_position and not any(game.from_position for _, game in all_games())


def test_the_favourite_is_the_spell_cast_most_and_then_the_first_by_the_alphabet() -> None:
    assert favourite({}) is None
    assert favourite({"heat_wave": 1, "thaw": 3, "riptide": 3}) == "riptide"
    for _, game in all_games():
        for seat in game.seats:
            assert seat.favourite_spell == favourite(seat.spells)


def test_luck_holds_dice_against_fair_ones() -> None:
    held = luck({"G": 10, "O": 2, "S": 0, "C": 0})
    assert {face: (fair.rolled, fair.expected) for face, fair in held.items()} == {
        "G": (10, 4), "O": (2, 4), "S": (0, 2), "C": (0, 2),
    }  # fmt: skip
    assert luck({})["C"].expected == 0


# What is stored


def test_statistics_come_back_from_json_as_they_were() -> None:
    for _, game in all_games():
        assert msgspec.json.decode(msgspec.json.encode(game), type=GameStatistics) == game


def test_the_same_record_gives_the_same_statistics_as_text_or_not() -> None:
    for record, game in games("two"):
        assert count(parse_record(record.text())) == game


def test_a_seat_says_nothing_about_who_sat_there() -> None:
    parts = open_box(("exclusive", "ice_storm")).parts
    known = (
        {row.id for row in parts.characters}
        | {row.id for row in parts.main}
        | set(SeatStatistics.__struct_fields__)
        | set("GOSC")
    )
    for _, game in all_games():
        for seat in game.seats:
            assert words_in(msgspec.to_builtins(seat)) <= known


def words_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {word for pair in value.items() for item in pair for word in words_in(item)}
    if isinstance(value, list | tuple):
        return {word for item in value for word in words_in(item)}
    return {value} if isinstance(value, str) else set()


def test_a_game_that_goes_on_is_refused() -> None:
    record, _ = games("two")[0]
    cut = parse_record(record.text())
    cut.moves.pop()
    with pytest.raises(GameError) as refused:
        count(cut)
    assert refused.value.code == "statistics/unfinished"


def test_a_game_with_a_pack_of_ones_own_is_marked() -> None:
    pack = parse_own_pack('[pack]\nname = "mine"\n[main]\nheavy_hand = { copies = 4 }')
    state, _ = start(Setup(packs=("base", "mine")), SECRET, own=(pack,))
    record = new_record(state, SECRET, "test")
    after, _ = play(state, 0, "concede")
    note(record, state, 0, state.box.table.concede, after)
    assert count(reveal(record, SECRET), (pack,)).home_made
    assert not any(game.home_made for _, game in all_games())
