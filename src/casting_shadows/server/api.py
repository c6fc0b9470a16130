"""The HTTP API: rooms, finished games, cards and words, profiles, health."""

from __future__ import annotations

import re
import time
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from casting_shadows import __version__
from casting_shadows.engine import GameError, card_facts, languages, load_words, open_box
from casting_shadows.protocol import PROTOCOL, RoomInfo
from casting_shadows.protocol import commands as c
from casting_shadows.server import bodies as b
from casting_shadows.server import metrics as prometheus
from casting_shadows.server.entrance import Entrance
from casting_shadows.server.finishing import GameSummary, Listing
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import JSON, TEXT, Endpoint, NotAllowed, NotThere, read, read_body
from casting_shadows.server.hub import Hub, RoomHost
from casting_shadows.server.limits import Limit
from casting_shadows.server.openapi import openapi
from casting_shadows.server.profiles import Leaderboard, ProfileExport, ProfilePage, Profiles, ProfileSettings, profile_id
from casting_shadows.server.queries import Moment, Number, Word
from casting_shadows.server.replaying import MOST_STEPS, Replay, Replays, position_at, replay_steps
from casting_shadows.server.storage import FinishedGame, GameRow
from casting_shadows.server.totals import Played
from casting_shadows.table.telling import room_info

PAGE: Final = 50
"""Rows of a list in one answer."""
KEPT: Final = {"cache-control": "public, max-age=300"}
"""For what only changes with the program."""

BEFORE: Final = Moment("before", "games that ended before this time, in seconds")
LIMIT: Final = Number("limit", "so many of them", 1, PAGE)
FIRST: Final = Number("first", "the first step; 0 is the start", 0, 100_000)
COUNT: Final = Number("count", "so many steps", 1, MOST_STEPS)
SEAT: Final = Number("seat", "as this seat saw it; without it, as a spectator did", 0, 5)
PACKS: Final = Word("packs", "names of packs, with commas between")


class Endpoints:
    """Every handler. The tables of the API are made of them."""

    def __init__(self, hub: Hub, guard: Guard, profiles: Profiles) -> None:
        self.hub = hub
        self.guard = guard
        self.profiles = profiles
        self.entrance = Entrance(hub, guard)
        self.replays = Replays(guard)
        self.registry = prometheus.new_registry(hub.metrics)
        self._cards: dict[tuple[str, str], bytes] = {}

    def table(self) -> list[Endpoint]:
        """The API, row by row."""
        page, part = (BEFORE, LIMIT), (FIRST, COUNT, SEAT)
        return [
            Endpoint("POST", "/api/rooms", "Open a room", self.open_room, b.OpenedRoom, b.NewRoom, 201),
            Endpoint("GET", "/api/rooms", "Public rooms", self.list_rooms, b.ListedRooms),
            Endpoint("GET", "/api/rooms/{code}", "A room before joining it", self.get_room, RoomInfo),
            Endpoint("POST", "/api/rooms/{code}/join", "Join a room", self.join_room, b.Joined, b.Joining),
            Endpoint("GET", "/api/rooms/{code}/packs/{name}", "The text of a room's own pack", self.get_pack),
            Endpoint("GET", "/api/games", "Finished games of public rooms", self.list_games, b.ListedGames, query=page),
            Endpoint("GET", "/api/games/{id}", "A finished game with its statistics", self.get_game, b.GamePage),
            Endpoint("GET", "/api/games/{id}/text", "A finished game as text", self.get_game_text),
            Endpoint("GET", "/api/games/{id}/replay", "A finished game step by step", self.replay_game, Replay, query=part),
            Endpoint("POST", "/api/replay", "Replay a game given as text", self.replay_text, Replay, query=part),
            Endpoint("GET", "/api/cards/{language}", "Every component", self.get_cards, list[b.CardFacts], query=(PACKS,)),
            Endpoint("GET", "/api/words/{language}", "Every word in a language", self.get_words, dict[str, Any]),
            Endpoint("GET", "/api/profile", "My statistics", self.get_profile, ProfilePage),
            Endpoint("PUT", "/api/profile", "My settings", self.put_profile, ProfilePage, ProfileSettings),
            Endpoint("DELETE", "/api/profile", "Delete all about me", self.delete_profile, b.Deleted),
            Endpoint("GET", "/api/profile/export", "All that is stored about me", self.export_profile, ProfileExport),
            Endpoint("GET", "/api/profile/games", "My finished games", self.my_games, b.ListedGames, query=page),
            Endpoint("GET", "/api/leaderboard", "Those who want to be seen", self.leaderboard, Leaderboard),
            Endpoint("GET", "/health", "Whether the server can play and store", self.health, b.Health),
            Endpoint("GET", "/metrics", "Counts for Prometheus", self.metrics),
            Endpoint("GET", "/openapi.json", "This description", self.description, dict[str, Any]),
        ]

    # Rooms

    async def open_room(self, request: Request) -> b.OpenedRoom:
        wanted = await read(request, self.guard, b.NewRoom)
        address = self.guard.address(request.scope)
        self.guard.opens_room(address, time.monotonic())
        position, own = wanted.position, wanted.own_packs
        if wanted.game:
            if position or own:
                raise GameError("room/two-starts", "a finished game brings its own position and packs: name it alone")
            text, own = await self._game_text(wanted.game)
            async with self.replays.turn(address):
                position = await self.replays.run(position_at, text, own, wanted.step)
        owner = c.Join(1, wanted.name, wanted.token, wanted.seat)
        host = await self.hub.open(wanted.options, owner, profile_id(wanted.profile), own, position, wanted.exact)
        return b.OpenedRoom(host.room.code, next(iter(host.room.members)))

    async def list_rooms(self, request: Request) -> b.ListedRooms:
        rows = await self.hub.storage.rooms(limit=PAGE)
        shown = [b.ListedRoom(row.code, row.updated, msgspec.json.decode(row.body, type=Listing)) for row in rows]
        return b.ListedRooms(tuple(shown))

    async def _room(self, request: Request, token: str | None = None) -> RoomHost:
        return await self.entrance.room(request.path_params["code"], token, self.guard.address(request.scope))

    async def get_room(self, request: Request) -> RoomInfo:
        """Also of a room that takes nobody any more, for those who are in it: their token comes as a bearer token."""
        return room_info((await self._room(request, _bearer(request))).room)

    async def join_room(self, request: Request) -> b.Joined:
        """Join without a socket: what is stored then waits for the person to connect."""
        wanted = await read(request, self.guard, b.Joining)
        host = await self._room(request, wanted.token)
        return b.Joined(await host.join(c.Join(1, wanted.name, wanted.token, wanted.seat), profile_id(wanted.profile)))

    async def get_pack(self, request: Request) -> Response:
        host = await self._room(request)
        for pack, text in zip(host.room.packs, host.room.own, strict=True):
            if pack.name == request.path_params["name"]:
                return Response(text, media_type=TEXT)
        raise NotThere("pack/missing", "this room has no such pack")

    # Finished games

    async def list_games(self, request: Request) -> b.ListedGames:
        rows = await self.hub.storage.games(before=BEFORE.read(request), limit=LIMIT.read(request, PAGE))
        return b.ListedGames(tuple(_listed(row) for row in rows))

    async def _game(self, name: str) -> FinishedGame:
        found = await self.hub.storage.game(name)
        if found is None:
            raise NotThere("game/missing", "no finished game has this name")
        return found

    async def get_game(self, request: Request) -> b.GamePage:
        found = await self._game(request.path_params["id"])
        statistics = tuple(msgspec.json.decode(result.statistics, type=Played) for result in found.results)
        return b.GamePage(found.id, found.ended_at, _summary(found), statistics)

    async def _game_text(self, name: str) -> tuple[str, tuple[str, ...]]:
        """A game, and the texts of the own packs it was played with."""
        found = await self._game(name)
        return found.text, msgspec.json.decode(found.summary, type=GameSummary).own

    async def get_game_text(self, request: Request) -> Response:
        found = await self._game(request.path_params["id"])
        attached = {"content-disposition": f'attachment; filename="casting-shadows-{found.id}.txt"'}
        return Response(found.text, media_type=TEXT, headers=attached)

    async def replay_game(self, request: Request) -> Response:
        game = await self._game_text(request.path_params["id"])
        async with self.replays.turn(self.guard.address(request.scope)):
            return await self._replay(request, *game)

    async def replay_text(self, request: Request) -> Response:
        async with self.replays.turn(self.guard.address(request.scope)):
            body = await read_body(request, self.guard, Limit.IMPORT_BYTES)
            try:
                text = body.decode()
            except UnicodeDecodeError:
                raise GameError("game/not-text", "a game is text in UTF-8") from None
            return await self._replay(request, text, ())

    async def _replay(self, request: Request, text: str, own: tuple[str, ...]) -> Response:
        first, count, seat = FIRST.read(request, 0), COUNT.read(request, MOST_STEPS), SEAT.read(request, None)
        shown = await self.replays.run(replay_steps, text, own, first, count, seat)
        return Response(shown, media_type=JSON)

    # Cards and words

    def _language(self, request: Request) -> str:
        language: str = request.path_params["language"]
        if language not in languages():
            raise NotThere("words/unknown-language", f"there are {', '.join(languages())}")
        return language

    async def get_cards(self, request: Request) -> Response:
        key = self._language(request), PACKS.read(request, "exclusive,ice_storm")
        if key not in self._cards:
            language, packs = key
            parts = open_box(tuple(packs.split(","))).parts
            tables = (parts.characters, parts.hexes, parts.main, parts.counterspells, parts.companions)
            self._cards[key] = msgspec.json.encode([card_facts(parts, row.id, language) for table in tables for row in table])
        return Response(self._cards[key], media_type=JSON, headers=KEPT)

    async def get_words(self, request: Request) -> Response:
        return Response(msgspec.json.encode(load_words(self._language(request)).tables), media_type=JSON, headers=KEPT)

    # Profiles

    def _profile(self, request: Request) -> str:
        profile = profile_id(_bearer(request))
        if profile is None:
            raise NotAllowed("profile/secret", "send the profile's secret, 32 hex digits, as a bearer token")
        return profile

    async def get_profile(self, request: Request) -> ProfilePage:
        return await self.profiles.page(self._profile(request))

    async def put_profile(self, request: Request) -> ProfilePage:
        profile = self._profile(request)
        wanted = await read(request, self.guard, ProfileSettings)
        if not await self.profiles.exists(profile):
            self.guard.makes_profile(self.guard.address(request.scope), time.monotonic())
        await self.profiles.save(profile, wanted, self.hub.clock())
        return await self.profiles.page(profile)

    async def delete_profile(self, request: Request) -> b.Deleted:
        profile = self._profile(request)
        await self.hub.forget(profile)
        await self.profiles.delete(profile)
        return b.Deleted()

    async def export_profile(self, request: Request) -> ProfileExport:
        return await self.profiles.export(self._profile(request))

    async def my_games(self, request: Request) -> b.ListedGames:
        profile, storage = self._profile(request), self.hub.storage
        rows = await storage.games_of(profile, before=BEFORE.read(request), limit=LIMIT.read(request, PAGE))
        return b.ListedGames(tuple(_listed(row) for row in rows))

    async def leaderboard(self, request: Request) -> Leaderboard:
        return await self.profiles.leaderboard()

    # The server itself

    async def health(self, request: Request) -> b.Health:
        await self.hub.check_health()
        return b.Health("ok", __version__, PROTOCOL)

    async def metrics(self, request: Request) -> Response:
        settings, scope = self.hub.settings, request.scope
        peer = scope["client"][0] if scope.get("client") else None
        if not prometheus.may_read(settings.metrics, peer, scope["headers"], settings.trusted_proxy):
            raise NotThere("metrics/off", "metrics are not shown here")
        return Response(prometheus.text(self.registry), media_type=prometheus.CONTENT_TYPE)

    async def description(self, request: Request) -> Response:
        return Response(msgspec.json.encode(openapi(self.table())), media_type=JSON, headers=KEPT)

    def close(self) -> None:
        """No more replays."""
        self.replays.close()


def _summary(row: GameRow) -> GameSummary:
    return msgspec.structs.replace(msgspec.json.decode(row.summary, type=GameSummary), own=())


def _bearer(request: Request) -> str | None:
    """The secret a request comes with; None if it is none of ours."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret if kind.lower() == "bearer" and re.fullmatch(r"[0-9a-f]{32}", secret) else None


def _listed(row: GameRow) -> b.ListedGame:
    return b.ListedGame(row.id, row.ended_at, _summary(row))
