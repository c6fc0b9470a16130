"""Nothing lies over what is read or pressed: not one pawn over another, no hint over the map, no footer over what is chosen."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from ..table import table
from .people import DESK, PHONE, Person, Site
from .scenes import SCENES

LAPTOP = {"viewport": {"width": 1366, "height": 768}}
PEOPLE = ("frill", "kit", "nuzzle", "haze")


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found is not None
    return found


def boxes(things: Locator) -> list[FloatRect]:
    return [box(thing) for thing in things.all()]


def middle(found: FloatRect) -> tuple[float, float]:
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def lie_over(one: FloatRect, other: FloatRect) -> bool:
    """Whether both have a pixel in common."""
    (x, y), (other_x, other_y) = middle(one), middle(other)
    wide, high = (one["width"] + other["width"]) / 2, (one["height"] + other["height"]) / 2
    return abs(x - other_x) + 1 < wide and abs(y - other_y) + 1 < high


def visitors(site: Site, screen: dict[str, Any], at: str) -> tuple[Person, Locator]:
    """Three whom somebody on the Thornwood can strike, all on one hex."""
    hexes = {"frill": "thornwood"} | dict.fromkeys(PEOPLE[1:], at)
    game = table(*PEOPLE, dice="RG RG BG BO PO", books={"frill": "heavy_hand"}, hexes=hexes)
    (ada,) = site.players(game.state, clock="none", people=4, looking=1, screen=screen)
    expect(ada.lit("pawn")).to_have_count(3)
    return ada, ada.lit("pawn")


@pytest.mark.parametrize("at", ["thornwood", "glowing_mines"])
def test_those_who_share_a_hex_stand_apart_and_a_thumb_beside_one_is_for_that_one(site: Site, at: str) -> None:
    ada, targets = visitors(site, PHONE, at)
    found = boxes(ada.board().locator(".pawn").filter(visible=True))
    assert all(math.dist(middle(one), middle(other)) > one["width"] + 2 for one, other in combinations(found, 2))
    for target in targets.all():
        pawn = box(target)
        x, y = middle(pawn)
        # above or below it, where it is the nearest, and not over the card
        others = [middle(other)[1] for other in boxes(targets) if other != pawn]
        side = 1 if y > sum(others) / len(others) else -1
        ada.page.touchscreen.tap(x, y + side * (pawn["height"] / 2 + 5))
        expect(target).to_have_attribute("aria-pressed", "true")
        ada.page.keyboard.press("Escape")
        expect(target).not_to_have_attribute("aria-pressed", "true")


def test_a_hex_is_entered_wherever_nobody_stands_on_it(site: Site) -> None:
    ada, _ = visitors(site, PHONE, "glowing_mines")
    hex_ = box(ada.page.locator("[data-hex=glowing_mines]"))
    ada.page.touchscreen.tap(middle(hex_)[0], hex_["y"] + 0.2 * hex_["height"])
    expect(ada.lit("pawn")).to_have_count(3)
    expect(ada.button("game.undo_steps_one")).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, LAPTOP, DESK], ids=("phone", "laptop", "desk"))
@pytest.mark.parametrize("scene", ["hint", "first_game", "paused"])
def test_what_is_noted_hides_no_power_of_a_hex(site: Site, scene: str, screen: dict[str, Any]) -> None:
    ada = SCENES[scene](site, {"screen": screen, "language": "de"})  # which takes more room
    key = "game.go_on" if scene == "paused" else "game.do_it"
    told = box(ada.button(key).locator(".."))
    powers = boxes(ada.board().locator(".power"))
    assert len(powers) >= 6
    assert not [power for power in powers if lie_over(told, power)]


def test_a_hint_is_put_away_as_it_was_called(site: Site) -> None:
    ada = SCENES["hint"](site, {"screen": PHONE, "language": "en"})
    expect(ada.button("game.hint_ask")).to_have_attribute("aria-pressed", "true")
    ada.button("game.hint_ask").click()
    expect(ada.button("game.do_it")).to_have_count(0)


@pytest.mark.parametrize("scene", ["game_of_four", "game_of_six"])
def test_what_is_wrong_with_a_player_hides_neither_the_picture_nor_the_hp(site: Site, scene: str) -> None:
    ada = SCENES[scene](site, {"screen": PHONE, "language": "en"})
    chips = ada.page.locator(".seats > button").all()
    assert len(chips) == {"game_of_four": 4, "game_of_six": 6}[scene]
    for chip in chips:
        around = box(chip)
        things = boxes(chip.locator(":is(.medallion, .marks > svg, .down, .energy)"))
        assert len(things) >= 2
        assert not [(one, other) for one, other in combinations(things, 2) if lie_over(one, other)]
        assert all(thing["x"] + thing["width"] <= around["x"] + around["width"] for thing in things)


@pytest.mark.parametrize("screen", [LAPTOP, DESK], ids=("laptop", "desk"))
@pytest.mark.parametrize("scene", ["collect_full", "convert"])
def test_on_a_desk_all_there_is_to_choose_from_stands_above_the_buttons(site: Site, scene: str, screen: dict[str, Any]) -> None:
    ada = SCENES[scene](site, {"screen": screen, "language": "de"})
    sheet = ada.page.get_by_role("dialog")
    footer = box(sheet.get_by_role("button").last)
    choices = boxes(sheet.get_by_role("radio"))
    assert len(choices) >= 4
    assert all(choice["y"] + choice["height"] <= footer["y"] for choice in choices)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_what_the_owner_can_do_about_people_is_said_in_words(site: Site, screen: dict[str, Any]) -> None:
    owner = SCENES["people"](site, {"screen": screen, "language": "en"})
    expect(owner.button("room.kick", name="Guest 1")).to_have_text(owner.says("room.kick_short"), use_inner_text=True)


def told_from(person: Person, scene: str) -> Locator:
    """What matters most on a phone in that scene, beside what the scene itself has waited for."""
    page = person.page
    return {
        "run_away": page.get_by_role("dialog").get_by_role("button", name="Runenkreis"),
        "opponents": person.button("home.begin"),
        "lobby": page.get_by_role("textbox", name=person.says("room.link")),
        "which_spell": page.get_by_role("radiogroup", name=person.says("game.payment")),
        "leave_out": page.get_by_text(person.says("glossary.about_stunned")),
        "freeze": page.get_by_text(person.says("glossary.about_frozen")),
        "only_watching": person.button("room.watch"),
    }[scene]


@pytest.mark.parametrize("scene", ["run_away", "opponents", "lobby", "which_spell", "leave_out", "freeze", "only_watching"])
def test_on_a_phone_what_matters_most_is_in_view_at_once(site: Site, scene: str) -> None:
    person = SCENES[scene](site, {"screen": PHONE, "language": "de"})
    needed = told_from(person, scene)
    expect(needed).to_be_in_viewport(ratio=1)
    top = box(needed)
    found = needed.evaluate("(node, [x, y]) => node.contains(document.elementFromPoint(x, y))", [*middle(top)])
    assert found, "and nothing lies over it"
    if scene == "run_away":
        expect(person.page.get_by_role("dialog").get_by_role("timer")).to_be_in_viewport(ratio=1)
