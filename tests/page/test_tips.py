"""Whatever is on the table says what it is, and where the rules tell more: to a mouse, to a finger and to keys."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from casting_shadows.protocol import commands as c

from ..table import table
from .people import PHONE, Person, Site
from .tables import DUEL, duel, peaceful, shadows


def leads_to(person: Person, place: str, link: Locator) -> None:
    """The link opens the rules at this place, beside the game."""
    with person.context.expect_page() as opened:
        link.tap() if person.page.evaluate("matchMedia('(pointer: coarse)').matches") else link.click()
    is_there(opened.value, place)


def is_there(rules: Page, place: str) -> None:
    expect(rules).to_have_url(re.compile(f"/rules#{place}$"))
    expect(rules.locator(f"[id={place}]")).to_be_in_viewport()
    rules.close()


def holds(person: Person, thing: Locator) -> None:
    """A finger is laid on something for a while, and lifted."""
    box = thing.bounding_box()
    assert box
    line = person.context.new_cdp_session(person.page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(person.page.locator("[popover]")).to_be_visible()
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_frozen_and_stunned_say_what_they_do_to_a_mouse_and_to_keys(site: Site) -> None:
    (ada,) = site.players(shadows(), people=4, clock="none", looking=1)
    tip = ada.page.locator("[popover]")
    for number, status in ((1, "frozen"), (2, "stunned")):
        board = ada.page.locator(".seats section").filter(has=ada.button("game.look_at", card=f"Guest {number}"))
        board.get_by_text(ada.says(f"terms.status_{status}")).hover()
        expect(tip).to_contain_text(ada.says(f"glossary.about_{status}"))
        ada.page.mouse.move(700, 860)
        expect(tip).to_have_count(0)
    ada.button("game.look_at", card="Guest 1").focus()
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Shift+Tab")
    expect(tip).to_contain_text(ada.says("glossary.about_frozen"))
    with ada.context.expect_page() as opened:
        ada.page.keyboard.press("i")
    is_there(opened.value, "statuses")


def test_all_that_a_seat_shows_is_explained_by_a_tap_on_it(site: Site) -> None:
    (ada,) = site.players(shadows(), people=4, clock="none", looking=1, screen=PHONE, language="de")
    ada.button("game.seat_label", name="Guest 1").tap()
    words = ada.thing("group", "glossary.title")
    for word in ("eingefroren", "LP", "Schattenenergie", "Fallenkarte"):
        expect(words.get_by_role("button", name=word, exact=True)).to_be_visible()
    words.get_by_role("button", name="eingefroren").tap()
    ada.sees("glossary.about_frozen")
    leads_to(ada, "statuses", words.get_by_role("link"))


def test_what_a_spell_would_make_of_somebody_is_explained_where_it_is_foreseen(site: Site) -> None:
    game = table("frill", "kit", packs="base+ice_storm", dice="RG RG BG BG PO", books={"frill": "frost_nip"}, hexes=DUEL)
    (ada,) = site.players(game.state, clock="none", looking=1, packs=["base", "ice_storm"])
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_text(ada.says("terms.status_frozen"), exact=True).last.hover()
    expect(ada.page.locator("[popover]")).to_contain_text(ada.says("glossary.about_frozen"))


def test_what_a_finger_has_held_stays_with_a_link_to_the_rules(site: Site) -> None:
    (ada,) = site.players(duel(), clock="none", looking=1, screen=PHONE)
    tip = ada.page.locator("[popover]")
    for held, about, place in (
        (ada.button("game.short_reroll"), "glossary.about_reroll", "actions"),
        (ada.page.locator(".die").first, "glossary.about_resource", "symbols"),
    ):
        holds(ada, held)
        expect(tip).to_contain_text(ada.says(about))
        leads_to(ada, place, tip.get_by_role("link"))
        expect(tip).to_have_count(0)
    holds(ada, ada.page.locator("[data-hex=amber_mountain]"))
    expect(tip).to_contain_text("1 Red Gem")
    leads_to(ada, "amber_mountain", tip.get_by_role("link"))
    assert not ada.page.get_by_role("dialog").is_visible(), "holding is not pressing"
    holds(ada, ada.button("game.short_reroll"))
    expect(tip.get_by_role("link")).to_be_visible()
    ada.page.locator(".prompt .text").tap()
    expect(tip).to_have_count(0)


def test_a_line_of_the_german_log_explains_its_verb(site: Site) -> None:
    (ada,) = site.players(peaceful(), clock="none", looking=1, language="de")
    ada.lit("hex").first.click()
    ada.page.get_by_role("log").get_by_role("button", name="bewegt sich").click()
    words = ada.thing("group", "glossary.title")
    words.get_by_role("button", name="bewegt sich").click()
    ada.sees("glossary.about_travel")
    leads_to(ada, "actions", words.get_by_role("link"))


def test_help_that_cannot_be_had_says_why(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none")
    hint = bob.button("game.hint_ask")
    hint.hover()
    expect(bob.page.locator("[popover]")).to_contain_text(bob.says("codes.hint/not-your-turn"))
    hint.click(force=True)  # what says that it cannot be used can be pressed all the same
    expect(bob.page.locator(".prompt")).to_contain_text(bob.says("codes.hint/not-your-turn"))
    ada.button("game.undo_all").click(force=True)
    expect(ada.page.locator(".prompt")).to_contain_text(ada.says("codes.undo/nothing"))
    ada.lit("hex").first.click()
    expect(ada.button("game.undo_all")).to_have_attribute("aria-disabled", "false")


def test_keys_are_told_what_a_conversion_spends_and_what_it_gains(site: Site) -> None:
    game = table("frill", "kit", dice="RC BC BO", books={"frill": "curse_void"}, hexes=DUEL)
    (ada,) = site.players(game.state, clock="none", looking=1)
    ada.click("game.use_card", card="Curse Void")
    ways = ada.page.get_by_role("dialog").get_by_role("radio")
    ways.first.focus()
    tip = ada.page.locator("[popover]")
    for key in ("ArrowDown", "ArrowUp"):
        ada.page.keyboard.press(key)
        expect(tip).to_contain_text(re.compile("Curse.+Gem", re.DOTALL))
        expect(tip).to_contain_text("Red Gem" if key == "ArrowUp" else "Blue Gem")


def test_help_that_cannot_be_had_gives_the_true_reason(site: Site) -> None:
    mine, theirs = site.game(peaceful(), clock="none", undo="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}")
    undo, lamp, status = ada.button("game.undo").first, ada.button("game.hint_ask"), ada.page.locator(".prompt [role=status]")
    undo.click(force=True)
    expect(status).to_have_text(ada.says("game.undo_none"))
    ada.page.wait_for_load_state("networkidle")
    ada.may_lose_the_line = True
    ada.context.set_offline(True)
    ada.cut()
    ada.lit("hex").first.click()
    expect(status).to_have_text(ada.says("game.sending"))
    lamp.click(force=True)
    expect(lamp).to_have_accessible_description("")
    expect(status).to_have_text(ada.says("game.sending"))
    ada.context.set_offline(False)
    expect(status).to_have_text(ada.says("game.your_turn"))
    ada.click("game.menu")
    ada.click("game.pause")
    theirs.do(c.Pause, on=True)
    ada.page.keyboard.press("Escape")
    for button in (undo, lamp):
        expect(button).to_have_accessible_description(ada.says("codes.room/paused"))
        button.click(force=True)
        expect(status).to_have_text(ada.says("codes.room/paused"))
    theirs.do(c.Pause, on=False)
    ada.click("game.go_on")
    expect(status).to_have_text(ada.says("game.your_turn"))
