"""What a game says about each seat, counted from its record alone: whoever has the record gets the same numbers.

Nothing in here knows who sat where. Damage is HP lost, so the sums come out: what all seats dealt and what Cursed Crystals took
is what all seats lost, and a seat's HP at the end is what it began with, and healing, less damage (unless it conceded).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import asdict

from casting_shadows.engine import Event, GameError, Pack, Record, State, Step, outcome, replay, seat_names
from casting_shadows.engine import events as told
from casting_shadows.engine.packs.pack import SHIPPED
from casting_shadows.server.luck import FACE_CODES, faces, rerolled


class SeatNumbers(Struct, frozen=True, kw_only=True):
    """What one seat has done and met with. It can be counted at any time, and everybody at the table could."""

    turns: int
    lowest_hp: int
    damage_dealt: int
    """To enemies: by spells, abilities, a Bot's touch, and what Counterspells and companions give back."""
    damage_taken: int
    """From enemies and Cursed Crystals together."""
    curse_damage: int
    healing: int
    highest_hit: int
    """In full, even where the enemy had less HP left."""
    eliminations: int
    spells: dict[str, int]
    """How often each was cast, Attack and Conversion Spells alike."""
    favourite_spell: str | None
    abilities: int
    counterspells_used: int
    counterspells_taken: int
    collected: int
    """Main cards; Counterspells are counted above."""
    travels: int
    rerolls: int
    absorbed: int
    """Shadow Energy."""
    transformed: int | None
    """The round, if it did."""
    faces: dict[str, int]
    """What its dice showed when they were rolled or rerolled, by face: G, O, S and C."""


class SeatStatistics(SeatNumbers, frozen=True, kw_only=True):
    """One seat in one finished game."""

    character: str
    place: int
    """1 for the winner, and for all who stand at the round limit; then the later eliminated, the better."""
    won: bool
    conceded: bool
    """It is out because it left. Whoever leaves during an attack may still fall to it, or even win by it."""
    hp: tuple[int, ...]
    """At the start of each round, and at the end."""


class GameStatistics(Struct, frozen=True, kw_only=True):
    """A whole game."""

    mode: str
    players: int
    """1 in Shadow Boxing, whose three Bots have seats all the same."""
    bot_hp: int
    """What each of Shadow Boxing's Bots began with; 0 in other games."""
    home_made: bool
    """Played with a pack of somebody's own."""
    from_position: bool
    """It began somewhere else than at the start, and is counted from there."""
    ending: str
    """`last_standing`, `turn_limit`, `solo_won` or `solo_lost`."""
    rounds: int
    seats: tuple[SeatStatistics, ...]


def favourite(spells: Mapping[str, int]) -> str | None:
    """The spell cast most often, among equals the first by the alphabet; None without any."""
    return min(spells, key=lambda card: (-spells[card], card), default=None)


def count(record: Record, own: tuple[Pack, ...] = ()) -> GameStatistics:
    """The statistics of a finished game.

    Raises GameError `statistics/unfinished` for one that goes on, and whatever `replay` raises.
    """
    tally, last = listen(replay(record, own))
    return tally.statistics(last, from_position=record.seal != "")


def listen(steps: Iterator[Step]) -> tuple[Tally, State]:
    """Count a game from its first step on, and how it stands after the last."""
    first = next(steps)
    tally = Tally(first.state)
    tally.hear(first, first.state)
    last = first.state
    for step in steps:
        tally.hear(step, last)
        last = step.state
    return tally, last


@dataclass
class _Seat:
    """What is being counted for one seat."""

    hp: int
    lowest_hp: int
    hp_by_round: list[int]
    heard: Counter[type[Event]] = field(default_factory=Counter)
    """How many events of each kind happened to it."""
    dealt: int = 0
    taken: int = 0
    cursed: int = 0
    healed: int = 0
    highest_hit: int = 0
    eliminations: int = 0
    conceded: bool = False
    absorbed: int = 0
    transformed: int | None = None
    spells: Counter[str] = field(default_factory=Counter)
    faces: Counter[str] = field(default_factory=Counter)


class Tally:
    """Listens to a game from its first event on."""

    def __init__(self, state: State) -> None:
        self.round = state.round
        self.seats = [_Seat(hp, hp, [hp]) for hp in state.hp]
        self.fallen: list[int] = []
        self.struck_down: dict[int, int] = {}
        """Who is about to be eliminated, and by whom."""

    def hear(self, step: Step, before: State) -> None:
        for event in step.events:
            seat: int | None = getattr(event, "seat", None)
            if seat is not None:
                self.seats[seat].heard[type(event)] += 1
            self._hear(event, step, before)

    def _hear(self, event: Event, step: Step, before: State) -> None:
        seats, cards = self.seats, step.state.box.table.cards
        match event:
            case told.GameStarted():
                # Nobody has HP before the game is dealt, and by the end of this step some may already have lost or gained.
                self.seats = [_Seat(hp, hp, [hp]) for hp in _hp_at_start(step.state)]
            case told.TurnBegan(round=number) if number > self.round:
                self.round = number
                for seat in seats:
                    seat.hp_by_round.append(seat.hp)
            case told.Damaged(hit, amount, hp, by):
                self._wound(hit, amount, hp, by)
            case told.Eliminated(fallen):
                seats[fallen].conceded = seats[fallen].hp > 0
                seats[fallen].hp = seats[fallen].lowest_hp = 0
                self.fallen.append(fallen)
                if fallen in self.struck_down:
                    seats[self.struck_down[fallen]].eliminations += 1
            case told.Healed(healed, amount, hp):
                seats[healed].healed += amount
                seats[healed].hp = hp
            case told.SpellCast(caster, card) | told.Converted(caster, card):
                seats[caster].spells[cards[card]] += 1
            case told.Absorbed(absorber, amount):
                seats[absorber].absorbed += amount
            case told.Transformed(changed):
                seats[changed].transformed = self.round
            case told.DiceRolled(roller, dice):
                seats[roller].faces += faces(dice)
            case told.DiceRerolled(roller, dice):
                seats[roller].faces += rerolled(before, step.action, dice)
            case _:
                pass  # counted above, or nobody's doing

    def _wound(self, hit: int, amount: int, hp: int, by: int) -> None:
        seat = self.seats[hit]
        lost = seat.hp - hp
        seat.hp = hp
        seat.lowest_hp = min(seat.lowest_hp, hp)
        seat.taken += lost
        if by == told.NONE:
            seat.cursed += lost
            return
        self.seats[by].dealt += lost
        self.seats[by].highest_hit = max(self.seats[by].highest_hit, amount)
        if hp == 0:
            self.struck_down[hit] = by

    def numbers(self) -> tuple[SeatNumbers, ...]:
        """Of each seat, as far as the game has come."""
        return tuple(
            SeatNumbers(
                turns=seat.heard[told.TurnBegan],
                lowest_hp=seat.lowest_hp,
                damage_dealt=seat.dealt,
                damage_taken=seat.taken,
                curse_damage=seat.cursed,
                healing=seat.healed,
                highest_hit=seat.highest_hit,
                eliminations=seat.eliminations,
                spells=dict(sorted(seat.spells.items())),
                favourite_spell=favourite(seat.spells),
                abilities=seat.heard[told.AbilityUsed],
                counterspells_used=seat.heard[told.CounterspellUsed],
                counterspells_taken=seat.heard[told.CounterspellTaken],
                collected=seat.heard[told.CardCollected],
                travels=seat.heard[told.Travelled],
                rerolls=seat.heard[told.DiceRerolled],
                absorbed=seat.absorbed,
                transformed=seat.transformed,
                faces={code: seat.faces[code] for code in FACE_CODES},
            )
            for seat in self.seats
        )

    def statistics(self, state: State, from_position: bool) -> GameStatistics:
        ended = outcome(state)
        if ended is None:
            raise GameError("statistics/unfinished", "only a finished game can be counted")
        places = dict.fromkeys(ended.standing, 1)
        places.update((seat, place) for place, seat in enumerate(reversed(self.fallen), start=len(places) + 1))
        last = len(places) + 1  # for whoever was out before the game began
        names = seat_names(state)
        return GameStatistics(
            mode=state.setup.mode,
            players=state.setup.players,
            bot_hp=state.setup.bot_hp if state.is_solo else 0,
            home_made=not set(SHIPPED).issuperset(state.setup.packs),
            from_position=from_position,
            ending=ended.ending,
            rounds=state.round,
            seats=tuple(
                SeatStatistics(
                    **asdict(numbers),
                    character=names[number],
                    place=places.get(number, last),
                    won=ended.winner == number,
                    conceded=seat.conceded,
                    hp=(*seat.hp_by_round, seat.hp),
                )
                for number, (seat, numbers) in enumerate(zip(self.seats, self.numbers(), strict=True))
            ),
        )


def _hp_at_start(state: State) -> list[int]:
    return [state.setup.bot_hp if state.is_bot(seat) else state.box.rules.hp for seat in range(state.seats)]
