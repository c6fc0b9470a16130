"""Every screen, sheet and prompt fits a phone, is readable, and has nothing that shuts anybody out (T34)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from ..counts import LONG
from .people import DESK, ON_ITS_SIDE, PHONE, TABLET, Site
from .scenes import SCENES, SCREENS

pytestmark = pytest.mark.T34

LOBBIES = {*SCREENS, "lobby", "join", "replay", "record", "making", "home_made", "lost", "forgetting"}
"""Which may be scrolled."""
SIZES = {"phone": PHONE, "side": ON_ITS_SIDE, "tablet": TABLET, "desk": DESK} if LONG else {"phone": PHONE}
LANGUAGES = ("en", "de") if LONG else ("en",)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCENES)
def test_it_fits_is_readable_and_shuts_nobody_out(site: Site, name: str, size: str, language: str) -> None:
    ada = SCENES[name](site, {"screen": SIZES[size], "language": language})
    expect(ada.page.get_by_role("heading", level=1).first).to_be_attached()
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


@pytest.mark.parametrize("name", sorted(LOBBIES))
def test_a_screen_fits_in_german_and_at_four_times_the_size(site: Site, name: str) -> None:
    ada = SCENES[name](site, {"screen": PHONE, "language": "de"})
    ada.assert_fits_sideways()
    ada.page.set_viewport_size({"width": 320, "height": 256})
    ada.assert_fits_sideways()
