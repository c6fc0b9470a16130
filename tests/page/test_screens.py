"""The screens around a game: by keyboard, and in another language."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, expect

from ..counts import runs
from .people import Site
from .scenes import SCREENS

pytestmark = pytest.mark.T34

MOST_STEPS = runs(40, 1000)
SCROLL_AWAY = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done(scrollTo(0, 0))));
})"""
"""Once the page itself has come to rest: it follows what moves as it comes into view."""

on_every_screen = pytest.mark.parametrize("path", SCREENS.values())


def test_a_screen_changes_its_language_without_a_reload(site: Site) -> None:
    ada = site.person("Ada").goes("/settings")
    ada.page.evaluate("() => { window.stayed = true }")
    ada.page.get_by_role("button", name="Deutsch").first.click()
    ada.language = "de"
    ada.sees("settings.title")
    assert ada.page.evaluate("() => window.stayed && document.documentElement.lang") == "de"
    ada.goes("/")
    ada.sees("home.play_now")


@pytest.mark.parametrize("is_lost", [False, True])
def test_of_two_languages_chosen_one_after_the_other_the_last_is_spoken_whichever_comes_first(site: Site, is_lost: bool) -> None:
    ada = site.person("Ada").goes("/settings")
    ada.may_lose_the_line = is_lost
    held: list[Route] = []
    german = "**/api/words/de?part=table*"
    ada.page.route(german, lambda route: held.append(route))
    with ada.page.expect_request(german):
        ada.page.get_by_role("button", name="Deutsch").first.click()
    ada.page.get_by_role("button", name="English").first.click()
    for route in held:
        with ada.page.expect_event("requestfailed" if is_lost else "requestfinished"):
            route.abort() if is_lost else route.continue_()
    ada.page.wait_for_timeout(300)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(ada.says("settings.title"))
    assert json.loads(ada.state()["casting-shadows:settings"])["language"] == "en"
    expect(ada.page.get_by_role("alert").filter(visible=True, has_text=re.compile("."))).to_have_count(0)


@pytest.mark.parametrize(("link", "part"), [("home.rules", "Rules"), ("home.my_games", "Games"), ("settings.title", "Settings")])
def test_whoever_follows_a_link_by_keyboard_goes_on_from_the_heading_there_however_long_it_takes(
    site: Site, link: str, part: str
) -> None:
    ada = site.person("Ada").goes("/")
    there = ada.page.get_by_role("main").get_by_role("link", name=ada.says(link))
    heading = ada.page.get_by_role("heading", level=1)
    held: list[Route] = []
    chunk = f"**/assets/{part}-*.js"
    ada.page.route(chunk, lambda route: held.append(route))
    with ada.page.expect_request(chunk):
        there.press("Enter")
    expect(heading).to_have_count(0)
    for route in held:
        route.continue_()
    ada.page.unroute(chunk)
    expect(heading).to_have_text(ada.says(link))
    expect(heading).to_be_focused()
    ada.thing("link", "common.home").press("Enter")
    expect(there).to_be_visible()
    expect(heading).to_be_focused()
    there.press("Enter")
    expect(heading).to_have_text(ada.says(link))
    expect(heading).to_be_focused()
    ada.page.reload()
    expect(heading).to_have_text(ada.says(link))
    expect(heading).not_to_be_focused()


def test_a_place_in_the_rules_is_found_again_after_scrolling_away_or_searching(site: Site) -> None:
    ada = site.person("Ada").goes("/rules")
    contents = ada.page.get_by_role("navigation", name=ada.says("rules.contents"))
    search, solo = ada.page.get_by_role("searchbox"), ada.page.locator("#solo")
    link = contents.get_by_role("link", name=ada.says("rules.solo_title"))
    link.click()
    expect(solo).to_be_in_viewport()
    expect(solo).to_be_focused()
    ada.page.evaluate(SCROLL_AWAY)
    expect(solo).not_to_be_in_viewport()
    link.press("Enter")
    expect(solo).to_be_in_viewport()
    expect(solo).to_be_focused()
    search.fill("bot")
    expect(ada.page.locator("#goal")).to_have_count(0)
    link.click()
    expect(search).to_have_value("")
    expect(ada.page.locator("#goal")).to_be_attached()
    expect(solo).to_be_in_viewport()
    ada.page.go_back()
    ada.page.wait_for_url("**/rules")  # the same place is no step of its own


@on_every_screen
def test_a_screen_can_be_walked_through_by_keyboard(site: Site, path: str) -> None:
    ada = site.person("Ada").goes(path)
    there = ada.page.evaluate(
        "() => [...document.querySelectorAll('a[href],button:not(:disabled),select,input:not(:disabled),summary')]"
        ".filter((e) => e.checkVisibility() && !(e.type === 'radio' && !e.checked)).length"
    )
    wanted = min(there, MOST_STEPS)
    reached = set()
    for _ in range(wanted + 10):
        ada.page.keyboard.press("Tab")
        reached.add(
            ada.page.evaluate("() => { const e = document.activeElement; return (e.dataset.seen ??= String(Math.random())) }")
        )
    assert len(reached) >= wanted, f"{len(reached)} of {wanted} things can be reached"
