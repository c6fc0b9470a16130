"""What an address takes in its query: read from a request, and told in the description."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import Request

from casting_shadows.engine import GameError

T = TypeVar("T")


@dataclass(frozen=True)
class Number:
    """A whole number in the query of an address."""

    name: str
    meaning: str
    least: int
    most: int

    def read(self, request: Request, default: T) -> int | T:
        """Its value, or the default if it is not there. Raises GameError."""
        text = request.query_params.get(self.name)
        if text is None:
            return default
        if not re.fullmatch(r"[0-9]{1,9}", text) or not self.least <= int(text) <= self.most:
            sentence = f"{self.name} is a whole number from {self.least} to {self.most}"
            raise GameError("query/number", sentence, {"name": self.name})
        return int(text)

    def schema(self) -> dict[str, Any]:
        """In the description."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Moment:
    """A time in the query of an address, as answers write them."""

    name: str
    meaning: str

    def read(self, request: Request) -> float | None:
        """Its value; None if it is not there. Raises GameError."""
        text = request.query_params.get(self.name)
        if text is None:
            return None
        if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,9})?", text):
            raise GameError("query/time", f"{self.name} is a time in seconds, like 1800000000.25", {"name": self.name})
        return float(text)

    def schema(self) -> dict[str, Any]:
        """In the description."""
        return {"type": "number", "minimum": 0}


@dataclass(frozen=True)
class Word:
    """A text in the query of an address."""

    name: str
    meaning: str

    def read(self, request: Request, default: str) -> str:
        """Its value, or the default if it is not there."""
        return request.query_params.get(self.name, default)

    def schema(self) -> dict[str, Any]:
        """In the description."""
        return {"type": "string"}


Query = Number | Moment | Word
