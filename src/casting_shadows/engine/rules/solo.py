"""Shadow Boxing: what a Bot does with its roll. Bots are rules, not opponents that think."""

from __future__ import annotations

from typing import Final

from casting_shadows.engine.effects.attack import begin, hit_seat
from casting_shadows.engine.effects.decks import take_counterspell
from casting_shadows.engine.effects.harm import heal, wound
from casting_shadows.engine.effects.pool import roll
from casting_shadows.engine.model.events import Missed, SpellCast, Travelled
from casting_shadows.engine.model.resources import BG, BO, CC, PG, PO, RG, RO, SF, can_pay, count
from casting_shadows.engine.state import CONTACT, NOBODY, NONE, OVER, SPELL, STEER, Attack, State

PLAYER: Final = 0
FOUR_ALIKE: Final = 4


def begin_bot_turn(s: State, bot: int) -> None:
    """Roll; four alike bring a Counterspell first; then the order of Cast and Travel is fixed once (S52)."""
    roll(s, bot, NONE)
    pool = s.pool
    gems = count(pool, RG) + count(pool, BG) + count(pool, PG)
    orbs = count(pool, RO) + count(pool, BO) + count(pool, PO)
    most = max(max(gems, orbs), max(count(pool, SF), count(pool, CC)))
    room = len(s.book[bot]) + len(s.counters[bot]) < s.box.book_size
    if most >= FOUR_ALIKE and s.counter_deck and room:
        take_counterspell(s, bot)
    s.bot_travels = orbs // 2
    s.bot_casts = 1 if bot_payment(s, bot) != NONE else 0
    s.bot_casts_first = 1 if _in_range(s, bot) else 0


def bot_spell(s: State, bot: int) -> int:
    """The one Attack Spell in a Bot's Spell Book."""
    return s.book[bot][0]


def bot_payment(s: State, bot: int) -> int:
    """The first cast of the Bot's spell that its roll can pay and that deals most; NONE: it cannot cast."""
    spell = bot_spell(s, bot)
    table = s.box.table
    stride = len(table.tiles) if s.box.is_hex_spell[spell] else len(table.characters)
    best = NONE
    most = -1
    for way in range(table.casts[spell]):
        action = table.first_cast[spell] + way * stride
        damage = s.box.damage[spell][table.number[action]]
        if damage > most and can_pay(s.pool, table.need[action]):
            best = action
            most = damage
    return best


def _in_range(s: State, bot: int) -> bool:
    spell = bot_spell(s, bot)
    steps = s.map.distance[s.hex[bot]][s.hex[PLAYER]]
    return s.box.range_min[spell] <= steps <= s.box.range_max[spell]


def bot_goes_on(s: State) -> bool:
    """The Bot's next step; True once its turn is over. A step may leave somebody a choice."""
    bot = s.turn
    if s.bot_casts and (s.bot_casts_first or s.bot_travels == 0):
        s.bot_casts = 0
        _cast(s, bot)
    elif s.bot_travels:
        s.bot_travels -= 1
        _travel(s, bot)
    else:
        heal(s, bot, count(s.pool, SF))
        if count(s.pool, CC):
            wound(s, bot, count(s.pool, CC), NONE)
        return s.phase != OVER
    return False


def _cast(s: State, bot: int) -> None:
    """Cast at the player; out of range it is a miss."""
    spell = bot_spell(s, bot)
    action = bot_payment(s, bot)
    tile = s.hex[PLAYER] if s.box.is_hex_spell[spell] else NONE
    if s.log is not None:
        s.log.append(SpellCast(bot, spell, s.box.table.spend[action], PLAYER if tile == NONE else NONE, tile))
    if not _in_range(s, bot):
        if s.log is not None:
            s.log.append(Missed(PLAYER, bot, spell))
        return
    damage = s.box.damage[spell][s.box.table.number[action]]
    attack = Attack(bot, SPELL, spell, damage, s.box.range_min[spell], s.box.range_max[spell], tile)
    hit_seat(s, attack, PLAYER)
    begin(s, attack)


def ways_to_player(s: State, bot: int) -> list[int]:
    """The neighbouring hexes on a shortest way to the player."""
    to_player = s.map.distance[s.hex[PLAYER]]
    nearer = to_player[s.hex[bot]] - 1
    return [tile for tile in s.map.neighbours[s.hex[bot]] if to_player[tile] == nearer]


def _travel(s: State, bot: int) -> None:
    """One hex nearer; between equally short ways the player chooses. Already there: contact instead."""
    if s.hex[bot] == s.hex[PLAYER]:
        _touch(s, bot)
        return
    ways = ways_to_player(s, bot)
    if len(ways) > 1:
        s.phase = STEER
        s.to_act = PLAYER
    else:
        move_bot(s, bot, ways[0])


def move_bot(s: State, bot: int, tile: int) -> None:
    """The Bot travels; onto the player's hex it deals contact damage."""
    s.hex[bot] = tile
    s.phase = NOBODY
    if s.log is not None:
        s.log.append(Travelled(bot, tile))
    if tile == s.hex[PLAYER]:
        _touch(s, bot)


def _touch(s: State, bot: int) -> None:
    attack = Attack(bot, CONTACT, NONE, s.box.parts.solo.contact_damage, 0, 0, NONE)
    hit_seat(s, attack, PLAYER)
    begin(s, attack)
