"""Shadow Boxing: what a Bot does in its turn."""

from .attacks import hurt, open_attack
from .board import distance, hex_of, is_within, neighbours
from .box import Main
from .table import Die, Table
from .words import payments

PLAYER = 0
"""The seat of the one person in Shadow Boxing."""


def begin(table: Table, bot: int) -> None:
    """The roll, the Counterspell for four of a kind, and what the roll lets the Bot do."""
    table.pool = [Die(colour, table.chance.face()) for colour in "RRBBP"]
    faces = [die.face for die in table.dice()]
    if max(faces.count(face) for face in "GOSC") >= 4 and table.counterspells and table.room_in_book(bot):
        table.seats[bot].hidden.append(table.counterspells.pop(0))
    table.bot_cast = best_size(table, bot) > 0
    table.bot_travels = faces.count("O") // 2
    table.bot_casts_first = in_range(table, bot)


def spell_of(table: Table, bot: int) -> tuple[str, Main]:
    (card,) = table.seats[bot].book
    return card, table.box.main[card]


def best_size(table: Table, bot: int) -> int:
    """How many Gems of the roll the Bot's spell takes, as many as help; 0: they cannot pay it."""
    _, row = spell_of(table, bot)
    gems = [die.resource for die in table.dice() if die.face == "G"]
    sizes = [len(symbols) for symbols in row.spend if payments(symbols, gems)]
    return max(sizes, default=0)


def in_range(table: Table, bot: int) -> bool:
    """Whether the player is in range of the Bot's spell."""
    _, row = spell_of(table, bot)
    return is_within(table, hex_of(table, bot), hex_of(table, PLAYER), *row.range)


def act(table: Table, bot: int) -> bool:
    """The Bot's next Cast or Travel; gives False when it has none left."""
    if table.bot_cast and (table.bot_casts_first or table.bot_travels == 0):
        cast(table, bot)
    elif table.bot_travels > 0:
        travel(table, bot)
    else:
        return False
    return True


def cast(table: Table, bot: int) -> None:
    """Out of range is a miss."""
    table.bot_cast = False
    if in_range(table, bot):
        card, row = spell_of(table, bot)
        tile = hex_of(table, PLAYER) if row.target == "hex" else None
        damage = row.damage_for(best_size(table, bot))
        open_attack(table, bot, "spell", card, damage, row.range, tile, [PLAYER])


def travel(table: Table, bot: int) -> None:
    """One hex towards the player; a Bot already there deals contact damage instead."""
    table.bot_travels -= 1
    if hex_of(table, bot) == hex_of(table, PLAYER):
        contact(table, bot)
        return
    ways = steer_choices(table)
    if len(ways) > 1:
        table.wait("steer", PLAYER)
    else:
        go(table, bot, ways[0])


def steer_choices(table: Table) -> list[str]:
    """The adjacent hexes on a shortest way from the Bot to the player."""
    here, goal = hex_of(table, table.turn), hex_of(table, PLAYER)
    left = distance(table, here, goal)
    return [tile for tile in neighbours(table, here) if distance(table, tile, goal) == left - 1]


def go(table: Table, bot: int, tile: str) -> None:
    """The Bot travels; onto the player's hex it deals contact damage."""
    table.seats[bot].hex = tile
    if tile == hex_of(table, PLAYER):
        contact(table, bot)


def contact(table: Table, bot: int) -> None:
    open_attack(table, bot, "contact", None, table.box.solo.contact_damage, (0, 0), None, [PLAYER])


def finish(table: Table, bot: int) -> None:
    """HP for Shadow Fragments, without a limit, then damage for Cursed Crystals, then the dice go back."""
    resources = table.resources()
    table.seats[bot].hp += resources.count("SF")
    if resources.count("CC"):
        hurt(table, bot, resources.count("CC"))
    table.pool = []
