"""A replay as a browser measures it: `python -m bench.replay`.

A game of at least two hundred turns is opened from a file, and then the slider is drawn from its start to its end, a little in
every frame, on a machine four times slower than this one. Told are the time from choosing the file to the picture of the map, and
what a frame costs the page's main thread. On a busy machine these say little; so the slider is drawn once more at full speed, and
four times the CPU time of a frame is told.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path
from typing import Any

from bench.main_thread import MainThread
from bench.measure import QUIET_IDLE, QUIET_OTHERS, Report, Theft, idle_share
from bench.page import SLOWER
from playwright.sync_api import CDPSession, Page, sync_playwright
from tests.guests import ROOMY
from tests.page import chromium
from tests.servers import a_server

from casting_shadows import __version__
from casting_shadows.engine import (
    Record,
    Setup,
    legal_actions,
    new_record,
    note,
    outcome,
    play,
    replay,
    reveal,
    secret_from_seed,
    start,
)
from casting_shadows.engine import events as told

TURNS = 200
CALM = ("end", "reroll", "collect", "pass")
HEALING = "bubbling_lake"
FRAMES = 240
TRIES = 3
"""Of which the best is told."""
FRAME = 1000 / 60
KINDS = {
    "frame_ms": "TaskDuration",
    "script_ms": "ScriptDuration",
    "style_ms": "RecalcStyleDuration",
    "layout_ms": "LayoutDuration",
}
SCRUB = """(frames) => new Promise((done) => {
  const slider = document.querySelector("input[type=range]");
  let frame = 0;
  const draw = () => {
    slider.value = String(Math.round((Number(slider.max) * frame) / frames));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    if (frame++ < frames) requestAnimationFrame(draw);
    else requestAnimationFrame(() => done(slider.value === slider.max));
  };
  draw();
})"""


OPENED = """() => {
  const file = document.querySelector("input[type=file]");
  file.addEventListener("change", () => {
    const began = performance.now();
    const look = () => {
      const hex = document.querySelector(".board [data-hex]");
      const isSeen = hex?.checkVisibility({ visibilityProperty: true });
      requestAnimationFrame(isSeen ? () => (window.opened = performance.now() - began) : look);
    };
    look();
  }, { capture: true });
}"""


def turns(record: Record) -> int:
    """How many turns a game has."""
    return sum(isinstance(event, told.TurnBegan) for step in replay(record) for event in step.events)


def a_long_game() -> Record:
    """Two who stay where they are healed, gather cards and never strike, until one of them has had enough."""
    secret, rng = secret_from_seed("a long game"), random.Random(1)
    state, _ = start(Setup(players=2), secret)
    record = new_record(state, secret, __version__)
    seen = 1
    while outcome(state) is None:
        table = state.box.table
        texts = {table.text(action): action for action in legal_actions(state)}
        first = [text for text in ("protect", f"travel {HEALING}") if text in texts][:1]
        calm = first or [text for text in texts if text.split()[0] in CALM] or list(texts)
        action = table.concede if seen >= TURNS else texts[rng.choice(calm)]
        after, happened = play(state, state.to_act, action)
        note(record, state, state.to_act, action, after)
        seen += sum(isinstance(event, told.TurnBegan) for event in happened)
        state = after
    return reveal(record, secret)


def figures(session: CDPSession) -> dict[str, float]:
    """What the page's main thread has done so far, in seconds by kind."""
    found: dict[str, Any] = session.send("Performance.getMetrics")
    return {metric["name"]: metric["value"] for metric in found["metrics"]}


def scrub(page: Page, session: CDPSession) -> Report:
    """Draw the slider from the start to the end; what a frame of it costs."""
    before = figures(session)
    assert page.evaluate(SCRUB, FRAMES), "the slider is at the end"
    after = figures(session)
    return {name: (after[key] - before[key]) * 1000 / FRAMES for name, key in KINDS.items()}


def computed(page: Page) -> float:
    """Milliseconds of CPU time that a frame takes, as a slow machine would need them."""
    with MainThread(page).traced() as tasks:
        assert page.evaluate(SCRUB, FRAMES), "the slider is at the end"
    return sum(tasks) * SLOWER / FRAMES


def measure(record: Record) -> Report:
    """Open a game and draw through it."""
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder), *ROOMY) as server, sync_playwright() as playwright:
        file = Path(folder) / "game.txt"
        file.write_text(record.text())
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.FLAGS))
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        opened = []
        for _ in range(TRIES):  # the first also starts the process in which games are played again
            page.goto(server.url + "/replay")
            chooser = page.locator("input[type=file]")
            chooser.wait_for()
            page.evaluate(OPENED)
            chooser.set_input_files(file)
            opened.append(page.wait_for_function("() => window.opened").json_value())
        scrubbed = [scrub(page, session) for _ in range(TRIES)]
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        cpu = min(computed(page) for _ in range(TRIES))
        browser.close()
    best = min(scrubbed, key=lambda report: report["frame_ms"])
    return {"moves": len(record.moves), "turns": turns(record), "open_ms": min(opened), **best, "cpu_frame_ms": cpu}


def main() -> None:
    """From the command line: measure and print."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    idle = idle_share()
    theft = Theft()
    found = measure(a_long_game())
    stolen = theft.share()
    for name, value in found.items():
        print(f"{name:<12} {value:10,.1f}")
    quiet = idle is not None and idle >= QUIET_IDLE and stolen <= QUIET_OTHERS
    print(
        f"a frame is {FRAME:.1f} ms; the machine was {'quiet' if quiet else 'NOT quiet'}: "
        f"other machines took {stolen:.0%} of a core"
    )


if __name__ == "__main__":
    main()
