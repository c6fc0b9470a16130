"""What an action would do, as far as its player can know: from the view alone, with nobody answering and no die thrown."""

from __future__ import annotations

from dataclasses import dataclass, field

from casting_shadows.engine.api.insight import uncast, world
from casting_shadows.engine.api.view import SPECTATOR, View
from casting_shadows.engine.effects.pool import empty, pick_up
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.dice import REROLLS
from casting_shadows.engine.model.events import (
    Damaged,
    Eliminated,
    Event,
    GameEnded,
    Healed,
    Missed,
    Moved,
    ResourceDrained,
    StatusGained,
    StatusLost,
    Travelled,
    TurnEnded,
)
from casting_shadows.engine.model.resources import CC, CODES, SF, count, pool_text
from casting_shadows.engine.rules.apply import apply, spend_point
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.rules.turn import energy_limit, go_on
from casting_shadows.engine.state import ACTIONS, ASKING, DRAIN, FLEE, FREEZE, FROZEN, NOBODY, NONE, PUSH, STUN, UNASKED, State


@dataclass(frozen=True)
class Hit:
    """One player an action would damage if nobody answers."""

    seat: int
    damage: int
    hp: int
    """After it; 0 is an elimination."""
    may_answer: bool
    """The player holds a face-down card, so the damage is not certain."""
    statuses: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """What an action costs and does."""

    spends: str
    """Resources, as text."""
    gains: str
    points: int
    """Action points left afterwards."""
    hits: tuple[Hit, ...] = ()
    """The player itself among them, if something would be returned or Cursed Crystals hurt it."""
    heals: int = 0
    """HP the player itself would gain for certain."""
    moves: dict[int, int] = field(default_factory=dict)
    """Seats that would stand on another hex."""
    castable: tuple[int, ...] = ()
    """Spells that what is certain to be left can pay for, wherever the enemies are; none if no point or free use is left."""
    is_random: bool = False
    """Dice or drawn cards decide the rest."""
    events: tuple[Event, ...] = ()
    """What would come of it for anybody, in order: damage, healing, moves, statuses, a drained resource, an end."""


CONSEQUENCES = (Damaged, Eliminated, Healed, Missed, Moved, ResourceDrained, StatusGained, StatusLost)
CHANGES = (Damaged, Moved, StatusGained)
"""Of these an answer brings about others than a pass, or it changes nothing."""
AFTER_THE_DAMAGE = (PUSH, FREEZE, STUN, DRAIN)
"""Choices in an attack on which nothing depends that comes after them (S27)."""
UNCERTAIN = (verbs.REROLL, verbs.REFRESH, verbs.COLLECT, verbs.COLLECT_COUNTERSPELL)


def preview(seen: View, action: int) -> Preview:
    """What a legal action of the viewer's would do, to the end of the turn at most: the next roll is nobody's to foresee."""
    assert seen.viewer != SPECTATOR, "a spectator does not act"
    table = seen.box.table
    kind = table.kind[action]
    stage = world(seen)
    seat = seen.viewer
    if kind == verbs.CONCEDE:
        return Preview("", "", 0, (Hit(seat, seen.hp[seat], 0, False, ()),))
    if kind == verbs.END and _asks_first(stage, seat):
        return _end(seen, stage)
    if kind == verbs.LEAVE_OUT:
        return Preview("", "", seen.points, is_random=True)
    if kind == verbs.REROLL:
        for side in REROLLS[table.number[action]]:
            pick_up(stage, side)
        spend_point(stage, kind)
        return Preview("", "", stage.points, castable=_castable(stage, seat), is_random=True)
    attacker, answerers = _silence(stage, seat)
    log, goes_on = _play(stage, action)
    return Preview(
        pool_text(table.spend[action]) if kind != verbs.PROTECT else CODES[CC],
        pool_text(table.gain[action]) if kind != verbs.GAIN else CODES[table.number[action]],
        stage.points if goes_on else 0,
        _hits(log, attacker, answerers),
        sum(event.amount for event in log if isinstance(event, Healed) and event.seat == seat),
        {event.seat: event.hex for event in log if isinstance(event, Moved | Travelled)},
        _castable(stage, seat) if goes_on else (),
        kind in UNCERTAIN or (kind == verbs.ABILITY and table.number[action] == 1),
        tuple(event for event in log if isinstance(event, CONSEQUENCES)),
    )


def foresee(seen: View, actions: list[int]) -> list[tuple[Hit, ...]]:
    """Whom each of some attacks, abilities or answers of the viewer's would damage: what `preview` says, for less."""
    stage = world(seen)
    attacker, answerers = _silence(stage, seen.viewer)
    return [_hits(_play(stage.copy(), action)[0], attacker, answerers) for action in actions]


def has_fitting_answer(seen: View) -> bool:
    """Whether an answer of the viewer's, who is asked for one, could change anything if nobody else answers."""
    stage = world(seen)
    _silence(stage, seen.viewer)
    logs = [_play(stage.copy(), answer)[0] for answer in legal_actions(stage)]
    passing, *answers = [[event for event in log if isinstance(event, CHANGES)] for log in logs]
    return any(answer != passing for answer in answers)


def _play(stage: State, action: int) -> tuple[list[Event], bool]:
    """What happens by an action until the turn is over, whatever is chosen after the damage, and whether it goes on."""
    log: list[Event] = []
    stage.log = log
    apply(stage, action)
    while stage.attack is not None and stage.phase in AFTER_THE_DAMAGE:
        if stage.phase == DRAIN:
            empty(stage)  # of no resource is it certain that it will be left
        stage.phase = NOBODY
        go_on(stage)
    for number, event in enumerate(log):
        if isinstance(event, TurnEnded | GameEnded):
            return log[:number], False
    return log, True


def _silence(stage: State, seat: int) -> tuple[int, set[int]]:
    """Nobody else answers, neither an attack that would begin now nor the one going on. What was revealed stands.

    A Bot that attacks does nothing afterwards: that is no answer's doing. Returns who attacks, and who might have answered.
    """
    attack = stage.attack
    answerers = {other for other in range(stage.seats) if other != seat and stage.counters[other]}
    fleeing = attack.hit[attack.index] if attack is not None and stage.phase == FLEE else seat
    for other in range(stage.seats):
        if other not in (seat, fleeing):
            stage.counters[other] = []
    if attack is not None and stage.is_bot(attack.by):
        stage.bot_casts = stage.bot_travels = 0
        empty(stage)
    if attack is not None and attack.stage == ASKING:
        for index, hit in enumerate(attack.hit):
            if hit != seat:
                attack.answers[index] = UNASKED
    return (seat if attack is None else attack.by), answerers


def _asks_first(stage: State, seat: int) -> bool:
    """Whether the end of phase 2 asks something: what to absorb, or whether to transform."""
    room = energy_limit(stage, seat) - stage.energy[seat]
    return (count(stage.pool, SF) > 0 and room > 0) or (not stage.shadow[seat] and room == 0)


def _end(seen: View, stage: State) -> Preview:
    """Ending phase 2: the Cursed Crystals still in the pool."""
    seat = seen.viewer
    curses = count(seen.pool, CC)
    companion = seen.companion[seat]
    if not curses or (companion != NONE and stage.box.curse_proof[companion]):
        return Preview("", "", 0)
    return Preview("", "", 0, (Hit(seat, curses, max(0, seen.hp[seat] - curses), False, ()),))


def _castable(s: State, seat: int) -> tuple[int, ...]:
    """The spells a seat can pay for in its phase 2, with a point or a free use to cast one; none in any other."""
    if s.phase != ACTIONS or s.turn != seat or not (s.points or (s.free and s.box.free_mask[s.companion[seat]] & verbs.CAST_BIT)):
        return ()
    return tuple(card for card in uncast(s.box, s.book[seat], s.cast) if s.box.casts(card, s.pool, 1))


def _hits(log: list[Event], attacker: int, answerers: set[int]) -> tuple[Hit, ...]:
    hits: dict[int, Hit] = {}
    for event in log:
        if isinstance(event, Damaged):
            before = hits.get(event.seat)
            damage = event.amount + (before.damage if before else 0)
            may_answer = event.by == attacker and event.seat in answerers
            hits[event.seat] = Hit(event.seat, damage, event.hp, may_answer, before.statuses if before else ())
        elif isinstance(event, StatusGained) and event.seat in hits:
            hit = hits[event.seat]
            name = "frozen" if event.status == FROZEN else "stunned"
            hits[event.seat] = Hit(hit.seat, hit.damage, hit.hp, hit.may_answer, (*hit.statuses, name))
    return tuple(hits.values())
