"""What is chosen in a sheet is what is told there, what is marked on the map, and what is done."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from casting_shadows.engine import legal_actions, reach_map, reroll_odds, threat_map, view

from ..ruling_values import nuzzle
from ..table import Table, table
from .people import PHONE, Person, Site
from .tables import DUEL, duel

APART = {"frill": "thornwood", "kit": "amber_mountain"}

PRESS_AND_AWAIT_PREVIEW = """(button) => new Promise((done) => {
  window.sockets.at(-1).addEventListener("message", ({ data }) => {
    if (data.includes('"previews"')) requestAnimationFrame(() => requestAnimationFrame(done));
  });
  button.click();
})"""


def sheet(person: Person) -> Locator:
    """What is being put together, or looked at."""
    return person.page.get_by_role("dialog")


def choose(person: Person, group: str, name: str) -> None:
    """Take another one of several, wherever there is a choice of them."""
    radios = sheet(person).get_by_role("radiogroup", name=person.says(group))
    radios.get_by_role("radio", name=re.compile(f"{re.escape(name)}$")).click()
    expect(radios.get_by_role("radio", checked=True)).to_have_accessible_name(re.compile(f"{re.escape(name)}$"))


def dice(person: Person) -> Locator:
    """The dice of whoever's turn it is, as buttons in one's own pool and as pictures in another's."""
    return person.page.get_by_role("group", name=person.says("terms.resource_pool")).locator(".die > button")


def assert_hexes(person: Person, key: str, expected: set[str], **values: str | int) -> None:
    """Exactly these hexes say so."""
    marked = person.board().locator("[data-hex]").and_(person.board().get_by_role("button", name=person.says(key, **values)))
    expect(marked).to_have_count(len(expected))
    assert {hex_.get_attribute("data-hex") for hex_ in marked.all()} == expected


def assert_drawn(person: Person, path: str, hexes: int) -> None:
    """As many hexes are drawn so; what is drawn alike is one path."""
    expect(person.board().locator(path)).to_have_attribute("d", re.compile(rf"^(M[^M]+){{{hexes}}}$"))


def test_what_a_spell_would_do_follows_every_choice_and_is_what_it_does(site: Site) -> None:
    game = table(
        *("frill", "kit", "haze"),
        dice="RG RG BG BG PO",
        books={"frill": "magma_hand heavy_hand"},
        counters={"kit": "pointed_shield"},
        hp={"kit": 6, "haze": 15},
        hexes={**DUEL, "haze": "thornwood"},
    )
    ada, bob = site.players(game.state, clock="none", people=3, looking=2)
    ada.click("game.use_card", card="Magma Hand")
    cast = sheet(ada).get_by_role("button", name="Cast", exact=True)
    expect(sheet(ada).get_by_role("radiogroup")).to_have_count(1)  # at whom, before anything else
    expect(cast).to_be_disabled()

    choose(ada, "game.which_enemy", "Guest 1")
    hit = sheet(ada).get_by_role("listitem")
    expect(hit).to_have_text(re.compile(r"^\s*Guest 1\s+may answer\s*−6\s+6 → 0\s+HP\s*$"))
    expect(hit.get_by_role("img", name=ada.says("game.deadly"))).to_be_visible()
    expect(ada.board().get_by_role("button", name=ada.says("card.deadly"))).to_have_accessible_name(re.compile("^Guest 1"))

    choose(ada, "game.how_much", "−4")
    expect(hit).to_have_text(re.compile(r"^\s*Guest 1\s+may answer\s*−4\s+6 → 2\s+HP\s*$"))
    expect(hit.get_by_role("img", name=ada.says("game.deadly"))).to_have_count(0)

    choose(ada, "game.which_enemy", "Guest 2")
    choose(ada, "game.how_much", "−4")
    expect(hit).to_have_text(re.compile(r"^\s*Guest 2\s*−4\s+15 → 11\s+HP\s*$"))  # has nothing to answer with
    struck = ada.board().get_by_role("button", name=ada.says("card.takes", n=4))
    expect(struck).to_have_accessible_name(re.compile("^Guest 2"))

    choose(ada, "game.payment", "2 Red Gems")
    ada.sees("game.castable_none")
    choose(ada, "game.payment", "2 Blue Gems")
    ada.sees("game.castable_after", cards="Heavy Hand")
    cast.click()
    log = bob.page.get_by_role("log", name=bob.says("game.log")).get_by_role("button")
    expect(log).to_have_text(
        [
            "Ada casts Magma Hand at Guest 2, spending 2 Blue Gems.",
            "Ada deals 4 damage to Guest 2, who has 11 HP left.",
        ]
    )
    expect(bob.page.get_by_role("region", name="Guest 2").get_by_role("img", name="11 of 18 HP")).to_be_visible()
    expect(ada.button("game.use_card", card="Heavy Hand")).to_be_visible()  # as was promised


def test_what_a_conversion_leaves_to_pay_with_is_told_unless_nothing_more_can_be_cast(site: Site) -> None:
    far = {"frill": "dusty_desert", "kit": "underground_volcano"}
    for points in (2, 1):
        game = table("frill", "kit", dice="RO BO", points=points, books={"frill": "heavy_hand luminous_glow"}, hexes=far)
        (ada,) = site.players(game.state, clock="none", looking=1)
        ada.click("game.use_card", card="Luminous Glow")
        blue = sheet(ada).get_by_role("radiogroup", name=ada.says("game.which_conversion")).get_by_role("radio").last
        if points == 2:
            ada.sees("game.castable_after", cards="Heavy Hand")  # once it is in range
            blue.click()
            ada.sees("game.castable_none")
        else:
            blue.evaluate(PRESS_AND_AWAIT_PREVIEW)
            for said in ("game.castable_after", "game.castable_none"):
                expect(sheet(ada).get_by_text(ada.says(said))).to_have_count(0)
        site.leave()


def test_a_spell_on_a_hex_hits_everyone_there_and_nobody_elsewhere(site: Site) -> None:
    game = table(
        *("frill", "kit", "haze", "nuzzle"),
        dice="RG BG",
        books={"frill": "spectral_slap"},
        hp={"nuzzle": 3},
        hexes={"frill": "ancient_rune", "kit": "thornwood", "haze": "thornwood", "nuzzle": "amber_mountain"},
    )
    (ada,) = site.players(game.state, clock="none", people=4, looking=1, screen=PHONE)
    ada.click("game.use_card", card="Spectral Slap")
    hits = sheet(ada).get_by_role("listitem")
    choose(ada, "game.which_hex", "Thornwood")
    expect(hits).to_have_text([re.compile(r"Guest 1.*18 → 15\s+HP"), re.compile(r"Guest 2.*18 → 15\s+HP")])
    ada.lit("hex").and_(ada.page.locator("[data-hex=amber_mountain]")).click()  # on the map as in the sheet
    expect(hits).to_have_text([re.compile(r"Guest 3.*3 → 0\s+HP")])
    expect(hits.get_by_role("img", name=ada.says("game.deadly"))).to_be_visible()
    sheet(ada).get_by_role("button", name="Cast", exact=True).click()
    expect(ada.button("game.seat_label", name="Guest 1", hp=18)).to_be_visible()
    expect(ada.button("game.seat_label", name="Guest 3", hp=0)).to_be_visible()


def test_pointing_at_a_spell_lights_the_hexes_in_its_reach_and_no_others(site: Site) -> None:
    book_of = {"frill": "heat_wave fatal_fronds red_gem"}
    game = table("frill", "kit", books=book_of, hexes=APART, market={"amber_mountain": "magma_hand"})
    (ada,) = site.players(game.state, clock="none", looking=1)
    book = ada.page.get_by_role("group", name=ada.says("terms.spell_book"))
    tiles, numbers = game.state.box.table.tiles, game.state.box.card_number
    far: set[int] = set()
    for card in ("heat_wave", "fatal_fronds", "magma_hand"):
        (
            book.locator(f"[data-card={card}]") if card != "magma_hand" else ada.board().locator(".piece[data-card=magma_hand]")
        ).hover()
        reached = {tiles[tile] for tile in reach_map(view(game.state, 0), numbers[card])}
        assert_hexes(ada, "card.in_reach", reached)
        assert_drawn(ada, "path.reach", len(reached))
        assert_drawn(ada, "path.struck", len(reached) if card == "fatal_fronds" else 0)  # it strikes a hex
        far.add(len(reached))
    assert len(far) == 3, "three spells that reach differently far"
    book.locator("[data-card=red_gem]").hover()
    assert_hexes(ada, "card.in_reach", set())
    expect(ada.board().locator("path.reach")).to_have_attribute("d", "")


def test_threats_are_hatched_where_an_enemy_could_hit_for_as_long_as_the_key_is_held(site: Site) -> None:
    stuck = table("frill", "kit", books={"kit": "heat_wave heavy_hand"}, hexes=APART, frozen="kit")  # comes no nearer
    (ada,) = site.players(stuck.state, clock="none", looking=1)
    expect(ada.board().locator("[data-hex]")).to_have_count(7)
    tiles = stuck.state.box.table.tiles
    dangers = {
        tiles[tile]: max(threat.damage for threat in found) for tile, found in threat_map(view(stuck.state, 0)).items() if found
    }
    assert set(dangers.values()) == {4, 5} and len(dangers) < 7, dangers
    ada.page.keyboard.down("t")
    for damage in (4, 5):
        told = {tile for tile, worst in dangers.items() if worst == damage}
        assert_hexes(ada, "card.threat", told, names="Guest 1", n=damage)
    assert_drawn(ada, "path[fill*=hatch]", len(dangers))
    expect(ada.board().locator("svg .threat")).to_have_count(len(dangers))
    expect(ada.board().locator("svg .by path")).to_have_count(len(dangers))  # one enemy, one sigil
    ada.page.wait_for_function("(began) => performance.now() > began + 500", arg=ada.page.evaluate("performance.now()"))  # held
    ada.page.keyboard.up("t")
    assert_hexes(ada, "card.threat", set())
    expect(ada.board().locator("path[fill*=hatch]")).to_have_attribute("d", "")


def test_whoever_looks_at_a_threatened_hex_is_told_who_could_hit_there_with_what(site: Site) -> None:
    books = {"kit": "heat_wave heavy_hand", "haze": "heavy_hand"}
    three = table("frill", "kit", "haze", books=books, hexes={**APART, "haze": "amber_mountain"}, frozen="kit haze")
    (ada,) = site.players(three.state, clock="none", looking=1, people=3)
    box = three.state.box.table
    found = {box.tiles[tile]: threats for tile, threats in threat_map(view(three.state, 0)).items()}
    blows = {(threat.seat, box.cards[threat.card], threat.damage) for threat in found["dusty_desert"]}
    assert {(1, "heat_wave", 5), (2, "heavy_hand", 4)} <= blows, blows
    ada.button("game.threats").click()
    ada.sees("game.threats_some")
    ada.page.locator("[data-hex=dusty_desert]").focus()
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("ArrowLeft")
    ada.sees("card.threats", blows="Guest 1 with Heat Wave (5 damage) or Guest 2 with Heavy Hand (4 damage)")
    warned = ada.page.locator("[data-hex][data-tip*='Guest 2 with Heavy Hand']")
    expect(warned.first).to_be_attached()
    ada.page.keyboard.press("t")
    expect(warned).to_have_count(0)


def odds_of(game: Table, action: str) -> list[str]:
    """What a Reroll may bring, as percentages: of each spell in the book, then of a curse."""
    text = game.state.box.table.text
    number = next(legal for legal in legal_actions(game.state) if text(legal) == action)
    odds = reroll_odds(view(game.state, 0), number)
    return [f"{int(100 * chance + 0.5)}%" for chance in (*odds.castable.values(), odds.curse)]


def test_the_dice_that_were_chosen_are_rerolled_with_the_chances_that_were_told(site: Site) -> None:
    game = table("frill", "kit", dice="RG BG BO PO", books={"frill": "heat_wave spectral_slap"}, hexes=APART).rolls("SS")
    ada, bob = site.players(game.state, clock="none")
    one, two = odds_of(game, "reroll RG"), odds_of(game, "reroll RG BG")
    assert (one, two) == (["33%", "33%", "17%"], ["33%", "11%", "31%"])
    expect(dice(ada)).to_have_count(4)
    ada.click("game.short_reroll")
    chances = sheet(ada).get_by_role("definition")
    sheet(ada).get_by_role("button", name="Red Gem").click()
    expect(chances).to_have_text(one)
    sheet(ada).get_by_role("button", name="Blue Gem").click()
    expect(chances).to_have_text(two)
    sheet(ada).get_by_role("button", name="Purple Orb").click()
    expect(chances).not_to_have_text(two)
    sheet(ada).get_by_role("button", name="Purple Orb").click()  # not that one after all
    expect(chances).to_have_text(two)
    expect(sheet(ada).get_by_role("button", pressed=True)).to_have_count(2)
    sheet(ada).get_by_role("button", name=ada.says("game.short_reroll")).last.click()
    expect(sheet(ada)).to_have_count(0)
    for person in (ada, bob):
        for name, count in (("Shadow Fragment", 2), ("Blue Orb", 1), ("Purple Orb", 1)):
            expect(dice(person).and_(person.page.locator(f"[aria-label^='{name}']"))).to_have_count(count)


def test_a_card_is_given_up_for_another_and_found_on_the_discard_pile(site: Site) -> None:
    book = ["Red Gem", "Fatal Fronds", "Heavy Hand", "Heat Wave", "Spectral Slap"]
    game = table(
        *("frill", "kit"),
        dice="RG RG BG BO PG",
        books={"frill": "red_gem fatal_fronds heavy_hand heat_wave spectral_slap"},
        market={"thornwood": "feeding_frenzy"},
        deck="lightning_bug",
        hexes=DUEL,
    ).play("refresh")
    ada, bob = site.players(game.state, clock="none")
    ada.click("game.short_collect")
    given_up = sheet(ada).get_by_role("radiogroup", name=ada.says("game.which_drop")).get_by_role("radio")
    expect(given_up).to_have_count(5)
    assert sorted(radio.get_attribute("aria-label") or "" for radio in given_up.all()) == sorted(book)
    collect = sheet(ada).get_by_role("button", name="Collect", exact=True)
    expect(collect).to_be_disabled()
    choose(ada, "game.which_drop", "Fatal Fronds")
    choose(ada, "game.which_drop", "Heat Wave")
    ada.sees("game.gives_up", card="Heat Wave")
    collect.click()
    mine = ada.page.get_by_role("group", name=ada.says("terms.spell_book"))
    expect(mine.get_by_role("button", name="Lightning Bug")).to_have_count(1)
    expect(mine.get_by_role("button", name="Heat Wave")).to_have_count(0)
    expect(mine.get_by_role("button")).to_have_count(5)

    theirs = bob.page.get_by_role("region", name="Ada")
    expect(theirs.get_by_role("button", name="Lightning Bug")).to_be_visible()
    expect(theirs.get_by_role("button", name="Heat Wave")).to_have_count(0)
    bob.page.get_by_role("button", name=re.compile(f"{bob.says('terms.discard_pile').pattern} 2$")).click()
    pile = sheet(bob).locator(".cards").first.get_by_role("button")
    expect(pile).to_have_count(2)
    assert [card.get_attribute("aria-label") for card in pile.all()] == ["Heat Wave", "Feeding Frenzy"]  # the newest first
    pile.last.click()
    expect(sheet(bob).get_by_role("heading", name="Feeding Frenzy")).to_be_visible()
    expect(sheet(bob)).to_contain_text("2/4")


def test_a_hint_says_why_and_the_end_says_what_decided_the_game(site: Site) -> None:
    ada, bob = site.players(duel(), clock="none")
    ada.click("game.hint_ask")
    told = ada.page.get_by_role("status").filter(has=ada.button("game.do_it"))
    expect(told).to_contain_text(ada.says("reasons.finish", card="Heavy Hand"))
    expect(told).to_contain_text(ada.says("game.do_cast", card="Heavy Hand", target="Guest 1"))
    ada.click("game.do_it")
    ada.sees("game.you_win")
    bob.sees("game.wins", name="Ada")
    for person in (ada, bob):
        person.sees("endings.last_standing")
        person.sees("game.decided_hit", name="Ada", n=4)
        columns = sheet(person).get_by_role("columnheader")
        expect(columns).to_have_text(["", re.compile("^Ada\\s*Frill$"), re.compile("^Guest 1\\s*Kit$")])
        rows = sheet(person).get_by_role("row")
        for key, values in (
            ("damage_dealt", ["3", "0"]),  # there were only 3 HP to lose
            ("highest_hit", ["4", "0"]),
            ("eliminations", ["1", "0"]),
            ("favourite_spell", ["Heavy Hand", "–"]),
        ):
            row = rows.filter(has=person.page.get_by_role("rowheader", name=person.says(f"statistics.{key}")))
            expect(row.get_by_role("cell")).to_have_text(values)
    expect(bob.page.get_by_text(bob.says("game.lost_comfort"))).to_be_visible()
    expect(ada.page.get_by_text(ada.says("game.lost_comfort"))).to_have_count(0)


def test_whoever_is_attacked_reads_what_the_ability_does_and_of_a_bot_that_it_is_its_touch(site: Site) -> None:
    near = table("frill", "kit", turn="kit", shadow="kit", energy={"kit": 5}, hexes=DUEL, counters={"frill": "pointed_shield"})
    ability = near.play("ability @frill")
    ada, *_ = site.players(ability.state, looking=1, clock="none")
    expect(sheet(ada)).to_contain_text(ada.says("terms.action_ability"))
    expect(sheet(ada)).to_contain_text(re.compile("Deal .* damage to an enemy in range"))
    touch = nuzzle("OOOOC", at="ancient_rune", counters={"frill": "run_away"})
    (bob,) = site.players(touch.state, people=1, mode="solo", players=1)
    expect(sheet(bob)).to_contain_text(bob.says("game.touch"))
    expect(sheet(bob)).not_to_contain_text(bob.says("terms.action_ability"))


def test_a_refresh_tells_its_cost_only_where_it_costs_something(site: Site) -> None:
    for friend, points, is_free in (("speedy_mouse", 4, True), ("speedy_mouse", 0, True), ("moon_hare", 4, False)):
        market = {"thornwood": "heat_wave"}
        game = table("frill", "kit", companions={"frill": friend}, points=points, dice="RG", market=market, hexes=DUEL)
        (ada,) = site.players(game.state, looking=1, clock="none")
        ada.click("game.short_refresh")
        expect(sheet(ada)).to_contain_text(ada.says("tip.for_good"))  # the room has said what comes of it
        expect(sheet(ada).get_by_text(ada.says("tip.costs_point"))).to_have_count(0 if is_free else 1)
