"""Resources coming and going."""

from __future__ import annotations

from casting_shadows.engine.model.dice import BLUE, DICE_OF, DICE_POOL, FACES, PURPLE, RED, SIDE_POOL, SIDES, SPENT, WITH, WITHOUT
from casting_shadows.engine.model.events import DiceRolled, ResourcesGained
from casting_shadows.engine.model.resources import BITS, GUARD, KINDS, added
from casting_shadows.engine.state import State


def pay(s: State, spend: int) -> None:
    """Take packed resources out of the pool: tokens first, then red, blue, purple dice (S23)."""
    s.pool -= spend
    # Wherever the dice now show more than the pool holds, dice have paid.
    if ((s.pool | GUARD) - DICE_POOL[s.dice]) & GUARD != GUARD:
        for kind in range(KINDS):
            shift = BITS * kind
            while (DICE_POOL[s.dice] >> shift) & 31 > (s.pool >> shift) & 31:
                s.dice = SPENT[s.dice * KINDS + kind]


def gain(s: State, seat: int, tokens: int) -> None:
    """Add packed tokens to the pool."""
    s.pool = added(s.pool, tokens)
    if s.log is not None:
        s.log.append(ResourcesGained(seat, tokens))


def throw(s: State, colour: int) -> None:
    """Roll one die into the pool."""
    side = colour * 4 + FACES[s.rng.below(6)]
    s.dice = WITH[s.dice * SIDES + side]
    s.pool += SIDE_POOL[side]


def roll(s: State, seat: int, left_out: int) -> None:
    """Roll the dice for a turn, red, blue, purple; a Stunned player leaves one of a colour out (NONE: all roll)."""
    for colour in (RED, BLUE, PURPLE):
        for _ in range(DICE_OF[colour] - (1 if colour == left_out else 0)):
            throw(s, colour)
    if s.log is not None:
        s.log.append(DiceRolled(seat, s.dice))


def pick_up(s: State, side: int) -> None:
    """Take the die that shows this side out of the pool, to be rolled again."""
    s.dice = WITHOUT[s.dice * SIDES + side]
    s.pool -= SIDE_POOL[side]


def empty(s: State) -> None:
    """Nothing is kept from turn to turn."""
    s.pool = 0
    s.dice = 0
