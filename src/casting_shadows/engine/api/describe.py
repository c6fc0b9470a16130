"""Events for people: their numbers turned into ids, and the sentence that tells each in a language.

Events travel as code and values (`event_code`, `event_values`); whoever shows them makes the sentence. Players are called by
their character, and a seat that has none yet (in a draft) by its number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Final

from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.dice import COLOURS, DICE_POOL, dice_text
from casting_shadows.engine.model.events import NONE, CharacterPicked, Event, Moved, Transformed
from casting_shadows.engine.model.resources import CODES, pool_text
from casting_shadows.engine.packs.box import Box
from casting_shadows.engine.words import Value, Words, load_words

STATUSES: Final = ("frozen", "stunned")

SEATS: Final = frozenset({"seat", "by", "target", "first", "winner"})
POOLS: Final = frozenset({"resources", "spent", "gained"})
NUMBERS: Final = frozenset({"amount", "hp", "energy", "round", "cards"})
UNTOLD: Final = frozenset({"seen"})
"""How the engine decides who hears an event; no news in itself."""
EVENT_CODES: Final[dict[type[Event], str]] = {
    kind: re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in Event.__subclasses__()
}
EVENT_FIELDS: Final[dict[type[Event], tuple[str, ...]]] = {
    kind: tuple(field.name for field in fields(kind) if field.name not in UNTOLD) for kind in EVENT_CODES
}
"""What each kind of event tells."""


def event_code(event: Event) -> str:
    """`spell_cast` for SpellCast: what an event is called on the wire and in the words files."""
    return EVENT_CODES[type(event)]


def event_values(box: Box, characters: list[int], event: Event) -> dict[str, Value]:
    """An event's fields as ids and numbers, such as `seat=frill card=heavy_hand resources="RG RG"`.

    *characters* are the characters' numbers by seat, as in State.character. A field that is NONE is left out.
    """
    characters = _known_as(characters, event)
    values: dict[str, Value] = {}
    for name in EVENT_FIELDS[type(event)]:
        number: int = getattr(event, name)
        if number != NONE:
            values[name] = _value(box, characters, name, number)
    return values


def _known_as(characters: list[int], event: Event) -> list[int]:
    """Whoever picks a character is called by the seat, even by a caller whose state already knows the pick."""
    return [NONE] * len(characters) if isinstance(event, CharacterPicked) else characters


def _value(box: Box, characters: list[int], field: str, number: int) -> Value:
    if field in NUMBERS:
        return number
    if field in SEATS:
        return seat_id(box, characters, number)
    if field in POOLS:
        return pool_text(number)
    if field == "seats":
        return " ".join(seat_id(box, characters, seat) for seat in range(len(characters)) if (number >> seat) & 1)
    if field == "action":
        return box.table.text(number)
    if field == "dice":
        return dice_text(number)
    return ids_of(box)[field][number]


def ids_of(box: Box) -> dict[str, Sequence[str]]:
    """What the numbers of a field stand for."""
    return {
        "character": box.table.characters,
        "hex": box.table.tiles,
        "card": box.table.cards,
        "counterspell": box.table.counterspells,
        "companion": box.table.companions,
        "resource": CODES,
        "colour": COLOURS,
        "status": STATUSES,
    }


def seat_id(box: Box, characters: list[int], seat: int) -> str:
    """The id of the seat's character; `seat0` before it has one."""
    return f"seat{seat}" if characters[seat] == NONE else box.table.characters[characters[seat]]


def sentence(box: Box, characters: list[int], event: Event, language: str) -> str:
    """What happened, in one sentence with display names; never says "you", so that everyone can read it.

    Raises GameError for a language that is not there.
    """
    words = load_words(language)
    characters = _known_as(characters, event)
    shown: dict[str, Value] = {}
    key = event_code(event)
    for field in fields(event):
        number: int = getattr(event, field.name)
        if field.name in UNTOLD:
            continue
        if number == NONE or _says_nothing(event, field.name, number):
            key += f"_without_{field.name}"
        else:
            shown[field.name] = _shown(box, characters, words, field.name, number)
    if isinstance(event, Transformed):
        shown["shadow_form"] = words.shadow_form(seat_id(box, characters, event.seat), box.parts)
    text = words.event(key, shown)
    # A name that ends in a mark of its own, such as Run Away!, needs no full stop behind it.
    return re.sub(r"([!?.])\.$", r"\1", text)


def _says_nothing(event: Event, field: str, number: int) -> bool:
    """No damage, nothing spent, or a player's own move: told by another sentence."""
    if isinstance(event, Moved) and field == "by":
        return event.by == event.seat
    return number == 0 and (field == "amount" or field in POOLS)


def _shown(box: Box, characters: list[int], words: Words, field: str, number: int) -> Value:
    if field in NUMBERS:
        return number
    if field in SEATS:
        return _player(box, characters, words, number)
    if field in POOLS:
        return words.amounts(pool_text(number).split())
    if field == "dice":
        return words.amounts(pool_text(DICE_POOL[number]).split())
    if field == "seats":
        return words.listed([_player(box, characters, words, seat) for seat in range(len(characters)) if (number >> seat) & 1])
    if field == "action":
        return _answer(box, words, number)
    if field == "resource":
        return words.amount(CODES[number], 1)
    if field == "colour":
        return words.term(f"die_{COLOURS[number]}")
    if field == "status":
        return words.term(f"status_{STATUSES[number]}")
    return words.name(str(_value(box, characters, field, number)), box.parts)


def _player(box: Box, characters: list[int], words: Words, seat: int) -> str:
    """The character's name; `Player 2` for a seat that has none yet."""
    if characters[seat] == NONE:
        return words.phrase("player", n=seat + 1)
    return words.name(seat_id(box, characters, seat), box.parts)


def _answer(box: Box, words: Words, action: int) -> str:
    """A sealed answer: the Counterspell, and where it takes its owner."""
    if box.table.kind[action] != verbs.COUNTER:
        return words.term("action_pass")
    counterspell = words.name(box.table.counterspells[box.table.card[action]], box.parts)
    tile = box.table.tile[action]
    if tile == NONE:
        return words.phrase("answer_counter", counterspell=counterspell)
    return words.phrase("answer_counter_hex", counterspell=counterspell, hex=words.name(box.table.tiles[tile], box.parts))
