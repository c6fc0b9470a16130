"""Nothing that anybody types runs in anybody's browser (T31): it is shown, as text, or not at all."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from casting_shadows.protocol import commands as c

from ..counts import runs
from ..guests import Guest, begin, open_room, play_on
from .payloads import PAYLOADS
from .people import Person, Site, a_token
from .scenes import SCREENS

pytestmark = pytest.mark.T31

NAME, TITLE, LINE = 40, 60, 300
"""Characters that fit."""
SHORT = 20
"""Characters of a name that every screen has room for."""
MOST_LINES = 200
"""Of chat that a page keeps."""
STRANGE = """() => {
  const never = ["IFRAME", "OBJECT", "EMBED", "BASE", "MATH", "AUDIO", "VIDEO", "STYLE", "TEMPLATE", "X"];
  const isData = (e) => e.matches("head > script#first[type='application/json']");
  const isOurs = (e) => e.tagName !== "SCRIPT" || e.src.startsWith(location.origin) || isData(e);
  const links = ["href", "src", "action", "data"];
  const runs = (a) => a.name.startsWith("on") || (links.includes(a.name) && /^\\s*(javascript|data):/i.test(a.value));
  const isStrange = (e) => never.includes(e.tagName.toUpperCase()) || !isOurs(e) || [...e.attributes].some(runs);
  return [...document.querySelectorAll("*")].filter(isStrange).map((e) => e.outerHTML.slice(0, 200));
}"""

READ = "([texts, n]) => texts.filter((text) => document.body.innerText.includes(text)).length >= n"


def assert_only_text(person: Person, shown: int) -> None:
    """Nothing became an element, an attribute or a script, and of the payloads so many can be read."""
    strange = person.page.evaluate(STRANGE)
    assert not strange
    assert person.page.title() != "run"
    readable = [payload[:NAME].strip() for payload in PAYLOADS if payload.isascii()]
    person.page.wait_for_function(READ, arg=[readable, shown])


@pytest.mark.parametrize("part", range(runs(1, 8)))
def test_names_chat_and_title_of_a_room_are_only_text_in_lobby_and_game(site: Site, part: int) -> None:
    token = a_token()
    code = open_room(site.server.url, token, options={"players": 2, "title": PAYLOADS[part][:TITLE]})
    ada = site.person("Ada", rooms={code: token}).goes(f"/r/{code}")
    crowd = [Guest(site.server.url, code).join(payload[:NAME]) for payload in PAYLOADS[part::8]]
    bob = Guest(site.server.url, code).join(PAYLOADS[2][:NAME], 1)
    for payload in PAYLOADS[-MOST_LINES:]:
        bob.do(c.Say, text=payload[:LINE])
    ada.page.get_by_role("log").get_by_text(PAYLOADS[-1][:LINE]).wait_for()
    assert_only_text(ada, 150)
    bob.do(c.Ready)
    ada.click("room.start")
    bob.until(lambda: bob.update is not None)
    ada.page.wait_for_function("() => document.title !== 'x'")
    assert_only_text(ada, 0)
    for guest in [*crowd, bob]:
        guest.hang_up()


def hostile_game(site: Site) -> str:
    """A finished game of people, cards and a room with such names."""
    cards = ("heavy_hand", "heat_wave", "spectral_slap", "red_gem", "blue_gem")
    named = [f"{card} = {{ name = {json.dumps(PAYLOADS[4 * number][:NAME])} }}" for number, card in enumerate(cards)]
    own = "\n".join(['[pack]\nname = "mine"\n[main]', *named])
    guests = site.game(
        started=False, own_packs=[own], title=PAYLOADS[16][:TITLE], listed=True, packs=["base", "mine"], max_rounds=3
    )
    for guest, payload in zip(guests, PAYLOADS[21:], strict=False):
        guest.do(c.Rename, name=payload[:NAME])
    begin(guests)
    play_on(guests, random.Random(1))
    info = guests[0].info
    assert info is not None and info.result is not None
    return info.result.game


def test_people_and_cards_of_a_replay_are_only_text(site: Site) -> None:
    game = hostile_game(site)
    ada = site.person("Ada").goes(f"/replay/{game}")
    for key in ("Home", "End"):
        ada.page.get_by_role("slider").first.press(key)
        expect(ada.page.get_by_text(PAYLOADS[21][:SHORT]).first).to_be_visible()
        assert_only_text(ada, 1)
    ada.goes("/replay")
    ada.page.get_by_text(PAYLOADS[16][:TITLE]).first.wait_for()
    assert_only_text(ada, 1)


def test_a_translation_with_scripts_in_it_is_only_text(site: Site) -> None:
    ada = site.person("Ada", language="de")
    ada.may_lose_the_line = True  # one of the screens is of a room that is not there
    ada.context.route("**/*", translate)
    for path in SCREENS.values():
        ada.goes(path)
        ada.page.get_by_text(PAYLOADS[0]).first.wait_for()
        assert_only_text(ada, 1)


def translate(route: Route) -> None:
    """The server's words, with a script after each: those that come with the page, and those it asks for."""
    if "/api/words/" in route.request.url:
        answer = route.fetch()
        route.fulfill(response=answer, json=with_scripts(answer.json()))
    elif route.request.resource_type == "document":
        answer = route.fetch()
        before, first, after = re.split('(?<=id="first">)(.*?)(?=</script>)', answer.text(), maxsplit=1)
        told = json.loads(first)
        told["words"] = with_scripts(told["words"])
        route.fulfill(response=answer, body=before + json.dumps(told).replace("<", r"\u003c") + after)
    else:
        route.continue_()


def with_scripts(words: Any) -> Any:
    if isinstance(words, dict):
        return {key: with_scripts(value) for key, value in words.items()}
    if isinstance(words, list):
        return [with_scripts(value) for value in words]
    return words + PAYLOADS[0] if isinstance(words, str) else words


@pytest.mark.parametrize("part", range(runs(1, 5)))
def test_titles_in_the_list_of_public_rooms_are_only_text(site: Site, part: int) -> None:
    for payload in PAYLOADS[part::5]:
        open_room(site.server.url, a_token(), options={"title": payload[:TITLE], "listed": True})
    ada = site.person("Ada").goes("/rooms")
    ada.page.get_by_text(PAYLOADS[part][:TITLE]).first.wait_for()
    assert_only_text(ada, 20)


@pytest.mark.parametrize(
    "path", ["/r/%3Cimg%20src=x%20onerror=alert(1)%3E", "/rules#<img src=x onerror=alert(1)>", "/?<script>alert(1)</script>"]
)
def test_an_address_with_a_script_in_it_runs_nothing(site: Site, path: str) -> None:
    ada = site.person("Ada")
    ada.may_lose_the_line = True
    ada.goes(path)
    ada.page.wait_for_timeout(300)
    assert_only_text(ada, 0)


def test_what_this_browser_kept_runs_nothing_either(site: Site) -> None:
    ada = site.person("<img src=x onerror=alert(1)>", rooms={"<svg onload=alert(1)>": "x"}, language="en")
    ada.may_lose_the_line = True
    ada.goes("/")
    assert_only_text(ada, 0)
