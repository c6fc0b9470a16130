"""Card texts, made from the rows of the packs, in every language there is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from casting_shadows.engine import GameError, open_box, parse_own_pack
from casting_shadows.engine.api.cardtext import card_facts, card_text, collect_text, find_row
from casting_shadows.engine.packs.loader import Components
from casting_shadows.engine.words import languages

PARTS = open_box(("exclusive", "ice_storm")).parts
LANGUAGES = languages()


def ids(parts: Components) -> list[str]:
    tables: list[tuple[Any, ...]] = [parts.main, parts.counterspells, parts.companions, parts.hexes, parts.characters]
    return [row.id for table in tables for row in table]


def mine(content: str) -> Components:
    pack = parse_own_pack(f'[pack]\nname = "mine"\n{content}')
    return open_box(("exclusive", "ice_storm", "mine"), (pack,)).parts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_has_a_text(language: str) -> None:
    for component in ids(PARTS):
        text = card_text(PARTS, component, language)
        assert text.endswith(".") and "{" not in text and "  " not in text, f"{component}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_collected_says_its_price(language: str) -> None:
    for card in [row.id for row in PARTS.main] + [row.id for row in PARTS.counterspells]:
        assert collect_text(PARTS, card, language).endswith(".")
    assert collect_text(PARTS, "moon_hare", language) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_facts_of_every_component_are_json(language: str) -> None:
    for component in ids(PARTS):
        facts = card_facts(PARTS, component, language)
        assert json.loads(json.dumps(facts)) == facts
        assert facts["id"] == component


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(GameError) as refused:
        card_text(PARTS, "heavy_foot", "en")
    assert refused.value.code == "card/unknown"


def row_of(card_id: str) -> Any:
    """A card's row, for the values in an expected text: those that are ours may be tuned."""
    return find_row(PARTS, card_id)


def steps(card_id: str) -> str:
    return "/".join(str(step) for step in row_of(card_id).damage)


EXPECTED = [
    (
        "heavy_hand",
        f"Spend up to 2 Red Gems to deal {steps('heavy_hand')} damage to an enemy in range. "
        "Range: your current Hex tile and any adjacent Hex tile.",
        f"Gib 1/2 rote Kristalle aus, um 1 anderem Charakter in Reichweite {steps('heavy_hand')} Schaden zuzufügen. "
        "Reichweite: dein Feld und angrenzende Felder.",
    ),
    (
        "spectral_slap",
        f"Spend 1 Red Gem and 1 Blue Gem to deal {steps('spectral_slap')} damage to each enemy on a Hex tile in range. "
        "Range: any adjacent Hex tile, but not your current Hex tile.",
        "Gib 1 roten Kristall und 1 blauen Kristall aus, um jedem anderen Charakter auf 1 Feld in Reichweite "
        f"{steps('spectral_slap')} Schaden zuzufügen. Reichweite: angrenzende Felder, aber nicht dein Feld.",
    ),
    (
        "absolute_zero",
        f"Spend up to {row_of('absolute_zero').spend.most} Blue Gems to deal {steps('absolute_zero')} damage to each enemy on a "
        "Hex tile in range. Each enemy that takes damage is Frozen and Stunned. "
        "Range: your current Hex tile and up to 2 Hex tiles away.",
        f"Gib 1/2/3 blaue Kristalle aus, um jedem anderen Charakter auf 1 Feld in Reichweite {steps('absolute_zero')} Schaden "
        "zuzufügen. Jeder Charakter, der dadurch Schaden erleidet, wird eingefroren und betäubt. "
        "Reichweite: dein Feld und Felder, die bis zu 2 Felder weit entfernt sind.",
    ),
    (
        "curse_void",
        f"Convert up to {row_of('curse_void').convert.most} Cursed Crystals, each into 1 Red Gem or 1 Blue Gem.",
        f"Wandle bis zu {row_of('curse_void').convert.most} Fluchsteine um, jeweils in 1 roten Kristall oder 1 blauen Kristall.",
    ),
    (
        "crystallization",
        f"Convert up to {row_of('crystallization').convert.most} Gems of any color, each into 1 Orb of the same color.",
        f"Wandle bis zu {row_of('crystallization').convert.most} beliebig farbige Kristalle um, jeweils in 1 Perle derselben "
        "Farbe.",
    ),
    (
        "ruby_synthesis",
        f"Convert up to {row_of('ruby_synthesis').convert.most} Red Gems and/or Red Orbs, each into the other.",
        f"Wandle bis zu {row_of('ruby_synthesis').convert.most} rote Kristalle und/oder rote Perlen um, jeweils in die andere "
        "Ressource.",
    ),
    (
        "thaw",
        "Convert 1 Orb of any color into 1 Gem of the same color. Then lose your Freeze and Stun.",
        "Wandle 1 beliebig farbige Perle in 1 Kristall derselben Farbe um. Danach bist du weder eingefroren noch betäubt.",
    ),
    (
        "thorn_ward",
        "Use this card when an enemy's effect is about to deal damage to you. "
        f"Reduce that damage by {row_of('thorn_ward').reduce}. "
        f"After the damage, if you are still standing, deal {row_of('thorn_ward').deal} damage to that enemy.",
        "Nutze diese Karte, wenn dir der Effekt eines anderen Charakters Schaden zufügen würde. "
        f"Verringere diesen Schaden um {row_of('thorn_ward').reduce}. Bist du nach dem Schaden nicht außer Gefecht gesetzt, "
        f"füge dem anderen Charakter {row_of('thorn_ward').deal} Schaden zu.",
    ),
    (
        "run_away",
        "Use this card when an enemy's effect is about to deal damage to you. Move to an adjacent Hex tile. "
        "If that puts you out of the effect's reach, it misses you.",
        "Nutze diese Karte, wenn dir der Effekt eines anderen Charakters Schaden zufügen würde. Bewege dich auf ein "
        "angrenzendes Feld. Bist du dort außer Reichweite des Effekts, verfehlt er dich.",
    ),
    (
        "moon_hare",
        f"Your first {row_of('moon_hare').free_uses} Reroll Actions each turn cost no Action points.",
        f"Deine ersten {row_of('moon_hare').free_uses} Aktionen NEUWÜRFELN in jedem Zug kosten keine Aktionspunkte.",
    ),
    (
        "gem_magpie",
        "At the start of your turn, add 1 Red Gem or 1 Blue Gem to your Resource Pool.",
        "Zu Beginn deines Zuges erhältst du 1 roten Kristall oder 1 blauen Kristall.",
    ),
    (
        "ancient_rune",
        "No card lies next to this Hex tile. "
        f"Damage that enemies deal to you here is reduced by {row_of('ancient_rune').shield}.",
        "Neben diesem Feld liegt keine Karte. Schaden, den dir andere Charaktere hier zufügen, wird um "
        f"{row_of('ancient_rune').shield} verringert.",
    ),
    (
        "tusk",
        f"Shadow Ability ({PARTS.rules.shadow_limit} Shadow Energy): Move 1 enemy, wherever it is, up to {row_of('tusk').tow} "
        f"Hex tiles, or leave it where it is. Then deal {row_of('tusk').damage} damage to it and to each other enemy on its Hex "
        "tile.",
        f"Schattenfähigkeit ({PARTS.rules.shadow_limit} Schattenenergie): Bewege 1 beliebigen anderen Charakter bis zu "
        f"{row_of('tusk').tow} Felder weit oder lass ihn stehen. Füge danach ihm und allen anderen auf seinem Feld außer dir "
        f"{row_of('tusk').damage} Schaden zu.",
    ),
]


@pytest.mark.parametrize(("card", "english", "german"), EXPECTED, ids=[row[0] for row in EXPECTED])
def test_a_card_reads_well(card: str, english: str, german: str) -> None:
    assert card_text(PARTS, card, "en") == english
    assert card_text(PARTS, card, "de") == german


def test_the_collection_cost_of_a_level_3_spell_names_the_spell_given_up() -> None:
    pack = '[main]\nsudden_doom = { collect = "L2 SF BO BO" }'
    spend_both = "Discard 1 Level 2 Spell card from your Spell Book and spend 1 Shadow Fragment and 2 Blue Orbs."
    assert collect_text(mine(pack), "sudden_doom", "en") == spend_both
    german = "Lege 1 Stufe-2-Zauber aus deinem Zauberbuch ab und gib 1 Schattensplitter und 2 blaue Perlen aus."
    assert collect_text(mine(pack), "sudden_doom", "de") == german


def test_a_corrected_damage_changes_the_text() -> None:
    parts = mine('[main]\nheavy_hand = { damage = "11/22" }')
    assert "deal 11/22 damage" in card_text(parts, "heavy_hand", "en")
    assert "11/22 Schaden" in card_text(parts, "heavy_hand", "de")


HOME_MADE = """
[main]
jab = { copies = 1, level = 1, collect = "O", spend = "up to 1 CC", damage = "1", target = "enemy", range = "0", freeze = true, stun = true, name = "Jab" }
swap = { copies = 1, level = 1, collect = "O", convert = "1 RG and SF into each other", name = "Swap" }
both = { copies = 1, level = 1, collect = "O", convert = "2 RG and RO into each other", name = "Both" }
paint = { copies = 1, level = 1, collect = "O", convert = "2 O into RO", cleanse = true, name = "Paint" }
twin = { copies = 1, level = 1, collect = "O", copy = "RG RO SF", name = "Twin" }
echo = { copies = 1, level = 1, collect = "O", copy = "up to 1 SF", name = "Echo" }
brew = { copies = 1, level = 1, collect = "O", spend = "G G", gain = "SF PG PG", cleanse = true, name = "Brew" }
bag = { copies = 1, gives = "RG BO BO SF", name = "Bag" }
[counterspells]
ward = { copies = 1, reduce = 2, freeze = true, name = "Ward" }
rage = { copies = 1, ignore = true, move = "any", deal = 2, freeze = true, stun = true, name = "Rage" }
[companions]
yak = { free = "2 other", start_gain = "RG or BG or SF", end_hp = 2, return_from = 0, return_damage = 1, tough_from = 1, tough = 1, attack_bonus = 1, curse_proof = true, reach = 1, extra_cards = 2, first_hit_freezes = true, first_hit_stuns = true, status_proof = true, status_bonus = 1, name = "Yak" }
[hexes]
bog = { market = true, name = "Bog" }
fen = { market = true, shield = 1, unshielded = true, start_hp = 1, start_gain = "RG SF", attack_bonus = 1, name = "Fen" }
[characters]
zed = { home = "fen", tow = 1, damage = 2, name = "Zed" }
"""  # noqa: E501


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_new_combination_of_the_packs_words_has_a_text(language: str) -> None:
    parts = mine(HOME_MADE)
    for component in set(ids(parts)) - set(ids(PARTS)):
        text = card_text(parts, component, language)
        assert text.endswith(".") and "{" not in text and "  " not in text, f"{component}: {text}"
        assert card_facts(parts, component, language)["name"] == component.title()


@pytest.mark.parametrize(
    ("card", "english", "german"),
    [
        (
            "jab",
            "Spend 1 Cursed Crystal to deal 1 damage to an enemy in range. If it takes damage, it is Frozen and Stunned. "
            "Range: your current Hex tile.",
            "Gib 1 Fluchstein aus, um 1 anderem Charakter in Reichweite 1 Schaden zuzufügen. Erleidet er dadurch Schaden, wird "
            "er eingefroren und betäubt. Reichweite: dein Feld.",
        ),
        (
            "swap",
            "Convert 1 Red Gem or 1 Shadow Fragment into the other.",
            "Wandle 1 roten Kristall oder 1 Schattensplitter in die jeweils andere Ressource um.",
        ),
        (
            "paint",
            "Convert 2 Orbs of any color (except Red Orbs and Purple Orbs), each into 1 Red Orb. Then lose your Freeze and Stun.",
            "Wandle 2 beliebig farbige Perlen (ausgenommen rote Perlen und lila Perlen) um, jeweils in 1 rote Perle. Danach "
            "bist du weder eingefroren noch betäubt.",
        ),
        (
            "twin",
            "Choose 1 Red Gem, 1 Red Orb, and 1 Shadow Fragment in your Resource Pool and add a copy of each.",
            "Wähle 1 roten Kristall, 1 rote Perle und 1 Schattensplitter in deinem Vorrat und lege von jeder gewählten Ressource "
            "1 Kopie dazu.",
        ),
        (
            "brew",
            "Spend 2 Gems of any color to add 2 Purple Gems and 1 Shadow Fragment to your Resource Pool. "
            "Then lose your Freeze and Stun.",
            "Gib 2 beliebig farbige Kristalle aus, um 2 lila Kristalle und 1 Schattensplitter zu erhalten. Danach bist du weder "
            "eingefroren noch betäubt.",
        ),
        (
            "ward",
            "Use this card when an enemy's effect is about to deal damage to you. Reduce that damage by 2. "
            "After the damage, if you are still standing, Freeze that enemy.",
            "Nutze diese Karte, wenn dir der Effekt eines anderen Charakters Schaden zufügen würde. "
            "Verringere diesen Schaden um 2. Bist du nach dem Schaden nicht außer Gefecht gesetzt, friere den anderen Charakter "
            "ein.",
        ),
        ("bog", "It has no effect.", "Ohne Effekt."),
    ],
)
def test_a_home_made_card_reads_well(card: str, english: str, german: str) -> None:
    parts = mine(HOME_MADE)
    assert card_text(parts, card, "en") == english
    assert card_text(parts, card, "de") == german
