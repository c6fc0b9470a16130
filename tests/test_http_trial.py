"""A table of one's own over HTTP: tried out before it is played, with all that is wrong in it; and whose turn it is there."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from typing import Any

import pytest

from casting_shadows.engine import card_facts, open_box, parse_own_pack, position
from casting_shadows.protocol import commands as c

from .guests import ROOMY, a_table, begin, open_room
from .page.tables import answerable, duel
from .servers import Server, a_server
from .soundness import assert_sound
from .wire import Answer, call

pytestmark = pytest.mark.once

MINE = """[pack]
name = "mine"

[main]
heavy_hand = { damage = "3/7" }
frozen_fist = { name = "Frozen Fist", copies = 1, gives = "RG" }
"""
SEVEN = (
    *(["ancient_rune", 0, 0], ["dusty_desert", -1, 0], ["underground_volcano", 1, 0], ["bubbling_lake", 0, 1]),
    *(["amber_mountain", -1, 1], ["thornwood", 0, -1], ["glowing_mines", 1, -1]),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("trial"), *ROOMY, "--log-level", "debug") as running:
        yield running
        assert_sound(running)


def tried(server: Server, *own: str, language: str = "en", **options: Any) -> dict[str, Any]:
    answer = call(server.url, "POST", f"/api/trial/{language}", {"options": options, "own_packs": own})
    assert answer.status == 200, answer
    found: dict[str, Any] = answer.json
    return found


def faults(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    """What each fault is about, its code, and its line."""
    return [(fault["about"], fault["refusal"]["code"], fault["line"]) for fault in found["faults"]]


# ------------------------------------------------------------------ maps


@pytest.mark.parametrize("packs", ["base", "exclusive", "exclusive,ice_storm"])
def test_every_printed_map_can_be_played_as_a_map_of_ones_own(server: Server, packs: str) -> None:
    parts = call(server.url, "GET", f"/api/parts?packs={packs}").json
    for tiles in parts["maps"].values():
        homes = {row["home"] for row in parts["rows"]["characters"].values()}
        found = tried(server, packs=packs.split(","), layout="custom", tiles=tiles)
        missing = homes - {tile[0] for tile in tiles}
        assert {fault["refusal"]["values"]["hex"] for fault in found["faults"]} == missing
        assert set(found["hexes"]) == set(parts["rows"]["hexes"])


def test_everything_wrong_with_a_map_is_told_with_its_hex(server: Server) -> None:
    ring = [["dusty_desert", 0, 0], *([hex, q, r] for hex, q, r in zip(
        ("bubbling_lake", "amber_mountain", "thornwood", "glowing_mines", "ancient_rune", "underground_volcano"),
        (1, -1, 0, 0, 1, -1), (0, 0, 1, -1, -1, 1), strict=True,
    ))]  # fmt: skip
    assert faults(tried(server, layout="custom", tiles=ring)) == [("map", "setup/map-edge", 0)]
    apart = [*SEVEN[:-1], ["glowing_mines", 5, 5]]
    found = tried(server, layout="custom", tiles=apart)["faults"]
    assert [(fault["refusal"]["code"], fault["refusal"]["values"]) for fault in found] == [
        ("setup/map-apart", {"hex": "glowing_mines"})
    ]
    found = tried(server, layout="custom", tiles=[["thornwood", 0, 0], ["thornwood", 1, 0]])["faults"]
    assert [fault["refusal"]["code"] for fault in found].count("setup/map-home") == 3
    assert {"setup/map-twice", "setup/map-missing"} <= {fault["refusal"]["code"] for fault in found}


def test_what_fits_no_map_is_told_about_the_table(server: Server) -> None:
    assert faults(tried(server, layout="custom", tiles=SEVEN, players=5)) == [("table", "setup/players", 0)]
    assert faults(tried(server, packs=["ice_storm"])) == [("table", "pack/edition", 0)]


# ------------------------------------------------------------------ packs


@pytest.mark.parametrize("language", ["en", "de"])
def test_changed_cards_read_as_they_will_be_played(server: Server, language: str) -> None:
    found = tried(server, MINE, language=language, packs=["base", "mine"])
    assert found["faults"] == [] and [pack["name"] for pack in found["packs"]] == ["mine"]
    assert found["packs"][0]["rows"]["main"]["heavy_hand"] == {"damage": "3/7"}
    plain, box = open_box(("base",)).parts, open_box(("base", "mine"), (parse_own_pack(MINE),)).parts
    assert found["changed"] == [
        {"before": card_facts(plain, "heavy_hand", language), "after": card_facts(box, "heavy_hand", language)},
        {"before": None, "after": card_facts(box, "frozen_fist", language)},
    ]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        pytest.param('[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = }\n', "pack/not-toml", 4, id="no TOML"),
        pytest.param(
            '[pack]\nname = "mine"\n[main]\n\nheavy_hand = { damage = "9/9/9" }\n', "pack/bad-value", 5, id="too many steps"
        ),
        pytest.param('[pack]\nname = "mine"\n[main]\nheavy_hand = { cost = 3 }\n', "pack/bad-value", 4, id="an unknown word"),
        pytest.param('[pack]\nname = "mine"\n[hexes]\natlantis = { shield = 1 }\n', "pack/bad-value", 4, id="an unknown hex"),
        pytest.param('[pack]\nname = "base"\n', "pack/bad-value", 0, id="a shipped name"),
        pytest.param("x" * 200_001, "pack/too-long", 0, id="too long"),
        pytest.param("[main]\nheavy_hand = " + "[" * 900 + "]" * 900, "pack/not-toml", 0, id="too deep"),
        pytest.param(
            '[pack]\nname = "mine"\n[main]\nheavy_hand = { copies = ' + "9" * 1000 + " }", "pack/bad-value", 4, id="too much"
        ),
    ],
)
def test_a_wrong_pack_is_told_with_its_line(server: Server, text: str, code: str, line: int) -> None:
    found = tried(server, text)
    assert faults(found)[0][:2] == ("pack", code)
    assert faults(found)[0][2] in (line, 1) if line == 0 else faults(found)[0][2] == line
    assert found["changed"] == []


def test_packs_that_are_too_long_together_are_told(server: Server) -> None:
    long = [f'[pack]\nname = "mine_{number}"\n' + f"#{'a' * 999}\n" * 150 for number in range(3)]
    assert faults(tried(server, *long[:2])) == []
    assert faults(tried(server, *long)) == [("pack", "pack/too-long", 0)]


def test_a_wrong_pack_keeps_nobody_from_drawing_a_map(server: Server) -> None:
    found = tried(server, "nonsense", layout="custom", tiles=[*SEVEN[:-1], ["glowing_mines", 5, 5]])
    assert {fault["about"] for fault in found["faults"]} == {"pack", "map"} and len(found["hexes"]) == 7


def test_what_is_no_table_is_refused(server: Server) -> None:
    def code(body: object, language: str = "en") -> str:
        return call(server.url, "POST", f"/api/trial/{language}", body).code

    assert code({"options": {}}, "tlh") == "words/unknown-language"
    wrong: list[object] = [
        {"own_packs": ["a"] * 5},
        {"options": {"tiles": [["thornwood", 99, 0]]}},
        {"options": {"players": 9}},
        [],
    ]
    for body in wrong:
        assert code(body) == "body/malformed"
    assert call(server.url, "GET", "/api/parts?packs=mine").code == "pack/edition"


def test_a_pack_that_is_being_tried_keeps_nobody_waiting(server: Server) -> None:
    rows = "\n".join(f'card_{n} = {{ name = "Card {n}", copies = 1, gives = "RG RG" }}' for n in range(80))
    began = time.monotonic()
    assert tried(server, f'[pack]\nname = "mine"\n[main]\n{rows}')["faults"] == []
    took = time.monotonic() - began
    began = time.monotonic()
    assert call(server.url, "GET", "/health").status == 200
    assert time.monotonic() - began < took + 5


# ------------------------------------------------------------------ whose turn it is


def turn(server: Server, code: str, token: str | None) -> Answer:
    return call(server.url, "GET", f"/api/rooms/{code}/turn", profile=token)


def test_a_room_says_to_each_member_whether_it_waits_for_them(server: Server) -> None:
    ada, bob = a_table(server.url, at=position(duel()), clock="none", title="Tea")
    first, second = turn(server, ada.code, ada.token).json, turn(server, bob.code, bob.token).json
    assert (first["mine"], second["mine"]) == (True, False)
    assert (first["whose"], first["title"], first["phase"], first["names"]) == ("Ada", "Tea", "playing", ["Ada", "Guest 1"])
    ada.until(ada.turn).act("end")
    bob.until(lambda: bob.turn() is not None)
    third = turn(server, bob.code, bob.token).json
    assert third["mine"] and third["whose"] == "Guest 1" and third["since"] >= first["since"]
    bob.concede(1)
    ada.until(lambda: ada.is_over)
    ended = turn(server, ada.code, ada.token).json
    assert (ended["mine"], ended["phase"], ended["since"]) == (False, "ended", None)
    assert call(server.url, "GET", f"/api/games/{ended['game']}").status == 200


def test_a_room_says_which_of_its_players_are_bots_and_whom_everyone_plays(server: Server) -> None:
    [ada] = a_table(server.url, people=1, bots=1, clock="none", bot_pace="slow", started=False)
    waiting = turn(server, ada.code, ada.token).json
    assert (waiting["bots"], waiting["characters"], waiting["turn"]) == ([False, True], ["", ""], None)
    ada.do(c.Choose, seat=1, character="haze")
    assert turn(server, ada.code, ada.token).json["characters"] == ["", "haze"]
    begin([ada])
    playing = turn(server, ada.code, ada.token).json
    assert playing["characters"][1] == "haze" and playing["characters"][0] in ("frill", "kit", "nuzzle")
    assert playing["whose"] == playing["names"][playing["turn"]]


def test_in_shadow_boxing_the_bots_are_players_for_whom_nobody_sits(server: Server) -> None:
    [ada] = a_table(server.url, people=1, mode="solo", players=1, clock="none")
    playing = turn(server, ada.code, ada.token).json
    assert len(playing["names"]) == len(playing["bots"]) == 1 and len(set(playing["characters"])) == 4


def test_nobody_but_a_member_learns_whose_turn_it_is(server: Server) -> None:
    code = open_room(server.url, secrets.token_hex(16))
    for token in (None, secrets.token_hex(16)):
        refused = turn(server, code, token)
        assert (refused.status, refused.code) == (404, "room/not-open")
        assert turn(server, "NQSVCHRM", token).body == refused.body


def test_a_sealed_answer_changes_nothing_for_anybody_else(server: Server) -> None:
    ada, bob = a_table(server.url, at=position(answerable()), clock="relaxed", window=15)
    ada.until(ada.turn).act("cast heavy_hand RG RG @kit")
    bob.until(bob.turn)
    assert turn(server, bob.code, bob.token).json["mine"]
    seen = turn(server, ada.code, ada.token)
    assert not seen.json["mine"]
    bob.act("pass")
    assert not turn(server, bob.code, bob.token).json["mine"], "the answer is given"
    assert turn(server, ada.code, ada.token).body == seen.body
