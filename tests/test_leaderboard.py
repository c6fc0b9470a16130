"""Totals over many games, and the rating that a leaderboard is sorted by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, reduce
from random import Random
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casting_shadows.server.rating import POINT, START, Rating, expected, rate
from casting_shadows.server.statistics import SeatStatistics, favourite
from casting_shadows.server.totals import GameFacts, Played, Score, Totals, add, company, facts_of, rebuild
from tests.counts import runs
from tests.finished_games import all_games

often = settings(max_examples=runs(60, 2000), deadline=None, derandomize=True)
Key = TypeVar("Key", str, int)


@cache
def played(people: int = 2, assisted: bool = False) -> list[Played]:
    """Every seat of every game played here, as one person's."""
    return [Played(seat, facts_of(game, people, assisted)) for _, game in all_games() for seat in game.seats[: game.players]]


@pytest.fixture(autouse=True, scope="module")
def games_are_played_first() -> None:
    """So that no example has to wait for them."""
    played()


def any_played() -> st.SearchStrategy[Played]:
    """In every company. A function, so that nothing is played while tests are collected."""
    return st.sampled_from([*played(2), *played(1), *played(4, assisted=True)])


careers = st.lists(st.deferred(any_played), max_size=12)


def totals_of(career: list[Played]) -> Totals:
    return reduce(lambda totals, game: add(totals, game.seat, game.facts), career, Totals())


@often
@given(careers)
def test_totals_made_anew_from_what_is_stored_are_the_totals_added_up_game_by_game(career: list[Played]) -> None:
    assert rebuild([msgspec.json.encode(game) for game in career]) == totals_of(career)


@often
@given(careers)
def test_totals_are_the_sums_of_the_games(career: list[Played]) -> None:
    totals = totals_of(career)
    for kind in ("people", "bots", "apart"):
        sums = getattr(totals, kind)
        mine = [game for game in career if company(game.facts) == kind]
        seats = [game.seat for game in mine]
        assert (sums.games, sums.wins) == (len(seats), sum(seat.won for seat in seats))
        for field in ("turns", "damage_dealt", "damage_taken", "curse_damage", "healing", "eliminations"):
            assert getattr(sums, field) == sum(getattr(seat, field) for seat in seats)
        assert sums.highest_hit == max((seat.highest_hit for seat in seats), default=0)
        spells = sum((Counter(seat.spells) for seat in seats), Counter[str]())
        assert sums.spells == spells and sums.favourite_spell == favourite(spells)
        assert Counter(sums.faces) == sum((Counter(seat.faces) for seat in seats), Counter[str]())
        assert sums.modes == scores((game.facts.mode, game.seat.won) for game in mine)
        assert sums.tables == scores((game.facts.players, game.seat.won) for game in mine)
        assert sums.characters == scores((game.seat.character, game.seat.won) for game in mine)


def scores(results: Iterable[tuple[Key, bool]]) -> dict[Key, Score]:
    rows = list(results)
    return {key: Score(sum(k == key for k, _ in rows), sum(won for k, won in rows if k == key)) for key, _ in rows}


@often
@given(careers)
def test_totals_come_back_from_json_as_they_were(career: list[Played]) -> None:
    totals = totals_of(career)
    assert msgspec.json.decode(msgspec.json.encode(totals), type=Totals) == totals


def test_a_streak_is_games_won_in_a_row_and_the_longest_is_kept() -> None:
    seat, facts = played()[0].seat, played()[0].facts
    totals = totals_of([Played(replace(seat, won=letter == "w"), facts) for letter in "wwlwwwlw"])
    assert (totals.people.streak, totals.people.longest_streak) == (1, 3)
    unbroken = add(totals, replace(seat, won=False), replace(facts, people=1))
    assert unbroken.people.streak == 1 and unbroken.bots.streak == 0, "a game against bots ends no streak among people"


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"people": 2}, "people"),
        ({"people": 6, "players": 6}, "people"),
        ({"people": 1}, "bots"),
        ({"people": 1, "mode": "solo", "players": 1}, "bots"),
        ({"people": 2, "assisted": True}, "apart"),
        ({"people": 2, "from_position": True}, "apart"),
        ({"people": 2, "home_made": True}, "apart"),
        ({"people": 1, "assisted": True}, "apart"),
    ],
)
def test_only_a_game_of_two_people_played_by_the_book_counts_for_the_leaderboard(changes: dict[str, object], kind: str) -> None:
    facts = replace(played()[0].facts, **changes)
    assert company(facts) == kind
    totals = add(Totals(), played()[0].seat, facts)
    assert [getattr(totals, name).games for name in ("people", "bots", "apart")] == [
        int(name == kind) for name in ("people", "bots", "apart")
    ]


def test_the_facts_of_a_game_say_how_many_left() -> None:
    assert len({game.facts.concessions for game in played()}) >= 2
    for _, game in all_games():
        facts = facts_of(game, people=2, assisted=False)
        assert facts.concessions == sum(seat.conceded for seat in game.seats)
        assert (facts.mode, facts.players, facts.rounds, facts.ending) == (game.mode, game.players, game.rounds, game.ending)


def test_what_is_stored_of_a_game_names_only_facts() -> None:
    stored = msgspec.to_builtins(played()[0])
    assert set(stored) == {"seat", "facts"}
    assert set(stored["seat"]) == set(SeatStatistics.__struct_fields__) and set(stored["facts"]) == set(
        GameFacts.__struct_fields__
    )


# The rating

people = st.tuples(st.builds(Rating, st.integers(-50 * POINT, 4000 * POINT), st.integers(0, 60)), st.integers(1, 6))
tables = st.lists(people, min_size=2, max_size=6)
Sitting = list[tuple[Rating, int]]


def rated(sitting: Sitting) -> list[Rating]:
    return rate([rating for rating, _ in sitting], [place for _, place in sitting])


@often
@given(tables)
def test_a_game_makes_and_loses_no_points_and_counts_once_for_everyone(sitting: Sitting) -> None:
    after = rated(sitting)
    assert sum(rating.points for rating in after) == sum(rating.points for rating, _ in sitting)
    assert [rating.games for rating in after] == [rating.games + 1 for rating, _ in sitting]


@often
@given(tables)
def test_whoever_wins_alone_gains_and_whoever_is_last_alone_loses(sitting: Sitting) -> None:
    places = [place for _, place in sitting]
    for (before, place), after in zip(sitting, rated(sitting), strict=True):
        if place == min(places) and places.count(place) == 1:
            assert after.points > before.points
        if place == max(places) and places.count(place) == 1:
            assert after.points < before.points


@often
@given(tables, st.randoms())
def test_it_does_not_matter_who_sits_where(sitting: Sitting, chance: Random) -> None:
    order = list(range(len(sitting)))
    chance.shuffle(order)
    after = rated(sitting)
    assert rated([sitting[seat] for seat in order]) == [after[seat] for seat in order]


@often
@given(tables)
def test_a_better_place_is_never_worth_less(sitting: Sitting) -> None:
    rating, place = sitting[0]
    worse = rated([(rating, place + 1), *sitting[1:]])[0]
    assert rated(sitting)[0].points >= worse.points


@often
@given(st.integers(0, 4000 * POINT), st.integers(0, 60), st.integers(2, 6))
def test_a_tie_between_equals_changes_nothing(points: int, games: int, size: int) -> None:
    assert {rating.points for rating in rated([(Rating(points, games), 1)] * size)} == {points}


def test_a_duel_between_newcomers_moves_half_of_what_is_at_stake() -> None:
    winner, loser = rated([(Rating(), 1), (Rating(), 2)])
    assert (winner.points - START, loser.points - START) == (24 * POINT, -24 * POINT)
    assert (winner.shown, loser.shown, Rating().shown) == (1024, 976, 1000)


def test_the_first_of_six_newcomers_gains_as_much_as_the_winner_of_a_duel() -> None:
    after = rated([(Rating(), place) for place in range(1, 7)])
    assert [rating.shown for rating in after] == [1024, 1014, 1004, 995, 985, 976]


@pytest.mark.parametrize(("games", "gain"), [(0, 24), (9, 24), (10, 16), (29, 16), (30, 10), (500, 10)])
def test_the_more_games_the_steadier_a_rating(games: int, gain: int) -> None:
    winner, _ = rated([(Rating(START, games), 1), (Rating(START, games), 2)])
    assert winner.points - START == gain * POINT


def test_between_a_newcomer_and_an_old_hand_the_stake_is_in_the_middle() -> None:
    newcomer, old_hand = Rating(START, 0), Rating(START, 100)
    assert [rating.points - START for rating in rated([(newcomer, 1), (old_hand, 2)])] == [17 * POINT, -17 * POINT]
    assert [rating.points - START for rating in rated([(newcomer, 2), (old_hand, 1)])] == [-17 * POINT, 17 * POINT]


def test_beating_a_stronger_one_is_worth_more_up_to_a_limit() -> None:
    gains = [
        rated([(Rating(), 1), (Rating(START + ahead * POINT), 2)])[0].points - START
        for ahead in (-900, -400, -100, 0, 100, 400, 900)
    ]
    assert gains == sorted(gains)
    assert gains[0] == gains[1] and gains[-2] == gains[-1] and gains[2] < gains[3] < gains[4]
    assert expected(Rating(START + 400 * POINT), Rating()) == pytest.approx(10 / 11)
