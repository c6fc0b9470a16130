"""Pictures of every scene in every language on a phone and on a desk: `python -m tests.page.screenshots [scene ...]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from casting_shadows.engine.words import languages

from ..guests import ROOMY
from ..servers import a_server
from .people import DESK, PHONE, Site, a_browser
from .scenes import SCENES

FOLDER = Path(__file__).parents[2] / "build" / "screenshots"
SIZES = {"phone": PHONE, "desk": DESK}


def main() -> None:
    """All of them, or those that are named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or list(SCENES)
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server(Path(folder), *ROOMY) as server,
        sync_playwright() as playwright,
        a_browser(playwright) as browser,
    ):
        site = Site(server, browser)
        for name in wanted:
            for language in languages():
                for size, screen in SIZES.items():
                    person = SCENES[name](site, {"screen": screen, "language": language})
                    person.page.wait_for_load_state("networkidle")
                    person.page.wait_for_timeout(700)  # figures are drawn when nothing else is left to do
                    person.page.screenshot(path=FOLDER / f"{name}-{language}-{size}.png")
                    site.leave()
    print(f"{len(wanted)} scenes are in {FOLDER}")


if __name__ == "__main__":
    main()
