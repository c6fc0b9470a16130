"""A server with something to ask it for over HTTP: a room that waits for players, a finished game, two profiles."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator

from casting_shadows.protocol import commands as c
from casting_shadows.server.http import Endpoint

from .guests import ROOMY, Guest, a_table, open_room, play_on
from .servers import Server, a_server
from .soundness import assert_sound
from .wire import Answer, call

OWN_PACK = '[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "3/7" }'
MISSING = "zzzzzzzzzzzz"


@dataclass
class World:
    """A server with a public room that waits for players, a finished game of two people with profiles, and one that goes on."""

    server: Server
    description: dict[str, Any]
    room: str
    game: str
    text: str
    profile: str
    other: str
    running: str
    token: str

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
        running = a_table(server.url)[0]
        description = call(server.url, "GET", "/openapi.json").json
        yield World(server, description, room, game, text, profile, other, running.code, running.token)
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
