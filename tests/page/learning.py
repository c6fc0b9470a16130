"""Somebody who does what the lantern says: presses on, or does the one thing that the lesson allows."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from .people import Person

SHEETS = ".sheet, dialog[open]"
TO_DO = ".book .legal, .actions .legal, .actions .primary"

CHANGED = """([sheets, before]) =>
  document.querySelector(sheets) || document.querySelector(".coach [role=status]").innerText !== before"""
"""A sheet has come up, or the lantern says something else."""

DRAWN = "() => new Promise((done) => { let left = 8; const go = () => (left-- ? requestAnimationFrame(go) : done()); go(); })"
"""Until everything that comes some pictures later is there."""


class Learner:
    """Takes one step of a lesson after the other. It knows no lesson, and no rule."""

    def __init__(self, person: Person, press: Callable[[Locator], None] | None = None) -> None:
        self.person = person
        self.press = press or (lambda thing: thing.click())
        """How something is pressed: by mouse, unless told otherwise."""
        self.words = person.page.get_by_role("region", name=person.says("learn.lantern")).get_by_role("status")
        self.leaving = person.button("learn.next_lesson").or_(person.button("learn.first_game"))
        """The button on the last step."""
        self.onward = person.button("learn.next").or_(self.leaving)

    def arrives(self) -> Learner:
        """The lesson is there."""
        expect(self.words).not_to_be_empty()
        return self

    def step(self) -> None:
        """Do what is to be done, and wait until the lantern says something else."""
        self.person.page.evaluate(DRAWN)
        self.marvels()
        before = self.words.inner_text()
        sheet = self.person.page.locator(SHEETS).last
        lit = self.person.lit("hex").or_(self.person.lit("pawn"))
        something = self.person.page.locator(TO_DO)
        expect(self.onward.or_(sheet).or_(something).or_(lit).first).to_be_visible()
        if self.onward.is_visible():
            self.press(self.onward)
        else:
            if not sheet.is_visible():
                self.press((something if something.first.is_visible() else lit).first)
                self.person.page.wait_for_function(CHANGED, arg=[SHEETS, before])
            if sheet.is_visible():
                self.fill(sheet)
        expect(self.words).not_to_have_text(before)

    def marvels(self) -> None:
        """Somebody has transformed: the first thing pressed leads back to the table, and does nothing else."""
        beat = self.person.page.get_by_text(self.person.says("game.beat_on"))
        if beat.is_visible():
            self.person.page.keyboard.press("Enter")
            expect(beat).to_be_hidden()

    def fill(self, sheet: Locator) -> None:
        """The first of every choice, then the button that confirms."""
        sheet.locator(".body > *").first.wait_for(state="attached")  # a picture after the sheet itself
        for group in sheet.get_by_role("radiogroup").all():
            if not group.get_by_role("radio", checked=True).count():
                self.press(group.get_by_role("radio").first)
        dice = sheet.locator("button[aria-pressed=false]:not([disabled])")
        if dice.count():
            self.press(dice.first)
        self.press(sheet.locator("footer button, .choices button").last)

    def finishes(self) -> None:
        """The lesson, to its last step."""
        self.arrives()
        while not self.leaving.is_visible():
            self.step()
