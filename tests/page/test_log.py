"""The log: what its lines light on the table, and where they lead."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from ..guests import Guest
from ..table import table
from .people import Person, Site
from .tables import DUEL

LIT = re.compile(r"\blit\b")


def watching(site: Site) -> tuple[Person, Guest]:
    """Ada, and somebody whose turn it is, with a spell to cast at her."""
    books = {"kit": "heavy_hand", "frill": "heavy_hand"}
    game = table("frill", "kit", dice="RG RG BG BO PG", books=books, hexes=DUEL, turn="kit")
    mine, theirs = site.game(game.state, clock="none")
    mine.hang_up()
    theirs.until(lambda: theirs.turn() is not None)
    theirs.act("cast heavy_hand RG RG @frill")
    return site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}"), theirs


def line(person: Person, said: str) -> Locator:
    """A line of the log."""
    return person.page.get_by_role("log", name=person.says("game.log")).last.get_by_role("button", name=re.compile(said))


def test_a_line_of_the_log_lights_the_card_it_is_about_where_that_lies(site: Site) -> None:
    ada, theirs = watching(site)
    turn = theirs.turn()
    assert turn is not None
    theirs.act(next(choice.action for choice in turn.choices if choice.verb == "refresh"))
    theirs_open = ada.page.get_by_role("region", name="Guest 1").get_by_role("button", name="Heavy Hand")
    own = ada.page.get_by_role("group", name=ada.says("terms.spell_book")).get_by_role("button", name="Heavy Hand")
    line(ada, "casts Heavy Hand").focus()
    expect(theirs_open).to_have_class(LIT)
    expect(own).not_to_have_class(LIT)
    expect(ada.board().locator("rect.lit")).to_have_count(0)
    line(ada, "is placed next to").focus()
    expect(ada.board().locator("rect.lit")).to_have_count(1)
    expect(theirs_open).not_to_have_class(LIT)


def test_a_line_of_the_log_leads_to_its_moment_in_the_replay(site: Site) -> None:
    ada, theirs = watching(site)
    theirs.act("travel dusty_desert")
    line(ada, "casts Heavy Hand").click()
    ada.thing("link", "game.moment_again").click()
    ada.sees("replay.so_far")
    slider = ada.page.get_by_role("slider")
    for _ in range(2):  # the address stays with it
        expect(slider).to_have_value("1")
        expect(ada.page).to_have_url(re.compile(r"/replay\?step=1$"))
        expect(ada.page.get_by_role("group", name=ada.says("game.log"))).to_contain_text("casts Heavy Hand")
        ada.page.reload()


def test_what_was_taken_back_has_no_moment_in_the_replay(site: Site) -> None:
    (ada,) = site.players(table("frill", "kit", dice="RG", hexes=DUEL).state, clock="none", looking=1)
    ada.lit("hex").first.click()
    line(ada, "travels").click()
    expect(ada.thing("link", "game.moment_again")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.button("game.undo").first.click()
    line(ada, "takes back").wait_for()
    for said in ("travels", "takes back"):
        line(ada, said).click()
        expect(ada.page.get_by_role("dialog", name=ada.says("game.what_was_that"))).to_be_visible()
        expect(ada.thing("link", "game.moment_again")).to_have_count(0)
        ada.page.keyboard.press("Escape")
