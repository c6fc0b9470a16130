"""The map, distances, places for market cards, and who is left standing on it."""

from .box import Box
from .table import Options, Table

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def lay_out(box: Box, options: Options, layout: str, characters: list[str]) -> dict[str, tuple[int, int]]:
    """Where each tile lies, in the layout's order: the fixed tiles, then the homes.

    Seat n's home lies on place n, the free places take the unused homes.
    """
    if layout == "custom":
        return {tile: (q, r) for tile, q, r in options.tiles}
    plan = box.layouts[layout]
    homes = [box.characters[name].home for name in characters]
    homes += [character.home for name, character in box.characters.items() if name not in characters]
    return plan.tiles | dict(zip(homes, plan.homes, strict=False))


def neighbours(table: Table, tile: str) -> list[str]:
    """The tiles beside a tile."""
    q, r = table.map[tile]
    beside = {(q + dq, r + dr) for dq, dr in STEPS}
    return [other for other, spot in table.map.items() if spot in beside]


def distance(table: Table, start: str, goal: str) -> int:
    """How many Travels a shortest way over the map takes."""
    reached = {start}
    steps = 0
    while goal not in reached:
        reached |= {beside for tile in reached for beside in neighbours(table, tile)}
        steps += 1
        assert steps <= len(table.map), f"no way from {start} to {goal}"
    return steps


def hex_of(table: Table, seat: int) -> str:
    """Where a player who is standing stands."""
    tile = table.seats[seat].hex
    assert tile is not None, f"seat {seat} is not on the map"
    return tile


def is_within(table: Table, start: str, goal: str, low: int, high: int) -> bool:
    return low <= distance(table, start, goal) <= high


def market_tiles(table: Table) -> list[str]:
    """The tiles that have a place for a card, in the layout's order."""
    tiles = [tile for tile in table.map if table.box.hexes[tile].market]
    if table.layout == "ten" and table.options.market == "sides":
        sides = table.box.layouts["ten"].sides
        tiles = [tile for tile in tiles if table.map[tile] in sides]
    return tiles


def draw_main(table: Table) -> str | None:
    """The top card of the Main deck; an empty one is made anew from the discard pile. None: both are empty."""
    if not table.deck:
        table.deck = table.chance.shuffled_deck(table.discard)
        table.discard = []
    return table.deck.pop(0) if table.deck else None


def refill_places(table: Table) -> None:
    """Every empty place gets a card as long as there are any."""
    for tile in market_tiles(table):
        if tile not in table.places:
            card = draw_main(table)
            if card is not None:
                table.places[tile] = card


def refill_portal(table: Table) -> None:
    while len(table.portal) < table.box.rules.portal and table.companions:
        table.portal.append(table.companions.pop(0))


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
