"""A turn from its first roll to the next player's: phases 1 and 3, and what goes on by itself in between."""

from __future__ import annotations

from casting_shadows.engine.effects.attack import resolve
from casting_shadows.engine.effects.decks import fill_portal
from casting_shadows.engine.effects.harm import (
    eliminate,
    finish,
    heal,
    lose_all_statuses,
    lose_status,
    wound,
)
from casting_shadows.engine.effects.pool import empty, gain, roll
from casting_shadows.engine.model.events import Absorbed, Transformed, TurnBegan, TurnEnded
from casting_shadows.engine.model.resources import CC_SHIFT, ONE, SF_SHIFT
from casting_shadows.engine.rules.solo import begin_bot_turn, bot_goes_on
from casting_shadows.engine.state import (
    ABSORB,
    ACTIONS,
    FROZEN,
    GAIN,
    LEAVE_OUT,
    NOBODY,
    NONE,
    OVER,
    STUNNED,
    TRANSFORM,
    State,
)


def begin_turn(s: State, seat: int) -> None:
    """Frozen and Stunned are noted, then the dice are rolled (S32)."""
    s.turn = seat
    s.phase = NOBODY
    s.points = s.box.points
    if s.round == 1 and seat == s.first and s.setup.first_turn_points < 4:  # 4 is the rule: as in any turn
        s.points = min(s.points, s.setup.first_turn_points)
    s.cast = []
    s.empowered = 0
    s.marked = 0
    s.began_frozen = s.frozen[seat]
    s.began_stunned = s.stunned[seat]
    companion = s.companion[seat]
    s.free = s.box.free_uses[companion] if companion != NONE else 0
    if s.log is not None:
        s.log.append(TurnBegan(seat, s.round))
    if s.is_bot(seat):
        begin_bot_turn(s, seat)
    elif s.began_stunned:
        s.phase = LEAVE_OUT
        s.to_act = seat
    else:
        roll_for_turn(s, NONE)


def roll_for_turn(s: State, left_out: int) -> None:
    """Phase 1: the roll, then what the hex gives, then the companion, none of it refusable (S18, S32, S46)."""
    seat = s.turn
    box = s.box
    roll(s, seat, left_out)
    tile = s.hex[seat]
    if box.hex_start_hp[tile]:
        heal(s, seat, box.hex_start_hp[tile])
    if box.hex_start_gain[tile]:
        gain(s, seat, box.hex_start_gain[tile])
    s.to_act = seat
    s.phase = ACTIONS
    companion = s.companion[seat]
    if companion != NONE:
        options = box.start_choice[companion]
        if len(options) == 1:
            gain(s, seat, ONE[options[0]])
        elif options:
            s.phase = GAIN


def end_actions(s: State) -> None:
    """Phase 3 begins: absorbing is asked if there is a fragment and room for it (S33)."""
    seat = s.turn
    if (s.pool >> SF_SHIFT) & 31 and s.energy[seat] < energy_limit(s, seat):
        s.phase = ABSORB
    else:
        ask_to_transform(s)


def energy_limit(s: State, seat: int) -> int:
    """How much Shadow Energy the character can hold in its form."""
    return s.box.shadow_limit if s.shadow[seat] else s.box.base_limit


def absorb(s: State, amount: int) -> None:
    """Turn fragments into Shadow Energy; fragments left over are lost with the pool."""
    seat = s.turn
    if amount:
        s.energy[seat] += amount
        if s.log is not None:
            s.log.append(Absorbed(seat, amount, s.energy[seat]))
    ask_to_transform(s)


def ask_to_transform(s: State) -> None:
    """At the limit in Base Form the player is asked, this turn or any later one (R1, S34)."""
    seat = s.turn
    if not s.shadow[seat] and s.energy[seat] >= s.box.base_limit:
        s.phase = TRANSFORM
    else:
        end_turn(s)


def transform(s: State, companion: int) -> None:
    """Into Shadow Form: energy spent, HP kept, a companion summoned that works from now on (S34)."""
    seat = s.turn
    s.energy[seat] = 0
    s.shadow[seat] = 1
    if s.log is not None:
        s.log.append(Transformed(seat, companion))
    if companion != NONE:
        s.companion[seat] = companion
        s.portal.remove(companion)
        fill_portal(s)
        if s.box.status_proof[companion]:
            lose_all_statuses(s, seat)
    end_turn(s)


def end_turn(s: State) -> None:
    """Cursed Crystals, the pool, Mending Newt, status tokens, the next player (S14, S33)."""
    seat = s.turn
    companion = s.companion[seat]
    curses = (s.pool >> CC_SHIFT) & 31
    s.phase = NOBODY
    if curses and not (companion != NONE and s.box.curse_proof[companion]):
        wound(s, seat, curses, NONE)  # nobody's attack: nothing answers it (S11)
        if s.phase == OVER:
            return
    empty(s)
    if s.hp[seat] > 0:
        if companion != NONE and s.box.end_hp[companion]:
            heal(s, seat, s.box.end_hp[companion])
        if s.began_frozen:
            lose_status(s, seat, FROZEN)
        if s.began_stunned:
            lose_status(s, seat, STUNNED)
    next_turn(s)


def next_turn(s: State) -> None:
    """On to the next player standing; a round ends where play comes to or passes over the seat that started (S54)."""
    empty(s)
    if s.log is not None:
        s.log.append(TurnEnded(s.turn))
    at = s.order.index(s.turn)
    while True:
        at = (at + 1) % s.seats
        seat = s.order[at]
        if seat == s.first:
            s.round += 1
            if s.setup.max_rounds and s.round > s.setup.max_rounds:
                s.round = s.setup.max_rounds
                finish(s)  # a tie among those standing (S21)
                return
        if s.hp[seat] > 0:
            begin_turn(s, seat)
            return


def go_on(s: State) -> None:
    """Everything that happens by itself, until somebody must choose or the game is over."""
    while s.phase == NOBODY:
        if s.attack is not None:
            if resolve(s) and s.leaving:
                _see_off(s)
        elif s.hp[s.turn] == 0:  # out in its own turn, which ends there (S15)
            next_turn(s)
        elif s.is_bot(s.turn):
            if bot_goes_on(s):
                next_turn(s)
        else:
            s.phase = ACTIONS
            s.to_act = s.turn


def _see_off(s: State) -> None:
    """Those who conceded during the attack leave after it (S55)."""
    for seat in s.order:
        if (s.leaving >> seat) & 1 and s.hp[seat] > 0:
            eliminate(s, seat)
            if s.phase == OVER:
                return
