"""What a server shows of many games is what somebody gets who takes their records and counts everything again."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from casting_shadows.server import totals
from casting_shadows.server.profiles import Leaderboard, ProfilePage, Profiles, ProfileSettings
from casting_shadows.server.rating import POINT
from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.storage import FinishedGame, SeatResult

from .career import Played, Standing, achievements, rate, read_game, sums
from .counts import LONG, runs
from .finished_games import all_games

pytestmark = pytest.mark.once

CLUB = ("Ada", "Bob", "Cem", "Dora", "Eve")
SHY = "Eve"
"""Does not want to be on the leaderboard."""
ABSENT = "Zoe"
"""Would like to be on it, but never plays."""


@dataclass
class Sitting:
    """Who sat where in a game: a member of the club, somebody else, or a bot."""

    id: str
    seats: list[str]
    assisted: bool

    @property
    def people(self) -> int:
        return sum(name != "bot" for name in self.seats)


@dataclass
class Shown:
    """What the server has to say in the end."""

    texts: dict[str, str]
    pages: dict[str, ProfilePage]
    points: dict[str, float]
    leaderboard: Leaderboard


def sittings() -> list[Sitting]:
    """Somebody of the club in every game; the order of games is mixed, and each has a chance of take-backs."""
    rng = random.Random("club")
    planned = []
    for number, (_, game) in enumerate(all_games()):
        seats = rng.sample(CLUB, min(len(CLUB), game.players)) + ["somebody"] * (game.players - len(CLUB))
        for seat in range(1, game.players):
            seats[seat] = rng.choice([seats[seat]] * 3 + ["somebody", "bot"])
        rng.shuffle(seats)
        planned.append(Sitting(f"game {number}", seats, rng.random() < 0.1))
    return planned


async def serve(folder: Path, planned: list[Sitting], order: list[int]) -> Shown:
    """Every game as a room hands it in when it ends, one after the other."""
    storage = await SqliteStorage.open(folder / "rooms.db")
    profiles = Profiles(storage)
    for name in (*CLUB, ABSENT):
        await profiles.save(name, ProfileSettings(name, name != SHY), 0.0)
    played = list(all_games())
    for now, number in enumerate(order, start=1):
        (record, game), sitting = played[number], planned[number]
        facts = totals.facts_of(game, sitting.people, sitting.assisted)
        results = [
            SeatResult(seat, name if name in CLUB else None, msgspec.json.encode(totals.Played(game.seats[seat], facts)))
            for seat, name in enumerate(sitting.seats)
        ]
        ended = FinishedGame(sitting.id, f"ROOM{number}", float(now), False, b"{}", record.text(), results)
        await storage.append(ended.room, 0, [b"{}"], finished=ended, now=float(now))
        await profiles.count(ended, float(now))
    stored = [await storage.game(sitting.id) for sitting in planned]
    pages = {name: await profiles.page(name) for name in (*CLUB, ABSENT)}
    points = {name: (await profiles.kept(name)).rating.points / POINT for name in CLUB}
    shown = Shown({game.id: game.text for game in stored if game is not None}, pages, points, await profiles.leaderboard())
    await storage.close()
    return shown


@dataclass
class Club:
    """What the server shows, and what everyone's records come to."""

    shown: Shown
    careers: dict[str, list[Played]]
    standings: dict[str, Standing]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    planned = sittings()
    order = random.Random("evenings").sample(range(len(planned)), len(planned))
    shown = asyncio.run(serve(tmp_path_factory.mktemp("club"), planned, order))
    club = Club(shown, {name: [] for name in CLUB}, {name: Standing() for name in CLUB})
    for sitting in (planned[number] for number in order):
        game = read_game(shown.texts[sitting.id])
        members = {name: seat for seat, name in enumerate(sitting.seats) if name in CLUB}
        for name, seat in members.items():
            club.careers[name].append(Played(sitting.id, game, seat, sitting.people, sitting.assisted))
        if len(members) > 1 and not sitting.assisted:
            rate([(club.standings[name], game.seats[seat]) for name, seat in members.items()])
    return club


def test_the_sums_of_a_profile_are_those_of_its_records(club: Club) -> None:
    for name, career in club.careers.items():
        assert msgspec.to_builtins(club.shown.pages[name].totals) == {
            kind: sums([played for played in career if played.company == kind]) for kind in ("people", "bots", "apart")
        }, name
    assert {played.company for career in club.careers.values() for played in career} == {"people", "bots", "apart"}


def test_each_achievement_is_there_by_the_game_that_earned_it_first(club: Club) -> None:
    for name, career in club.careers.items():
        assert club.shown.pages[name].achievements == achievements(career), name
    assert not club.shown.pages[ABSENT].achievements
    every = {name for page in club.shown.pages.values() for name in page.achievements}
    assert len(every) >= runs(6, 18), every
    assert not LONG or {"regular", "thousandfold", "on_a_roll", "four_casters"} <= every


def test_luck_is_told_of_the_dice_that_fell(club: Club) -> None:
    for name, career in club.careers.items():
        dice = sum((played.seat.faces for played in career if played.company != "apart"), Counter[str]())
        for face, sides in (("G", 2), ("O", 2), ("S", 1), ("C", 1)):
            held = club.shown.pages[name].luck[face]
            assert held.rolled == dice[face]
            assert held.expected == pytest.approx(dice.total() * sides / 6)


def test_the_leaderboard_has_those_who_want_to_be_seen_as_their_games_left_them(club: Club) -> None:
    for name, standing in club.standings.items():
        assert club.shown.points[name] == pytest.approx(standing.points), name
        assert club.shown.pages[name].rating == int(standing.points), name
    seen = [(-int(one.points), -one.wins, name, one.games) for name, one in club.standings.items() if name != SHY and one.games]
    assert [(-leader.rating, -leader.wins, leader.name, leader.games) for leader in club.shown.leaderboard.leaders] == sorted(
        seen
    )
    assert len(seen) == len(CLUB) - 1 and club.shown.pages[ABSENT].rating == 1000
