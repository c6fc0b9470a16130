"""The part of the HTTP API that is about tables of one's own: trying one out before it is played, and whose turn it is."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from casting_shadows.server.entrance import Entrance, NoSuchRoom
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import JSON, NOT_KEPT, Endpoint, bearer, language_of, read
from casting_shadows.server.hub import Hub
from casting_shadows.server.limits import Limit
from casting_shadows.server.queries import Word
from casting_shadows.server.trying import Parts, Table, Trials, Tried, parts_of
from casting_shadows.server.waiting import RoomTurn, turn_of

PACKS: Final = Word("packs", "names of packs, with commas between")


class TableEndpoints:
    """Handlers for whoever makes a table, or has some."""

    hub: Hub
    guard: Guard
    entrance: Entrance
    trials: Trials

    def table_table(self) -> list[Endpoint]:
        """Their rows of the API."""
        return [
            Endpoint("GET", "/api/rooms/{code}/turn", "Whether a room waits for me", self.get_turn, RoomTurn),
            Endpoint("GET", "/api/parts", "The lines of packs, and printed maps", self.get_parts, Parts, query=(PACKS,)),
            Endpoint("POST", "/api/trial/{language}", "Try out a map and packs", self.try_table, Tried, Table),
        ]

    async def get_turn(self, request: Request) -> RoomTurn:
        """For a member, by the token of their device as a bearer token."""
        token = bearer(request)
        host = await self.entrance.room(request.path_params["code"], token, self.guard.address(request.scope))
        found = turn_of(host.room, token, self.hub.clock())
        if found is None:
            raise NoSuchRoom
        return found

    async def get_parts(self, request: Request) -> Parts:
        return parts_of(tuple(PACKS.read(request, "base").split(",")))

    async def try_table(self, request: Request) -> Response:
        language = language_of(request)
        table = await read(request, self.guard, Table, Limit.IMPORT_BYTES)
        found = await self.trials.run(self.guard.address(request.scope), table, language)
        return Response(found, media_type=JSON, headers=NOT_KEPT)
