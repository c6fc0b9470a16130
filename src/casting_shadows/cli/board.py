"""The board in a terminal: hexes as boxes, players, pool, and actions in words."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from casting_shadows.engine import Box, View
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.dice import DICE_POOL, REROLLS, SIDE_CODES, sides_of
from casting_shadows.engine.model.resources import CODES, KINDS, count, pool_text
from casting_shadows.engine.model.setup import SOLO
from casting_shadows.engine.state import NONE, SEEN_BITS
from casting_shadows.engine.words import Words, load_words

WIDEST = 19
NARROWEST = 9
"""Characters inside a hex's box: as many as the terminal has room for."""
STYLES = ("cyan", "yellow", "green", "magenta", "blue", "red")
DICE_STYLES = ("red", "blue", "magenta")
RESOURCE_STYLES = ("red", "blue", "magenta", "red", "blue", "magenta", "bright_white", "bright_black")


def draw(console: Console, seen: View, language: str) -> None:
    """Everything the viewer may see."""
    words = load_words(language)
    _draw_map(console, seen, words)
    players = Table.grid(padding=(0, 1))
    for seat in range(seen.seats):
        if seen.character[seat] != NONE:
            players.add_row(*_player_row(seen, seat, words))
    console.print(players)
    companions = ", ".join(words.name(seen.box.table.companions[card], seen.box.parts) for card in seen.portal)
    console.print(f"{words.ui('portal')}: {companions}", style="dim")
    sizes = words.ui("deck", main=seen.deck_size, discard=len(seen.discard), counterspells=len(seen.counter_deck))
    console.print(sizes, style="dim")


def _draw_map(console: Console, seen: View, words: Words) -> None:
    places = seen.map.places
    if not places:
        return
    rows = sorted({r for _, r in places.values()})
    left = min(2 * q + r for q, r in places.values())
    columns = (max(2 * q + r for q, r in places.values()) - left) / 2 + 1
    inner = max(NARROWEST, min(WIDEST, int(console.width / columns) - 2))
    width = inner + 2
    for row in rows:
        tiles = sorted((tile for tile, (_, r) in places.items() if r == row), key=lambda tile: places[tile][0])
        lines = [Text() for _ in range(5)]
        for tile in tiles:
            q, r = places[tile]
            column = (2 * q + r - left) * width // 2
            for line, cell in zip(lines, _hex_lines(seen, tile, words, inner), strict=True):
                line.append(" " * max(0, column - line.cell_len))
                line.append_text(cell)
        for line in lines:
            console.print(line, no_wrap=True, crop=False)


def _hex_lines(seen: View, tile: int, words: Words, inner: int) -> list[Text]:
    box = seen.box
    name = words.name(box.table.tiles[tile], box.parts)[:inner]
    card = seen.market[tile]
    if card != NONE:
        beside = words.name(box.table.cards[card], box.parts)
    else:
        beside = words.term("kind_counterspell") + f" x{len(seen.counter_deck)}" if tile == box.desert else ""
    who = Text()
    for seat in range(seen.seats):
        if seen.hex[seat] == tile:
            who.append(words.name(box.table.characters[seen.character[seat]], box.parts) + " ", style=f"bold {STYLES[seat]}")
    who.truncate(inner)
    who.pad_right(inner - who.cell_len)
    return [
        Text("╭" + "─" * inner + "╮"),
        Text("│").append(f"{name:^{inner}}", style="bold").append("│"),
        Text("│").append(f"{beside[:inner]:^{inner}}", style="italic dim").append("│"),
        Text("│").append_text(who).append("│"),
        Text("╰" + "─" * inner + "╯"),
    ]


def _player_row(seen: View, seat: int, words: Words) -> tuple[Text, Text, Text]:
    """Name, numbers and cards of one player."""
    box = seen.box
    character = box.table.characters[seen.character[seat]]
    name = words.shadow_form(character, box.parts) if seen.shadow[seat] else words.base_form(character, box.parts)
    you = f" ({words.ui('you')})" if seat == seen.viewer else ""
    title = Text(f"{'>' if seen.turn == seat else ' '} {name}{you}", style=f"bold {STYLES[seat]}", no_wrap=True)
    if seen.hp[seat] == 0:
        return title, Text(words.ui("out"), style="dim"), Text()
    limit = box.shadow_limit if seen.shadow[seat] else box.base_limit
    numbers = Text(f"{words.ui('hp')} {seen.hp[seat]:>2}", no_wrap=True)
    if seen.setup.mode != SOLO or seat == 0:
        numbers.append(f"  {words.ui('energy')} {seen.energy[seat]}/{limit}")
    for status, there in (("frozen", seen.frozen[seat]), ("stunned", seen.stunned[seat])):
        if there:
            numbers.append(f" {words.term(f'status_{status}').upper()}", style="bold bright_cyan")
    cards = [words.name(box.table.cards[card], box.parts) for card in seen.book[seat]]
    names = box.table.counterspells
    known = [card >> SEEN_BITS for card in seen.counters[seat]]
    cards += [f"[{words.name(names[card], box.parts)}]" for card in known if card < len(names)]
    hidden = sum(card >= len(names) for card in known)
    if hidden:
        cards.append(words.ui("face_down", n=hidden))
    if seen.companion[seat] != NONE:
        cards.append("+ " + words.name(box.table.companions[seen.companion[seat]], box.parts))
    return title, numbers, Text(", ".join(cards))


def pool_lines(seen: View, words: Words) -> list[Text]:
    """The pool of the player whose turn it is: dice by colour and face, then tokens, and what the letters mean."""
    line = Text()
    if seen.turn == seen.viewer:
        line.append(f"{words.ui('points')} {seen.points}   ")
    else:
        line.append(f"{words.name(seen.box.table.characters[seen.character[seen.turn]], seen.box.parts)}: ")
    line.append(f"{words.ui('dice')} ")
    for side in sides_of(seen.dice):
        line.append(SIDE_CODES[side] + " ", style=f"bold {DICE_STYLES[side // 4]}")
    tokens = seen.pool - DICE_POOL[seen.dice]
    line.append(f"  {words.ui('tokens')} ")
    for kind in range(KINDS):
        for _ in range(count(tokens, kind)):
            line.append(CODES[kind] + " ", style=f"bold {RESOURCE_STYLES[kind]}")
    return [line, Text(words.ui("legend"), style="dim")]


def action_words(box: Box, action: int, words: Words) -> str:
    """An action for people: `Cast: Heavy Hand, 2 Red Gems, Kit`."""
    table = box.table
    kind = table.kind[action]
    named: list[str] = []
    if kind in (verbs.ATTACK, verbs.CONVERT, verbs.COLLECT, verbs.USE):
        named.append(words.name(table.cards[table.card[action]], box.parts))
    elif kind == verbs.COUNTER:
        named.append(words.name(table.counterspells[table.card[action]], box.parts))
    elif kind == verbs.TRANSFORM and table.card[action] != NONE:
        named.append(words.name(table.companions[table.card[action]], box.parts))
    elif kind == verbs.COLLECT_COUNTERSPELL:
        named.append(words.term("kind_counterspell"))
    elif kind == verbs.REROLL:
        named.append(" ".join(SIDE_CODES[side] for side in REROLLS[table.number[action]]))
    elif kind in (verbs.GAIN, verbs.DRAIN):
        number = table.number[action]
        named.append(words.amounts([CODES[number]] if number != NONE else []))
    elif kind == verbs.LEAVE_OUT:
        named.append(words.term(f"die_{table.text(action).split()[1]}"))
    elif kind == verbs.ABSORB:
        named.append(str(table.number[action]))
    if table.spend[action]:
        named.append(words.amounts(pool_text(table.spend[action]).split()))
    if kind == verbs.CONVERT:
        named.append("-> " + words.amounts(pool_text(table.gain[action]).split()))
    if table.target[action] != NONE:
        named.append(words.name(table.characters[table.target[action]], box.parts))
    if table.tile[action] != NONE:
        named.append(words.name(table.tiles[table.tile[action]], box.parts))
    if table.drop[action] != NONE:
        named.append(words.ui("discarding", card=words.name(table.cards[table.drop[action]], box.parts)))
    if kind == verbs.ABILITY and table.number[action] == 1:
        named.append("+ " + words.term("kind_counterspell"))
    title = words.term(f"action_{verbs.WORDS[kind]}")
    return f"{title}: {', '.join(named)}" if named else title
