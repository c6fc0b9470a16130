"""What people type is understood: any case and order, names as shown in any language, beginnings of words."""

from __future__ import annotations

import pytest

from casting_shadows.cli.typed import Understanding, fold
from casting_shadows.engine import legal_actions
from tests.table import table


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("travel ancient_rune", "travel ancient_rune"),
        ("Travel: Ancient Rune", "travel ancient_rune"),
        ("TRAVEL anc", "travel ancient_rune"),
        ("bewegen runenkreis", "travel ancient_rune"),
        ("travel volcano", "travel underground_volcano"),
        ("reroll po RG", "reroll RG PO"),
        ("cast heavy hand rg rg kit", "cast heavy_hand RG RG @kit"),
        ("Cast: Heavy Hand, @Kit RG RG", "cast heavy_hand RG RG @kit"),
        ("ZAUBERN schwere hand RG RG Kitsu", "cast heavy_hand RG RG @kit"),
        ("end", "end"),
    ],
)
def test_an_action_is_understood_however_it_is_written(typed: str, meant: str) -> None:
    game = table("frill", "kit", dice="RG RG PO", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"})
    box = game.state.box
    found = Understanding(box).meant(typed, legal_actions(game.state))
    assert [box.table.text(action) for action in found] == [meant]


def test_what_fits_several_actions_gives_them_all_and_nonsense_none() -> None:
    game = table("frill", "kit", dice="RG RG PO", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"})
    box, legal = game.state.box, legal_actions(game.state)
    understood = Understanding(box)
    assert len(understood.meant("travel", legal)) == len(game.legal("travel"))
    assert {box.table.text(a) for a in understood.meant("cast heavy hand", legal)} == game.legal("cast heavy_hand")
    for nonsense in ("", "dance", "@@", "travel nowhere", "cast"[:2]):
        assert understood.meant(nonsense, legal) == []


def test_a_component_is_found_by_its_name_in_any_language_or_its_beginning() -> None:
    understood = Understanding(table("frill", "kit").state.box)
    assert understood.component("Schwere Hand") == ["heavy_hand"]
    assert understood.component("Run Away!") == ["run_away"]
    assert understood.component("unic") == ["unicorn_rush"]
    assert "red_gem" in understood.component("red")
    assert understood.component("nobody") == []
    assert fold("  Fatal_Fronds: ") == "fatal fronds"
