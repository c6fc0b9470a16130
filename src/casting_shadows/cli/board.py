"""The board in a terminal: hexes as boxes, players, pool, and actions in words."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from casting_shadows.engine import Box, View
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.dice import DICE_POOL, REROLLS, SIDE_CODES, dice_text
from casting_shadows.engine.model.resources import CODES, KINDS, count, pool_text
from casting_shadows.engine.state import NONE, SEEN_BITS
from casting_shadows.engine.words import Words, load_words

INNER = 19
"""Characters inside a hex's box: four boxes and their edges fit into 84 columns."""
STYLES = ("cyan", "yellow", "green", "magenta", "blue", "red")
RESOURCE_STYLES = ("red", "blue", "magenta", "red", "blue", "magenta", "bright_white", "bright_black")


def draw(console: Console, seen: View, language: str) -> None:
    """Everything the viewer may see."""
    words = load_words(language)
    _draw_map(console, seen, words)
    for seat in range(seen.seats):
        console.print(_player_line(seen, seat, words))
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
    width = INNER + 2
    for row in rows:
        tiles = sorted((tile for tile, (_, r) in places.items() if r == row), key=lambda tile: places[tile][0])
        lines = [Text() for _ in range(5)]
        for tile in tiles:
            q, r = places[tile]
            column = (2 * q + r - left) * width // 2
            for line, cell in zip(lines, _hex_lines(seen, tile, words), strict=True):
                line.append(" " * max(0, column - line.cell_len))
                line.append_text(cell)
        for line in lines:
            console.print(line, no_wrap=True, crop=False)


def _hex_lines(seen: View, tile: int, words: Words) -> list[Text]:
    box = seen.box
    name = words.name(box.table.tiles[tile], box.parts)[:INNER]
    card = seen.market[tile]
    if card != NONE:
        beside = words.name(box.table.cards[card], box.parts)
    else:
        beside = words.term("kind_counterspell") + f" x{len(seen.counter_deck)}" if tile == box.desert else ""
    who = Text()
    for seat in range(seen.seats):
        if seen.hex[seat] == tile:
            who.append(words.name(box.table.characters[seen.character[seat]], box.parts) + " ", style=f"bold {STYLES[seat]}")
    who.truncate(INNER)
    who.pad_right(INNER - who.cell_len)
    return [
        Text("╭" + "─" * INNER + "╮"),
        Text("│").append(f"{name:^{INNER}}", style="bold").append("│"),
        Text("│").append(f"{beside[:INNER]:^{INNER}}", style="italic dim").append("│"),
        Text("│").append_text(who).append("│"),
        Text("╰" + "─" * INNER + "╯"),
    ]


def _player_line(seen: View, seat: int, words: Words) -> Text:
    box = seen.box
    line = Text()
    if seen.character[seat] == NONE:
        return line
    character = box.table.characters[seen.character[seat]]
    name = words.shadow_form(character, box.parts) if seen.shadow[seat] else words.base_form(character, box.parts)
    line.append(f"{'>' if seen.turn == seat else ' '} {name:<22}", style=f"bold {STYLES[seat]}")
    if seen.hp[seat] == 0:
        return line.append(words.ui("out"), style="dim")
    limit = box.shadow_limit if seen.shadow[seat] else box.base_limit
    line.append(f"{words.ui('hp')} {seen.hp[seat]:>2}  {words.ui('energy')} {seen.energy[seat]}/{limit}  ")
    for status, there in (("frozen", seen.frozen[seat]), ("stunned", seen.stunned[seat])):
        if there:
            line.append(words.term(f"status_{status}") + " ", style="bold bright_cyan")
    cards = [words.name(box.table.cards[card], box.parts) for card in seen.book[seat]]
    names = box.table.counterspells
    known = [card >> SEEN_BITS for card in seen.counters[seat]]
    cards += [f"[{words.name(names[card], box.parts)}]" for card in known if card < len(names)]
    hidden = sum(card >= len(names) for card in known)
    if hidden:
        cards.append(words.ui("face_down", n=hidden))
    if seen.companion[seat] != NONE:
        cards.append("+ " + words.name(box.table.companions[seen.companion[seat]], box.parts))
    return line.append(", ".join(cards), style="dim")


def pool_line(seen: View, words: Words) -> Text:
    """The pool of the player whose turn it is: dice by colour and face, then tokens."""
    tokens = seen.pool - DICE_POOL[seen.dice]
    line = Text(f"{words.ui('points')} {seen.points}   {words.ui('dice')} ")
    line.append(dice_text(seen.dice) or "-", style="bold")
    line.append(f"   {words.ui('tokens')} ")
    for kind in range(KINDS):
        for _ in range(count(tokens, kind)):
            line.append(CODES[kind] + " ", style=f"bold {RESOURCE_STYLES[kind]}")
    return line


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
        named.append("- " + words.name(table.cards[table.drop[action]], box.parts))
    if kind == verbs.ABILITY and table.number[action] == 1:
        named.append("+ " + words.term("kind_counterspell"))
    title = words.term(f"action_{verbs.WORDS[kind]}")
    return f"{title}: {', '.join(named)}" if named else title
