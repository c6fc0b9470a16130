"""One person plays alone, or several at one device."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Download, expect

from casting_shadows.engine import position
from casting_shadows.protocol import commands as c

from ..guests import Guest, begin, open_room
from ..table import table
from ..test_room_windows import SLAP, ambush
from .driving import Driver, play_out
from .people import PHONE, Person, Site, a_token
from .tables import DUEL, answerable, duel, solo


def test_shadow_boxing_is_played_to_its_end(site: Site) -> None:
    (ada,) = site.players(solo(), people=1, mode="solo", players=1, screen=PHONE)
    play_out([Driver(ada, 3)], most=150)


def test_a_game_against_a_bot_goes_on_round_after_round(site: Site) -> None:
    ada = site.person("Ada", botPace="instant").goes("/")
    ada.click("home.play_now")
    driver = Driver(ada, 4)
    play_out([driver], until=lambda: len(driver.deeds) >= 12)


def saved(ada: Person, file: Path) -> Path:
    """The game that somebody plays alone, as they save it to a file."""
    ada.button("game.menu").click()
    ada.click("game.save")
    ada.sees("game.save_about")
    with ada.page.expect_download() as downloaded:
        ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("game.save_now")).click()
    ada.sees("game.saved")
    downloaded.value.save_as(file)
    return file


def test_a_game_saved_to_a_file_goes_on_in_another_browser(site: Site, tmp_path: Path) -> None:
    (ada,) = site.players(duel(), people=1, bots=1)
    file = saved(ada, tmp_path / "game.txt")
    bob = site.person("Bob").goes("/games")
    bob.thing("link", "replay.import").click()
    bob.page.locator("input[type=file]").set_input_files(file)
    expect(bob.page.get_by_role("combobox", name=bob.says("replay.eyes"))).to_have_value("spectator")
    bob.click("replay.play_on")
    bob.sees("replay.play_on_as_whom")
    bob.page.get_by_label(bob.says("replay.play_on_as")).select_option(label="Frill")
    bob.click("replay.play_on")
    expect(bob.lit("pawn").first).to_be_visible()
    for name, hp in (("Bob", 5), ("Kit", 3)):
        expect(bob.page.get_by_role("region", name=name).get_by_role("img", name=bob.says("card.hp", hp=hp))).to_be_visible()


def test_a_game_saved_at_one_device_goes_on_among_friends(site: Site, tmp_path: Path) -> None:
    ada = site.hot_seat(duel(), "Ada", "Bob")
    ada.click("game.i_am", name="Ada")
    file = saved(ada, tmp_path / "game.txt")
    ada.goes("/replay").page.locator("input[type=file]").set_input_files(file)
    ada.page.get_by_label(ada.says("replay.play_on_as")).select_option(label="Kit")
    ada.click("replay.play_on_room")
    expect(ada.page).to_have_url(re.compile("/r/[0-9A-Z]{8}$"))
    ada.sees("room.invite")


def test_who_saves_while_the_line_is_down_is_told_and_gets_one_file_however_often_they_press(site: Site) -> None:
    (ada,) = site.players(duel(), people=1, bots=1)
    ada.button("game.menu").click()
    ada.click("game.save")
    ada.sees("game.save_about")
    ada.may_lose_the_line = True
    ada.context.set_offline(True)
    ada.cut()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text(ada.says("game.reconnecting"))
    files: list[Download] = []
    ada.page.on("download", lambda file: files.append(file))
    for _ in range(3):
        dialog.get_by_role("button", name=ada.says("game.save_now")).click(force=True)
    ada.context.set_offline(False)
    ada.sees("game.saved")
    ada.page.wait_for_timeout(300)
    assert len(files) == 1


def test_a_game_of_several_people_cannot_be_saved_before_its_end(site: Site) -> None:
    ada, _ = site.players(duel())
    ada.button("game.menu").click()
    expect(ada.button("game.report")).to_be_visible()
    assert ada.button("game.save").count() == 0


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


def test_at_one_device_two_equal_face_down_cards_look_like_any_two(site: Site) -> None:
    counters = {"kit": "bees_everywhere pointed_shield pointed_shield"}
    struck = table("frill", "kit", dice="RG RG", books={"frill": "heavy_hand"}, counters=counters, hexes=DUEL)
    ada = site.hot_seat(struck.state, "Ada", "Bob")
    ada.click("game.i_am", name="Ada")
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button").last.click()
    ada.click("game.i_am", name="Bob")
    answers = ada.page.get_by_role("dialog").get_by_role("radio")
    expect(answers).to_have_count(3)
    answers.nth(2).hover()
    ada.page.mouse.down()
    expect(answers.nth(2)).to_contain_text("Pointed Shield")
    expect(answers.nth(1)).not_to_contain_text("Pointed Shield")
    ada.page.mouse.up()
    answers.nth(2).click()
    expect(answers.nth(2)).to_be_checked()
    expect(answers.nth(1)).not_to_be_checked()
    ada.click("game.answer_hidden", n=3)
    ada.sees("game.hand_over", name="Ada")


def test_at_one_device_a_face_down_card_is_shown_only_while_it_is_held_even_once_it_is_chosen(site: Site) -> None:
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
    asked = ada.page.get_by_role("dialog")
    answer, hidden = asked.get_by_role("radio"), ada.says("game.hidden_card", n=1)
    expect(answer).to_contain_text(hidden)
    answer.click(delay=600)
    expect(answer).to_contain_text(hidden)
    assert ada.page.get_by_text("Pointed Shield").count() == 0
    answer.hover()
    ada.page.mouse.down()
    expect(answer).to_contain_text("Pointed Shield")
    ada.page.mouse.move(0, 0)
    ada.page.mouse.up()
    expect(answer).not_to_be_checked()
    told = asked.locator(".body").inner_text()
    answer.focus()
    ada.page.keyboard.press("Enter")
    expect(answer).to_be_checked()
    expect(ada.button("game.answer_hidden", n=1)).to_be_enabled()
    assert asked.locator(".body").inner_text() == told, "nothing tells which card it is"
    answer.hover()
    ada.page.mouse.down()
    expect(asked.locator(".damage")).not_to_contain_text("−4")
    ada.page.mouse.up()
    ada.click("game.answer_hidden", n=1)
    ada.click("game.i_am", name="Ada")
    expect(ada.page.get_by_role("log").get_by_text("Pointed Shield").first).to_be_visible()


def test_at_one_device_nobody_can_tell_from_the_screen_which_card_may_answer(site: Site) -> None:
    seen = set()
    for card in ("pointed_shield", "run_away"):
        game = table("frill", "kit", dice="RG RG", books={"frill": "heavy_hand"}, counters={"kit": card}, hexes=DUEL)
        ada = site.hot_seat(game.play("cast heavy_hand RG RG @kit").state, "Ada", "Bob")
        ada.click("game.i_am", name="Bob")
        asked = ada.page.get_by_role("dialog")
        asked.get_by_role("radio").click()
        expect(asked.locator(".card svg").first).to_be_visible()
        expect(asked.get_by_role("listitem").first).to_be_visible()
        seen.add((asked.inner_text(), ada.board().get_by_role("button", name=ada.says("card.can_choose")).count()))
    assert len(seen) == 1, seen
    ada.click("game.answer_hidden", n=1)
    place = asked.locator(".hexes").get_by_role("button").first
    expect(place).to_be_focused()
    place.click()
    ada.click("game.answer_with")
    expect(ada.page.get_by_role("log").get_by_text("Run Away").first).to_be_attached()


def test_a_game_at_one_device_is_played_to_its_end(site: Site) -> None:
    ada = site.hot_seat(duel(), "Ada", "Bob", screen=PHONE)
    play_out([Driver(ada, 5)], most=150)
    expect(ada.page.get_by_role("heading", level=1).last).to_be_visible()


def test_two_who_share_a_device_see_before_they_take_it_how_long_they_have_to_answer(site: Site) -> None:
    token, url = a_token(), site.server.url
    options = {"players": 4, "clock": "relaxed", "window": 15}
    at = position(ambush(kit="pointed_shield", nuzzle="run_away").state)
    code = open_room(url, token, name="Ann", options=options, position=at, exact=True)
    ann, zoe = Guest(url, code, token), Guest(url, code)
    ann.do(c.Sit, seat=1, name="Ann")
    ann.do(c.Sit, seat=2, name="Bea")
    ann.do(c.Stand, seat=0)
    ann.do(c.SetBot, seat=3, bot="random")
    zoe.join("Zoe", 0)
    begin([ann, zoe])
    ann.hang_up()
    device = site.person("Ann", rooms={code: token}, screen=PHONE).goes(f"/r/{code}")
    expect(device.board()).to_be_visible()
    zoe.until(zoe.turn).act(SLAP)
    for name in ("Ann", "Bea"):
        device.sees("game.hand_over", name=name)
        expect(device.page.get_by_role("dialog").get_by_role("timer")).to_be_visible()
        device.click("game.i_am", name=name)
        device.click("terms.action_pass")
    zoe.hang_up()
