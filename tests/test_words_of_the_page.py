"""The page says nothing but what the words files have, and the words files have nothing that the page does not say.

What can be found in its sources is found by how they are written, and so they are written like this:

- `t("game.end_turn")` is `end_turn` of [page_game]; `n("room.seats", 3)` is `seats_one` or `seats_many` of [page_room];
- a key is a literal, if not in the call then where the name comes from (`const TITLES = { over: "game.over" }`);
- a key that is put together has its table and something fixed besides: t(`game.phase_${phase}`), t(`rules.${part}_title`). All
  keys like that are taken to be used.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from casting_shadows.engine.words import languages, load_words

WEB = Path(__file__).parents[1] / "web" / "src"
TABLES = {name.removeprefix("page_"): set(table) for name, table in load_words("en").tables.items() if name.startswith("page_")}
TABLE = f"(?:{'|'.join(TABLES)})"
MANY = ("_one", "_many")
SPEAKS_BEFORE_THERE_ARE_WORDS = {"Trouble.svelte"}
NAMES = {"Casting Shadows", "Deutsch", "English"}
"""The same in every language."""
CODE = re.compile(r"[A-Z0-9]+")
"""Such as ABCD2345."""

in_every_language = pytest.mark.parametrize("language", languages())


@cache
def sources() -> dict[str, str]:
    """Everything that speaks, without what is said about it."""
    found = [path for kind in ("*.svelte", "*.ts") for path in WEB.rglob(kind) if ".test." not in path.name]
    comment = re.compile(r"<!--.*?-->|/\*.*?\*/|(?<![:\w])//[^\n]*", re.DOTALL)
    return {path.relative_to(WEB).as_posix(): comment.sub("", path.read_text(encoding="utf-8")) for path in found}


def keys(language: str) -> set[str]:
    """`game.end_turn` for every word that only the page says."""
    tables = load_words(language).tables
    return {f"{name}.{key}" for name in TABLES for key in tables[f"page_{name}"]}


def said(text: str) -> set[str]:
    """Keys that are written out, wherever they are."""
    return set(re.findall(rf"""["'`]({TABLE}\.[a-z0-9_]+)["'`]""", text))


def counted(text: str) -> set[str]:
    """Those of them that need two forms."""
    return set(re.findall(rf"""(?<![\w.])(?:words\.)?n\(\s*["'`]({TABLE}\.[a-z0-9_]+)["'`]""", text))


def put_together(text: str) -> set[tuple[str, str]]:
    """What a key that is put together begins and ends with."""
    return set(re.findall(rf"`({TABLE}\.[a-z0-9_]*)\$\{{[^}}]*\}}([a-z0-9_]*)`", text))


@pytest.mark.parametrize("name", sorted(sources()))
def test_every_key_in_a_source_has_its_words(name: str) -> None:
    text, known = sources()[name], keys("en")
    several = counted(text)
    wanted = {key for key in said(text) - several if not {key + form for form in MANY} <= known}
    wanted |= {key + form for key in several for form in MANY}
    assert wanted <= known, f"no words for {sorted(wanted - known)}"
    for first, last in put_together(text):
        assert last or not first.endswith("."), f"`{first}${{…}}` could be any key of its table: give its kind a name of its own"
        assert any(key.startswith(first) and key.endswith(last) for key in known), f"no key is like {first}…{last}"


def test_every_word_of_the_page_is_said() -> None:
    used, alike = set[str](), set[tuple[str, str]]()
    for text in sources().values():
        used |= said(text) | {key + form for key in said(text) for form in MANY}
        alike |= put_together(text)
    unused = {key for key in keys("en") - used if not any(key.startswith(first) and key.endswith(last) for first, last in alike)}
    assert not unused, f"nobody says {sorted(unused)}"


@in_every_language
def test_every_language_has_the_words_of_the_page_with_the_same_filled_in(language: str) -> None:
    ours, english = load_words(language).tables, load_words("en").tables
    assert keys(language) == keys("en")
    for name in TABLES:
        for key, text in english[f"page_{name}"].items():
            told = str(ours[f"page_{name}"][key])
            assert told.strip() == told.rstrip("\n") and told, f"{name}.{key}"
            wanted, filled = (set(re.findall(r"{(\w+)}", str(words))) for words in (text, told))
            assert filled - {"n"} == wanted - {"n"} and (filled == wanted or key.endswith("_one")), f"{name}.{key}"


@pytest.mark.parametrize("name", sorted(name for name in sources() if name.endswith(".svelte")))
def test_no_source_has_words_of_its_own(name: str) -> None:
    if Path(name).name in SPEAKS_BEFORE_THERE_ARE_WORDS:
        return
    text = re.sub(r"<(script|style)\b.*?</\1>", "", sources()[name], flags=re.DOTALL)
    spoken = re.findall(r'(?:aria-label|aria-description|title|alt|placeholder)="([^"{]*[A-Za-z]{2}[^"{]*)"', text)
    text = without_braces(text)
    text = re.sub(r"<[^<>]*>|&\w+;", "\n", text)
    spoken += [line.strip() for line in text.splitlines() if re.search(r"[^\W\d_]{2}", line)]
    assert not [words for words in spoken if words not in NAMES and not CODE.fullmatch(words)]


def without_braces(text: str) -> str:
    """Markup without what is computed in it."""
    kept, depth = [], 0
    for character in text:
        depth += character == "{"
        if not depth:
            kept.append(character)
        depth -= character == "}"
    return "".join(kept)
