"""Nothing that anybody types runs in anybody's browser (T31): it is shown, as text, or not at all."""

from __future__ import annotations

import pytest

from casting_shadows.protocol import commands as c

from ..guests import Guest, open_room
from .payloads import PAYLOADS
from .people import Person, Site, a_token

pytestmark = pytest.mark.T31

NAME, TITLE, LINE = 40, 60, 300
"""Characters that fit."""
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


def assert_only_text(person: Person, shown: int) -> None:
    """Nothing became an element, an attribute or a script, and of the payloads so many can be read."""
    strange = person.page.evaluate(STRANGE)
    assert not strange
    assert person.page.title() != "run"
    text = person.page.locator("body").inner_text()
    readable = sum(payload[:NAME].strip() in text for payload in PAYLOADS if payload.isascii())
    assert readable >= shown, f"only {readable} can be read"


def test_names_chat_and_title_of_a_room_are_only_text_in_lobby_and_game(site: Site) -> None:
    token = a_token()
    code = open_room(site.server.url, token, options={"players": 2, "title": PAYLOADS[0][:TITLE]})
    ada = site.person("Ada", rooms={code: token}).goes(f"/r/{code}")
    crowd = [Guest(site.server.url, code).join(payload[:NAME]) for payload in PAYLOADS[1:200:8]]
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


def test_titles_in_the_list_of_public_rooms_are_only_text(site: Site) -> None:
    for payload in PAYLOADS[::4]:
        open_room(site.server.url, a_token(), options={"title": payload[:TITLE], "listed": True})
    ada = site.person("Ada").goes("/rooms")
    ada.page.get_by_text(PAYLOADS[0][:TITLE]).first.wait_for()
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
