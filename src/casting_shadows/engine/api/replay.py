"""Playing a record again: every move checked, every roll and draw recomputed from the secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from casting_shadows import __version__
from casting_shadows.engine.api.game import outcome, play, seat_names, start, start_from
from casting_shadows.engine.api.position import open_named
from casting_shadows.engine.api.record import Record, result_text, sealed
from casting_shadows.engine.errors import BadNotation, GameError
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.packs.pack import Pack
from casting_shadows.engine.rng import commitment
from casting_shadows.engine.state import State


@dataclass(frozen=True)
class Step:
    """One moment of a replay."""

    number: int
    """0 is the start; move n leads to step n."""
    who: str
    action: str
    state: State
    events: list[Event]


def replay(record: Record, own: tuple[Pack, ...] = ()) -> Iterator[Step]:
    """Play a record again, move by move, each checked.

    Raises BadNotation for a record without its secret or the position it began at, or with a move that cannot be, saying
    which; BadSetup; BadPack `pack/missing` or `pack/other-values` if a pack is neither in the record nor in *own* with the
    very same content.
    """
    _check_version(record.version)
    _, _, meant = open_named(record.packs, (*own, *record.own))
    if record.secret is None:
        raise BadNotation("game/no-secret", "the secret is not revealed yet, so its rolls cannot be replayed")
    events: list[Event] = []
    if record.seal:
        state = _start_from(record, record.secret, meant)
    else:
        state, events = start(record.setup, record.secret, contributions=record.contributions, own=meant)
    yield Step(0, "", "", state, events)
    for number, (who, action) in enumerate(record.moves, start=1):
        names = seat_names(state)
        if who not in names:
            raise BadNotation("game/move", f"move {number}: there is no {who!r} in this game", {"move": number})
        try:
            state, events = play(state, names.index(who), action)
        except GameError as error:
            raise BadNotation("game/move", f"move {number}, {who} {action}: {error}", {"move": number}) from None
        yield Step(number, who, action, state, events)


def _check_version(version: str) -> None:
    """Refuse a record of a later version, whose rules may be others. One without a number was made by a program in the making."""
    if re.fullmatch(r"\d{1,4}(\.\d{1,4}){0,3}", version) and _parts(version) > _parts(__version__):
        raise BadNotation(
            "game/newer", f"this game was played with version {version}; this is {__version__}", {"version": version}
        )


def _parts(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _start_from(record: Record, secret: bytes, own: tuple[Pack, ...]) -> State:
    if not record.position:
        raise BadNotation("game/no-position", "the position this game began at is not told, so it cannot be replayed")
    state = start_from(record.position, secret, record.contributions, own, exact=record.exact)
    if state.setup != record.setup:
        raise BadNotation("game/from", "the setup is not that of the position this game began at")
    return state


def verify(record: Record, own: tuple[Pack, ...] = ()) -> Step:
    """Recompute every roll and draw from the revealed secret; the last step if all is as recorded.

    Raises BadNotation if the commitment, the seal or the result does not fit.
    """
    if record.secret is not None and commitment(record.secret) != record.commitment:
        raise BadNotation("game/commitment", "the secret is not the one that was committed to before the game")
    if record.secret is not None and record.position and sealed(record.secret, record.position, record.exact) != record.seal:
        raise BadNotation("game/seal", "the position is not the one that was sealed before the game")
    last: Step | None = None
    for step in replay(record, own):
        last = step
    assert last is not None
    ended = outcome(last.state)
    found = "" if ended is None else result_text(last.state, ended)
    if found != record.result:
        raise BadNotation(
            "game/result", f"the record says {record.result or 'unfinished'!r}, the moves give {found or 'unfinished'!r}"
        )
    return last


def state_at(record: Record, step: int, own: tuple[Pack, ...] = ()) -> State:
    """The state of a recorded game after so many moves; 0 is the start. No move behind it is played.

    Raises what `replay` raises, and BadNotation `game/no-such-step`.
    """
    if 0 <= step <= len(record.moves):
        for found in replay(record, own):
            if found.number == step:
                return found.state
    last = len(record.moves)
    raise BadNotation("game/no-such-step", f"this game has the steps 0 to {last}, not {step}", {"step": step, "last": last})
