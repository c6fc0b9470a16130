"""Setting up a game, and the draft of characters."""

from .board import lay_out, refill_places, refill_portal
from .box import Box, open_boxes
from .chance import Chance, key_of_seed
from .table import Hidden, Options, Seat, Table
from .turns import begin_turn, carry_on


def set_up(options: Options, key: bytes) -> Table:
    """A game ready for its first choice. A draft comes before HP, decks and map."""
    box = open_boxes(options.packs)
    chance = Chance(key)
    count = len(box.characters) if options.mode == "solo" else options.players
    first = first_seat(options, chance)
    table = Table(
        box=box,
        chance=chance,
        options=options,
        layout=options.layout or ("seven" if count <= 4 else "ten"),
        first=first,
        order=list(range(count)),
        seats=[Seat(character, 0) for character in choose_characters(box, options, chance)],
    )
    if options.characters == "draft":
        table.wait("draft", (first - 1) % count)
    else:
        begin_game(table)
    return table


def first_seat(options: Options, chance: Chance) -> int:
    """The seat that starts: the solo player, the one asked for, or the one the seed picks."""
    if options.mode == "solo":
        return 0
    return options.first if options.first is not None else chance.below(options.players)


def choose_characters(box: Box, options: Options, chance: Chance) -> list[str | None]:
    """A character for every seat; None: to be drafted. In Shadow Boxing the Bots take the rest in the packs' order."""
    if options.characters == "draft":
        return [None] * options.players
    if options.characters == "random":
        mixed = list(box.characters)
        chance.shuffle(mixed)
        chosen = mixed[: options.players]
    else:
        chosen = list(options.characters)
    if options.mode == "solo":
        chosen = chosen[:1] + [name for name in box.characters if name != chosen[0]]
    return list(chosen)


def set_up_bots(table: Table) -> None:
    """The starting cards of Shadow Boxing, the Bots' HP, and the order of turns."""
    solo = table.box.solo
    cards = list(solo.bot_cards)
    table.chance.shuffle(cards)
    table.seats[0].book = list(solo.player_cards)
    for seat, card in zip(table.seats[1:], cards, strict=True):
        seat.book = [card]
        seat.hp = table.options.bot_hp
    bots = list(range(1, len(table.seats)))
    lead = cards.index(solo.first_bot_card)
    table.order = [0, *bots[lead:], *bots[:lead]]


def counterspell_cards(box: Box) -> list[Hidden]:
    """The Counterspell deck before the shuffle; nobody has seen a card."""
    return [Hidden(name, 0) for name, row in box.counterspells.items() for _ in range(row.copies)]


def main_cards(box: Box, seats: list[Seat]) -> list[str]:
    """The Main deck before the shuffle, without what the players start with."""
    cards = [name for name, row in box.main.items() for _ in range(row.copies)]
    for seat in seats:
        for card in seat.book:
            cards.remove(card)
    return cards


def pick(table: Table, character: str) -> None:
    """One pick of the draft: the last in turn order goes first."""
    assert table.to_act is not None
    table.steps += 1
    table.seats[table.to_act].character = character
    if table.to_act == table.first:
        begin_game(table)
    else:
        table.wait("draft", (table.to_act - 1) % len(table.seats))


def begin_game(table: Table) -> None:
    """HP and cards, the map, the meeples, the market cards, and the first turn."""
    box = table.box
    characters = [seat.character for seat in table.seats if seat.character is not None]
    table.map = lay_out(box, table.options, table.layout, characters)
    for seat, character in zip(table.seats, characters, strict=True):
        seat.hp = box.rules.hp
        seat.hex = box.characters[character].home
    if table.solo:
        set_up_bots(table)
    table.counterspells = table.chance.shuffled_deck(counterspell_cards(box))
    table.deck = table.chance.shuffled_deck(main_cards(box, table.seats))
    table.companions = table.chance.shuffled_deck(list(box.companions))
    refill_places(table)
    refill_portal(table)
    begin_turn(table, table.first)
    carry_on(table)


def key_from(seed: str | bytes) -> bytes:
    """A key as it is, or the key of a seed."""
    return seed if isinstance(seed, bytes) else key_of_seed(seed)
