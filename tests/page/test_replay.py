"""People look at games again: by a link to a turn, by keyboard, from a file; and play on where another game was."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Locator, expect

from casting_shadows.engine import Record, Setup, Step, facts, parse_record, replay, view
from casting_shadows.engine import events as told
from casting_shadows.engine.words import load_words

from ..counts import runs
from ..finished_games import KINDS, finished, leaves_in_the_middle, nobody_leaves
from ..guests import Guest, play_on
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
        card = person.page.get_by_role("button", name=re.compile(rf"^{label.pattern}(,|$)"))
        expect(card).to_be_visible()
        if player["hex"] is not None:
            expect(card.locator("b")).to_have_text(str(player["hp"]))
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


def test_the_knob_is_drawn_through_a_game(site: Site) -> None:
    game = site.finished_game()
    steps = list(replay(parse_record(text_of(site, game))))
    ada = site.person("Ada").goes(f"/replay/{game}?turn=1")
    box = slider(ada).bounding_box()
    assert box is not None
    knob, mouse = 22, ada.page.mouse

    def draw_to(step: int) -> None:
        mouse.move(box["x"] + knob / 2 + (box["width"] - knob) * step / (len(steps) - 1), box["y"] + box["height"] / 2)

    draw_to(int(slider(ada).input_value()))
    mouse.down()
    for step in (9, 3, len(steps) - 1, 20):
        draw_to(step)
        expect(slider(ada)).to_have_value(str(step))
    mouse.up()
    draw_to(5)
    stands_at(ada, steps[20], NAMES)


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


OWN_PACK = """[pack]
name = "mine"

[main.giant_fist]
name = { en = "Giant Fist", de = "Riesenfaust" }
copies = 90
level = 1
collect = "O"
spend = "up to 2 G"
damage = "1/2"
target = "hex"
range = "1"
"""


def test_a_game_with_cards_of_its_own_is_shown_from_a_file_and_a_bad_one_is_refused_in_words(site: Site, tmp_path: Path) -> None:
    game = site.finished_game(packs=["base", "mine"], own_packs=(OWN_PACK,))
    ada = site.person("Ada").goes(f"/replay/{game}")
    good = tmp_path / "good.txt"
    with ada.page.expect_download() as downloaded:
        ada.thing("link", "replay.download").click()
    downloaded.value.save_as(good)
    text = good.read_text(encoding="utf-8")
    lines = text.splitlines()
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    ada.goes("/replay")
    ada.may_lose_the_line = True  # the browser itself says that the server refused something
    alert = ada.page.get_by_role("alert")
    for bad, code in (
        (evil, "game/no-game"),
        ("\n".join([*lines[:10], f"{evil} end", *lines[10:]]), "game/move"),
        (text.replace("version: ", "version: 999."), "game/newer"),
        (re.sub("secret: .{8}", "secret: 00000000", text), "game/commitment"),
        (text.replace("Giant Fist", evil), "game/pack-changed"),
        (text.replace("| copies = 90", "| copies = 90 90"), "pack/not-toml"),
        (text.partition("pack: mine")[0], "pack/missing"),
    ):
        ada.page.get_by_role("textbox").fill(bad)
        ada.button("replay.import_show").click()
        expect(alert).to_contain_text(ada.says(f"codes.{code}"))
    large = tmp_path / "large.txt"
    large.write_bytes(b"x" * 1_000_001)
    chooser = ada.page.locator("input[type=file]")
    chooser.set_input_files(large)
    expect(alert).to_contain_text(ada.says("codes.limit/import-bytes"))
    chooser.set_input_files(good)
    record = parse_record(text)
    steps, turns = list(replay(record)), begins(record)
    expect(slider(ada)).to_be_visible()
    ada.page.keyboard.press("End")
    stands_at(ada, steps[-1])
    ada.sees("replay.play_on_over")
    step, lies = next(
        (step, cast(str, place["hex"]))
        for step in steps[:-1]
        for place in cast(Any, facts(view(step.state)))["map"]
        if place["card"] == "giant_fist"
    )
    slider(ada).fill(str(step.number))
    there = ada.board().locator(f"[data-hex={lies}]")
    expect(there).to_have_attribute("aria-label", re.compile("Giant Fist"))
    ada.thing("button", "card.look_at", card="Giant Fist").first.click()
    ada.page.set_viewport_size({"width": 360, "height": 740})
    card = ada.page.get_by_role("dialog").locator(".card.full").bounding_box()
    assert card is not None and card["x"] >= 0 and card["x"] + card["width"] <= 360, "a card can be read on a phone"
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    ada.click("game.close")
    slider(ada).fill(str(turns[1].number))
    stands_at(ada, turns[1])
    ada.click("replay.advice_ask")
    expect(ada.page.get_by_text(re.compile("would (have|rather)")).first).to_be_visible()
    slider(ada).fill(str(step.number))
    stands_at(ada, step)
    ada.button("replay.play_on").click()
    expect(ada.page).to_have_url(re.compile("/r/[0-9A-Z]{8}$"))
    expect(there).to_have_attribute("aria-label", re.compile("Giant Fist"))


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


def test_the_log_leads_to_the_replay_of_a_turn_and_the_end_tells_how_the_dice_fell(site: Site) -> None:
    guests = site.game(clock="none")
    code = guests[0].code
    ada = site.person("Ada", rooms={code: guests[0].token}).goes(f"/r/{code}")
    again = ada.thing("link", "game.turn_again")
    again.first.click()
    ada.sees("replay.so_far")
    expect(slider(ada)).to_have_value("0")
    ada.goes("/settings")
    guests[0] = Guest(site.server.url, code, guests[0].token)
    play_on(guests, random.Random(1))
    ada.goes(f"/r/{code}")
    assert guests[0].info is not None and guests[0].info.result is not None
    game = guests[0].info.result.game
    luck = call(site.server.url, "GET", f"/api/games/{game}").json["luck"]
    fell = ada.page.get_by_role("region", name=ada.says("game.dice_fell")).get_by_role("listitem")
    expect(fell).to_have_count(len(luck))
    for row, faces in zip(fell.all(), luck, strict=True):
        for face in faces.values():
            expected = f"{round(face['expected'], 1):g}"
            expect(row).to_contain_text(ada.says("game.dice_fell_face", n=face["rolled"], expected=expected))
    ada.click("game.look_at_board")
    turns = begins(parse_record(text_of(site, game)))
    again.last.click()  # of a long game, the log begins in the middle
    stands_at(ada, turns[-1], NAMES)
    expect(ada.page).to_have_url(re.compile(rf"/replay/{game}\?turn={len(turns)}$"))


WALK = """async (steps) => {
  let passed = performance.now();
  performance.now = () => (passed += 1000);  // nobody hurries: what waits for the slider to rest need not be waited for
  const slider = document.querySelector("input[type=range]");
  const drawn = [];
  for (const step of steps) {
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    do await new Promise(requestAnimationFrame);
    while (document.querySelector(".unfinished") || !document.querySelector("[data-hex]"));  // the map is laid hex by hex
    const hexes = [...document.querySelectorAll("[data-hex]")].map((e) => [
      e.dataset.hex,
      [e.getAttribute("aria-label"), e.parentElement.querySelector("[data-card]")?.dataset.card ?? null],
    ]);
    const labels = (where) => [...document.querySelectorAll(where)].map((e) => e.getAttribute("aria-label"));
    const [seats, pool] = [labels(".seats button"), labels(".pool > *")];
    drawn.push({ step: Number(slider.value), hexes: Object.fromEntries(hexes), seats, pool });
  }
  return drawn;
}"""
"""Draw the slider from step to step, and tell what is drawn at each."""
FIVE = Setup(players=5, packs=("exclusive", "ice_storm"), market="ring", transform="must", max_rounds=20)


def drawn_right(person: Person, drawn: Any, step: Step) -> None:
    """Everything drawn at a step is as the engine has it: players, pieces, cards, dice and tokens."""
    words, shown = load_words(person.language), cast(Any, facts(view(step.state)))
    assert drawn["step"] == step.number
    names = [words.name(player["character"]) for player in shown["seats"]]
    for seat, label in zip(shown["order"], drawn["seats"], strict=True):
        player = shown["seats"][seat]
        said = person.says("replay.seat_label", name=names[seat], hp=player["hp"], energy=player["energy"])
        down = len(player["counterspells"])
        tail = person.says(f"game.face_down_{'one' if down == 1 else 'many'}", n=down).pattern
        assert re.fullmatch(said.pattern + (f", {tail}" if down else ""), label), f"step {step.number}: {label}"
    for place in shown["map"]:
        label, card = drawn["hexes"][place["hex"]]
        assert card == place["card"], f"step {step.number}: {place['hex']}"
        for player, name in zip(shown["seats"], names, strict=True):
            stands = re.search(rf"\b{re.escape(name)}\b", label) is not None
            assert stands == (player["hex"] == place["hex"]), f"step {step.number}: {name}: {label}"
    faces = [words.name({"S": "SF", "C": "CC"}.get(die[1], die)) for die in shown["dice"]]
    assert drawn["pool"] == faces + [words.name(token) for token in shown["tokens"]], f"step {step.number}"


def walked(person: Person, file: Path, record: Record) -> None:
    """A game is opened from a file, and every turn of it is drawn right."""
    file.write_text(record.text())
    person.goes("/replay")
    person.page.locator("input[type=file]").set_input_files(file)
    expect(slider(person)).to_be_visible()
    steps = begins(record)
    for drawn, step in zip(person.page.evaluate(WALK, [step.number for step in steps]), steps, strict=True):
        drawn_right(person, drawn, step)


def recorded(each: int) -> Iterator[Record]:
    """So many games of each kind: two to six players and one alone, both editions, with and without the Ice Storm."""
    for kind, (setup, bot) in {**KINDS, "five": (FIVE, "greedy")}.items():
        for number in range(each):
            yield finished(setup, bot, f"drawn {kind} {number}", leaves_in_the_middle if kind == "leavers" else nobody_leaves)


def test_every_turn_of_games_of_every_kind_is_drawn_as_the_engine_has_it(site: Site, tmp_path: Path) -> None:
    ada = site.person("Ada")
    for record in recorded(runs(1, 23)):
        walked(ada, tmp_path / "game.txt", record)
