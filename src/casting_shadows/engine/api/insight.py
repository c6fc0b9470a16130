"""What a client shows about the rules, worked out from a seat's view alone, so that no client ever computes a rule.

Every function takes a `View`. Where a whole state is needed, a stand-in world is imagined from the view with a fixed stream;
only what every such world agrees on is reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from casting_shadows.engine.api.game import why_not
from casting_shadows.engine.api.imagine import imagine
from casting_shadows.engine.api.refusals import Refusal
from casting_shadows.engine.api.view import SPECTATOR, View
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.cards import ATTACK, RESOURCE
from casting_shadows.engine.model.dice import CURSE, GEM, ORB, REROLLS, SHADOW, SHOWS
from casting_shadows.engine.model.resources import CC, CODES, KINDS, ONE, SF, count
from casting_shadows.engine.model.setup import SOLO
from casting_shadows.engine.packs.box import Box
from casting_shadows.engine.rng import Rng
from casting_shadows.engine.rules.apply import apply
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.rules.turn import energy_limit
from casting_shadows.engine.state import ACTIONS, NONE, State

_FIXED = bytes(32)
FACE_CHANCES = {GEM: 2, ORB: 2, SHADOW: 1, CURSE: 1}
"""Sixths for each face of a die."""
NEVER_UNDONE = frozenset(
    (verbs.ATTACK, verbs.CONCEDE, verbs.PICK, verbs.REROLL, verbs.REFRESH, verbs.COLLECT, verbs.COLLECT_COUNTERSPELL)
)
"""Whatever comes of them: others are asked, dice are thrown, or a card is drawn."""


def world(seen: View) -> State:
    """A whole state that looks like the view; always the same one for the same view. Its hidden cards mean nothing."""
    return imagine(seen, Rng(_FIXED))


def legal(seen: View) -> list[int]:
    """The viewer's legal actions; empty if it is not the viewer's choice."""
    return legal_actions(world(seen)) if seen.viewer == seen.to_act else []


def reason(seen: View, action: int) -> Refusal | None:
    """Why the viewer may not take an action now; None if it may."""
    return why_not(world(seen), seen.viewer, action)


def can_undo(seen: View, action: int) -> bool:
    """Whether a legal action of the viewer's can be taken back: nothing random, nothing revealed, nobody else asked.

    Travel, Protect, Resource cards, Conversions and the like can; rolls, draws, attacks and the end of a turn cannot.
    """
    assert seen.viewer != SPECTATOR, "a spectator does not act"
    if seen.box.table.kind[action] in NEVER_UNDONE:
        return False  # known without a look
    before = world(seen)
    after = before.copy()
    apply(after, action)
    return was_undoable(before, action, after)


def was_undoable(before: State, action: int, after: State) -> bool:
    """`can_undo`, for an action that was taken."""
    return (
        before.box.table.kind[action] not in NEVER_UNDONE
        and after.rng.place == before.rng.place
        and len(after.deck) == len(before.deck)
        and len(after.counter_deck) == len(before.counter_deck)
        and len(after.companion_deck) == len(before.companion_deck)
        and after.to_act == before.to_act
        and after.turn == before.turn
        and after.attack is None
        and before.attack is None
        and after.hp == _with_own_hp(before, after)
    )


def _with_own_hp(before: State, after: State) -> list[int]:
    """HP as before but for the actor's own, which a Heal may change and an undo restores."""
    return [after.hp[seat] if seat == before.to_act else before.hp[seat] for seat in range(before.seats)]


def reach_map(seen: View, card: int, seat: int | None = None) -> list[int]:
    """The hexes a seat's Attack Spell reaches from where it stands (Watchful Owl included); the viewer's by default."""
    caster = seen.viewer if seat is None else seat
    here = NONE if caster == SPECTATOR else seen.hex[caster]
    if here == NONE or seen.box.card_kind[card] != ATTACK:
        return []
    low, high = _range(seen, caster, card)
    steps = seen.map.distance[here]
    return [tile for tile in seen.map.tiles if low <= steps[tile] <= high]


def _range(seen: View, caster: int, card: int) -> tuple[int, int]:
    companion = seen.companion[caster]
    farther = seen.box.reach[companion] if companion != NONE else 0
    return seen.box.range_min[card], seen.box.range_max[card] + farther


@dataclass(frozen=True)
class Threat:
    """What one enemy could do next turn to somebody on a hex: one face-up spell fully paid, or its Shadow ability."""

    seat: int
    card: int
    """NONE: the ability."""
    damage: int


def threat_map(seen: View) -> dict[int, list[Threat]]:
    """For each hex, which enemies could hit the viewer there in their next turn, from what lies face up alone.

    An enemy may travel with all points but the one for the cast (an ability costs none); a Frozen one stays where it is
    (S43). Damage is before the target's own protection.
    """
    box = seen.box
    threats: dict[int, list[Threat]] = {tile: [] for tile in seen.map.tiles}
    for enemy in range(seen.seats):
        if enemy == seen.viewer or seen.hp[enemy] == 0:
            continue
        free_travels = _free_uses(seen, enemy, verbs.TRAVEL_BIT)
        for_the_cast = 0 if _free_uses(seen, enemy, verbs.CAST_BIT) else 1
        walk = 0 if seen.frozen[enemy] else box.points + free_travels - for_the_cast
        is_bot = seen.setup.mode == SOLO and enemy != 0
        away = seen.map.distance[seen.hex[enemy]]
        stands = [tile for tile in seen.map.tiles if away[tile] <= walk]
        printed = box.parts.characters[seen.character[enemy]]
        is_charged = bool(seen.shadow[enemy]) and seen.energy[enemy] >= box.shadow_limit
        if is_charged and printed.damage:
            legs = 0 if seen.frozen[enemy] else box.points + free_travels
            last_stands = [tile for tile in seen.map.tiles if away[tile] <= legs]
            low, high = printed.range
            for tile in seen.map.tiles:
                if printed.tow or any(low <= seen.map.distance[at][tile] <= high for at in last_stands):
                    threats[tile].append(Threat(enemy, NONE, printed.damage))
        for card in sorted(set(seen.book[enemy])):
            if box.card_kind[card] != ATTACK:
                continue
            low, high = _range(seen, enemy, card)
            for tile in seen.map.tiles:
                reaching = [at for at in stands if low <= seen.map.distance[at][tile] <= high]
                if reaching:
                    hex_bonus = 0 if is_bot else max(box.hex_bonus[at] for at in reaching)
                    empowered = printed.empower if is_charged else 0
                    damage = max(box.damage[card]) + hex_bonus + _bonus(seen, enemy) + empowered
                    threats[tile].append(Threat(enemy, card, damage))
    return threats


def _free_uses(seen: View, caster: int, action_bit: int) -> int:
    """How often a turn a companion gives one of the six Actions for free."""
    companion = seen.companion[caster]
    if companion == NONE or not seen.box.free_mask[companion] & action_bit:
        return 0
    return seen.box.free_uses[companion]


def _bonus(seen: View, caster: int) -> int:
    companion = seen.companion[caster]
    if companion == NONE:
        return 0
    bonus = seen.box.attack_bonus[companion]
    if seen.viewer >= 0 and (seen.frozen[seen.viewer] or seen.stunned[seen.viewer]):
        bonus += seen.box.status_bonus[companion]
    return bonus


@dataclass(frozen=True)
class Odds:
    """What a Reroll may bring, as exact chances."""

    expected: dict[str, float]
    """How many of each resource the whole pool holds on average afterwards."""
    castable: dict[int, float]
    """By Main card in the book: the chance that it can be paid afterwards (range and targets not looked at)."""
    curse: float
    """The chance that at least one more die shows a Cursed Crystal."""


def reroll_odds(seen: View, action: int) -> Odds:
    """Exact chances of a Reroll over every outcome of the chosen dice."""
    assert seen.viewer != SPECTATOR, "a spectator does not act"
    box = seen.box
    sides = REROLLS[box.table.number[action]]
    kept = seen.pool - sum(ONE[SHOWS[side]] for side in sides)
    spells = uncast(box, seen.book[seen.viewer], seen.cast)
    total = 6 ** len(sides)
    expected = [0] * KINDS
    castable = dict.fromkeys(spells, 0)
    curse = 0
    for faces in product(FACE_CHANCES, repeat=len(sides)):
        weight = 1
        pool = kept
        for side, face in zip(sides, faces, strict=True):
            weight *= FACE_CHANCES[face]
            pool += ONE[SHOWS[side - side % 4 + face]]
        for kind in range(KINDS):
            expected[kind] += weight * count(pool, kind)
        for card in spells:
            if box.casts(card, pool, 1):
                castable[card] += weight
        if CURSE in faces:
            curse += weight
    return Odds(
        {CODES[kind]: expected[kind] / total for kind in range(KINDS)},
        {card: ways / total for card, ways in castable.items()},
        curse / total,
    )


def uncast(box: Box, book: list[int], cast: list[int]) -> list[int]:
    """The spells of a book that have not been cast in this turn; of two copies each counts for itself (S19)."""
    return sorted({card for card in book if box.card_kind[card] != RESOURCE and book.count(card) > cast.count(card)})


@dataclass(frozen=True)
class Regret:
    """Something worth knowing before the turn ends: a code and its values."""

    code: str
    values: dict[str, str | int]


def warnings(seen: View) -> list[Regret]:
    """What the viewer may regret on ending phase 2 now."""
    if seen.phase != ACTIONS or seen.viewer != seen.to_act:
        return []
    found: list[Regret] = []
    box, seat = seen.box, seen.viewer
    companion = seen.companion[seat]
    curses = count(seen.pool, CC)
    if curses and not (companion != NONE and box.curse_proof[companion]):
        found.append(Regret("warning/curses", {"damage": curses, "hp": max(0, seen.hp[seat] - curses)}))
        if curses >= seen.hp[seat]:
            found.append(Regret("warning/deadly-curses", {"damage": curses}))
    stage = world(seen)
    options = legal_actions(stage)
    kinds = {box.table.kind[action] for action in options}
    if seen.points:
        found.append(Regret("warning/points-left", {"points": seen.points}))
    spells = sorted({box.table.card[action] for action in options if box.table.kind[action] == verbs.ATTACK})
    found.extend(Regret("warning/spell-castable", {"card": box.table.cards[card]}) for card in spells)
    if verbs.ABILITY in kinds:
        found.append(Regret("warning/ability-ready", {}))
    room = energy_limit(stage, seat) - seen.energy[seat]
    fragments = count(seen.pool, SF)
    if fragments > room:
        found.append(Regret("warning/fragments-lost", {"lost": fragments - room}))
    return found
