"""Achievements: what each asks for. Names and descriptions are in the words files, under the same ids.

An id is kept for good, because profiles hold it. Games that count for nothing (`totals.company`) earn nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from casting_shadows.server.statistics import SeatStatistics
from casting_shadows.server.totals import GameFacts, Totals, company

Condition = Callable[[SeatStatistics, GameFacts, Totals], bool]

BASE_CHARACTERS: Final = frozenset({"frill", "kit", "nuzzle", "haze"})
ALL_CHARACTERS: Final = BASE_CHARACTERS | {"iris", "tusk"}


def _fought(seat: SeatStatistics, game: GameFacts) -> bool:
    """Won, and not because somebody left."""
    return seat.won and game.concessions == 0


def _won_with(totals: Totals) -> set[str]:
    return {name for sums in (totals.people, totals.bots) for name, score in sums.characters.items() if score.wins}


def _was_cursed_by_dice(seat: SeatStatistics) -> bool:
    """At least every fourth die of thirty or more; every sixth would be fair."""
    dice = sum(seat.faces.values())
    return dice >= 30 and seat.faces["C"] * 4 >= dice


ACHIEVEMENTS: Final[dict[str, Condition]] = {
    # Winning
    "first_win": lambda seat, game, totals: seat.won,
    "four_casters": lambda seat, game, totals: _won_with(totals) >= BASE_CHARACTERS,
    "six_casters": lambda seat, game, totals: _won_with(totals) >= ALL_CHARACTERS,
    "last_of_six": lambda seat, game, totals: seat.won and game.players == 6,
    "shadow_boxer": lambda seat, game, totals: seat.won and game.mode == "solo",
    "heavyweight": lambda seat, game, totals: seat.won and game.mode == "solo" and game.bot_hp == 12,
    "on_a_roll": lambda seat, game, totals: totals.people.longest_streak >= 3,
    # Winning in style
    "out_of_the_shadow": lambda seat, game, totals: _fought(seat, game) and seat.transformed is None,
    "picture_of_health": lambda seat, game, totals: _fought(seat, game) and seat.hp[-1] >= 18,
    "untouchable": lambda seat, game, totals: _fought(seat, game) and seat.damage_taken == seat.curse_damage,
    "homebody": lambda seat, game, totals: _fought(seat, game) and seat.travels == 0,
    "short_work": lambda seat, game, totals: _fought(seat, game) and game.rounds <= 4,
    "clean_hands": lambda seat, game, totals: _fought(seat, game) and game.players >= 3 and seat.eliminations == 0,
    "last_breath": lambda seat, game, totals: seat.won and seat.lowest_hp == 1,
    "curse_you": lambda seat, game, totals: seat.won and seat.curse_damage >= 6,
    "against_all_odds": lambda seat, game, totals: seat.won and _was_cursed_by_dice(seat),
    "one_trick_unicorn": lambda seat, game, totals: seat.won and len(seat.spells) == 1 and sum(seat.spells.values()) >= 5,
    # In one game, won or lost
    "hat_trick": lambda seat, game, totals: seat.eliminations >= 3,
    "that_hurt": lambda seat, game, totals: seat.highest_hit >= 6,
    "not_today": lambda seat, game, totals: seat.counterspells_used >= 3,
    "early_shadow": lambda seat, game, totals: seat.transformed == 1,
    "full_power": lambda seat, game, totals: seat.abilities >= 2,
    "well_read": lambda seat, game, totals: len(seat.spells) >= 6,
    # Over many games
    "regular": lambda seat, game, totals: totals.people.games + totals.bots.games >= 50,
    "thousandfold": lambda seat, game, totals: totals.people.damage_dealt + totals.bots.damage_dealt >= 1000,
}


def earned(seat: SeatStatistics, game: GameFacts, totals: Totals) -> tuple[str, ...]:
    """The ids a finished game fulfils, earlier ones among them; *totals* are those with this game in them."""
    if company(game) == "apart":
        return ()
    return tuple(name for name, holds in ACHIEVEMENTS.items() if holds(seat, game, totals))
