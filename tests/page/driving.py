"""Plays a game by clicking what can be clicked, and nothing else: whoever can play like this can play.

driver = Driver(ada)
while driver.step():
    ...

It knows no rule and no card. In a sheet it takes the first of every choice and presses the last button, which confirms; on the
table it prefers attacks, then what is asked of it, and ends its turn when nothing else is lit.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Error, Locator

from ..guests import Guest
from .people import PATIENCE, Person

GLANCE = 3000
"""Milliseconds after which what was lit has gone meanwhile."""


class Driver:
    """Somebody who clicks what is lit."""

    def __init__(self, person: Person, seed: int = 0, press: Callable[[Locator], None] | None = None) -> None:
        self.person = person
        self.rng = random.Random(seed)
        self.press = press or (lambda thing: thing.click())
        """How something is pressed: by mouse, unless told otherwise."""
        self.deeds: list[str] = []
        self._walks = 0

    def step(self) -> str | None:
        """Do one thing if there is one to do; what it was."""
        self.person.page.set_default_timeout(GLANCE)
        try:
            deed = self._sheet() or self._table()
        except Error as error:  # what was lit a moment ago may have gone meanwhile: others play too
            covering = [line for line in str(error).splitlines() if "intercepts pointer events" in line]
            is_covered = any(not self.person.says("card.can_choose").search(line) for line in covering)
            if "Timeout" not in str(error) or (is_covered and not self._is_asked):
                raise
            return None
        finally:
            self.person.page.set_default_timeout(PATIENCE * 1000)
        if deed:
            self.deeds.append(deed)
        return deed

    @property
    def is_over(self) -> bool:
        """Whether the end of the game is told."""
        return self.person.page.locator(".end[role=dialog]").is_visible()

    @property
    def _is_asked(self) -> bool:
        """Whether a sheet is open, perhaps only since we looked."""
        return self.person.page.get_by_role("dialog").last.is_visible()

    def sight(self) -> tuple[list[str], list[str]]:
        """What it did last, and what it sees."""
        return self.deeds[-5:], self.person.page.locator(".prompt, [role=dialog], .banner").all_inner_texts()

    def _sheet(self) -> str | None:
        sheet = self.person.page.get_by_role("dialog").last
        if not sheet.is_visible():
            return None
        if self.is_over or sheet.locator(".body:empty").count():  # what it asks comes a picture after the sheet itself
            return None
        for group in sheet.get_by_role("radiogroup").all():
            radios = group.get_by_role("radio")
            if radios.count() and not group.get_by_role("radio", checked=True).count():
                self.press(radios.first)
        buttons = [button for button in sheet.get_by_role("button").all() if button.is_enabled()]
        if not buttons:
            return None
        said = f"{sheet.get_by_role('heading').first.inner_text()}: {' '.join(buttons[-1].inner_text().split())}"
        if self.is_over:  # meanwhile: the buttons are those of the end now
            return None
        self.press(buttons[-1])
        return said

    def _table(self) -> str | None:
        person = self.person
        lit = person.board().get_by_role("button", name=person.says("card.can_choose")).all()
        enemies = [thing for thing in lit if thing.get_attribute("data-hex") is None]
        if enemies:
            return self._press(enemies[0])
        end = person.button("game.short_end").first
        can_end = end.is_visible() and end.get_attribute("aria-disabled") == "false"
        hexes = [thing for thing in lit if thing.get_attribute("data-hex")]
        if hexes and (not can_end or self._walks < 2):
            self._walks += 1
            return self._press(self.rng.choice(hexes))
        if can_end:
            self._walks = 0
            return self._press(end)
        return None

    def _press(self, thing: Locator) -> str:
        said = thing.get_attribute("aria-label") or " ".join(thing.inner_text().split())
        self.press(thing)
        return said


class Keyboard:
    """Presses things as somebody does who has no mouse: by Tab and arrow keys until they have the focus, then by Enter."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def __call__(self, thing: Locator) -> None:
        keys = self.person.page.keyboard
        if thing.get_attribute("data-hex") is not None:
            self._walk_the_map(thing)
        else:
            self._tab_to(thing)
        keys.press("Enter")

    def _has_focus(self, thing: Locator) -> bool:
        return bool(thing.evaluate("(e) => e === document.activeElement"))

    def _tab_to(self, thing: Locator) -> None:
        for _ in range(120):
            if self._has_focus(thing):
                return
            self.person.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {thing.evaluate('(e) => e.outerHTML.slice(0, 200)')}")

    def _walk_the_map(self, thing: Locator) -> None:
        on_map = "() => document.activeElement?.matches('[data-hex]')"
        for _ in range(120):
            if self.person.page.evaluate(on_map):
                break
            self.person.page.keyboard.press("Tab")
        for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"] * 6:
            if self._has_focus(thing):
                return
            self.person.page.keyboard.press(key)
        raise AssertionError("arrow keys never come to " + str(thing.get_attribute("data-hex")))


def play_out(drivers: Sequence[Driver], most: int = 400, until: Callable[[], bool] = lambda: False) -> None:
    """Everybody plays until the game has ended for all of them, or something is so."""
    idle_since = time.monotonic()
    for _ in range(most):
        if until() or all(driver.is_over for driver in drivers):
            return
        if any(driver.step() for driver in drivers):
            idle_since = time.monotonic()
        else:
            assert time.monotonic() - idle_since < PATIENCE, f"nobody can do anything: {[d.sight() for d in drivers]}"
            drivers[0].person.page.wait_for_timeout(100)
    raise AssertionError(f"the game does not end: {[driver.deeds[-10:] for driver in drivers]}")


def end_turn(guest: Guest) -> None:
    """End a turn over the bare line, whatever is asked on the way."""
    guest.until(lambda: guest.turn() is not None)
    while turn := guest.turn():
        actions = [choice.action for choice in turn.choices or ()]
        guest.act("end" if "end" in actions else actions[0])
