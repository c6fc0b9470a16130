"""One's own record: what was counted of one's games, the leaderboard, and what becomes of one's data; and one's running games."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from playwright.sync_api import expect

from .people import PHONE, Person, Site
from .tables import duel

ELSEWHERE = """
window.told = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, { body }) { window.told.push(body); }
};
Object.defineProperty(document, "visibilityState", { get: () => (window.isAway ? "hidden" : "visible") });
"""
"""A browser that can be looked away from, and notes down what it would have shown."""
NARROW = {"viewport": {"width": 180, "height": 740}}


def remembers(person: Person, secret: str) -> Person:
    """Somebody whose browser has had a profile all along."""
    person.goes("/").page.evaluate("(secret) => localStorage.setItem('casting-shadows:profile', JSON.stringify(secret))", secret)
    return person


def upload(person: Person, name: str, content: bytes) -> None:
    file = {"name": name, "mimeType": "application/json", "buffer": content}
    person.page.get_by_label(person.says("me.import")).set_input_files(file)  # type: ignore[arg-type]


def test_a_game_that_was_played_in_the_browser_is_counted(site: Site) -> None:
    ada = site.person("Ada", botPace="instant").goes("/me")
    ada.sees("me.empty")
    ada.click("home.play_now")
    expect(ada.board()).to_be_visible()
    ada.click("game.menu")
    ada.page.get_by_role("button", name=ada.says("terms.action_concede")).click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_concede")).click()
    ada.sees("game.rematch")
    ada.goes("/me")
    ada.sees("me.games_one")
    ada.sees("me.won_of", n=0, games=1)
    ada.page.get_by_role("button", name="Deutsch").first.click()
    ada.language = "de"
    ada.sees("me.won_of", n=0, games=1)
    ada.goes("/games")
    ada.page.get_by_role("link", name=ada.says("replay.watch")).click()
    ada.page.wait_for_url("**/replay/*")


def test_ones_record_goes_along_to_other_browsers_until_it_is_deleted(site: Site, tmp_path: Path) -> None:
    secret, other = secrets.token_hex(16), secrets.token_hex(16)
    site.finished_game(profiles=(secret, other))
    ada = remembers(site.person("Ada"), secret).goes("/me")
    ada.sees("me.games_one")
    ada.page.get_by_label(ada.says("me.leaders_show")).check()
    ada.page.get_by_label(ada.says("me.leaders_name")).fill("Ada the Great")
    ada.click("common.save")
    expect(ada.page.get_by_role("row", name="Ada the Great")).to_be_visible()
    with ada.page.expect_download() as download:
        ada.click("me.export")
    saved = tmp_path / "me.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text(encoding="utf-8"))["record"]["settings"]["name"] == "Ada the Great"

    phone = site.person("Ada", screen=PHONE).goes("/me")
    phone.sees("me.empty")
    upload(phone, "huge.json", b" " * 5_000_000)
    phone.sees("me.file_large", name="huge.json")
    upload(phone, "odd.json", b'{"profile": "<script>alert(1)</script>"}')
    phone.sees("me.file_wrong", name="odd.json")
    upload(phone, "me.json", saved.read_bytes())
    phone.sees("me.games_one")

    laptop = site.person("Ada").goes(f"/me#take={secret}")
    laptop.sees("me.take_title")
    assert secret not in laptop.page.url, "nobody reads it over one's shoulder"
    laptop.click("me.take_yes")
    laptop.sees("me.games_one")

    ada.click("settings.delete")
    ada.click("common.cancel")
    ada.click("settings.delete")
    ada.click("settings.delete_yes")
    ada.page.wait_for_url("**/")
    assert "casting-shadows:profile" not in ada.state()
    laptop.goes("/me")
    laptop.sees("me.lost")
    laptop.sees("me.empty")


def test_games_that_wait_for_me_come_first_and_are_told(site: Site) -> None:
    (mine, _), (other, theirs) = site.game(duel(), clock="none", title="Mine"), site.game(duel(), clock="none", title="Theirs")
    rooms = {theirs.code: theirs.token, mine.code: mine.token}
    ada = site.person("Ada", rooms=rooms, init=ELSEWHERE)
    ada.page.clock.install()
    ada.goes("/games")
    ada.sees("home.waits")
    running = ada.page.get_by_role("region", name=ada.says("home.running")).get_by_role("listitem")
    expect(running).to_have_count(2)
    expect(running.first).to_contain_text("Mine")
    expect(running.last).to_contain_text(ada.says("home.waits_for", name="Ada"))
    assert ada.page.title().startswith("●")
    ada.click("home.tell_me")
    expect(ada.button("home.tell_me")).to_have_count(0)
    ada.page.evaluate("() => { window.isAway = true }")
    other.until(other.turn).act("end")
    theirs.until(theirs.turn)
    ada.page.clock.fast_forward(30_000)
    expect(running.last).to_contain_text(ada.says("home.waits"))
    assert ada.page.evaluate("() => window.told") == ["It is your turn: Theirs"]
    ada.goes("/")
    expect(ada.page.get_by_role("link", name=ada.says("home.continue"))).to_contain_text("Mine")


def test_nothing_sticks_out_on_the_narrowest_screen(site: Site) -> None:
    secret = secrets.token_hex(16)
    site.finished_game(profiles=(secret, None))
    ada = remembers(site.person("Ada", language="de", screen=NARROW), secret)
    for path, shown in (
        ("/me", "me.achievements"),
        ("/games", "home.finished"),
        ("/make", "make.cards"),
        ("/new", "home.open_room"),
    ):
        ada.goes(path)
        ada.sees(shown)
        ada.assert_fits_sideways()
