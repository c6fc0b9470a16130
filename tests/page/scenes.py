"""Every screen, sheet and prompt of the page, by name, and how one comes to see it. Tests look at all of them; so can people
(`make screenshots`)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from casting_shadows.engine import State

from ..guests import open_room
from ..make_lessons import LESSONS
from ..table import table
from .people import Person, Site, a_token
from .scenes_asked import ASKED
from .staging import Scene, a_game, asked, looks, press
from .tables import DUEL, answerable, crowded, draft, duel, peaceful, shadows, solo

SCREENS = {
    "home": "/",
    "learn": "/learn",
    "rooms": "/rooms",
    "new": "/new",
    "hotseat": "/hotseat",
    "games": "/games",
    "me": "/me",
    "make": "/make",
    "rules": "/rules",
    "settings": "/settings",
    "credits": "/credits",
    "import": "/replay",
    "no_room": "/r/ZZZZZZZZ",
}


def _screen(path: str) -> Scene:
    return lambda site, browser: site.person("Ada", **browser).goes(path)


def _lost(site: Site, browser: dict[str, Any]) -> Person:
    person = site.person("Ada", **browser)
    person.may_lose_the_line = True  # the browser notes that there is nothing
    person.goes("/rulez").sees("common.lost_text")
    return person


def _forgetting(site: Site, browser: dict[str, Any]) -> Person:
    [guest] = site.game(people=1, bots=1, clock="none")
    guest.hang_up()
    person = site.person("Ada", rooms={guest.code: guest.token}, **browser).goes("/games")
    person.click("games.forget")
    person.sees("games.forget_sure")
    return person


def _lobby(site: Site, browser: dict[str, Any]) -> Person:
    token = a_token()
    code = open_room(site.server.url, token, options={"players": 4, "title": "Tea at five"})
    person = site.person("Ada", rooms={code: token}, **browser).goes(f"/r/{code}")
    person.sees("room.start")
    return person


def _join(site: Site, browser: dict[str, Any]) -> Person:
    code = open_room(site.server.url, a_token(), options={"players": 2})
    person = site.person("Bob", **browser).goes(f"/r/{code}")
    person.sees("room.join_title")
    return person


def _record(site: Site, browser: dict[str, Any]) -> Person:
    secret = a_token()
    site.finished_game(profiles=(secret, a_token()))
    person = site.person("Ada", **browser).goes("/")
    person.page.evaluate("(secret) => localStorage.setItem('casting-shadows:profile', JSON.stringify(secret))", secret)
    person.goes("/me").sees("me.luck")
    return person


def _making(site: Site, browser: dict[str, Any]) -> Person:
    person = site.person("Ada", **browser).goes("/make")
    person.button("make.begin_with_many").first.click()
    person.page.locator("[data-place=dusty_desert]").press("Delete")
    person.page.get_by_label(person.says("make.which")).select_option("heavy_hand")
    person.page.get_by_label(person.says("make.field_copies")).fill("5")
    person.page.keyboard.press("Tab")
    person.sees("make.after")
    return person


def _home_made(site: Site, browser: dict[str, Any]) -> Person:
    own = '[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "3/7" }'
    code = open_room(site.server.url, a_token(), options={"players": 2, "packs": ["base", "mine"]}, own_packs=[own])
    person = site.person("Bob", **browser).goes(f"/r/{code}")
    person.sees("make.after")
    return person


def _hint(site: Site, browser: dict[str, Any]) -> Person:
    ada: Person = a_game(duel)(site, browser)
    ada.button("game.hint_ask").click()
    expect(ada.button("game.do_it")).to_be_visible()
    return ada


def _attacked(site: Site, browser: dict[str, Any]) -> Person:
    """Seen by the one who is asked."""
    guests = site.game(answerable(), clock="relaxed", window=15)
    ada, bob = guests
    ada.until(ada.turn)
    ada.act("cast heavy_hand RG RG @kit")
    bob.hang_up()
    person = site.person("Bob", rooms={bob.code: bob.token}, **browser).goes(f"/r/{bob.code}")
    expect(person.page.get_by_role("dialog")).to_be_visible()
    return person


def _watching(site: Site, browser: dict[str, Any]) -> Person:
    *_, eve = site.game(duel(), watchers=1, clock="none")
    eve.hang_up()
    person = site.person("Eve", rooms={eve.code: eve.token}, **browser).goes(f"/r/{eve.code}")
    person.sees("game.watching")
    return person


def _over(site: Site, browser: dict[str, Any]) -> Person:
    ada, bob = site.game(duel(), clock="none")
    ada.concede(0)
    bob.until(lambda: bob.is_over)
    ada.hang_up()
    person = site.person("Ada", rooms={ada.code: ada.token}, **browser).goes(f"/r/{ada.code}")
    person.sees("game.rematch")
    return person


def _between_games(site: Site, browser: dict[str, Any]) -> Person:
    person = _over(site, browser)
    person.click("game.change_table")
    person.sees("room.next_game")
    return person


def _lesson(site: Site, browser: dict[str, Any]) -> Person:
    person = site.person("Ada", **browser).goes("/learn/turn")
    person.sees("learn.say_turn_welcome")
    return person


def _first_game(site: Site, browser: dict[str, Any]) -> Person:
    """The game after the lessons."""
    person = site.person("Ada", **browser).goes("/learn")
    person.page.evaluate("(done) => localStorage.setItem('casting-shadows:learn', JSON.stringify({ done }))", list(LESSONS))
    person.goes("/learn").click("learn.first_game")
    person.sees("learn.first_hello")
    person.sees("game.do_it")
    return person


def _replay(site: Site, browser: dict[str, Any]) -> Person:
    person = site.person("Ada", **browser).goes(f"/replay/{site.finished_game()}?turn=3")
    person.click("replay.advice_ask")
    person.page.get_by_text(person.says("replay.advice_same")).or_(
        person.page.get_by_text(person.says("replay.advice_best"))
    ).first.wait_for()
    person.click("replay.dice_check")
    return person


def _chat(ada: Person) -> None:
    ada.page.keyboard.press("c")


def _log(ada: Person) -> None:
    ada.page.keyboard.press("l")


def _settings(ada: Person) -> None:
    ada.click("game.menu")
    ada.click("settings.title")


def _keys(ada: Person) -> None:
    ada.page.keyboard.press("?")


def _card(ada: Person) -> None:
    ada.button("card.look_at").first.click()


def _cast(ada: Person) -> None:
    ada.lit("pawn").first.click()


def _people(ada: Person) -> None:
    ada.button("game.menu").click()
    ada.button("room.people").click()


def _event(ada: Person) -> None:
    ada.lit("hex").first.click()
    ada.button("game.undo_steps_one").wait_for()
    ada.page.keyboard.press("l")
    ada.page.get_by_role("log", name=ada.says("game.log")).last.get_by_role("button").last.click()
    ada.sees("game.what_was_that")


def _concede(ada: Person) -> None:
    ada.button("game.menu").click()
    ada.page.get_by_role("button", name=ada.says("terms.action_concede")).click()


def _leave(ada: Person) -> None:
    ada.button("game.menu").click()
    ada.button("game.leave").click()


def _save(ada: Person) -> None:
    ada.button("game.menu").click()
    ada.button("game.save").click()


def _seat(ada: Person) -> None:
    """What another player has, as one who plays on a phone sees it."""
    chip, board = ada.button("game.seat_label", name="Guest 2"), ada.button("game.look_at", card="Guest 2")
    chip.or_(board).first.click()


def _run_away() -> State:
    """Hit by a spell, with a card that leads elsewhere."""
    books = {"kit": "heavy_hand"}
    return table("frill", "kit", turn="kit", dice="RG RG BG BO PO", books=books, counters={"frill": "run_away"}, hexes=DUEL).state


def _running_away(site: Site, browser: dict[str, Any]) -> Person:
    ada, bob = site.game(_run_away(), clock="relaxed", window=15)
    bob.until(bob.turn)
    bob.act("cast heavy_hand RG @frill")
    person = looks(site, ada, browser)
    person.page.get_by_role("dialog").get_by_role("radio").click()
    person.sees("game.run_where")
    return person


def _choosing_opponents(site: Site, browser: dict[str, Any]) -> Person:
    person = site.person("Ada", **browser).goes("/")
    person.click("home.choose")
    person.sees("home.opponents")
    return person


def _book(ada: Person) -> None:
    ada.button("game.use_card").first.click()


def _collecting() -> State:
    return table("frill", "kit", dice="RG RG BG BO PG", tokens="SF RO", hexes=DUEL, market={"thornwood": "heat_wave"}).state


def _full_book() -> State:
    book = "heavy_hand heat_wave fatal_fronds red_gem spectral_slap"
    return table("frill", "kit", dice="RG RG BG BO PG", tokens="SF RO BG", hexes=DUEL, books={"frill": book}).state


def _converting() -> State:
    return table("frill", "kit", dice="RG RG BG BO PG", hexes=DUEL, books={"frill": "gem_duplication curse_void"}).state


def _choosing_spell() -> State:
    return table("frill", "kit", dice="RG RG BG BO PG", hexes=DUEL, books={"frill": "heavy_hand heat_wave"}).state


def _shadow() -> State:
    return table(
        "frill", "kit", dice="RG RG BG BO PG", hexes=DUEL, companions={"frill": "curse_eater"}, energy={"frill": 5}
    ).state


def _absorbing() -> State:
    game = table("frill", "kit", dice="RG RS BS BO PG", hexes=DUEL)
    return game.play("end").state


def _transforming() -> State:
    game = table("frill", "kit", dice="RG RS BS BO PG", hexes=DUEL, energy={"frill": 2})
    return game.play("end", "absorb 1").state


def _leaving_out() -> State:
    game = table("frill", "kit", dice="RG RG BG BO PG", hexes=DUEL, stunned="frill", turn="kit")
    game.play("end")
    while game.to_act == "kit":
        game.play(min(game.legal()))
    return game.state


def _curtain(site: Site, browser: dict[str, Any]) -> Person:
    return site.hot_seat(duel(), "Ada", "Bob", **browser)


SCENES: dict[str, Scene] = {
    **{name: _screen(path) for name, path in SCREENS.items()},
    "lost": _lost,
    "forgetting": _forgetting,
    "lesson": _lesson,
    "first_game": _first_game,
    "record": _record,
    "making": _making,
    "home_made": _home_made,
    "lobby": _lobby,
    "join": _join,
    "game": a_game(duel),
    "game_of_four": a_game(shadows, people=4),
    "game_of_six": a_game(crowded, people=6, packs=["exclusive", "ice_storm"], layout="ten"),
    "shadow_boxing": a_game(solo, people=1, mode="solo"),
    "watching": _watching,
    "curtain": _curtain,
    "attacked": _attacked,
    "run_away": _running_away,
    "opponents": _choosing_opponents,
    "over": _over,
    "between_games": _between_games,
    "replay": _replay,
    "cast": a_game(duel, _cast),
    "which_spell": a_game(_choosing_spell, _cast),
    "convert": a_game(_converting, _book),
    "reroll": a_game(peaceful, press("game.short_reroll")),
    "refresh": a_game(peaceful, press("game.short_refresh")),
    "collect": a_game(_collecting, press("game.short_collect")),
    "collect_full": a_game(_full_book, press("game.short_collect")),
    "ability": a_game(_shadow, press("game.short_ability")),
    "end_turn": a_game(duel, press("game.short_end")),
    "draft": a_game(draft, asked),
    "absorb": a_game(_absorbing, asked),
    "transform": a_game(_transforming, asked),
    "leave_out": a_game(_leaving_out, asked),
    "hint": _hint,
    "menu": a_game(peaceful, press("game.menu")),
    "keys": a_game(peaceful, _keys),
    "game_settings": a_game(peaceful, _settings),
    "log": a_game(peaceful, _log),
    "chat": a_game(peaceful, _chat),
    "piles": a_game(peaceful, press("game.piles")),
    "card": a_game(peaceful, _card),
    "people": a_game(peaceful, _people),
    "event": a_game(peaceful, _event),
    "concede": a_game(peaceful, _concede),
    "leave": a_game(peaceful, _leave),
    "save": a_game(peaceful, _save, people=1, bots=1),
    "seat": a_game(shadows, _seat, people=4),
    **ASKED,
}
