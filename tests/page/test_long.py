"""What takes its time: a table of six, a game by keyboard alone, and browsers that keep nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ..make_lessons import LESSONS
from .driving import Driver, Keyboard, play_out
from .learning import Learner
from .people import Site
from .scenes import SCENES
from .tables import crowded, duel

FORBIDDEN = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("forbidden", "SecurityError") } });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") };
"""


def test_six_people_play_a_game_to_its_end(site: Site) -> None:
    people = site.players(crowded(), people=6, packs=["exclusive", "ice_storm"], layout="ten", clock="none", max_rounds=6)
    play_out([Driver(person, seed) for seed, person in enumerate(people)], most=3000)


def test_a_game_is_played_by_keyboard_alone(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    play_out([Driver(ada, 1, Keyboard(ada)), Driver(bob, 2, Keyboard(bob))], most=150)


@pytest.mark.parametrize("storage", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_where_nothing_can_be_kept_the_page_says_so_and_a_game_can_still_be_played(site: Site, storage: str) -> None:
    ada = site.person("Ada", init=storage).goes("/settings")
    ada.page.get_by_role("checkbox").first.check()
    ada.sees("common.not_kept")
    ada.click("common.home")
    ada.click("home.play_now")
    expect(ada.board()).to_be_visible()
    driver = Driver(ada, 3)
    play_out([driver], until=lambda: len(driver.deeds) >= 8)


def test_what_a_browser_throws_away_is_kept_again_while_the_page_is_open_and_is_asked_for_when_not(site: Site) -> None:
    ada, _ = site.players(duel(), clock="none")
    ada.may_lose_the_line = True
    throw_away = "() => localStorage.clear()"
    ada.page.evaluate(throw_away)
    ada.cut()
    ada.lit("hex").first.click()
    expect(ada.button("game.undo_steps_one")).to_be_enabled()
    ada.page.reload()
    expect(ada.button("game.undo_steps_one")).to_be_enabled()
    ada.page.evaluate(throw_away)
    ada.page.reload()
    ada.sees("room.join_title")
    ada.click("room.claim_title")
    expect(ada.page.get_by_label(ada.says("room.claim_code"))).to_be_visible()
    ada.goes("/").sees("home.play_now")


@pytest.mark.T34
@pytest.mark.parametrize("name", SCENES)
def test_a_screen_reader_finds_a_name_for_everything_that_can_be_pressed(site: Site, name: str) -> None:
    ada = SCENES[name](site, {"screen": {"viewport": {"width": 1440, "height": 900}}, "language": "en"})
    tree = ada.page.locator("body").aria_snapshot()
    nameless = re.findall(
        r"^\s*- (?:button|link|textbox|combobox|checkbox|radio|slider|img|dialog|group)\s*(?:\[[^\]]*\])*:?\s*$", tree, re.M
    )
    assert not nameless, tree
    assert not re.search(r"\b(?:page_)?(?:game|room|home|card|common|rules|settings)\.[a-z_]+\b", tree), "a key without words"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_whole_tutorial_is_learned_by_keyboard(site: Site, language: str) -> None:
    ada = site.person("Ada", language=language).goes("/learn")
    by_keyboard(ada.button("learn.begin"))
    learner = Learner(ada, by_keyboard)
    for number in range(len(LESSONS)):
        learner.finishes()
        ada.assert_accessible()
        by_keyboard(learner.leaving)
        if number < len(LESSONS) - 1:
            expect(learner.leaving).to_be_hidden()
    ada.sees("game.do_it")


def by_keyboard(thing: Locator) -> None:
    """Without a mouse."""
    thing.focus()
    thing.press("Enter")
