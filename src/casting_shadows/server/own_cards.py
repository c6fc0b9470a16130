"""The components of a game that may have been played with somebody's own packs."""

from __future__ import annotations

import gzip

import msgspec

from casting_shadows.engine import card_facts, open_box, parse_own_pack


def own_cards(packs: tuple[str, ...], own: tuple[str, ...], language: str) -> bytes:
    """Every component of these packs with the values it has there, as packed JSON. Raises GameError."""
    parts = open_box(packs, tuple(parse_own_pack(text) for text in own)).parts
    tables = (parts.characters, parts.hexes, parts.main, parts.counterspells, parts.companions)
    return gzip.compress(msgspec.json.encode([card_facts(parts, row.id, language) for rows in tables for row in rows]), mtime=0)
