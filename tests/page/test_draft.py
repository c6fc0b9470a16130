"""Before the game, characters are picked in turn."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from .people import DESK, PHONE, Person, Site
from .tables import draft
from .test_alone import saved

ACTIVE = re.compile(r"\bactive\b")


def picks(person: Person, character: str) -> None:
    """Somebody takes one of those who are left."""
    person.page.get_by_role("dialog").get_by_role("button", name=re.compile(f"^{character}")).click()


def test_whoever_picks_is_marked_and_nobody_has_hp_before_the_game_begins(site: Site) -> None:
    ada, bob = site.players(draft(), clock="none", screen=PHONE)
    first, second = (ada.page.locator(".seats button").nth(seat) for seat in (0, 1))
    expect(first).to_have_attribute("aria-current", "true")
    picks(ada, "Nuzzle")
    expect(second).to_have_attribute("aria-current", "true")
    expect(first).not_to_have_attribute("aria-current", "true")
    expect(first).to_have_accessible_name(re.compile("Nuzzle"))
    expect(first).not_to_have_accessible_name(re.compile("HP"))
    expect(first).not_to_have_text(re.compile("0"))
    ada.page.keyboard.press("w")
    expect(ada.page.get_by_role("status").filter(has_text=ada.says("terms.phase_draft"))).to_be_attached()
    expect(ada.page.get_by_role("status").filter(has_text=ada.says("game.pool_of"))).to_have_count(0)

    code = ada.page.url.rpartition("/")[2]
    ada.resizes(DESK)
    seats = ada.page.locator(".seats section")
    expect(seats.nth(1)).to_have_class(ACTIVE)
    expect(seats.nth(0)).not_to_have_class(ACTIVE)
    expect(ada.page.get_by_role("img", name=ada.says("card.hp"))).to_have_count(0)

    ada.goes(f"/r/{code}/replay?step=1")
    cards = ada.page.get_by_role("button", name=re.compile("^(Ada|Guest 1)"))
    expect(cards.nth(1)).to_have_class(ACTIVE)
    expect(cards.nth(0)).not_to_have_class(ACTIVE)
    expect(cards.nth(0)).not_to_have_accessible_name(re.compile("HP"))
    expect(cards.nth(0)).not_to_have_text(re.compile("0"))

    picks(bob, "Kit")
    expect(bob.button("game.seat_label", name="Ada", hp=18)).to_be_visible()


def test_whoever_presses_something_while_another_picks_is_told_who_that_is(site: Site) -> None:
    _, bob = site.players(draft(), clock="none")
    bob.button("game.short_reroll").click(force=True)
    bob.sees("refusals.not-your-choice", waiting_for="Ada")


def test_a_draft_can_be_paused_and_left_but_not_conceded(site: Site) -> None:
    ada, bob = site.players(draft(), clock="none", screen=PHONE)
    bob.click("game.menu")
    expect(bob.button("game.report")).to_be_visible()
    expect(bob.page.get_by_role("button", name=bob.says("terms.action_concede"))).to_have_count(0)
    bob.click("game.leave")
    bob.sees("game.leave_bot")
    bob.click("game.cancel")
    bob.click("game.menu")
    bob.click("game.pause")
    ada.sees("game.wants_pause_one", names="Guest 1")
    ada.click("game.pause_too")
    bob.sees("game.is_paused")


def test_a_game_against_bots_is_saved_in_its_draft(site: Site, tmp_path: Path) -> None:
    (ada,) = site.players(draft(), people=1, bots=1)
    file = saved(ada, tmp_path / "game.txt")
    ada.goes("/replay").page.locator("input[type=file]").set_input_files(file)
    ada.page.get_by_label(ada.says("replay.play_on_as")).select_option("0")
    ada.click("replay.play_on")
    picks(ada, "Nuzzle")
    expect(ada.board()).to_be_visible()


def test_who_picked_whom_stays_in_the_log_when_the_game_begins(site: Site) -> None:
    ada, bob = site.players(draft(), clock="none")
    picks(ada, "Nuzzle")
    picks(bob, "Kit")
    for person, other, character in ((ada, "Guest 1", "Kit"), (bob, "Ada", "Nuzzle")):
        log = person.page.get_by_role("log", name=person.says("game.log"))
        expect(log.get_by_text(person.says("events.game_started"))).to_be_visible()
        expect(log.get_by_text(person.says("events.character_picked"))).to_have_count(2)
        expect(log.get_by_text(person.says("events.character_picked", seat=other, character=character))).to_be_visible()
