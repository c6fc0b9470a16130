"""How people come to a game: at once, by link, by code, to watch, with others at one device."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from .people import PHONE, Person, Site


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


@pytest.mark.parametrize("words", ["home.play_now", "home.solo"])
def test_a_newcomer_is_in_a_game_within_two_clicks(site: Site, words: str) -> None:
    ada = site.newcomer(screen=PHONE).goes("/")
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
    fields.nth(1).fill("Bob")
    ada.click("home.sit_down")
    ada.click("room.start")
    ada.page.get_by_text(re.compile("Ada|Bob")).first.wait_for()


def test_a_room_that_is_not_there_says_so_and_leads_home(site: Site) -> None:
    ada = site.person("Ada").goes("/r/ZZZZZZZZ")
    ada.sees("room.closed_title")
    ada.click("common.home")
    ada.sees("home.play_now")
