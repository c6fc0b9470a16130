"""The document of rulings is whole, and each ruling has tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casting_shadows.engine.words import languages, load_words

pytestmark = pytest.mark.T01

ROOT = Path(__file__).parent.parent
NUMBERS = [f"R{number}" for number in range(1, 9)] + [f"S{number}" for number in range(1, 58)]


def documented() -> list[str]:
    """The numbers in the tables of the document, in order."""
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    return re.findall(r"^\| ([RS]\d+) \|", text, re.MULTILINE)


def numbers_tested() -> dict[str, int]:
    """How many tests are marked with each number."""
    found = dict.fromkeys(NUMBERS, 0)
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        for marks in re.findall(r"^@pytest\.mark\.ruling\(([^)]*)\)", path.read_text(encoding="utf-8"), re.MULTILINE):
            for number in re.findall(r'"([^"]+)"', marks):
                found[number] = found.get(number, 0) + 1
    return found


def test_every_ruling_stands_in_the_document_once_and_in_order() -> None:
    assert documented() == NUMBERS


def test_every_ruling_has_a_test_and_no_test_names_an_unknown_one() -> None:
    found = numbers_tested()
    assert sorted(found) == sorted(NUMBERS)
    assert [number for number in NUMBERS if not found[number]] == []


@pytest.mark.parametrize("language", languages())
def test_every_ruling_is_told_to_players(language: str) -> None:
    assert list(load_words(language).tables["rulings"]) == NUMBERS
