"""An attack from its payment to its last return (S8, S27), as a machine that can stop for any player's choice."""

from __future__ import annotations

from casting_shadows.engine.effects.decks import return_counterspell
from casting_shadows.engine.effects.harm import can_get, give_status, hit_after_shields, wound
from casting_shadows.engine.model.events import AnswersAsked, CounterspellUsed, Missed, Moved
from casting_shadows.engine.state import (
    BITING,
    CONTACT,
    DEALING,
    DRAIN,
    FLEE,
    FREEZE,
    FROZEN,
    MARKING,
    NOBODY,
    NONE,
    OVER,
    PASSED,
    PUSH,
    PUSHING,
    RESPOND,
    RETURNING,
    REVEALING,
    SEEN_BITS,
    SEEN_BY_ALL,
    SPELL,
    STUN,
    STUNNED,
    UNASKED,
    Attack,
    State,
)


def is_enemy(s: State, seat: int, other: int) -> bool:
    """Any other player standing; a solo Bot's only enemy is the player (S24, S51)."""
    return other != seat and s.hp[other] > 0 and not (s.is_bot(seat) and s.is_bot(other))


def hit_seat(s: State, attack: Attack, seat: int) -> None:
    """Fix one target, with what only it adds: its statuses from before a spell (Icicle Bat, S44)."""
    bonus = 0
    companion = s.companion[attack.by]
    if attack.source == SPELL and companion != NONE and (s.frozen[seat] or s.stunned[seat]):
        bonus = s.box.status_bonus[companion]
    attack.add(seat, bonus)


def hit_hex(s: State, attack: Attack, tile: int) -> None:
    """Fix everyone on a hex who is an enemy, clockwise from the attacker."""
    at = s.order.index(attack.by)
    for step in range(1, s.seats):
        seat = s.order[(at + step) % s.seats]
        if s.hex[seat] == tile and is_enemy(s, attack.by, seat):
            hit_seat(s, attack, seat)


def begin(s: State, attack: Attack) -> None:
    """Everyone hit is fixed: ask those who hold a face-down card, whatever it is (S10), or go on at once."""
    s.attack = attack
    s.phase = NOBODY
    asked = 0
    for index in range(len(attack.hit)):
        seat = attack.hit[index]
        if s.counters[seat] and not s.is_bot(seat):
            attack.answers[index] = PASSED
            asked |= 1 << seat
    if asked and s.log is not None:
        s.log.append(AnswersAsked(asked))
    ask_next(s, attack, 0)


def ask_next(s: State, attack: Attack, start: int) -> None:
    """Wait for the next sealed answer from index *start* on, or reveal them all."""
    for index in range(start, len(attack.hit)):
        if attack.answers[index] != UNASKED:
            attack.index = index
            s.phase = RESPOND
            s.to_act = attack.hit[index]
            return
    attack.stage = REVEALING
    attack.index = 0
    s.phase = NOBODY


def is_out_of_reach(s: State, attack: Attack, tile: int) -> bool:
    """Whether an effect misses someone who stands on *tile* now (S25)."""
    if attack.source == CONTACT:
        return tile != s.hex[attack.by]
    if attack.tile != NONE:
        return tile != attack.tile
    steps = s.map.distance[s.hex[attack.by]][tile]
    return not attack.low <= steps <= attack.high


def resolve(s: State) -> bool:
    """Carry the attack on until somebody must choose, or the game has ended, or the attack is over (True)."""
    attack = s.attack
    assert attack is not None
    while s.phase == NOBODY:
        if attack.stage == REVEALING:
            if attack.index == len(attack.hit):
                attack.stage = DEALING
                attack.index = 0
            else:
                _reveal(s, attack, attack.index)
        elif attack.stage == DEALING:
            for index in range(len(attack.hit)):
                _deal(s, attack, index)
                if s.phase == OVER:
                    return False
            attack.stage = MARKING
            attack.index = 0
        elif attack.stage == MARKING:
            _mark(s, attack)
        elif attack.stage == PUSHING:
            attack.stage = RETURNING
            attack.index = 0
            _push(s, attack)
        elif attack.index == len(attack.hit):
            s.attack = None
            return True
        elif attack.stage == RETURNING:
            attack.stage = BITING
            _return_counterspell(s, attack, attack.index)
        else:
            attack.stage = RETURNING
            _bite(s, attack, attack.index)
            attack.index += 1
    return False


def _reveal(s: State, attack: Attack, index: int) -> None:
    """One answer takes effect: the sealed one, or a solo Bot's oldest Counterspell, wanted or not."""
    seat = attack.hit[index]
    answer = attack.answers[index]
    if answer == UNASKED and s.counters[seat]:
        # Only a solo Bot holds cards without being asked.
        counterspell = s.counters[seat][0] >> SEEN_BITS
        answer = s.box.table.first_counter[counterspell]
        if s.box.moves[counterspell]:
            ways = flee_ways(s, attack, seat, counterspell)
            if len(ways) > 1:
                s.counters[seat][0] |= SEEN_BY_ALL  # it lies face up while the player chooses the way
                s.phase = FLEE
                s.to_act = 0
                return
            answer += ways[0]
    if answer >= 0:
        use_counterspell(s, attack, index, answer)
    attack.index += 1


def use_counterspell(s: State, attack: Attack, index: int, answer: int) -> None:
    """Reveal the oldest face-down card of the kind, put it under the deck known to all (S30), and note what it changes."""
    seat = attack.hit[index]
    counterspell = s.box.table.card[answer]
    tile = s.box.table.tile[answer]
    attack.answers[index] = answer
    for place in range(len(s.counters[seat])):
        if s.counters[seat][place] >> SEEN_BITS == counterspell:
            return_counterspell(s, s.counters[seat].pop(place), SEEN_BY_ALL)
            break
    if s.log is not None:
        s.log.append(CounterspellUsed(seat, counterspell, attack.by))
    attack.reduced[index] = s.box.reduce[counterspell]
    attack.ignored[index] = 1 if s.box.ignore[counterspell] else 0
    if tile != NONE:
        s.hex[seat] = tile
        if s.log is not None:
            s.log.append(Moved(seat, tile, seat))
        attack.missed[index] = 1 if is_out_of_reach(s, attack, tile) else 0


def flee_ways(s: State, attack: Attack, seat: int, counterspell: int) -> list[int]:
    """Where a Bot may run: out of reach if it can, else wherever the card takes it (S53)."""
    if s.box.moves[counterspell] == 1:
        ways = s.map.neighbours[s.hex[seat]]
    else:
        ways = [tile for tile in s.map.tiles if tile != s.hex[seat]]
    safe = [tile for tile in ways if is_out_of_reach(s, attack, tile)]
    return safe or ways


def _deal(s: State, attack: Attack, index: int) -> None:
    """Damage to one target, its statuses with it; who reaches 0 is out before the next is dealt with (S27).

    A hit that comes to 0 is still a hit, but no damage: it brings no status (S28).
    """
    seat = attack.hit[index]
    if attack.missed[index]:
        if s.log is not None:
            s.log.append(Missed(seat, attack.by, attack.card))
        return
    amount = hit_after_shields(s, seat, attack.damage + attack.bonus[index], attack.reduced[index], attack.ignored[index])
    attack.dealt[index] = amount
    wound(s, seat, amount, attack.by)
    if amount > 0 and s.hp[seat] > 0 and attack.source == SPELL:
        if s.box.freezes[attack.card]:
            give_status(s, seat, FROZEN, attack.by)
        if s.box.stuns[attack.card]:
            give_status(s, seat, STUNNED, attack.by)


def mark_choices(s: State, attack: Attack, status: int) -> list[int]:
    """Whom the attacker's Frost Fox or Thunder Pup may mark: damaged, standing and able to get the token (S45)."""
    return [
        attack.hit[index] for index in range(len(attack.hit)) if attack.dealt[index] > 0 and can_get(s, attack.hit[index], status)
    ]


def _mark(s: State, attack: Attack) -> None:
    """Frost Fox, Thunder Pup: the first time this turn an Attack Spell does damage. `index` 0: Freeze, 1: Stun."""
    companion = s.companion[attack.by]
    freezes = companion != NONE and s.box.first_hit_freezes[companion]
    stuns = companion != NONE and s.box.first_hit_stuns[companion]
    if attack.index == 2 or s.marked or attack.source != SPELL or not (freezes or stuns) or not any(attack.dealt):
        if attack.index == 2:
            s.marked = 1
        attack.stage = PUSHING
        return
    status = FROZEN if attack.index == 0 else STUNNED
    attack.index += 1
    if not (freezes if status == FROZEN else stuns):
        return
    choices = mark_choices(s, attack, status)
    if len(choices) == 1:
        give_status(s, choices[0], status, attack.by)
    elif choices:
        s.phase = FREEZE if status == FROZEN else STUN
        s.to_act = attack.by


def _push(s: State, attack: Attack) -> None:
    """Kit's move: the one hit, if it stands and is still in range (S25); the attacker may leave it where it is."""
    if attack.source == SPELL or s.is_bot(attack.by) or not s.box.parts.characters[s.character[attack.by]].push:
        return
    seat = attack.hit[0]
    if s.hp[seat] > 0 and not is_out_of_reach(s, attack, s.hex[seat]):
        s.phase = PUSH
        s.to_act = attack.by


def _return_counterspell(s: State, attack: Attack, index: int) -> None:
    """What a used Counterspell does after the damage, if both stand."""
    seat = attack.hit[index]
    answer = attack.answers[index]
    if answer < 0 or s.hp[seat] == 0 or s.hp[attack.by] == 0:
        return
    counterspell = s.box.table.card[answer]
    if s.box.deals[counterspell]:
        _return_damage(s, attack, seat, s.box.deals[counterspell])
        if s.hp[attack.by] == 0:
            return
    if s.box.answer_freezes[counterspell]:
        give_status(s, attack.by, FROZEN, seat)
    if s.box.answer_stuns[counterspell] and give_status(s, attack.by, STUNNED, seat) and s.pool:
        # Stunned in its own turn: the one who did it may take a resource away.
        s.phase = DRAIN
        s.to_act = seat


def _bite(s: State, attack: Attack, index: int) -> None:
    """Hydrattle Snake: after heavy damage from an enemy."""
    seat = attack.hit[index]
    companion = s.companion[seat]
    if companion == NONE or s.hp[seat] == 0 or s.hp[attack.by] == 0:
        return
    if s.box.return_damage[companion] and attack.dealt[index] >= max(1, s.box.return_from[companion]):
        _return_damage(s, attack, seat, s.box.return_damage[companion])


def _return_damage(s: State, attack: Attack, seat: int, amount: int) -> None:
    """An enemy's damage that can be reduced but opens no answers and triggers no returns (S12)."""
    wound(s, attack.by, hit_after_shields(s, attack.by, amount, 0, 0), seat)
