"""Every address of the HTTP API does what its description says, and says no to everything else in its own words."""

from __future__ import annotations

import asyncio
import io
import random
import re
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate
from starlette.requests import Request
from starlette.responses import Response

from casting_shadows.engine import parse_record, verify
from casting_shadows.protocol import commands as c
from casting_shadows.server.api import PAGE, Endpoints
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import Api, Endpoint
from casting_shadows.server.logs import Log
from casting_shadows.server.metrics import Metrics
from casting_shadows.server.settings import Settings

from .guests import ROOMY, Guest, a_table, begin, open_room, play_on
from .servers import Server, a_server
from .soundness import assert_sound
from .wire import Answer, call

pytestmark = pytest.mark.once

TABLE: list[Endpoint] = object.__new__(Endpoints).table()
OWN_PACK = '[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "3/7" }'
MISSING = "zzzzzzzzzzzz"


@dataclass
class World:
    """A server with a public room that waits for players, and a finished game of two people with profiles."""

    server: Server
    description: dict[str, Any]
    room: str
    game: str
    text: str
    profile: str
    other: str

    def call(self, method: str, path: str, body: object = None, *, profile: str | None = None) -> Answer:
        return call(self.server.url, method, path, body, profile=profile)

    def check(self, endpoint: Endpoint, answer: Answer) -> None:
        """Hold an answer to the description."""
        responses = self.description["paths"][endpoint.path][endpoint.method.lower()]["responses"]
        described = responses.get(str(answer.status), responses["default"])["content"]
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind in described
        if kind == "application/json":
            schema = {**described[kind]["schema"], "components": self.description["components"]}
            OAS31Validator(schema).validate(answer.json)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with a_server(tmp_path_factory.mktemp("api"), *ROOMY, "--log-level", "debug") as server:
        room = open_room(
            server.url,
            secrets.token_hex(16),
            options={"listed": True, "title": "All welcome", "players": 3, "packs": ["base", "mine"]},
            own_packs=[OWN_PACK],
        )
        profile, other = secrets.token_hex(16), secrets.token_hex(16)
        for number, secret in enumerate((profile, other)):
            body = {"name": f"Player {number}", "leaderboard": number == 0}
            assert call(server.url, "PUT", "/api/profile", body, profile=secret).status == 200
        game = finish(server, profiles=(profile, other), listed=True)
        text = call(server.url, "GET", f"/api/games/{game}/text").body.decode()
        yield World(server, call(server.url, "GET", "/openapi.json").json, room, game, text, profile, other)
        assert_sound(server)


def finish(server: Server, profiles: tuple[str | None, ...] = (None,), **options: Any) -> str:
    """Two people play a game to its end; its name."""
    players = a_table(server.url, profiles=profiles, **options)
    play_on(players, random.Random("a finished game"))
    return name_of_game(players)


def give_up(server: Server, **options: Any) -> str:
    """A game that is over as soon as it has begun; its name."""
    players = a_table(server.url, **options)
    players[0].do(c.Act, version=players[0].version, seat=0, action="concede")
    players[0].until(lambda: players[0].is_over)
    return name_of_game(players)


def name_of_game(players: list[Guest]) -> str:
    assert players[0].info is not None and players[0].info.result is not None
    return players[0].info.result.game


def new_room(**fields: Any) -> dict[str, Any]:
    return {"name": "Ada", "token": secrets.token_hex(16), **fields}


SAMPLES: dict[str, Callable[[World], Answer]] = {
    "open_room": lambda w: w.call("POST", "/api/rooms", new_room()),
    "list_rooms": lambda w: w.call("GET", "/api/rooms"),
    "get_room": lambda w: w.call("GET", f"/api/rooms/{w.room}"),
    "join_room": lambda w: w.call("POST", f"/api/rooms/{w.room}/join", {"name": "Bob", "token": secrets.token_hex(16)}),
    "get_pack": lambda w: w.call("GET", f"/api/rooms/{w.room}/packs/mine"),
    "list_games": lambda w: w.call("GET", "/api/games?limit=5"),
    "get_game": lambda w: w.call("GET", f"/api/games/{w.game}"),
    "get_game_text": lambda w: w.call("GET", f"/api/games/{w.game}/text"),
    "replay_game": lambda w: w.call("GET", f"/api/games/{w.game}/replay?first=3&count=2&seat=1"),
    "replay_text": lambda w: w.call("POST", "/api/replay", w.text),
    "get_cards": lambda w: w.call("GET", "/api/cards/de?packs=base"),
    "get_words": lambda w: w.call("GET", "/api/words/en"),
    "get_profile": lambda w: w.call("GET", "/api/profile", profile=w.profile),
    "put_profile": lambda w: w.call("PUT", "/api/profile", {"name": "Ada", "leaderboard": True}, profile=w.profile),
    "delete_profile": lambda w: w.call("DELETE", "/api/profile", profile=secrets.token_hex(16)),
    "export_profile": lambda w: w.call("GET", "/api/profile/export", profile=w.profile),
    "my_games": lambda w: w.call("GET", "/api/profile/games", profile=w.profile),
    "leaderboard": lambda w: w.call("GET", "/api/leaderboard"),
    "health": lambda w: w.call("GET", "/health"),
    "metrics": lambda w: w.call("GET", "/metrics"),
    "description": lambda w: w.call("GET", "/openapi.json"),
}
"""A request for every endpoint that must be done."""

each_endpoint = pytest.mark.parametrize("endpoint", TABLE, ids=lambda endpoint: endpoint.name)


def filled(endpoint: Endpoint, **names: str) -> str:
    """An endpoint's path with something in it that is not there."""
    known = {"code": "NQSVCHRM", "id": MISSING, "language": "tlh", "name": "nothing", **names}
    return endpoint.path.format(**known)


# ------------------------------------------------------------------ all of them


def test_the_description_is_valid_and_has_every_endpoint(world: World) -> None:
    validate(world.description)
    described = {(method, path) for path, methods in world.description["paths"].items() for method in methods}
    assert described == {(endpoint.method.lower(), endpoint.path) for endpoint in TABLE}
    assert SAMPLES.keys() == {endpoint.name for endpoint in TABLE}, "a new endpoint needs a sample"


@each_endpoint
def test_an_endpoint_answers_as_its_description_says(world: World, endpoint: Endpoint) -> None:
    answer = SAMPLES[endpoint.name](world)
    assert answer.status == endpoint.status, answer
    world.check(endpoint, answer)
    assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@each_endpoint
def test_a_wrong_method_is_told_the_right_ones(world: World, endpoint: Endpoint) -> None:
    allowed = {row.method for row in TABLE if row.path == endpoint.path} | {"OPTIONS"}
    allowed |= {"HEAD"} & {"HEAD" for row in TABLE if row.path == endpoint.path and row.method == "GET"}
    for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"):
        if method not in allowed:
            answer = world.call(method, filled(endpoint))
            assert (answer.status, answer.code) == (405, "address/method")
            assert set(answer.headers["allow"].split(", ")) == allowed
            world.check(endpoint, answer)
    options = world.call("OPTIONS", filled(endpoint))
    assert (options.status, options.body) == (204, b"") and set(options.headers["allow"].split(", ")) == allowed
    assert "access-control-allow-origin" not in options.headers


@pytest.mark.parametrize("path", ["/health", "/openapi.json", "/api/words/en", "/api/words/tlh"])
def test_head_is_get_without_the_body(world: World, path: str) -> None:
    get, head = world.call("GET", path), world.call("HEAD", path)
    assert head.body == b"" and head.status == get.status
    assert {**head.headers, "date": ""} == {**get.headers, "date": ""}


WRONG_BODIES: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "truncated"),
    "no JSON": (b"name=Ada", "malformed"),
    "a list": (b"[]", "Expected `object`, got `array`"),
    "an unknown field": (b'{"is_admin":true}', "unknown field `is_admin`"),
    "a wrong type": (b'{"name":7}', "Expected `str`, got `int` - at `$.name`"),
    "half a pair": (b'{"name":"\\ud800"}', ""),
    "no UTF-8": (b'{"name":"\xff"}', "'utf-8' codec can't decode byte 0xff"),
    "depth": (b'{"name":' + b"[" * 30_000, "Expected `str`, got `array`"),
}


@pytest.mark.parametrize(("body", "why"), WRONG_BODIES.values(), ids=WRONG_BODIES.keys())
@pytest.mark.parametrize("endpoint", [row for row in TABLE if row.body is not None], ids=lambda row: row.name)
def test_a_wrong_body_is_told_what_is_wrong_with_it(world: World, endpoint: Endpoint, body: bytes, why: str) -> None:
    answer = world.call(endpoint.method, filled(endpoint, code=world.room), body, profile=world.profile)
    assert (answer.status, answer.code) == (400, "body/malformed"), answer
    assert why in answer.json["message"]
    world.check(endpoint, answer)


UNKNOWN = {"code": "room/not-open", "id": "game/missing", "language": "words/unknown-language"}


@pytest.mark.parametrize("endpoint", [row for row in TABLE if "{" in row.path], ids=lambda row: row.name)
def test_what_is_not_there_is_said_to_be_not_there(world: World, endpoint: Endpoint) -> None:
    names = [name for name in UNKNOWN if f"{{{name}}}" in endpoint.path]
    for strange in ("", "x" * 3000, "%00", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%ff%fe", "..", "'%20OR%201=1--", "%F0%9F%A7%99"):
        path = filled(endpoint, **(dict.fromkeys(names, strange) if strange else {}))
        body = {"name": "Bob", "token": secrets.token_hex(16)} if endpoint.body is not None else None
        answer = world.call(endpoint.method, path, body)
        assert (answer.status, answer.code) == (404, UNKNOWN[names[0]]) or answer.code == "address/unknown", answer
        assert answer.status == 404


@pytest.mark.parametrize("endpoint", [row for row in TABLE if row.needs_profile], ids=lambda row: row.name)
def test_a_profile_is_opened_by_its_secret_alone(world: World, endpoint: Endpoint) -> None:
    for header in (
        None,
        "Bearer",
        f"Basic {world.profile}",
        f"Bearer {world.profile[:-1]}",
        f"Bearer {world.profile}0",
        "Bearer é",
    ):
        headers = {} if header is None else {"authorization": header}
        answer = call(world.server.url, endpoint.method, f"{endpoint.path}?secret={world.profile}", b"{}", headers=headers)
        assert (answer.status, answer.code) == (401, "profile/secret")
        world.check(endpoint, answer)


@pytest.mark.parametrize("path", ["/", "/api", "/api/", "/api/rooms/", "/nothing", "//", "/api/games/a/b/c", "/r/ABCD2345"])
def test_an_address_that_is_nobodys_says_so(world: World, path: str) -> None:
    for method in ("GET", "POST", "DELETE", "OPTIONS"):
        answer = world.call(method, path)
        assert (answer.status, answer.code) == (404, "address/unknown")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        *((f"limit={value}", "query/number") for value in ("0", str(PAGE + 1), "-1", "1.0", "1e1", "%D9%A3", "", "9" * 400)),
        *((f"before={value}", "query/time") for value in ("-1", "1e9", "nan", "inf", "", ".5", "1.", "9" * 400)),
    ],
)
def test_numbers_in_a_query_are_numbers(world: World, query: str, code: str) -> None:
    answer = world.call("GET", f"/api/games?{query}")
    assert (answer.status, answer.code) == (400, code)


def test_a_bug_is_noted_and_told_as_one() -> None:
    async def buggy(_: Request) -> Response:
        raise KeyError(MISSING)

    metrics, written = Metrics(), io.StringIO()
    api = Api(Guard(Settings(), metrics), Log(written, strict=True))
    [route, _] = api.routes([Endpoint("GET", "/buggy", "A bug", buggy)])
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/buggy", "headers": [], "client": ("127.0.0.1", 1)}
    asyncio.run(route.app(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 500 and b'"server/error"' in sent[1]["body"]
    assert metrics.errors == 1 and "KeyError" in written.getvalue() and MISSING not in written.getvalue()


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


def test_what_cannot_be_opened_leaves_no_room(world: World) -> None:
    def rooms() -> int:
        return len(world.call("GET", "/api/rooms").json["rooms"])

    before, listed = rooms(), {"listed": True}
    for fields, code in (
        ({"name": "\u200b", "options": listed}, "name/empty"),
        ({"options": {**listed, "leaver_bot": "deep_thought"}}, "bot/unknown"),
        ({"options": {**listed, "packs": ["ice_storm"]}}, "pack/edition"),
        ({"own_packs": ["nonsense ["], "options": listed}, "pack/not-toml"),
        ({"own_packs": ["a=" + "[" * 30_000], "options": listed}, "pack/too-long"),
        ({"seat": 2, "options": listed}, "seat/none"),
        ({"position": "nonsense", "options": listed}, "position/no-position"),
        ({"game": MISSING, "options": listed}, "game/missing"),
        ({"game": world.game, "step": 99_999, "options": listed}, "game/no-such-step"),
        ({"game": world.game, "position": "nonsense", "options": listed}, "room/two-starts"),
    ):
        answer = world.call("POST", "/api/rooms", new_room(**fields))
        assert (answer.status, answer.code) == (404 if code == "game/missing" else 400, code), answer
    assert rooms() == before


def test_a_room_starts_from_a_position_and_from_a_step_of_a_finished_game(world: World) -> None:
    steps = world.call("GET", f"/api/games/{world.game}/replay?first=6&count=1").json["steps"]
    token = secrets.token_hex(16)
    code = open_room(world.server.url, token, game=world.game, step=6)
    ada, bob = Guest(world.server.url, code, token), Guest(world.server.url, code).join("Bob", 1)
    assert ada.info is not None and ada.info.start == "fresh"
    begin([ada, bob])
    assert ada.update is not None
    view = ada.update.seats[0].view
    assert [seat.hp for seat in view.seats] == [seat["hp"] for seat in steps[0]["view"]["seats"]]
    assert view.steps == steps[0]["view"]["steps"] == 6


def test_the_text_of_an_own_pack_is_given_to_whoever_may_come_in(world: World) -> None:
    assert world.call("GET", f"/api/rooms/{world.room}/packs/mine").body.decode() == OWN_PACK
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
        part = world.call("GET", f"/api/games/{world.game}/replay?first={len(found)}").json
        found += part["steps"]
    assert [step["number"] for step in found] == list(range(len(record.moves) + 1))
    assert [(step["who"], step["action"]) for step in found[1:]] == record.moves
    assert part["secret"] == (record.secret or b"").hex()


def test_a_seat_of_a_replay_sees_what_it_saw(world: World) -> None:
    for seat in (0, 1):
        answer = world.call("GET", f"/api/games/{world.game}/replay?count=1&seat={seat}").json
        assert answer["steps"][0]["view"]["viewer"] == seat
    assert world.call("GET", f"/api/games/{world.game}/replay?count=1").json["steps"][0]["view"]["viewer"] is None
    assert world.call("GET", f"/api/games/{world.game}/replay?seat=2").code == "seat/none"
    assert world.call("GET", f"/api/games/{world.game}/replay?first=99999").code == "game/no-such-step"


def test_a_game_with_an_own_pack_is_replayed_with_it_and_lists_do_not_carry_it(world: World) -> None:
    game = give_up(world.server, packs=["base", "mine"], own_packs=(OWN_PACK,), listed=True)
    assert world.call("GET", f"/api/games/{game}/replay").json["moves"] == 1
    text = world.call("GET", f"/api/games/{game}/text").body.decode()
    assert world.call("POST", "/api/replay", text).code == "pack/missing", "elsewhere the pack is not known"
    again = world.call("POST", "/api/rooms", new_room(game=game, step=1))
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


# ------------------------------------------------------------------ cards, words, the server itself


def test_cards_and_words_are_those_of_the_language(world: World) -> None:
    english, german = (world.call("GET", f"/api/cards/{language}").json for language in ("en", "de"))
    assert [card["id"] for card in english] == [card["id"] for card in german]
    assert english != german and len(english) > 80
    assert world.call("GET", "/api/cards/en?packs=nothing").code == "pack/edition"
    assert world.call("GET", "/api/cards/en?packs=base,mine").code == "pack/unknown"
    assert "names" in world.call("GET", "/api/words/de").json


def test_health_says_which_server_this_is(world: World) -> None:
    answer = world.call("GET", "/health").json
    assert answer["status"] == "ok" and answer["protocol"] == 1


def test_metrics_are_for_this_machine_unless_a_proxy_asks(world: World) -> None:
    assert "casting_shadows_actions_total" in world.call("GET", "/metrics").body.decode()
    forwarded = call(world.server.url, "GET", "/metrics", headers={"x-forwarded-for": "127.0.0.1"})
    assert (forwarded.status, forwarded.code) == (404, "metrics/off")
