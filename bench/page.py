"""The page as a browser measures it, beside boardgame.io's tic-tac-toe page: `python -m bench.page`.

Lighthouse (a phone on slow 4G, four times slower than this machine) loads the home screen and a running game five times each, and
the medians are told. Then somebody plays at a desk and on a phone, at a quarter of this machine's speed: how long until a press
shows (INP), and how long the longest task holds the page up while it is made and in the second after it, when the other plays,
dice roll and pieces move. The same game is played several times, and for each press the median counts: what only this machine did
at that moment does not (tic-tac-toe is played once). On a busy machine these figures still say little; so the game is played as
often at full speed, and four times the CPU time of each task is told.
A page with a whole game in it is not meant to be as small as nine cells; it is meant to be within what people feel as immediate.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from bench.main_thread import MainThread
from bench.measure import QUIET_IDLE, QUIET_OTHERS, Report, Theft, idle_share, keep, talking
from playwright.sync_api import BrowserContext, Locator, Page, sync_playwright
from tests.guests import ROOMY, Guest, a_table
from tests.page import chromium
from tests.page.driving import Driver, play_out
from tests.page.people import Person
from tests.page.tables import DUEL
from tests.servers import a_server
from tests.table import table

from casting_shadows import __version__
from casting_shadows.engine import position

BENCH = Path(__file__).parent
TOOLS = BENCH / "page_tools"
PEER = BENCH / "boardgame_io"
LOADS = 5
TRIES, LOST = 3, "NO_NAVSTART"
"""Now and then Lighthouse misses the start of a load, and asks to be run again."""
SLOWER = 4
"""Times slower than this machine, as phones are."""
PRESSES = 24
GAMES = 5
"""The same game, each time."""
SIZES = {"desk": (1440, 900), "phone": (360, 740)}
LOOK = 6000.0
"""Milliseconds before the first press: people look at the table first, and sound is set up meanwhile."""
AIM, HOLD = 120.0, 80.0
"""Milliseconds for which people point at something before they press it, and for which they press it."""
REACTION = 1000.0
"""Milliseconds after a press that belong to it."""
LONG = 50.0
"""Milliseconds."""
PAUSE = 0.005
"""Seconds of silence after which the other acts."""
PATIENCE = 0.2
"""Seconds for which the other listens at a time."""
MOST = {"lcp_ms": 2500.0, "inp_ms": 200.0, "long_tasks": 0.0, "cpu_long_tasks": 0.0}
LEAST = {"score": 95.0, "accessibility": 95.0}
FIGURES = ("score", "accessibility", "lcp_ms", "fcp_ms", "tbt_ms", "cls", "kb")
PLAYED = ("inp_ms", "long_tasks", "longest_ms", "cpu_long_tasks", "cpu_longest_ms", "cpu_usual_ms")
WATCH = """
window.presses = []; window.long = [];
new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId) window.presses.push(e.duration); })
  .observe({ type: "event", durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => { for (const e of list.getEntries()) window.long.push([e.startTime, e.duration]); })
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
def a_profile() -> Iterator[tuple[BrowserContext, int]]:
    """A browser, and the port at which others can drive it."""
    path, port = chromium.find(), free_port()
    flags = [*chromium.FLAGS, f"--remote-debugging-port={port}"]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        context = playwright.chromium.launch_persistent_context(folder, executable_path=path, args=flags)
        yield context, port
        context.close()


def lighthouse(url: str, port: int) -> Report:
    """One load."""
    options = ["--disable-storage-reset", "--only-categories=performance,accessibility", "--output=json", "--quiet"]
    command = ["npx", "--no-install", "lighthouse", url, f"--port={port}", *options]
    for _ in range(TRIES):
        done = subprocess.run(command, cwd=TOOLS, capture_output=True, text=True, check=False)
        if LOST not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    audits = found["audits"]
    return {
        "score": found["categories"]["performance"]["score"] * 100,
        "accessibility": found["categories"]["accessibility"]["score"] * 100,
        "lcp_ms": audits["largest-contentful-paint"]["numericValue"],
        "fcp_ms": audits["first-contentful-paint"]["numericValue"],
        "tbt_ms": audits["total-blocking-time"]["numericValue"],
        "cls": audits["cumulative-layout-shift"]["numericValue"],
        "kb": audits["total-byte-weight"]["numericValue"] / 1024,
    }


def loads(context: BrowserContext, url: str, port: int) -> Report:
    """The medians of several loads, none of which finds anything in the browser's cache."""
    found = []
    for _ in range(LOADS):
        context.new_cdp_session(context.pages[0]).send("Network.clearBrowserCache")
        found.append(lighthouse(url, port))
    return {figure: statistics.median(one[figure] for one in found) for figure in FIGURES}


def middle(thing: Locator) -> tuple[float, float]:
    """Where to press it."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Page, where: tuple[float, float]) -> None:
    """As people do. While the page reacts nobody asks it anything, so that all its work is its own."""
    page.mouse.move(*where)
    page.wait_for_timeout(AIM)
    page.mouse.down()
    page.wait_for_timeout(HOLD)
    page.mouse.up()
    page.wait_for_timeout(REACTION)


class Presser:
    """Presses things on a slow machine, and looks at the clock."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed: list[str] = []
        self.spans: list[tuple[float, float]] = []
        self.longest: list[float] = []
        """Task of each press; 0 where none was long."""
        self.inp = 0.0
        """How long the slowest press took to show."""
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate(WATCH)

    def __call__(self, thing: Locator) -> None:
        where = middle(thing)
        self.pressed.append(called(thing))
        began = self.page.evaluate("() => performance.now()")
        press(self.page, where)
        self.spans.append((began, began + AIM + HOLD + REACTION))

    def end(self) -> None:
        """Read the clock."""
        presses, long = self.page.evaluate("() => [window.presses, window.long]")
        self.inp = max(presses, default=0.0)
        self.longest = [max((took for at, took in long if began <= at < ended), default=0.0) for began, ended in self.spans]


class CountingPresser:
    """Presses things at full speed, and counts the CPU time of every task as a slow machine would need it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed: list[str] = []
        self.longest: list[float] = []
        """Task of each press."""
        self._thread = MainThread(page)

    def __call__(self, thing: Locator) -> None:
        where = middle(thing)
        self.pressed.append(called(thing))
        with self._thread.traced() as tasks:
            press(self.page, where)
        self.longest.append(max(tasks) * SLOWER)

    def end(self) -> None:
        """Everything is counted already."""


Hand = TypeVar("Hand", Presser, CountingPresser)


def called(thing: Locator) -> str:
    """What is pressed."""
    return thing.get_attribute("aria-label") or thing.inner_text()


def together(games: Sequence[Presser | CountingPresser]) -> list[float]:
    """The longest task of each press, as it usually is."""
    assert all(game.pressed == games[0].pressed for game in games), [game.pressed for game in games]
    return [statistics.median(tasks) for tasks in zip(*(game.longest for game in games), strict=True)]


def clocked(games: Sequence[Presser]) -> Report:
    """What presses come to on a slow machine."""
    longest = together(games)
    inp = statistics.median(game.inp for game in games)
    return {"inp_ms": inp, "long_tasks": sum(took > LONG for took in longest), "longest_ms": max(longest)}


def counted(games: Sequence[CountingPresser]) -> Report:
    """What presses come to by CPU time. Usual: half of the presses need no longer task."""
    longest = together(games)
    long_ones = sum(took > LONG for took in longest)
    return {"cpu_long_tasks": long_ones, "cpu_longest_ms": max(longest), "cpu_usual_ms": statistics.median(longest)}


def ours() -> dict[str, Report]:
    """Home, a running game, and playing in it."""
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder), *ROOMY) as server, a_profile() as (context, port):
        at_home = loads(context, server.url + "/", port)
        ada, _ = a_game(server.url)
        seated(context, ada).page.close()  # a second page of the same table would keep both busy
        found = {"home": at_home, "game": loads(context, f"{server.url}/r/{ada.code}", port)}
        for place, size in SIZES.items():
            timed = [plays(context, server.url, Presser, size) for _ in range(GAMES)]
            counting = [plays(context, server.url, CountingPresser, size) for _ in range(GAMES)]
            found[f"playing, {place}"] = {"presses": PRESSES, **clocked(timed), **counted(counting)}
    return found


def a_game(url: str) -> list[Guest]:
    """Two people in a game that comes out the same, as long as they do the same."""
    books = {"frill": "heavy_hand heat_wave fatal_fronds", "kit": "unicorn_rush spectral_slap heat_wave"}
    armed = table("frill", "kit", dice="RG RG BG BO PO", books=books, counters={"kit": "pointed_shield"}, hexes=DUEL)
    return a_table(url, at=position(armed.state), clock="none")


def seated(context: BrowserContext, guest: Guest) -> Person:
    """A guest in front of a browser that knows who they are."""
    guest.hang_up()
    person = Person(guest.url, "Ada", context, "en").goes("/credits")
    known = [{"code": guest.code, "token": guest.token, "title": "", "at": 0}]
    kept = {"casting-shadows:rooms": json.dumps(known), "casting-shadows:settings": json.dumps({"language": "en"})}
    person.page.evaluate("(kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))", kept)
    person.goes(f"/r/{guest.code}").board().wait_for()
    return person


def plays(context: BrowserContext, url: str, hand: type[Hand], size: tuple[int, int]) -> Hand:
    """What it is like to play on a screen of some width and height."""
    ada, other = a_game(url)
    person = seated(context, ada)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.wait_for_timeout(LOOK)
    presser = hand(person.page)
    with at_once(other):
        play_out([Driver(person, 1, presser)], until=lambda: len(presser.pressed) >= PRESSES)
    presser.end()
    person.page.close()
    return presser


@contextmanager
def at_once(guest: Guest) -> Iterator[None]:
    """Somebody who meanwhile plays as quickly as a program, and the same way each time."""
    is_over = threading.Event()

    def play() -> None:
        while not is_over.is_set():
            if guest.turn() is None:
                guest.hear(PATIENCE)
            guest.drain(PAUSE)
            part = guest.turn()
            if part is not None:
                actions = [choice.action for choice in part.choices if choice.verb != "concede"]
                guest.act(random.Random(guest.version).choice(actions))

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


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
            with a_profile() as (context, port):
                found = {"game": loads(context, url + places[0], port)}
                pages = [context.new_page() for _ in places]
                for page, place in zip(pages, places, strict=True):
                    page.goto(url + place)
                    page.locator("text=Turn: 0").wait_for()

                timed, counting = Presser(pages[0]), CountingPresser(pages[1])
                for move, cell in enumerate([0, 2, 1, 3, 5, 4, 6, 7] * (PRESSES // 4)):
                    pages[move % 2].bring_to_front()
                    (timed, counting)[move % 2](pages[move % 2].locator(f'[data-id="{cell}"]'))
                timed.end()
                found["playing"] = {**clocked([timed]), **counted([counting])}
    return found


def show(sides: dict[str, dict[str, Report]]) -> None:
    """A table."""
    print(f"\n{'':<34}" + "".join(f"{figure:>16}" for figure in (*FIGURES, *PLAYED)))
    for side, parts in sides.items():
        for part, report in parts.items():
            cells = (report.get(figure) for figure in (*FIGURES, *PLAYED))
            print(f"{side + ', ' + part:<34}" + "".join(f"{'' if cell is None else f'{cell:,.1f}':>16}" for cell in cells))
    reports = sides["casting-shadows"].values()
    for figure, most in MOST.items():
        worst = max(report[figure] for report in reports if figure in report)
        print(f"{figure}: {worst:,.0f}, wanted at most {most:,.0f}: {'yes' if worst <= most else 'NO'}")
    for figure, least in LEAST.items():
        worst = min(report[figure] for report in reports if figure in report)
        print(f"{figure}: {worst:,.0f}, wanted at least {least:,.0f}: {'yes' if worst >= least else 'NO'}")


def run() -> None:
    """Measure, print, keep."""
    installed(TOOLS)
    idle = idle_share()
    theft = Theft()
    sides: dict[str, dict[str, Any]] = {"casting-shadows": ours(), "boardgame.io tic-tac-toe": theirs()}
    stolen = theft.share()
    quiet = idle is not None and idle >= QUIET_IDLE and stolen <= QUIET_OTHERS
    show(sides)
    print(f"the machine was {'quiet' if quiet else 'NOT quiet'}: other machines took {stolen:.0%} of a core")
    keep({"date": date.today().isoformat(), "version": __version__, "quiet": quiet, "stolen": stolen, "page": sides})


def main() -> None:
    """From the command line."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    run()


if __name__ == "__main__":
    main()
