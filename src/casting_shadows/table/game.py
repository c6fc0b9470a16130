"""The game on the table: the engine's state, how it came about, the clock, and answers that are still sealed."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from casting_shadows.engine import (
    Event,
    GameError,
    Outcome,
    Pack,
    Record,
    State,
    has_fitting_answer,
    note,
    outcome,
    play,
    reveal,
    view,
    was_undoable,
    with_packs,
)
from casting_shadows.engine import events as happened
from casting_shadows.engine.state import DRAFT, RESPOND, UNASKED
from casting_shadows.protocol import CLOCKS

EVENTS_KEPT: Final = 100
"""Versions whose events are still told to somebody who was away; further back a whole view must do."""


class News(NamedTuple):
    """What the room tells beside the engine's events, such as `undone`."""

    code: str
    values: dict[str, str | int]


OPPOSITE: Final = {"bot_took": "returned", "returned": "bot_took"}
"""If nothing happened in between, neither is worth telling."""


@dataclass
class AnswerWindow:
    """Everyone asked answers at the same time. `closes` is fixed when it opens, by what everyone can see."""

    asked: tuple[int, ...]
    opened: float
    closes: float | None
    """At the latest, if it waits. None: no matter how long that takes."""
    waits: bool = False
    """It closes when everybody who wants to be asked has answered, and not only at its time."""
    answers: dict[int, str] = field(default_factory=dict)
    extended: set[int] = field(default_factory=set)

    def put_off(self, seconds: float) -> None:
        """As if it had opened later."""
        self.opened += seconds
        if self.closes is not None:
            self.closes += seconds


@dataclass(frozen=True)
class Past:
    """What a version brought."""

    version: int
    step: int
    """Actions played by then."""
    events: list[Event]
    news: list[News]
    """What has happened since the last version around the game; it is told first."""


@dataclass(frozen=True)
class _Tried:
    """An action that is about to be taken."""

    before: State
    seat: int
    action: int
    after: State
    events: list[Event]


@dataclass
class Clocks:
    """A bank of seconds for each seat, and whose runs."""

    bank: list[float]
    increment: float
    seat: int | None = None
    since: float = 0
    returned: int = -1
    """The turn in which somebody last came back and got time for it."""

    def run(self, seat: int | None, at: float) -> None:
        """Settle the clock that ran, and start another, or none."""
        if self.seat is not None:
            self.bank[self.seat] = max(0.0, self.bank[self.seat] - (at - self.since))
        self.seat, self.since = seat, at

    @property
    def until(self) -> float | None:
        """When the running clock runs out."""
        return None if self.seat is None else self.since + self.bank[self.seat]


class Game:
    """One game from its first state on. Everything here follows from the entries of the record."""

    def __init__(
        self,
        name: str,
        initial: State,
        events: list[Event],
        record: Record,
        secret: bytes,
        clock: str,
        *,
        players: tuple[int | None, ...],
        version: int,
        at: float,
    ) -> None:
        self.name: Final = name
        self.players: Final = players
        """The members who play each seat; None for a bot. Between games they may change places, but not in this one."""
        self.initial: Final = initial
        self.state = initial
        self.secret: Final = secret
        self.moves: list[tuple[int, int]] = []
        """Seats and actions so far, without what was taken back."""
        self.checkpoint = 0
        """Actions before this one stay."""
        self.began: Final = version
        self.version = version
        """Counts what everyone can see happen, on from one game of the room to the next. A sealed answer is no such thing."""
        self.past: deque[Past] = deque([Past(version, 0, events, [])], maxlen=EVENTS_KEPT)
        self._news: list[News] = []
        """It waits for the next version: else whoever is just choosing would find the game gone on, though nothing in it has."""
        self.window: AnswerWindow | None = None
        bank, increment = CLOCKS[clock]
        self.clocks: Clocks | None = Clocks([bank] * initial.seats, increment) if clock != "none" else None
        self.changed_at = at
        """When the game last went on: a bot's pace is counted from here."""
        self.turns = 0
        """Turns begun, to tell one from the next."""
        self.assisted = False
        self.ended_at: float | None = None
        self._header: Final = record
        self._tried: _Tried | None = None
        self._text: tuple[int, str] | None = None
        """The whole game as text, and at which version."""
        self._count_turns(events)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return outcome(self.state)

    def seats_of(self, member: int) -> list[int]:
        """The seats somebody plays, or played."""
        return [seat for seat, player in enumerate(self.players) if player == member]

    def try_out(self, seat: int, action: int) -> bool:
        """Whether an action could be taken back. Raises GameError if it is not legal. What comes of it is kept for `act`."""
        after, events = play(self.state, seat, action)
        self._tried = _Tried(self.state, seat, action, after, events)
        return was_undoable(self.state, action, after)

    def act(self, seat: int, action: str, can_undo: bool, at: float) -> None:
        """Play an action. Raises GameError, and changes nothing, if it is not legal."""
        number = self.state.box.table.parse(action)
        tried, self._tried = self._tried, None
        if tried is not None and (tried.before, tried.seat, tried.action) == (self.state, seat, number):
            after, events = tried.after, tried.events
        else:
            after, events = play(self.state, seat, number)
        self.moves.append((seat, number))
        if not can_undo:
            self.checkpoint = len(self.moves)
        self._count_turns(events)
        if after.phase != RESPOND or any(isinstance(event, happened.AnswersAsked) for event in events):
            self.window = None  # it is over, even if the next attack asks again
        self._show(after, len(self.moves), events, at)

    def _count_turns(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, happened.TurnBegan):
                self.turns += 1
                if self.clocks is not None:
                    self.clocks.bank[event.seat] += self.clocks.increment

    def take_back(self, seat: int, to: int, at: float) -> None:
        """Return to the state after so many actions; everything after it was never played."""
        state = self.initial
        for by, action in self.moves[:to]:
            state, _ = play(state, by, action)
        steps = len(self.moves) - to
        del self.moves[to:]
        self.checkpoint = min(self.checkpoint, to)
        self.window = None
        self._news.append(News("undone", {"seat": seat, "steps": steps}))
        self._show(state, to, [], at)

    def mention(self, code: str, seat: int, **values: str | int) -> None:
        """Have something told about whoever sits here, with the next thing that happens."""
        before = [news for news in self._news if (news.code, news.values["seat"]) == (OPPOSITE.get(code), seat)]
        if before:
            self._news.remove(before[0])
        else:
            self._news.append(News(code, {"seat": seat, **values}))

    def _show(self, state: State, step: int, events: list[Event], at: float) -> None:
        self.state = state
        self.version += 1
        self.past.append(Past(self.version, step, events, self._news))
        self._news = []
        self.changed_at = at
        if self.outcome is not None:
            self.ended_at = at

    @property
    def awaits_answers(self) -> tuple[int, ...]:
        """The seats the engine asks for an answer, or will when those before them have given theirs; in turn order."""
        attack = self.state.attack
        if attack is None or self.state.phase != RESPOND:
            return ()
        return tuple(attack.hit[index] for index in range(attack.index, len(attack.hit)) if attack.answers[index] != UNASKED)

    def undoable(self, seat: int) -> int:
        """How many steps a seat can take back by the policy. All since the checkpoint are of the seat that is still to act."""
        return len(self.moves) - self.checkpoint if self.state.to_act == seat else 0

    def decisions(self, seat: int) -> list[int]:
        """How many actions came before each one of a seat's."""
        return [number for number, (by, _) in enumerate(self.moves) if by == seat]

    def is_in(self, seat: int) -> bool:
        """Whether a seat still has a part in the game: it is not out, and has not conceded."""
        state = self.state
        return (state.phase == DRAFT or state.hp[seat] > 0) and not (state.leaving >> seat) & 1

    def may_act(self, seat: int) -> bool:
        """Whether the game waits for this seat."""
        if self.window is not None:
            return seat in self.window.asked and self.is_in(seat)
        return self.outcome is None and self.state.to_act == seat

    def asked_state(self, seat: int) -> State:
        """The state in which this seat is asked: in a window, those before it have passed, whatever they really said."""
        state = self.state
        if self.window is None or seat not in self.window.asked:
            return state
        for _ in self.window.asked:
            if state.to_act == seat:
                break
            state, _ = play(state, state.to_act, "pass")
        return state

    def check_answer(self, seat: int, action: str) -> None:
        """Raise GameError if this seat may not give this answer."""
        assert self.window is not None
        if seat in self.window.answers:
            raise GameError("answer/given", "your answer is sealed already")
        play(self.asked_state(seat), seat, action)

    def can_answer(self, seat: int) -> bool:
        """Whether an answer could change anything, as far as this seat can see."""
        seen = view(self.asked_state(seat), seat)
        return seen.to_act == seat and has_fitting_answer(seen)

    def record(self) -> Record:
        """The record so far; its secret is in it once the game is over."""
        found = replace(self._header, moves=[])
        state = self.initial
        for seat, action in self.moves:
            after, _ = play(state, seat, action)
            note(found, state, seat, action, after)
            state = after
        if self.outcome is not None:
            found.secret = self.secret
        return found

    def whole_text(self, own: tuple[Pack, ...]) -> str:
        """The game so far with its secret, to be played on elsewhere. Made once for each version: all of it is played again."""
        if self._text is None or self._text[0] != self.version:
            self._text = self.version, with_packs(reveal(self.record(), self.secret), own).text()
        return self._text[1]

    def told(self) -> tuple[str, tuple[tuple[int, str], ...]]:
        """For playing the game again elsewhere: its record without a move but with the secret, and the moves by seat."""
        table = self.state.box.table
        header = replace(self._header, moves=[], result="", secret=self.secret).text()
        return header, tuple((seat, table.text(action)) for seat, action in self.moves)
