"""Every kind of action that the game knows is taken by somebody who has no mouse (T34)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from casting_shadows.engine import State
from casting_shadows.engine.model import verbs

from ..table import table
from .driving import Driver, Keyboard
from .people import Person, Site
from .scenes import SCENES
from .staging import Scene, a_game
from .tables import DUEL, peaceful

pytestmark = pytest.mark.T34

DESK = {"screen": {"viewport": {"width": 1440, "height": 900}}, "language": "en"}
SENT = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    window.sent.push(text);
    send.call(this, text);
  };
}"""

Find = Callable[[Person], Locator]


def button(key: str) -> Find:
    return lambda ada: ada.button(key).first


def card(name: str) -> Find:
    return lambda ada: ada.button("game.use_card", card=name).first


def lit(kind: str) -> Find:
    return lambda ada: ada.lit(kind).first


def first_die(ada: Person) -> Locator:
    return ada.page.get_by_role("dialog").locator("[aria-pressed]").first


class Way(NamedTuple):
    """How a kind of action is taken: where, what is pressed on the table, and what in the sheet before its last button."""

    scene: Scene
    on_table: Find | None = None
    in_sheet: Find | None = None


def _with(**more: object) -> Scene:
    def at() -> State:
        return table("frill", "kit", dice="RG BG BO RO PC", tokens="SF", **{"hexes": DUEL, **more}).state  # type: ignore[arg-type]

    return a_game(at)


WAYS: dict[int, Way] = {
    verbs.PICK: Way(SCENES["draft"]),
    verbs.LEAVE_OUT: Way(SCENES["leave_out"]),
    verbs.GAIN: Way(SCENES["gain"]),
    verbs.END: Way(a_game(peaceful), button("game.short_end")),
    verbs.TRAVEL: Way(a_game(peaceful), lit("hex")),
    verbs.ATTACK: Way(SCENES["game"], lit("pawn")),
    verbs.CONVERT: Way(_with(books={"frill": "gem_duplication"}), card("Gem Duplication")),
    verbs.REROLL: Way(a_game(peaceful), button("game.short_reroll"), first_die),
    verbs.PROTECT: Way(_with(), button("game.short_protect")),
    verbs.REFRESH: Way(a_game(peaceful), button("game.short_refresh")),
    verbs.COLLECT: Way(_with(market={"thornwood": "heat_wave"}), button("game.short_collect")),
    verbs.COLLECT_COUNTERSPELL: Way(_with(hexes={"frill": "dusty_desert", "kit": "thornwood"}), button("game.short_collect")),
    verbs.USE: Way(_with(books={"frill": "red_gem"}), card("Red Gem")),
    verbs.ABILITY: Way(_with(shadow="frill", energy={"frill": 5}), button("game.short_ability")),
    verbs.ABSORB: Way(SCENES["absorb"]),
    verbs.TRANSFORM: Way(SCENES["transform"]),
    verbs.STAY: Way(SCENES["transform"], None, button("terms.action_stay")),
    verbs.PASS: Way(SCENES["attacked"], None, button("terms.action_pass")),
    verbs.COUNTER: Way(SCENES["attacked"]),
    verbs.FREEZE: Way(SCENES["freeze"]),
    verbs.STUN: Way(SCENES["stun"]),
    verbs.DRAIN: Way(SCENES["drain"]),
    verbs.PUSH: Way(SCENES["push"]),
    verbs.STEER: Way(SCENES["steer"]),
    verbs.FLEE: Way(SCENES["flee"]),
    verbs.CONCEDE: Way(a_game(peaceful), button("game.menu"), button("terms.action_concede")),
}


def test_there_is_a_way_for_every_kind_of_action() -> None:
    assert sorted(WAYS) == list(range(len(verbs.WORDS)))


@pytest.mark.parametrize("kind", WAYS, ids=lambda kind: f"{kind}-{verbs.WORDS[kind]}")
def test_every_kind_of_action_is_taken_by_keyboard_alone(site: Site, kind: int) -> None:
    way = WAYS[kind]
    ada = way.scene(site, DESK)
    ada.page.evaluate(SENT)
    keyboard = Keyboard(ada)
    driver = Driver(ada, press=keyboard)
    if way.on_table:
        way.on_table(ada).wait_for()
        keyboard(way.on_table(ada))
    if way.in_sheet:
        way.in_sheet(ada).wait_for()
        keyboard(way.in_sheet(ada))
    wanted = verbs.WORDS[kind]
    for _ in range(20):
        sent = [json.loads(text) for text in ada.page.evaluate("() => window.sent")]
        taken = [message["action"] for message in sent if message["t"] == "act"]
        if taken:
            break
        if ada.page.get_by_role("dialog").last.is_visible():
            driver.step()
        ada.page.wait_for_timeout(100)
    assert [action.split()[0] for action in taken] == [wanted], driver.sight()
    expect(ada.page.locator(".prompt [aria-busy=true]")).to_have_count(0)
    expect(ada.page.get_by_role("alert").first).to_have_text("")  # nothing was refused
