"""The log: what its lines light on the table, and where they lead."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from ..guests import Guest
from ..table import table
from .driving import end_turn
from .people import PHONE, Person, Site
from .tables import DUEL, answerable, peaceful

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


def test_a_sheet_stands_still_while_lines_of_the_log_light_the_map(site: Site) -> None:
    game = table("frill", "kit", dice="RG RG BG BO PG", hexes=DUEL, stunned="frill", turn="kit")
    mine, theirs = site.game(game.state, clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}")
    theirs.until(lambda: theirs.turn() is not None)
    theirs.act("travel dusty_desert")
    end_turn(theirs)
    sheet = ada.page.get_by_role("dialog", name=ada.says("terms.phase_leave_out"))
    expect(sheet.get_by_role("button", name="a red die")).to_be_visible()
    high = "(sheet) => sheet.offsetHeight"  # wherever it has come up to
    before = sheet.evaluate(high)
    ada.page.get_by_role("log").get_by_role("button", name=re.compile("travels")).focus()  # as under a pointer
    expect(ada.board().locator("[data-hex=dusty_desert]")).to_have_attribute("aria-label", ada.says("card.in_reach"))
    assert sheet.evaluate(high) == before
    assert not ada.page.get_by_text(ada.says("game.or_on_board")).count()


def test_lines_of_the_log_light_the_map_under_a_pointer_that_moves_and_not_under_one_that_rests(site: Site) -> None:
    mine, theirs = site.game(table("frill", "kit", dice="RG RG BG BO PG", hexes=DUEL, turn="kit").state, clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}")
    theirs.until(lambda: theirs.turn() is not None)
    theirs.act("travel dusty_desert")
    lines = ada.page.get_by_role("log").get_by_role("button", name=re.compile("travels"))
    box = lines.bounding_box()
    assert box
    x, y = box["x"] + 20, box["y"] + box["height"] * 1.5
    ada.page.mouse.move(x, y)  # where the next line will be
    theirs.act("travel ancient_rune")
    expect(lines).to_have_count(2)
    ada.page.wait_for_function("() => document.querySelector('[role=log] button:hover')")  # the browser knows what lies there
    reached = ada.board().get_by_role("button", name=ada.says("card.in_reach"))
    expect(reached).to_have_count(0)
    ada.page.mouse.move(x + 3, y)
    expect(reached).not_to_have_count(0)
    ada.page.mouse.move(5, 5)
    expect(reached).to_have_count(0)


def test_log_and_chat_are_one_key_away_wherever_they_are(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none")
    ada.page.keyboard.press("l")
    expect(ada.page.get_by_role("log", name=ada.says("game.log"))).to_be_focused()
    ada.page.keyboard.press("c")
    expect(ada.page.get_by_label(ada.says("room.say_something"))).to_be_focused()
    expect(ada.page.get_by_label(ada.says("room.say_something"))).to_have_value("")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    bob.resizes(PHONE)
    bob.page.keyboard.press("l")
    expect(bob.page.get_by_role("dialog").get_by_role("log")).to_be_visible()


def test_the_log_is_one_stop_for_tab_and_keeps_its_newest_line_in_sight(site: Site) -> None:
    ada, _ = site.players(peaceful(), clock="none", screen={"viewport": {"width": 1400, "height": 660}})
    log = ada.page.get_by_role("log", name=ada.says("game.log"))
    for _ in range(5):  # there and back again: enough lines to scroll through
        ada.lit("hex").first.click()
        ada.button("game.undo_steps_one").wait_for()
        ada.page.keyboard.press("u")
        expect(ada.button("game.undo_steps_one")).to_have_count(0)
    ada.lit("hex").first.click()
    newest = log.get_by_role("button").last
    expect(newest).to_have_text(re.compile("travels to"))
    expect(newest).to_be_in_viewport(ratio=1)
    ada.page.set_viewport_size({"width": 1400, "height": 640})
    ada.page.locator(".chat summary").click()  # what chat can say takes some of its height
    expect(newest).to_be_in_viewport(ratio=1)

    log.focus()
    ada.page.keyboard.press("ArrowUp")
    expect(newest).to_be_focused()
    ada.page.keyboard.press("ArrowUp")
    expect(log.get_by_role("button").nth(-2)).to_be_focused()
    ada.page.keyboard.press("Tab")
    assert not log.evaluate("(log) => log.contains(document.activeElement)")
    log.focus()
    ada.page.keyboard.press("End")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("dialog").get_by_role("heading", name=ada.says("game.what_was_that"))).to_be_visible()


def test_a_line_of_the_log_tells_what_it_was_about_and_what_the_words_mean(site: Site) -> None:
    ada, bob = site.players(answerable(), clock="none")
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_cast")).last.click()
    bob.page.get_by_role("radio", name="Pointed Shield").click()
    bob.page.get_by_text("Kit").first.wait_for()
    expect(bob.page.get_by_role("dialog")).to_contain_text("has 16 HP left")
    bob.page.get_by_role("dialog").get_by_role("button").last.click()
    ada.page.get_by_role("log").get_by_role("button", name="uses Pointed Shield").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=ada.says("game.what_was_that"))).to_be_visible()
    expect(dialog.get_by_role("button", name=ada.says("game.look_at", card="Pointed Shield"))).to_be_visible()
    dialog.get_by_role("group", name=ada.says("glossary.title")).get_by_role("button", name="enem").click()
    ada.sees("glossary.about_enemy")
