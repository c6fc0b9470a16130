"""Names, and the files of words themselves, in every language there is."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from casting_shadows.engine import GameError, open_box, parse_own_pack, words
from casting_shadows.engine.api.cardtext import card_facts, find_row
from casting_shadows.engine.packs.loader import Components
from casting_shadows.engine.packs.pack import SHIPPED
from casting_shadows.engine.words import languages, load_words
from casting_shadows.server.texts import Texts

PARTS = open_box(("exclusive", "ice_storm")).parts
LANGUAGES = languages()


def ids(parts: Components) -> list[str]:
    tables: list[tuple[Any, ...]] = [parts.main, parts.counterspells, parts.companions, parts.hexes, parts.characters]
    return [row.id for table in tables for row in table]


def mine(content: str) -> Components:
    pack = parse_own_pack(f'[pack]\nname = "mine"\n{content}')
    return open_box(("exclusive", "ice_storm", "mine"), (pack,)).parts


def texts(table: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a file of words, and the keys that lead to it."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from texts(value, f"{under}{key}.")
        else:
            yield under + key, str(value)


def asked_for(language: str) -> dict[str, set[str]]:
    """By key: what is filled in. Phrases may ask for other things in another grammar; card texts are tested by themselves."""
    found = texts(load_words(language).tables)
    return {key: set(re.findall(r"{(\w+)}", text)) for key, text in found if not key.startswith("phrases.")}


def test_english_and_german_are_there() -> None:
    assert {"en", "de"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_exactly_the_keys_of_english(language: str) -> None:
    assert sorted(dict(texts(load_words(language).tables))) == sorted(dict(texts(load_words("en").tables)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_filled_in_as_english(language: str) -> None:
    assert asked_for(language) == asked_for("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_and_every_pack_has_a_name_of_its_own(language: str) -> None:
    words = load_words(language)
    names = [words.name(component) for component in [*ids(PARTS), *SHIPPED]]
    assert len(set(names)) == len(names)
    assert all(name.strip() == name and name for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_name_nothing_that_no_pack_has(language: str) -> None:
    assert set(load_words(language).tables["names"]) == {*ids(PARTS), *SHIPPED, "six_casters"}


def test_a_third_language_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "three_languages"
    shutil.copytree(Path(words.__file__).parent, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    english = (folder / "en.toml").read_text(encoding="utf-8")
    (folder / "fr.toml").write_text(english.replace('language = "English"', 'language = "Français"', 1), encoding="utf-8")
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(words, "PACKAGE", folder.name)
    for cached in (languages, load_words):
        cached.cache_clear()
    try:
        first = json.loads(Texts().first("fr"))
        assert first["languages"] == {"de": "Deutsch", "en": "English", "fr": "Français"}
        assert "/api/words/fr?part=table" in first["hashes"]
    finally:
        monkeypatch.undo()
        for cached in (languages, load_words):
            cached.cache_clear()


def test_a_language_that_is_not_there_is_refused_with_a_code() -> None:
    with pytest.raises(GameError) as refused:
        load_words("../en")
    assert refused.value.code == "words/unknown-language"


def test_a_missing_phrase_is_an_error_that_names_file_and_key() -> None:
    with pytest.raises(GameError, match=r"words/de\.toml has no 'shrug' in \[phrases\]"):
        load_words("de").phrase("shrug")


def test_a_home_made_card_brings_its_name_and_falls_back_to_english() -> None:
    parts = mine('[counterspells]\nshrug = { copies = 1, reduce = 1, name = { en = "Shrug" } }')
    assert load_words("de").name("shrug", parts) == "Shrug"
    parts = mine('[main]\nheavy_hand = { name = { en = "Fist", de = "Faust" } }')
    assert load_words("de").name("heavy_hand", parts) == "Faust"
    assert not card_facts(parts, "heavy_hand", "de")["name_is_ours"]


def test_names_that_are_ours_are_marked_so() -> None:
    ours = {language: {i for i in ids(PARTS) if card_facts(PARTS, i, language)["name_is_ours"]} for language in ("en", "de")}
    assert ours["en"] == {i for i in ids(PARTS) if "name" in find_row(PARTS, i).reconstructed}
    assert {"heavy_hand", "run_away"} <= ours["de"] - ours["en"]
    assert "ancient_rune" not in ours["de"] and "nuzzle" not in ours["de"]
