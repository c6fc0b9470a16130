"""Who is left standing, and what happens to one who is out."""

from .board import refill_places
from .table import Table


def eliminate(table: Table, seat: int) -> None:
    """Main cards to the discard pile, Counterspells to the bottom of their deck, the Companion out of the game."""
    player = table.seats[seat]
    table.discard += table.box.sorted_cards(player.book)
    table.counterspells += player.hidden
    if player.companion is not None:
        table.gone.append(player.companion)
    player.hp = 0
    player.hex = None
    player.frozen = player.stunned = False
    player.companion = None
    player.book = []
    player.hidden = []
    if seat in table.leaving:
        table.leaving.remove(seat)
    if table.turn == seat:
        table.pool = []
        table.cast = []
    if is_decided(table):
        table.end_game()
    else:
        refill_places(table)


def is_decided(table: Table) -> bool:
    """One player is left; in Shadow Boxing, the player is out or all Bots are."""
    left = [seat for seat in range(len(table.seats)) if table.standing(seat)]
    if table.solo:
        return 0 not in left or left == [0]
    return len(left) == 1


def heal(table: Table, seat: int, amount: int) -> None:
    """Gain HP; what goes above the most is lost."""
    player = table.seats[seat]
    player.hp = max(player.hp, min(table.box.rules.most_hp, player.hp + amount))
