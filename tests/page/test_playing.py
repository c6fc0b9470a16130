"""People play with each other by clicking what is lit."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from casting_shadows.protocol import commands as c

from .driving import Driver, play_out
from .people import PHONE, Person, Site
from .scenes import SCENES
from .tables import answerable, duel, peaceful

ROOM = "() => fetch(`/api/rooms/${location.pathname.slice(3)}`).then((answer) => answer.json())"
"""The room as the server tells of it."""
PICTURES = """() => {
  window.changes = [];
  let picture = 0;
  const count = () => { picture += 1; requestAnimationFrame(count); };
  count();
  for (const part of ["actions", "pool", "map", "seats"])
    new MutationObserver(() => window.changes.push([part, picture]))
      .observe(document.querySelector("." + part), { subtree: true, attributes: true, childList: true, characterData: true });
}"""
"""Notes in which picture each part of the table changes."""


def attack(person: Person) -> None:
    """Tap the enemy that is lit, and cast what the sheet offers."""
    person.lit("pawn").first.click()
    sheet = person.page.get_by_role("dialog")
    sheet.get_by_role("button", name=person.says("terms.action_cast")).last.click()


def test_two_people_play_a_game_to_its_end_and_then_another(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    play_out([Driver(ada, 1), Driver(bob, 2)], most=150)
    ada.click("game.rematch")
    ada.sees("game.rematch_waits", names="Guest 1")
    bob.click("game.rematch")
    for person in (ada, bob):
        expect(person.button("game.rematch")).not_to_be_visible()
        expect(person.board()).to_be_visible()


def leaves(person: Person, way: str) -> None:
    """By the menu, and yes, really."""
    person.click("game.menu")
    person.click(way)
    person.click(way, person.page.get_by_role("dialog"))


def test_a_rematch_waits_for_those_who_are_there_and_for_nobody_who_has_left(site: Site) -> None:
    ada, bob, eve = site.players(people=3, clock="none", leavers="concede")
    leaves(eve, "game.leave")
    eve.sees("room.left_title")
    leaves(ada, "terms.action_concede")
    ada.click("game.rematch")
    ada.sees("game.rematch_waits", names="Guest 1")
    expect(ada.button("game.rematch")).to_contain_text("1/2")
    bob.click("game.rematch")
    for person in (ada, bob):
        expect(person.button("game.rematch")).not_to_be_visible()
        expect(person.board()).to_be_visible()


def test_after_a_game_the_table_is_changed_and_the_next_game_begins_with_it(site: Site) -> None:
    (guest,) = site.game(people=1, bots=2, characters="pick", clock="none")
    guest.concede(0)
    while not guest.is_over:
        guest.hear()
    guest.hang_up()
    ada = site.person("Ada", rooms={guest.code: guest.token}).goes(f"/r/{guest.code}")
    ada.click("game.change_table")
    ada.page.get_by_label(ada.says("room.bot_for", n=2)).select_option("random")
    ada.page.get_by_label(ada.says("room.bot_for", n=3)).select_option("")
    ada.page.get_by_role("button", name="Haze").click()
    ada.click("game.result")
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    ada.click("game.change_table")
    eve = site.person("Eve").goes(f"/r/{guest.code}")
    eve.click("home.join")
    for person in (eve, ada):
        person.sees("room.next_game")
        person.click("game.rematch")
    for person in (eve, ada):
        expect(person.board()).to_be_visible()
    seats = ada.page.evaluate(ROOM)["seats"]
    assert [(seat["kind"], seat.get("bot")) for seat in seats] == [("person", None), ("bot", "random"), ("person", None)]
    assert seats[0]["character"] == "haze"


def test_a_game_that_is_over_is_told_of_those_who_played_it_whoever_has_come_since(site: Site) -> None:
    mine, theirs = site.game(duel(), clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}")
    expect(ada.board()).to_be_visible()
    theirs.concede(1)
    ada.sees("game.you_win")
    theirs.do(c.Leave)
    eve = site.person("Eve").goes(f"/r/{mine.code}")
    eve.click("home.join")
    eve.sees("room.next_game")
    ada.click("game.change_table")
    expect(ada.page.get_by_text("Eve").first).to_be_visible()
    ada.click("game.result")
    ada.sees("game.you_win")
    ada.click("game.look_at_board")
    expect(ada.page.get_by_role("region", name="Guest 1")).to_be_visible()
    expect(ada.page.get_by_role("region", name="Eve")).to_have_count(0)


def test_somebody_watches_sees_what_happens_and_can_do_nothing(site: Site) -> None:
    ada, _, eve = site.players(answerable(), watchers=1, clock="none")
    eve.sees("game.watching")
    assert eve.lit().count() == 0
    assert eve.page.get_by_text("Pointed Shield").count() == 0
    ada.lit("hex").first.click()
    expect(ada.button("game.undo_steps_one")).to_be_enabled()
    expect(eve.page.get_by_role("log").get_by_text("Ada").first).to_be_visible()


def test_the_one_who_is_hit_answers_with_a_counterspell_and_nobody_can_tell_when(site: Site) -> None:
    ada, bob = site.players(answerable(), clock="none")
    attack(ada)
    bob.sees("game.under_attack")
    ada.sees("game.responses")
    bob.page.get_by_role("radio", name="Pointed Shield").click()
    bob.page.get_by_role("dialog").get_by_role("button").last.click()
    expect(bob.page.get_by_role("dialog")).not_to_be_visible()
    ada.sees("game.your_turn")
    expect(ada.page.get_by_role("log").get_by_text("Pointed Shield").first).to_be_visible()


def test_the_menu_offers_to_be_asked_less_only_where_that_decides_anything(site: Site) -> None:
    for clock in ("none", "relaxed"):
        ada, _ = site.players(answerable(), clock=clock)
        ada.click("game.menu")
        expect(ada.button("game.report")).to_be_visible()
        ways = ada.page.get_by_role("group", name=ada.says("game.answering"))
        expect(ways).to_have_count(0 if clock == "none" else 1)
        expect(ways.get_by_role("radio")).to_have_count(0 if clock == "none" else 3)


def test_whoever_is_hit_and_passes_takes_the_damage(site: Site) -> None:
    ada, bob = site.players(answerable(), clock="none", screen=PHONE)
    attack(ada)
    bob.sees("game.under_attack")
    bob.page.get_by_role("button", name=bob.says("terms.action_pass")).click()
    expect(bob.page.get_by_role("dialog")).not_to_be_visible()
    expect(ada.button("game.seat_label", name="Guest 1", character="Kit", hp=14)).to_be_visible()


def test_whoever_lets_the_time_run_out_takes_the_damage_and_not_before(site: Site) -> None:
    ada, bob = site.players(answerable(), clock="relaxed", window=3)
    attack(ada)
    bob.sees("game.under_attack")
    bob.page.wait_for_timeout(1500)
    expect(bob.page.get_by_role("dialog")).to_be_visible()
    expect(ada.page.get_by_text(ada.says("game.responses")).first).to_be_visible()
    expect(bob.page.get_by_role("dialog")).not_to_be_visible()
    expect(bob.page.get_by_role("log").get_by_text(re.compile(r"14\sHP left"))).to_be_visible()


def test_the_moment_of_a_transformation_ends_when_somebody_presses_anything(site: Site) -> None:
    for way in ("key", "press"):
        ada = SCENES["transform_beat"](site, {})
        ada.sees("game.beat_on")
        if way == "key":
            ada.page.keyboard.press("e")
        else:
            ada.page.mouse.click(700, 500)
        expect(ada.page.locator(".beat")).to_have_count(0)
        expect(ada.page.get_by_role("dialog")).to_have_count(0)


def test_a_walk_is_taken_back(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none")
    home = ada.page.locator("[data-hex=thornwood]")
    expect(home).to_have_accessible_name(ada.says("card.here_one", names="Ada"))
    ada.lit("hex").first.click()
    expect(home).not_to_have_accessible_name(ada.says("card.here_one", names="Ada"))
    ada.click("game.undo_steps_one")
    for person in (ada, bob):
        expect(person.page.locator("[data-hex=thornwood]")).to_have_accessible_name(ada.says("card.here_one", names="Ada"))


def test_the_log_shows_how_far_one_can_go_back_and_leads_there(site: Site) -> None:
    ada, _ = site.players(peaceful(), clock="none")
    start = ada.board().aria_snapshot()
    back = ada.button("game.undo_to_here")
    expect(back).to_have_count(0)
    ada.lit("hex").first.click()
    expect(ada.button("game.undo_steps_one")).to_be_enabled()
    ada.lit("hex").last.click()
    expect(ada.button("game.undo_steps_many", n=2)).to_be_enabled()
    expect(back.locator("~ button")).to_have_count(2)
    back.click()
    expect(ada.board()).to_match_aria_snapshot(start)
    expect(back).to_have_count(0)


def test_a_new_turn_is_drawn_in_several_pictures_beginning_with_what_can_be_done(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none")
    ada.lit("hex").first.click()
    expect(bob.page.get_by_role("log").get_by_text("Ada").first).to_be_visible()  # the table is complete
    ada.click("game.short_end")
    bob.page.evaluate(PICTURES)
    ada.page.get_by_role("dialog").get_by_role("button").last.click()
    bob.sees("game.your_turn")
    expect(bob.page.locator(".seats .active")).to_have_accessible_name(bob.name)
    changes = bob.page.evaluate("() => window.changes")
    first = next(picture for part, picture in changes if part == "actions")
    later = [min(picture for part, picture in changes if part == name and picture >= first) for name in ("pool", "map", "seats")]
    assert first < later[0] < later[1] < later[2], changes


def test_the_page_is_loaded_again_in_the_middle_of_a_game(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    there = ada.page.locator(f"[data-hex={ada.lit('hex').first.get_attribute('data-hex')}]")
    there.click()
    expect(there).to_have_accessible_name(re.compile("Ada stands here"))  # the board comes a picture later
    shown = ada.board().aria_snapshot()
    ada.page.reload()
    expect(ada.board()).to_be_visible()
    expect(ada.lit().first).to_be_visible()
    assert ada.board().aria_snapshot() == shown
    play_out([Driver(ada, 1), Driver(bob, 2)], most=150)


def test_the_language_changes_in_the_game_without_a_reload(site: Site) -> None:
    ada, _ = site.players(duel(), clock="none")
    ada.page.evaluate("() => { window.stayed = true }")
    ada.click("game.menu")
    ada.page.get_by_role("button", name="Deutsch").click()
    ada.language = "de"
    ada.page.keyboard.press("Escape")
    ada.sees("game.your_turn")
    expect(ada.button("game.short_end")).to_be_visible()
    assert ada.page.evaluate("() => window.stayed && document.documentElement.lang") == "de"


def test_on_a_phone_nothing_has_to_be_scrolled(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none", screen=PHONE)
    ada.assert_no_scroll()
    ada.lit("pawn").first.click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    ada.assert_no_scroll()
    bob.assert_no_scroll()
    play_out([Driver(ada, 1), Driver(bob, 2)], most=150)
    ada.assert_fits_sideways()


def test_whoever_plays_against_bots_sets_their_pace_in_the_middle_of_the_game(site: Site) -> None:
    ada = site.person("Ada", botPace="slow").goes("/")
    ada.click("home.play_now")
    expect(ada.board()).to_be_visible()
    ada.click("game.menu")
    pace = ada.page.get_by_label(ada.option("bot_pace"))
    expect(pace).to_have_value("slow")
    pace.select_option("instant")
    ada.page.wait_for_function(f"{ROOM}.then((room) => room.options.bot_pace === 'instant')")
    ada.page.keyboard.press("Escape")
    ada.click("game.menu")
    expect(pace).to_have_value("instant")


def test_people_talk_and_whoever_is_muted_is_not_heard(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none", screen=PHONE)
    for person in (ada, bob):
        person.page.get_by_role("button", name=person.option("chat")).click()
    field = bob.page.get_by_label(bob.says("room.say_something"))
    field.fill("what a night")
    field.press("Enter")
    expect(ada.page.get_by_text("what a night")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.button("game.seat_label", name="Guest 1").click()
    ada.click("game.mute")
    expect(ada.button("game.unmute")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name=ada.option("chat")).click()
    expect(ada.page.get_by_text("what a night")).not_to_be_visible()


def test_the_chat_shows_how_many_lines_are_new_and_none_that_was_read_before_the_page_was_loaded_again(site: Site) -> None:
    mine, theirs = site.game(peaceful(), clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}, screen=PHONE).goes(f"/r/{mine.code}")
    chat = ada.page.get_by_role("button", name=ada.option("chat"))
    theirs.do(c.Say, text="what a night")
    expect(chat.get_by_text("1", exact=True)).to_be_visible()
    chat.click()
    expect(ada.page.get_by_text("what a night")).to_be_visible()
    ada.page.reload()
    theirs.do(c.Say, text="and on it goes")
    expect(chat.get_by_text("1", exact=True)).to_be_visible()
