"""Whatever the page explains is found wherever it is said, in the forms it has there: in every sentence of the log, and on cards
and hexes. What has to be found does not depend on the language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from casting_shadows.engine import open_box
from casting_shadows.engine.api.cardtext import card_facts
from casting_shadows.engine.words import languages, load_words

in_every_language = pytest.mark.parametrize("language", languages())

SAID = {
    "die_left_out": "stunned",
    "healed": "hp",
    "travelled": "travel",
    "spell_cast": "cast",
    "converted": "cast",
    "dice_rerolled": "reroll",
    "crystal_removed": "curse",
    "card_refreshed": "refresh",
    "card_collected": "collect",
    "counterspell_taken": "counterspell",
    "ability_used": "ability",
    "absorbed": "energy",
    "transformed": "shadow_form",
    "portal_filled": "portal",
    "answers_asked": "counterspell",
    "damaged": "hp",
    "resource_drained": "pool",
    "eliminated": "hp",
}
"""What the sentence of an event itself says, whoever and whatever it is about."""
FILLED_IN = ("dice_rolled", "resources_gained", "resources_spent", "resource_card_used", "status_gained", "status_lost")
"""These say it with what is filled in: resources and statuses."""
PLAIN = (
    *("game_started", "character_picked", "turn_began", "moved", "card_discarded", "market_filled", "deck_shuffled", "missed"),
    *("answer_sealed", "counterspell_used", "conceded", "turn_ended", "game_ended"),
)
"""These are said in words that everybody knows, and with cards, which are shown beside them."""
TERMS = {
    "status_frozen": "frozen",
    "status_stunned": "stunned",
    "hp": "hp",
    "shadow_energy": "energy",
    "action_points": "points",
    "resource_pool": "pool",
    "level": "level",
    "range": "range",
    "kind_counterspell": "counterspell",
    "kind_companion": "companion",
}
"""What a player's board and a card show by drawings is explained by these names."""
RESOURCES = {"CC": "curse", "SF": "fragment", "PG": "purple", "PO": "purple"}


def explained(language: str, text: str) -> set[str]:
    """What the page explains of a text (`explainedIn`)."""
    forms = {key: form for key, form in load_words(language).tables["page_glossary"].items() if key.startswith("forms_")}
    found = [key for key, form in forms.items() if re.search(rf"(?<![^\W\d_])(?:{form})(?![^\W\d_])", text)]
    return {key.removeprefix("forms_") for key in found}


@in_every_language
def test_every_sentence_of_the_log_explains_what_it_says(language: str) -> None:
    sentences = load_words(language).tables["events"]
    events = {key: key.partition("_without_")[0] for key in sentences}
    assert set(events.values()) == {*SAID, *FILLED_IN, *PLAIN}
    missing = {key for key, event in events.items() if event in SAID and SAID[event] not in explained(language, sentences[key])}
    assert not missing, f"of {sorted(missing)} the page explains nothing"


@in_every_language
def test_what_is_drawn_is_explained_and_resources_one_or_many(language: str) -> None:
    tables = load_words(language).tables
    for key, term in TERMS.items():
        assert explained(language, tables["terms"][key]) == {term}
    for code, forms in tables["resources"].items():
        for form in forms.values():
            assert explained(language, form) == {RESOURCES.get(code, "resource")}, form


@in_every_language
def test_an_action_is_explained_by_its_name(language: str) -> None:
    terms = load_words(language).tables["terms"]
    for action in ("travel", "cast", "reroll", "protect", "refresh", "collect", "ability"):
        assert action in explained(language, terms[f"action_{action}"])


@in_every_language
def test_something_is_explained_of_every_card_hex_and_character(language: str) -> None:
    parts = open_box(("exclusive", "ice_storm")).parts
    rows: list[Any] = [*parts.main, *parts.counterspells, *parts.companions, *parts.hexes, *parts.characters]
    for facts in (card_facts(parts, row.id, language) for row in rows):
        assert explained(language, f"{facts['kind_name']} {facts['text']} {facts.get('collect_text')}"), facts["name"]
