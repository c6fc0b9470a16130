"""More scenes: what the game asks now and then, and what is seldom seen of it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from casting_shadows.engine import State
from casting_shadows.protocol import commands as c

from ..guests import Guest, open_room
from ..ruling_values import boxing
from ..table import table
from .people import Person, Site, a_token
from .staging import Scene, a_game, asked, looks, press
from .tables import DUEL, duel, peaceful

ICE = ["base", "ice_storm"]
STAYS = """
const later = window.setTimeout;
window.setTimeout = (deed, wait, ...given) => later(deed, wait > 2000 ? 1e8 : wait, ...given);
"""
"""What is shown for a few seconds is shown for good."""


def _gaining() -> State:
    return table("frill", "kit", turn="kit", companions={"frill": "gem_magpie"}, hexes=DUEL).play("end").state


def _marking(companion: str) -> State:
    """Two are hit at once, and one of them is to be marked."""
    people = ("frill", "kit", "nuzzle")
    game = table(
        *people,
        packs="base+ice_storm",
        dice="RG RG BG BO PO",
        books={"frill": "fatal_fronds"},
        companions={"frill": companion},
        hexes=dict.fromkeys(people, "thornwood"),
    )
    return game.play("cast fatal_fronds RG RG thornwood").state


def _freezing() -> State:
    return _marking("frost_fox")


def _stunning() -> State:
    return _marking("thunder_pup")


def _draining() -> State:
    """She has stunned the one whose turn it is."""
    game = table(
        *("frill", "kit"),
        packs="base+ice_storm",
        turn="kit",
        dice="RG RG BO BS PO",
        books={"kit": "heavy_hand"},
        counters={"frill": "static_cling"},
        hexes=DUEL,
    )
    return game.play("cast heavy_hand RG @frill", "counter static_cling").state


def _pushing() -> State:
    game = table("kit", "frill", dice="RG RG BG BO PO", shadow="kit", energy={"kit": 5}, hexes=DUEL)
    return game.play("ability @frill").state


def _steering() -> State:
    return boxing("haze", spells={"haze": "heavy_hand"}).rolls("CCOOS").play("end").state


def _fleeing() -> State:
    game = boxing("kit", tokens="RG BG", counters={"kit": "run_away"})
    return game.play("cast spectral_slap RG BG amber_mountain").state


def _last_blow() -> State:
    """Whoever casts is bitten for it, and out."""
    return table(
        *("frill", "kit", "nuzzle"),
        dice="RG RG BG BO PO",
        books={"frill": "heavy_hand"},
        companions={"kit": "hydrattle_snake"},
        hp={"frill": 1},
        hexes=DUEL,
    ).state


def _others_turn() -> State:
    return table("frill", "kit", turn="kit", dice="RG RG BG BO PO", books={"kit": "heavy_hand"}, hexes=DUEL).state


def _other_transforms() -> State:
    portal = "moon_hare gem_magpie mending_newt"
    game = table("frill", "kit", turn="kit", dice="RG RS BS BO PG", energy={"kit": 2}, portal=portal, hexes=DUEL)
    return game.play("end", "absorb 1").state


def _used_up() -> State:
    return table("frill", "kit", dice="RG RG BG BO PO", empty_main_deck=True).state


def _out(site: Site, browser: dict[str, Any]) -> Person:
    ada, *_ = site.game(_last_blow(), people=3, clock="none")
    ada.until(ada.turn)
    ada.act("cast heavy_hand RG RG @kit")
    person = looks(site, ada, browser)
    person.sees("game.you_are_out")
    return person


def _tally(site: Site, browser: dict[str, Any]) -> Person:
    person = _out(site, browser)
    person.click("game.your_tally")
    person.sees("game.tally_note")
    return person


def _recap(site: Site, browser: dict[str, Any]) -> Person:
    """Much has happened since she last looked."""
    ada, bob = site.game(_others_turn(), clock="none")
    person = looks(site, ada, browser)
    expect(person.board()).to_be_visible()
    person.page.wait_for_function("(code) => localStorage.getItem(`casting-shadows:seen:${code}`) !== null", arg=ada.code)
    person.page.goto("about:blank")
    for action in ("cast heavy_hand RG @frill", "travel ancient_rune", "travel underground_volcano", "refresh", "end"):
        bob.until(bob.turn)
        bob.act(action)
    person.goes(f"/r/{ada.code}").sees("game.while_away")
    return person


def _threats(site: Site, browser: dict[str, Any]) -> Person:
    person = a_game(duel)(site, browser)
    person.click("game.threats")
    person.sees("game.threats_some")
    return person


def _transform_beat(site: Site, browser: dict[str, Any]) -> Person:
    """Somebody else takes the Shadow Form before her eyes."""
    ada, bob = site.game(_other_transforms(), clock="none")
    person = looks(site, ada, browser, init=STAYS)
    expect(person.board()).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    bob.until(bob.turn)
    bob.act("transform moon_hare")
    expect(person.page.locator(".beat")).to_be_visible()
    return person


def _paused(site: Site, browser: dict[str, Any]) -> Person:
    ada, bob = site.game(peaceful(), clock="none")
    for guest in (ada, bob):
        guest.do(c.Pause, on=True)
    person = looks(site, ada, browser)
    person.sees("game.is_paused")
    return person


def _reconnecting(site: Site, browser: dict[str, Any]) -> Person:
    """Her line is lost, and she has done something since."""
    person = a_game(duel)(site, browser)
    person.page.wait_for_load_state("networkidle")
    person.may_lose_the_line = True
    person.context.set_offline(True)
    person.cut()
    person.sees("game.reconnecting")
    person.lit("hex").first.click()
    person.sees("game.unsent_one")
    return person


def _full_room(site: Site, browser: dict[str, Any]) -> Person:
    """While somebody looks at the last seat, it is taken, and nobody may watch."""
    code = open_room(site.server.url, a_token(), options={"players": 2, "spectators": False})
    person = site.person("Eve", **browser).goes(f"/r/{code}")
    person.sees("room.join_title")
    Guest(site.server.url, code).join("Bob", 1)
    person.sees("room.no_place")
    return person


def _only_watching(site: Site, browser: dict[str, Any]) -> Person:
    """Every seat is taken."""
    code = site.game(started=False)[0].code
    person = site.person("Eve", **browser).goes(f"/r/{code}")
    person.sees("room.watch")
    return person


def _discard(site: Site, browser: dict[str, Any]) -> Person:
    person = a_game(_used_up, press("game.piles"))(site, browser)
    person.page.get_by_role("dialog").get_by_role("heading").last.scroll_into_view_if_needed()
    return person


ASKED: dict[str, Scene] = {
    "gain": a_game(_gaining, asked),
    "freeze": a_game(_freezing, asked, people=3, packs=ICE),
    "stun": a_game(_stunning, asked, people=3, packs=ICE),
    "drain": a_game(_draining, asked, packs=ICE),
    "push": a_game(_pushing, asked),
    "steer": a_game(_steering, asked, people=1, mode="solo"),
    "flee": a_game(_fleeing, asked, people=1, mode="solo"),
    "out": _out,
    "tally": _tally,
    "recap": _recap,
    "threats": _threats,
    "transform_beat": _transform_beat,
    "paused": _paused,
    "reconnecting": _reconnecting,
    "full_room": _full_room,
    "only_watching": _only_watching,
    "discard": _discard,
}
