"""Positions that look right and cannot be: refused when they are read, not discovered later (T25)."""

from __future__ import annotations

import re

import pytest

from casting_shadows.engine import GameError, Setup, parse_position, position, start
from casting_shadows.engine.api.invariants import check_state
from tests.table import Table, table
from tests.test_hostile_text import within

pytestmark = pytest.mark.T25


def test_a_shipped_pack_has_no_hash() -> None:
    text = position(table("frill", "kit").state).replace("packs=base ", "packs=base@0123 ")
    with pytest.raises(GameError):
        parse_position(text)


@pytest.mark.parametrize("index", [0, 2, 3, 4, 5])
def test_an_attack_is_never_past_its_marks(index: int) -> None:
    others = ("kit", "nuzzle", "haze", "iris", "tusk")
    game = table(
        "frill", *others, packs="exclusive+ice_storm", dice="BG", books={"frill": "undertow"}, companions={"frill": "frost_fox"},
        hexes=dict.fromkeys(others, "bubbling_lake"),
    ).play("cast undertow BG bubbling_lake")  # fmt: skip
    text = re.sub(r":marking:\d", f":marking:{index}", position(game.state))
    with within(5), pytest.raises(GameError):
        parse_position(text)


def test_as_many_tokens_as_there_can_be_leave_room_for_the_dice() -> None:
    text = position(table("frill", "kit", dice="RO").state)
    read = 0
    for tokens in range(20, 40):
        try:
            state = parse_position(text.replace("tokens=-", "tokens=" + ",".join(["RG"] * tokens)))
        except GameError:
            continue
        game = Table(state)
        game.rolls("G").play("reroll RO")
        check_state(game.state)
        read += 1
    assert 0 < read < 20


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("order=0,1", "order=0"),
        ("order=0,1", "order=1,0"),
        ("seats=-:0:0:base:-:-:-:-:-", "seats=-:0:0:base:-:-:-:heavy_hand:-"),
        ("seats=-:0:0:base", "seats=-:18:0:base"),
        ("seats=-:0:0:base", "seats=-:0:9:shadow"),
        ("cast=-", "cast=heavy_hand"),
        ("layout=seven tiles=-", "layout=custom tiles=thornwood@0@0"),
    ],
)
def test_before_the_deal_nobody_has_anything(old: str, new: str) -> None:
    text = position(start(Setup(players=2, characters="draft", first=0), seed=1)[0])
    assert old in text
    with pytest.raises(GameError):
        parse_position(text.replace(old, new))


def test_any_seed_will_do() -> None:
    try:
        check_state(start(Setup(), seed="\ud800")[0])
    except GameError:
        return
