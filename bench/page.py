"""The page as a browser measures it, beside boardgame.io's tic-tac-toe page: `python -m bench.page`.

Lighthouse (a phone on slow 4G, four times slower than this machine) loads the home screen and a running game five times each; the
medians are told. Then somebody plays at a quarter of this machine's speed: how long until a press shows (INP), and whether any task
holds the page up for more than 50 ms. A page with a whole game in it is not meant to be as small as nine cells; it is meant to be
inside what people feel as immediate.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from bench.measure import QUIET_IDLE, Report, idle_share, keep, talking
from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.guests import ROOMY
from tests.page import chromium
from tests.page.driving import Driver, play_out
from tests.page.people import Person, Site
from tests.page.tables import duel
from tests.servers import a_server

from casting_shadows import __version__

BENCH = Path(__file__).parent
TOOLS = BENCH / "page_tools"
PEER = BENCH / "boardgame_io"
LOADS = 5
SLOWER = 4
"""Times slower than this machine, as phones are."""
PRESSES = 24
TARGETS = {"lcp_ms": 2500.0, "inp_ms": 200.0, "long_tasks": 0.0}
FIGURES = ("score", "lcp_ms", "fcp_ms", "tbt_ms", "cls", "kb")
WATCH = """
window.presses = []; window.long = [];
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId) window.presses.push(e.duration); })
  .observe({ type: "event", durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) window.long.push(e.duration); })
  .observe({ type: "longtask", buffered: true });
"""


def installed(folder: Path) -> None:
    """What a folder's lock file names."""
    if not (folder / "node_modules" / ".package-lock.json").exists():
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def a_profile(kept: dict[str, str], url: str) -> Iterator[tuple[BrowserContext, int]]:
    """A browser that remembers these things of a site, and the port at which others can drive it."""
    path, port = chromium.find(), free_port()
    flags = [*chromium.FLAGS, f"--remote-debugging-port={port}"]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        context = playwright.chromium.launch_persistent_context(folder, executable_path=path, args=flags)
        page = context.pages[0]
        page.goto(url)
        page.evaluate("(kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))", kept)
        yield context, port
        context.close()


def lighthouse(url: str, port: int) -> Report:
    """One load."""
    command = ["npx", "--no-install", "lighthouse", url, f"--port={port}", "--disable-storage-reset", "--output=json", "--quiet"]
    done = subprocess.run([*command, "--only-categories=performance"], cwd=TOOLS, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    audits = found["audits"]
    return {
        "score": found["categories"]["performance"]["score"] * 100,
        "lcp_ms": audits["largest-contentful-paint"]["numericValue"],
        "fcp_ms": audits["first-contentful-paint"]["numericValue"],
        "tbt_ms": audits["total-blocking-time"]["numericValue"],
        "cls": audits["cumulative-layout-shift"]["numericValue"],
        "kb": audits["total-byte-weight"]["numericValue"] / 1024,
    }


def loads(url: str, port: int) -> Report:
    """The medians of several loads."""
    found = [lighthouse(url, port) for _ in range(LOADS)]
    return {figure: statistics.median(one[figure] for one in found) for figure in FIGURES}


def pressing(page: Page, press: Callable[[], object]) -> Report:
    """How the page takes presses on a slow machine."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    press()
    page.wait_for_timeout(500)
    presses, long = page.evaluate("() => [window.presses, window.long]")
    return {"inp_ms": max(presses, default=0.0), "long_tasks": len(long), "longest_ms": max(long, default=0.0)}


def ours() -> dict[str, Report]:
    """Home, a running game, and playing in it."""
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder), *ROOMY) as server:
        guests = Site.tables(server, duel(), clock="none")
        rooms = [{"code": guests[0].code, "token": guests[0].token, "title": "", "at": 0}]
        kept = {"casting-shadows:rooms": json.dumps(rooms), "casting-shadows:settings": json.dumps({"language": "en"})}
        game = f"{server.url}/r/{guests[0].code}"
        with a_profile(kept, server.url + "/rules") as (context, port):
            found = {"home": loads(server.url + "/", port), "game": loads(game, port)}
            page = context.new_page()
            page.goto(game)
            person = Person.sitting(page, server.url)
            driver = Driver(person, 1)

            def play() -> None:
                play_out([driver], until=lambda: len(driver.deeds) >= PRESSES)

            person.board().wait_for()
            found["playing"] = pressing(page, play)
    return found


def theirs() -> dict[str, Report]:
    """Tic-tac-toe, loaded and played."""
    installed(PEER)
    with tempfile.TemporaryDirectory() as folder:
        vite = str(BENCH.parent / "web" / "node_modules" / ".bin" / "vite")
        build = [vite, "build", "page", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"]
        subprocess.run(build, cwd=PEER, check=True)
        with talking(["node", str(PEER / "page_server.js"), "0", folder], {**os.environ, "NODE_ENV": "production"}) as server:
            while not (said := server.hear()).startswith("ready "):
                pass
            url, places = f"http://127.0.0.1:{said.removeprefix('ready ')}", json.loads(server.hear())
            with a_profile({}, url) as (context, port):
                found = {"game": loads(url + places[0], port)}
                pages = [context.new_page() for _ in places]
                for page, place in zip(pages, places, strict=True):
                    page.goto(url + place)
                    page.locator("text=Turn: 0").wait_for()

                def play() -> None:
                    for move, cell in enumerate([0, 2, 1, 3, 5, 4, 6, 7] * (PRESSES // 8)):
                        pages[move % 2].bring_to_front()
                        pages[move % 2].locator(f'[data-id="{cell}"]').click()
                        pages[move % 2].locator(f"text=Turn: {(move + 1) % 2}").wait_for()

                found["playing"] = pressing(pages[0], play)
    return found


def show(sides: dict[str, dict[str, Report]]) -> None:
    """A table."""
    print(f"\n{'':<34}" + "".join(f"{figure:>12}" for figure in (*FIGURES, "inp_ms", "long_tasks", "longest_ms")))
    for side, parts in sides.items():
        for part, report in parts.items():
            cells = (report.get(figure) for figure in (*FIGURES, "inp_ms", "long_tasks", "longest_ms"))
            print(f"{side + ', ' + part:<34}" + "".join(f"{'' if cell is None else f'{cell:,.1f}':>12}" for cell in cells))
    for figure, most in TARGETS.items():
        worst = max(report[figure] for report in sides["casting-shadows"].values() if figure in report)
        print(f"{figure}: {worst:,.0f}, wanted at most {most:,.0f}: {'yes' if worst <= most else 'NO'}")


def run() -> None:
    """Measure, print, keep."""
    installed(TOOLS)
    idle = idle_share()
    quiet = idle is not None and idle >= QUIET_IDLE
    sides: dict[str, dict[str, Any]] = {"casting-shadows": ours(), "boardgame.io tic-tac-toe": theirs()}
    show(sides)
    print(f"the machine was {'quiet' if quiet else 'NOT quiet'} before the run")
    keep({"date": date.today().isoformat(), "version": __version__, "quiet": quiet, "page": sides})


def main() -> None:
    """From the command line."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    run()


if __name__ == "__main__":
    main()
