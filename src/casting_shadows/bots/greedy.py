"""`greedy`: looks one action ahead and takes what leaves its seat best off by a written evaluation.

It looks into one imagined world a decision, so it knows no more than its seat does. Lethal damage is never wasted: an
eliminated enemy is worth more than anything else.
"""

from __future__ import annotations

from typing import Final, final

from casting_shadows.bots.vantage import Vantage
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.cards import ATTACK, RESOURCE
from casting_shadows.engine.model.resources import CC, SF, count, pool_text
from casting_shadows.engine.rng import QuickRng, Rng
from casting_shadows.engine.rules.apply import apply
from casting_shadows.engine.rules.legal import is_full, legal_actions
from casting_shadows.engine.rules.turn import energy_limit
from casting_shadows.engine.state import ACTIONS, NONE, OVER, State

# What things are worth, in hundredths of a hit point of one's own.
OWN_HP: Final = 100
ENEMY_HP: Final = 80
ELIMINATION: Final = 1500
WIN: Final = 1_000_000
LOW_HP: Final = 6
LOW_HP_PENALTY: Final = 60
SPELL_BY_LEVEL: Final[list[int]] = [0, 220, 400, 620]
CONVERSION_SHARE: Final = 30
"""Of an Attack Spell's worth, in percent."""
SECOND_COPY_SHARE: Final = 50
RESOURCE_CARD: Final = 70
COUNTERSPELLS: Final[list[int]] = [0, 170, 230, 180, 80, -100, -300]
"""By how many are held: they cannot be discarded, so too many leave no room for spells."""
SHADOW_FORM: Final = 900
BASE_ENERGY: Final = 160
SHADOW_ENERGY: Final = 45
"""A full charge is worth a little less than what the ability does with it."""
STATUS: Final = 120
PROMISED_SHARE: Final = 60
"""Of an elimination that could still be had, in percent: one in hand is worth more, so lethal damage comes first."""
STEP_SHARE: Final = 80
"""What is left of a promise for each Travel between here and there, in percent."""
GAMBLE_COST: Final = 60
"""A Reroll or Refresh must promise more than this: an imagined outcome is only one of many."""
GAMBLE_LOOKS: Final = 6


@final
class GreedyBot:
    """One action ahead."""

    def __init__(self, seed: int) -> None:
        self.name = "greedy"
        self.rng: Final = QuickRng(seed)

    def choose(self, vantage: Vantage) -> int:
        """The action with the best imagined end; ties go to the first, and ending the turn is the first."""
        if len(vantage.legal) == 1:
            return vantage.legal[0]
        world = vantage.imagine(Rng(self._key()))
        best = vantage.legal[0]
        best_worth = -WIN * 10
        for action in vantage.legal:
            worth = self._worth(world, action, vantage.seat)
            if worth > best_worth:
                best_worth = worth
                best = action
        return best

    def _worth(self, world: State, action: int, seat: int) -> int:
        kind = world.box.table.kind[action]
        if kind == verbs.END:
            return _worth_of_ending(world, seat)
        worth = _worth_after(world, action, seat)
        if kind == verbs.REROLL or kind == verbs.REFRESH:
            for _ in range(GAMBLE_LOOKS - 1):
                worth += _worth_after(self._other_chance(world), action, seat)
            worth = worth // GAMBLE_LOOKS - GAMBLE_COST
        return worth

    def _key(self) -> bytes:
        words = [self.rng.below(1 << 16) for _ in range(16)]
        return b"".join([word.to_bytes(2, "big") for word in words])

    def _other_chance(self, world: State) -> State:
        other = world.copy()
        other.rng = Rng(self._key())
        other.rng.shuffle(other.deck)
        return other

    def why(self, vantage: Vantage, action: int) -> tuple[str, dict[str, str | int]]:
        """What the action is for."""
        table = vantage.box.table
        kind = table.kind[action]
        world = vantage.imagine(Rng(bytes(32)))  # not the bot's own chance: asking why changes nothing
        if kind == verbs.ATTACK:
            return _why_attack(world, action, vantage.seat)
        if kind == verbs.COLLECT:
            return _why_collect(world, table.card[action])
        if kind == verbs.CONVERT:
            return "reason/convert", {"resources": pool_text(table.gain[action])}
        if kind == verbs.TRAVEL:
            return _why_travel(world, action, vantage.seat)
        if kind == verbs.PUSH:
            return "reason/travel", {}
        if kind == verbs.TRANSFORM and table.card[action] != NONE:
            return "reason/transform", {}
        if kind == verbs.COUNTER:
            return "reason/counter", {}
        if kind == verbs.ABSORB:
            return "reason/absorb", {"amount": table.number[action]}
        named = {
            verbs.REROLL: "reason/reroll",
            verbs.PROTECT: "reason/protect",
            verbs.REFRESH: "reason/refresh",
            verbs.COLLECT_COUNTERSPELL: "reason/counterspell",
            verbs.USE: "reason/use",
            verbs.ABILITY: "reason/ability",
            verbs.END: "reason/end" if world.points else "reason/end_points",
            verbs.PASS: "reason/pass",
        }
        return named.get(kind, "reason/best"), {}


def _why_attack(world: State, action: int, seat: int) -> tuple[str, dict[str, str | int]]:
    """By the HP it takes if nobody answers."""
    after = _let_through(world, action, seat)
    if after.alive < world.alive:
        return "reason/finish", {}
    return "reason/damage", {
        "amount": sum([max(0, world.hp[other] - after.hp[other]) for other in range(world.seats) if other != seat])
    }


def _why_collect(world: State, card: int) -> tuple[str, dict[str, str | int]]:
    if world.box.card_kind[card] != ATTACK:
        return "reason/collect", {}
    return "reason/collect_attack", {"amount": max(world.box.damage[card])}


def _why_travel(world: State, action: int, seat: int) -> tuple[str, dict[str, str | int]]:
    """By what can be done there, and not from here."""
    table = world.box.table
    after = world.copy()
    apply(after, action)
    if after.to_act == seat and after.phase == ACTIONS:
        here = legal_actions(world)
        there = legal_actions(after)
        for kind, code in ((verbs.ATTACK, "reason/travel_attack"), (verbs.COLLECT, "reason/travel_collect")):
            found = [_worth_and(after, then, seat) for then in there if table.kind[then] == kind and then not in here]
            if found:
                return code, {"card": table.cards[table.card[max(found)[1]]]}
    return "reason/travel", {}


def _worth_and(world: State, action: int, seat: int) -> tuple[int, int]:
    return _worth_after(world, action, seat), action


def _worth_after(world: State, action: int, seat: int) -> int:
    return evaluate(_let_through(world, action, seat), seat)


def _let_through(world: State, action: int, seat: int) -> State:
    """The state after an action, if others let an attack through: whatever they hold is a guess anyway."""
    after = world.copy()
    apply(after, action)
    while after.attack is not None and after.to_act != seat:
        apply(after, legal_actions(after)[0])
    return after


def _worth_of_ending(s: State, seat: int) -> int:
    """Ending the turn: what is there now, less the crystals, with the fragments absorbed. Others' turns are not foreseen."""
    worth = standing_worth(s, seat)
    absorbed = min(count(s.pool, SF), energy_limit(s, seat) - s.energy[seat])
    return worth + absorbed * (SHADOW_ENERGY if s.shadow[seat] else BASE_ENERGY)


def evaluate(s: State, seat: int) -> int:
    """What a state is worth to a seat, higher is better: what it has, and in its own phase 2 what it could still do."""
    if s.phase == OVER:
        if s.hp[seat] == 0:
            return -WIN
        return WIN if s.alive == 1 else 0
    if s.hp[seat] == 0:
        return -WIN
    if s.turn == seat and s.phase == ACTIONS:
        return _worth_of_ending(s, seat) + _promise(s, seat)
    return standing_worth(s, seat)


def standing_worth(s: State, seat: int) -> int:
    """HP, cards, form and enemies as they are; one's own crystals as the damage they will do."""
    curses = count(s.pool, CC) if s.turn == seat else 0
    companion = s.companion[seat]
    if companion != NONE and s.box.curse_proof[companion]:
        curses = 0
    hp = s.hp[seat] - curses
    if hp <= 0:
        return -WIN
    worth = hp * OWN_HP + s.shadow[seat] * SHADOW_FORM
    worth += s.energy[seat] * (SHADOW_ENERGY if s.shadow[seat] else BASE_ENERGY)
    if hp < LOW_HP:
        worth -= (LOW_HP - hp) * LOW_HP_PENALTY
    last = NONE
    for card in s.book[seat]:
        worth += card_worth(s, card) * (SECOND_COPY_SHARE if card == last else 100) // 100
        last = card
    worth += COUNTERSPELLS[min(len(s.counters[seat]), len(COUNTERSPELLS) - 1)]
    worth -= (s.frozen[seat] + s.stunned[seat]) * STATUS
    for other in range(s.seats):
        if other == seat:
            continue
        if s.hp[other] == 0:
            worth += ELIMINATION
        else:
            worth += (s.frozen[other] + s.stunned[other]) * STATUS - s.hp[other] * ENEMY_HP
    return worth


def card_worth(s: State, card: int) -> int:
    """A Main card in the Spell Book."""
    box = s.box
    if box.card_kind[card] == RESOURCE:
        return RESOURCE_CARD
    worth = SPELL_BY_LEVEL[box.level[card]]
    return worth if box.card_kind[card] == ATTACK else worth * CONVERSION_SHARE // 100


def _promise(s: State, seat: int) -> int:
    """What the points that are left could still bring: the best of an attack and a card, and half of the other."""
    points = s.points
    if points == 0:
        return 0
    attack = _attack_promise(s, seat, points)
    card = _card_promise(s, seat, points)
    if points == 1:
        return max(attack, card)
    return max(attack + card // 2, card + attack // 2)


def _attack_promise(s: State, seat: int, points: int) -> int:
    """The most an Attack Spell could do with this pool, an enemy perhaps some steps away."""
    box = s.box
    most = 0
    steps = s.map.distance[s.hex[seat]]
    for card in s.book[seat]:
        if box.card_kind[card] != ATTACK or card in s.cast:
            continue
        ways = box.casts(card, s.pool, 1)
        if not ways:
            continue
        damage = 0
        for action in ways:
            damage = max(damage, box.damage[card][box.table.number[action]])
        for other in range(s.seats):
            if other == seat or s.hp[other] == 0:
                continue
            away = steps[s.hex[other]]
            walk = max(away - box.range_max[card], box.range_min[card] - away)
            walk = max(walk, 0)
            if walk and s.frozen[seat]:
                continue
            if walk + 1 <= points:
                worth = min(damage, s.hp[other]) * ENEMY_HP
                if damage >= s.hp[other]:
                    worth += ELIMINATION * PROMISED_SHARE // 100
                most = max(most, _after_walk(worth, walk))
    return most


def _card_promise(s: State, seat: int, points: int) -> int:
    """The best card this pool can pay, here or some steps away."""
    box = s.box
    most = 0
    steps = s.map.distance[s.hex[seat]]
    full = is_full(s, seat)
    for tile in s.map.tiles:
        walk = steps[tile]
        if walk + 1 > points or (walk and s.frozen[seat]):
            continue
        card = s.market[tile]
        worth = 0
        if card != NONE:
            if box.collects(card, s.pool):
                worth = card_worth(s, card) - _given_up(s, seat, box.collect_level[card], full)
                if card in s.book[seat]:
                    worth = worth * SECOND_COPY_SHARE // 100
        elif tile == box.desert and s.counter_deck and box.counterspell_collects(s.pool):
            held = min(len(s.counters[seat]), len(COUNTERSPELLS) - 2)
            worth = COUNTERSPELLS[held + 1] - COUNTERSPELLS[held] - _given_up(s, seat, 0, full)
        most = max(most, _after_walk(worth, walk))
    return most


def _given_up(s: State, seat: int, level: int, full: bool) -> int:
    """The worth of the cheapest card that would have to leave the Spell Book; WIN if none can."""
    if level == 0 and not full:
        return 0
    least = WIN
    for card in s.book[seat]:
        if level == 0 or s.box.level[card] == level:
            least = min(least, card_worth(s, card))
    return least


def _after_walk(worth: int, walk: int) -> int:
    for _ in range(walk):
        worth = worth * STEP_SHARE // 100
    return worth
