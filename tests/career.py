"""Somebody's games counted again, slowly, by reading their records. Nothing here is the server's own count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from casting_shadows.engine import outcome, parse_record, replay, seat_names
from casting_shadows.engine.words import load_words

from .finished_games import Read, dice_that_fell

SUMMED = ("turns", "damage_dealt", "damage_taken", "curse_damage", "healing", "eliminations")


@dataclass
class Seat:
    """What one seat did in one game."""

    character: str
    won: bool
    place: int
    numbers: Counter[str]
    highest_hit: int
    lowest_hp: int
    hp: int
    transformed: int | None
    spells: Counter[str]
    faces: Counter[str]


@dataclass
class Game:
    """A game, read."""

    mode: str
    players: int
    bot_hp: int
    rounds: int
    concessions: int
    seats: list[Seat]


def read_game(text: str) -> Game:
    """Read a record."""
    record = parse_record(text)
    last = list(replay(record))[-1].state
    ended = outcome(last)
    assert ended is not None
    read = Read(record)
    fell, _ = dice_that_fell(record)
    seats = []
    for number, character in enumerate(seat_names(last)):
        name = load_words("en").name(character)
        moves = [action.split() for who, action in record.moves if who == character]
        seats.append(
            Seat(
                character,
                ended.winner == number,
                read.place(name),
                Counter({field: n for (who, field), n in read.tally.items() if who == name}),
                read.hits.get(name, 0),
                read.lowest[name],
                read.hp[name],
                read.transformed.get(name),
                Counter(words[1] for words in moves if words[0] == "cast"),
                fell.get(character, Counter()),
            )
        )
    setup = record.setup
    left = sum(seat.numbers["conceded"] for seat in seats)
    return Game(setup.mode, setup.players, setup.bot_hp if setup.mode == "solo" else 0, len(read.hp_of_rounds), left, seats)


@dataclass
class Played:
    """A game of somebody's: where they sat, and in what company."""

    id: str
    game: Game
    at: int
    people: int
    assisted: bool

    @property
    def seat(self) -> Seat:
        return self.game.seats[self.at]

    @property
    def company(self) -> str:
        return "apart" if self.assisted else "people" if self.people > 1 else "bots"


def sums(played: list[Played]) -> dict[str, Any]:
    """Every sum of these games, by the names that a profile gives them."""
    seats = [game.seat for game in played]
    spells = sum((seat.spells for seat in seats), Counter[str]())
    streaks = streaks_of(played)
    return {
        "games": len(seats),
        "wins": sum(seat.won for seat in seats),
        "streak": streaks[-1],
        "longest_streak": max(streaks),
        "modes": scores((game.game.mode, game.seat.won) for game in played),
        "tables": scores((game.game.players, game.seat.won) for game in played),
        "characters": scores((seat.character, seat.won) for seat in seats),
        **{field: sum(seat.numbers[field] for seat in seats) for field in SUMMED},
        "highest_hit": max((seat.highest_hit for seat in seats), default=0),
        "spells": dict(spells),
        "favourite_spell": sorted(spells, key=lambda card: (-spells[card], card))[0] if spells else None,
        "faces": {face: sum(seat.faces[face] for seat in seats) for face in "GOSC"} if seats else {},
    }


def streaks_of(played: list[Played]) -> list[int]:
    """How many games were won in a row, each time, and last of all now."""
    return [len(row) for row in "".join("w" if game.seat.won else " " for game in played).split(" ")]


def scores(results: Iterable[tuple[Any, bool]]) -> dict[Any, dict[str, int]]:
    rows = list(results)
    return {key: {"games": sum(k == key for k, _ in rows), "wins": sum(won for k, won in rows if k == key)} for key, _ in rows}


def achievements(played: list[Played]) -> dict[str, str]:
    """Which game earned each first."""
    found: dict[str, str] = {}
    counted = [game for game in played if game.company != "apart"]
    for number, game in enumerate(counted, start=1):
        for name, earns in EARNED.items():
            if earns(game.seat, game.game):
                found.setdefault(name, game.id)
        for name, has in EARNED_BY_MANY.items():
            if has(counted[:number]):
                found.setdefault(name, game.id)
    return found


def fought_out(holds: Callable[[Seat, Game], bool]) -> Callable[[Seat, Game], bool]:
    """Won, and nobody conceded."""
    return lambda seat, game: seat.won and game.concessions == 0 and holds(seat, game)


EARNED: Mapping[str, Callable[[Seat, Game], bool]] = {
    "first_win": lambda seat, game: seat.won,
    "last_of_six": lambda seat, game: seat.won and game.players == 6,
    "shadow_boxer": lambda seat, game: seat.won and game.mode == "solo",
    "heavyweight": lambda seat, game: seat.won and game.bot_hp == 12,
    "out_of_the_shadow": fought_out(lambda seat, game: seat.transformed is None),
    "picture_of_health": fought_out(lambda seat, game: seat.hp >= 18),
    "untouchable": fought_out(lambda seat, game: seat.numbers["damage_taken"] - seat.numbers["curse_damage"] == 0),
    "homebody": fought_out(lambda seat, game: seat.numbers["travels"] == 0),
    "short_work": fought_out(lambda seat, game: game.rounds < 5),
    "clean_hands": fought_out(lambda seat, game: game.players > 2 and seat.numbers["eliminations"] == 0),
    "last_breath": lambda seat, game: seat.won and seat.lowest_hp == 1,
    "curse_you": lambda seat, game: seat.won and seat.numbers["curse_damage"] > 5,
    "against_all_odds": lambda seat, game: seat.won and seat.faces.total() > 29 and seat.faces["C"] / seat.faces.total() >= 0.25,
    "one_trick_unicorn": lambda seat, game: seat.won and [n > 4 for n in seat.spells.values()] == [True],
    "hat_trick": lambda seat, game: seat.numbers["eliminations"] > 2,
    "that_hurt": lambda seat, game: seat.highest_hit > 5,
    "not_today": lambda seat, game: seat.numbers["counterspells_used"] > 2,
    "early_shadow": lambda seat, game: seat.transformed == 1,
    "full_power": lambda seat, game: seat.numbers["abilities"] > 1,
    "well_read": lambda seat, game: len(seat.spells) > 5,
}
"""As the words files describe them."""
EARNED_BY_MANY: Mapping[str, Callable[[list[Played]], bool]] = {
    "four_casters": lambda games: {"frill", "kit", "nuzzle", "haze"} <= winners(games),
    "six_casters": lambda games: {"frill", "kit", "nuzzle", "haze", "iris", "tusk"} <= winners(games),
    "on_a_roll": lambda games: max(streaks_of([game for game in games if game.company == "people"])) > 2,
    "regular": lambda games: len(games) >= 50,
    "thousandfold": lambda games: sum(game.seat.numbers["damage_dealt"] for game in games) >= 1000,
}


def winners(played: list[Played]) -> set[str]:
    """The characters somebody has won with."""
    return {game.seat.character for game in played if game.seat.won}


@dataclass
class Standing:
    """Somebody's line in the leaderboard, before it is shown."""

    points: float = 1000.0
    games: int = 0
    wins: int = 0

    @property
    def pace(self) -> int:
        return 48 if self.games < 10 else 32 if self.games < 30 else 20


def rate(table: list[tuple[Standing, Seat]]) -> None:
    """Let the people of a game play it out between every two of them; half of what is at stake is won between equals."""
    gains = []
    for me, mine in table:
        gain = 0.0
        for you, yours in table:
            if you is not me:
                score = 0.5 if mine.place == yours.place else float(mine.place < yours.place)
                ahead = max(-400, min(400, me.points - you.points))
                stake = (me.pace + you.pace) / 2 / (len(table) - 1)
                gain += round(stake * (score - 1 / (1 + 10 ** (-ahead / 400))), 2)
        gains.append(gain)
    for (me, mine), gain in zip(table, gains, strict=True):
        me.points = round(me.points + gain, 2)
        me.games += 1
        me.wins += mine.won
