"""The packs of the players' own at the end of a game's text: a line `pack: name@hash`, below it the pack's text behind `| `."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from casting_shadows.engine.errors import BadNotation, BadPack
from casting_shadows.engine.packs.pack import Pack, check_own, parse_own_pack

HEADING: Final = "pack: "
TEXT: Final = "|"
REPAIR: Final = "put back the text it was played with, or download the game again"


def packs_text(own: tuple[Pack, ...]) -> str:
    """Packs as a game's text has them; `read_packs` reads them back."""
    lines: list[str] = []
    for pack in own:
        lines.append(HEADING + pack.label)
        lines += [f"{TEXT} {line}" if line else TEXT for line in pack.text.split("\n")]
    return "".join(f"{line}\n" for line in lines)


def read_packs(text: str, first: int, labels: str) -> tuple[Pack, ...]:
    """The packs of a text that begins within the first heading, at this line of the game, which names those it was played with.

    Raises BadNotation and BadPack that say which line.
    """
    named = set(labels.split("+"))
    found: list[Pack] = []
    for number, label, content in _sections(text, first):
        name, _, _ = label.partition("@")
        values: dict[str, str | int] = {"line": number, "pack": label}
        if label not in named:
            what = "the line 'packs' does not name it, or it stands here twice; take it out"
            raise BadNotation("game/pack-stray", f"line {number}: the pack {label} does not belong here: {what}", values)
        named.remove(label)
        try:
            pack = parse_own_pack(content, f"the pack {name}")
            check_own([*found, pack])
        except BadPack as error:
            within = re.search(r"\(at line (\d+),", error.message)
            where = number + int(within[1]) if within is not None else number
            raise BadPack(error.code, f"line {where}: {error.message}; {REPAIR}", {**error.values, "line": where}) from None
        if pack.label != label:
            what = f"the text below makes {pack.label}, not {label}: it was changed"
            raise BadNotation("game/pack-changed", f"line {number}: {what}; {REPAIR}", values)
        found.append(pack)
    return tuple(found)


def _sections(text: str, first: int) -> Iterator[tuple[int, str, str]]:
    """Of each pack the line of its heading, its label and its text."""
    at, label = 0, ""
    content: list[str] = []
    for number, ended in enumerate((HEADING + text).split("\n"), start=first):
        line = ended.removesuffix("\r")
        if line == TEXT or line.startswith(f"{TEXT} "):
            content.append(line[2:])
            continue
        heading = re.fullmatch(rf"{HEADING}([a-z][a-z0-9_]{{0,39}}@[0-9a-f]{{16}})\s*", line)
        if heading is None:
            raise stray(number)
        if label:
            yield at, label, "\n".join(content)
        at, label, content = number, heading[1], []
    yield at, label, "\n".join(content)


def stray(number: int) -> BadNotation:
    """The error for a line behind the result that is no part of a pack."""
    what = f"after the result come only packs: a line '{HEADING}name@hash', below it the pack's text, each line behind '{TEXT} '"
    return BadNotation("game/pack-line", f"line {number}: {what}", {"line": number})
