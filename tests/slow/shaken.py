"""Random play that leans to what random games seldom come to, and games that begin in the thick of it."""

import random
from typing import Final

from .board import refill_places, refill_portal
from .game import Game
from .table import Hidden, Table

TOKENS: Final = ["RG", "BG", "PG", "RG", "BG", "PG", "RO", "BO", "PO", "SF"]


WEIGHTS: Final = {
    "ability": 20.0,
    "transform": 9.0,
    "counter": 8.0,
    "collect": 4.0,
    "cast": 4.0,
    "end": 0.6,
    "reroll": 0.15,
    "stay": 0.3,
}


def weight(action: str) -> float:
    """How much random play leans to an action: to Shadow Forms, abilities, Counterspells and spells."""
    word, *rest = action.split()
    if word == "absorb":
        return 5 * int(rest[0]) + 0.2
    if word == "collect" and rest[0] == "counterspell":
        return 24.0
    return WEIGHTS.get(word, 1.0)


def choose(actions: list[str], dice: random.Random) -> str:
    """One of these, by weight."""
    return dice.choices(actions, [weight(action) for action in actions])[0]


def shake(game: Game, dice: random.Random) -> Game:
    """The same game with the players far into it, often crowded together. It must be in somebody's Phase 2."""
    table = game.table.copy()
    assert table.phase == "actions"
    brawl = dice.random() < 0.5
    cards = table.deck + table.discard + list(table.places.values())
    dice.shuffle(cards)
    if brawl:
        cards.sort(key=lambda card: (table.box.main[card].is_attack, table.box.main[card].target == "hex"))
    hidden = list(table.counterspells)
    dice.shuffle(hidden)
    companions = table.companions + table.portal
    dice.shuffle(companions)
    if brawl and dice.random() < 0.4:
        companions.sort(
            key=lambda name: table.box.companions[name].first_hit_freezes or table.box.companions[name].first_hit_stuns
        )
    hp = dice.choice([(1, 6), (4, 12), (10, 18)])
    secrecy = dice.choice([0.2, 0.4, 0.4, 0.9])
    tiles = dice.sample(list(table.map), dice.randint(1, 2)) if brawl else list(table.map)
    for number, seat in enumerate(table.seats):
        seat.hp = dice.randint(*hp)
        seat.hex = dice.choice(tiles)
        if table.is_bot(number):
            seat.hidden = [hidden.pop() for _ in range(dice.randint(0, min(4, len(hidden))))]
            continue
        if dice.random() < 0.8:
            seat.shadow = True
            seat.companion = companions.pop()
        limit = table.box.rules.shadow_limit if seat.shadow else table.box.rules.base_limit
        seat.energy = dice.choice([limit, dice.randint(0, limit)])
        fill_book(table, number, cards, hidden, secrecy, dice)
        if "ice_storm" in table.box.packs and not table.companion(number).status_proof:
            seat.frozen, seat.stunned = dice.random() < 0.2, dice.random() < 0.2
    table.free = table.companion(table.turn).free_uses
    table.began_frozen = table.seats[table.turn].frozen
    table.began_stunned = table.seats[table.turn].stunned
    table.counterspells = hidden
    dice.shuffle(cards)
    cut = dice.choice([0, 0, 2, len(cards)])
    table.deck, table.discard, table.places = cards[:cut], cards[cut:], {}
    table.companions, table.portal = companions, []
    refill_places(table)
    refill_portal(table)
    if brawl or dice.random() < 0.3:
        table.add_tokens(dice.choices(TOKENS, k=dice.randint(1, 6)))
    return Game(table)


def fill_book(table: Table, seat: int, cards: list[str], hidden: list[Hidden], secrecy: float, dice: random.Random) -> None:
    """A Spell Book of some Main cards and face-down Counterspells, seen by their owner."""
    player = table.seats[seat]
    limit = table.book_limit(seat)
    size = dice.choice([limit, dice.randint(0, limit)])
    for _ in range(size - len(player.book)):
        if hidden and dice.random() < secrecy:
            card = hidden.pop()
            player.hidden.append(Hidden(card.name, card.seen | 1 << seat))
        elif cards:
            player.book.append(cards.pop())
