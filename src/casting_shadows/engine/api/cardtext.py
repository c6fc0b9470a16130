"""What a card says. Its text is made from the row the rules play by, so text and behaviour cannot disagree.

That holds for a home-made card too: every word of the packs has its phrase in every language, and a card's text is the
phrases of the words it uses, one after the other in the order they take effect.
"""

from __future__ import annotations

from casting_shadows.engine.api.card_sentences import (
    TARGETS,
    ability_sentences,
    companion_sentences,
    counterspell_sentences,
    hex_sentences,
    main_card_sentences,
    range_code,
)
from casting_shadows.engine.errors import GameError
from casting_shadows.engine.model import cards
from casting_shadows.engine.model.cards import Character, Companion, Counterspell, Hex, MainCard
from casting_shadows.engine.model.resources import pool_text
from casting_shadows.engine.packs.loader import Components
from casting_shadows.engine.words import load_words

Row = MainCard | Counterspell | Companion | Hex | Character
Fact = str | int | bool | list[str]

MAIN_KINDS = ("resource", "attack", "conversion")


def find_row(parts: Components, component_id: str) -> Row:
    """The row of a component. Raises GameError if these packs have none of this name."""
    tables: tuple[tuple[Row, ...], ...] = (parts.main, parts.counterspells, parts.companions, parts.hexes, parts.characters)
    for table in tables:
        for row in table:
            if row.id == component_id:
                return row
    message = f"{component_id!r} is no card, hex or character of these packs"
    raise GameError("card/unknown", message, {"card": component_id})


def kind_of(row: Row) -> str:
    """`resource`, `attack`, `conversion`, `counterspell`, `companion`, `hex` or `character`."""
    if isinstance(row, MainCard):
        return MAIN_KINDS[row.kind]
    return type(row).__name__.lower()


def card_text(parts: Components, component_id: str, language: str) -> str:
    """The rules text of any component: a card, a hex, or a character's Shadow ability."""
    words = load_words(language)
    row = find_row(parts, component_id)
    if isinstance(row, MainCard):
        sentences = main_card_sentences(words, row)
    elif isinstance(row, Counterspell):
        sentences = counterspell_sentences(words, row)
    elif isinstance(row, Companion):
        sentences = companion_sentences(words, row)
    elif isinstance(row, Hex):
        sentences = hex_sentences(words, row)
    else:
        effect = " ".join(ability_sentences(words, row))
        sentences = [words.phrase("ability", energy=parts.rules.shadow_limit, effect=effect)]
    return " ".join(sentences or [words.phrase("no_effect")])


def collect_text(parts: Components, component_id: str, language: str) -> str:
    """What taking the card costs besides the action point; empty for what nobody collects."""
    words = load_words(language)
    row = find_row(parts, component_id)
    cost = _collection_cost(parts, row)
    if cost is None:
        return ""
    resources = words.amounts(cost.symbols)
    if cost.level and cost.symbols:
        return words.phrase("collect_level_resources", level=cost.level, resources=resources)
    if cost.level:
        return words.phrase("collect_level", level=cost.level)
    return words.phrase("collect_resources", resources=resources) if cost.symbols else words.phrase("collect_free")


def card_facts(parts: Components, component_id: str, language: str) -> dict[str, Fact]:
    """All that can be said of a component, ready for JSON. Keys that do not apply to its kind are left out."""
    words = load_words(language)
    row = find_row(parts, component_id)
    facts: dict[str, Fact] = {
        "id": row.id,
        "kind": kind_of(row),
        "kind_name": words.term(f"kind_{kind_of(row)}"),
        "name": words.name(row.id, parts),
        "name_is_ours": words.is_name_ours(row.id, row.reconstructed, parts),
        "text": card_text(parts, row.id, language),
        "reconstructed": sorted(row.reconstructed),
    }
    if isinstance(row, MainCard | Counterspell):
        facts["copies"] = row.copies
    cost = _collection_cost(parts, row)
    if cost is not None:
        facts["collect"] = " ".join([f"L{cost.level}"] * (cost.level > 0) + list(cost.symbols))
        facts["collect_text"] = collect_text(parts, row.id, language)
    if isinstance(row, MainCard):
        facts.update(_spell_facts(row))
    if isinstance(row, Hex):
        facts.update(_hex_facts(row))
    if isinstance(row, Character):
        facts["home"] = row.home
        facts["base_form"] = words.base_form(row.id, parts)
        facts["shadow_form"] = words.shadow_form(row.id, parts)
        facts["ability"] = row.ability
        if row.ability in ("strike", "burst"):
            facts["target"] = TARGETS[row.target]
            facts["range"] = range_code(row.range)
    return facts


def _spell_facts(row: MainCard) -> dict[str, Fact]:
    if row.kind == cards.RESOURCE:
        return {"gives": pool_text(row.gives)}
    if row.kind == cards.CONVERSION:
        return {"level": row.level}
    damage = "/".join(str(step) for step in row.damage)
    return {"level": row.level, "damage": damage, "target": TARGETS[row.target], "range": range_code(row.range)}


def _hex_facts(row: Hex) -> dict[str, Fact]:
    """What a hex does; what it does not do is left out."""
    facts: dict[str, Fact] = {
        "counterspells": row.counterspells,
        "shield": row.shield,
        "attack_bonus": row.attack_bonus,
        "start_hp": row.start_hp,
        "start_gain": pool_text(row.start_gain),
        "unshielded": row.unshielded,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _collection_cost(parts: Components, row: Row) -> cards.Cost | None:
    if isinstance(row, MainCard):
        return row.collect
    return parts.rules.counterspell_cost if isinstance(row, Counterspell) else None
