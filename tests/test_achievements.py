"""Each achievement: what earns it, and what just misses it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from casting_shadows.server.achievements import ACHIEVEMENTS, ALL_CHARACTERS, earned
from casting_shadows.server.statistics import SeatStatistics
from casting_shadows.server.totals import GameFacts, Score, Sums, Totals, add, facts_of
from tests.finished_games import all_games

Changes = dict[str, Any]

SEAT = SeatStatistics(
    character="kit", place=1, won=True, conceded=False, turns=9, hp=(18, 12, 5), lowest_hp=3, damage_dealt=30, damage_taken=14,
    curse_damage=1, healing=1, highest_hit=5, eliminations=1, spells={"heat_wave": 3, "thaw": 2}, favourite_spell="heat_wave",
    abilities=1, counterspells_used=2, counterspells_taken=2, collected=4, travels=5, rerolls=2, absorbed=3, transformed=3,
    faces={"G": 12, "O": 12, "S": 5, "C": 7},
)  # fmt: skip
FACTS = GameFacts(
    mode="standard", players=3, bot_hp=0, home_made=False, from_position=False, ending="last_standing", rounds=9,
    concessions=0, people=3, assisted=False,
)  # fmt: skip


def sums(**changes: Any) -> Totals:
    return Totals(people=Sums(**changes))


def wins_with(*characters: str) -> dict[str, Score]:
    return {character: Score(3, 1) for character in characters}


def is_earned(name: str, seat: Changes, facts: Changes, totals: Totals) -> bool:
    return name in earned(replace(SEAT, **seat), replace(FACTS, **facts), totals)


CASES: dict[str, tuple[list[tuple[Changes, Changes]], list[tuple[Changes, Changes]]]] = {
    # What earns it and what does not, each as what is different about the seat and the game.
    "first_win": ([({}, {})], [({"won": False}, {})]),
    "last_of_six": ([({}, {"players": 6})], [({}, {"players": 5}), ({"won": False}, {"players": 6})]),
    "shadow_boxer": ([({}, {"mode": "solo", "bot_hp": 6})], [({}, {}), ({"won": False}, {"mode": "solo"})]),
    "heavyweight": (
        [({}, {"mode": "solo", "bot_hp": 12})],
        [({}, {"mode": "solo", "bot_hp": 10}), ({"won": False}, {"mode": "solo", "bot_hp": 12})],
    ),
    "out_of_the_shadow": (
        [({"transformed": None}, {})],
        [({}, {}), ({"transformed": None, "won": False}, {}), ({"transformed": None}, {"concessions": 1})],
    ),
    "picture_of_health": (
        [({"hp": (18, 9, 18)}, {})],
        [({"hp": (18, 18, 17)}, {}), ({"hp": (18, 18)}, {"concessions": 1})],
    ),
    "untouchable": (
        [({"damage_taken": 0, "curse_damage": 0}, {}), ({"damage_taken": 4, "curse_damage": 4}, {})],
        [({"damage_taken": 5, "curse_damage": 4}, {}), ({"damage_taken": 0, "curse_damage": 0}, {"concessions": 2})],
    ),
    "homebody": ([({"travels": 0}, {})], [({"travels": 1}, {}), ({"travels": 0}, {"concessions": 1})]),
    "short_work": ([({}, {"rounds": 4})], [({}, {"rounds": 5}), ({}, {"rounds": 4, "concessions": 1})]),
    "clean_hands": (
        [({"eliminations": 0}, {})],
        [({}, {}), ({"eliminations": 0}, {"players": 2}), ({"eliminations": 0}, {"concessions": 1})],
    ),
    "last_breath": ([({"lowest_hp": 1}, {})], [({"lowest_hp": 2}, {}), ({"lowest_hp": 1, "won": False}, {})]),
    "curse_you": ([({"curse_damage": 6}, {})], [({"curse_damage": 5}, {}), ({"curse_damage": 6, "won": False}, {})]),
    "against_all_odds": (
        [({"faces": {"G": 10, "O": 10, "S": 4, "C": 8}}, {}), ({"faces": {"G": 9, "O": 9, "S": 4, "C": 8}}, {})],
        [
            ({"faces": {"G": 10, "O": 10, "S": 5, "C": 8}}, {}),
            ({"faces": {"G": 10, "O": 5, "S": 4, "C": 10}}, {}),
            ({"faces": {"G": 10, "O": 10, "S": 4, "C": 8}, "won": False}, {}),
        ],
    ),
    "one_trick_unicorn": (
        [({"spells": {"thaw": 5}}, {})],
        [({"spells": {"thaw": 4}}, {}), ({"spells": {"thaw": 5, "riptide": 1}}, {}), ({"spells": {"thaw": 5}, "won": False}, {})],
    ),
    "hat_trick": ([({"eliminations": 3}, {}), ({"eliminations": 4, "won": False}, {})], [({"eliminations": 2}, {})]),
    "that_hurt": ([({"highest_hit": 6}, {}), ({"highest_hit": 9, "won": False}, {})], [({"highest_hit": 5}, {})]),
    "not_today": ([({"counterspells_used": 3}, {})], [({"counterspells_used": 2, "counterspells_taken": 3}, {})]),
    "early_shadow": ([({"transformed": 1}, {})], [({"transformed": 2}, {}), ({"transformed": None}, {})]),
    "full_power": ([({"abilities": 2}, {})], [({"abilities": 1}, {})]),
    "well_read": ([({"spells": dict.fromkeys("abcdef", 1)}, {})], [({"spells": {**dict.fromkeys("abcde", 1), "a": 9}}, {})]),
}
OVER_MANY_GAMES: dict[str, tuple[list[Totals], list[Totals]]] = {
    "four_casters": (
        [
            sums(characters=wins_with("frill", "kit", "nuzzle", "haze")),
            Totals(Sums(characters=wins_with("frill", "kit")), Sums(characters=wins_with("nuzzle", "haze"))),
        ],
        [
            sums(characters={**wins_with("frill", "kit", "nuzzle", "iris"), "haze": Score(5, 0)}),
            Totals(Sums(characters=wins_with("frill", "kit", "nuzzle")), apart=Sums(characters=wins_with("haze"))),
        ],
    ),
    "six_casters": (
        [sums(characters=wins_with(*ALL_CHARACTERS))],
        [sums(characters=wins_with(*(ALL_CHARACTERS - {"tusk"})))],
    ),
    "on_a_roll": ([sums(longest_streak=3)], [sums(longest_streak=2), Totals(bots=Sums(longest_streak=9))]),
    "regular": ([Totals(Sums(games=20), Sums(games=30))], [Totals(Sums(games=20), Sums(games=29), Sums(games=99))]),
    "thousandfold": (
        [Totals(Sums(damage_dealt=400), Sums(damage_dealt=600))],
        [Totals(Sums(damage_dealt=400), Sums(damage_dealt=599), Sums(damage_dealt=9999))],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_takes_this_game_and_not_one_that_just_misses(name: str) -> None:
    enough, too_little = CASES[name]
    assert all(is_earned(name, seat, facts, Totals()) for seat, facts in enough)
    assert not any(is_earned(name, seat, facts, Totals()) for seat, facts in too_little)


@pytest.mark.parametrize("name", OVER_MANY_GAMES)
def test_it_takes_these_games_and_not_fewer(name: str) -> None:
    enough, too_little = OVER_MANY_GAMES[name]
    assert all(is_earned(name, {}, {}, totals) for totals in enough)
    assert not any(is_earned(name, {}, {}, totals) for totals in too_little)


def test_ids_are_kept_for_good_because_profiles_hold_them() -> None:
    assert list(ACHIEVEMENTS) == [
        "first_win", "four_casters", "six_casters", "last_of_six", "shadow_boxer", "heavyweight", "on_a_roll",
        "out_of_the_shadow", "picture_of_health", "untouchable", "homebody", "short_work", "clean_hands", "last_breath",
        "curse_you", "against_all_odds", "one_trick_unicorn",
        "hat_trick", "that_hurt", "not_today", "early_shadow", "full_power", "well_read",
        "regular", "thousandfold",
    ]  # fmt: skip
    assert {*CASES, *OVER_MANY_GAMES} == set(ACHIEVEMENTS), "each is tested"


@pytest.mark.parametrize("reason", ["assisted", "from_position", "home_made"])
def test_a_game_that_counts_for_nothing_earns_nothing(reason: str) -> None:
    assert "first_win" in earned(SEAT, FACTS, Totals())
    assert earned(SEAT, replace(FACTS, **{reason: True}), Totals()) == ()


def test_winners_of_real_games_earn_their_first_win_and_nobody_else_does() -> None:
    every: set[str] = set()
    for _, game in all_games():
        facts = facts_of(game, people=2, assisted=False)
        for seat in game.seats:
            names = earned(seat, facts, add(Totals(), seat, facts))
            assert ("first_win" in names) == seat.won
            every.update(names)
    assert len(every) >= 8, "ordinary games bring some"
