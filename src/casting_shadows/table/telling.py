"""What everyone is told: the room as all see it, and the game as each seat does, encoded once for all who share a view."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, Struct

from casting_shadows.engine import (
    SPECTATOR,
    State,
    commitment,
    event_code,
    event_values,
    facts,
    legal_actions,
    redacted,
    verbs,
    view,
)
from casting_shadows.engine.model.resources import pool_text
from casting_shadows.protocol import encode
from casting_shadows.protocol import options as o
from casting_shadows.protocol.messages import Clock, SentUpdate, Window
from casting_shadows.protocol.view import Choice, Event, Hit
from casting_shadows.table.asking import hits
from casting_shadows.table.evolve import wants_to_be_asked
from casting_shadows.table.game import Game
from casting_shadows.table.room_state import RoomState

SHOWN_WITH_HITS = frozenset({verbs.ATTACK, verbs.ABILITY, verbs.PASS, verbs.COUNTER})


def room_info(room: RoomState) -> o.RoomInfo:
    """The room as everyone sees it."""
    shown = room.secret if room.phase != "setup" else b""
    return o.RoomInfo(
        room.code,
        room.phase,
        room.options,
        tuple(_seat(room, seat) for seat in range(len(room.chairs))),
        tuple(o.Member(member.id, member.name, member.online, member.ready) for member in room.members.values()),
        room.owner,
        room.bots,
        tuple(o.OwnPack(pack.name, pack.digest) for pack in room.packs),
        "" if not room.position else "exact" if room.exact else "fresh",
        room.games,
        commitment(shown) if shown else "",
        tuple(sorted(room.contributions)),
        tuple(sorted(room.pause_votes)),
        tuple(sorted(room.rematch_votes)),
        room.result,
    )


def _seat(room: RoomState, seat: int) -> o.Seat:
    chair = room.chairs[seat]
    if chair.member is not None:
        online = room.members[chair.member].online
        return o.Seat("person", chair.name, chair.member, chair.stand_in, chair.character, online)
    return o.Seat("open" if chair.bot is None else "bot", chair.name, None, chair.bot, chair.character)


class _SeatFrame(Struct, frozen=True, omit_defaults=True):
    """`SeatUpdate` with a view that is plain facts already."""

    seat: int | None
    view: dict[str, object]
    events: list[Event] = []
    choices: list[Choice] = []
    undo: int = 0
    asked: bool = False
    answered: str | None = None


class Telling:
    """Updates for one moment of the game. Each seat's part is made once, however many connections get it."""

    def __init__(self, room: RoomState, game: Game, now: float) -> None:
        self.room = room
        self.game = game
        self.now = now
        self.parts: dict[tuple[int, int], Raw] = {}
        clocks = game.clocks
        self.clock = None if clocks is None else Clock(tuple(round(bank, 3) for bank in clocks.bank), clocks.seat, clocks.until)
        window = game.window
        self.window = None if window is None else Window(window.asked, window.opened, window.closes, len(window.extended))

    def update(self, member: int | None, since: int, seq: int | None = None) -> bytes:
        """The update for a member who has seen everything up to version *since*."""
        game = self.game
        seats = self.room.seats_of(member) if member is not None else []
        oldest = game.past[0].version if game.past else game.version + 1
        missed = since + 1 < oldest and since < game.version
        have = game.version if missed else since
        parts = tuple(self._part(seat, have) for seat in seats or [SPECTATOR])
        return encode(SentUpdate(game.version, self.now, parts, self.clock, self.window, seq, missed))

    def _part(self, seat: int, since: int) -> Raw:
        found = self.parts.get((seat, since))
        if found is None:
            found = self.parts[seat, since] = Raw(msgspec.json.encode(self._frame(seat, since)))
        return found

    def _frame(self, seat: int, since: int) -> _SeatFrame:
        room, game = self.room, self.game
        shown = facts(view(game.state, seat))
        events = _events(game, seat, since)
        if seat == SPECTATOR:
            return _SeatFrame(None, shown, events)
        undo = game.undoable(seat) if room.options.undo != "none" else 0
        if room.phase != "playing" or room.chairs[seat].stand_in is not None or not game.may_act(seat):
            return _SeatFrame(seat, shown, events)
        window = game.window
        if window is None:
            return _SeatFrame(seat, shown, events, _choices(game.state, seat), undo)
        answer = window.answers.get(seat)
        choices = _choices(game.asked_state(seat), seat) if answer is None else []
        asked = answer is None and wants_to_be_asked(room, game, seat)
        return _SeatFrame(seat, shown, events, choices, 0, asked, answer)


def _events(game: Game, seat: int, since: int) -> list[Event]:
    told: list[Event] = []
    box, characters = game.state.box, game.state.character
    for past in game.past:
        if past.version <= since:
            continue
        if past.undone is not None:
            told.append(Event(past.version, "undone", {"seat": past.undone[0], "steps": past.undone[1]}))
        for event in redacted(past.events, seat):
            told.append(Event(past.version, event_code(event), event_values(box, characters, event)))
    return told


def _choices(state: State, seat: int) -> list[Choice]:
    """Legal actions with what is needed to show them. Payments of one attack share what they would do."""
    if state.to_act != seat:
        return []
    box = state.box
    table = box.table
    known: dict[tuple[int, int, int, int, int], tuple[Hit, ...]] = {}
    choices: list[Choice] = []
    for action in legal_actions(state):
        kind = table.kind[action]
        shown: tuple[Hit, ...] = ()
        if kind in SHOWN_WITH_HITS:
            key = (kind, table.card[action], table.target[action], table.tile[action], table.number[action])
            if key not in known:
                known[key] = hits(state, seat, action)
            shown = known[key]
        choices.append(_choice(state, action, shown))
    return choices


def _choice(state: State, action: int, shown: tuple[Hit, ...]) -> Choice:
    table = state.box.table
    kind, card = table.kind[action], table.card[action]
    names = table.companions if kind == verbs.TRANSFORM else table.counterspells if kind == verbs.COUNTER else table.cards
    return Choice(
        table.text(action),
        verbs.WORDS[kind],
        names[card] if card >= 0 else UNSET,
        pool_text(table.spend[action]) if table.spend[action] else UNSET,
        pool_text(table.gain[action]) if table.gain[action] else UNSET,
        state.seat_of[table.target[action]] if table.target[action] >= 0 and kind != verbs.PICK else UNSET,
        table.tiles[table.tile[action]] if table.tile[action] >= 0 else UNSET,
        table.cards[table.drop[action]] if table.drop[action] >= 0 else UNSET,
        shown,
    )
