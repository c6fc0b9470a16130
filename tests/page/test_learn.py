"""People who learn the game: lesson by lesson, on a real table, at their own pace."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from .learning import Learner
from .people import PHONE, Person, Site
from .tables import peaceful


def place(person: Person) -> dict[str, str]:
    """The lesson that the browser remembers."""
    found: dict[str, str] = json.loads(person.state()["casting-shadows:learn"])["place"]
    return found


def test_a_newcomer_learns_a_turn_on_a_phone_and_goes_on_where_they_left(site: Site) -> None:
    ada = site.newcomer(screen=PHONE).goes("/")
    ada.click("home.learn")
    ada.click("learn.begin")
    learner = Learner(ada).arrives()
    ada.assert_no_scroll()
    for _ in range(2):
        learner.step()
    room = place(ada)["code"]
    ada.sees("learn.say_turn_travel", underground_volcano="Underground Volcano")

    ada.button("game.short_reroll").click(force=True)
    ada.sees("codes.lesson/later")
    expect(ada.lit()).to_have_count(1)

    ada.page.reload()
    ada.sees("learn.say_turn_travel", underground_volcano="Underground Volcano")
    learner.finishes()
    ada.assert_no_scroll()

    ada.button("learn.again").click()
    ada.sees("learn.say_turn_welcome")
    assert place(ada)["code"] == room, "to begin again takes no other room"
    learner.finishes()
    learner.press(learner.leaving)
    ada.sees("learn.say_spells_cast", frill="Frill", heavy_hand="Heavy Hand")
    ada.button("learn.leave").click()
    expect(ada.page.get_by_role("img", name=ada.says("learn.finished"))).to_have_count(1)
    ada.goes("/games")
    ada.sees("home.none_running")


def test_an_attack_is_answered_in_german_whatever_the_learner_tries_first(site: Site) -> None:
    ada = site.person("Ada", language="de").goes("/learn/counterspells")
    learner = Learner(ada).arrives()
    learner.step()
    ada.click("game.short_end")  # the lantern said so: nobody asks whether that is meant
    sheet = ada.page.get_by_role("dialog", name=ada.says("game.under_attack"))
    sheet.get_by_role("button", name=ada.says("terms.action_pass")).click()
    ada.sees("codes.lesson/later")
    ada.button("game.your_secret", card="Schutzkuppel").click()
    expect(sheet.get_by_role("radio", name="Schutzkuppel")).to_be_checked()
    learner.finishes()
    ada.sees("learn.say_counterspells_done", pointed_shield="Stachelschild")


def test_leaving_a_lesson_by_the_menu_leads_to_the_lessons_and_it_waits(site: Site) -> None:
    ada = site.person("Ada").goes("/learn/turn")
    learner = Learner(ada).arrives()
    learner.step()
    told = learner.words.inner_text()
    ada.click("game.menu")
    expect(ada.button("game.report")).to_be_visible()
    expect(ada.thing("link", "replay.look_back")).to_have_count(0)  # nobody keeps a link to the room
    ada.click("game.leave", ada.page.get_by_role("dialog"))
    ada.sees("learn.about")
    ada.goes("/learn/turn")
    expect(learner.words).to_have_text(told)


def test_leaving_an_example_leads_to_the_rules_also_when_it_is_over(site: Site) -> None:
    for is_over in (False, True):
        ada = site.person("Ada").goes("/learn/escape")
        Learner(ada).arrives()
        ada.click("game.menu")
        if is_over:
            concede = ada.says("terms.action_concede")
            ada.page.get_by_role("button", name=concede).click()
            ada.page.get_by_role("dialog").get_by_role("button", name=concede).click()
            ada.sees("game.rematch")
        ada.click("game.leave", ada.page.get_by_role("dialog"))
        ada.sees("rules.rulings_about")


def test_the_log_of_a_lesson_offers_no_way_back(site: Site) -> None:
    ada = site.person("Ada").goes("/learn/turn")
    learner = Learner(ada).arrives()
    log = ada.page.get_by_role("log", name=ada.says("game.log"))
    while not log.get_by_role("button", name="travels").count():
        learner.step()
    expect(ada.button("game.undo_to_here")).to_have_count(0)


def test_a_lesson_whose_room_is_gone_begins_anew(site: Site) -> None:
    gone = {"lesson": "spells", "code": "ZZZZZZZZ", "token": "0" * 32, "base": 1, "step": 3}
    ada = site.person("Ada").goes("/")
    ada.page.evaluate("(place) => localStorage.setItem('casting-shadows:learn', JSON.stringify({ done: [], place }))", gone)
    ada.goes("/learn/spells")
    ada.sees("learn.say_spells_cast", frill="Frill", heavy_hand="Heavy Hand")


def test_the_tutorial_ends_in_a_gentle_game_in_which_the_lantern_stays(site: Site) -> None:
    ada = site.person("Ada", screen=PHONE, botPace="instant").goes("/learn/victory")
    learner = Learner(ada)
    learner.finishes()
    learner.press(learner.leaving)
    expect(ada.page).to_have_url(re.compile("/r/[0-9A-Z]{8}$"))
    ada.sees("game.do_it")
    ada.sees("learn.first_hello", name="Frill")
    ada.assert_no_scroll()
    ada.page.reload()
    ada.sees("learn.first_hello", name="Frill")
    ada.click("game.menu")
    ada.page.get_by_role("button", name=ada.says("terms.action_concede")).click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_concede")).click()
    ada.sees("learn.first_lost")


def test_in_the_first_game_a_hint_that_comes_too_late_is_asked_for_anew_and_nothing_is_said_of_it(site: Site) -> None:
    (guest, _) = site.game(peaceful(), clock="none")
    guest.hang_up()
    ada = site.person("Ada", rooms={guest.code: guest.token}).goes("/settings")
    ada.page.evaluate("(code) => localStorage.setItem('casting-shadows:hinted', JSON.stringify(code))", guest.code)
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    is_slow = True

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda said: held.append((page, said)) if is_slow and '"t":"hint"' in str(said) else page.send(said))

    ada.page.route_web_socket(re.compile("/ws$"), between)
    ada.goes(f"/r/{guest.code}")
    ada.lit("hex").first.click()
    expect(ada.button("game.undo_steps_one")).to_be_enabled()
    ada.sees("game.your_turn")
    is_slow = False
    for page, said in held:
        page.send(said)
    ada.sees("game.do_it")
    for key in ("codes.hint/thinking", "codes.version/stale"):
        expect(ada.page.get_by_text(ada.says(key))).to_have_count(0)


def test_whoever_plays_at_once_is_offered_the_tutorial_and_their_game_waits(site: Site) -> None:
    ada = site.newcomer(screen=PHONE).goes("/")
    ada.click("home.play_now")
    expect(ada.board()).to_be_visible()
    ada.sees("home.new_here")
    ada.assert_no_scroll()
    ada.click("home.learn")
    ada.sees("learn.about")
    ada.click("common.home")
    ada.click("home.continue")
    expect(ada.board()).to_be_visible()
    expect(ada.page.get_by_text(ada.says("home.new_here"))).to_have_count(0)


def test_a_ruling_is_found_by_its_number_and_an_example_is_tried_with_one_click(site: Site) -> None:
    ada = site.person("Ada", screen=PHONE, botPace="instant").goes("/rules#ruling-S25")
    expect(ada.page.locator("#S25")).to_be_focused()
    ada.page.get_by_role("searchbox").fill("out of reach")
    expect(ada.page.locator("#S25")).to_be_visible()
    expect(ada.page.locator("#S8")).to_have_count(0)
    ada.page.wait_for_function("() => CSS.highlights.get('found')?.size >= 3")  # each of the words is lit
    ada.page.get_by_role("searchbox").fill("level")
    expect(ada.page.locator("section#book")).to_be_visible()
    ada.page.get_by_role("searchbox").fill("face down in your")
    ada.click("rules.try_it")
    ada.sees("learn.example_escape", frill="Frill")
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button").last.click()
    expect(ada.page.get_by_text("Run Away!").first).to_be_visible()
    ada.button("learn.again").click()
    expect(ada.page.get_by_role("img", name=ada.says("game.points", n=4))).to_be_visible()
    ada.button("learn.leave").click()
    ada.sees("rules.rulings_about")
