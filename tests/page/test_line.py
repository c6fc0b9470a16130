"""Whatever happens to the line or the server, the game goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..guests import ROOMY
from ..servers import a_server
from .driving import Driver, play_out
from .people import PHONE, Person, Site
from .tables import duel, peaceful

OUTDATED = """
const isFresh = performance.getEntriesByType("navigation")[0]?.type === "reload";
window.WebSocket = class extends WebSocket {
  send(said) { super.send(isFresh ? said : said.replace(/"protocol":\\d+/, '"protocol":0')); }
};
"""
"""A page that was open while the server learned a new protocol. Loaded again, it speaks that."""


@pytest.fixture
def site(tmp_path: Path, browser: Browser) -> Iterator[Site]:
    """A server of one's own, to be killed."""
    with a_server(tmp_path, *ROOMY) as server:
        here = Site(server, browser)
        yield here
        here.leave()


def lose(*people: Person) -> None:
    """Lines are going to be cut, and browsers may say so."""
    for person in people:
        person.may_lose_the_line = True


def test_after_a_cut_the_page_is_back_by_itself_and_the_game_goes_on(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    lose(ada, bob)
    for _ in range(3):
        ada.cut()
        ada.lit("hex").first.click()
        expect(ada.button("game.undo_steps_one")).to_be_enabled()
        ada.click("game.undo_steps_one")
        expect(ada.button("game.undo_steps_one")).to_have_count(0)
    play_out([Driver(ada, 1), Driver(bob, 2)], most=150)


def test_what_is_done_while_the_server_is_down_is_kept_and_told_as_unsent_until_it_is_back(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    lose(ada, bob)
    expect(bob.page.locator(".panel.piles")).to_be_visible()  # a table is drawn in several pictures, and they come last
    site.server.kill()
    for person in (ada, bob):
        person.sees("game.reconnecting")
    before = bob.board().aria_snapshot()
    ada.page.get_by_role("button", name="Heavy Hand").first.hover()  # to ask how far it reaches is nothing that has to be sent
    ada.lit("hex").first.click()
    ada.sees("game.unsent_one")
    assert bob.board().aria_snapshot() == before
    with ada.page.expect_websocket():
        ada.click("game.try_now")  # when it has lasted for a while
    site.server.restart()
    expect(ada.button("game.undo_steps_one")).to_be_enabled()
    expect(bob.board()).not_to_match_aria_snapshot(before)
    play_out([Driver(ada, 1), Driver(bob, 2)], most=150)


@pytest.mark.parametrize("part", ["**/assets/Over-*.js", "**/assets/Over-*.css", "**/api/words/*?*more*"])
def test_a_part_of_the_page_that_was_lost_with_the_line_comes_when_that_is_back(site: Site, part: str) -> None:
    mine, _ = site.game(duel(), clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token})
    lose(ada)
    ada.page.route(part, lambda asked: asked.abort())
    ada.goes(f"/r/{mine.code}")
    expect(ada.page.locator(".failed")).to_be_visible()
    ada.page.unroute(part)
    ada.cut()
    expect(ada.page.locator(".failed")).to_have_count(0)
    ada.lit("pawn").first.click()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    expect(sheet).to_have_css("position", "absolute")


def test_while_the_line_is_down_the_reason_is_told_and_one_can_go_home_at_once(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none", screen=PHONE)
    lose(ada, bob)
    expect(ada.lit("hex").first).to_be_visible()
    expect(bob.board()).to_be_visible()
    site.server.terminate()
    ada.sees("codes.server/restart")
    ada.click("game.menu")
    ada.click("game.leave")
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("game.leave")).last.click()
    ada.sees("home.play_now")
    expect(bob.button("game.try_now")).to_be_visible()
    banner = bob.page.get_by_role("status").filter(has=bob.button("game.try_now")).bounding_box()
    assert banner is not None and banner["height"] < 70, "it is as high as a button and hides no more of the map"
    bob.assert_no_scroll()
    bob.assert_readable()
    bob.click("common.home")
    bob.sees("home.play_now")


def test_a_second_tab_takes_over_and_the_first_can_take_it_back(site: Site) -> None:
    ada, _ = site.players(duel(), clock="none")
    other = ada.context.new_page()
    other.goto(ada.page.url)
    expect(other.get_by_label(ada.says("card.board"))).to_be_visible()
    ada.sees("room.use_here")
    ada.click("room.use_here")
    expect(ada.lit().first).to_be_visible()


def test_a_page_of_an_older_version_says_so_and_goes_on_when_it_is_loaded_again(site: Site) -> None:
    guest = site.game(duel(), clock="none")[0]
    guest.hang_up()
    ada = site.person("Ada", rooms={guest.code: guest.token}, init=OUTDATED).goes(f"/r/{guest.code}")
    ada.sees("room.outdated_title")
    ada.assert_accessible()
    ada.click("common.reload")
    expect(ada.lit().first).to_be_visible()


def test_whoever_was_away_is_told_what_happened(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none")
    lose(ada, bob)
    address = bob.page.url
    bob.page.wait_for_function("() => Object.keys(localStorage).some((key) => key.includes('seen:'))")
    bob.page.goto("about:blank")
    driver = Driver(ada, 7)
    play_out([driver], until=lambda: len(driver.deeds) >= 3)
    bob.page.goto(address)
    bob.sees("game.while_away")


def test_what_is_said_while_the_server_is_down_is_said_once_and_the_next_line_can_be_typed_meanwhile(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    lose(ada, bob)
    site.server.kill()
    ada.sees("game.reconnecting")
    typed = ada.page.get_by_role("textbox", name=ada.says("room.say_something"))
    typed.fill("hello")
    for _ in range(2):
        typed.press("Enter")
    ada.sees("game.unsent_one")
    typed.fill("are you there?")
    site.server.restart()
    for person in (ada, bob):
        expect(person.page.locator(".chat .lines p")).to_have_text(["Ada hello"])
    expect(typed).to_have_value("are you there?")
    typed.press("Enter")
    expect(bob.page.locator(".chat .lines p")).to_have_text(["Ada hello", "Ada are you there?"])
