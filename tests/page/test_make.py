"""Somebody makes a table of their own, and others see what is home-made before they sit down at it."""

from __future__ import annotations

from playwright.sync_api import expect

from .people import PHONE, Site


def test_a_map_is_drawn_and_played(site: Site) -> None:
    ada = site.person("Ada", botPace="instant").goes("/make")
    ada.page.get_by_role("button", name=ada.says("make.begin_with_many", n=7)).click()
    ada.sees("make.map_good")
    place = ada.page.locator("[data-place]")

    def hex_at(name: str) -> None:
        ada.page.locator(f"[data-place={name}]").click()

    hex_at("dusty_desert")
    ada.sees("make.held", hex="Dusty Desert")
    hex_at("ancient_rune")
    ada.sees("make.swapped", hex="Dusty Desert", other="Ancient Rune")
    expect(ada.page.get_by_text(ada.says("codes.setup/map-edge", hex="Dusty Desert"))).to_be_visible()
    expect(ada.button("make.play")).to_have_attribute("aria-disabled", "true")
    ada.click("make.undo")
    ada.sees("make.map_good")
    ada.page.locator("[data-place=dusty_desert]").drag_to(ada.page.locator("[data-place=ancient_rune]"))
    ada.sees("make.swapped", hex="Dusty Desert", other="Ancient Rune")
    ada.click("make.undo")
    ada.sees("make.map_good")
    # By keyboard: the Rune goes back into the box, the Volcano to the far side of the map.
    ada.page.locator("[data-place=ancient_rune]").focus()
    ada.page.keyboard.press("Delete")
    ada.sees("make.taken_off", hex="Ancient Rune")
    ada.page.locator("[data-place=underground_volcano]").focus()
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Enter")
    ada.sees("make.put", hex="Underground Volcano")
    ada.click("make.undo")
    expect(ada.page.get_by_text(ada.says("codes.setup/map-apart", hex="Underground Volcano"))).to_have_count(0)
    ada.goes("/make")
    ada.sees("make.map_good")
    assert place.count() > 6, "nothing is lost by a reload"
    expect(ada.button("make.play")).to_have_attribute("aria-disabled", "false")
    ada.click("make.play")
    ada.page.wait_for_url("**/r/*")
    ada.sees("make.homemade")
    ada.click("room.fill")
    ada.button("room.start").first.click()
    expect(ada.board().locator("[data-hex]")).to_have_count(6)
    expect(ada.board().locator("[data-hex=ancient_rune]")).to_have_count(0)


def test_a_changed_card_is_seen_by_everyone_who_comes(site: Site) -> None:
    ada = site.person("Ada").goes("/make")
    ada.page.get_by_label(ada.says("make.which")).select_option("heavy_hand")
    expect(ada.page.get_by_text("deal 2/4 damage")).to_be_visible()
    damage = ada.page.get_by_role("group", name="Heavy Hand").get_by_label(ada.says("make.field_damage"))
    damage.fill("5/7/9")
    damage.blur()
    wrong = ada.says("make.wrong_value_like", value="5/7/9", example="2/4")
    expect(damage).to_have_accessible_description(wrong)
    expect(ada.page.get_by_text(ada.says("make.wrong_where", card="Heavy Hand", field="Damage"))).to_be_visible()
    ada.page.get_by_text(ada.says("make.as_text")).click()
    expect(ada.page.get_by_text(ada.says("make.in_line", n=5)).first).to_contain_text("main.heavy_hand.damage")
    ada.page.get_by_text(ada.says("make.as_text")).click()
    damage.fill("5/9")
    damage.blur()
    ada.sees("make.cards_good")
    expect(ada.page.get_by_text("deal 5/9 damage")).to_be_visible()
    ada.click("make.copy_card")
    expect(ada.page.get_by_text("New", exact=True)).to_be_visible()
    expect(ada.page.get_by_role("group", name="Heavy Hand 2").get_by_label(ada.says("make.field_damage"))).to_have_value("5/9")
    file = {"name": "all.toml", "mimeType": "text/plain", "buffer": b"x" * 200_001}
    ada.page.get_by_text(ada.says("make.as_text")).click()
    ada.page.get_by_label(ada.says("make.file")).set_input_files(file)  # type: ignore[arg-type]
    ada.sees("make.file_large", name="all.toml")
    ada.page.get_by_label(ada.says("make.name")).fill("Heavy weather")
    ada.click("common.save")
    ada.click("make.share")
    link = ada.page.get_by_label(ada.says("make.link")).input_value()

    bob = site.person("Bob", screen=PHONE, language="de").goes(link.removeprefix(site.server.url))
    bob.sees("make.ready")
    expect(bob.page.get_by_text("Heavy weather")).to_be_visible()
    expect(bob.page.get_by_text("5/9 Schaden").first).to_be_visible()
    bob.assert_fits_sideways()

    ada.goes("/new").page.get_by_label("Heavy weather").check()
    ada.click("home.open_room")
    ada.page.wait_for_url("**/r/*")
    ada.sees("make.homemade")
    cards = ada.page.get_by_role("group", name=ada.option("packs")).get_by_role("checkbox").last
    ada.click("room.preset_quick")
    expect(ada.button("room.preset_quick")).to_have_attribute("aria-pressed", "true")
    expect(cards).to_be_checked()
    cards.uncheck()
    expect(ada.page.get_by_text(ada.says("make.homemade"), exact=True)).to_have_count(0)
    cards.check()
    ada.sees("make.homemade")
    bob.goes(ada.page.url.removeprefix(site.server.url))
    bob.sees("room.join_title")
    expect(bob.page.get_by_text("2/4 Schaden").first).to_be_visible()
    expect(bob.page.get_by_text("5/9 Schaden").first).to_be_visible()


def test_where_the_browser_may_not_copy_the_link_to_a_table_is_marked_and_copied_by_keyboard(site: Site) -> None:
    ada = site.person("Ada", init='Object.defineProperty(navigator, "clipboard", { value: undefined });').goes("/make")
    for title in ("Heavy weather", "Fine weather"):
        name = ada.page.get_by_label(ada.says("make.name"))
        name.fill(title)
        ada.click("make.share")
        ada.sees("room.copy_by_hand")
        link = ada.page.get_by_label(ada.says("make.link")).input_value()
        ada.page.keyboard.press("Control+c")
        name.fill("")
        name.press("Control+v")
        expect(name).to_have_value(link[:60])


def test_what_was_changed_of_a_table_that_came_by_link_outlasts_a_reload_and_a_way_back(site: Site) -> None:
    ada, bob = site.person("Ada").goes("/make"), site.person("Bob")
    ada.page.get_by_label(ada.says("make.name")).fill("Heavy weather")
    ada.click("make.share")
    link = ada.page.get_by_label(ada.says("make.link")).input_value()

    bob.goes(link.removeprefix(site.server.url))
    bob.sees("make.ready")
    bob.click("make.edit")
    name = bob.page.get_by_label(bob.says("make.name"))
    expect(name).to_have_value("Heavy weather")
    name.fill("Fine weather")
    bob.page.reload()
    bob.sees("make.table")
    expect(name).to_have_value("Fine weather")
    bob.thing("link", "common.home").click()
    bob.sees("home.play_now")
    bob.page.go_back()
    bob.sees("make.table")
    expect(name).to_have_value("Fine weather")
    bob.page.go_back()
    bob.sees("make.edit")


def test_a_link_that_was_cut_short_or_made_up_says_so(site: Site) -> None:
    eve = site.person("Eve")
    for odd in ("", "AAAA", "%E0%A4%A", "<script>alert(1)</script>", "x" * 5000):
        eve.goes(f"/new#table={odd}").page.reload()
        eve.sees("make.link_wrong")
        eve.goes(f"/make#table={odd}").page.reload()
        eve.sees("make.link_wrong")
    expect(eve.page.get_by_role("heading", level=1)).to_be_visible()
