"""What players find at the table: why something cannot be done, cards large, what happened, and each other."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from casting_shadows.engine import parse_own_pack
from casting_shadows.engine.words import load_words

from ..table import table
from .driving import end_turn
from .people import DESK, PHONE, Person, Site
from .tables import DUEL, answerable, duel, peaceful

SIDEWAYS = {"viewport": {"width": 740, "height": 360}}
SMALL_DESK = {"viewport": {"width": 1000, "height": 700}}
OWN_PACK = """
[pack]
name = "mine"
[main]
heavy_hand = { name = { en = "Gentle Hand", de = "Sanfte Hand" }, damage = "3/7" }
"""


def prompt(person: Person) -> re.Pattern[str]:
    """What the prompt says when it is one's turn."""
    return person.says("game.your_turn")


def test_whoever_taps_what_cannot_be_used_is_told_why(site: Site) -> None:
    far = {"frill": "bubbling_lake", "kit": "thornwood"}
    game = table("frill", "kit", dice="RG RG BC", books={"frill": "heavy_hand spectral_slap"}, hexes=far)
    ada, bob = site.players(game.state, clock="none")
    ada.button("game.short_ability").click(force=True)  # what says that it cannot be used can be pressed all the same
    ada.sees("refusals.base-form")
    book = ada.page.get_by_role("group", name=ada.says("terms.spell_book"))
    book.get_by_role("button", name="Spectral Slap").click()
    ada.sees("refusals.cannot-pay", missing="1 Blue Gem")
    ada.page.keyboard.press("Escape")
    book.get_by_role("button", name="Heavy Hand").click()
    ada.sees("refusals.nobody-in-range")
    ada.page.keyboard.press("Escape")
    ada.page.locator("[data-hex=thornwood]").click(force=True)
    ada.sees("refusals.not-adjacent", hex="Thornwood")
    bob.button("game.short_end").click(force=True)
    bob.sees("refusals.not-your-choice", waiting_for="Ada")


def test_a_die_that_cannot_be_rerolled_says_so_and_no_other_does(site: Site) -> None:
    cursed = table("frill", "kit", dice="RG RC BO", hexes=DUEL)
    ada, bob = site.players(cursed.state, clock="none")
    pool = ada.page.get_by_role("group", name=ada.says("terms.resource_pool"))
    locked = pool.get_by_role("button", name=ada.says("game.die_locked", die="Cursed Crystal"))
    expect(locked).to_have_count(1)
    expect(pool.locator(".lock")).to_have_count(1)
    expect(pool.locator(".lock")).to_be_visible()
    free = pool.get_by_role("button", name=ada.says("game.die_label"))
    expect(free).to_have_count(2)
    for die in free.all():
        expect(die).not_to_have_css("box-shadow", "none")  # it is lit
    expect(locked).to_have_css("box-shadow", "none")
    locked.click(force=True)
    ada.sees("tip.locked")
    bob.sees("tip.dice_of", name="Ada")
    expect(bob.page.get_by_role("group", name=bob.says("terms.resource_pool")).locator(".lock")).to_have_count(0)
    (eve,) = site.players(table("frill", "kit", dice="RG RC BO", hexes=DUEL, points=0).state, clock="none", looking=1)
    pool = eve.page.get_by_role("group", name=eve.says("terms.resource_pool"))
    expect(pool.get_by_role("button", name="Red Gem", exact=True)).to_be_visible()
    expect(pool.get_by_role("button", name=eve.says("game.die_locked"))).to_have_count(0)


LISTEN = """
window.contexts = []; window.heard = 0; window.drawn = new Map(); window.lately = 0;
const { start } = AudioBufferSourceNode.prototype, { clearRect } = CanvasRenderingContext2D.prototype;
window.AudioContext = class extends AudioContext { constructor(...given) { super(...given); contexts.push(this); } };
AudioBufferSourceNode.prototype.start = function (...given) { heard += 1; return start.apply(this, given); };
CanvasRenderingContext2D.prototype.clearRect = function (...given) {
  if (this.canvas.matches(".pool canvas")) {
    drawn.set(this.canvas, 1 + (drawn.get(this.canvas) ?? 0));
    lately = performance.now();
  }
  return clearRect.apply(this, given);
};
window.tumbled = () => [...drawn.values()].filter((pictures) => pictures > 4).length;
window.isStill = () => performance.now() - lately > 300;
"""


def test_a_face_down_card_is_looked_at_as_long_as_nobody_attacks(site: Site) -> None:
    game = table("frill", "kit", dice="RG", hexes=DUEL, counters={"frill": "safety_dome"}, points=0)
    (ada,) = site.players(game.state, clock="none", looking=1)
    ada.sees("game.no_points")
    ada.button("game.your_secret", card="Safety Dome").click()
    ada.thing("button", "game.close", within=ada.page.get_by_role("dialog", name="Safety Dome")).last.click()
    ada.button("game.short_protect").click(force=True)
    expect(ada.page.locator(".prompt .text")).not_to_have_text(ada.says("game.no_points"))  # asked later, answered later
    assert not ada.page.get_by_text("use safety_dome").count(), "nothing was asked that the game does not know"


def test_sound_waits_for_nobody_and_all_dice_of_every_new_turn_tumble(site: Site) -> None:
    mine, theirs = site.game(peaceful(), clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}, init=LISTEN, volume=0.5, motion="fast").goes(f"/r/{mine.code}")
    ada.page.wait_for_function("() => contexts.length === 1")  # before anything was pressed
    assert ada.page.evaluate("[heard, tumbled()]") == [0, 0]
    ada.page.keyboard.press("e")
    ada.page.get_by_role("dialog").get_by_role("button").last.click()
    ada.page.wait_for_function("() => tumbled() === 5")  # the other's
    ada.page.wait_for_function("() => heard > 0 && contexts[0].state === 'running'")
    ada.page.wait_for_function("() => isStill()")
    ada.page.evaluate("() => drawn.clear()")
    end_turn(theirs)
    ada.page.wait_for_function("() => tumbled() === 5")  # her own
    ada.page.wait_for_function("() => isStill()")


def test_dice_lie_still_as_soon_as_anything_is_pressed(site: Site) -> None:
    mine, theirs = site.game(peaceful(), clock="none")
    mine.hang_up()
    ada = site.person("Ada", rooms={mine.code: mine.token}, init=LISTEN, motion="full").goes(f"/r/{mine.code}")
    ada.page.keyboard.press("e")
    ada.page.get_by_role("dialog").get_by_role("button").last.click()
    theirs.until(lambda: theirs.turn() is not None)
    ada.page.wait_for_function("() => tumbled() === 5 && isStill()")  # the other's
    ada.page.evaluate("() => drawn.clear()")
    end_turn(theirs)
    ada.page.wait_for_function("() => Math.max(...drawn.values()) > 2")  # they are in the air
    ada.page.evaluate("() => addEventListener('pointerdown', () => drawn.clear(), { capture: true })")
    ada.page.mouse.click(5, 5)
    ada.page.wait_for_function("() => isStill()")
    assert ada.page.evaluate("() => Math.max(0, ...drawn.values())") <= 2


def test_a_card_is_shown_large_while_it_is_pointed_at_or_held_and_by_key(site: Site) -> None:
    game = table("frill", "kit", dice="RG RG", books={"frill": "heavy_hand"}, market={"thornwood": "heat_wave"}, hexes=DUEL)
    ada, _ = site.players(game.state, clock="none")
    zoom, card = ada.page.locator("[popover]"), ada.page.locator(".book [data-card=heavy_hand]").first
    card.hover()
    expect(zoom).to_contain_text("Heavy Hand")
    ada.page.mouse.move(5, 5)
    expect(zoom).to_have_count(0)
    ada.board().get_by_role("button", name=ada.says("card.look_at", card="Heat Wave")).first.hover()
    expect(zoom).to_contain_text("Heat Wave")
    ada.page.mouse.move(5, 5)
    expect(zoom).to_have_count(0)
    ada.button("game.use_card", card="Heavy Hand").focus()
    ada.page.keyboard.press("z")
    expect(zoom).to_contain_text("Heavy Hand")
    ada.page.keyboard.press("z")
    expect(zoom).to_have_count(0)

    (eve,) = site.players(duel(), clock="none", screen=SMALL_DESK, looking=1)
    eve.lit("pawn").first.click()
    sheet = eve.page.get_by_role("dialog")
    sheet.locator("[data-card=heavy_hand]").hover()
    expect(eve.page.locator("[popover]")).to_contain_text("Heavy Hand")
    shown, pressed = eve.page.locator("[popover]").bounding_box(), sheet.bounding_box()
    assert shown and pressed and shown["x"] + shown["width"] <= pressed["x"], "it covers nothing that is to be pressed"

    (bob,) = site.players(duel(), clock="none", screen=PHONE, looking=1)
    held = bob.page.locator(".book [data-card=heavy_hand]").first
    held.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True, "clientX": 40, "clientY": 600})
    expect(bob.page.locator("[popover]")).to_contain_text("Heavy Hand")
    held.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    held.dispatch_event("click", {"bubbles": True})
    expect(bob.page.locator("[popover]")).to_have_count(0)
    assert not bob.page.get_by_role("dialog").is_visible(), "holding a card is not playing it"


def test_an_action_says_what_it_does_and_refresh_asks_before_the_card_is_gone(site: Site) -> None:
    game = table("frill", "kit", dice="RG RC BO", market={"thornwood": "heat_wave"}, deck="lightning_bug", hexes=DUEL)
    ada, bob = site.players(game.state, clock="none")
    tip = ada.page.locator("[popover]")
    ada.button("game.short_protect").hover()
    expect(tip).to_have_text(ada.says("glossary.about_protect"))
    ada.page.mouse.move(5, 5)
    expect(tip).to_have_count(0)
    ada.button("game.short_reroll").focus()
    ada.page.keyboard.press("Tab")
    expect(tip).to_have_text(ada.says("glossary.about_protect"))

    ada.click("game.short_refresh")
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_text(ada.says("tip.refresh", card="Heat Wave"))).to_be_visible()
    ada.sees("tip.for_good")
    ada.click("game.cancel", sheet)
    expect(sheet).to_have_count(0)
    expect(bob.button("card.look_at", card="Heat Wave").first).to_be_visible()
    ada.page.keyboard.press("f")
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_refresh")).click()
    expect(bob.button("card.look_at", card="Lightning Bug").first).to_be_visible()
    ada.page.keyboard.press("u")
    ada.sees("codes.undo/nothing")

    (eve,) = site.players(game.state, clock="none", screen=PHONE, looking=1)
    held = eve.button("game.short_refresh")
    held.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True, "clientX": 150, "clientY": 700})
    expect(eve.page.locator("[popover]")).to_have_text(eve.says("glossary.about_refresh"))
    held.dispatch_event("pointerup", {"pointerType": "touch", "bubbles": True})
    held.dispatch_event("click", {"bubbles": True})
    assert not eve.page.get_by_role("dialog").is_visible(), "holding is not pressing"


def test_whoever_asks_for_threats_is_told_what_is_shown(site: Site) -> None:
    ada, _ = site.players(duel(), clock="none")
    ada.button("game.threats").click()
    ada.sees("game.threats_some")
    ada.button("game.threats").click()
    expect(ada.page.get_by_text(ada.says("game.threats_some"))).to_have_count(0)
    (eve,) = site.players(peaceful(), clock="none", looking=1)
    eve.button("game.threats").click()
    eve.sees("game.threats_none")


def test_the_round_stands_beside_the_points_and_says_what_comes_after_the_last(site: Site) -> None:
    short = table("frill", "kit", max_rounds=30, hexes=DUEL)
    short.state.round = 7
    ada, bob = site.players(short.state, clock="none", screen=PHONE)
    told = ada.page.get_by_text(ada.says("game.round_short", n=7, most=30))
    expect(told).to_be_visible()
    high = ada.page.locator(".prompt").bounding_box()
    assert high is not None and high["height"] == 44, "nothing is pushed away by it"
    ada.assert_no_scroll()
    bob.resizes(DESK)
    bob.page.get_by_text(bob.says("game.round_short", n=7, most=30)).hover()
    bob.sees("tip.round_limit", n=30)
    (eve,) = site.players(peaceful(), clock="none", looking=1)
    eve.page.get_by_text(re.compile("^Round 1$")).hover()
    eve.sees("tip.round")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_phase_stands_beside_the_round_and_moves_nothing_whichever_it_is(site: Site, language: str) -> None:
    (ada,) = site.players(peaceful(), clock="none", looking=1, screen=PHONE, language=language)
    phase, progress = ada.page.locator(".prompt .phase"), ada.page.locator(".prompt .progress")
    expect(phase).to_have_text(ada.says("game.phase_actions"))
    names = [name for key, name in load_words(language).tables["page_game"].items() if key.startswith("phase_")]
    measure = "(place, name) => { place.querySelector('.phase').textContent = name; return place.clientWidth }"
    assert len({progress.evaluate(measure, name) for name in names}) == 1


def test_on_a_phone_on_its_side_no_hint_lies_over_the_map(site: Site) -> None:
    ada, _ = site.players(duel(), clock="none", screen=SIDEWAYS)
    ada.button("game.hint_ask").click()
    told = ada.button("game.do_it").locator("..").bounding_box()
    hexes = [hex_.bounding_box() for hex_ in ada.page.locator("[data-hex]").all()]
    assert told is not None and len(hexes) == 7
    assert all(box is not None and box["x"] + box["width"] <= told["x"] for box in hexes)
    ada.assert_no_scroll()


def test_a_hint_asked_for_by_key_is_taken_by_the_next_key(site: Site) -> None:
    ada, _ = site.players(table("frill", "kit", dice="RC", hexes=DUEL).state, clock="none")
    ada.page.keyboard.press("h")
    expect(ada.button("game.do_it")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("log").get_by_role("button").first).to_be_visible()


def test_the_choice_of_a_companion_waits_while_one_looks_at_the_table(site: Site) -> None:
    game = table("frill", "kit", dice="RG RS BS BO PG", hexes=DUEL, energy={"frill": 2}).play("end", "absorb 1")
    (ada,) = site.players(game.state, clock="none", looking=1, screen=PHONE)
    choice = ada.page.get_by_role("radiogroup", name=ada.says("game.which_companion"))
    expect(choice.get_by_role("radio")).to_have_count(3)
    ada.page.keyboard.press("Escape")
    expect(choice).to_have_count(0)
    expect(ada.page.get_by_role("button", name=ada.says("terms.action_stay"))).to_have_count(0)
    ada.click("tip.decide")
    choice.get_by_role("radio").first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_transform")).click()
    expect(choice).to_have_count(0)


def test_ending_the_turn_is_given_up_by_escape_even_before_it_is_asked(site: Site) -> None:
    quiet = table("frill", "kit", points=0, dice="RG", hexes={"frill": "thornwood", "kit": "amber_mountain"})
    ada, bob = site.players(quiet.state, clock="none")
    expect(ada.button("game.short_end")).to_have_attribute("aria-disabled", "false")
    ada.page.evaluate(
        "() => ['e', 'Escape'].forEach((key) => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })))"
    )
    ada.button("game.short_reroll").click(force=True)  # answered after the question before it
    ada.sees("refusals.no-points")
    expect(bob.page.get_by_text(bob.says("game.waiting_for")).first).to_be_visible()
    ada.page.keyboard.press("e")
    expect(bob.page.get_by_text(prompt(bob)).first).to_be_visible()


def test_whoever_ends_the_turn_as_they_are_told_is_only_asked_if_it_kills_them(site: Site) -> None:
    def ends(hp: int) -> tuple[Person, Person]:
        cursed = table("frill", "kit", points=0, dice="RC RC", hp={"frill": hp}, hexes={"kit": "amber_mountain"})
        ada, bob = site.players(cursed.state, clock="none")
        ada.click("game.hint_ask")
        ada.sees("game.do_it")
        ada.click("game.short_end")
        return ada, bob

    _, bob = ends(hp=9)
    expect(bob.page.get_by_text(prompt(bob)).first).to_be_visible()
    ada, _ = ends(hp=2)
    expect(ada.page.get_by_role("dialog").get_by_role("listitem")).to_have_text(ada.says("warnings.deadly-curses", damage=2))


def test_more_time_to_answer_can_be_had_once_and_others_see_that_somebody_takes_it(site: Site) -> None:
    ada, bob = site.players(answerable(), clock="relaxed", window=15)
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_cast")).last.click()
    bob.click("game.more_time")
    expect(bob.button("game.more_time")).to_have_count(0)
    ada.sees("game.responses_longer")


def test_a_pause_is_wanted_by_one_and_begins_with_the_other(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none")
    ada.click("game.menu")
    ada.click("game.pause")
    bob.sees("game.wants_pause_one", names="Ada")
    bob.click("game.pause_too")
    for person in (ada, bob):
        person.sees("game.is_paused")
    bob.click("game.go_on")
    ada.page.keyboard.press("Escape")
    ada.sees("game.wants_on_one", names="Guest 1")
    ada.click("game.go_on")
    expect(ada.page.get_by_text(prompt(ada)).first).to_be_visible()


def test_no_time_to_answer_runs_out_in_a_pause(site: Site) -> None:
    ada, bob = site.players(answerable(), clock="relaxed", window=15)
    ada.click("game.menu")
    ada.click("game.pause")
    ada.page.keyboard.press("Escape")
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_cast")).last.click()
    expect(ada.page.get_by_role("timer")).to_be_visible()
    bob.click("game.pause_too")
    for person in (ada, bob):
        expect(person.page.locator(".prompt").get_by_text(person.says("codes.room/paused"))).to_be_visible()
        expect(person.page.get_by_role("timer")).to_have_count(0)
    for person in (ada, bob):
        person.click("game.go_on")
    for person in (ada, bob):
        expect(person.page.get_by_role("timer")).to_be_visible()


def test_the_owner_shows_somebody_out_from_the_table_and_means_it(site: Site) -> None:
    ada, bob = site.players(peaceful(), clock="none")
    ada.click("game.menu")
    ada.click("room.people")
    ada.click("room.kick", name="Guest 1")
    ada.click("room.kick_not")
    ada.click("room.kick", name="Guest 1")
    ada.click("room.kick_sure", name="Guest 1")
    bob.sees("codes.room/kicked")


def test_the_chat_can_be_hidden_for_good(site: Site) -> None:
    ada, _ = site.players(peaceful(), clock="none")
    field = ada.page.get_by_label(ada.says("room.say_something"))
    expect(field).to_be_visible()
    ada.click("game.menu")
    ada.page.get_by_role("checkbox", name=ada.says("settings.chat_hidden")).check()
    ada.page.keyboard.press("Escape")
    expect(field).not_to_be_visible()
    ada.page.reload()
    expect(ada.board()).to_be_visible()
    expect(field).not_to_be_visible()


def test_everything_can_be_set_in_the_middle_of_a_game_and_other_tabs_follow(site: Site) -> None:
    ada, _ = site.players(peaceful(), clock="none", screen=PHONE)
    expect(ada.board()).to_be_visible()
    other = ada.context.new_page()
    other.goto(ada.url + "/rules")
    ada.click("game.menu")
    ada.click("settings.title")
    ada.page.get_by_role("checkbox", name=ada.says("settings.easy_read")).check()
    ada.page.get_by_label(ada.says("settings.scale")).fill("120")
    expect(ada.page.get_by_role("checkbox", name=ada.says("settings.turn_sound"))).to_be_visible()
    for page in (ada.page, other):
        expect(page.locator("html.easy-read")).to_have_attribute("style", "--scale: 1.2;")
    ada.assert_fits_sideways()


def test_what_is_refused_over_a_dialog_is_said_in_it(site: Site) -> None:
    ada, _ = site.players(peaceful(), clock="none", screen=PHONE)
    ada.click("game.menu")
    ada.click("room.people")
    dialog = ada.page.get_by_role("dialog")
    # Twice before the room has answered: the second time Ada is the owner no more.
    ada.button("room.promote", name="Guest 1").evaluate("(promote) => { promote.click(); promote.click() }")
    expect(dialog.get_by_text(ada.says("codes.room/owner-only")).first).to_be_visible()


def test_whoever_is_out_stays_and_sees_what_the_game_was_for_them(site: Site) -> None:
    three = table(
        "frill",
        "kit",
        "haze",
        dice="RG RG",
        books={"frill": "heavy_hand"},
        hp={"kit": 2},
        hexes={**DUEL, "haze": "amber_mountain"},
    )
    ada, bob = site.players(three.state, clock="none", people=3, looking=2)
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_cast")).last.click()
    bob.sees("game.you_are_out")
    bob.click("game.rematch")
    expect(bob.button("game.rematch")).to_have_attribute("aria-pressed", "true")
    bob.click("game.your_tally")
    dialog = bob.page.get_by_role("dialog")
    expect(dialog.get_by_role("term").filter(has_text=bob.says("statistics.damage_taken"))).to_be_visible()
    expect(dialog.get_by_role("definition").nth(1)).to_have_text("2")  # she had no more to lose
    expect(dialog.get_by_text(bob.says("game.tally_note"))).to_be_visible()


def test_whoever_has_no_place_on_the_map_yet_is_not_told_of_a_rematch(site: Site) -> None:
    (eve,) = site.players(characters="draft", looking=1)
    eve.click("game.menu")
    eve.click("game.your_tally")
    dialog = eve.page.get_by_role("dialog").filter(has=eve.page.get_by_role("heading", name=eve.says("game.your_tally")))
    expect(dialog.get_by_role("definition")).not_to_have_count(0)
    expect(dialog.get_by_text(eve.says("game.tally_note"))).to_have_count(0)


def test_what_the_game_was_so_far_is_the_same_after_a_reload(site: Site) -> None:
    one_spell = table("frill", "kit", dice="RG RG", books={"frill": "heavy_hand"}, points=1, hexes=DUEL)
    (ada,) = site.players(one_spell.state, looking=1)
    ada.lit("pawn").first.click()
    ada.page.get_by_role("dialog").get_by_role("button", name=ada.says("terms.action_cast")).last.click()
    ada.sees("game.no_points")
    ada.click("game.short_end")
    ada.sees("game.waiting_for", name="Guest 1")

    def told() -> list[str]:
        ada.click("game.menu")
        ada.click("game.your_tally")
        dialog = ada.page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", name=ada.says("game.your_tally"))).to_be_visible()
        expect(dialog.get_by_role("definition")).not_to_have_count(0)
        return dialog.locator("dt, dd, li").all_inner_texts()

    before = told()
    assert before[:2] == [str(load_words("en").tables["statistics"]["damage_dealt"]), "4"]
    assert before[-1].startswith("Guest 1"), "who has rolled the dice"
    ada.page.reload()
    assert told() == before


def test_a_rooms_own_cards_have_their_own_names_and_values(site: Site) -> None:
    game = table(
        "frill",
        "kit",
        packs="base+mine",
        own=(parse_own_pack(OWN_PACK),),
        dice="RG RG",
        books={"frill": "heavy_hand"},
        hexes=DUEL,
    )
    ada, bob = site.players(game.state, clock="none", packs=["base", "mine"], own_packs=[OWN_PACK])
    expect(bob.page.get_by_role("button", name="Gentle Hand").first).to_be_visible()
    ada.lit("pawn").first.click()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Gentle Hand")).to_be_visible()
    expect(sheet.get_by_text("3/7").first).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.click("game.menu")
    ada.page.get_by_role("button", name="Deutsch").click()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("button", name="Sanfte Hand").first).to_be_visible()
