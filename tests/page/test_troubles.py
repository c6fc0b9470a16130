"""Whatever goes wrong is said in a sentence, with a way on; and whoever was away, looks elsewhere or sees badly is helped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import WebSocketRoute, expect

from casting_shadows import __version__

from ..guests import Guest, open_room
from ..table import table
from ..wire import call
from .people import DESK, PHONE, Person, Site, a_token
from .tables import DUEL, answerable, crowded, duel

CLIPBOARD = """
window.copied = [];
const write = (text) => (window.isForbidden ? Promise.reject() : Promise.resolve(void copied.push(text)));
if (navigator.clipboard) navigator.clipboard.writeText = write;
"""


@contextmanager
def no_server_for(person: Person) -> Iterator[None]:
    """While this lasts, the person's page reaches the server no more."""
    person.may_lose_the_line = True
    person.page.route("**/api/**", lambda route: route.abort())
    yield
    person.page.unroute("**/api/**")


def looks_elsewhere(person: Person, is_so: bool) -> None:
    """Go to another window, or come back: a browser under test believes that it always has the focus."""
    away = "(isSo) => { document.hasFocus = () => !isSo; dispatchEvent(new Event(isSo ? 'blur' : 'focus')); }"
    person.page.evaluate(away, is_so)


def taking_the_turn(guest: Guest, *actions: str) -> None:
    """Do this over the bare line, then end the turn, whatever is asked on the way."""
    guest.until(guest.turn)
    for action in actions:
        guest.act(action)
    while turn := guest.turn():
        choices = [choice.action for choice in turn.choices or ()]
        guest.act("end" if "end" in choices else choices[0])


def test_codes_that_lead_nowhere_are_told_and_the_right_one_can_be_typed_at_once(site: Site) -> None:
    right = open_room(site.server.url, a_token(), options={"players": 2})
    ada = site.person("Ada", rooms={"QQQQQQQQ": a_token()}).goes("/r/QQQQQQQQ")  # where she once had a seat
    ada.sees("codes.room/not-open")
    ada.page.wait_for_function("() => localStorage.getItem('casting-shadows:rooms') === '[]'")  # she is not led there again
    for key in ("home.public_rooms", "home.new_room"):
        expect(ada.thing("link", key)).to_be_visible()
    ada.goes("/r/ABCD2345ABCD2345ABCD2345")  # no server would read it
    ada.sees("codes.room/not-open")
    ada.click("common.home")

    field = ada.page.get_by_label(ada.says("home.join_label"))
    field.fill("ABC")
    ada.click("home.join")
    ada.sees("home.join_wrong")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("ABCD-2345")
    expect(ada.page.get_by_text(ada.says("home.join_wrong"))).to_have_count(0)
    ada.click("home.join")
    ada.sees("codes.room/not-open")
    field.fill(f"{ada.url}/r/{right}")
    ada.click("home.join")
    ada.sees("room.join_title")

    eve = site.person("Eve", rooms={right: "mangled"}).goes(f"/r/{right}")
    eve.sees("codes.message/malformed")
    expect(eve.button("common.reload")).to_be_visible()
    expect(eve.thing("link", "common.home")).to_be_visible()


def test_whoever_comes_too_late_for_the_last_seat_is_told_and_can_go_elsewhere(site: Site) -> None:
    code = open_room(site.server.url, a_token(), options={"players": 2, "spectators": False})
    eve, late = site.person("Eve").goes(f"/r/{code}"), site.person("Liz")
    expect(eve.button("home.join")).to_be_visible()
    Guest(site.server.url, code).join("Bob", 1)
    eve.sees("room.no_place")
    expect(eve.button("home.join")).to_have_count(0)
    late.goes(f"/r/{code}").sees("codes.room/not-open")
    for person in (eve, late):
        person.page.get_by_role("link", name=person.says("common.home")).click()
        person.sees("home.play_now")


def test_a_room_that_cannot_be_entered_just_now_says_why_and_lets_one_in_when_it_can(site: Site) -> None:
    code = open_room(site.server.url, a_token(), options={"players": 2})
    is_full = True

    def between(page: WebSocketRoute) -> None:
        if not is_full:
            page.connect_to_server()
            return

        def refuse(_: str | bytes) -> None:
            page.send('{"t":"bye","code":"storage/full","message":"","retry":0.5}')
            page.close()

        page.on_message(refuse)

    ada = site.person("Ada")
    ada.page.route_web_socket(re.compile("/ws$"), between)
    ada.goes(f"/r/{code}").sees("codes.storage/full")
    expect(ada.thing("link", "common.home")).to_be_visible()
    is_full = False
    ada.sees("room.join_title")


def test_a_server_that_does_not_answer_is_told_of_until_trying_again_helps(site: Site) -> None:
    open_room(site.server.url, a_token(), options={"players": 2, "title": "Tea at five", "listed": True})
    ada = site.person("Ada")
    room, entry = ada.page.get_by_role("link", name="Tea at five"), ada.page.locator("#heavy_hand")
    for path, there in (("/rooms", room), ("/rules", entry)):
        with no_server_for(ada):
            ada.goes(path)
            ada.sees("codes.page/no-server")
            ada.click("common.try_again")
            ada.sees("codes.page/no-server")
            expect(ada.thing("link", "common.home")).to_be_visible()
            expect(there).to_have_count(0)
        ada.click("common.try_again")
        expect(there).to_be_attached()
        expect(ada.page.get_by_role("alert").filter(visible=True, has_text=re.compile("."))).to_have_count(0)


def test_at_home_it_is_told_too_and_a_game_begins_once_the_server_is_back(site: Site) -> None:
    ada = site.person("Ada")
    with no_server_for(ada):
        ada.goes("/")
        ada.sees("codes.page/no-server")
        ada.click("home.play_now")
        told = ada.page.get_by_role("region", name=ada.says("home.play")).get_by_role("alert")
        expect(told).to_have_text(ada.says("codes.page/no-server"))
        expect(ada.button("home.play_now")).to_be_enabled()
    ada.click("home.play_now")
    again = ada.button("common.try_again")
    expect(again.or_(ada.board())).to_be_visible()
    if again.is_visible():  # the words of the table did not come before
        again.click()
    expect(ada.board()).to_be_visible()


def test_characters_that_did_not_come_are_fetched_again_and_nobody_chooses_whom_the_room_lacks(site: Site) -> None:
    ada = site.person("Ada").goes("/")
    ada.may_lose_the_line = True
    cards = re.compile(r"/api/cards/en\?packs=(base|exclusive)\b(?!,)")
    ada.page.route(cards, lambda route: route.abort())
    ada.click("home.choose")
    choice = ada.page.locator("#play-choice")
    ada.button("common.try_again", choice).click()
    ada.page.unroute(cards)
    ada.button("common.try_again", choice).click()
    choice.get_by_role("button", name="Haze").click()
    ada.page.route(cards, lambda route: route.abort())
    ada.button("home.opponents_n_many", choice, n=5).click()
    expect(ada.button("common.try_again", choice)).to_be_visible()
    expect(choice.get_by_role("button", name="Haze")).to_have_count(0)
    expect(ada.button("home.by_chance", choice)).to_have_attribute("aria-pressed", "true")


def test_when_the_numbers_of_a_game_do_not_come_its_end_says_so_and_they_can_be_asked_for_again(site: Site) -> None:
    mine, theirs = site.game(duel(), clock="none")
    theirs.concede(1)
    mine.until(lambda: mine.is_over)
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token})
    ada.may_lose_the_line = True
    ada.page.route("**/api/games/*", lambda route: route.abort())
    ada.goes(f"/r/{mine.code}")
    ada.sees("codes.page/no-server")
    ada.page.unroute("**/api/games/*")
    ada.click("common.try_again")
    ada.sees("statistics.damage_dealt")
    expect(ada.page.get_by_text(ada.says("codes.page/no-server"))).to_have_count(0)


def test_whoever_tries_again_at_home_gets_on_when_the_server_is_back(site: Site) -> None:
    ada = site.person("Ada")
    told = ada.page.get_by_text(ada.says("codes.page/no-server"))
    with no_server_for(ada):
        ada.goes("/").click("common.try_again")
        expect(told).to_be_visible()
    ada.click("common.try_again")
    expect(told).to_have_count(0)
    ada.click("home.rules")
    expect(ada.page.get_by_role("heading", name=ada.says("home.rules"), level=1)).to_be_visible()


def test_a_report_tells_where_the_game_is_and_never_who_somebody_is_or_what_they_hide(site: Site) -> None:
    mine, theirs = site.game(answerable(), clock="none")
    mine.until(mine.turn).act("travel ancient_rune")
    theirs.hang_up()
    bob = site.person("Guest 1", rooms={theirs.code: theirs.token}, init=CLIPBOARD).goes(f"/r/{theirs.code}")
    expect(bob.button("game.your_secret", card="Pointed Shield")).to_be_visible()
    bob.click("game.menu")
    bob.click("game.report")
    bob.sees("game.copied")
    (text,) = bob.page.evaluate("copied")
    facts = dict(line.split(": ", 1) for line in text.replace(":\n", ": \n").splitlines())
    where = {"room": theirs.code, "game": "1", "step": "1", "version": str(mine.version)}
    build = bob.page.locator("script[type=module]").first.get_attribute("src")
    assert facts.items() >= {**where, "server": __version__, "page": build}.items()
    profile = bob.page.evaluate("() => JSON.parse(localStorage.getItem('casting-shadows:profile'))")
    for secret in (theirs.token, profile, "pointed_shield", "Pointed Shield", "Guest 1", "Ada"):
        assert secret not in text

    bob.page.evaluate("() => { window.isForbidden = true }")
    bob.click("game.report")
    expect(bob.page.get_by_role("textbox", name=bob.says("game.report"))).to_have_value(text)  # copied by hand then
    bob.sees("game.copy_report")


def test_whoever_comes_back_is_told_what_happened_meanwhile_and_only_once(site: Site) -> None:
    game = table("frill", "kit", dice="RG RG BG BO PO", books={"kit": "heavy_hand red_gem"}, hexes=DUEL, turn="kit")
    mine, theirs = site.game(game.state, clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}")
    theirs.until(theirs.turn).act("use red_gem")
    log = ada.page.get_by_role("log", name=ada.says("game.log")).get_by_role("button")
    expect(log.filter(has_text="uses the card Red Gem")).to_have_count(1)
    seen = f"Number(localStorage.getItem('casting-shadows:seen:{mine.code}'))"
    ada.page.wait_for_function(f"() => {seen} > 1")
    ada.page.goto("about:blank")
    taking_the_turn(theirs, "cast heavy_hand RG RG @frill", "travel ancient_rune", "travel dusty_desert", "travel ancient_rune")
    ada.goes(f"/r/{mine.code}")
    recap = ada.page.get_by_role("dialog", name=ada.says("game.while_away"))
    told = recap.get_by_role("listitem")
    expect(told.first).to_have_text("Guest 1 casts Heavy Hand at Frill, spending 2 Red Gems.")  # nothing from before
    expect(told.filter(has_text="deals 4 damage to Frill, who has 14 HP left")).to_have_count(1)
    walks = [re.compile(f"Guest 1 travels to {name}") for name in ("Ancient Rune", "Dusty Desert", "Ancient Rune")]
    expect(told.filter(has_text="travels to")).to_have_text(walks)
    ada.click("game.go_on_playing", recap)
    ada.sees("game.your_turn")
    ada.page.wait_for_function(f"() => {seen} > 4")
    ada.page.reload()
    ada.sees("game.your_turn")
    expect(log.filter(has_text="Heavy Hand")).to_have_count(1)
    expect(recap).to_have_count(0)


def test_whoever_comes_back_to_the_tab_is_told_what_happened_behind_it(site: Site) -> None:
    game = table("frill", "kit", dice="RG RG BG BO PO", books={"kit": "heavy_hand"}, hexes=DUEL, turn="kit")
    mine, theirs = site.game(game.state, clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}")
    ada.sees("game.waiting_for", name="Guest 1")
    hide = "(isSo) => { Object.defineProperty(document, 'hidden', { value: isSo, configurable: true }); %s }"
    hide %= "document.dispatchEvent(new Event('visibilitychange'))"
    ada.page.evaluate(hide, True)
    taking_the_turn(theirs, "cast heavy_hand RG RG @frill", "travel ancient_rune", "travel dusty_desert", "travel ancient_rune")
    expect(ada.page).to_have_title(re.compile("^● "))  # of her turn she is told at once
    recap = ada.page.get_by_role("dialog", name=ada.says("game.while_away"))
    expect(recap).to_have_count(0)
    ada.page.evaluate(hide, False)
    expect(recap.get_by_role("listitem").first).to_have_text("Guest 1 casts Heavy Hand at Frill, spending 2 Red Gems.")
    ada.click("game.go_on_playing", recap)
    ada.sees("game.your_turn")


DIFFERENCE = """async (icons) => {
  const [one, other] = await Promise.all(icons.map(async (src) => {
    const picture = Object.assign(new Image(), { src });
    await picture.decode();
    const canvas = new OffscreenCanvas(192, 192).getContext("2d");
    canvas.drawImage(picture, 0, 0, 192, 192);
    return canvas.getImageData(0, 0, 192, 192).data;
  }));
  return one.reduce((sum, value, n) => sum + Math.abs(value - other[n]), 0) / one.length;
}"""


def test_the_tab_says_that_it_is_ones_turn_and_its_icon_does_while_nobody_looks(site: Site) -> None:
    game = table("frill", "kit", points=0, dice="RG", hexes={**DUEL, "kit": "amber_mountain"}, turn="kit")
    mine, theirs = site.game(game.rolls("GGGGG").state, clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}).goes(f"/r/{mine.code}")
    icon, turn = ada.page.locator("link[rel=icon]"), re.compile(f"^● {ada.says('game.tab_turn').pattern} – Casting Shadows$")
    ada.sees("game.waiting_for", name="Guest 1")
    looks_elsewhere(ada, True)
    expect(ada.page).to_have_title("Casting Shadows")
    expect(icon).to_have_attribute("href", "/icon.svg")
    taking_the_turn(theirs)
    expect(ada.page).to_have_title(turn)
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    looks_elsewhere(ada, False)
    expect(icon).to_have_attribute("href", "/icon.svg")
    expect(ada.page).to_have_title(turn)
    looks_elsewhere(ada, True)
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    ada.page.keyboard.press("e")
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("game.end_turn")).click()
    expect(ada.page).to_have_title("Casting Shadows")
    expect(icon).to_have_attribute("href", "/icon.svg")


def test_easy_letters_and_a_larger_size_are_used_everywhere_and_nothing_sticks_out(site: Site) -> None:
    (guest, _) = site.game(duel(), clock="none")
    guest.hang_up()
    ada = site.person("Ada", rooms={guest.code: guest.token}, screen=PHONE).goes("/settings")
    size = "() => parseFloat(getComputedStyle(document.body).fontSize)"
    before = ada.page.evaluate(size)
    ada.page.get_by_role("checkbox", name=ada.says("settings.easy_read")).check()
    ada.page.get_by_label(ada.says("settings.scale")).fill("140")
    expect(ada.page.get_by_role("status").filter(has_text="140%")).to_be_visible()
    for path, there in (
        ("/settings", ada.button("settings.delete")),
        ("/", ada.button("home.play_now")),
        ("/rules", ada.page.locator("#heavy_hand")),
        (f"/r/{guest.code}", ada.lit("pawn").first),
    ):
        ada.goes(path)
        expect(there).to_be_attached()
        ada.page.wait_for_function("() => document.fonts.status === 'loaded'")
        assert ada.page.evaluate(size) == round(before * 1.4, 1), path
        assert ada.page.evaluate("() => document.fonts.check('1rem \"Atkinson Hyperlegible\"')"), path
        for thing in ("body", "button >> nth=0", "h1 >> nth=0"):
            expect(ada.page.locator(thing)).to_have_css("font-family", re.compile('^"Atkinson Hyperlegible"'))
        ada.assert_fits_sideways()


@pytest.mark.parametrize(("width", "scale"), [(1280, 100), (1366, 100), (1440, 140)])
def test_on_a_desk_dice_tools_and_actions_have_room_at_any_size_of_letters(site: Site, width: int, scale: int) -> None:
    guest, *_ = site.game(crowded(), people=6, packs=["exclusive", "ice_storm"], layout="ten", clock="none")
    guest.hang_up()
    screen = {"viewport": {"width": width, "height": 800}}
    ada = site.person("Ada", rooms={guest.code: guest.token}, language="de", scale=scale, screen=screen).goes(f"/r/{guest.code}")
    expect(ada.page.locator(".token")).to_have_count(4)
    expect(ada.button("game.menu")).to_be_visible()
    expect(ada.page.locator(".actions button")).to_have_count(6)
    ada.page.wait_for_function("() => document.fonts.status === 'loaded'")
    right = "(things) => Math.max(...things.map((thing) => thing.getBoundingClientRect().right))"
    dock = ada.page.locator(".dock").evaluate_all(right)
    assert ada.page.locator(".tools button").evaluate_all(right) <= dock
    assert ada.page.locator(".die, .token").evaluate_all(right) <= ada.page.locator(".pool").evaluate_all(right)
    widths = ada.page.locator(".actions button").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().width)")
    assert min(widths) >= 44


def test_a_card_leads_from_the_table_to_its_entry_where_what_is_reconstructed_is_marked(site: Site) -> None:
    game = table("frill", "kit", dice="RG", hexes=DUEL, market={"thornwood": "heat_wave"})
    (ada,) = site.players(game.state, clock="none", looking=1)
    ada.board().get_by_role("button", name=ada.says("card.look_at", card="Heat Wave")).first.click()
    with ada.context.expect_page() as opened:
        ada.click("game.in_the_rules")
    rules = opened.value
    expect(rules.locator("#heat_wave")).to_be_focused()
    expect(rules.get_by_role("heading", name="Heat Wave")).to_be_in_viewport()

    parts = call(site.server.url, "GET", "/api/cards/en?packs=exclusive,ice_storm").json
    ours, printed = ({part["id"] for part in parts if bool(part["reconstructed"]) is is_ours} for is_ours in (True, False))
    entries, mark = rules.locator("main li.panel[id]"), rules.get_by_label(ada.says("rules.reconstructed"))
    for found, expected in ((entries.filter(has=mark), ours), (entries.filter(has_text=ada.says("rules.as_printed")), printed)):
        assert set(found.evaluate_all("(entries) => entries.map(({ id }) => id)")) == expected != set()
    expect(rules.locator("#heavy_hand")).to_contain_text(ada.says("rules.ours", parts="cost and effect"))
    rules.locator("#heavy_hand").get_by_label(ada.says("rules.reconstructed")).click()
    expect(rules.get_by_text(ada.says("terms.reconstructed_note"))).to_be_in_viewport()


def test_the_icon_of_a_notice_is_the_tabs_as_systems_can_show_it(site: Site) -> None:
    ada = site.person("Ada").goes("/")
    assert ada.page.evaluate(DIFFERENCE, ["/icon-turn.svg", "/icon-turn.png"]) < 2
    assert ada.page.evaluate(DIFFERENCE, ["/icon.svg", "/icon-turn.png"]) > 20, "this would find another picture"


def test_at_the_smallest_size_everything_can_still_be_read(site: Site) -> None:
    guest, *_ = site.game(crowded(), people=6, packs=["exclusive", "ice_storm"], layout="ten", clock="none")
    lobby = site.game(started=False)[0]
    guest.hang_up()
    lobby.hang_up()
    for screen in (PHONE, DESK):
        ada = site.person("Ada", rooms={one.code: one.token for one in (guest, lobby)}, scale=80, screen=screen)
        for path in ("/", "/settings", "/rules", "/new", "/me", f"/r/{lobby.code}", f"/r/{guest.code}"):
            ada.goes(path).page.wait_for_load_state("networkidle")
            ada.assert_readable()
        ada.click("game.menu")
        ada.sees("settings.motion")
        ada.assert_readable()
