"""Everything in the box has its effect in some game: the kept games show it all, and are played again here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from casting_shadows.engine import parse_record, verify

from .counts import LONG
from .coverage_bins import all_bins
from .coverage_runner import FOLDER, bins_in, find_games, play_one

pytestmark = pytest.mark.T05

GAMES = sorted(FOLDER.glob("*.txt"))


@cache
def shown_in(game: Path) -> frozenset[str]:
    """Everything a kept game shows."""
    return frozenset(bins_in(parse_record(game.read_text())))


def test_the_list_of_what_must_happen_is_long() -> None:
    bins = all_bins()
    kinds = {name.split()[0] for name in bins}
    assert kinds == {
        "event", "verb", "collected", "cast", "used", "answered", "summoned", "fired", "ability", "status", "start", "hit",
        "attack", "collect",
    }  # fmt: skip
    assert len(bins) > 200


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.stem))
def test_a_kept_game_is_still_the_same_game(game: Path) -> None:
    text = game.read_text()
    assert parse_record(text).text() == text
    verify(parse_record(text))


def test_every_card_hex_companion_ability_status_verb_and_event_comes_up_in_the_kept_games() -> None:
    assert GAMES, "no games are kept; python -m tests.coverage_runner finds them"
    shown = frozenset[str]().union(*(shown_in(game) for game in GAMES))
    assert not sorted(all_bins() - shown), "python -m tests.coverage_runner finds games that show these"


def test_no_kept_game_is_needless() -> None:
    for game in GAMES:
        others = frozenset[str]().union(*(shown_in(other) for other in GAMES if other != game))
        assert all_bins() - others, f"{game.stem} shows nothing the others do not"


def test_playing_from_scratch_everything_comes_up_again() -> None:
    if not LONG:  # one game of many: it shows what it aims at, and its record tells the same
        record, shown = play_one(0, set(all_bins()))
        assert len(shown) > len(all_bins()) // 4
        assert shown <= bins_in(record)
        return
    games = find_games()
    assert all_bins() <= set().union(*(shown for _, shown in games))
    kept = [parse_record(game.read_text()) for game in GAMES]
    assert [record.moves for record, _ in games] == [record.moves for record in kept], "the kept games are found again"
