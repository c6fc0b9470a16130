"""What each action does. `apply` trusts its caller: the action is one of `legal_actions`."""

from __future__ import annotations

from casting_shadows.engine.effects.attack import ask_next, begin, hit_hex, hit_seat, use_counterspell
from casting_shadows.engine.effects.decks import add_to_book, discard_from_book, fill_market, take_counterspell
from casting_shadows.engine.effects.harm import eliminate, give_status, heal, lose_all_statuses
from casting_shadows.engine.effects.pool import gain, pay, pick_up, throw
from casting_shadows.engine.model import events, verbs
from casting_shadows.engine.model.dice import REROLLS
from casting_shadows.engine.model.resources import CC, ONE, added
from casting_shadows.engine.packs.box import BURST, EMPOWER, HEAL, STRIKE, TOW
from casting_shadows.engine.rules import turn
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.rules.setup import pick
from casting_shadows.engine.rules.solo import move_bot
from casting_shadows.engine.state import (
    FROZEN,
    NOBODY,
    NONE,
    OVER,
    PASSED,
    SEEN_BITS,
    SPELL,
    STUNNED,
    Attack,
    State,
)
from casting_shadows.engine.state import STRIKE as STRIKE_ATTACK


def apply(s: State, action: int) -> None:
    """Play an action of the seat to act, in place and unchecked: it must be legal. For search; `play` checks.

    Events go to `s.log` if there is one.
    """
    table = s.box.table
    kind = table.kind[action]
    s.steps += 1
    if kind == verbs.REROLL:
        spend_point(s, kind)
        _reroll(s, table.number[action])
    elif kind == verbs.TRAVEL:
        spend_point(s, kind)
        s.hex[s.turn] = table.tile[action]
        if s.log is not None:
            s.log.append(events.Travelled(s.turn, table.tile[action]))
    elif kind == verbs.COLLECT:
        spend_point(s, kind)
        _collect(s, action)
    elif kind == verbs.REFRESH:
        spend_point(s, kind)
        _refresh(s)
    elif kind == verbs.ATTACK:
        spend_point(s, kind)
        _cast_attack(s, action)
    elif kind == verbs.END:  # the only way out of phase 2 (S35)
        turn.end_actions(s)
    elif kind == verbs.CONVERT:
        spend_point(s, kind)
        _convert(s, action)
    elif kind == verbs.PROTECT:
        spend_point(s, kind)
        pay(s, ONE[CC])  # the die leaves the pool (S5)
        if s.log is not None:
            s.log.append(events.CrystalRemoved(s.turn))
    elif kind == verbs.USE:
        _use(s, action)
    elif kind == verbs.ABSORB:
        turn.absorb(s, table.number[action])
    elif kind == verbs.PASS or kind == verbs.COUNTER:
        _answer(s, action)
    elif kind == verbs.COLLECT_COUNTERSPELL:
        spend_point(s, kind)
        _collect_counterspell(s, action)
    elif kind == verbs.TRANSFORM:
        turn.transform(s, table.card[action])
    elif kind == verbs.STAY:
        turn.end_turn(s)
    elif kind == verbs.ABILITY:
        _ability(s, action)
    elif kind == verbs.GAIN:
        gain(s, s.turn, ONE[table.number[action]])
        s.phase = NOBODY
    elif kind == verbs.CONCEDE:
        raise AssertionError("conceding goes through concede(): any seat may, at any time")
    else:
        _rarer(s, action, kind)
    if s.phase == NOBODY:
        turn.go_on(s)
    if s.leaving and s.phase != OVER:
        _answer_for_leavers(s)


def _rarer(s: State, action: int, kind: int) -> None:
    table = s.box.table
    number = table.number[action]
    tile = table.tile[action]
    if kind == verbs.LEAVE_OUT:
        if s.log is not None:
            s.log.append(events.DieLeftOut(s.turn, number))
        turn.roll_for_turn(s, number)
    elif kind == verbs.PICK:
        pick(s, table.target[action])
    elif kind == verbs.STEER:
        move_bot(s, s.turn, tile)
    else:
        attack = s.attack
        assert attack is not None, f"{table.text(action)} needs an attack"
        s.phase = NOBODY
        if kind == verbs.FREEZE:
            give_status(s, s.seat_of[table.target[action]], FROZEN, attack.by)
        elif kind == verbs.STUN:
            give_status(s, s.seat_of[table.target[action]], STUNNED, attack.by)
        elif kind == verbs.DRAIN:
            if number != NONE:
                pay(s, ONE[number])
                if s.log is not None:
                    s.log.append(events.ResourceDrained(attack.by, number, s.to_act))
        elif kind == verbs.PUSH:
            if tile != s.hex[attack.hit[0]]:
                _move(s, attack.hit[0], tile, attack.by)
        else:
            assert kind == verbs.FLEE
            bot = attack.hit[attack.index]
            answer = table.first_counter[s.counters[bot][0] >> SEEN_BITS] + tile
            use_counterspell(s, attack, attack.index, answer)
            attack.index += 1


def spend_point(s: State, kind: int) -> None:
    """A free use goes first, without asking (S36)."""
    if s.free and s.box.free_mask[s.companion[s.turn]] & verbs.FREE_BIT[kind]:
        s.free -= 1
    else:
        s.points -= 1


def _move(s: State, seat: int, tile: int, by: int) -> None:
    s.hex[seat] = tile
    if s.log is not None:
        s.log.append(events.Moved(seat, tile, by))


def _reroll(s: State, number: int) -> None:
    """All chosen dice are picked up first; new faces are drawn red, blue, purple (S41)."""
    sides = REROLLS[number]
    for side in sides:
        pick_up(s, side)
    for side in sides:
        throw(s, side // 4)
    if s.log is not None:
        s.log.append(events.DiceRerolled(s.turn, s.dice))


def _refresh(s: State) -> None:
    tile = s.hex[s.turn]
    card = s.market[tile]
    s.discard.append(card)
    s.market[tile] = NONE
    if s.log is not None:
        s.log.append(events.CardRefreshed(s.turn, card, tile))
    fill_market(s)


def _collect(s: State, action: int) -> None:
    """The cost is paid first, so a spell given up makes room (S38); then the place is filled again.

    The new card is not among those cast this turn, so it may be cast at once (S20).
    """
    table = s.box.table
    card = table.card[action]
    seat = s.turn
    pay(s, table.spend[action])
    if s.log is not None:
        s.log.append(events.CardCollected(seat, card, table.spend[action]))
    if table.drop[action] != NONE:
        discard_from_book(s, seat, table.drop[action])
    s.market[s.hex[seat]] = NONE
    add_to_book(s, seat, card)
    fill_market(s)


def _collect_counterspell(s: State, action: int) -> None:
    table = s.box.table
    pay(s, table.spend[action])
    if s.log is not None:
        s.log.append(events.ResourcesSpent(s.turn, table.spend[action]))
    if table.drop[action] != NONE:
        discard_from_book(s, s.turn, table.drop[action])
        fill_market(s)
    take_counterspell(s, s.turn)


def _use(s: State, action: int) -> None:
    """A Resource card: its tokens now, the card to the discard pile. No action point."""
    table = s.box.table
    s.pool = added(s.pool, table.gain[action])
    if s.log is not None:
        s.log.append(events.ResourceCardUsed(s.turn, table.card[action], table.gain[action]))
    discard_from_book(s, s.turn, table.card[action])
    fill_market(s)


def _convert(s: State, action: int) -> None:
    """What is converted leaves the pool, tokens take its place (S3)."""
    table = s.box.table
    card = table.card[action]
    s.cast.append(card)
    if table.spend[action]:
        pay(s, table.spend[action])
    s.pool = added(s.pool, table.gain[action])
    if s.log is not None:
        s.log.append(events.Converted(s.turn, card, table.spend[action], table.gain[action]))
    if s.box.cleanses[card]:
        lose_all_statuses(s, s.turn)


def _cast_attack(s: State, action: int) -> None:
    """Pay; then everyone hit is fixed (S8). What the attacker's hex adds is looked at now (S26)."""
    box = s.box
    table = box.table
    seat = s.turn
    card = table.card[action]
    pay(s, table.spend[action])
    s.cast.append(card)
    damage = box.damage[card][table.number[action]] + box.hex_bonus[s.hex[seat]] + s.empowered
    high = box.range_max[card]
    companion = s.companion[seat]
    if companion != NONE:
        damage += box.attack_bonus[companion]
        high += box.reach[companion]  # the minimum stays (S13)
    tile = table.tile[action]
    target = NONE if tile != NONE else s.seat_of[table.target[action]]
    if s.log is not None:
        s.log.append(events.SpellCast(seat, card, table.spend[action], target, tile))
    attack = Attack(seat, SPELL, card, damage, box.range_min[card], high, tile)
    if tile != NONE:
        hit_hex(s, attack, tile)
    else:
        hit_seat(s, attack, target)
    begin(s, attack)


def _ability(s: State, action: int) -> None:
    """The Shadow ability: the full charge, no action point."""
    box = s.box
    table = box.table
    seat = s.turn
    tile = table.tile[action]
    target = NONE if table.target[action] == NONE else s.seat_of[table.target[action]]
    printed = box.parts.characters[s.character[seat]]
    ability = box.ability[s.character[seat]]
    s.energy[seat] -= box.shadow_limit
    if s.log is not None:
        s.log.append(events.AbilityUsed(seat, target, tile))
    if ability == HEAL:
        heal(s, seat, printed.heal)
    elif ability == EMPOWER:
        s.empowered += printed.empower
    elif ability == STRIKE:
        attack = Attack(seat, STRIKE_ATTACK, NONE, printed.damage, printed.range[0], printed.range[1], NONE)
        hit_seat(s, attack, target)
        begin(s, attack)
    elif ability in (BURST, TOW):
        if ability == TOW and tile != s.hex[target]:
            # Moved first; only then is everyone hit fixed (S26).
            _move(s, target, tile, seat)
        attack = Attack(seat, STRIKE_ATTACK, NONE, printed.damage, 0, 0, tile)
        hit_hex(s, attack, tile)
        begin(s, attack)
    else:
        if tile != s.hex[seat]:
            _move(s, seat, tile, seat)
        if table.number[action] == 1:
            take_counterspell(s, seat)


def _answer(s: State, action: int) -> None:
    """Seal an answer; when the last is in, all are revealed."""
    attack = s.attack
    assert attack is not None
    if s.log is not None:
        s.log.append(events.AnswerSealed(s.to_act, action))
    attack.answers[attack.index] = PASSED if action == s.box.table.pass_ else action
    ask_next(s, attack, attack.index + 1)


def concede(s: State, seat: int) -> None:
    """A player leaves for good: out at once, or after the attack that is going on (S22, S55)."""
    s.steps += 1
    if s.log is not None:
        s.log.append(events.Conceded(seat))
    if s.attack is not None:
        s.leaving |= 1 << seat
        _answer_for_leavers(s)
        return
    eliminate(s, seat)
    if s.phase != OVER and s.turn == seat:
        s.phase = NOBODY
        turn.go_on(s)


def _answer_for_leavers(s: State) -> None:
    """While the attack lasts, whoever conceded passes, or takes the first choice there is."""
    while s.attack is not None and (s.leaving >> s.to_act) & 1:
        apply(s, legal_actions(s)[0])
