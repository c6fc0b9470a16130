"""People look at games again: by a link to a turn, by keyboard, from a file; and play on where another game was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from casting_shadows.engine import Record, Step, facts, parse_record, replay, view
from casting_shadows.engine import events as told
from casting_shadows.engine.words import load_words

from ..counts import LONG, runs
from ..finished_games import KINDS, finished, nobody_leaves
from ..wire import call
from .people import PHONE, Person, Site
from .tables import answerable

NAMES = ("Ada", "Guest 1")


def text_of(site: Site, game: str) -> str:
    return call(site.server.url, "GET", f"/api/games/{game}/text").body.decode()


def begins(record: Record) -> list[Step]:
    """The steps at which turns begin."""
    return [step for step in replay(record) if any(isinstance(event, told.TurnBegan) for event in step.events)]


def slider(person: Person) -> Locator:
    return person.thing("slider", "replay.slider")


def stands_at(person: Person, step: Step, names: tuple[str, ...] = ()) -> None:
    """The replay shows this step, and everything drawn is as the engine has it there."""
    expect(slider(person)).to_have_value(str(step.number))
    words = load_words(person.language)
    shown: Any = facts(view(step.state))
    for seat, player in enumerate(shown["seats"]):
        character = words.name(player["character"])
        name = f"{names[seat]} ({character})" if names else character
        label = person.says("replay.seat_label", name=name, hp=player["hp"], energy=player["energy"])
        expect(person.page.get_by_role("button", name=re.compile(rf"^{label.pattern}(,|$)"))).to_be_visible()
        if player["hex"] is not None:
            here = person.board().locator(f"[data-hex={player['hex']}]")
            expect(here).to_have_attribute("aria-label", re.compile(re.escape(name)))


def test_a_link_leads_to_a_turn_and_keys_lead_through_the_game(site: Site) -> None:
    game = site.finished_game()
    record = parse_record(text_of(site, game))
    steps, turns = list(replay(record)), begins(record)
    ada = site.person("Ada").goes(f"/replay/{game}?turn=3")
    stands_at(ada, turns[2], NAMES)
    press = ada.page.keyboard.press
    for key, step in (
        ("ArrowRight", steps[turns[2].number + 1]),
        ("PageUp", turns[2]),
        ("ArrowLeft", steps[turns[2].number - 1]),
        ("Shift+ArrowRight", turns[2]),
        ("PageDown", turns[3]),
        ("Shift+ArrowLeft", turns[2]),
        ("End", steps[-1]),
        ("Home", steps[0]),
    ):
        press(key)
        stands_at(ada, step, NAMES)
    press(" ")
    expect(slider(ada)).not_to_have_value("0")
    press(" ")
    expect(ada.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    ada.thing("combobox", "replay.eyes").select_option("1")
    press("End")
    stands_at(ada, steps[-1], NAMES)
    ada.page.get_by_role("button", name="Deutsch").first.click()
    ada.language = "de"
    stands_at(ada, steps[-1], NAMES)
    ada.goes(f"/replay/{game}?turn=<b>9999")
    ada.sees("replay.no_turn", asked="<b>9999")
    ada.goes(f"/replay/{game}?turn=9999")
    stands_at(ada, turns[-1], NAMES)
    expect(ada.page).to_have_url(re.compile(rf"turn={len(turns)}$"))
    ada.may_lose_the_line = True  # the browser itself says that there is no such game
    ada.goes("/replay/nothing")
    expect(ada.page.get_by_role("alert")).to_contain_text(str(load_words("de").tables["codes"]["game/missing"]))


def test_what_turned_a_game_leads_there_a_bot_knows_better_and_the_dice_are_checked(site: Site) -> None:
    game = site.finished_game()
    record = parse_record(text_of(site, game))
    ada = site.person("Ada", screen=PHONE).goes(f"/replay/{game}")
    fallen = next(step for step in replay(record) if any(isinstance(event, told.Eliminated) for event in step.events))
    ada.page.get_by_role("button", name=re.compile("is out|falls to")).click()
    expect(slider(ada)).to_have_value(str(fallen.number))
    ada.click("replay.advice_ask")
    expect(ada.page.get_by_text(re.compile("would (have|rather)")).first).to_be_visible()
    ada.click("replay.dice_check")
    ada.sees("replay.dice_fits")
    assert record.secret is not None
    expect(ada.page.get_by_text(record.secret.hex())).to_be_visible()
    picture = ada.page.get_by_role("img", name=ada.says("replay.chart_label"))
    picture.click(position={"x": 12, "y": 60})
    expect(slider(ada)).to_have_value("0")


def test_somebody_plays_on_from_where_another_game_was(site: Site) -> None:
    game = site.finished_game()
    turn = begins(parse_record(text_of(site, game)))[2]
    ada = site.person("Ada").goes(f"/replay/{game}?turn=3")
    stands_at(ada, turn, NAMES)
    ada.button("replay.play_on").click()
    expect(ada.page).to_have_url(re.compile("/r/[0-9A-Z]{8}$"))
    expect(ada.board()).to_be_visible()
    for seat in range(2):
        character = load_words("en").name(facts(view(turn.state))["seats"][seat]["character"])  # type: ignore[index]
        board = ada.page.get_by_role("region", name="Ada" if seat == turn.state.to_act else character)
        expect(board.get_by_role("img", name=ada.says("card.hp", hp=turn.state.hp[seat]))).to_be_visible()


def test_a_game_is_shown_from_a_file_and_a_bad_one_is_refused_in_words(site: Site, tmp_path: Path) -> None:
    text = text_of(site, site.finished_game())
    lines = text.splitlines()
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    ada = site.person("Ada").goes("/replay")
    ada.may_lose_the_line = True  # the browser itself says that the server refused something
    alert = ada.page.get_by_role("alert")
    for bad, code in (
        (evil, "game/no-game"),
        ("\n".join([*lines[:10], f"{evil} end", *lines[10:]]), "game/move"),
        (text.replace("version: ", "version: 999."), "game/newer"),
        (re.sub("secret: .{8}", "secret: 00000000", text), "game/commitment"),
    ):
        ada.page.get_by_role("textbox").fill(bad)
        ada.button("replay.import_show").click()
        expect(alert).to_contain_text(ada.says(f"codes.{code}"))
    large = tmp_path / "large.txt"
    large.write_bytes(b"x" * 1_000_001)
    chooser = ada.page.locator("input[type=file]")
    chooser.set_input_files(large)
    expect(alert).to_contain_text(ada.says("codes.limit/import-bytes"))
    good = tmp_path / "good.txt"
    good.write_text(text)
    chooser.set_input_files(good)
    record = parse_record(text)
    expect(slider(ada)).to_be_visible()
    ada.page.keyboard.press("End")
    stands_at(ada, list(replay(record))[-1])
    ada.sees("replay.play_on_over")
    ada.page.keyboard.press("Home")
    ada.button("replay.play_on").click()
    expect(ada.page).to_have_url(re.compile("/r/[0-9A-Z]{8}$"))
    expect(ada.board()).to_be_visible()


def test_ones_own_game_so_far_shows_ones_own_cards_and_nobody_elses(site: Site) -> None:
    ada, bob = site.players(answerable(), clock="none")
    code = ada.page.url.rpartition("/")[2]
    for person, sees in ((ada, False), (bob, True)):
        person.goes(f"/r/{code}/replay")
        person.sees("replay.so_far")
        person.page.get_by_role("button", name=re.compile(r"^Guest 1 \(Kit\)")).click()
        card = person.page.get_by_role("dialog").get_by_role("button", name="Pointed Shield")
        expect(card).to_have_count(1 if sees else 0)
    stranger = site.person("Eve")
    stranger.may_lose_the_line = True
    stranger.goes(f"/r/{code}/replay")
    stranger.sees("codes.room/not-joined")


def recorded() -> Iterator[Record]:
    for kind in KINDS:
        for number in range(runs(0, 25)):
            yield finished(*KINDS[kind], f"drawn {kind} {number}", nobody_leaves)


if LONG:

    def test_every_turn_of_many_games_is_drawn_as_the_engine_has_it(site: Site, tmp_path: Path) -> None:
        ada = site.person("Ada")
        for number, record in enumerate(recorded()):
            file = tmp_path / f"{number}.txt"
            file.write_text(record.text())
            ada.goes("/replay")
            ada.page.locator("input[type=file]").set_input_files(file)
            expect(slider(ada)).to_be_visible()
            if record.setup.characters == "draft":
                ada.page.keyboard.press("PageDown")
            for step in begins(record):
                while int(slider(ada).input_value()) < step.number:
                    ada.page.keyboard.press("PageDown")
                stands_at(ada, step)
