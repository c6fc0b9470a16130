"""The game's words: one file for each language, with every name and the phrases that texts and sentences are made of.

Code here and in the api puts phrases together; it never holds prose of its own, so a new language is one new file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final, final

from casting_shadows.engine.errors import GameError
from casting_shadows.engine.packs.loader import Components

PACKAGE: Final = "casting_shadows.engine.words"
FALLBACK: Final = "en"
"""A name that a player's own pack does not give in a language is shown in this one."""
ALL_PRINTED: Final = "*"

Value = str | int

_TOLD: Final = {"action": "refusals", "warning": "warnings", "reason": "reasons"}
"""Which table holds the sentence of a code, by the code's first word. All other codes are in [codes], whole."""
_TYPED: Final = frozenset({"name", "text"})
"""Values that people typed. They are shown as they are, even if somebody calls themselves kit."""
_SEAT: Final = re.compile(r"seat(\d)")
"""A player who has no character yet."""


@final
class Words:
    """The words of one language. Asking for one that is not in its file is an error that names file and key."""

    def __init__(self, language: str, tables: Mapping[str, Any]) -> None:
        self.language: Final = language
        self.tables: Final = tables
        """The whole file, as read: clients get their strings from here."""

    def _look_up(self, table: str, key: str) -> Any:
        found = self.tables.get(table, {}).get(key)
        if found is None:
            values = {"language": self.language, "table": table, "key": key}
            raise GameError("words/missing", f"words/{self.language}.toml has no {key!r} in [{table}]", values)
        return found

    def _filled(self, table: str, key: str, values: Mapping[str, Value]) -> str:
        template: str = self._look_up(table, key)
        try:
            return template.format_map(values)
        except KeyError as error:
            message = f"words/{self.language}.toml [{table}] {key} asks for {error}, which this text does not have"
            raise GameError("words/missing-value", message, {"language": self.language, "table": table, "key": key}) from None

    def name(self, component: str, parts: Components | None = None) -> str:
        """The display name of a component, pack or resource; a player's own pack (in *parts*) may bring another."""
        if parts is not None and component in parts.names:
            own = parts.names[component]
            return own.get(self.language, own[FALLBACK])
        if component in self.tables["resources"]:
            return str(self.tables["resources"][component]["name"])
        return str(self._look_up("names", component))

    def _form(self, table: str, character: str, parts: Components | None) -> str:
        if (parts is not None and character in parts.names) or character not in self.tables[table]:
            # A character of a player's own has one name for both forms.
            return self.name(character, parts)
        return str(self.tables[table][character])

    def base_form(self, character: str, parts: Components | None = None) -> str:
        """`Frill Lilypad`: the full name in Base Form."""
        return self._form("base_forms", character, parts)

    def shadow_form(self, character: str, parts: Components | None = None) -> str:
        """`Frill the Regenerator`: the full name in Shadow Form."""
        return self._form("shadow_forms", character, parts)

    def is_name_ours(self, component: str, reconstructed: frozenset[str], parts: Components) -> bool:
        """Whether the display name was made for this game because no source gives the printed one in this language."""
        if component in parts.names:
            return False  # the player's, who has the card or made it up
        printed: list[str] = self.tables["about"]["printed"]
        if ALL_PRINTED in printed:
            return "name" in reconstructed
        return component not in printed

    def ui(self, key: str, /, **values: Value) -> str:
        """What a client says around the game, filled in."""
        return self._filled("ui", key, values)

    def term(self, key: str) -> str:
        """A fixed expression of the game, such as `action_travel`."""
        return str(self._look_up("terms", key))

    def phrase(self, key: str, /, **values: Value) -> str:
        """A building block of card texts, filled in."""
        return self._filled("phrases", key, values)

    def counted(self, key: str, n: int, /, **values: Value) -> str:
        """The phrase for one or for many: `key_one` or `key_many`, filled in with *n* too."""
        return self._filled("phrases", f"{key}_one" if n == 1 else f"{key}_many", {"n": n, **values})

    def event(self, key: str, values: Mapping[str, Value]) -> str:
        """The sentence of an event, filled in."""
        return self._filled("events", key, values)

    def told(self, code: str, values: Mapping[str, Value], parts: Components | None = None) -> str:
        """The sentence of a refusal, goodbye, warning or reason (`room/full`, `warning/curses`, `reason/end`), ids as names."""
        kind, _, key = code.partition("/")
        shown = {name: value if name in _TYPED else self._shown(value, parts) for name, value in values.items()}
        if kind not in _TOLD or code in self.tables["codes"]:
            return self._filled("codes", code, shown)
        return self._filled(_TOLD[kind], key, shown)

    def explained(self, error: GameError, parts: Components | None = None) -> str:
        """Why something was refused. A code that these words do not know, of a newer server, is told by its English message."""
        try:
            return self.told(error.code, error.values, parts)
        except GameError:
            return error.message

    def _shown(self, value: Value, parts: Components | None) -> Value:
        if not isinstance(value, str):
            return value
        if seat := _SEAT.fullmatch(value):
            return self.phrase("player", n=int(seat[1]) + 1)
        known = value in self.tables["names"] or (parts is not None and value in parts.names)
        return self.name(value, parts) if known else value

    def resource(self, code: str, n: int) -> str:
        """`Red Gem` or `Red Gems`, as it stands behind the number *n*."""
        return str(self._look_up("resources", code)["one" if n == 1 else "many"])

    def amount(self, code: str, n: int) -> str:
        """`2 Red Gems`."""
        return self.phrase("amount", n=n, resource=self.resource(code, n))

    def amounts(self, codes: Sequence[str]) -> str:
        """`2 Red Gems and 1 Blue Orb` for these codes, in the order they come; `nothing` for none."""
        if not codes:
            return self.phrase("nothing")
        return self.listed([self.amount(code, codes.count(code)) for code in dict.fromkeys(codes)])

    def listed(self, items: Sequence[str], conjunction: str = "and") -> str:
        """`A`, `A and B`, `A, B, and C`; *conjunction* is `and` or `or`."""
        if len(items) < 2:
            return "".join(items)
        if len(items) == 2:
            return self.phrase(f"{conjunction}_two", first=items[0], last=items[1])
        start = items[0]
        for item in items[1:-1]:
            start = self.phrase("comma", first=start, last=item)
        return self.phrase(f"{conjunction}_more", first=start, last=items[-1])


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, such as `de` and `en`."""
    files = (file.name for file in resources.files(PACKAGE).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def load_words(language: str) -> Words:
    """The words of a language. Raises GameError for one that is not there."""
    if language not in languages():
        known = ", ".join(languages())
        message = f"there are no words for {language!r}; known: {known}"
        raise GameError("words/unknown-language", message, {"language": language, "known": known})
    content = resources.files(PACKAGE).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return Words(language, tomllib.loads(content))
