"""Events as code and values, and as sentences, in every language there is."""

from __future__ import annotations

import random
import re
from dataclasses import fields

import pytest

from casting_shadows.engine import Setup, legal_actions, open_box, parse_own_pack, play, start
from casting_shadows.engine.api.describe import event_code, event_values, sentence
from casting_shadows.engine.model import events as e
from casting_shadows.engine.model.events import NONE, Event
from casting_shadows.engine.model.resources import BO, ONE, RG, SF
from casting_shadows.engine.state import FROZEN, OVER, STUNNED
from casting_shadows.engine.words import languages, load_words

BOX = open_box(("exclusive", "ice_storm"))
FRILL, KIT, UNPICKED = 0, 1, 2
CHARACTERS = [BOX.character_number["frill"], BOX.character_number["kit"], NONE]
LANGUAGES = languages()
CLASSES = Event.__subclasses__()

HAND = BOX.card_number["heavy_hand"]
WOOD = BOX.hex_number["thornwood"]
RUN = BOX.counterspell_number["run_away"]
NEWT = BOX.companion_number["mending_newt"]
GEMS = 2 * ONE[RG] + ONE[BO]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence_and_values(language: str, kind: type[Event]) -> None:
    event = kind(*(1 for _ in fields(kind)))
    assert event_values(BOX, CHARACTERS, event).keys() == {field.name for field in fields(event)} - {"seen"}
    text = sentence(BOX, CHARACTERS, event, language)
    assert "{" not in text and "_" not in text and text[-1] in ".!"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_belongs_to_an_event(language: str) -> None:
    codes = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in CLASSES}
    assert {key.split("_without_")[0] for key in load_words(language).tables["events"]} == codes


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            e.SpellCast(FRILL, HAND, GEMS, KIT, NONE),
            "Frill casts Heavy Hand at Kit, spending 2 Red Gems and 1 Blue Orb.",
            "Axol zaubert „Schwere Hand“ auf Kitsu und gibt dafür 2 rote Kristalle und 1 blaue Perle aus.",
        ),
        (
            e.SpellCast(FRILL, HAND, ONE[RG], NONE, WOOD),
            "Frill casts Heavy Hand on Thornwood, spending 1 Red Gem.",
            "Axol zaubert „Schwere Hand“ auf das Feld Dornenwald und gibt dafür 1 roten Kristall aus.",
        ),
        (e.Damaged(KIT, 4, 14, FRILL), "Frill deals 4 damage to Kit, who has 14 HP left.", None),
        (e.Damaged(KIT, 0, 18, FRILL), "Frill deals no damage to Kit, who still has 18 HP.", None),
        (e.Damaged(KIT, 2, 0, NONE), "Kit takes 2 damage and has 0 HP left.", "Kitsu erleidet 2 Schaden; LP von Kitsu: 0."),
        (e.Missed(KIT, FRILL, HAND), "Heavy Hand, cast by Frill, misses Kit.", "„Schwere Hand“ von Axol verfehlt Kitsu."),
        (e.Missed(KIT, FRILL, NONE), "The effect of Frill misses Kit.", None),
        (e.Moved(KIT, WOOD, FRILL), "Frill moves Kit to Thornwood.", "Axol bewegt Kitsu auf das Feld Dornenwald."),
        (e.Moved(KIT, WOOD, KIT), "Kit moves to Thornwood.", "Kitsu wechselt auf das Feld Dornenwald."),
        (e.Converted(KIT, HAND, ONE[RG], ONE[SF]), "Kit casts Heavy Hand and turns 1 Red Gem into 1 Shadow Fragment.", None),
        (e.Converted(KIT, HAND, 0, GEMS), "Kit casts Heavy Hand and gains 2 Red Gems and 1 Blue Orb.", None),
        (e.CardCollected(KIT, HAND, 0), "Kit collects Heavy Hand.", "Kitsu nimmt „Schwere Hand“."),
        (e.CounterspellTaken(KIT, NONE, 2), "Kit takes a card from the Counterspell deck.", None),
        (e.CounterspellTaken(KIT, RUN, 2), "Kit takes Run Away! from the Counterspell deck.", None),
        (
            e.AnswerSealed(KIT, BOX.table.parse("counter run_away thornwood")),
            "Run Away! (Thornwood) is the sealed answer of Kit.",
            "Verdeckte Antwort von Kitsu: „Nichts wie weg!“ (Dornenwald).",
        ),
        (
            e.AnswerSealed(KIT, BOX.table.pass_),
            "Pass is the sealed answer of Kit.",
            "Verdeckte Antwort von Kitsu: Keine Fallenkarte.",
        ),
        (e.AnswersAsked(0b11), "Frill and Kit may answer with a Counterspell.", None),
        (e.AbilityUsed(FRILL, NONE, NONE), "Frill uses the Shadow Ability.", "Axol nutzt die Schattenfähigkeit."),
        (e.AbilityUsed(FRILL, KIT, NONE), "Frill uses the Shadow Ability on Kit.", None),
        (e.AbilityUsed(FRILL, NONE, WOOD), "Frill uses the Shadow Ability at Thornwood.", None),
        (
            e.Transformed(FRILL, NEWT),
            "Frill transforms into Frill the Regenerator and summons Mending Newt.",
            "Axol wechselt in die Schattenform (Axol der Unverwüstliche) und beschwört „Heilmolch“.",
        ),
        (e.Transformed(FRILL, NONE), "Frill transforms into Frill the Regenerator.", None),
        (e.StatusGained(KIT, FROZEN, FRILL), "Kit is Frozen by Frill.", "Kitsu wird von Axol eingefroren."),
        (e.StatusLost(KIT, STUNNED), "Kit is no longer Stunned.", "Kitsu ist nicht mehr betäubt."),
        (e.ResourceDrained(KIT, RG, FRILL), "Frill removes 1 Red Gem from the Resource Pool of Kit.", None),
        (e.DieLeftOut(KIT, 2), "Kit leaves out the purple die.", "Kitsu lässt den lila Würfel weg."),
        (e.GameEnded(KIT), "Kit wins the game!", "Kitsu gewinnt das Spiel!"),
        (e.GameEnded(NONE), "The game is over, and nobody has won.", "Das Spiel ist aus, und niemand hat gewonnen."),
        (e.CharacterPicked(KIT, CHARACTERS[KIT]), "Player 2 chooses Kit.", "Person 2 wählt Kitsu."),
        (e.TurnBegan(UNPICKED, 1), "Player 3's turn begins (round 1).", "Der Zug von Person 3 beginnt (Runde 1)."),
    ],
)
def test_an_event_reads_well(event: Event, english: str, german: str | None) -> None:
    assert sentence(BOX, CHARACTERS, event, "en") == english
    if german is not None:
        assert sentence(BOX, CHARACTERS, event, "de") == german


def test_an_event_travels_as_code_and_ids() -> None:
    cast = e.SpellCast(FRILL, HAND, GEMS, KIT, NONE)
    assert event_code(cast) == "spell_cast"
    assert event_values(BOX, CHARACTERS, cast) == {
        "seat": "frill",
        "card": "heavy_hand",
        "resources": "RG RG BO",
        "target": "kit",
    }
    assert event_values(BOX, CHARACTERS, e.Damaged(KIT, 2, 16, NONE)) == {"seat": "kit", "amount": 2, "hp": 16}
    assert event_values(BOX, CHARACTERS, e.StatusLost(KIT, STUNNED)) == {"seat": "kit", "status": "stunned"}
    assert event_values(BOX, CHARACTERS, e.AnswersAsked(0b101)) == {"seats": "frill seat2"}
    assert event_values(BOX, CHARACTERS, e.CharacterPicked(KIT, CHARACTERS[KIT])) == {"seat": "seat1", "character": "kit"}


def test_a_name_with_a_mark_of_its_own_ends_the_sentence() -> None:
    pack = parse_own_pack('[pack]\nname = "loud"\n[main]\nheavy_hand = { name = "Pow!" }')
    box = open_box(("base", "loud"), (pack,))
    event = e.CardDiscarded(FRILL, box.card_number["heavy_hand"])
    assert sentence(box, [0, 1], event, "en") == "Frill discards the card Pow!"
    assert sentence(box, [0, 1], event, "de") == "Axol legt „Pow!“ ab."


@pytest.mark.parametrize(
    "setup",
    [
        Setup(players=6, packs=("exclusive", "ice_storm"), characters="draft", max_rounds=6),
        Setup(players=1, mode="solo", max_rounds=6),
    ],
    ids=["six players", "solo"],
)
def test_everything_that_happens_in_a_game_can_be_told(setup: Setup) -> None:
    for seed in range(3):
        state, happened = start(setup, seed=seed)
        chance = random.Random(seed)
        while True:
            for event in happened:
                for language in LANGUAGES:
                    assert "{" not in sentence(state.box, state.character, event, language)
                event_values(state.box, state.character, event)
            if state.phase == OVER:
                break
            state, happened = play(state, state.to_act, chance.choice(legal_actions(state)))
