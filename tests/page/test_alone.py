"""One person plays alone, or several at one device."""

from __future__ import annotations

from playwright.sync_api import expect

from .driving import Driver, play_out
from .people import PHONE, Site
from .tables import answerable, duel, solo


def test_shadow_boxing_is_played_to_its_end(site: Site) -> None:
    (ada,) = site.players(solo(), people=1, mode="solo", players=1, screen=PHONE)
    play_out([Driver(ada, 3)], most=150)


def test_a_game_against_a_bot_goes_on_round_after_round(site: Site) -> None:
    ada = site.person("Ada", botPace="instant").goes("/")
    ada.click("home.play_now")
    driver = Driver(ada, 4)
    play_out([driver], until=lambda: len(driver.deeds) >= 12)


def test_at_one_device_a_curtain_falls_between_the_players(site: Site) -> None:
    ada = site.hot_seat(answerable(), "Ada", "Bob")
    ada.sees("game.hand_over", name="Ada")
    assert ada.page.get_by_text("Pointed Shield").count() == 0
    assert ada.lit().count() == 0
    ada.click("game.i_am", name="Ada")
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button").last.click()
    ada.sees("game.hand_over", name="Bob")
    assert ada.page.get_by_text("Pointed Shield").count() == 0
    ada.click("game.i_am", name="Bob")
    ada.sees("game.under_attack")


def test_at_one_device_a_face_down_card_is_shown_while_it_is_held_or_once_it_is_chosen(site: Site) -> None:
    ada = site.hot_seat(answerable(), "Ada", "Bob")
    ada.click("game.i_am", name="Ada")
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button").last.click()
    ada.click("game.i_am", name="Bob")
    card = ada.page.locator(".dock").get_by_role("button", name=ada.says("game.hold_to_see"))
    card.hover()
    ada.page.mouse.down()
    expect(ada.page.locator(".dock").get_by_role("button", name="Pointed Shield")).to_be_visible()
    ada.page.mouse.up()
    expect(card).to_be_visible()
    answer = ada.page.get_by_role("dialog").get_by_role("radio")
    expect(answer).to_have_text(ada.says("game.hold_to_see"))
    answer.click(delay=600)
    expect(answer).to_have_text(ada.says("game.hold_to_see"))
    assert ada.page.get_by_text("Pointed Shield").count() == 0
    answer.hover()
    ada.page.mouse.down()
    expect(answer).to_contain_text("Pointed Shield")
    ada.page.mouse.move(0, 0)
    ada.page.mouse.up()
    expect(answer).not_to_be_checked()
    answer.focus()
    ada.page.keyboard.press("Enter")
    expect(answer).to_be_checked()
    expect(answer).to_contain_text("Pointed Shield")


def test_a_game_at_one_device_is_played_to_its_end(site: Site) -> None:
    ada = site.hot_seat(duel(), "Ada", "Bob", screen=PHONE)
    play_out([Driver(ada, 5)], most=150)
    expect(ada.page.get_by_role("heading", level=1).last).to_be_visible()
