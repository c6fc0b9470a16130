"""A table test: every component of every pack, and every ruling, has its tests.

Tests name what they are about in marks: `success` for what a component does, `refusal` for what it does not do or allow,
`ruling` for the ruling they hold the game to. The marks are read from the test files themselves, so the answer does not
depend on which tests are run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from casting_shadows.engine.model.cards import FREE_KINDS
from casting_shadows.engine.packs.pack import SHIPPED, shipped_pack
from tests.values import RANGES

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src" / "casting_shadows"
PACKS = (*SHIPPED, "six_casters")
RULINGS = [f"R{number}" for number in range(1, 9)] + [f"S{number}" for number in range(1, 58)]


def components() -> set[str]:
    """The names that tests must mention: cards, hexes, characters in both forms, statuses, Actions, range types."""
    names = {"freeze", "stun", *FREE_KINDS, *RANGES}
    for pack in PACKS:
        data = shipped_pack(pack).data
        for kind in ("hexes", "main", "counterspells", "companions"):
            names.update(data.get(kind, {}))
        names.update(f"{name} {form}" for name in data.get("characters", {}) for form in ("base", "shadow"))
    return names


def marks_on(thing: object) -> Iterator[pytest.Mark]:
    """The marks of a test function, of each of its parameters, and of everything in a test class. None if it never runs."""
    marks: Sequence[pytest.Mark] = getattr(thing, "pytestmark", [])
    if any(mark.name in ("skip", "xfail") or (mark.name == "parametrize" and not mark.args[1]) for mark in marks):
        return
    for mark in marks:
        if mark.name == "parametrize":
            for row in mark.args[1]:
                yield from getattr(row, "marks", ())
        else:
            yield mark
    if isinstance(thing, type):
        for name, inner in vars(thing).items():
            if name.startswith("test_"):
                yield from marks_on(inner)


@cache
def marked(kind: str) -> frozenset[str]:
    """Everything named by marks of a kind in any test file."""
    found: set[str] = set()
    for file in sorted(HERE.glob("test_*.py")):
        if file.stem == Path(__file__).stem:
            continue
        module = import_module(f"tests.{file.stem}")
        tests = [thing for name, thing in vars(module).items() if name.startswith(("test_", "Test"))]
        for mark in [mark for thing in tests for mark in marks_on(thing)]:
            if mark.name == kind:
                found.update(str(name) for name in mark.args)
    return frozenset(found)


@cache
def source_text() -> str:
    """All source of the engine, code and packs."""
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml")]
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(files))


@pytest.mark.parametrize("kind", ["success", "refusal"])
def test_every_component_of_every_pack_has_a_success_and_a_refusal(kind: str) -> None:
    untested = components() - marked(kind)
    assert not untested, f"without a {kind}: {', '.join(sorted(untested))}"


@pytest.mark.parametrize("kind", ["success", "refusal"])
def test_no_test_is_about_a_component_that_is_in_no_pack(kind: str) -> None:
    unknown = marked(kind) - components()
    assert not unknown, f"in no pack: {', '.join(sorted(unknown))}"


def test_a_component_without_tests_is_noticed() -> None:
    @pytest.mark.success("heavy_hand")
    @pytest.mark.parametrize("name", [pytest.param("thaw", marks=pytest.mark.success("thaw")), "vanish"])
    def example(name: str) -> None:
        raise AssertionError(name)

    named = {name for mark in marks_on(example) for name in mark.args}
    assert named == {"heavy_hand", "thaw"}
    assert "vanish" in components() - named


def test_every_ruling_has_a_test() -> None:
    untested = [ruling for ruling in RULINGS if ruling not in marked("ruling")]
    assert not untested, f"without a test: {', '.join(untested)}"


def test_no_test_holds_the_game_to_a_ruling_there_is_not() -> None:
    unknown = marked("ruling") - set(RULINGS)
    assert not unknown, f"no such ruling: {', '.join(sorted(unknown))}"


def test_every_ruling_is_cited_where_the_engine_keeps_it() -> None:
    text = source_text()
    uncited = [ruling for ruling in RULINGS if not re.search(rf"\b{ruling}\b", text)]
    assert not uncited, f"not cited: {', '.join(uncited)}"
