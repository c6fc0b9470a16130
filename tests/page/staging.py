"""How somebody comes to see a game: what scenes are made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from casting_shadows.engine import State

from ..guests import Guest
from .people import Person, Site

Scene = Callable[[Site, dict[str, Any]], Person]
"""Somebody who sees it, with this kind of browser (`screen`, `language`)."""


def a_game(at: Callable[[], State], then: Callable[[Person], None] = lambda ada: None, **more: Any) -> Scene:
    """A game seen by its first player, who then does something."""

    def scene(site: Site, browser: dict[str, Any]) -> Person:
        people = more.get("people", 2)
        ada = site.players(at(), looking=1, **{"clock": "none", "people": people, **more}, **browser)[0]
        expect(ada.board()).to_be_visible()
        then(ada)
        if then.__name__ != "<lambda>":
            beside = ada.page.locator("aside :focus")  # on a desk log and chat are there already, and get the focus
            expect(ada.page.get_by_role("dialog").or_(beside).first).to_be_visible()
        return ada

    return scene


def looks(site: Site, guest: Guest, browser: dict[str, Any], **more: Any) -> Person:
    """Ada, who has played over a bare line, goes on in front of a browser."""
    guest.hang_up()
    return site.person("Ada", rooms={guest.code: guest.token}, **browser, **more).goes(f"/r/{guest.code}")


def press(key: str) -> Callable[[Person], None]:
    """She presses the button with these words."""

    def then(ada: Person) -> None:
        ada.button(key).first.click()

    return then


def asked(ada: Person) -> None:
    """Something is asked of her at once."""
