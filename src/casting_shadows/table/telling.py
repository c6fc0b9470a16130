"""What everyone is told: the room as all see it, and the game as each seat does, encoded once for all who share a view."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from casting_shadows.engine import (
    SPECTATOR,
    State,
    commitment,
    event_code,
    event_values,
    foresee,
    legal_actions,
    redact,
    verbs,
    view,
)
from casting_shadows.protocol import encode
from casting_shadows.protocol import options as o
from casting_shadows.protocol.messages import Clock, SentUpdate, Window
from casting_shadows.protocol.messages import Room as RoomMessage
from casting_shadows.protocol.view import Choice, Event, Hit
from casting_shadows.table.asking import to_hits
from casting_shadows.table.fitting import idle
from casting_shadows.table.game import Game, Past
from casting_shadows.table.people import Member
from casting_shadows.table.playing import has_more_time, undo_steps
from casting_shadows.table.room_state import RoomState
from casting_shadows.table.sight import Sight
from casting_shadows.table.windows import wants_to_be_asked

SHOWN_WITH_HITS = frozenset({verbs.ATTACK, verbs.ABILITY, verbs.PASS, verbs.COUNTER})


def room_info(room: RoomState) -> o.RoomInfo:
    """The room as everyone sees it."""
    return o.RoomInfo(
        room.code,
        room.phase,
        room.options,
        tuple(_seat(room, seat) for seat in range(len(room.chairs))),
        tuple(o.Member(member.id, member.name, member.online, member.ready) for member in room.members.values()),
        room.owner,
        room.bots,
        tuple(o.OwnPack(pack.name, pack.digest) for pack in room.packs),
        _start(room),
        room.games,
        commitment(room.secret) if room.secret else "",
        tuple(sorted(room.contributions)),
        tuple(sorted(room.pause_votes)),
        tuple(sorted(room.rematch_votes)),
        room.result,
        idle(room.options, room.packs),
        room.asks_everyone,
        room.leaving,
    )


def _start(room: RoomState) -> Literal["", "fresh", "exact"]:
    """How the game that is on, or comes next, begins."""
    number = room.games if room.phase in ("playing", "paused") else room.games + 1
    if not room.position or number > 1:
        return ""
    return "exact" if room.exact else "fresh"


def _seat(room: RoomState, seat: int) -> o.Seat:
    chair = room.chairs[seat]
    if chair.member is not None:
        online = room.members[chair.member].online
        return o.Seat("person", chair.name, chair.member, chair.stand_in, chair.character, online)
    return o.Seat("open" if chair.bot is None else "bot", chair.name, None, chair.bot, chair.character)


class _SeatFrame(Struct, omit_defaults=True):
    """`SeatUpdate` with a view that is encoded already."""

    seat: int | None
    view: Raw
    events: list[Event] = []
    choices: list[Choice] = []
    foreseen: list[tuple[Hit, ...]] = []
    undo: int = 0
    undo_all: int = 0
    asked: bool = False
    answered: str | None = None
    more_time: bool = False
    answering: str = "fits"


class Telling:
    """Updates for one moment of the game. Each seat's part is made once, however many connections get it."""

    def __init__(self, room: RoomState, game: Game, now: float) -> None:
        self.room = room
        self.game = game
        self.now = now
        self.sight = Sight(game.state)
        self.parts: dict[tuple[int, int], Raw] = {}
        self.told: dict[int, Event] = {}
        """Events by identity: most are the same for everyone who hears of them."""
        clocks = game.clocks
        self.clock = None if clocks is None else Clock(tuple(round(bank, 3) for bank in clocks.bank), clocks.seat, clocks.until)
        window = game.window
        self.window = None if window is None else Window(window.asked, window.opened, window.closes, len(window.extended))

    def update(self, member: int, since: int, seq: int | None = None) -> bytes:
        """The update for a member who has seen everything up to version *since*."""
        game = self.game
        since = max(since, game.began - 1)  # what came before is another game
        kept = game.past[0].version - 1
        missed = since < kept
        parts = tuple(self._part(seat, max(since, kept)) for seat in game.seats_of(member) or [SPECTATOR])
        return encode(SentUpdate(game.version, self.now, parts, self.clock, self.window, seq, missed))

    def _part(self, seat: int, since: int) -> Raw:
        found = self.parts.get((seat, since))
        if found is None:
            found = self.parts[seat, since] = Raw(msgspec.json.encode(self._frame(seat, since)))
        return found

    def _frame(self, seat: int, since: int) -> _SeatFrame:
        room, game = self.room, self.game
        frame = _SeatFrame(None if seat == SPECTATOR else seat, self.sight.of(seat), self._events(seat, since))
        if seat == SPECTATOR or room.phase != "playing" or room.chairs[seat].stand_in is not None:
            return frame
        frame.undo = undo_steps(room, game, seat)
        frame.undo_all = min(frame.undo, game.undoable(seat))
        frame.answering = room.answering_of(room.members[room.chairs[seat].member or 0])
        if game.may_act(seat):
            answers = {} if game.window is None else game.window.answers
            frame.answered = answers.get(seat)
            if frame.answered is None:
                frame.choices, frame.foreseen = _choices(game.asked_state(seat), seat)
                window = game.window
                frame.asked = window is not None and wants_to_be_asked(room, game, seat)
                frame.more_time = window is not None and seat not in window.extended and has_more_time(room, window)
        return frame

    def _events(self, seat: int, since: int) -> list[Event]:
        """What happened since a version, as far as a seat may know."""
        found: list[Event] = []
        recent: list[Past] = []
        for past in reversed(self.game.past):  # nearly always the last one alone
            if past.version <= since:
                break
            recent.append(past)
        for past in reversed(recent):
            found += [Event(past.version, past.step, news.code, news.values) for news in past.news]
            for event in past.events:
                heard = redact(event, seat)
                if heard is event and id(event) in self.told:
                    found.append(self.told[id(event)])
                elif heard is not None:
                    values = event_values(self.game.state.box, self.game.state.character, heard)
                    found.append(Event(past.version, past.step, event_code(heard), values))
                    if heard is event:
                        self.told[id(event)] = found[-1]
        return found


def tell_room(room: RoomState, now: float) -> None:
    """The room as it stands to everybody, if it has changed."""
    if room.room_changed:
        frame = encode(RoomMessage(now, room_info(room)))
        room.out.frames.extend((conn, frame) for conn in room.conns)
        room.out.listing_changed = True
        room.room_changed = False


def tell_game(room: RoomState, now: float, actor: int | None = None, seq: int | None = None) -> None:
    """The game as it stands to every member, each as its seats see it, if it has changed. To *actor* it answers a command."""
    game = room.game
    if game is None or not room.game_changed:
        return
    telling = Telling(room, game, now)
    for conn, member in room.conns.items():
        if member is not None:
            _send(room, conn, telling, member, seq if conn == actor else None)
    room.game_changed = False


def show_game(room: RoomState, member: Member, now: float, seq: int | None = None) -> None:
    """The game as it stands to one member, who may have missed something."""
    if room.game is not None and member.conn is not None:
        _send(room, member.conn, Telling(room, room.game, now), member.id, seq)


def _send(room: RoomState, conn: int, telling: Telling, member: int, seq: int | None) -> None:
    room.out.frames.append((conn, telling.update(member, room.seen.get(conn, 0), seq)))
    room.seen[conn] = telling.game.version


def _choices(state: State, seat: int) -> tuple[list[Choice], list[tuple[Hit, ...]]]:
    """Legal actions with what is needed to show them, and what they would do; payments of one attack share that."""
    table = state.box.table
    places: dict[tuple[int, int, int, int, int], int] = {}
    foreseen: list[int] = []
    choices: list[Choice] = []
    for action in legal_actions(state) if state.to_act == seat else ():
        kind, target = table.kind[action], table.target[action]
        place: int | UnsetType = UNSET
        if kind in SHOWN_WITH_HITS:
            place = places.setdefault((kind, table.card[action], target, table.tile[action], table.number[action]), len(foreseen))
            if place == len(foreseen):
                foreseen.append(action)
        choices.append(shown_choice(state, action, place))
    return choices, [to_hits(hits) for hits in foresee(view(state, seat), foreseen)] if foreseen else []


def shown_choice(state: State, action: int, foreseen: int | UnsetType = UNSET) -> Choice:
    """An action with what is needed to show it."""
    table = state.box.table
    text, verb, card, spend, gain, tile, drop = table.shown(action)
    target = table.target[action]
    aim = state.seat_of[target] if target >= 0 and table.kind[action] != verbs.PICK else UNSET
    return Choice(text, verb, card or UNSET, spend or UNSET, gain or UNSET, aim, tile or UNSET, drop or UNSET, foreseen)
