"""The same page in another browser: it loads, a game can be played in it, and nothing that anybody types is run by it either."""

from __future__ import annotations

from subprocess import Popen

import pytest
from playwright.sync_api import expect

from casting_shadows.engine.words import load_words

from ..guests import Guest, open_room
from . import gecko
from .driving import Driver, play_out
from .payloads import PAYLOADS
from .people import Site, a_token
from .scenes import SCREENS
from .test_hostile_words import NAME, SHORT, STRANGE, TITLE, hostile_game


def test_somebody_joins_plays_a_round_and_comes_back_after_a_cut(site: Site) -> None:
    token = a_token()
    code = open_room(site.server.url, token, options={"players": 2, "clock": "none"})
    ada = site.person("Ada", rooms={code: token}).goes(f"/r/{code}")
    tables = load_words("en").tables
    words = {
        "join": tables["page_home"]["join"],
        "ready": tables["page_room"]["ready"],
        "board": tables["page_card"]["board"],
        "lit": tables["page_card"]["can_choose"],
        "end": tables["page_game"]["short_end"],
    }

    def ada_plays_too(playing: Popen[str]) -> None:
        expect(ada.button("room.start")).to_have_attribute("aria-disabled", "false", timeout=120_000)
        ada.click("room.start")
        play_out([Driver(ada, 1)], most=5000, until=lambda: playing.poll() is not None)

    said = gecko.run("play.mjs", {"url": site.server.url, "code": code, "words": words}, ada_plays_too)
    assert said["found"][-1] == "back" and not said["odd"], said


def test_every_screen_loads(site: Site) -> None:
    addresses = [site.server.url + path for name, path in SCREENS.items() if name != "no_room"]
    visits = [{"address": address, "texts": [], "least": 0} for address in addresses]
    said = gecko.run("look.mjs", {"visits": visits, "strange": STRANGE})
    assert not said["odd"]
    for address, found in zip(addresses, said["found"], strict=True):
        assert len(found["text"]) > 60 and not found["strange"], (address, found)


@pytest.mark.T31
def test_names_and_titles_are_only_text(site: Site) -> None:
    url = site.server.url
    room = open_room(url, a_token(), options={"players": 2, "title": PAYLOADS[0][:TITLE]})
    crowd = [Guest(url, room).join(payload[:NAME]) for payload in PAYLOADS[1:200:4]]
    for payload in PAYLOADS[::4]:
        open_room(url, a_token(), options={"title": payload[:TITLE], "listed": True})
    readable = [payload[:NAME].strip() for payload in PAYLOADS if payload.isascii()]
    played = [PAYLOADS[16][:TITLE], PAYLOADS[21][:SHORT], PAYLOADS[22][:SHORT]]
    visits = [
        {"address": f"{url}/r/{room}", "texts": readable, "least": 5},
        {"address": f"{url}/rooms", "texts": readable, "least": 20},
        {"address": f"{url}/replay/{hostile_game(site)}", "texts": played, "least": 3},
    ]
    said = gecko.run("look.mjs", {"visits": visits, "strange": STRANGE})
    assert not said["odd"] and len(said["found"]) == len(visits)
    for found in said["found"]:
        assert not found["strange"] and found["title"] != "run"
    for guest in crowd:
        guest.hang_up()
