"""Response windows: who is asked, how long, and what happens at the close. Nothing here looks at a hidden card for others.

A window closes at a time fixed when it opens, from what everyone can see; sooner or later for no card and no answer. It
waits instead where waiting tells nobody anything (one person alone), or where the room has no clock, or days: there everyone
who is hit and holds a card is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from casting_shadows.protocol.options import DAY
from casting_shadows.table import entries as e
from casting_shadows.table.game import AnswerWindow, Game
from casting_shadows.table.room_state import RoomState

ANSWER_PACE: Final = {"instant": 0.3, "fast": 0.5, "normal": 0.8, "slow": 1.0}
"""How long a window stays open if only bots are asked."""


def is_person(room: RoomState, seat: int) -> bool:
    """Whether a person plays here now."""
    return seat < len(room.chairs) and room.chairs[seat].member is not None and room.chairs[seat].stand_in is None


def open_window(room: RoomState, game: Game, at: float) -> None:
    """Open a window if the engine waits for answers and none is open yet."""
    asked = game.awaits_answers
    if not asked or game.window is not None:
        return
    game.window = window = AnswerWindow(asked, at, None)
    pace = at + ANSWER_PACE[room.options.bot_pace]
    if not any(is_person(room, seat) for seat in asked):
        window.closes = pace
    elif room.is_unwatched:
        window.closes = None if any(wants_to_be_asked(room, game, seat) for seat in asked) else pace
    elif room.is_slow:
        window.closes, window.waits = at + DAY, True
    elif room.options.clock != "none":
        window.closes = at + room.options.window * most_at_one_device(room, asked)
    window.waits |= window.closes is None


def most_at_one_device(room: RoomState, asked: Sequence[int]) -> int:
    """How many of those who are asked share a device: it goes from hand to hand, and each needs the time."""
    return max(Counter(room.chairs[seat].member for seat in asked if is_person(room, seat)).values())


def wants_to_be_asked(room: RoomState, game: Game, seat: int) -> bool:
    """Whether a person is shown the question. It changes nothing that anybody else can see."""
    if not is_person(room, seat):
        return False
    member = room.members[room.chairs[seat].member or 0]
    if room.asks_everyone:
        return True
    if len(room.seats_of(member.id)) > 1:
        return True  # the device goes round all who are asked, with the same words
    mode = room.answering_of(member)
    return mode == "always" or (mode == "fits" and game.can_answer(seat))


def close_when_complete(room: RoomState, now: float) -> None:
    """A window that waits closes with the last answer it waits for; the others at their time and never before."""
    game = room.game
    if game is None or game.window is None or room.phase != "playing":
        return
    window = game.window
    is_due = window.closes is not None and now >= window.closes
    if window.waits and not is_due:
        awaited = (seat for seat in window.asked if game.may_act(seat) and seat not in window.answers)
        is_due = not any(wants_to_be_asked(room, game, seat) or room.chairs[seat].player is not None for seat in awaited)
    if is_due:
        _close(room, game, window, now)


def _close(room: RoomState, game: Game, window: AnswerWindow, now: float) -> None:
    """Hand the sealed answers to the engine, in turn order; who has given none passes."""
    while game.window is window:
        seat = game.state.to_act
        room.commit(e.Acted(at=now, seat=seat, action=window.answers.get(seat, "pass")))
