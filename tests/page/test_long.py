"""What takes its time: a table of six, a game by keyboard alone, browsers that keep nothing, and another browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from casting_shadows.engine.words import load_words

from ..guests import open_room
from ..make_lessons import LESSONS
from .driving import Driver, play_out
from .learning import Learner
from .people import Person, Site, a_token
from .scenes import SCENES
from .tables import crowded, duel

IN_FIREFOX = Path(__file__).parent / "firefox"
FORBIDDEN = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("forbidden", "SecurityError") } });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") };
"""


class Keyboard:
    """Presses things as somebody does who has no mouse: by Tab and arrow keys until they have the focus, then by Enter."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def __call__(self, thing: Locator) -> None:
        keys = self.person.page.keyboard
        if thing.get_attribute("data-hex") is not None:
            self._walk_the_map(thing)
        else:
            self._tab_to(thing)
        keys.press("Enter")

    def _has_focus(self, thing: Locator) -> bool:
        return bool(thing.evaluate("(e) => e === document.activeElement"))

    def _tab_to(self, thing: Locator) -> None:
        for _ in range(120):
            if self._has_focus(thing):
                return
            self.person.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {thing.evaluate('(e) => e.outerHTML.slice(0, 200)')}")

    def _walk_the_map(self, thing: Locator) -> None:
        on_map = "() => document.activeElement?.matches('[data-hex]')"
        for _ in range(120):
            if self.person.page.evaluate(on_map):
                break
            self.person.page.keyboard.press("Tab")
        for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"] * 6:
            if self._has_focus(thing):
                return
            self.person.page.keyboard.press(key)
        raise AssertionError("arrow keys never come to " + str(thing.get_attribute("data-hex")))


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


def test_in_firefox_somebody_joins_plays_a_round_and_comes_back_after_a_cut(site: Site) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox is not None, "install Debian's firefox-esr, or any Firefox"
    subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=IN_FIREFOX, check=True)
    token = a_token()
    code = open_room(site.server.url, token, options={"players": 2, "clock": "none"})
    ada = site.person("Ada", rooms={code: token}).goes(f"/r/{code}")
    tables = load_words("en").tables
    words = {
        "join": tables["page_home"]["join"],
        "ready": tables["page_room"]["ready"],
        "board": tables["page_card"]["board"],
        "lit": tables["page_card"]["can_choose"],
        "end": tables["page_game"]["short_end"],
    }
    command = ["node", "run.mjs", firefox, site.server.url, code, json.dumps(words)]
    with subprocess.Popen(command, cwd=IN_FIREFOX, stdout=subprocess.PIPE, text=True) as playing:
        expect(ada.button("room.start")).to_have_attribute("aria-disabled", "false", timeout=60_000)
        ada.click("room.start")
        driver = Driver(ada, 1)
        play_out([driver], most=5000, until=lambda: playing.poll() is not None)
        assert playing.stdout is not None
        found = json.loads(playing.stdout.read())
    assert found["done"][-1] == "back" and not found["odd"]


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
