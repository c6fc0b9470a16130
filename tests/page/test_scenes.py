"""Every screen, sheet and prompt fits a phone, is readable, and has nothing that shuts anybody out (T34)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from ..counts import LONG
from .people import DESK, ON_ITS_SIDE, PHONE, TABLET, Site
from .scenes import SCENES, SCREENS

pytestmark = pytest.mark.T34

LOBBIES = {
    *(*SCREENS, "lobby", "between_games", "join", "full_room", "only_watching", "opponents"),
    *("replay", "record", "making", "home_made", "lost", "forgetting"),
}
"""Which may be scrolled."""
DEVICES: dict[str, tuple[dict[str, Any], ...]] = (
    {"phone": (PHONE, ON_ITS_SIDE), "desk": (DESK, TABLET)} if LONG else {"phone": (PHONE,)}
)
"""Each is turned, or its window drawn smaller, while one looks."""
LANGUAGES = ("en", "de") if LONG else ("en",)
ALIKE = {"gain", "freeze", "stun", "steer", "flee", "only_watching", "out", "discard"}
"""Much like others; only the long form looks at them."""
LOOKED_AT = [name for name in SCENES if LONG or name not in ALIKE]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", LOOKED_AT)
def test_it_fits_is_readable_and_shuts_nobody_out(site: Site, name: str, device: str, language: str) -> None:
    screens = DEVICES[device][:: 1 if language == "en" else -1]  # so that it is opened at every size, and comes to every size
    ada = SCENES[name](site, {"screen": screens[0], "language": language})
    expect(ada.page.get_by_role("heading", level=1).first).to_be_attached()
    for screen in screens:
        ada.resizes(screen)
        if name in LOBBIES:
            ada.assert_fits_sideways()
        else:
            ada.assert_no_scroll()
        ada.assert_readable()
        ada.assert_accessible()


@pytest.mark.parametrize("screen", [PHONE, ON_ITS_SIDE, TABLET, DESK], ids=["phone", "side", "tablet", "desk"])
def test_six_players_with_full_books_fit_every_kind_of_screen(site: Site, screen: dict[str, Any]) -> None:
    ada = SCENES["game_of_six"](site, {"screen": screen, "language": "de"})
    ada.assert_no_scroll()
    ada.assert_all_in_view()
    ada.assert_readable()


def test_what_players_have_is_seen_whole_on_a_phone_however_it_is_held(site: Site) -> None:
    ada = SCENES["game_of_four"](site, {"screen": PHONE, "language": "de"})
    for screen in (PHONE, ON_ITS_SIDE):
        ada.resizes(screen)
        expect(ada.page.locator(".seats .energy svg")).to_have_count(4)
        ada.assert_all_whole(".seats .energy svg, .seats b, .seats .name")


@pytest.mark.parametrize("name", sorted(LOBBIES.intersection(LOOKED_AT)))
def test_a_screen_fits_in_german_and_at_four_times_the_size(site: Site, name: str) -> None:
    ada = SCENES[name](site, {"screen": PHONE, "language": "de"})
    ada.assert_fits_sideways()
    ada.resizes({"viewport": {"width": 320, "height": 256}})
    ada.assert_fits_sideways()
