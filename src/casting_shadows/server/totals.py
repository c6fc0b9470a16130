"""What somebody's games come to. Stored game by game, so the totals can always be made anew from what is stored.

Games among people, games against bots and games that count for nothing are added up apart, and only the first kind is for the
leaderboard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec
from msgspec import Struct

from casting_shadows.server.statistics import GameStatistics, SeatStatistics, favourite

Company = Literal["people", "bots", "apart"]

FEWEST_PEOPLE: Final = 2
"""So many people must have played for a game to count among people."""


class GameFacts(Struct, frozen=True, kw_only=True):
    """About a game as a whole. Its record tells all but `people` and `assisted`, which the room knows."""

    mode: str
    players: int
    bot_hp: int
    home_made: bool
    from_position: bool
    ending: str
    rounds: int
    concessions: int
    people: int
    """How many different people played; somebody who plays two seats is one of them."""
    assisted: bool
    """Somebody took back what chance had decided, or asked for a hint in a game of several people."""


class Played(Struct, frozen=True):
    """One game of one person, as it is stored. A field that is added here or below needs a default, or old games are lost."""

    seat: SeatStatistics
    facts: GameFacts


class Score(Struct, frozen=True):
    """How many games, and how many of them were won."""

    games: int = 0
    wins: int = 0


class Sums(Struct, frozen=True, kw_only=True):
    """Games of one kind of company, added up."""

    games: int = 0
    wins: int = 0
    streak: int = 0
    """Games won in a row, up to the last one; anything but a win ends it."""
    longest_streak: int = 0
    modes: dict[str, Score] = {}
    tables: dict[int, Score] = {}
    """By the number of players."""
    characters: dict[str, Score] = {}
    turns: int = 0
    damage_dealt: int = 0
    damage_taken: int = 0
    curse_damage: int = 0
    healing: int = 0
    eliminations: int = 0
    highest_hit: int = 0
    spells: dict[str, int] = {}
    favourite_spell: str | None = None
    faces: dict[str, int] = {}
    """Dice by face; `luck` holds them against fair ones."""


class Totals(Struct, frozen=True):
    """Everything a profile has to show."""

    people: Sums = Sums()
    bots: Sums = Sums()
    apart: Sums = Sums()


def facts_of(game: GameStatistics, people: int, assisted: bool) -> GameFacts:
    """What was counted about a game as a whole, with what the room knows about it."""
    return GameFacts(
        mode=game.mode,
        players=game.players,
        bot_hp=game.bot_hp,
        home_made=game.home_made,
        from_position=game.from_position,
        ending=game.ending,
        rounds=game.rounds,
        concessions=sum(seat.conceded for seat in game.seats),
        people=people,
        assisted=assisted,
    )


def company(facts: GameFacts) -> Company:
    """Which sums a game belongs to. With take-backs or hints, from a position or with home-made cards anything can be won."""
    if facts.assisted or facts.from_position or facts.home_made:
        return "apart"
    return "people" if facts.people >= FEWEST_PEOPLE else "bots"


def add(totals: Totals, seat: SeatStatistics, facts: GameFacts) -> Totals:
    """The totals with one more game."""
    kind = company(facts)
    sums: Sums = getattr(totals, kind)
    return msgspec.structs.replace(totals, **{kind: _added(sums, seat, facts)})


def rebuild(games: Iterable[bytes]) -> Totals:
    """The totals of stored games (`Played` as JSON), oldest first. Raises msgspec.DecodeError."""
    totals = Totals()
    for stored in games:
        played = msgspec.json.decode(stored, type=Played)
        totals = add(totals, played.seat, played.facts)
    return totals


def _added(sums: Sums, seat: SeatStatistics, facts: GameFacts) -> Sums:
    streak = sums.streak + 1 if seat.won else 0
    spells = _together(sums.spells, seat.spells)
    return Sums(
        games=sums.games + 1,
        wins=sums.wins + seat.won,
        streak=streak,
        longest_streak=max(sums.longest_streak, streak),
        modes={**sums.modes, facts.mode: _scored(sums.modes.get(facts.mode), seat.won)},
        tables={**sums.tables, facts.players: _scored(sums.tables.get(facts.players), seat.won)},
        characters={**sums.characters, seat.character: _scored(sums.characters.get(seat.character), seat.won)},
        turns=sums.turns + seat.turns,
        damage_dealt=sums.damage_dealt + seat.damage_dealt,
        damage_taken=sums.damage_taken + seat.damage_taken,
        curse_damage=sums.curse_damage + seat.curse_damage,
        healing=sums.healing + seat.healing,
        eliminations=sums.eliminations + seat.eliminations,
        highest_hit=max(sums.highest_hit, seat.highest_hit),
        spells=spells,
        favourite_spell=favourite(spells),
        faces=_together(sums.faces, seat.faces),
    )


def _scored(score: Score | None, won: bool) -> Score:
    so_far = score or Score()
    return Score(so_far.games + 1, so_far.wins + won)


def _together(some: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {key: some.get(key, 0) + more.get(key, 0) for key in sorted({*some, *more})}
