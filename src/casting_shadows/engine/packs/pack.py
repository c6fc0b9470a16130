"""A pack as text: read with care, known by its name and a hash of its content.

The shipped packs lie beside this file. A player's own pack is text in the same form, from anybody, so it is held to limits
before it is even parsed.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from casting_shadows.engine.errors import BadPack
from casting_shadows.engine.packs import grammar

EDITIONS = ("base", "exclusive")
ADD_ONS = ("ice_storm",)
SHIPPED = (*EDITIONS, *ADD_ONS)
PARTS = ("six_casters",)
"""Shipped, but never chosen by themselves: others contain them."""
TABLES = ("pack", "rules", "hexes", "characters", "main", "counterspells", "companions", "layouts", "solo")
MOST_CHARACTERS = 200_000
LONGEST_LINE = 2_000
"""A component is one line; a longer one is no pack, and TOML's own parser is slow on some of those."""
MOST_OWN = 4
"""Packs of the players' own in one game."""
MOST_OWN_CHARACTERS = 400_000
"""In all of them together: a game's text brings them along, and is no longer than it may be."""


@dataclass(frozen=True)
class Pack:
    """One pack as read: not yet checked against the others it is used with."""

    name: str
    digest: str
    """Of the content alone: comments, spaces and the order of lines do not count."""
    data: Mapping[str, Any]
    text: str = field(default="", repr=False)
    """As it was written, its lines ended by line feeds; nothing blank at its end."""

    @property
    def is_own(self) -> bool:
        """A player's own, not one of the shipped ones."""
        return self.name not in (*SHIPPED, *PARTS)

    @property
    def label(self) -> str:
        """`mine@4f0a...`: how a record names it."""
        return f"{self.name}@{self.digest[:16]}"

    @property
    def source(self) -> str:
        """How errors name it: a shipped file, or the player's pack."""
        return f"pack {self.name}" if self.is_own else f"{self.name}.toml"


def fail(where: str, what: str) -> BadPack:
    """The error for one place in a pack, such as `base.toml main.heavy_hand.damage`."""
    return BadPack("pack/bad-value", f"{where}: {what}", {"where": where, "what": what})


def parse_pack(content: str, source: str) -> Pack:
    """Read a pack's text.

    Raises BadPack for text that is no TOML, too long, or has tables a pack does not have.
    """
    if len(content) > MOST_CHARACTERS:
        raise BadPack("pack/too-long", f"{source}: more than {MOST_CHARACTERS} characters", {"where": source})
    for number, line in enumerate(content.splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            what = f"{source}: line {number} has more than {LONGEST_LINE} characters"
            raise BadPack("pack/too-long", what, {"where": source})
    try:
        data = tomllib.loads(content)
        canonical = json.dumps(data, sort_keys=True, ensure_ascii=True, default=str)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError too
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise BadPack("pack/not-toml", f"{source}: {reason}", {"where": source, "what": reason}) from None
    for key, table in data.items():
        if key not in TABLES:
            raise fail(source, f"unknown table [{key}]; known: {', '.join(TABLES)}")
        if not isinstance(table, dict):
            raise fail(f"{source} {key}", "expected a table")
    try:
        name = grammar.word(data.get("pack", {}).get("name"))
    except ValueError as error:
        raise fail(f"{source} pack.name", str(error)) from None
    return Pack(name, hashlib.sha256(canonical.encode()).hexdigest(), data, content.replace("\r\n", "\n").rstrip())


def parse_own_pack(content: str, source: str = "your pack") -> Pack:
    """Read a player's own pack. It says its name, which may not be a shipped pack's, and nothing else in [pack]."""
    pack = parse_pack(content, source)
    if not pack.is_own:
        raise fail(f"{source} pack.name", f"{pack.name} is a shipped pack's name; choose another")
    for key in pack.data["pack"]:
        if key != "name":
            raise fail(f"{source} pack.{key}", "a pack of your own has only a name here")
    return pack


def check_own(packs: Sequence[Pack]) -> None:
    """Whether the players' own packs are few and short enough to be played together. Raises BadPack."""
    if len(packs) > MOST_OWN:
        many = f"a game takes at most {MOST_OWN} packs of one's own, not {len(packs)}"
        raise BadPack("pack/too-many", many, {"most": MOST_OWN})
    if sum(len(pack.text) for pack in packs) > MOST_OWN_CHARACTERS:
        long = f"all packs of one's own together have at most {MOST_OWN_CHARACTERS} characters"
        raise BadPack("pack/too-long", long, {"where": ", ".join(pack.name for pack in packs)})


@cache
def shipped_pack(name: str) -> Pack:
    """One of the packs that come with the game."""
    content = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_pack(content, f"{name}.toml")


@cache
def shipped_label(name: str) -> str:
    """`base@4f0a...`: a shipped pack and the values it has in this version, those of the parts it brings included."""
    pack = shipped_pack(name)
    parts = [pack, *(shipped_pack(inner) for inner in pack.data["pack"].get("contains", []))]
    found = hashlib.sha256("".join(part.digest for part in parts).encode())
    return f"{name}@{found.hexdigest()[:16]}"
