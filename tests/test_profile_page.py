"""What a profile shows is what somebody gets who reads all its games again and keeps a tally."""

from __future__ import annotations

import asyncio
from collections import Counter
from math import comb
from pathlib import Path

import msgspec
import pytest

from casting_shadows.engine import Record, outcome, replay
from casting_shadows.engine.words import load_words
from casting_shadows.server.luck import luck
from casting_shadows.server.profiles import ProfilePage, Profiles
from casting_shadows.server.sqlite import SqliteStorage
from casting_shadows.server.statistics import GameStatistics
from casting_shadows.server.storage import FinishedGame, SeatResult
from casting_shadows.server.totals import Played, Sums, facts_of

from .counts import runs
from .finished_games import KINDS, Read, games

ME = "somebody"
SUMMED = ("turns", "damage_dealt", "damage_taken", "curse_damage", "healing", "eliminations")


def seat_of(number: int, game: GameStatistics) -> int:
    """Where I sat in a game: always elsewhere."""
    return number % game.players


async def stored(folder: Path, played: list[tuple[Record, GameStatistics]]) -> tuple[ProfilePage, ProfilePage]:
    """My page, and that of a stranger, from a storage with these games."""
    storage = await SqliteStorage.open(folder / "rooms.db")
    for number, (_, game) in enumerate(played):
        seat = seat_of(number, game)
        facts = facts_of(game, min(2, game.players), assisted=False)
        result = SeatResult(seat, ME, msgspec.json.encode(Played(game.seats[seat], facts)))
        finished = FinishedGame(f"game {number}", f"ROOM{number}", float(number), False, b"{}", "", [result])
        await storage.append(f"ROOM{number}", 0, [b"{}"], finished=finished, now=float(number))
    profiles = Profiles(storage)
    pages = await profiles.page(ME), await profiles.page("a stranger")
    await storage.close()
    return pages


@pytest.mark.parametrize("kind", KINDS)
def test_a_profile_shows_what_a_recount_of_its_games_gives(kind: str, tmp_path: Path) -> None:
    played = games(kind)
    page, stranger = asyncio.run(stored(tmp_path, played))
    sums = page.totals.bots if kind.startswith("solo") else page.totals.people
    tally: Counter[str] = Counter()
    spells: Counter[str] = Counter()
    characters: dict[str, list[bool]] = {}
    wins: list[bool] = []
    for number, (record, game) in enumerate(played):
        seat, read = seat_of(number, game), Read(record)
        character = game.seats[seat].character
        name = load_words("en").name(character)
        tally.update({field: read.tally[name, field] for field in SUMMED})
        tally["highest_hit"] = max(tally["highest_hit"], read.hits.get(name, 0))
        spells.update(action.split()[1] for who, action in record.moves if who == character and action.startswith("cast "))
        ended = outcome(list(replay(record))[-1].state)
        wins.append(ended is not None and ended.winner == seat)
        characters.setdefault(character, []).append(wins[-1])
    assert {field: getattr(sums, field) for field in (*SUMMED, "highest_hit")} == {
        field: tally[field] for field in (*SUMMED, "highest_hit")
    }
    assert sums.spells == spells and (sums.games, sums.wins) == (len(wins), sum(wins))
    assert {name: (score.games, score.wins) for name, score in sums.characters.items()} == {
        name: (len(won), sum(won)) for name, won in characters.items()
    }
    assert {face: held.rolled for face, held in page.luck.items()} == {face: sums.faces.get(face, 0) for face in "GOSC"}
    assert page.known and not stranger.known
    assert stranger.totals.people == Sums() and all(held.rolled == 0 for held in stranger.luck.values())


@pytest.mark.parametrize("dice", [1, 5, 30, 100, *range(400, runs(401, 2001), 800)])
def test_nineteen_of_twenty_with_fair_dice_are_within_the_bounds(dice: int) -> None:
    for face, chances in (("G", 2), ("O", 2), ("S", 1), ("C", 1)):
        held = luck({face: dice})[face]
        ways = sum(comb(dice, n) * chances**n * (6 - chances) ** (dice - n) for n in range(held.least, held.most + 1))
        assert ways / 6**dice >= 0.94, (face, held)
        assert held.least <= held.expected <= held.most
