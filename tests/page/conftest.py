"""One browser and one server for each file of tests; new people for each test.

Playwright's event loop runs only while a file's tests do, so that other tests have theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from ..counts import LONG
from ..guests import ROOMY
from ..servers import Server, a_server
from .people import Site, a_browser

collect_ignore = [] if LONG else ["test_long.py", "test_long_keyboard.py", "test_long_senses.py", "test_firefox.py"]
PAGE = Path(__file__).parents[2] / "src" / "casting_shadows" / "page"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.once)
            if not any(mark.name in ("T31", "T34") for mark in item.iter_markers()):
                item.add_marker(pytest.mark.T33)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, a_browser(playwright) as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (PAGE / "index.html").is_file(), "run `make setup` first (it needs Node and npm)"
    with a_server(tmp_path_factory.mktemp("page"), *ROOMY, "--chat-burst", "100000") as running:
        yield running


@pytest.fixture
def site(server: Server, browser: Browser) -> Iterator[Site]:
    here = Site(server, browser)
    yield here
    here.leave()
