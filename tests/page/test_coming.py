"""How people come to a game: at once, by link, by code, to watch, with others at one device."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from ..guests import open_room
from .people import PHONE, Person, Site, a_token
from .tables import duel


def name_field(person: Person) -> None:
    """Say who one is."""
    person.page.get_by_label(person.says("common.your_name")).fill(person.name)


def opens_a_room(person: Person) -> str:
    """From the home screen to a new room; its link."""
    person.goes("/")
    person.click("home.new_room")
    name_field(person)
    person.click("home.open_room")
    link = person.page.get_by_label(person.says("room.link"))
    expect(link).to_have_value(re.compile("/r/[0-9A-Z]{8}$"))
    return link.input_value()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_where_an_address_works_on_this_machine_only_whoever_takes_a_link_from_there_is_told(
    site: Site, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(site.server, "url", site.server.url.replace("127.0.0.1", host))
    ada = site.person("Ada")
    opens_a_room(ada)
    told = ada.page.get_by_text(ada.says("room.local_link"))
    expect(told).to_have_count(1)
    ada.click("room.move")
    ada.sees("room.move_code")
    expect(told).to_have_count(2)
    ada.goes("/me")
    ada.sees("me.data")
    expect(told).to_have_count(0)
    ada.click("me.move")
    expect(told).to_be_visible()
    ada.odd = [said for said in ada.odd if "Cross-Origin-Opener-Policy" not in said]  # said wherever there is no https


@pytest.mark.parametrize("words", ["home.play_now", "home.solo"])
def test_a_newcomer_is_in_a_game_within_two_clicks(site: Site, words: str) -> None:
    ada = site.newcomer(screen=PHONE).goes("/")
    expect(ada.page.locator("main .primary")).to_contain_text(ada.says("home.learn"))
    ada.click(words)
    expect(ada.board()).to_be_visible()
    ada.assert_no_scroll()


def test_somebody_opens_a_room_a_friend_comes_by_link_and_they_play(site: Site) -> None:
    ada, bob = site.person("Ada"), site.person("Bob", screen=PHONE, language="de")
    link = opens_a_room(ada)
    bob.page.goto(link)
    name_field(bob)
    bob.click("home.join")
    ada.page.get_by_role("list").get_by_text("Bob").first.wait_for()
    bob.click("room.ready")
    ada.click("room.start")
    for person in (ada, bob):
        expect(person.board()).to_be_visible()


def test_the_way_back_to_a_game_has_its_place_before_it_comes(site: Site) -> None:
    ada = site.person("Ada", screen=PHONE)
    opens_a_room(ada)
    held: list[Route] = []
    asking = "**/api/rooms/*/turn"
    ada.page.route(asking, lambda route: held.append(route))
    with ada.page.expect_request(asking):
        ada.goes("/")
    before = ada.button("home.play_now").bounding_box()
    expect(ada.thing("link", "home.continue")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(ada.thing("link", "home.continue")).to_be_visible()
    assert ada.button("home.play_now").bounding_box() == before


def test_a_friend_types_the_code_in_any_spelling(site: Site) -> None:
    ada, bob = site.person("Ada"), site.person("Bob")
    code = opens_a_room(ada)[-8:]
    bob.goes("/")
    bob.page.get_by_label(bob.says("home.join_label")).fill(f"{code[:4].lower()}-{code[4:].lower()}")
    bob.click("home.join")
    bob.sees("room.join_title")


def test_bots_fill_a_room_and_the_game_begins(site: Site) -> None:
    ada = site.person("Ada")
    opens_a_room(ada)
    ada.click("room.fill")
    expect(ada.button("room.start")).to_have_attribute("aria-disabled", "false")
    ada.click("room.start")
    expect(ada.board()).to_be_visible()


def test_a_lobby_shuts_nobody_out_and_fits_a_phone(site: Site) -> None:
    ada = site.person("Ada", screen=PHONE)
    bob = site.person("Bob", screen=PHONE, language="de")
    bob.page.goto(opens_a_room(ada))
    bob.sees("room.join_title")
    for person in (ada, bob):
        person.assert_fits_sideways()
        person.assert_readable()
        person.assert_accessible()


def test_a_public_room_is_found_in_the_list(site: Site) -> None:
    ada, bob = site.person("Ada"), site.person("Bob")
    ada.goes("/new")
    ada.page.get_by_label(re.compile("title|name", re.IGNORECASE)).last.fill("Tea at five")
    ada.page.get_by_role("radio").last.check()
    ada.click("home.open_room")
    ada.sees("room.invite")
    bob.goes("/rooms")
    bob.page.get_by_role("link", name=re.compile("Tea at five")).click()
    bob.sees("room.join_title")


def test_people_at_one_device_sit_down_together(site: Site) -> None:
    ada = site.person("Ada").goes("/hotseat")
    fields = ada.page.get_by_role("textbox")
    fields.nth(0).fill("Ann")
    fields.nth(1).fill("Bob")
    ada.click("home.sit_down")
    expect(ada.page.get_by_text(ada.says("room.at_this_device"))).to_have_count(2)
    chosen_for = ada.page.get_by_label(ada.says("room.choose_for"))
    for character, then in (("Kit", "2 · Bob"), ("Haze", "2 · Bob")):
        ada.page.get_by_role("button", name=re.compile(f"^{character}")).click()
        expect(chosen_for.locator("option:checked")).to_have_text(then)
    for name, character in (("Ann", "Kit"), ("Bob", "Haze")):
        expect(ada.page.get_by_role("button", name=re.compile(f"^{character}"))).to_contain_text(name)
    ada.click("room.start")
    ada.page.get_by_text(re.compile("Ann|Bob")).first.wait_for()
    ada.goes("/")
    ada.sees("home.playing_as", name="Ada")


def test_a_game_is_forgotten_only_when_somebody_is_sure_and_can_be_had_back(site: Site) -> None:
    [guest] = site.game(people=1, bots=1, clock="none")
    guest.hang_up()
    ada = site.person("Ada", rooms={guest.code: guest.token}).goes("/games")
    game = ada.page.get_by_role("link", name=re.compile("^Ada and (Frill|Kit|Nuzzle|Haze)$"))
    expect(game).to_be_visible()
    ada.click("games.forget")
    ada.sees("games.forget_sure")
    ada.click("games.keep")
    expect(ada.button("games.forget")).to_be_focused()
    ada.click("games.forget")
    ada.click("games.forget_yes")
    ada.sees("games.forgotten")
    assert ada.page.evaluate("() => localStorage.getItem('casting-shadows:rooms')") == "[]"
    expect(ada.button("games.undo")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(game).to_be_visible()
    ada.goes("/")
    ada.page.get_by_role("link", name=re.compile("Ada and (Frill|Kit|Nuzzle|Haze)$")).click()
    expect(ada.board()).to_be_visible()


def test_a_mistyped_address_says_so_and_leads_home(site: Site) -> None:
    ada = site.person("Ada")
    ada.may_lose_the_line = True  # the browser notes that there is nothing
    for path in ("/rulez", "/rules/xyz", "/r/"):
        ada.goes(path)
        ada.sees("common.lost_text")
    ada.click("common.home")
    ada.sees("home.play_now")


def test_a_room_that_is_not_there_says_so_and_leads_home(site: Site) -> None:
    ada = site.person("Ada").goes("/r/ZZZZZZZZ")
    ada.sees("room.closed_title")
    ada.click("common.home")
    ada.sees("home.play_now")


def test_the_list_of_public_rooms_says_what_kind_of_game_waits_there(site: Site) -> None:
    open_room(site.server.url, a_token(), options={"title": "Swift", "listed": True, "clock": "fast", "spectators": False})
    ada = site.person("Ada").goes("/rooms")
    room = ada.page.get_by_role("link", name="Swift")
    expect(room).to_contain_text("Standard · Fast (2:30, +0:15 a turn) · Spectators: Players only")


def test_what_the_room_refuses_does_not_stay_in_its_options(site: Site) -> None:
    guests = site.game(people=3, started=False)
    guests[0].hang_up()
    ada = site.person("Ada", rooms={guests[0].code: guests[0].token}).goes(f"/r/{guests[0].code}")
    players = ada.page.get_by_role("combobox", name=ada.option("players"))
    players.select_option("2")
    expect(ada.page.get_by_role("alert")).to_be_visible()
    expect(players).to_have_value("3")
    players.select_option("4")
    expect(players).to_have_value("4")
    expect(ada.page.get_by_role("listitem").filter(has=ada.button("room.sit"))).to_have_count(1)


def test_a_code_for_another_device_that_is_none_is_refused_and_is_not_waited_for(site: Site) -> None:
    ada, bob = site.person("Ada"), site.person("Bob")
    bob.page.goto(opens_a_room(ada))
    bob.click("room.claim_title")
    code = bob.page.get_by_label(bob.says("room.claim_code"))
    for typed in (" ", "0000"):
        code.fill(typed)
        bob.click("room.claim")
        refused = bob.page.get_by_role("alert")
        expect(refused).to_be_visible()
        bob.click("common.close", refused)
        expect(refused).to_be_hidden()
    name_field(bob)
    bob.click("home.join")
    bob.sees("room.ready")


def test_whoever_leaves_a_game_finds_their_seat_when_they_come_back(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none", leavers="wait")
    bob.click("game.menu")
    bob.click("game.leave")
    bob.sees("game.leave_wait")
    bob.click("game.leave", bob.page.get_by_role("dialog"))
    bob.click("room.come_back")
    expect(bob.board()).to_be_visible()
    ada.page.keyboard.press("e")
    ada.click("game.end_turn")
    expect(bob.lit("hex").first).to_be_visible()


@pytest.mark.parametrize(
    ("people", "bots", "options", "told"),
    [
        (1, 1, {}, "game.leave_wait"),
        (1, 1, {"clock": "days"}, "game.leave_wait_timed"),
        (1, 1, {"leavers": "concede"}, "game.leave_concede"),
        (2, 0, {"leavers": "wait"}, "game.leave_wait_timed"),
        (2, 0, {"clock": "days", "leavers": "concede"}, "game.leave_wait_timed"),
    ],
)
def test_whoever_wants_to_leave_is_told_what_becomes_of_the_game(
    site: Site, people: int, bots: int, options: dict[str, Any], told: str
) -> None:
    ada, *_ = site.players(duel(), people=people, bots=bots, **options)
    ada.click("game.menu")
    ada.click("game.leave")
    ada.sees(told)


def test_whoever_leaves_a_game_that_is_over_has_no_seat_to_come_back_to(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none", screen=PHONE)
    bob.click("game.menu")
    bob.click("terms.action_concede")
    bob.click("terms.action_concede", bob.page.get_by_role("dialog"))
    ada.click("game.look_at_board")
    ada.click("game.menu")
    ada.click("game.leave")
    ada.sees("game.leave_over")
    ada.click("game.leave", ada.page.get_by_role("dialog"))
    ada.sees("room.left_title")
    assert ada.page.evaluate("() => localStorage.getItem('casting-shadows:rooms')") == "[]"


def test_a_place_that_was_moved_is_not_offered_to_the_device_it_has_left(site: Site) -> None:
    ada, phone = site.person("Ada"), site.person("Ada", screen=PHONE)
    phone.page.goto(opens_a_room(ada))
    ada.click("room.move")
    code = ada.page.get_by_text(re.compile("^[0-9a-z]{5}-[0-9a-z]{5}$")).inner_text()
    phone.click("room.claim_title")
    phone.page.get_by_label(phone.says("room.claim_code")).fill(code.replace("-", " "))
    phone.click("room.claim")
    phone.sees("room.leave")
    ada.sees("room.moved_title")
    expect(ada.button("room.use_here")).to_have_count(0)
    ada.goes("/games")
    ada.sees("home.none_running")


def test_whoever_renames_themselves_is_called_so_everywhere_and_whoever_is_shown_out_is_no_longer_asked_about(site: Site) -> None:
    ada, bob = site.person("Ada"), site.person("Bob")
    bob.page.goto(opens_a_room(ada))
    name_field(bob)
    bob.click("home.join")
    bob.click("room.rename_seat", n=2)
    bob.page.get_by_role("textbox", name=bob.says("common.your_name")).fill("مريم")
    bob.click("common.save")
    people = ada.page.get_by_role("region", name=ada.says("room.people"))
    expect(people.get_by_role("listitem").filter(has_text="مريم")).to_have_count(1)
    expect(people.get_by_text("مريم", exact=True)).to_have_js_property("localName", "bdi")
    ada.click("room.kick", people, name="\u2068مريم\u2069")
    ada.click("room.kick_sure", people, name="\u2068مريم\u2069")
    expect(ada.button("room.kick_not")).to_have_count(0)
    expect(people.get_by_role("listitem")).to_have_count(1)
