"""HP, Freeze and Stun, elimination and the end of the game."""

from __future__ import annotations

from casting_shadows.engine.effects.decks import fill_market, return_counterspell
from casting_shadows.engine.effects.pool import empty
from casting_shadows.engine.model.events import Damaged, Eliminated, GameEnded, Healed, StatusGained, StatusLost
from casting_shadows.engine.state import FROZEN, NONE, OVER, SEEN_BY_ALL, STUNNED, State


def heal(s: State, seat: int, amount: int) -> None:
    """Gain HP, never above the most (S17); a solo Bot has no such limit."""
    hp = s.hp[seat] + amount
    if not s.is_bot(seat):
        hp = min(hp, s.box.most_hp)
    gained = hp - s.hp[seat]
    if gained <= 0:
        return
    s.hp[seat] = hp
    if s.log is not None:
        s.log.append(Healed(seat, gained, hp))


def wound(s: State, seat: int, amount: int, by: int) -> None:
    """Lose HP; at 0 the player is out at once."""
    hp = max(0, s.hp[seat] - amount)
    s.hp[seat] = hp
    if s.log is not None:
        s.log.append(Damaged(seat, amount, hp, by))
    if hp == 0:
        eliminate(s, seat)


def hit_after_shields(s: State, seat: int, amount: int, reduced: int, ignored: int) -> int:
    """What is left of an enemy's hit: never below 0, and whole where nothing shields (S9, S29)."""
    box = s.box
    tile = s.hex[seat]
    if s.is_bot(seat):
        # Hexes do nothing for Bots (S51), and a Bot has no companion.
        return 0 if ignored else max(0, amount - reduced)
    if box.hex_unshielded[tile]:
        return amount
    if ignored:
        return 0
    less = reduced + box.hex_shield[tile]
    companion = s.companion[seat]
    if companion != NONE and box.tough[companion] and amount >= box.tough_from[companion]:
        less += box.tough[companion]
    return max(0, amount - less)


def can_get(s: State, seat: int, status: int) -> bool:
    """Whether a Freeze or Stun token would stick: one of a kind at most (S44), none on a Snow Golem's friend."""
    if s.hp[seat] == 0 or s.is_bot(seat):  # no status meets a Bot (S50)
        return False
    companion = s.companion[seat]
    if companion != NONE and s.box.status_proof[companion]:
        return False
    return (s.frozen[seat] if status == FROZEN else s.stunned[seat]) == 0


def give_status(s: State, seat: int, status: int, by: int) -> bool:
    """Put a token on a player if it sticks; says whether it did."""
    if not can_get(s, seat, status):
        return False
    if status == FROZEN:
        s.frozen[seat] = 1
    else:
        s.stunned[seat] = 1
    if s.log is not None:
        s.log.append(StatusGained(seat, status, by))
    return True


def lose_status(s: State, seat: int, status: int) -> None:
    """Take a token off a player, if there."""
    tokens = s.frozen if status == FROZEN else s.stunned
    if tokens[seat]:
        tokens[seat] = 0
        if s.log is not None:
            s.log.append(StatusLost(seat, status))


def lose_all_statuses(s: State, seat: int) -> None:
    """Take both tokens off a player."""
    lose_status(s, seat, FROZEN)
    lose_status(s, seat, STUNNED)


def eliminate(s: State, seat: int) -> None:
    """Out: Main cards to the discard pile, Counterspells under their deck, the Companion out of the game (R6)."""
    s.hp[seat] = 0
    s.alive -= 1
    s.hex[seat] = NONE
    s.frozen[seat] = 0
    s.stunned[seat] = 0
    s.leaving &= ~(1 << seat)
    s.discard.extend(s.book[seat])
    s.book[seat] = []
    for card in s.counters[seat]:
        return_counterspell(s, card, card & SEEN_BY_ALL)
    s.counters[seat] = []
    if s.companion[seat] != NONE:
        s.gone.append(s.companion[seat])
        s.companion[seat] = NONE
    if s.turn == seat:
        empty(s)
        s.cast = []
    if s.log is not None:
        s.log.append(Eliminated(seat))
    if s.alive == 1 or (s.is_solo and seat == 0):
        finish(s)
    else:
        fill_market(s)


def finish(s: State) -> None:
    """The game is over at once, even in the middle of an attack (S31)."""
    s.phase = OVER
    s.to_act = NONE
    s.attack = None
    s.leaving = 0
    if s.log is not None:
        s.log.append(GameEnded(winner(s)))


def winner(s: State) -> int:
    """The seat that won a finished game; NONE for a tie at the turn limit, or Shadow Boxing lost."""
    standing = [seat for seat in range(s.seats) if s.hp[seat] > 0]
    if s.is_solo:
        return 0 if standing == [0] else NONE
    return standing[0] if len(standing) == 1 else NONE
