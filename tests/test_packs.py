"""A player's own pack: values corrected from the printed card, components of one's own, and games that remember them."""

from __future__ import annotations

import random

import pytest

from casting_shadows.engine import (
    BadPack,
    Box,
    Pack,
    Setup,
    apply,
    card_facts,
    card_text,
    legal_actions,
    open_box,
    parse_own_pack,
    parse_position,
    position,
    start,
)
from casting_shadows.engine.api.invariants import check_state
from casting_shadows.engine.state import SEEN_BITS
from tests.any_game import pick_by_verb
from tests.counts import runs
from tests.table import Table, table

HEAD = '[pack]\nname = "mine"\n'


def own(content: str) -> Pack:
    return parse_own_pack(HEAD + content)


def box_with(content: str) -> Box:
    return open_box(("base", "mine"), (own(content),))


def text(content: str, component: str, language: str = "en") -> str:
    return card_text(box_with(content).parts, component, language)


def duel(content: str, **layout: object) -> Table:
    """Frill and Kit on the Bubbling Lake, with a pack of one's own."""
    hexes = layout.pop("hexes", {"kit": "bubbling_lake"})
    return table("frill", "kit", packs="base+mine", own=(own(content),), hexes=hexes, **layout)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("packs", "decks"),
    [
        (("base",), (52, 10, 10)),
        (("base", "ice_storm"), (67, 14, 14)),
        (("exclusive",), (65, 13, 14)),
        (("exclusive", "ice_storm"), (80, 17, 18)),
    ],
)
def test_the_decks_of_every_combination_have_their_printed_sizes(packs: tuple[str, ...], decks: tuple[int, int, int]) -> None:
    parts = open_box(packs).parts
    main = sum(card.copies for card in parts.main)
    assert (main, sum(card.copies for card in parts.counterspells), len(parts.companions)) == decks
    assert len(parts.characters) == (4 if packs == ("base",) else 6) and len(parts.hexes) == (7 if packs == ("base",) else 10)


def test_packs_that_do_not_go_together_are_refused() -> None:
    for packs in (
        (),
        ("ice_storm",),
        ("base", "exclusive"),
        ("base", "base"),
        ("base", "nowhere"),
        ("six_casters",),
        ("base", "six_casters"),
    ):
        with pytest.raises(BadPack):
            open_box(packs)


def test_a_corrected_damage_changes_text_and_play() -> None:
    content = '[main]\nheavy_hand = { damage = "3/7" }'
    assert "3/7 damage" in text(content, "heavy_hand") and "3/7" in text(content, "heavy_hand", "de")
    assert duel(content, dice="RG RG", books={"frill": "heavy_hand"}).play("cast heavy_hand RG RG @kit").hp("kit") == 11
    assert "2/4" in card_text(open_box(("base",)).parts, "heavy_hand", "en"), "the shipped card is as it was"


def test_a_corrected_range_changes_text_and_play() -> None:
    content = '[main]\nheavy_hand = { range = "1-2" }'
    assert "up to 2 Hex tiles away" in text(content, "heavy_hand")
    far = duel(content, dice="RG", books={"frill": "heavy_hand"}, hexes={"kit": "thornwood"})
    assert far.play("cast heavy_hand RG @kit").hp("kit") == 16
    assert duel(content, dice="RG", books={"frill": "heavy_hand"}).refused("cast heavy_hand RG @kit") == "action/out-of-range"


def test_a_corrected_cost_conversion_counterspell_companion_and_hex_are_played_as_they_read() -> None:
    content = """
[main]
curse_void = { convert = "up to 1 CC into PO" }
red_gem = { gives = "RG RG RG" }
[counterspells]
pointed_shield = { reduce = 1, deal = 2 }
[companions]
ember_salamander = { attack_bonus = 3 }
[hexes]
ancient_rune = { shield = 0, start_gain = "SF" }
[rules]
counterspell_cost = "SF"
"""
    assert "3 Red Gems" in text(content, "red_gem") and "+3 damage" in text(content, "ember_salamander")
    assert "Reduce that damage by 1" in text(content, "pointed_shield") and "deal 2 damage" in text(content, "pointed_shield")
    assert "1 Shadow Fragment" in text(content, "ancient_rune") and "reduced" not in text(content, "ancient_rune")
    cards = {"frill": "curse_void heavy_hand red_gem"}
    game = duel(
        content, dice="RC", tokens="RG", books=cards, counters={"kit": "pointed_shield"}, companions={"frill": "ember_salamander"}
    )
    assert game.play("cast curse_void CC > PO", "use red_gem").pool == "RG RG RG RG PO"
    game.play("cast heavy_hand RG @kit", "counter pointed_shield")
    assert (game.hp("kit"), game.hp("frill")) == (14, 16)
    desert = duel(content, tokens="SF", hexes={"frill": "dusty_desert"})
    assert desert.legal("collect") == {"collect counterspell SF"}


def test_the_numbers_of_the_rule_book_are_values_too() -> None:
    content = "[rules]\nhp = 30\nmost_hp = 40\npoints = 6\nbook = 2\nbase_limit = 1\nportal = 5\nshadow_limit = 2"
    state, _ = start(Setup(players=2, packs=("base", "mine"), first=0), seed=1, own=(own(content),))
    assert state.hp[1] == 30 and len(state.portal) == 5
    game = duel(content, dice="RS", points=6, books={"frill": "heat_wave heavy_hand"}, market={"bubbling_lake": "red_gem"})
    assert game.refused("collect red_gem") == "action/book-full"
    game.play("end", "absorb 1")
    assert game.phase == "transform" and game.play("stay").points == 6
    assert parse_position(position(game.state), (own(content),)).points == 6


NEW = """
[main]
frozen_fist = { name = { en = "Frozen Fist", de = "Frostfaust" }, copies = 2, level = 1, collect = "O", spend = "up to 2 G", damage = "1/6", target = "enemy", range = "0" }
[counterspells]
mirror = { name = "Mirror", copies = 1, ignore = true, deal = 5 }
[companions]
dragon = { name = "Dragon", attack_bonus = 2, end_hp = 3 }
[hexes]
tower = { name = "Tower", market = true, shield = 2 }
[characters]
moss = { name = "Moss", home = "tower", damage = 7, target = "enemy", range = "0-1" }
"""  # noqa: E501


def test_new_components_are_named_read_and_played_like_any_other() -> None:
    parts = box_with(NEW).parts
    assert (
        card_facts(parts, "frozen_fist", "de")["name"] == "Frostfaust" and card_facts(parts, "mirror", "de")["name"] == "Mirror"
    )
    assert "1/6 damage" in card_text(parts, "frozen_fist", "en") and "gain 3 HP" in card_text(parts, "dragon", "en")
    game = table(
        "moss", "kit", packs="base+mine", own=(own(NEW),), tokens="RG RG", books={"moss": "frozen_fist"},
        counters={"kit": "mirror"}, companions={"moss": "dragon"}, hexes={"kit": "tower"}, energy={"moss": 5}, hp={"moss": 10},
    )  # fmt: skip
    assert game.hex("moss") == "tower", "its own home"
    game.play("ability @kit", "pass")
    assert game.hp("kit") == 13, "7, less 2 in the Tower"
    game.play("cast frozen_fist RG RG @kit", "pass")
    assert game.hp("kit") == 7, "6 and the Dragon's 2, less 2"
    game.play("end")
    assert game.hp("moss") == 13


def test_a_new_counterspell_and_companion_come_out_of_their_decks() -> None:
    game = duel(NEW, counter_deck="mirror", hexes={"frill": "dusty_desert"}, dice="RG BO", portal="dragon moon_hare gem_magpie")
    game.play("collect counterspell RG BO")
    assert game.counters("frill") == ["mirror"]
    game.state.energy[0] = 3
    assert game.play("end", "transform dragon").companion("frill") == "dragon"


def test_whole_games_with_new_components_keep_every_card() -> None:
    pack = own(NEW)
    for seed in range(runs(5, 300)):
        state, _ = start(Setup(players=2 + seed % 3, packs=("base", "mine")), seed=seed, own=(pack,))
        rng = random.Random(seed)
        for _ in range(200):
            if not legal_actions(state):
                break
            apply(state, pick_by_verb(state, legal_actions(state), rng))
            check_state(state)
        assert position(parse_position(position(state), (pack,))) == position(state)


CHANGED = '[main]\nheavy_hand = { damage = "3/7" }'


def marks(content: str, component: str) -> set[str]:
    found = card_facts(box_with(content).parts, component, "en")["reconstructed"]
    assert isinstance(found, list)
    return set(found)


def test_a_corrected_value_is_no_longer_marked_as_reconstructed() -> None:
    assert marks("", "heavy_hand") == {"collect", "spend", "damage.1"}
    assert marks(CHANGED, "heavy_hand") == {"collect", "spend"}
    assert marks('[main]\nheavy_hand = { collect = "O", spend = "up to 2 RG", damage = "2/4" }', "heavy_hand") == set()
    assert marks('[main]\nheavy_hand = { damage = "3/7", reconstructed = ["damage"] }', "heavy_hand") == {
        "collect",
        "spend",
        "damage",
    }
    assert marks('[companions]\nlantern_moth = { name = "Moth" }', "lantern_moth") == {"start_gain"}
    assert marks('[companions]\nlantern_moth = { start_gain = "SF" }', "lantern_moth") == {"name"}
    assert marks(NEW, "frozen_fist") == set()
    ice = open_box(("base", "ice_storm", "mine"), (own("[companions]\nicicle_bat = { status_bonus = 1 }"),))
    assert card_facts(ice.parts, "icicle_bat", "en")["reconstructed"] == ["name"]


def test_a_corrected_name_is_shown_everywhere() -> None:
    parts = box_with('[companions]\nlantern_moth = { name = { en = "Lamp Moth", de = "Lampenmotte" } }').parts
    assert [card_facts(parts, "lantern_moth", language)["name"] for language in ("en", "de")] == ["Lamp Moth", "Lampenmotte"]
    assert card_facts(parts, "lantern_moth", "en")["name_is_ours"] is False


def test_a_later_pack_lies_over_an_earlier_one() -> None:
    other = parse_own_pack('[pack]\nname = "other"\n[main]\nheavy_hand = { range = "1" }\nfrozen_fist = { damage = "2/3" }')
    box = open_box(("base", "mine", "other"), (own(NEW + "[rules]\npoints = 5"), other))
    assert box.parts.main[box.card_number["frozen_fist"]].damage == (2, 3)
    assert box.range_min[box.card_number["heavy_hand"]] == 1 and box.points == 5


def test_a_drawn_card_of_ones_own_can_be_counted_on() -> None:
    game = duel("[main]\nred_gem = { copies = 0 }\nblue_gem = { copies = 20 }")
    cards = [*game.state.deck, *[card for card in game.state.market if card >= 0]]
    assert cards.count(game.state.box.card_number["blue_gem"]) == 20 and game.state.box.card_number["red_gem"] not in cards
    assert len(game.counter_deck) == 10 and all(card >> SEEN_BITS < 4 for card in game.state.counter_deck)
