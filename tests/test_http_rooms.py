"""Rooms and finished games over HTTP: opened, listed, joined, read, replayed, and played on from any step."""

from __future__ import annotations

import re
import secrets
import time
from typing import Any

import pytest

from casting_shadows.engine import Setup, parse_record, position, start, verify
from casting_shadows.protocol import commands as c

from .guests import Guest, begin, open_room
from .http_world import MISSING, OWN_PACK, World, give_up, new_room
from .http_world import world as world

pytestmark = pytest.mark.once

# ------------------------------------------------------------------ rooms


def test_a_room_is_opened_listed_seen_joined_and_played(world: World) -> None:
    token, guest = secrets.token_hex(16), secrets.token_hex(16)
    opened = world.call("POST", "/api/rooms", {"name": "Ada", "token": token, "options": {"listed": True, "title": "T1"}}).json
    assert opened["member"] == 1 and len(opened["code"]) == 8
    listed = {row["code"]: row["room"] for row in world.call("GET", "/api/rooms").json["rooms"]}
    assert listed[opened["code"]] | {"title": "T1", "open_seats": 1, "people": 1} == listed[opened["code"]]
    seen = world.call("GET", f"/api/rooms/{opened['code'].lower()}").json
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "open"]
    joined = world.call("POST", f"/api/rooms/{opened['code']}/join", {"name": "Bob", "token": guest, "seat": 1})
    assert joined.json == {"member": 2}
    ada, bob = (Guest(world.server.url, opened["code"], each) for each in (token, guest))
    assert (ada.you, bob.you) == (1, 2)
    bob.do(c.Ready)
    ada.do(c.Start)


def test_a_closed_room_is_shown_to_those_who_are_in_it(world: World) -> None:
    token = secrets.token_hex(16)
    room = new_room(token=token, options={"players": 1, "mode": "solo", "spectators": False})
    code = world.call("POST", "/api/rooms", room).json["code"]
    assert world.call("GET", f"/api/rooms/{code}").code == "room/not-open"
    assert world.call("GET", f"/api/rooms/{code}", profile=secrets.token_hex(16)).code == "room/not-open"
    assert world.call("GET", f"/api/rooms/{code}", profile=token).json["code"] == code


def test_whoever_says_only_how_many_play_gets_a_room_for_them(world: World) -> None:
    five = new_room(token=secrets.token_hex(16), options={"players": 5})
    assert world.call("POST", "/api/rooms", five).code == "setup/packs"
    code = world.call("POST", "/api/rooms", five | {"along": True}).json["code"]
    assert world.call("GET", f"/api/rooms/{code}").json["options"] == {"players": 5, "packs": ["exclusive"]}


def test_what_cannot_be_opened_leaves_no_room(world: World) -> None:
    def rooms() -> int:
        return len(world.call("GET", "/api/rooms").json["rooms"])

    before, listed = rooms(), {"listed": True}
    for_two = position(start(Setup(players=2), seed="two")[0])
    too_long = [f'[pack]\nname = "mine_{number}"\n' + f"#{'a' * 999}\n" * 150 for number in range(3)]
    for fields, code in (
        ({"name": "\u200b", "options": listed}, "name/empty"),
        ({"options": {**listed, "leaver_bot": "deep_thought"}}, "bot/unknown"),
        ({"options": {**listed, "packs": ["ice_storm"]}}, "pack/edition"),
        ({"own_packs": ["nonsense ["], "options": listed}, "pack/not-toml"),
        ({"own_packs": ["a=" + "[" * 30_000], "options": listed}, "pack/too-long"),
        ({"own_packs": too_long, "options": listed}, "pack/too-long"),
        ({"seat": 2, "options": listed}, "seat/none"),
        ({"seat": 2, "position": for_two, "options": {**listed, "players": 3}}, "seat/none"),
        ({"seat": 2, "game": world.game, "options": listed}, "seat/none"),
        ({"position": "nonsense", "options": listed}, "position/no-position"),
        ({"game": MISSING, "options": listed}, "game/missing"),
        ({"game": world.game, "step": 99_999, "options": listed}, "game/no-such-step"),
        ({"game": world.game, "position": "nonsense", "options": listed}, "room/two-starts"),
    ):
        answer = world.call("POST", "/api/rooms", new_room(**fields))
        assert (answer.status, answer.code) == (404 if code == "game/missing" else 400, code), answer
    assert rooms() == before


def test_a_room_starts_from_a_position_and_from_a_step_of_a_finished_game(world: World) -> None:
    there = world.call("GET", f"/api/games/{world.game}/replay?first=6&count=1").json["view"]
    token = secrets.token_hex(16)
    code = open_room(world.server.url, token, game=world.game, step=6)
    ada, bob = Guest(world.server.url, code, token), Guest(world.server.url, code).join("Bob", 1)
    assert ada.info is not None and ada.info.start == "fresh"
    begin([ada, bob])
    assert ada.update is not None
    view = ada.update.seats[0].view
    assert [seat.hp for seat in view.seats] == [seat["hp"] for seat in there["seats"]]
    assert view.steps == there["steps"] == 6


def test_the_text_of_an_own_pack_is_given_to_whoever_may_come_in(world: World) -> None:
    assert world.call("GET", f"/api/rooms/{world.room}/packs/mine").body.decode() == OWN_PACK
    for language, name in (("en", "Heavy Hand"), ("de", "Schwere Hand")):
        cards = {card["id"]: card for card in world.call("GET", f"/api/rooms/{world.room}/cards/{language}").json}
        assert (cards["heavy_hand"]["name"], cards["heavy_hand"]["damage"]) == (name, "3/7")
    assert world.call("GET", f"/api/rooms/{world.room}/cards/xx").code == "words/unknown-language"
    missing = world.call("GET", f"/api/rooms/{world.room}/packs/yours")
    assert (missing.status, missing.code) == (404, "pack/missing")


# ------------------------------------------------------------------ finished games


def test_a_finished_game_is_listed_shown_replayed_and_verified(world: World) -> None:
    page = world.call("GET", f"/api/games/{world.game}").json
    assert [player["name"] for player in page["game"]["players"]] == ["Ada", "Guest 1"]
    assert sum(player.get("won", False) for player in page["game"]["players"]) <= 1
    record = parse_record(world.text)
    verify(record)
    assert len(record.moves) == page["game"]["moves"]
    found: list[dict[str, Any]] = []
    while len(found) <= len(record.moves):
        part = world.call("GET", f"/api/games/{world.game}/replay?first={len(found)}&count=20").json
        found += part["steps"]
    assert [(step["who"], step["action"]) for step in found[1:]] == record.moves
    assert part["dice"]["secret"] == (record.secret or b"").hex()


def test_a_seat_of_a_replay_sees_what_it_saw(world: World) -> None:
    for seat in (0, 1):
        answer = world.call("GET", f"/api/games/{world.game}/replay?count=1&seat={seat}").json
        assert answer["view"]["viewer"] == seat
    assert world.call("GET", f"/api/games/{world.game}/replay?count=1").json["view"]["viewer"] is None
    assert world.call("GET", f"/api/games/{world.game}/replay?seat=2").code == "seat/none"
    assert world.call("GET", f"/api/games/{world.game}/replay?first=99999").code == "game/no-such-step"


def test_a_game_with_an_own_pack_is_replayed_with_it_and_lists_do_not_carry_it(world: World) -> None:
    game = give_up(world.server, packs=["base", "mine"], own_packs=(OWN_PACK,), listed=True)
    assert world.call("GET", f"/api/games/{game}/replay").json["moves"] == 1
    text = world.call("GET", f"/api/games/{game}/text").body.decode()
    bare, mark, _ = text.partition("pack: ")
    assert mark and world.call("POST", "/api/replay", bare).code == "pack/missing", "it is known by the text alone"
    assert world.call("POST", "/api/rooms", new_room(game=game, step=1)).code == "position/over"
    again = world.call("POST", "/api/rooms", new_room(game=game, step=0))
    assert again.status == 201
    assert [pack["name"] for pack in world.call("GET", f"/api/rooms/{again.json['code']}").json["own_packs"]] == ["mine"]
    for answer in (world.call("GET", "/api/games"), world.call("GET", f"/api/games/{game}")):
        assert b"heavy_hand" not in answer.body and b'"own"' not in answer.body


def test_a_changed_game_is_not_replayed(world: World) -> None:
    lines = world.text.splitlines()
    for changed, code in (
        (re.sub("secret: .{8}", "secret: 00000000", world.text), "game/commitment"),
        ("\n".join([*lines[:-2], lines[-1]]), "game/result"),
        ("\n".join([*lines[:-1], lines[-2], lines[-1]]), "game/move"),
        ("", "game/no-game"),
        ("\0", "game/not-text"),
    ):
        answer = world.call("POST", "/api/replay", changed)
        assert (answer.status, answer.code) == (400, code), answer
    assert world.call("POST", "/api/replay", b"\xff").code == "game/not-text"


def test_lists_of_games_go_back_page_by_page(world: World) -> None:
    games = {world.game, *(give_up(world.server, listed=True) for _ in range(3))}
    unlisted = give_up(world.server)
    seen: list[str] = []
    before = ""
    while page := world.call("GET", f"/api/games?limit=2{before}").json["games"]:
        assert len(page) <= 2
        seen += [row["id"] for row in page]
        before = f"&before={page[-1]['ended_at']!r}"
        assert float(page[-1]["ended_at"]) > 1_700_000_000
    assert games <= set(seen) and len(seen) == len(set(seen)), "each once"
    assert unlisted not in seen and world.call("GET", f"/api/games/{unlisted}").status == 200
    ends = [world.call("GET", f"/api/games/{game}").json["ended_at"] for game in seen]
    assert ends == sorted(ends, reverse=True)
    assert world.call("GET", f"/api/games?before={time.time() + 60:.6f}").json["games"] != []
    assert world.call("GET", "/api/games?before=1000000000").json["games"] == []
