"""Whoever sees colours differently, cannot bear motion, reads large, or listens, has the same game (T34)."""

from __future__ import annotations

import base64
import re
from itertools import combinations

import pytest
from playwright.sync_api import expect

from casting_shadows.engine.words import load_words

from .driving import Driver, play_out
from .people import DESK, PHONE, Person, Site
from .tables import duel

pytestmark = pytest.mark.T34

EYES = ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
DIFFERENT = """async (pictures) => {
  const shown = await Promise.all(pictures.map(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(64, 64).getContext("2d", { willReadFrequently: true });
    canvas.drawImage(image, 0, 0, 64, 64);
    return canvas.getImageData(0, 0, 64, 64).data;
  }));
  const apart = (a, b) => {
    let clear = 0;
    for (let at = 0; at < a.length; at += 4)
      clear += Math.hypot(a[at] - b[at], a[at + 1] - b[at + 1], a[at + 2] - b[at + 2]) > 60;
    return clear / (a.length / 4);
  };
  return shown.map((one) => shown.map((other) => apart(one, other)));
}"""
"""Of each two pictures, drawn at one size: how much of them is clearly different."""
WATCH_MOTION = """
window.moved = new Set();
const still = new Set(["opacity", "color", "backgroundColor", "borderColor", "offset", "computedOffset", "easing", "composite"]);
const look = () => {
  for (const motion of document.getAnimations()) {
    const moves = motion.effect.getKeyframes().flatMap(Object.keys).filter((name) => !still.has(name) && !/color/i.test(name));
    if (moves.length && motion.effect.getTiming().duration > 20)
      window.moved.add(`${motion.effect.target?.getAttribute("class")}: ${moves[0]}`);
  }
  requestAnimationFrame(look);
};
look();
"""
"""Notes whatever moves, grows or turns; what fades does not."""


def test_symbols_are_told_apart_by_all_eyes(site: Site) -> None:
    ada = site.person("Ada", screen={**DESK, "device_scale_factor": 2}).goes("/rules")
    codes = list(load_words("en").tables["resources"])
    canvas = ada.context.new_page()
    lens = ada.context.new_cdp_session(ada.page)
    for eyes in EYES:
        lens.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        symbols = [ada.page.locator(f"#symbol_{code} svg").first for code in codes]
        pictures = [base64.b64encode(symbol.screenshot()).decode() for symbol in symbols]
        apart = canvas.evaluate(DIFFERENT, pictures)
        alike = {
            (codes[one], codes[other]): round(apart[one][other], 3)
            for one, other in combinations(range(len(codes)), 2)
            if apart[one][other] < 0.05  # stone and disc, alike in all but their outline, come to 0.07
        }
        assert not alike, f"{eyes}: {alike}"
    canvas.close()


def plays_a_little(person: Person) -> set[str]:
    """What has moved meanwhile."""
    person.click("home.play_now")
    expect(person.board()).to_be_visible()
    driver = Driver(person, 3)
    play_out([driver], until=lambda: len(driver.deeds) >= 12)
    return set(person.page.evaluate("() => [...window.moved]"))


def test_nothing_moves_for_whoever_asks_for_less_motion(site: Site) -> None:
    bob = site.person("Bob", init=WATCH_MOTION, motion="full").goes("/")
    assert plays_a_little(bob), "with motion, something moves"
    ada = site.newcomer(screen={**DESK, "reduced_motion": "reduce"})
    ada.context.add_init_script(WATCH_MOTION)
    assert plays_a_little(ada.goes("/")) == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_is_played_to_its_end_at_twice_the_size(site: Site, language: str) -> None:
    twice = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
    ada, bob = site.players(duel(), clock="none", screen=twice, language=language)
    for person in (ada, bob):
        person.assert_no_scroll()
        person.assert_all_in_view()
        person.assert_readable()
    play_out([Driver(ada, 1), Driver(bob, 2)], most=150)
    ada.assert_fits_sideways()


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_whoever_listens_hears_of_everything_that_others_do(site: Site, screen: dict[str, object]) -> None:
    ada, bob = site.players(duel(), clock="none", screen=screen)
    driver = Driver(ada, 4)
    play_out([driver], until=lambda: any(deed.endswith(": Cast") for deed in driver.deeds))
    done, heard = lines_of(ada), lines_of(bob)
    assert [line.replace("Guest 1", "Kit") for line in done] == [line.replace("Ada", "Frill") for line in heard]
    assert len(heard) >= 2
    assert all(re.fullmatch(r"\w.*[.!]", line) for line in heard), heard


def lines_of(person: Person) -> list[str]:
    """What a screen reader finds in the log: people's own characters, and the others' names."""
    person.page.keyboard.press("l")
    log = person.page.get_by_role("log", name=person.says("game.log")).last
    expect(log.get_by_role("button").nth(1)).to_be_visible()
    assert log.get_attribute("aria-live") == "polite", "it says what is new by itself"
    return re.findall(r'- button "(.*)"', log.aria_snapshot())
