"""Words and cards as the page loads them: encoded and packed once for each language."""

from __future__ import annotations

from typing import Final

import msgspec

from casting_shadows.engine import card_facts, languages, load_words, open_box
from casting_shadows.server.packed import Packed, pack

JSON: Final = "application/json"
USUAL: Final = "exclusive,ice_storm"
"""The packs that have every printed card."""
MOST: Final = 200
"""Selections of packs that are kept packed: there are some dozens, but people may ask for them in any order."""
FIRST: Final = {
    "page_common": (),
    "page_home": (),
    "page_settings": ("title", "language"),
    "page_rules": ("title",),
    "codes": ("page/no-server",),
}
"""What the first screen says: whole tables, or these entries of them."""


class Texts:
    """Every text that does not change while the server runs."""

    def __init__(self) -> None:
        self._words: dict[str, Packed] = {}
        self._cards: dict[tuple[str, str], Packed] = {}

    def words(self, language: str) -> Packed:
        """Every word in a language."""
        if language not in self._words:
            self._words[language] = pack(msgspec.json.encode(load_words(language).tables), JSON)
        return self._words[language]

    def cards(self, language: str, packs: str = USUAL) -> Packed:
        """Every component of some packs. Raises GameError."""
        key = language, packs
        if key not in self._cards:
            parts = open_box(tuple(packs.split(","))).parts
            tables = (parts.characters, parts.hexes, parts.main, parts.counterspells, parts.companions)
            if len(self._cards) >= MOST:
                self._cards.clear()
            self._cards[key] = pack(
                msgspec.json.encode([card_facts(parts, row.id, language) for rows in tables for row in rows]), JSON
            )
        return self._cards[key]

    def first(self, language: str) -> bytes:
        """What comes with the page itself: the first screen's words, and the hashes of what it will ask for."""
        tables = load_words(language).tables
        words = {table: {key: tables[table][key] for key in keys or tables[table]} for table, keys in FIRST.items()}
        hashes = {
            **{f"/api/words/{known}": self.words(known).tag for known in languages()},
            **{f"/api/cards/{known}?packs={USUAL}": self.cards(known).tag for known in languages()},
        }
        return msgspec.json.encode({"language": language, "words": words, "hashes": hashes})
