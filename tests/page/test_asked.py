"""Whoever is asked something sees it, whatever else they are doing, and reaches all they need to decide."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from casting_shadows.engine import State

from ..guests import Guest
from ..ruling_values import nuzzle
from ..table import table
from .people import DESK, PHONE, Person, Site
from .staging import looks
from .tables import DUEL, answerable

ATTACK = "cast heavy_hand RG RG @kit"


def attacker_and_bob(site: Site, **browser: object) -> tuple[Guest, Person]:
    """It is Ada's turn, over a bare line; Bob, whom she can attack, looks at the table."""
    ada, bob = site.game(answerable(), clock="relaxed", window=15)
    ada.until(ada.turn)
    person = looks(site, bob, {"screen": PHONE, **browser})
    expect(person.board()).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    return ada, person


def test_an_attack_is_seen_by_whoever_chats_and_what_they_had_typed_is_not_lost(site: Site) -> None:
    ada, bob = attacker_and_bob(site)
    bob.page.get_by_role("button", name=bob.option("chat")).click()
    bob.page.get_by_label(bob.says("room.say_something")).press_sequentially("Well pl")
    ada.act(ATTACK)
    asked = bob.page.get_by_role("dialog")
    expect(asked).to_have_accessible_name(bob.says("game.under_attack", attacker="Ada"))
    expect(asked.get_by_role("heading").first).to_be_focused()
    bob.page.get_by_role("radio", name="Pointed Shield").click()
    bob.click("game.more_time")
    expect(bob.button("game.more_time")).to_have_count(0)
    expect(bob.page.get_by_role("radio", name="Pointed Shield")).to_be_checked()
    bob.page.get_by_role("button", name=bob.says("terms.action_pass")).click()
    expect(asked).to_have_count(0)
    bob.page.get_by_role("button", name=bob.option("chat")).click()
    expect(bob.page.get_by_label(bob.says("room.say_something"))).to_have_value("Well pl")


def answers_of(person: Person) -> list[str]:
    """What each card one may answer with is said to do."""
    answers = person.page.get_by_role("dialog").get_by_role("radio")
    expect(answers.first).to_be_visible()
    return [re.sub(r"\s+", " ", text).strip() for text in answers.all_inner_texts()]


def test_each_card_is_told_with_what_comes_back_by_it_and_by_nobody_else(site: Site) -> None:
    struck = table(
        *("frill", "kit", "haze"),
        tokens="RG BG",
        books={"frill": "spectral_slap"},
        counters={"kit": "safety_dome bees_everywhere"},
        companions={"frill": "ember_salamander", "haze": "hydrattle_snake"},
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "haze": "amber_mountain"},
    )
    struck.play("cast spectral_slap RG BG amber_mountain")
    _, bob = site.players(struck.state, clock="none", people=3, looking=2)
    bob.sees("game.under_attack", attacker="Ada")
    assert answers_of(bob) == ["Safety Dome no damage", "Bees Everywhere damage stays 4 · 3 back"]


def test_what_comes_back_is_told_though_the_attacker_has_yet_to_choose(site: Site) -> None:
    struck = table("kit", "frill", shadow="kit", energy={"kit": 5}, counters={"frill": "bees_everywhere"}, hexes=DUEL)
    struck.play("ability @frill")
    _, bob = site.players(struck.state, clock="none")
    bob.sees("game.under_attack", attacker="Ada")
    assert answers_of(bob) == ["Bees Everywhere damage stays 4 · 3 back"]


def test_what_a_bot_will_do_to_itself_is_no_cards_doing(site: Site) -> None:
    struck = nuzzle("GCCSS", at="ancient_rune", counters={"frill": "pointed_shield"})
    (ada,) = site.players(struck.state, people=1)
    assert answers_of(ada) == ["Pointed Shield no damage"]
    expect(ada.page.get_by_role("dialog").get_by_role("listitem")).to_have_text([re.compile("2 damage")])


def test_whoever_comes_back_to_an_attack_answers_it_before_they_are_told_what_they_missed(site: Site) -> None:
    ada, bob = attacker_and_bob(site)
    bob.page.wait_for_function("() => Object.keys(localStorage).some((key) => key.includes(':seen:'))")
    address = bob.page.url
    bob.page.goto("about:blank")
    for action in ("travel ancient_rune", "travel thornwood", ATTACK):
        ada.act(action)
    bob.page.goto(address)
    bob.sees("game.under_attack", attacker="Ada")
    expect(bob.page.get_by_role("dialog")).to_have_count(1)
    bob.page.get_by_role("button", name=bob.says("terms.action_pass")).click()
    expect(bob.page.get_by_role("dialog", name=bob.says("game.while_away"))).to_be_visible()


@pytest.mark.parametrize("is_hidden", [True, False])
def test_letters_that_are_typed_while_an_attack_comes_are_no_deeds(site: Site, is_hidden: bool) -> None:
    ada, bob = attacker_and_bob(site, screen=DESK if is_hidden else {"viewport": {"width": 1440, "height": 1200}})
    field = bob.page.get_by_label(bob.says("room.say_something"))
    field.press_sequentially("Well pl")
    ada.act(ATTACK)
    asked = bob.page.get_by_role("dialog")
    expect(asked).to_have_accessible_name(bob.says("game.under_attack", attacker="Ada"))
    if is_hidden:
        expect(asked.get_by_role("heading").first).to_be_focused()
    else:
        expect(bob.page.get_by_role("status").filter(has_text=bob.says("game.under_attack", attacker="Ada"))).to_be_attached()
    bob.page.keyboard.type("ayed ", delay=50)
    bob.page.keyboard.press("Shift+H")
    bob.page.keyboard.type("m 1", delay=50)
    expect(asked).to_have_count(1)
    expect(field).to_have_value("Well pl" if is_hidden else "Well played Hm 1")


def _absorbing() -> State:
    return table("frill", "kit", dice="RG RS BS BO PG", hexes=DUEL, energy={"frill": 2}).play("end").state


def test_what_led_to_a_question_is_taken_back_from_it_and_help_and_menu_are_at_hand(site: Site) -> None:
    (ada,) = site.players(_absorbing(), clock="none", looking=1, screen=PHONE, language="de")
    asked = ada.page.get_by_role("dialog")
    asked.get_by_role("button", name="1").first.click()
    ada.sees("game.which_companion")
    expect(ada.button("game.undo", asked)).to_be_visible()
    ada.assert_all_whole("dialog header button")
    header = asked.locator("header").bounding_box()
    assert header and header["height"] < 60, "one line"
    ada.click("game.hint_uncounted", asked)  # which is said before it is asked for
    expect(ada.button("game.do_it")).to_be_in_viewport()
    ada.button("game.do_it").click(trial=True)
    ada.click("game.undo", asked)
    expect(asked.get_by_role("heading").first).to_have_text(ada.says("terms.phase_absorb"))
    ada.click("game.menu", asked)
    ada.sees("settings.motion")


def test_a_wish_for_a_pause_is_seen_beside_a_sheet(site: Site) -> None:
    for screen in (DESK, PHONE):
        ada, bob = site.players(answerable(), clock="none", screen=screen)
        ada.lit("pawn").first.click()
        expect(ada.page.get_by_role("dialog")).to_be_visible()
        bob.click("game.menu")
        bob.click("game.pause")
        ada.button("game.pause_too").click(trial=True)  # nothing lies over it
        site.leave()
