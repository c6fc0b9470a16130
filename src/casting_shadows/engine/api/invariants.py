"""What is true of every position of every game. Tests hold games against it; pasted positions are refused by it."""

from __future__ import annotations

from collections import Counter

from casting_shadows.engine.effects.attack import is_enemy
from casting_shadows.engine.model.cards import RESOURCE
from casting_shadows.engine.model.dice import DICE_POOL
from casting_shadows.engine.model.resources import can_pay
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.rules.turn import energy_limit
from casting_shadows.engine.state import (
    ABSORB,
    ACTIONS,
    ASKING,
    BITING,
    CONTACT,
    DRAFT,
    DRAIN,
    FLEE,
    FREEZE,
    GAIN,
    LEAVE_OUT,
    MARKING,
    NOBODY,
    NONE,
    OVER,
    PUSH,
    RESPOND,
    RETURNING,
    REVEALING,
    SEEN_BITS,
    SPELL,
    STEER,
    STUN,
    TRANSFORM,
    UNASKED,
    State,
)

IN_ATTACK = (RESPOND, FREEZE, STUN, DRAIN, PUSH, FLEE)
_STAGES: dict[int, tuple[int, int]] = {FREEZE: (MARKING, 1), STUN: (MARKING, 2), PUSH: (RETURNING, 0)}
"""The stage and index an attack has while its attacker chooses."""


class ImpossibleState(Exception):
    """A state no game can be in."""


def _require(is_so: object, what: str) -> None:
    if not is_so:
        raise ImpossibleState(what)


def check_state(s: State) -> None:
    """Raise ImpossibleState, saying what, for a state no game can be in."""
    if s.phase == DRAFT:
        _check_draft(s)
        return
    _check_cards(s)
    for seat in range(s.seats):
        _check_seat(s, seat)
    _check_turn(s)
    if s.attack is not None:
        _check_attack(s)
    for seat in range(s.seats):
        if (s.leaving >> seat) & 1:
            _require(s.attack is not None and s.hp[seat] > 0 and seat != s.to_act, "who leaves waits for the attack's end")
    _require(s.phase == OVER or legal_actions(s), "nobody could act")


def _check_draft(s: State) -> None:
    cards = [s.deck, s.discard, s.portal, s.gone, s.counter_deck, s.companion_deck, s.cast, *s.book, *s.counters]
    _require(not any(cards) and s.attack is None and not s.pool, "the draft comes before the deal")
    _require(all(card == NONE for card in [*s.market, *s.companion, *s.hex]), "nothing lies on the table yet")
    _require(not any([*s.hp, *s.energy, *s.shadow, *s.frozen, *s.stunned, s.leaving]), "nobody has a board yet")
    _require(s.order == list(range(s.seats)), "turns go clockwise")
    _require(not (s.free or s.empowered or s.marked or s.began_frozen or s.began_stunned), "no turn has begun")
    _require(not s.is_solo, "nobody drafts alone")
    _require(s.to_act != NONE and s.character[s.to_act] == NONE, "the one to pick has none yet")
    _require(len({c for c in s.character if c != NONE}) == sum(c != NONE for c in s.character), "a character twice")
    still_to_pick = [(s.first + step) % s.seats for step in range((s.to_act - s.first) % s.seats + 1)]
    for seat in range(s.seats):
        _require((s.character[seat] == NONE) == (seat in still_to_pick), "the last in turn order picks first")
    _require(s.round == 1 and s.points == 0, "nothing has been played yet")


def _check_cards(s: State) -> None:
    """Every card exists exactly once."""
    parts = s.box.parts
    main = Counter(s.deck) + Counter(s.discard) + Counter(card for card in s.market if card != NONE)
    counterspells = Counter(card >> SEEN_BITS for card in s.counter_deck)
    companions = Counter(s.companion_deck) + Counter(s.portal) + Counter(s.gone)
    for seat in range(s.seats):
        main += Counter(s.book[seat])
        counterspells += Counter(card >> SEEN_BITS for card in s.counters[seat])
        companions += Counter([s.companion[seat]] if s.companion[seat] != NONE else [])
    for number, card in enumerate(parts.main):
        _require(main[number] == card.copies, f"{main[number]} copies of {card.id}, there are {card.copies}")
    for number, counterspell in enumerate(parts.counterspells):
        found = counterspells[number]
        _require(found == counterspell.copies, f"{found} copies of {counterspell.id}, there are {counterspell.copies}")
    for number, companion in enumerate(parts.companions):
        _require(companions[number] == 1, f"{companions[number]} of {companion.id}, there is 1")
    for tile in range(len(s.market)):
        _require(s.market[tile] == NONE or s.map.has_market[tile], f"{parts.hexes[tile].id} has no place for a card")
    if s.phase != OVER and any(s.market[tile] == NONE for tile in s.map.market):
        _require(not s.deck and not s.discard, "an empty place is filled while there are cards")
    _require(len(s.portal) <= s.box.rules.portal, "the portal is too full")
    _require(len(s.portal) == s.box.rules.portal or not s.companion_deck, "the portal is filled while there are companions")


def _check_seat(s: State, seat: int) -> None:
    box = s.box
    name = box.parts.characters[s.character[seat]].id if s.character[seat] != NONE else f"seat {seat}"
    _require(s.character[seat] != NONE and s.character.count(s.character[seat]) == 1, f"{name} is no character of its own")
    _require(s.book[seat] == sorted(s.book[seat]), f"{name}'s book is not in order")
    if s.hp[seat] == 0:
        _require(s.hex[seat] == NONE, f"{name} is out but on the map")
        _require(not s.book[seat] and not s.counters[seat] and s.companion[seat] == NONE, f"{name} is out but holds cards")
        _require(not s.frozen[seat] and not s.stunned[seat], f"{name} is out but has a status")
        return
    _require(s.hex[seat] in s.map.places, f"{name} is off the map")
    _require(s.is_bot(seat) or s.hp[seat] <= box.most_hp, f"{name} has {s.hp[seat]} HP")
    _require(s.energy[seat] <= energy_limit(s, seat), f"{name} has {s.energy[seat]} Shadow Energy")
    companion = s.companion[seat]
    _require(companion == NONE or s.shadow[seat], f"{name} has a companion in Base Form")
    size = box.book_size + (box.extra_cards[companion] if companion != NONE else 0)
    _require(len(s.book[seat]) + len(s.counters[seat]) <= size, f"{name}'s Spell Book is too full")
    proof = companion != NONE and box.status_proof[companion]
    _require(not (proof and (s.frozen[seat] or s.stunned[seat])), f"{name} cannot have a status")
    if s.is_bot(seat):
        _require(len(s.book[seat]) == 1 and s.box.card_kind[s.book[seat][0]] != RESOURCE, f"{name} needs its one spell")
        _require(not s.shadow[seat] and not s.energy[seat], f"{name} is a Bot, in Base Form")
        _require(not s.frozen[seat] and not s.stunned[seat], f"{name} is a Bot, without statuses")


def _check_turn(s: State) -> None:
    standing = sum(hp > 0 for hp in s.hp)
    _require(s.alive == standing, "the count of those standing")
    _require(sorted(s.order) == list(range(s.seats)), "the turn order names every seat once")
    _require(s.is_solo or s.order == list(range(s.seats)), "turns go clockwise")
    _require(not s.is_solo or s.order[0] == 0, "the solo player starts")
    _require(0 <= s.points <= s.box.points, f"{s.points} action points")
    _require(can_pay(s.pool, DICE_POOL[s.dice]), "more dice than resources")
    over = standing <= 1 or (s.is_solo and s.hp[0] == 0)
    _require(s.phase != NOBODY, "somebody must be asked")
    if s.phase == OVER:
        _require(s.to_act == NONE and s.attack is None, "nobody acts after the end")
        _require(over or s.setup.max_rounds, "the game is not over yet")
        return
    _require(not over, "the game is over")
    _require(s.to_act != NONE and s.hp[s.to_act] > 0 and not s.is_bot(s.to_act), "the seat to act is a player standing")
    _require((s.attack is not None) == (s.phase in IN_ATTACK), "an attack belongs to its phases")
    if s.phase in (LEAVE_OUT, GAIN, ACTIONS, ABSORB, TRANSFORM):
        _require(s.to_act == s.turn, "it is another player's turn")
    _require(s.hp[s.turn] > 0, "the player whose turn it is stands")
    cast = Counter(s.cast)
    for card in cast:
        _require(s.box.card_kind[card] != RESOURCE, "a Resource card is not cast")
        _require(cast[card] <= s.book[s.turn].count(card), f"{s.box.table.cards[card]} cast more often than owned")
    companion = s.companion[s.turn]
    _require(s.free <= (s.box.free_uses[companion] if companion != NONE else 0), "more free uses than the companion gives")
    if s.phase == LEAVE_OUT:
        _require(s.began_stunned and not s.pool, "only a Stunned player leaves a die out")
    if s.phase == GAIN:
        _require(companion != NONE and len(s.box.start_choice[companion]) > 1, "no companion gives a choice")
    if s.phase == TRANSFORM:
        _require(not s.shadow[s.turn] and s.energy[s.turn] >= s.box.base_limit, "not charged for the Shadow Form")
    if s.phase == STEER:
        _require(s.is_bot(s.turn) and s.to_act == 0, "only Bots are steered")


def _check_attack(s: State) -> None:
    attack = s.attack
    assert attack is not None
    _require(attack.by == s.turn, "only the player whose turn it is attacks")
    _require(attack.hit and len(set(attack.hit)) == len(attack.hit) and attack.by not in attack.hit, "who is hit")
    _require((attack.source == SPELL) == (attack.card != NONE), "a spell has a card")
    _require(attack.source != CONTACT or s.is_bot(attack.by), "only Bots touch")
    if attack.card != NONE:
        _require(s.box.damage[attack.card], "an Attack Spell has damage")
        _require(s.box.is_hex_spell[attack.card] == (attack.tile != NONE), "the spell's kind of target")
    if s.phase in _STAGES:
        _require((attack.stage, attack.index) == _STAGES[s.phase], "where the attack stands")
    if s.phase == RESPOND:
        _require(attack.stage == ASKING, "answers are asked for first")
        _require(attack.index < len(attack.hit) and attack.hit[attack.index] == s.to_act, "the one asked is hit")
        _require(attack.answers[attack.index] != UNASKED and s.counters[s.to_act], "the one asked holds a card")
        _require(all(is_enemy(s, attack.by, seat) for seat in attack.hit), "only enemies are hit")
        for index, answer in enumerate(attack.answers):
            if answer >= 0:
                held = [card >> SEEN_BITS for card in s.counters[attack.hit[index]]]
                _require(s.box.table.card[answer] in held, "a sealed card is still held")
    elif s.phase == DRAIN:
        _require(attack.stage == BITING and s.pool, "after a Counterspell that stuns")
        _require(attack.index < len(attack.hit) and attack.hit[attack.index] == s.to_act, "the one who stunned takes a resource")
    elif s.phase == FLEE:
        _require(s.is_solo and attack.stage == REVEALING, "only Bots flee by themselves")
        _require(s.to_act == 0 and attack.index < len(attack.hit), "the player chooses the way of a Bot")
        bot = attack.hit[attack.index]
        _require(s.counters[bot] and s.box.moves[s.counters[bot][0] >> SEEN_BITS], "the Bot's oldest card makes it run")
    else:
        _require(s.to_act == attack.by, "the attacker chooses")
        if s.phase == PUSH:
            _require(len(attack.hit) == 1 and s.hp[attack.hit[0]] > 0, "there is one to push")
