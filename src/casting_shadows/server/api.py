"""The HTTP API: rooms, finished games, cards and words, profiles, health."""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from casting_shadows import __version__
from casting_shadows.engine import GameError
from casting_shadows.protocol import PROTOCOL, RoomInfo
from casting_shadows.protocol import commands as c
from casting_shadows.server import bodies as b
from casting_shadows.server import metrics as prometheus
from casting_shadows.server.entrance import Entrance
from casting_shadows.server.finishing import Listing
from casting_shadows.server.games_api import BEFORE, LIMIT, PAGE, GameEndpoints, listed_game, packed_answer
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import JSON, TEXT, Endpoint, NotAllowed, NotThere, bearer, language_of, read
from casting_shadows.server.hub import Hub, RoomHost
from casting_shadows.server.limits import Limit
from casting_shadows.server.openapi import openapi
from casting_shadows.server.own_cards import own_cards
from casting_shadows.server.packed import FOR_GOOD, Packed
from casting_shadows.server.profiles import Leaderboard, ProfileExport, ProfilePage, Profiles, ProfileSettings, profile_id
from casting_shadows.server.queries import Word
from casting_shadows.server.replaying import Replays, position_at
from casting_shadows.server.tables_api import TableEndpoints
from casting_shadows.server.texts import MORE, TABLE, USUAL, Texts
from casting_shadows.server.trying import Trials
from casting_shadows.table.telling import room_info

KEPT: Final = {"cache-control": "public, max-age=300"}
"""For what only changes with the program."""

PACKS: Final = Word("packs", "names of packs, with commas between")
PART: Final = Word("part", "`table`: what a room says; `more`: the rest; left out: all")
HASH: Final = Word("hash", "of the content, as its etag has it: such an answer may be kept for good")


class Endpoints(GameEndpoints, TableEndpoints):
    """Every handler. The tables of the API are made of them."""

    def __init__(self, hub: Hub, guard: Guard, profiles: Profiles, texts: Texts) -> None:
        self.hub = hub
        self.guard = guard
        self.profiles = profiles
        self.entrance = Entrance(hub, guard)
        self.replays = Replays(guard)
        self.advisers = Replays(guard)
        self.trials = Trials(guard)
        self.registry = prometheus.new_registry(hub.metrics)
        self.texts = texts

    def table(self) -> list[Endpoint]:
        """The API, row by row."""
        page = (BEFORE, LIMIT)
        return [
            Endpoint("POST", "/api/rooms", "Open a room", self.open_room, b.OpenedRoom, b.NewRoom, 201),
            Endpoint("GET", "/api/rooms", "Public rooms", self.list_rooms, b.ListedRooms),
            Endpoint("GET", "/api/rooms/{code}", "A room before joining it", self.get_room, RoomInfo),
            Endpoint("POST", "/api/rooms/{code}/join", "Join a room", self.join_room, b.Joined, b.Joining),
            Endpoint("GET", "/api/rooms/{code}/packs/{name}", "The text of a room's own pack", self.get_pack),
            Endpoint("GET", "/api/rooms/{code}/cards/{language}", "A room's cards", self.get_room_cards, list[b.CardFacts]),
            *self.table_table(),
            *self.game_table(),
            Endpoint("GET", "/api/cards/{language}", "Every component", self.get_cards, list[b.CardFacts], query=(PACKS, HASH)),
            Endpoint("GET", "/api/words/{language}", "Words in a language", self.get_words, dict[str, Any], query=(PART, HASH)),
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
        wanted = await read(request, self.guard, b.NewRoom, Limit.IMPORT_BYTES)  # packs of one's own may be long
        address = self.guard.address(request.scope)
        self.guard.opens_room(address, time.monotonic(), is_lesson=wanted.exact and bool(wanted.position))
        position, own = wanted.position, wanted.own_packs
        if wanted.game:
            if position or own:
                raise GameError("room/two-starts", "a finished game brings its own position and packs: name it alone")
            text, own = await self.game_text(wanted.game)
            async with self.replays.turn(address):
                position, _ = await self.replays.run(position_at, text, own, wanted.step)
        owner = c.Join(1, wanted.name, wanted.token, wanted.seat)
        profile = profile_id(wanted.profile)
        host = await self.hub.open(wanted.options, owner, profile, own, position, wanted.exact, wanted.along)
        return b.OpenedRoom(host.room.code, next(iter(host.room.members)))

    async def list_rooms(self, request: Request) -> b.ListedRooms:
        rows = await self.hub.storage.rooms(limit=PAGE)
        shown = [b.ListedRoom(row.code, row.updated, msgspec.json.decode(row.body, type=Listing)) for row in rows]
        return b.ListedRooms(tuple(shown))

    async def _room(self, request: Request, token: str | None = None) -> RoomHost:
        return await self.entrance.room(request.path_params["code"], token, self.guard.address(request.scope))

    async def get_room(self, request: Request) -> RoomInfo:
        """Also of a room that takes nobody any more, for those who are in it: their token comes as a bearer token."""
        return room_info((await self._room(request, bearer(request))).room)

    async def join_room(self, request: Request) -> b.Joined:
        """Join without a socket: what is stored then waits for the person to connect."""
        wanted = await read(request, self.guard, b.Joining)
        host = await self._room(request, wanted.token)
        return b.Joined(await host.join(c.Join(1, wanted.name, wanted.token, wanted.seat), profile_id(wanted.profile)))

    async def get_pack(self, request: Request) -> Response:
        host = await self._room(request, bearer(request))
        for pack, text in zip(host.room.packs, host.room.own, strict=True):
            if pack.name == request.path_params["name"]:
                return Response(text, media_type=TEXT)
        raise NotThere("pack/missing", "this room has no such pack", {"pack": request.path_params["name"][:80]})

    async def get_room_cards(self, request: Request) -> Response:
        """With the values they have there: a room may play with somebody's own. Those who are in it come with their token."""
        room, language = (await self._room(request, bearer(request))).room, language_of(request)
        key: Hashable = (room.options.packs, tuple(pack.digest for pack in room.packs), language)
        address = self.guard.address(request.scope)
        found = await self.replays.run_once(address, key, own_cards, room.options.packs, room.own, language)
        return packed_answer(request, found, {"cache-control": "no-cache"})

    # Cards and words

    async def get_cards(self, request: Request) -> Response:
        return _kept(request, self.texts.cards(language_of(request), PACKS.read(request, USUAL)))

    async def get_words(self, request: Request) -> Response:
        part = PART.read(request, "")
        if part not in ("", TABLE, MORE):
            raise NotThere("words/unknown-part", f"part is {TABLE} or {MORE}, or left out")
        return _kept(request, self.texts.words(language_of(request), part))

    # Profiles

    def _profile(self, request: Request) -> str:
        profile = profile_id(bearer(request))
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
        return b.ListedGames(tuple(listed_game(row) for row in rows))

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
        self.advisers.close()
        self.trials.close()


def _kept(request: Request, text: Packed) -> Response:
    """Whoever names the hash has an address that never means anything else."""
    return text.answer(request, FOR_GOOD if HASH.read(request, "") == text.tag else "")
