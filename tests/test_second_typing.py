"""The packs say what a second hand typed in from the boxes; second_typing.py compares, here are the claims."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import fields, replace

import pytest

from casting_shadows.engine.model import cards
from casting_shadows.engine.packs.loader import combine
from casting_shadows.engine.packs.pack import Pack, shipped_pack
from tests.second_typing import BOXES, CHECKERS, KNOWN, NAMES, OURS, PACKS, TABLES, Check, Row, checks, shipped, typed_rows

pytestmark = pytest.mark.T02


@pytest.mark.parametrize("check", [pytest.param(check, id=check.id) for check in checks(shipped())])
def test_the_packs_say_what_was_typed(check: Check) -> None:
    assert check.packs == check.typed


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", PACKS)
def test_a_pack_holds_exactly_the_components_of_its_box(name: str, table: str) -> None:
    box = "six" if name == "six_casters" else name
    assert sorted(shipped_pack(name).data.get(table, {})) == sorted(KNOWN["contents"][box].get(table, []))


@pytest.mark.parametrize("table", TABLES)
def test_every_component_was_typed_and_no_other(table: str) -> None:
    listed = {row_id for box in KNOWN["contents"].values() for row_id in box.get(table, [])}
    assert listed == KNOWN.get(table, {}).keys() | OURS[table].keys()


def test_every_name_of_ours_belongs_to_a_component() -> None:
    ours = OURS["names"]["ours"]
    assert len(set(ours)) == len(ours)
    assert set(ours) <= {row_id for box in KNOWN["contents"].values() for rows in box.values() for row_id in rows}


def test_both_layouts_and_no_other_were_typed() -> None:
    assert combine(shipped()).layouts.keys() == KNOWN["layouts"].keys() == OURS["layouts"].keys()


@pytest.mark.parametrize("box", BOXES)
def test_the_decks_have_as_many_cards_as_the_box_says(box: str) -> None:
    parts = combine([shipped_pack(name) for name in BOXES[box]])
    totals = {
        "main": sum(card.copies for card in parts.main),
        "counterspell": sum(card.copies for card in parts.counterspells),
        "companion": len(parts.companions),
    }
    assert totals == KNOWN["decks"][box]


@pytest.mark.parametrize("box", BOXES)
def test_the_second_typing_adds_up_to_the_decks_of_the_box(box: str) -> None:
    names = BOXES[box]
    totals = Counter[str]()
    for name in names:
        content = KNOWN["contents"]["six" if name == "six_casters" else name]
        for table, deck in (("main", "main"), ("counterspells", "counterspell"), ("companions", "companion")):
            for row_id in content.get(table, []):
                known, ours = typed_rows(table, row_id)
                totals[deck] += {**known, **ours}.get("copies", 1)
    assert totals == KNOWN["decks"][box]


@pytest.mark.parametrize("name", ["exclusive", "ice_storm"])
def test_a_pack_adds_as_many_cards_as_it_says(name: str) -> None:
    data = shipped_pack(name).data
    totals = {
        deck: sum(row.get("copies", 1) for row in data[table].values())
        for table, deck in (("main", "main"), ("counterspells", "counterspell"), ("companions", "companion"))
    }
    assert totals == KNOWN["added"][name]


READ = {
    "hexes": {"card", "refresh", "home_of", "start_of_turn", "damage_here", "spells_from_here"},
    "characters": {"home", "ability"},
    "main": {
        *("type", "copies", "level", "collect", "gives", "spend", "into", "damage", "target", "range"),
        *("freeze", "stun", "lose"),
    },
    "counterspells": {"copies", "effect"},
    "companions": {"effect"},
}


@pytest.mark.parametrize("table", TABLES)
def test_nothing_typed_is_left_uncompared(table: str) -> None:
    for typing in (KNOWN, OURS):
        for row_id, row in typing.get(table, {}).items():
            assert row.keys() <= READ[table] | NAMES, f"{table}.{row_id}"
    assert KNOWN["solo"].keys() - {"bot_hp"} == {field.name for field in fields(cards.Solo)}  # HP are an option of the setup


def other(value: object) -> object:
    """Some other value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value < 1 else value - 1
    if isinstance(value, str):
        return "" if value == "adjacent" else "adjacent"
    if isinstance(value, frozenset):
        return value ^ {"name"}
    if isinstance(value, cards.Cost):
        return cards.Cost(value.symbols, value.level + 1)
    if isinstance(value, cards.Spend):
        return cards.Spend(value.symbols, value.most + 1)
    if isinstance(value, cards.Convert):
        return replace(value, exact=not value.exact)
    if isinstance(value, tuple):
        return (*value[:-1], other(value[-1])) if value else (1,)
    assert value is None
    return cards.Spend(("CC",), 1)


@pytest.mark.parametrize("table", TABLES)
def test_no_field_of_a_row_goes_unchecked(table: str) -> None:
    for row in getattr(combine(shipped()), table):
        before = {check.id for check in CHECKERS[table](row) if check.packs != check.typed}
        for field in fields(row):
            is_aim = table == "main" and field.name in ("target", "range") and row.kind != cards.ATTACK
            is_effect = table == "main" and field.name in ("spend", "convert", "copy") and getattr(row, field.name) is None
            if field.name in ("id", "home") or is_aim or is_effect:
                continue
            changed = replace(row, **{field.name: other(getattr(row, field.name))})
            after = {check.id for check in CHECKERS[table](changed) if check.packs != check.typed}
            is_off = table == "companions" and field.name in ("free_mask", "free_uses") and not row.free_uses
            assert is_off or before != after, f"{table}.{row.id}.{field.name}"


@pytest.mark.parametrize(("name", "typed"), [("base", "base"), ("exclusive", "exclusive"), ("ice_storm", "base_and_ice_storm")])
def test_as_many_can_play_as_the_box_says(name: str, typed: str) -> None:
    players = KNOWN["players"][typed]
    assert shipped_pack(name).data["pack"]["players"] == f"{players['least']}-{players['most']}"


def differing(packs: list[Pack]) -> set[str]:
    return {check.id for check in checks(packs) if check.packs != check.typed}


CHANGES: list[tuple[str, str, str, Row, set[str]]] = [
    ("base", "main", "heavy_hand", {"damage": "2/5"}, {"main.heavy_hand.damage.2"}),
    ("base", "main", "heavy_hand", {"damage": "1/4"}, {"main.heavy_hand.damage.1"}),
    ("base", "main", "heavy_hand", {"range": "1"}, {"main.heavy_hand.range"}),
    ("base", "main", "sudden_doom", {"collect": "L1 SF BO"}, {"main.sudden_doom.collect", "main.sudden_doom.collect kinds"}),
    ("base", "main", "bubble_trouble", {"spend": "up to 3 G"}, {"main.bubble_trouble.spend", "main.bubble_trouble.spend kinds"}),
    ("base", "main", "curse_void", {"convert": "up to 2 CC into RG"}, {"main.curse_void.into"}),
    (
        "base",
        "main",
        "heavy_hand",
        {"reconstructed": ["collect", "spend", "damage"]},
        {"main.heavy_hand.damage.2 reconstructed"},
    ),
    ("base", "counterspells", "pointed_shield", {"reduce": 3}, {"counterspells.pointed_shield.reduce"}),
    ("base", "companions", "moon_hare", {"free": "1 reroll"}, {"companions.moon_hare.free actions"}),
    ("base", "hexes", "amber_mountain", {"start_gain": "BG"}, {"hexes.amber_mountain.start of turn resources"}),
    ("base", "characters", "kit", {"damage": 5}, {"characters.kit.damage"}),
    ("six_casters", "characters", "tusk", {"tow": 1}, {"characters.tusk.tow"}),
    ("ice_storm", "main", "frost_nip", {"stun": True}, {"main.frost_nip.stun", "main.frost_nip.stun reconstructed"}),
    ("exclusive", "companions", "pack_badger", {"extra_cards": 2}, {"companions.pack_badger.extra cards"}),
]


@pytest.mark.parametrize(
    ("name", "table", "row_id", "change", "found"),
    CHANGES,
    ids=lambda value: str(sorted(value) if isinstance(value, set) else value)[:40],
)
def test_one_wrong_value_is_found_and_nothing_else(name: str, table: str, row_id: str, change: Row, found: set[str]) -> None:
    data = copy.deepcopy(dict(shipped_pack(name).data))
    data[table][row_id].update(change)
    changed = [Pack(name, "", data) if pack.name == name else pack for pack in shipped()]
    assert differing(changed) ^ differing(shipped()) == found
