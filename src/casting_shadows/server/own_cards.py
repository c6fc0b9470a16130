"""The components of a game that may have been played with somebody's own packs."""

from __future__ import annotations

import gzip

import msgspec

from casting_shadows.engine import card_facts, open_box, parse_own_pack, parse_record
from casting_shadows.engine.api.position import open_named
from casting_shadows.engine.packs.box import Box


def own_cards(packs: tuple[str, ...], own: tuple[str, ...], language: str) -> bytes:
    """Every component of these packs with the values it has there, as packed JSON. Raises GameError."""
    return _packed(open_box(packs, tuple(parse_own_pack(text) for text in own)), language)


def cards_of(text: str, language: str) -> bytes:
    """The same of a game given as text, with the packs it brings along. Raises GameError."""
    record = parse_record(text)
    box, _, _ = open_named(record.packs, record.own)
    return _packed(box, language)


def _packed(box: Box, language: str) -> bytes:
    parts = box.parts
    tables = (parts.characters, parts.hexes, parts.main, parts.counterspells, parts.companions)
    return gzip.compress(msgspec.json.encode([card_facts(parts, row.id, language) for rows in tables for row in rows]), mtime=0)
