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
    "codes": ("page/no-server", "page/not-loaded"),
}
"""What the first screen says: whole tables, or these entries of them."""
LATER: Final = frozenset(
    {"achievements", "page_games", "page_learn", "page_make", "page_me", "page_replay", "page_rules", "rulings"}
)
"""What nobody reads before a room stands: half of all words."""
TABLE, MORE = "table", "more"
"""The two parts of the words: what a room says, and the rest."""


class Texts:
    """Every text that does not change while the server runs."""

    def __init__(self) -> None:
        self._words: dict[tuple[str, str], Packed] = {}
        self._cards: dict[tuple[str, str], Packed] = {}

    def words(self, language: str, part: str = "") -> Packed:
        """Every word in a language, or a part of them."""
        key = language, part
        if key not in self._words:
            tables = load_words(language).tables
            wanted = {name: table for name, table in tables.items() if not part or (name in LATER) == (part == MORE)}
            self._words[key] = pack(msgspec.json.encode(wanted), JSON)
        return self._words[key]

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
        """What comes with the page itself: all languages, the first screen's words, and the hashes of what it will ask for."""
        tables = load_words(language).tables
        words = {table: {key: tables[table][key] for key in keys or tables[table]} for table, keys in FIRST.items()}
        hashes = {path: text.tag for known in languages() for path, text in self._asked(known).items()}
        names = {known: load_words(known).tables["about"]["language"] for known in languages()}
        return msgspec.json.encode({"language": language, "languages": names, "words": words, "hashes": hashes})

    def ahead(self, language: str) -> list[str]:
        """The addresses of what a room asks for before it shows anything."""
        asked = self._asked(language)
        return [f"{path}&hash={text.tag}" for path, text in asked.items() if MORE not in path]

    def _asked(self, language: str) -> dict[str, Packed]:
        """What the page asks for in a language, by address."""
        words = {f"/api/words/{language}?part={part}": self.words(language, part) for part in (TABLE, MORE)}
        return {**words, f"/api/cards/{language}?packs={USUAL}": self.cards(language)}
