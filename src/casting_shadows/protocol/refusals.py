"""Every code with which something is refused or somebody is shown out, collected from where it is said.

The sources are read, not imported: the protocol knows nobody who uses it.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from casting_shadows.protocol.codec import Malformed

PACKAGE: Final = Path(__file__).parents[1]
REFUSING: Final = {
    "engine/packs/actions.py": r"BadNotation",
    "table/*.py": r"(?!_?show_out).*",
    "server/*.py": r"Refused",
}
"""By files: the calls that refuse a command. What they say is a code, then a sentence."""
SHOWING_OUT: Final = {
    "table/*.py": r"_?show_out",
    "server/*.py": r"Bye|_leave",
    "server/entrance.py": r"__init__",
}
"""The calls that lead to a `bye`."""
CODE: Final = re.compile(r"[a-z]+/[a-z-]+")


@dataclass(frozen=True)
class Said:
    """A code, the sentences said with it, and the names of its values."""

    code: str
    sentences: tuple[str, ...]
    values: tuple[str, ...] = ()


def refusals() -> list[Said]:
    """Why commands are refused."""
    malformed = Said(Malformed.code, (Malformed("…").message,))
    return sorted([malformed, *_said(REFUSING)], key=lambda said: said.code)


def goodbyes() -> list[Said]:
    """Why connections are closed."""
    return _said(SHOWING_OUT)


def reasons() -> list[Said]:
    """What the rules have against actions, in the words players read."""
    words = tomllib.loads((PACKAGE / "engine" / "words" / "en.toml").read_text(encoding="utf-8"))
    sentences: dict[str, str] = words["refusals"]
    return [Said(f"action/{name}", (said,), (*re.findall(r"{(\w+)}", said),)) for name, said in sorted(sentences.items())]


def _said(speakers: Mapping[str, str]) -> list[Said]:
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for files, names in speakers.items():
        for path in sorted(PACKAGE.glob(files)):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            named = {ast.unparse(node.targets[0]): node.value for node in ast.walk(tree) if isinstance(node, ast.Assign)}
            for call in ast.walk(tree):
                if isinstance(call, ast.Call) and re.fullmatch(names, _name(call.func)):
                    for code, said in _codes(call):
                        sentences, values = found.setdefault(code, ({}, {}))
                        sentences[_sentence(named.get(ast.unparse(said), said))] = None
                        values |= dict.fromkeys(_values(call))
    return [Said(code, (*sentences,), (*values,)) for code, (sentences, values) in sorted(found.items())]


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _codes(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """Each code, and what is said with it."""
    for code, said in pairwise(call.args):
        if isinstance(code, ast.Constant) and isinstance(code.value, str) and CODE.fullmatch(code.value):
            yield code.value, said


def _sentence(said: ast.expr) -> str:
    """The sentence, with `…` for what is filled in."""
    if isinstance(said, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in said.values)
    return str(said.value) if isinstance(said, ast.Constant) else "…"


def _values(call: ast.Call) -> Iterator[str]:
    """The values that go with a code: keywords of `refuse`, or a written-out dictionary."""
    if _name(call.func) == "refuse":
        yield from (keyword.arg for keyword in call.keywords if keyword.arg is not None)
    for argument in call.args:
        if isinstance(argument, ast.Dict):
            yield from (str(key.value) for key in argument.keys if isinstance(key, ast.Constant))
