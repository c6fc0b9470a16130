"""The HTTP API: rooms, finished games, cards and words, profiles, health."""

from __future__ import annotations

import re
import time
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from casting_shadows import __version__
from casting_shadows.engine import GameError, card_facts, languages, load_words, open_box
from casting_shadows.protocol import PROTOCOL, Options, RoomInfo
from casting_shadows.protocol import commands as c
from casting_shadows.protocol.options import SeatNumber
from casting_shadows.server import metrics as prometheus
from casting_shadows.server.finishing import GameSummary, Listing
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import (
    JSON,
    TEXT,
    Endpoint,
    NotAllowed,
    NotThere,
    number,
    openapi,
    read,
    read_body,
)
from casting_shadows.server.hub import Hub, RoomHost, read_code
from casting_shadows.server.limits import Limit
from casting_shadows.server.play_socket import NO_SUCH_ROOM, profile_id
from casting_shadows.server.profiles import Leaderboard, ProfileExport, ProfilePage, Profiles, ProfileSettings
from casting_shadows.server.replaying import MOST_STEPS, Replay, position_at, replay_steps
from casting_shadows.server.storage import GameRow
from casting_shadows.table.telling import room_info

PAGE: Final = 50
"""Rows of a list in one answer."""


class NewRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """A room to open. Its owner is whoever opens it, by the token their device has made."""

    name: c.Name
    token: c.Token
    options: Options = Options()
    seat: SeatNumber | None = 0
    """The owner's seat; null to watch."""
    own_packs: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    position: Annotated[str, Meta(max_length=20_000)] = ""
    """Where the game starts, if not at the beginning."""
    game: Annotated[str, Meta(max_length=40)] = ""
    """Or: a finished game to play on from, after `step` actions."""
    step: Annotated[int, Meta(ge=0, le=100_000)] = 0
    exact: bool = False
    """Keep the position's own chance, which whoever wrote it knows."""
    profile: c.Token | None = None


class OpenedRoom(Struct, frozen=True):
    code: str
    member: int


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat, or a place to watch from, before connecting."""

    name: c.Name
    token: c.Token
    seat: SeatNumber | None = None
    profile: c.Token | None = None


class Joined(Struct, frozen=True):
    member: int


class ListedRoom(Struct, frozen=True):
    code: str
    updated: float
    room: Listing


class ListedRooms(Struct, frozen=True):
    rooms: tuple[ListedRoom, ...]


class ListedGame(Struct, frozen=True):
    id: str
    ended_at: float
    game: GameSummary


class ListedGames(Struct, frozen=True):
    games: tuple[ListedGame, ...]


class GamePage(Struct, frozen=True):
    """A finished game and what everyone did in it."""

    id: str
    ended_at: float
    game: GameSummary
    statistics: tuple[msgspec.Raw, ...]


class Health(Struct, frozen=True):
    status: str
    version: str
    protocol: int


class Endpoints:
    """Every handler. The tables of the API are made of them."""

    def __init__(self, hub: Hub, guard: Guard, profiles: Profiles) -> None:
        self.hub = hub
        self.guard = guard
        self.profiles = profiles
        self.registry = prometheus.new_registry(hub.metrics)
        self._cards: dict[tuple[str, str], bytes] = {}

    def table(self) -> list[Endpoint]:
        """The API, row by row."""
        page = (("before", "games that ended before this time, in seconds"), ("limit", f"at most {PAGE}"))
        part = (("first", "the first step"), ("count", f"at most {MOST_STEPS}"), ("seat", "as this seat saw it"))
        return [
            Endpoint("POST", "/api/rooms", "Open a room", self.open_room, OpenedRoom, NewRoom, 201),
            Endpoint("GET", "/api/rooms", "Public rooms", self.list_rooms, ListedRooms),
            Endpoint("GET", "/api/rooms/{code}", "A room before joining it", self.get_room, RoomInfo),
            Endpoint("POST", "/api/rooms/{code}/join", "Join a room", self.join_room, Joined, Joining),
            Endpoint("GET", "/api/rooms/{code}/packs/{name}", "The text of a room's own pack", self.get_pack),
            Endpoint("GET", "/api/games", "Finished games of public rooms", self.list_games, ListedGames, query=page),
            Endpoint("GET", "/api/games/{id}", "A finished game with its statistics", self.get_game, GamePage),
            Endpoint("GET", "/api/games/{id}/text", "A finished game as text", self.get_game_text),
            Endpoint("GET", "/api/games/{id}/replay", "A finished game step by step", self.replay_game, Replay, query=part),
            Endpoint("POST", "/api/replay", "Replay a game given as text", self.replay_text, Replay, query=part),
            Endpoint(
                "GET", "/api/cards/{language}", "Every component in a language", self.get_cards, query=(("packs", "names"),)
            ),
            Endpoint("GET", "/api/words/{language}", "Every word in a language", self.get_words),
            Endpoint("GET", "/api/profile", "My statistics", self.get_profile, ProfilePage, needs_profile=True),
            Endpoint("PUT", "/api/profile", "My settings", self.put_profile, ProfilePage, ProfileSettings, needs_profile=True),
            Endpoint("DELETE", "/api/profile", "Delete all about me", self.delete_profile, Health, needs_profile=True),
            Endpoint(
                "GET",
                "/api/profile/export",
                "All that is stored about me",
                self.export_profile,
                ProfileExport,
                needs_profile=True,
            ),
            Endpoint("GET", "/api/profile/games", "My finished games", self.my_games, ListedGames, needs_profile=True),
            Endpoint("GET", "/api/leaderboard", "Those who want to be seen", self.leaderboard, Leaderboard),
            Endpoint("GET", "/health", "Whether the server can play and store", self.health, Health),
            Endpoint("GET", "/metrics", "Counts for Prometheus", self.metrics),
            Endpoint("GET", "/openapi.json", "This description", self.description),
        ]

    # Rooms

    async def open_room(self, request: Request) -> OpenedRoom:
        wanted: NewRoom = await read(request, NewRoom, self.hub.settings.http_bytes)
        self.guard.opens_room(self.guard.address(request.scope), time.monotonic())
        position = wanted.position
        if wanted.game:
            text, own = await self._game_text(wanted.game)
            position = await self.hub.thinkers.run(position_at, text, own, wanted.step)
        host = await self.hub.open(wanted.options, wanted.own_packs, position, wanted.exact)
        member = await self._join(host, c.Join(1, wanted.name, wanted.token, wanted.seat), wanted.profile)
        return OpenedRoom(host.room.code, member)

    async def list_rooms(self, request: Request) -> ListedRooms:
        rows = await self.hub.storage.rooms(limit=PAGE)
        return ListedRooms(tuple(ListedRoom(row.code, row.updated, msgspec.json.decode(row.body, type=Listing)) for row in rows))

    async def _room(self, request: Request) -> RoomHost:
        """The room of an address. Every code that leads nowhere gets the same answer after the same time."""
        address, began = self.guard.address(request.scope), time.monotonic()
        self.guard.may_look_up(address, began)
        host = await self.hub.find(read_code(request.path_params["code"]))
        if host is None or not host.room.admits(None, self.hub.clock()):
            self.guard.looked_in_vain(address, began)
            await self.guard.wait_out(began, time.monotonic())
            raise NotThere(NO_SUCH_ROOM.code, NO_SUCH_ROOM.message)
        return host

    async def get_room(self, request: Request) -> RoomInfo:
        return room_info((await self._room(request)).room)

    async def join_room(self, request: Request) -> Joined:
        wanted: Joining = await read(request, Joining, self.hub.settings.http_bytes)
        host = await self._room(request)
        return Joined(await self._join(host, c.Join(1, wanted.name, wanted.token, wanted.seat), wanted.profile))

    async def _join(self, host: RoomHost, join: c.Join, profile: str | None) -> int:
        """Join without a socket: what is stored then waits for the person to connect."""
        return await host.join(join, profile_id(profile))

    async def get_pack(self, request: Request) -> Response:
        host = await self._room(request)
        for pack, text in zip(host.room.packs, host.room.own, strict=True):
            if pack.name == request.path_params["name"]:
                return Response(text, media_type=TEXT)
        raise NotThere("pack/missing", "this room has no such pack")

    # Finished games

    async def list_games(self, request: Request) -> ListedGames:
        before = number(request, "before", 0, 0, 999_999_999)
        limit = number(request, "limit", PAGE, 1, PAGE)
        rows = await self.hub.storage.games(before=float(before) if before else None, limit=limit)
        return ListedGames(tuple(_listed(row) for row in rows))

    async def get_game(self, request: Request) -> GamePage:
        found = await self.hub.storage.game(request.path_params["id"])
        if found is None:
            raise NotThere("game/missing", "no finished game has this name")
        statistics = tuple(msgspec.Raw(result.statistics) for result in found.results)
        return GamePage(found.id, found.ended_at, _summary(found), statistics)

    async def _game_text(self, name: str) -> tuple[str, tuple[str, ...]]:
        found = await self.hub.storage.game(name)
        if found is None:
            raise NotThere("game/missing", "no finished game has this name")
        return found.text, msgspec.json.decode(found.summary, type=GameSummary).own

    async def get_game_text(self, request: Request) -> Response:
        text, _ = await self._game_text(request.path_params["id"])
        name = re.sub(r"[^a-z0-9]", "", request.path_params["id"])
        return Response(
            text, media_type=TEXT, headers={"content-disposition": f'attachment; filename="casting-shadows-{name}.txt"'}
        )

    async def replay_game(self, request: Request) -> Response:
        return await self._replay(request, *await self._game_text(request.path_params["id"]))

    async def replay_text(self, request: Request) -> Response:
        body = await read_body(request, self.hub.settings.import_bytes, Limit.IMPORT_BYTES)
        try:
            text = body.decode()
        except UnicodeDecodeError:
            raise GameError("game/not-text", "a game is text in UTF-8") from None
        return await self._replay(request, text, ())

    async def _replay(self, request: Request, text: str, own: tuple[str, ...]) -> Response:
        first = number(request, "first", 0, 0, 100_000)
        count = number(request, "count", MOST_STEPS, 1, MOST_STEPS)
        seat = number(request, "seat", -1, 0, 5)
        shown = await self.hub.thinkers.run(replay_steps, text, own, first, count, None if seat < 0 else seat)
        return Response(shown, media_type=JSON)

    # Cards and words

    async def get_cards(self, request: Request) -> Response:
        language, packs = request.path_params["language"], request.query_params.get("packs", "exclusive,ice_storm")
        if (language, packs) not in self._cards:
            box = open_box(tuple(packs.split(",")))
            rows = [row.id for table in (box.parts.characters, box.parts.hexes, box.parts.main) for row in table]
            rows += [row.id for table in (box.parts.counterspells, box.parts.companions) for row in table]
            found = [card_facts(box.parts, row, language) for row in rows]
            self._cards[language, packs] = msgspec.json.encode(found)
        return Response(self._cards[language, packs], media_type=JSON)

    async def get_words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in languages():
            raise NotThere("words/no-language", f"there are {', '.join(languages())}")
        return Response(msgspec.json.encode(load_words(language).tables), media_type=JSON)

    # Profiles

    def _profile(self, request: Request) -> str:
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        profile = profile_id(secret) if kind.lower() == "bearer" and re.fullmatch(r"[0-9a-f]{32}", secret) else None
        if profile is None:
            raise NotAllowed("profile/secret", "send the profile's secret, 32 hex digits, as a bearer token")
        return profile

    async def get_profile(self, request: Request) -> ProfilePage:
        return await self.profiles.page(self._profile(request))

    async def put_profile(self, request: Request) -> ProfilePage:
        profile = self._profile(request)
        await self.profiles.save(profile, await read(request, ProfileSettings, self.hub.settings.http_bytes), self.hub.clock())
        return await self.profiles.page(profile)

    async def delete_profile(self, request: Request) -> Health:
        profile = self._profile(request)
        await self.hub.forget(profile)
        await self.hub.storage.delete_profile(profile)
        return Health("deleted", __version__, PROTOCOL)

    async def export_profile(self, request: Request) -> ProfileExport:
        return await self.profiles.export(self._profile(request))

    async def my_games(self, request: Request) -> ListedGames:
        return ListedGames(tuple(_listed(row) for row in await self.hub.storage.games_of(self._profile(request), PAGE)))

    async def leaderboard(self, request: Request) -> Leaderboard:
        return await self.profiles.leaderboard()

    # The server itself

    async def health(self, request: Request) -> Health:
        await self.hub.storage.health()
        return Health("ok", __version__, PROTOCOL)

    async def metrics(self, request: Request) -> Response:
        settings, scope = self.hub.settings, request.scope
        peer = scope["client"][0] if scope.get("client") else None
        if not prometheus.may_read(settings.metrics, peer, scope["headers"], settings.trusted_proxy):
            raise NotThere("metrics/off", "metrics are not shown here")
        return Response(prometheus.text(self.registry), media_type=prometheus.CONTENT_TYPE)

    async def description(self, request: Request) -> Response:
        return Response(msgspec.json.encode(openapi(self.table())), media_type=JSON)


def _summary(row: GameRow) -> GameSummary:
    return msgspec.structs.replace(msgspec.json.decode(row.summary, type=GameSummary), own=())


def _listed(row: GameRow) -> ListedGame:
    return ListedGame(row.id, row.ended_at, _summary(row))
