"""The table for those who play by key or listen to it."""

from __future__ import annotations

from playwright.sync_api import expect

from ..table import table
from .driving import Driver, play_out
from .people import PHONE, Site
from .tables import DUEL, answerable, duel, shadows


def test_arrow_keys_choose_whom_a_spell_hits_and_escape_leads_back_to_it(site: Site) -> None:
    crowd = table("frill", "kit", "haze", dice="RG RG", books={"frill": "heavy_hand"}, hexes={**DUEL, "haze": "thornwood"})
    ada, *_ = site.players(crowd.state, people=3, looking=1, clock="none")
    spell = ada.page.get_by_role("group", name=ada.says("terms.spell_book")).get_by_role("button", name="Heavy Hand")
    spell.focus()
    ada.page.keyboard.press("Enter")
    enemies = ada.page.get_by_role("radiogroup", name=ada.says("game.which_enemy")).get_by_role("radio")
    enemies.first.focus()
    for key, chosen in (("ArrowRight", 1), ("ArrowDown", 0), ("ArrowLeft", 1)):
        ada.page.keyboard.press(key)
        expect(enemies.nth(chosen)).to_be_focused()
        expect(enemies.nth(chosen)).to_be_checked()
        expect(enemies.nth(1 - chosen)).not_to_be_checked()
    ada.page.keyboard.press("Escape")
    expect(spell).to_be_focused()


def test_whoever_listens_asks_who_is_where_and_which_cards_lie_there(site: Site) -> None:
    places = {"frill": "thornwood", "kit": "amber_mountain"}
    there = table("frill", "kit", hp={"frill": 7}, hexes=places, market={"thornwood": "red_gem"})
    ada, *_ = site.players(there.state, looking=1, clock="none")
    heard = ada.page.get_by_role("status")
    expect(ada.lit().first).to_be_visible()
    ada.page.keyboard.press("w")
    expect(heard.filter(has_text="Ada: Thornwood, 7 HP. Guest 1: Amber Mountain, 18 HP.")).to_be_attached()
    ada.page.keyboard.press("m")
    expect(heard.filter(has_text="Thornwood: Red Gem.")).to_be_attached()


def test_letter_keys_are_switched_off_where_they_are_listed_and_escape_stays(site: Site) -> None:
    ada, *_ = site.players(duel(), looking=1, clock="none")
    dialogs, keys = ada.page.get_by_role("dialog"), ada.page.get_by_role("checkbox", name=ada.says("settings.letter_keys"))
    expect(ada.lit().first).to_be_visible()
    ada.page.keyboard.press("?")
    keys.uncheck()
    ada.page.keyboard.press("Escape")
    expect(dialogs).to_have_count(0)
    for key in "e1?":
        ada.page.keyboard.press(key)
    ada.click("game.menu")
    ada.click("game.keys")
    expect(dialogs).to_have_count(1)
    keys.check()
    ada.page.keyboard.press("Escape")
    expect(dialogs).to_have_count(0)
    ada.page.keyboard.press("e")
    expect(dialogs.get_by_role("button", name=ada.says("game.end_turn"))).to_be_visible()


def test_on_a_phone_what_others_do_is_read_out_and_a_seat_tells_everything_about_it(site: Site) -> None:
    ada, bob, *_ = site.players(shadows(), people=4, looking=2, screen=PHONE, clock="none")
    seats = bob.page.locator(".seats button")
    expect(seats.nth(0)).to_have_accessible_name(bob.says("terms.shadow_form"))
    expect(seats.nth(0)).to_have_attribute("aria-current", "true")
    expect(seats.nth(1)).to_have_accessible_name(bob.says("terms.status_frozen"))
    expect(seats.nth(2)).to_have_accessible_name(bob.says("terms.status_stunned"))
    ada.lit("hex").first.click()
    expect(bob.page.locator(".board").get_by_role("status").filter(has_text="Ada")).to_be_attached()


def test_on_a_phone_ones_own_roll_is_read_out_and_an_attack_tells_what_it_would_do_and_how_long_there_is(site: Site) -> None:
    ada, bob = site.players(answerable(), screen=PHONE, clock="relaxed", window=15)
    expect(bob.page.locator(".seats button").nth(0)).to_have_accessible_name(bob.says("game.minutes_left"))
    ada.page.keyboard.press("w")
    heard = ada.page.get_by_role("status")
    for fact in (ada.says("terms.phase_actions"), ada.says("game.points", n=4), ada.says("game.pool_of", name="Ada")):
        expect(heard.filter(has_text=fact)).to_be_attached()
    ada.page.get_by_role("group", name=ada.says("terms.resource_pool")).locator(".die > button").first.click()
    ada.page.get_by_role("dialog").locator("footer").get_by_role("button").last.click()
    expect(heard.filter(has_text=ada.says("events.dice_rerolled", seat="Frill"))).to_be_attached()
    bob.page.keyboard.press("c")
    bob.page.get_by_label(bob.says("room.say_something")).fill("good luck")
    bob.page.keyboard.press("Enter")
    bob.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("button", name=ada.says("game.unread_one"))).to_be_visible()
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_cast")).last.click()
    question = bob.page.get_by_role("dialog", name=bob.says("game.under_attack", attacker="Ada"))
    expect(question).to_have_accessible_description(bob.says("game.would_hit", before=18))
    expect(question).to_have_accessible_description(bob.says("game.seconds_left"))


def test_a_dialog_takes_no_focus_from_somebody_who_already_types_in_it(site: Site) -> None:
    ada, *_ = site.players(duel(), looking=1, clock="none", screen=PHONE)
    expect(ada.lit("pawn").first).to_be_visible()
    typing = """() => new Promise((done) => {
      new MutationObserver((_, seer) => {
        const input = document.querySelector("dialog input");
        if (!input) return;
        seer.disconnect();
        input.focus();
        setTimeout(() => done(document.activeElement === input), 300);
      }).observe(document.body, { childList: true, subtree: true });
      dispatchEvent(new KeyboardEvent("keydown", { key: "c", code: "KeyC" }));
    })"""
    assert ada.page.evaluate(typing)


def test_what_a_sheet_covers_on_a_phone_cannot_be_reached_behind_it(site: Site) -> None:
    ada, *_ = site.players(duel(), looking=1, clock="none", screen=PHONE)
    ada.lit("pawn").first.click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    expect(ada.page.locator(".dock")).to_have_js_property("inert", True)
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("game.cancel")).last.click()
    expect(ada.page.locator(".dock")).to_have_js_property("inert", False)
    ada.click("game.short_end")


def test_the_end_of_a_game_keeps_the_focus_until_one_looks_at_the_board(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    play_out([Driver(ada, 1), Driver(bob, 2)], most=150)
    for person in (ada, bob):
        expect(person.page.get_by_role("dialog").get_by_role("heading", level=1)).to_be_focused()
        for _ in range(30):
            person.page.keyboard.press("Tab")
            assert person.page.evaluate("() => !document.activeElement.closest('.seats, .board, .dock, aside')")
    ada.click("game.look_at_board")
    expect(ada.page.locator(".dock")).to_have_js_property("inert", False)


def test_what_has_the_focus_is_looked_up_in_the_rules_by_key(site: Site) -> None:
    ada, *_ = site.players(duel(), looking=1, clock="none")
    spell = ada.page.get_by_role("group", name=ada.says("terms.spell_book")).get_by_role("button", name="Heavy Hand")
    for thing, place in ((spell, "heavy_hand"), (ada.button("game.short_reroll"), "actions")):
        thing.focus()
        with ada.context.expect_page() as opened:
            ada.page.keyboard.press("i")
        opened.value.wait_for_url(f"**/rules#{place}")
        expect(opened.value.locator(f"#{place}")).to_be_in_viewport()
        opened.value.close()
