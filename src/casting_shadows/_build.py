"""Which build of the engine runs: the compiled one if it fits the sources, else the interpreted one.

Compiled modules never lie beside their sources. They live in a folder named after a hash of the sources they were made from
(`build/compiled/` in a checkout, `_compiled/` in an installed package), so a stale binary cannot shadow edited source: its
name no longer fits, and it is ignored with one line of warning.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

PURE_SWITCH = "CASTING_SHADOWS_PURE"
PACKAGE = Path(__file__).parent
COMPILED = (
    "engine/rng",
    "engine/model/resources",
    "engine/model/dice",
    "engine/model/map",
    "engine/model/verbs",
    "engine/state",
    "engine/packs/actions",
    "engine/packs/box",
    "engine/effects/pool",
    "engine/effects/decks",
    "engine/effects/harm",
    "engine/effects/attack",
    "engine/rules/turn",
    "engine/rules/solo",
    "engine/rules/legal",
    "engine/rules/setup",
    "engine/rules/apply",
    "engine/rules/playout",
    "engine/api/view",
    "engine/api/imagine",
    "engine/api/facts",
    "bots/vantage",
    "bots/random_bot",
    "bots/greedy",
    "bots/match",
)
"""Modules that are compiled. The rest is read once or makes objects all day: compiling it gains nothing."""

_running = "interpreted"


def sources() -> list[Path]:
    """The files that are compiled."""
    return [PACKAGE / f"{name}.py" for name in COMPILED]


def tag() -> str:
    """The name a build of exactly these sources for this very Python has."""
    found = hashlib.sha256()
    # All that compiled modules import counts, not only they themselves: they are type-checked together, so a changed
    # signature in an interpreted module changes the compiled ones too. No compiled module imports an interpreted one of
    # `api` or `words`, so those do not count.
    inner = (path for path in (PACKAGE / "engine").rglob("*.py") if path.parent.name not in ("api", "words"))
    for path in sorted({*inner, *sources()}):
        found.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{found.hexdigest()[:16]}-{sysconfig.get_config_var('SOABI')}"


def homes() -> list[Path]:
    """Where builds may lie."""
    return [PACKAGE / "_compiled", PACKAGE.parents[1] / "build" / "compiled"]


class _Finder:
    """Finds the compiled modules, and the library they share, under their ordinary names."""

    def __init__(self, folder: Path) -> None:
        suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
        self.files: dict[str, Path] = {}
        for path in folder.rglob(f"*{suffix}"):
            name = path.relative_to(folder).as_posix().removesuffix(suffix).replace("/", ".")
            self.files[name] = path

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        found = self.files.get(name)
        return None if found is None else importlib.util.spec_from_file_location(name, found)


def install() -> None:
    """Use the compiled engine if there is one for these sources; called once, before the engine is imported."""
    global _running
    if os.environ.get(PURE_SWITCH):
        return
    built = [folder for home in homes() if home.is_dir() for folder in home.iterdir() if folder.is_dir()]
    if not built:
        return
    wanted = tag()
    fitting = [folder for folder in built if folder.name == wanted]
    if fitting:
        sys.meta_path.insert(0, _Finder(fitting[0]))
        _running = "compiled"
    else:
        print("casting-shadows: the compiled engine is out of date and ignored; `make setup` builds it anew", file=sys.stderr)


def running() -> str:
    """`compiled` or `interpreted`."""
    return _running
