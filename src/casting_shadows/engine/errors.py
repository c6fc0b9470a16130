"""Everything that can be wrong with what somebody hands us, named.

An error carries a stable code for machines, the values its sentence is made of, and an English message that says what and
where. Anything else the engine raises is a bug in the engine.
"""

from __future__ import annotations

from collections.abc import Mapping


class GameError(Exception):
    """Base of all refusals. `code` never changes between versions; `values` are what a translated sentence needs."""

    def __init__(self, code: str, message: str, values: Mapping[str, str | int] | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.values: dict[str, str | int] = dict(values or {})


class IllegalAction(GameError):
    """A real action, but not one this seat may take now. Nothing has changed."""


class BadNotation(GameError):
    """Text that is no action, position or game at all."""


class BadSetup(GameError):
    """A game that cannot be set up this way."""


class BadPack(GameError):
    """A pack of components that does not make sense; says file, component and field."""
