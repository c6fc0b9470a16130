"""People in front of the page: each has a browser profile of their own, and nothing odd may happen in it.

ada, bob = site.players(at=position(game.state))
ada.click("game.end_turn")
bob.sees("game.your_turn")

Things are found as people find them, by their words: `click("home.play_now")` is the button that says `play_now` of [page_home]
in the person's language, whatever is filled in.
"""

from __future__ import annotations

import json
import random
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Locator,
    Page,
    Playwright,
    Request,
    ViewportSize,
    expect,
)
from playwright.sync_api import WebSocket as Socket

from casting_shadows.engine import State, position
from casting_shadows.engine.words import load_words
from casting_shadows.protocol import commands as c

from ..guests import Guest, a_table, begin, open_room, play_on
from ..servers import Server
from . import chromium

PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 740, "height": 360}}
TABLET = {"viewport": {"width": 1024, "height": 768}}
DESK = {"viewport": {"width": 1440, "height": 900}}
PATIENCE = 40.0
"""Seconds until something that must show counts as missing."""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
WATCH_POLICY = """
addEventListener("securitypolicyviolation", (e) => console.error("policy: " + e.violatedDirective + " " + e.blockedURI));
"""
KEEP_SOCKETS = """
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); (window.sockets ??= []).push(this); }
};
"""
"""So that a test can cut them."""
SMALL = """() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const e = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !e.checkVisibility() || e.closest("script,style,noscript")) continue;
    const box = e.getBoundingClientRect();
    const drawn = e.ownerSVGElement?.getScreenCTM()?.a ?? 1;
    const size = parseFloat(getComputedStyle(e).fontSize) * drawn;
    const said = texts.currentNode.data.trim().slice(0, 40);
    if (size < 13.9 && box.width > 1 && box.height > 1) found.add(`text of ${size.toFixed(1)} px: ${said}`);
  }
  for (const e of document.querySelectorAll("button,select,[role=button],input:not([type=range]),a.button")) {
    const box = e.getBoundingClientRect();
    if (!e.checkVisibility() || box.width <= 1 || e.closest("label")) continue;
    const size = `${box.width.toFixed()} x ${box.height.toFixed()}`;
    const least = e.closest(".board, [role=log]") ? 24 : 44;
    const grip = e.matches(".board .piece") ? getComputedStyle(e, "::after") : { width: "0", height: "0" };
    const wide = Math.max(box.width, parseFloat(grip.width)), high = Math.max(box.height, parseFloat(grip.height));
    if (!(Math.min(wide, high) >= least - 0.5)) found.add(`${size} px: ${e.outerHTML.slice(0, 90)}`);
  }
  return [...found];
}"""
"""Text and targets that are too small. On the map the whole hex is the target, a card
on it can be taken by what is around it (`::after`), and lines of the log are text."""
LINE_LOST = ("WebSocket connection to", "Failed to load resource", "net::ERR_")
"""What a browser itself says when a server is not there."""

expect.set_options(timeout=PATIENCE * 1000)


class Person:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str, context: BrowserContext, language: str) -> None:
        self.url = url
        self.name = name
        self.language = language
        self.context = context
        self.odd: list[str] = []
        """What must never happen: uncaught errors, broken policy, dialogs, calls to other hosts."""
        self.may_lose_the_line = False
        context.set_default_timeout(PATIENCE * 1000)
        context.on("request", self._called)
        context.on("page", self._watch)
        context.add_init_script(WATCH_POLICY + KEEP_SOCKETS)
        self.page = context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.odd.append(f"uncaught: {error}"))
        page.on("dialog", self._asked)
        page.on("websocket", self._opened)

    def _heard(self, message: ConsoleMessage) -> None:
        is_loss = self.may_lose_the_line and any(words in message.text for words in LINE_LOST)
        if message.type in ("error", "warning") and not is_loss:
            self.odd.append(f"console: {message.text}")

    def _asked(self, dialog: Dialog) -> None:
        self.odd.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _called(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc:
            self.odd.append(f"request: {request.url}")

    def _opened(self, socket: Socket) -> None:
        if urlsplit(socket.url).netloc != urlsplit(self.url).netloc:
            self.odd.append(f"socket: {socket.url}")

    # ------------------------------------------------------------------ going and looking

    def goes(self, path: str) -> Person:
        """Open an address of the page; it has shown something when this is done."""
        self.page.goto(self.url + path)
        expect(self.page.locator("main, [role=main], [role=alert]").first).to_be_visible()
        return self

    def says(self, key: str, **values: str | int) -> re.Pattern[str]:
        """A sentence of the page in the person's language. What is not given may be anything, and where a word or a line
        may be broken makes no difference."""
        table, _, name = key.partition(".")
        tables = load_words(self.language).tables
        text = str(tables[f"page_{table}" if f"page_{table}" in tables else table][name]).replace("\u00ad", "")
        filled = re.sub(r"\\{(\w+)\\}", lambda hole: re.escape(str(values.get(hole[1], ""))) or ".+?", re.escape(text))
        return re.compile(filled.replace("\\ ", "\\s"))

    def option(self, name: str) -> str:
        """What an option of rooms is called."""
        return str(load_words(self.language).tables["options"][name]["name"])

    def thing(self, role: Any, key: str, within: Locator | None = None, **values: str | int) -> Locator:
        """What has this role and is called by these words."""
        found: Locator = (within or self.page).get_by_role(role, name=re.compile("^" + self.says(key, **values).pattern))
        return found

    def button(self, key: str, within: Locator | None = None, **values: str | int) -> Locator:
        """A button by its words."""
        return self.thing("button", key, within, **values)

    def board(self) -> Locator:
        """The map of a game."""
        return self.page.get_by_label(self.says("card.board")).first

    def lit(self, kind: str = "") -> Locator:
        """What can be chosen on the map: everything, or each `hex`, or each `pawn`."""
        lit = self.board().get_by_role("button", name=self.says("card.can_choose"))
        which = {"": "*", "hex": "[data-hex]", "pawn": ":not([data-hex])"}[kind]
        return lit.and_(self.page.locator(which))

    def resizes(self, screen: Mapping[str, Any]) -> None:
        """Turn the phone or draw the window; the page has settled when this is done."""
        self.page.set_viewport_size(screen["viewport"])
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def cut(self) -> None:
        """Cut every line to the server."""
        self.page.evaluate("() => { for (const socket of window.sockets ?? []) socket.close(); window.sockets = [] }")

    def click(self, key: str, within: Locator | None = None, **values: str | int) -> None:
        """Click the button or link with these words."""
        named = self.says(key, **values)
        base = within or self.page
        base.get_by_role("button", name=named).or_(base.get_by_role("link", name=named)).first.click()

    def sees(self, key: str, **values: str | int) -> None:
        """These words are on the page, or come."""
        expect(self.page.get_by_text(self.says(key, **values)).first).to_be_visible()

    # ------------------------------------------------------------------ judging

    def assert_no_scroll(self) -> None:
        """Nothing sticks out: neither sideways nor, in a game, downwards."""
        self.assert_fits_sideways()
        high, shown = self.page.evaluate("() => [document.scrollingElement.scrollHeight, innerHeight]")
        screen = self._screen()["height"]
        assert high <= min(shown, screen), f"{high} px high on a screen of {screen}"

    def assert_fits_sideways(self) -> None:
        """One may scroll down, but not to the side."""
        wide, shown = self.page.evaluate("() => [document.scrollingElement.scrollWidth, innerWidth]")
        screen = self._screen()["width"]
        assert wide <= min(shown, screen), f"{wide} px wide on a screen of {screen}"

    def _screen(self) -> ViewportSize:
        """The screen itself: on a phone, what the page calls its width grows with whatever sticks out of it."""
        size = self.page.viewport_size
        assert size is not None
        return size

    def assert_all_in_view(self) -> None:
        """Whatever can be pressed is on the screen as it is, with nothing scrolled. Hexes fill less than their boxes."""
        outside = self.page.evaluate(
            "() => [...document.querySelectorAll('button:not([data-hex])')].filter((e) => e.checkVisibility()).filter((e) => {"
            " const box = e.getBoundingClientRect();"
            " return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;"
            "}).map((e) => e.getAttribute('aria-label') ?? e.innerText)"
        )
        assert not outside, f"{self.page.viewport_size}: {outside}"

    def assert_all_whole(self, things: str) -> None:
        """None of these is cut off at the edge of what it lies in."""
        cut = self.page.evaluate(
            "(things) => [...document.querySelectorAll(things)].filter((e) => e.checkVisibility()).filter((e) => {"
            " const box = e.getBoundingClientRect();"
            " for (let around = e.parentElement; around; around = around.parentElement) {"
            "  const edge = around.getBoundingClientRect();"
            "  if (getComputedStyle(around).overflowX !== 'visible' && (box.left < edge.left - 1 || box.right > edge.right + 1))"
            "   return true;"
            " }"
            " return false;"
            "}).map((e) => e.parentElement.outerHTML.slice(0, 90))",
            things,
        )
        assert not cut, f"{self._screen()}: {cut}"

    def faults(self) -> list[str]:
        """Serious and critical findings of axe."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
        return [
            f"{fault['id']} ({fault['impact']}): {node['html'][:120]}"
            for fault in found["violations"]
            for node in fault["nodes"]
            if fault["impact"] in GRAVE and not self._is_picture(fault["id"], node["target"])
        ]

    def _is_picture(self, fault: str, target: list[str]) -> bool:
        """Whether what is seen but not said is lettering in a picture: a card's damage, a medallion's initial. Or it has gone."""
        inside = "([e]) => !e || e.querySelector('[role=img], svg text') !== null"
        return fault == "label-content-name-mismatch" and bool(self.page.locator(target[-1]).evaluate_all(inside))

    def assert_accessible(self) -> None:
        """Axe has nothing serious to say."""
        faults = self.faults()
        assert not faults, f"{self.page.url} {self._screen()}: " + "\n".join(faults)

    def assert_readable(self) -> None:
        """No text is smaller than 14 px, and what can be pressed is at least 24 px wide and high; buttons 44."""
        small = self.page.evaluate(SMALL)
        assert not small, f"{self.page.url} {self._screen()}: {small}"

    def state(self) -> dict[str, Any]:
        """What this browser remembers of the page."""
        found: dict[str, Any] = self.page.evaluate("() => ({ ...localStorage })")
        return found


class Site:
    """A server, a browser, and the people in front of it."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server = server
        self.browser = browser
        self.people: list[Person] = []

    def person(
        self,
        name: str = "",
        *,
        rooms: Mapping[str, str] | None = None,
        language: str = "en",
        screen: Mapping[str, Any] = DESK,
        init: str = "",
        **settings: object,
    ) -> Person:
        """Somebody with a browser of their own, who is a member of some rooms (token by code)."""
        known = [{"code": code, "token": token, "title": "", "at": 0} for code, token in (rooms or {}).items()]
        kept = {"language": language, "name": name, "motion": "off", "volume": 0, **settings}
        store = [
            {"name": "casting-shadows:settings", "value": json.dumps(kept)},
            {"name": "casting-shadows:rooms", "value": json.dumps(known)},
        ]
        origin: Any = {"cookies": [], "origins": [{"origin": self.server.url, "localStorage": store}]}
        context = self.browser.new_context(storage_state=origin, locale=language, **screen)
        if init:
            context.add_init_script(init)
        person = Person(self.server.url, name, context, language)
        self.people.append(person)
        return person

    def newcomer(self, language: str = "en", screen: Mapping[str, Any] = DESK) -> Person:
        """Somebody who was never here before."""
        person = Person(self.server.url, "", self.browser.new_context(locale=language, **screen), language)
        self.people.append(person)
        return person

    def game(self, at: State | None = None, **more: Any) -> list[Guest]:
        """A game under way, as raw lines; those who look at the page take over from there."""
        return a_table(self.server.url, at=position(at) if at is not None else "", **more)

    def finished_game(self, seed: int = 1, **more: Any) -> str:
        """A game that two people have played to its end; its name."""
        guests = self.game(**more)
        play_on(guests, random.Random(seed))
        info = guests[0].info
        assert info is not None and info.result is not None
        return info.result.game

    def players(
        self,
        at: State | None = None,
        *,
        looking: int = 6,
        screen: Mapping[str, Any] = DESK,
        language: str = "en",
        **more: Any,
    ) -> list[Person]:
        """A game under way with everyone of it, or the first few, in front of a browser."""
        people = []
        for number, guest in enumerate(self.game(at, **more)[:looking]):
            guest.hang_up()
            name = f"Guest {number}" if number else "Ada"
            person = self.person(name, rooms={guest.code: guest.token}, screen=screen, language=language)
            people.append(person.goes(f"/r/{guest.code}"))
        return people

    def hot_seat(self, at: State, *names: str, screen: Mapping[str, Any] = DESK, language: str = "en") -> Person:
        """A game under way with everyone of it at one device."""
        token = a_token()
        options = {"players": len(names), "clock": "none"}
        code = open_room(self.server.url, token, name=names[0], options=options, position=position(at), exact=True)
        guest = Guest(self.server.url, code, token)
        for seat, name in enumerate(names):
            guest.do(c.Sit, seat=seat, name=name)
        begin([guest])
        guest.hang_up()
        return self.person(names[0], rooms={code: token}, screen=screen, language=language).goes(f"/r/{code}")

    def leave(self) -> None:
        """Everybody goes home; nothing odd may have happened to anybody."""
        odd = {person.name or "somebody": person.odd for person in self.people if person.odd}
        for person in self.people:
            person.context.close()
        self.people = []
        assert not odd, odd


@contextmanager
def a_browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    path = chromium.find()
    assert path is not None, "run `make chromium` first"
    browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
    yield browser
    browser.close()


def a_token() -> str:
    """A device's secret."""
    return secrets.token_hex(16)
