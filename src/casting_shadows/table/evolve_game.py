"""What the entries of a game do: how it begins, its actions, its clock, and who plays each seat."""

from __future__ import annotations

import hashlib
from typing import Final, assert_never

from casting_shadows.engine import GameError, Rng, Setup, new_record, open_box, pack_labels, start, start_from
from casting_shadows.engine import events as happened
from casting_shadows.protocol.options import Result
from casting_shadows.table import entries as e
from casting_shadows.table.game import Game
from casting_shadows.table.room_state import RoomState
from casting_shadows.table.windows import is_person, open_window

MORE_TIME: Final = 20
"""Seconds somebody may add to a response window."""
BACK_BANK: Final = 20
"""Seconds somebody has at least who comes back in their own turn."""
STRIKES: Final = 3
"""So often a clock may run out; then a bot takes over."""
OfHelp = e.Hinted | e.TextTaken
OfTime = e.TimeGiven | e.TimeUp | e.TimeAdded | e.Paused | e.Resumed | e.Woken


def evolve_game(
    room: RoomState,
    entry: e.Committed | e.Contributed | e.Started | e.Acted | e.Answered | e.Undone | OfHelp | e.BotTook | e.Returned | OfTime,
) -> None:
    """Let one entry of a game take effect."""
    if isinstance(entry, e.Committed | e.Contributed):
        _prepare(room, entry)
    elif isinstance(entry, e.Started):
        _begin(room, entry)
    else:
        game = room.game
        assert game is not None, "only a game has such entries"
        leaving = room.leaving
        if isinstance(entry, e.Acted):
            game.act(entry.seat, entry.action, entry.can_undo, entry.at)
            _carry_on(room, game, entry.at)
        elif isinstance(entry, e.Answered):
            assert game.window is not None
            game.window.answers[entry.seat] = entry.action
        elif isinstance(entry, e.Undone):
            game.take_back(entry.seat, entry.to, entry.at)
            game.assisted |= entry.assisted
            _carry_on(room, game, entry.at)
        elif isinstance(entry, OfHelp):
            game.assisted = True  # and nobody is told before the end
        elif isinstance(entry, e.BotTook | e.Returned):
            room.chairs[entry.seat].stand_in = entry.bot if isinstance(entry, e.BotTook) else None
            room.thinking.pop(entry.seat, None)  # whoever was asked plays here no more
            game.mention("bot_took" if isinstance(entry, e.BotTook) else "returned", entry.seat)
            room.room_changed = room.game_changed = True
            _run_clock(room, game, entry.at)
        else:
            _keep_time(room, game, entry)
            room.game_changed = True
        room.room_changed |= room.leaving != leaving


def setup_of(room: RoomState, characters: tuple[str, ...] | str, first: int | None = None) -> Setup:
    """The engine's setup for the room's options."""
    options = room.options
    return Setup(
        players=options.players,
        packs=options.packs,
        mode=options.mode,
        characters=characters,
        layout=options.layout,
        tiles=tuple((tile.hex, tile.q, tile.r) for tile in options.tiles),
        market=options.market,
        transform=options.transform,
        first=options.first if first is None else first,
        first_turn_points=options.first_turn_points,
        bot_hp=options.bot_hp,
        max_rounds=options.max_rounds,
    )


def _characters(room: RoomState, key: bytes) -> tuple[str, ...] | str:
    """Those chosen; whoever chose none gets one by chance that depends on everyone's contributions."""
    chosen = [chair.character for chair in room.chairs]
    if room.options.characters != "pick":
        return room.options.characters
    if not any(chosen):
        return "random"
    left = [c.id for c in open_box(room.options.packs, room.packs).parts.characters if c.id not in chosen]
    order = list(range(len(left)))
    Rng(hashlib.sha256(b"characters" + key).digest()).shuffle(order)
    return tuple(character or left[order.pop()] for character in chosen)


def _prepare(room: RoomState, entry: e.Committed | e.Contributed) -> None:
    room.room_changed = True
    if isinstance(entry, e.Contributed):
        room.contributions[entry.member] = entry.value
        return
    room.phase = "starting"
    room.secret = bytes.fromhex(entry.secret)
    room.first = entry.first
    room.starting_at = entry.at
    room.contributions.clear()
    room.rematch_votes.clear()
    room.result = None


def labels_of(room: RoomState) -> str:
    """The packs the room plays with, each with its hash."""
    return pack_labels(open_box(room.options.packs, room.packs), setup_of(room, "random"))


def _begin(room: RoomState, entry: e.Started) -> None:
    if entry.packs != labels_of(room):
        changed = f"this game began with {entry.packs} in version {entry.version}; here the packs are {labels_of(room)}"
        raise GameError("pack/other-values", changed, {"pack": entry.packs})
    contributions = tuple(bytes.fromhex(room.contributions[member]) for member in sorted(room.contributions))
    position = room.position if room.awaits_position else ""
    events: list[happened.Event] = []
    if position:
        state = start_from(position, room.secret, contributions, room.packs, exact=room.exact)
    else:
        setup = setup_of(room, _characters(room, room.secret + b"".join(contributions)), room.first)
        state, events = start(setup, room.secret, contributions=contributions, own=room.packs)
    exact = room.exact and bool(position)
    record = new_record(state, room.secret, entry.version, contributions, position=position, exact=exact)
    players = tuple(chair.member for chair in room.chairs)
    version = room.version + 1
    room.game = game = Game(
        entry.game, state, events, record, room.secret, room.options.clock, players=players, version=version, at=entry.at
    )
    room.games += 1
    room.phase = "playing"
    room.contributions.clear()
    for member in room.members.values():
        member.ready = False
    for chair in room.chairs:
        chair.strikes = 0
    room.room_changed = True
    _carry_on(room, game, entry.at)


def _carry_on(room: RoomState, game: Game, at: float) -> None:
    """After the game has changed: ask whoever is to be asked, see whether it is over, let the right clock run."""
    room.game_changed = True
    open_window(room, game, at)
    ended = game.outcome
    if ended is not None:
        room.phase = "ended"
        winners = () if ended.winner is None else (ended.winner,)
        room.result = Result(game.name, ended.ending, winners, game.secret.hex(), game.assisted)
        room.pause_votes.clear()
        room.room_changed = True
    _run_clock(room, game, at)


def _run_clock(room: RoomState, game: Game, at: float) -> None:
    """Let the clock of the person run for whom the game waits; windows have a time of their own."""
    if game.clocks is not None:
        seat = game.state.to_act
        runs = room.phase == "playing" and game.window is None and game.outcome is None and is_person(room, seat)
        game.clocks.run(seat if runs else None, at)


def _keep_time(room: RoomState, game: Game, entry: OfTime) -> None:
    window, clocks = game.window, game.clocks
    if isinstance(entry, e.TimeGiven):
        assert window is not None and window.closes is not None
        window.closes += MORE_TIME
        window.extended.add(entry.seat)
    elif isinstance(entry, e.TimeUp):
        assert clocks is not None
        chair = room.chairs[entry.seat]
        chair.strikes += 1
        game.mention("time_up", entry.seat, left=max(0, STRIKES - chair.strikes))
        clocks.run(None, entry.at)
        clocks.bank[entry.seat] = clocks.increment
    elif isinstance(entry, e.TimeAdded):
        assert clocks is not None
        clocks.run(None, entry.at)
        clocks.bank[entry.seat] = max(clocks.bank[entry.seat], BACK_BANK)
        clocks.returned = game.turns
        _run_clock(room, game, entry.at)
    elif isinstance(entry, e.Paused):
        room.phase, room.paused_at, room.auto_paused = "paused", entry.at, entry.auto
        _end_vote(room)
        _run_clock(room, game, entry.at)
    elif isinstance(entry, e.Resumed):
        room.phase, room.auto_paused = "playing", False
        _end_vote(room)
        _forgive_absence(room, entry.at)
        if window is not None:
            window.put_off(entry.at - room.paused_at)
        _run_clock(room, game, entry.at)
    elif isinstance(entry, e.Woken):
        if room.is_slow:
            return  # its time goes on whether it is in memory or not
        _forgive_absence(room, entry.at)
        if window is not None and room.phase == "playing":
            window.put_off(entry.at - window.opened)
        if clocks is not None and clocks.seat is not None:
            clocks.since = entry.at
    else:
        assert_never(entry)


def _end_vote(room: RoomState) -> None:
    room.pause_votes.clear()
    room.room_changed = True


def _forgive_absence(room: RoomState, at: float) -> None:
    """Absence counts from now on, for everybody who is not back yet."""
    for member in room.members.values():
        member.away_since = at
