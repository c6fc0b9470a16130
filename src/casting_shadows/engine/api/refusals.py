"""Why an action is not legal now: a code and the values its sentence needs. `None` means it is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from casting_shadows.engine.effects.attack import is_enemy
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.resources import SF, can_pay, count, missing, pool_text
from casting_shadows.engine.packs.box import BURST, EMPOWER, HEAL, STRIKE, TOW, WARP
from casting_shadows.engine.rules.legal import is_full, legal_actions
from casting_shadows.engine.rules.turn import energy_limit
from casting_shadows.engine.state import (
    ABSORB,
    ACTIONS,
    DRAFT,
    DRAIN,
    FLEE,
    FREEZE,
    GAIN,
    LEAVE_OUT,
    NONE,
    OVER,
    PHASES,
    PUSH,
    RESPOND,
    SEEN_BITS,
    STEER,
    STUN,
    TRANSFORM,
    State,
)

PHASE_OF: dict[int, int] = {
    verbs.PICK: DRAFT,
    verbs.LEAVE_OUT: LEAVE_OUT,
    verbs.GAIN: GAIN,
    verbs.ABSORB: ABSORB,
    verbs.TRANSFORM: TRANSFORM,
    verbs.STAY: TRANSFORM,
    verbs.PASS: RESPOND,
    verbs.COUNTER: RESPOND,
    verbs.FREEZE: FREEZE,
    verbs.STUN: STUN,
    verbs.DRAIN: DRAIN,
    verbs.PUSH: PUSH,
    verbs.STEER: STEER,
    verbs.FLEE: FLEE,
}
"""When each kind of action is taken; all others belong to phase 2."""


@dataclass(frozen=True)
class Refusal:
    """A reason, for machines: `action/cannot-pay` with `missing: "RG"`."""

    code: str
    values: dict[str, str | int] = field(default_factory=dict)


def refusal(s: State, seat: int, action: int) -> Refusal | None:
    """Why this seat may not take this action now; None if it may."""
    return None if s.to_act == seat and action in legal_actions(s) else _refusal(s, seat, action)


def refusals(s: State, seat: int, actions: Sequence[int]) -> list[Refusal | None]:
    """The same of several actions, for less: what is legal is looked up once."""
    allowed = frozenset(legal_actions(s) if s.to_act == seat else ())
    return [None if action in allowed else _refusal(s, seat, action) for action in actions]


def _refusal(s: State, seat: int, action: int) -> Refusal | None:
    """What is wrong with an action that is not among the legal ones; conceding is always beside them."""
    if s.phase == OVER:
        return _no("game-over")
    if s.box.table.kind[action] == verbs.CONCEDE:
        return _concede(s, seat)
    if s.to_act != seat:
        return _no("not-your-choice", waiting_for=_seat_name(s, s.to_act))
    wanted = PHASE_OF.get(s.box.table.kind[action], ACTIONS)
    if wanted != s.phase:
        return _no("wrong-phase", phase=PHASES[s.phase], needs=PHASES[wanted])
    if wanted == ACTIONS:
        return _phase_two(s, seat, action)
    return _other_phase(s, seat, action)


def _no(code: str, **values: str | int) -> Refusal:
    return Refusal(f"action/{code}", values)


def _seat_name(s: State, seat: int) -> str:
    return f"seat{seat}" if s.character[seat] == NONE else s.box.table.characters[s.character[seat]]


def _concede(s: State, seat: int) -> Refusal | None:
    if s.phase == DRAFT:
        return _no("too-early")
    if s.hp[seat] == 0 or (s.leaving >> seat) & 1 or s.is_bot(seat):
        return _no("not-standing")
    return None


def _phase_two(s: State, seat: int, action: int) -> Refusal:
    table = s.box.table
    kind = table.kind[action]
    bit = verbs.FREE_BIT[kind]
    companion = s.companion[seat]
    free = s.box.free_mask[companion] if companion != NONE and s.free else 0
    if bit and s.points == 0 and not free & bit:
        return _no("no-points")
    if kind == verbs.TRAVEL:
        if s.frozen[seat]:
            return _no("frozen")
        return _no("not-adjacent", hex=table.tiles[table.tile[action]])
    if kind in (verbs.ATTACK, verbs.CONVERT):
        return _cast(s, seat, action)
    if kind == verbs.REROLL:
        return _no("no-such-dice", dice=table.text(action).removeprefix("reroll "))
    if kind == verbs.PROTECT:
        return _no("no-crystal")
    if kind == verbs.REFRESH:
        return _no("no-card-here", hex=table.tiles[s.hex[seat]])
    if kind == verbs.COLLECT:
        return _collect(s, seat, action)
    if kind == verbs.COLLECT_COUNTERSPELL:
        return _collect_counterspell(s, seat, action)
    if kind == verbs.USE:
        return _no("not-in-book", card=table.cards[table.card[action]])
    assert kind == verbs.ABILITY, table.text(action)
    return _ability(s, seat, action)


def _cast(s: State, seat: int, action: int) -> Refusal:
    box, table = s.box, s.box.table
    card = table.card[action]
    name = table.cards[card]
    if card not in s.book[seat]:
        return _no("not-in-book", card=name)
    if s.cast.count(card) >= s.book[seat].count(card):
        return _no("already-cast", card=name)
    if not can_pay(s.pool, table.need[action]):
        return _cannot_pay(s, action)
    steps = s.map.distance[s.hex[seat]]
    companion = s.companion[seat]
    high = box.range_max[card] + (box.reach[companion] if companion != NONE else 0)
    low = box.range_min[card]
    if table.tile[action] != NONE:
        tile = table.tile[action]
        if not low <= steps[tile] <= high:
            return _no("out-of-range", card=name, hex=table.tiles[tile])
        return _no("no-enemy-there", hex=table.tiles[tile])
    other = s.seat_of[table.target[action]]
    if other == NONE or not is_enemy(s, seat, other):
        return _no("no-enemy", character=table.characters[table.target[action]])
    return _no("out-of-range", card=name, hex=table.tiles[s.hex[other]])


def _cannot_pay(s: State, action: int) -> Refusal:
    return _no("cannot-pay", missing=pool_text(missing(s.pool, s.box.table.need[action])))


def _collect(s: State, seat: int, action: int) -> Refusal:
    box, table = s.box, s.box.table
    here = s.market[s.hex[seat]]
    card = table.card[action]
    if here == NONE:
        return _no("no-card-here", hex=table.tiles[s.hex[seat]])
    if here != card:
        return _no("other-card-here", card=table.cards[card], here=table.cards[here])
    if not can_pay(s.pool, table.spend[action]):
        return _cannot_pay(s, action)
    return _drop(s, seat, table.drop[action], box.collect_level[card])


def _collect_counterspell(s: State, seat: int, action: int) -> Refusal:
    table = s.box.table
    if s.hex[seat] != s.box.desert:
        return _no("no-counterspells-here", hex=table.tiles[s.box.desert])
    if not s.counter_deck:
        return _no("counterspell-deck-empty")
    if not can_pay(s.pool, table.spend[action]):
        return _cannot_pay(s, action)
    return _drop(s, seat, table.drop[action], 0)


def _drop(s: State, seat: int, drop: int, level: int) -> Refusal:
    """What is wrong with the card that leaves the Spell Book, or with none leaving it."""
    table = s.box.table
    if level:
        if not any(s.box.level[card] == level for card in s.book[seat]):
            return _no("no-spell-of-level", level=level)
        return _no("not-in-book", card=table.cards[drop])
    if not is_full(s, seat):
        return _no("book-not-full")
    if not s.book[seat]:
        return _no("only-counterspells")
    if drop == NONE:
        return _no("book-full")
    return _no("not-in-book", card=table.cards[drop])


def _ability(s: State, seat: int, action: int) -> Refusal:
    box, table = s.box, s.box.table
    if not s.shadow[seat]:
        return _no("base-form")
    if s.energy[seat] < box.shadow_limit:
        return _no("not-charged", energy=s.energy[seat], needs=box.shadow_limit)
    character = s.character[seat]
    shape = box.ability[character]
    target, tile, take = table.target[action], table.tile[action], table.number[action] == 1
    takes_target = shape in (STRIKE, TOW)
    takes_tile = shape in (BURST, WARP, TOW)
    if (target != NONE) != takes_target or (tile != NONE) != takes_tile or (take and shape != WARP):
        return _no("other-ability", character=table.characters[character])
    assert shape not in (HEAL, EMPOWER), "it would have been legal"
    if target != NONE:
        other = s.seat_of[target]
        if other == NONE or not is_enemy(s, seat, other):
            return _no("no-enemy", character=table.characters[target])
        if shape == STRIKE:
            return _no("out-of-range", card="ability", hex=table.tiles[s.hex[other]])
        return _no("too-far", hex=table.tiles[tile])
    if tile not in s.map.places:
        return _no("not-on-map", hex=table.tiles[tile])
    if shape == BURST:
        steps = s.map.distance[s.hex[seat]][tile]
        if not box.ability_min[character] <= steps <= box.ability_max[character]:
            return _no("out-of-range", card="ability", hex=table.tiles[tile])
        return _no("no-enemy-there", hex=table.tiles[tile])
    if not s.counter_deck:
        return _no("counterspell-deck-empty")
    return _no("book-full")


def _other_phase(s: State, seat: int, action: int) -> Refusal:
    table = s.box.table
    kind = table.kind[action]
    if kind == verbs.ABSORB:
        return _no("too-much", most=min(count(s.pool, SF), energy_limit(s, seat) - s.energy[seat]))
    if kind == verbs.STAY:
        return _no("must-transform")
    if kind == verbs.TRANSFORM:
        if table.card[action] == NONE:
            return _no("companion-needed")
        return _no("not-in-portal", companion=table.companions[table.card[action]])
    if kind == verbs.GAIN:
        return _no("not-offered", resource=table.text(action).split()[1])
    if kind == verbs.PICK:
        return _no("character-taken", character=table.characters[table.target[action]])
    if kind == verbs.COUNTER:
        if table.card[action] not in [card >> SEEN_BITS for card in s.counters[seat]]:
            return _no("not-held", counterspell=table.counterspells[table.card[action]])
        tile = table.tile[action]
        if tile == s.hex[seat]:
            return _no("same-hex", hex=table.tiles[tile])
        return _no("not-on-map" if tile not in s.map.places else "not-adjacent", hex=table.tiles[tile])
    if kind == verbs.DRAIN:
        return _no("not-in-pool", resource=table.text(action).split()[1])
    if kind in (verbs.FREEZE, verbs.STUN):
        return _no("not-marked", character=table.characters[table.target[action]])
    return _no("not-a-way", hex=table.tiles[table.tile[action]])
