"""What the seat to act may do: a filter over short candidate lists, in a fixed order, never empty before the end."""

from __future__ import annotations

from typing import Final

from casting_shadows.engine.effects.attack import flee_ways, is_enemy, mark_choices
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.cards import ATTACK, RESOURCE
from casting_shadows.engine.model.resources import CC_SHIFT, KINDS, SF, count
from casting_shadows.engine.packs.box import BURST, STRIKE, TOW, WARP
from casting_shadows.engine.rules.solo import ways_to_player
from casting_shadows.engine.rules.turn import energy_limit
from casting_shadows.engine.state import (
    ABSORB,
    ACTIONS,
    DRAFT,
    DRAIN,
    FLEE,
    FREEZE,
    FROZEN,
    GAIN,
    LEAVE_OUT,
    NONE,
    PUSH,
    RESPOND,
    SEEN_BITS,
    STEER,
    STUN,
    STUNNED,
    TRANSFORM,
    State,
)

FARTHEST: Final = 4
"""No spell reaches this far: the longest range is two hexes, and an owl sees one more."""


def legal_actions(s: State) -> list[int]:
    """Every action `s.to_act` may take now. Empty when, and only when, the game is over."""
    phase = s.phase
    if phase == ACTIONS:
        return _in_phase_two(s)
    if phase == RESPOND:
        return answers(s, s.to_act)
    table = s.box.table
    if phase == ABSORB:
        most = min(count(s.pool, SF), energy_limit(s, s.turn) - s.energy[s.turn])
        return [table.first_absorb + amount for amount in range(most + 1)]
    if phase == TRANSFORM:
        found = [] if s.setup.transform == "must" else [table.stay]
        if not s.portal:
            found.append(table.transform_alone)
        return found + [table.first_transform + companion for companion in s.portal]
    if phase == GAIN:
        return [table.first_gain + kind for kind in s.box.start_choice[s.companion[s.turn]]]
    if phase == LEAVE_OUT:
        return [table.first_leave_out + colour for colour in range(3)]
    if phase == DRAFT:
        return [table.first_pick + character for character in range(len(s.seat_of)) if s.seat_of[character] == NONE]
    if phase == DRAIN:
        kinds = [kind for kind in range(KINDS) if count(s.pool, kind)]
        return [table.drain_nothing] + [table.first_drain + kind for kind in kinds]
    if phase == STEER:
        return [table.first_steer + tile for tile in ways_to_player(s, s.turn)]
    return _in_attack(s)


def _in_attack(s: State) -> list[int]:
    """The attacker's choices while its attack goes on, and the solo player's for a fleeing Bot."""
    attack = s.attack
    if attack is None:
        return []
    table = s.box.table
    if s.phase == PUSH:
        at = s.hex[attack.hit[0]]
        return [table.first_push + at] + [table.first_push + tile for tile in s.map.neighbours[at]]
    if s.phase == FREEZE:
        return [table.first_freeze + s.character[seat] for seat in mark_choices(s, attack, FROZEN)]
    if s.phase == STUN:
        return [table.first_stun + s.character[seat] for seat in mark_choices(s, attack, STUNNED)]
    if s.phase == FLEE:
        bot = attack.hit[attack.index]
        return [table.first_flee + tile for tile in flee_ways(s, attack, bot, s.counters[bot][0] >> SEEN_BITS)]
    return []


def answers(s: State, seat: int) -> list[int]:
    """What a seat that is asked may answer: pass, or one of its Counterspells, never more (R7), with its choices."""
    table = s.box.table
    found = [table.pass_]
    seen = 0
    for card in s.counters[seat]:
        counterspell = card >> SEEN_BITS
        if (seen >> counterspell) & 1:
            continue
        seen |= 1 << counterspell
        first = table.first_counter[counterspell]
        moves = s.box.moves[counterspell]
        if moves == 0:
            found.append(first)
        elif moves == 1:
            found.extend([first + tile for tile in s.map.neighbours[s.hex[seat]]])
        else:
            found.extend([first + tile for tile in s.map.tiles if tile != s.hex[seat]])
    return found


def _in_phase_two(s: State) -> list[int]:
    box = s.box
    table = box.table
    seat = s.turn
    pool = s.pool
    here = s.hex[seat]
    book = s.book[seat]
    companion = s.companion[seat]
    found = [table.end]

    # Which Actions can be afforded: all with a point left, else those the companion still gives (S36).
    afford = verbs.ALL_BITS
    if s.points == 0:
        afford = box.free_mask[companion] if s.free else 0
    if afford & verbs.TRAVEL_BIT and not s.frozen[seat]:
        found.extend(s.map.travels[here])

    can_cast = afford & verbs.CAST_BIT != 0
    owl = box.reach[companion] if companion != NONE else 0
    near: list[int] = []
    last = NONE
    for card in book:
        if card == last:
            continue
        last = card
        kind = box.card_kind[card]
        if kind == RESOURCE:
            found.append(table.use_of[card])
            continue
        if not can_cast or not pool & box.cast_mask[card]:
            continue
        if s.cast and s.cast.count(card) >= book.count(card):
            continue  # every copy has been cast this turn (S19)
        if kind != ATTACK:
            found.extend(box.casts(card, pool, 1))
            continue
        if not near:
            near = _enemies_near(s, seat)  # only if an Attack Spell asks, and only once
        first = FARTHEST if box.is_hex_spell[card] else 0
        targets = 0
        for distance in range(box.range_min[card], box.range_max[card] + owl + 1):
            targets |= near[first + distance]
        if targets:
            found.extend(box.casts(card, pool, targets))

    if s.shadow[seat] and s.energy[seat] >= box.shadow_limit:
        _add_abilities(s, found)
    if afford & verbs.REROLL_BIT:
        found.extend(box.rerolls(s.dice))
    if afford & verbs.PROTECT_BIT and pool >> CC_SHIFT:
        found.append(table.protect)
    card = s.market[here]
    if card != NONE:
        if afford & verbs.REFRESH_BIT:
            found.append(table.refresh)
        if afford & verbs.COLLECT_BIT:
            ways = box.collects(card, pool)
            if ways:
                _add_collects(s, found, ways, table.drops[card], box.collect_level[card], box.level)
    elif here == box.desert and s.counter_deck and afford & verbs.COLLECT_BIT:  # an empty deck gives none (S2)
        ways = box.counterspell_collects(pool)
        if ways:
            _add_collects(s, found, ways, table.counterspell_drops, 0, box.level)
    return found


def _enemies_near(s: State, seat: int) -> list[int]:
    """Enemies by distance: first as bits of characters for each distance below FARTHEST, then as bits of the hexes."""
    near = [0] * (2 * FARTHEST)
    steps = s.map.distance[s.hex[seat]]
    for other in range(s.seats):
        if other != seat and s.hp[other] > 0:
            tile = s.hex[other]
            distance = steps[tile]
            if distance < FARTHEST:
                near[distance] |= 1 << s.character[other]
                near[FARTHEST + distance] |= 1 << tile
    return near


def is_full(s: State, seat: int) -> bool:
    """Whether the Spell Book has no room left; Pack Badger makes some (R2, S38)."""
    size = s.box.book_size
    companion = s.companion[seat]
    if companion != NONE:
        size += s.box.extra_cards[companion]
    return len(s.book[seat]) + len(s.counters[seat]) >= size


def _add_collects(s: State, found: list[int], ways: list[int], drops: list[int], level: int, levels: list[int]) -> None:
    """Collections with the card that leaves the book: a spell of the level asked for, or any Main card if full (R5, S38)."""
    book = s.book[s.turn]
    if level == 0 and not is_full(s, s.turn):
        found.extend(ways)
        return
    last = NONE
    for card in book:
        if card != last and (level == 0 or levels[card] == level):
            offset = drops[card]
            found.extend([way + offset for way in ways])
        last = card


def _add_abilities(s: State, found: list[int]) -> None:
    """The Shadow ability, which the Base Form does not have (R4), at full charge, in each way it can be used (S37)."""
    box = s.box
    table = box.table
    seat = s.turn
    character = s.character[seat]
    ability = box.ability[character]
    steps = s.map.distance[s.hex[seat]]
    low = box.ability_min[character]
    high = box.ability_max[character]
    if ability == STRIKE:
        for other in range(s.seats):
            if is_enemy(s, seat, other) and low <= steps[s.hex[other]] <= high:
                found.append(table.first_ability_at + s.character[other])
    elif ability == BURST:
        tiles = 0
        for other in range(s.seats):
            if is_enemy(s, seat, other) and low <= steps[s.hex[other]] <= high:
                tiles |= 1 << s.hex[other]
        found.extend([table.first_ability_on + tile for tile in s.map.tiles if (tiles >> tile) & 1])
    elif ability == WARP:
        found.extend([table.first_ability_on + tile for tile in s.map.tiles])
        if box.parts.characters[character].take_counterspell and s.counter_deck and not is_full(s, seat):
            found.extend([table.first_ability_take + tile for tile in s.map.tiles])
    elif ability == TOW:
        reach = box.parts.characters[character].tow
        for other in range(s.seats):
            if is_enemy(s, seat, other):
                first = table.first_ability_tow + s.character[other] * len(table.tiles)
                away = s.map.distance[s.hex[other]]
                found.extend([first + tile for tile in s.map.tiles if away[tile] <= reach])
    else:
        found.append(table.ability)
