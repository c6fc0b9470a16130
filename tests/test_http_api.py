"""Every address of the HTTP API does what its description says, and says no to everything else in its own words."""

from __future__ import annotations

import asyncio
import io
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from openapi_spec_validator import validate
from starlette.requests import Request
from starlette.responses import Response

from casting_shadows.server.api import Endpoints
from casting_shadows.server.games_api import PAGE
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import Api, Endpoint
from casting_shadows.server.logs import Log
from casting_shadows.server.metrics import Metrics
from casting_shadows.server.settings import Settings

from .http_world import MISSING, OWN_PACK, World, new_room
from .http_world import world as world
from .wire import Answer, call

pytestmark = pytest.mark.once

TABLE: list[Endpoint] = object.__new__(Endpoints).table()

SAMPLES: dict[str, Callable[[World], Answer]] = {
    "open_room": lambda w: w.call("POST", "/api/rooms", new_room()),
    "list_rooms": lambda w: w.call("GET", "/api/rooms"),
    "get_room": lambda w: w.call("GET", f"/api/rooms/{w.room}"),
    "join_room": lambda w: w.call("POST", f"/api/rooms/{w.room}/join", {"name": "Bob", "token": secrets.token_hex(16)}),
    "get_room_cards": lambda w: w.call("GET", f"/api/rooms/{w.room}/cards/en"),
    "get_pack": lambda w: w.call("GET", f"/api/rooms/{w.room}/packs/mine"),
    "get_turn": lambda w: w.call("GET", f"/api/rooms/{w.running}/turn", profile=w.token),
    "get_parts": lambda w: w.call("GET", "/api/parts?packs=exclusive,ice_storm"),
    "try_table": lambda w: w.call("POST", "/api/trial/en", {"options": {"packs": ["base", "mine"]}, "own_packs": [OWN_PACK]}),
    "list_games": lambda w: w.call("GET", "/api/games?limit=5"),
    "get_game": lambda w: w.call("GET", f"/api/games/{w.game}"),
    "get_game_text": lambda w: w.call("GET", f"/api/games/{w.game}/text"),
    "replay_game": lambda w: w.call("GET", f"/api/games/{w.game}/replay?first=3&count=2&seat=1"),
    "advise_game": lambda w: w.call("GET", f"/api/games/{w.game}/advice?step=2"),
    "get_game_cards": lambda w: w.call("GET", f"/api/games/{w.game}/cards/de"),
    "replay_text": lambda w: w.call("POST", "/api/replay", w.text),
    "position_text": lambda w: w.call("POST", "/api/replay/position?step=3", w.text),
    "cards_text": lambda w: w.call("POST", "/api/replay/cards/de", w.text),
    "advise_text": lambda w: w.call("POST", "/api/replay/advice?step=2", w.text),
    "replay_room": lambda w: w.call("GET", f"/api/rooms/{w.running}/replay", profile=w.token),
    "count_room": lambda w: w.call("GET", f"/api/rooms/{w.running}/numbers", profile=w.token),
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
    answer = world.call(endpoint.method, filled(endpoint, code=world.room, language="en"), body, profile=world.profile)
    assert (answer.status, answer.code) == (400, "body/malformed"), answer
    assert endpoint.body is not None
    has_name = "name" in endpoint.body.__struct_fields__ or b'{"name"' not in body
    assert (why if has_name else "unknown field `name`") in answer.json["message"]
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


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/rooms/", "/nothing", "//", "/api/games/a/b/c", "/r/ABCD2345/x"])
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
    api = Api(Guard(Settings(), metrics), Log(written, strict=True), lambda _: None)
    [route, _] = api.routes([Endpoint("GET", "/buggy", "A bug", buggy)])
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/buggy", "headers": [], "client": ("127.0.0.1", 1)}
    asyncio.run(route.app(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 500 and b'"server/error"' in sent[1]["body"]
    assert metrics.errors == 1 and "KeyError" in written.getvalue() and MISSING not in written.getvalue()


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
