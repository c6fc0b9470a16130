"""The part of the HTTP API that is about games: finished ones, those that go on as far as they have come, and advice."""

from __future__ import annotations

import gzip
from collections.abc import Hashable
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from casting_shadows.engine import SPECTATOR, GameError
from casting_shadows.server import bodies as b
from casting_shadows.server.advising import Advice, advise
from casting_shadows.server.entrance import Entrance
from casting_shadows.server.finishing import GameSummary
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import JSON, NOT_KEPT, TEXT, Endpoint, NotAllowed, NotThere, bearer, language_of, read_body
from casting_shadows.server.hub import Hub
from casting_shadows.server.limits import Limit
from casting_shadows.server.luck import luck
from casting_shadows.server.own_cards import cards_of, own_cards
from casting_shadows.server.queries import Moment, Number
from casting_shadows.server.replay_steps import MOST_STEPS, OPEN, Replay, finished_replay, running_replay
from casting_shadows.server.replaying import Replays, position_at, whole_text
from casting_shadows.server.so_far import NumbersSoFar, numbers_so_far
from casting_shadows.server.storage import FinishedGame, GameRow
from casting_shadows.server.totals import Played
from casting_shadows.table.entering import member_of
from casting_shadows.table.game import Game
from casting_shadows.table.people import Member
from casting_shadows.table.room_state import RoomState

PAGE: Final = 50
"""Rows of a list in one answer."""
SOME_MINUTES: Final = {"cache-control": "public, max-age=300"}
"""For what only changes with the program."""

BEFORE: Final = Moment("before", "games that ended before this time, in seconds")
LIMIT: Final = Number("limit", "so many of them", 1, PAGE)
FIRST: Final = Number("first", "the first step; 0 is the start", 0, 100_000)
COUNT: Final = Number("count", "so many steps", 1, MOST_STEPS)
SEAT: Final = Number("seat", "as this seat saw it; without it, as a spectator did", 0, 5)
ALL: Final = Number("open", "1: with all that was hidden", 0, 1)
STEP: Final = Number("step", "after so many actions", 0, 100_000)


class GameEndpoints:
    """Handlers that only look at games."""

    hub: Hub
    guard: Guard
    entrance: Entrance
    replays: Replays
    advisers: Replays
    """Apart from replays: whoever wants to know better keeps nobody from watching."""

    def game_table(self) -> list[Endpoint]:
        """Their rows of the API."""
        page, part = (BEFORE, LIMIT), (FIRST, COUNT, SEAT, ALL)
        return [
            Endpoint("GET", "/api/games", "Finished games of public rooms", self.list_games, b.ListedGames, query=page),
            Endpoint("GET", "/api/games/{id}", "A finished game with its statistics", self.get_game, b.GamePage),
            Endpoint("GET", "/api/games/{id}/text", "A finished game as text", self.get_game_text),
            Endpoint("GET", "/api/games/{id}/replay", "A finished game step by step", self.replay_game, Replay, query=part),
            Endpoint("GET", "/api/games/{id}/advice", "What the best bot would do", self.advise_game, Advice, query=(STEP,)),
            Endpoint("GET", "/api/games/{id}/cards/{language}", "Its cards", self.get_game_cards, list[b.CardFacts]),
            Endpoint("POST", "/api/replay", "Replay a game given as text", self.replay_text, Replay, query=part),
            Endpoint("POST", "/api/replay/position", "A step of such a game", self.position_text, b.PlayedTo, query=(STEP,)),
            Endpoint("POST", "/api/replay/cards/{language}", "Its cards", self.cards_text, list[b.CardFacts]),
            Endpoint("POST", "/api/replay/advice", "Advice about such a game", self.advise_text, Advice, query=(STEP,)),
            Endpoint("GET", "/api/rooms/{code}/replay", "My game so far", self.replay_room, Replay, query=(FIRST, COUNT, SEAT)),
            Endpoint("GET", "/api/rooms/{code}/numbers", "My game so far, in numbers", self.count_room, NumbersSoFar),
        ]

    async def list_games(self, request: Request) -> b.ListedGames:
        rows = await self.hub.storage.games(before=BEFORE.read(request), limit=LIMIT.read(request, PAGE))
        return b.ListedGames(tuple(listed_game(row) for row in rows))

    async def _game(self, name: str) -> FinishedGame:
        found = await self.hub.storage.game(name)
        if found is None:
            raise NotThere("game/missing", "no finished game has this name")
        return found

    async def game_text(self, name: str) -> tuple[str, tuple[str, ...]]:
        """A finished game, and the texts of the own packs it was played with. Raises NotThere."""
        found = await self._game(name)
        return found.text, msgspec.json.decode(found.summary, type=GameSummary).own

    async def get_game(self, request: Request) -> b.GamePage:
        found = await self._game(request.path_params["id"])
        statistics = tuple(msgspec.json.decode(result.statistics, type=Played) for result in found.results)
        dice = tuple(luck(played.seat.faces) for played in statistics)
        return b.GamePage(found.id, found.ended_at, _summary(found), statistics, dice)

    async def get_game_text(self, request: Request) -> Response:
        """With the packs it was played with, which are stored apart: it can be read anywhere."""
        name = request.path_params["id"]
        text, own = await self.game_text(name)
        content = text.encode()
        if own:
            key: Hashable = ("text", name)
            content = await self.replays.run_once(self.guard.address(request.scope), key, whole_text, text, own)
        attached = {"content-disposition": f'attachment; filename="casting-shadows-{name}.txt"'}
        return Response(content, media_type=TEXT, headers=attached)

    async def get_game_cards(self, request: Request) -> Response:
        """With the values they had: a game may have been played with somebody's own."""
        name = request.path_params["id"]
        found, language = await self._game(name), language_of(request)
        summary = msgspec.json.decode(found.summary, type=GameSummary)
        key: Hashable = ("cards", name, language)
        address = self.guard.address(request.scope)
        packed = await self.replays.run_once(address, key, own_cards, summary.packs, summary.own, language)
        return packed_answer(request, packed, SOME_MINUTES)

    async def replay_game(self, request: Request) -> Response:
        name = request.path_params["id"]
        text, own = await self.game_text(name)
        part = _part(request)
        key: Hashable = ("replay", name, *part)
        address = self.guard.address(request.scope)
        return packed_answer(request, await self.replays.run_once(address, key, finished_replay, text, own, *part), SOME_MINUTES)

    async def _given_text(self, request: Request) -> str:
        body = await read_body(request, self.guard, Limit.IMPORT_BYTES)
        try:
            return body.decode()
        except UnicodeDecodeError:
            raise GameError("game/not-text", "a game is text in UTF-8") from None

    async def position_text(self, request: Request) -> b.PlayedTo:
        """Where a room can begin, as `NewRoom.position`."""
        async with self.replays.turn(self.guard.address(request.scope)):
            text = await self._given_text(request)
            return b.PlayedTo(*await self.replays.run(position_at, text, (), STEP.read(request, 0)))

    async def cards_text(self, request: Request) -> Response:
        """With the values that the packs in the text give them."""
        language = language_of(request)
        async with self.replays.turn(self.guard.address(request.scope)):
            text = await self._given_text(request)
            return packed_answer(request, await self.replays.run(cards_of, text, language), NOT_KEPT)

    async def replay_text(self, request: Request) -> Response:
        async with self.replays.turn(self.guard.address(request.scope)):
            text = await self._given_text(request)
            return packed_answer(request, await self.replays.run(finished_replay, text, (), *_part(request)), NOT_KEPT)

    async def replay_room(self, request: Request) -> Response:
        """As one's own seat saw it; who has none, or several, sees what a spectator does unless they name one of theirs."""
        room, game, member = await self._running(request)
        mine = game.seats_of(member.id)
        seat = SEAT.read(request, mine[0] if len(mine) == 1 else SPECTATOR)
        if seat != SPECTATOR and seat not in mine:
            raise GameError("seat/not-yours", "one sees a game that goes on with one's own eyes alone")
        first, count = FIRST.read(request, 0), COUNT.read(request, MOST_STEPS)
        own, (header, moves) = room.own, game.told()
        async with self.replays.turn(self.guard.address(request.scope)):
            shown = await self.replays.run(running_replay, header, own, moves, first, count, seat)
        return packed_answer(request, shown, NOT_KEPT)

    async def count_room(self, request: Request) -> NumbersSoFar:
        """The same for everybody in the room: what everyone at the table could have counted."""
        room, game, _ = await self._running(request)
        own, (header, moves) = room.own, game.told()
        async with self.replays.turn(self.guard.address(request.scope)):
            return await self.replays.run(numbers_so_far, header, own, moves)

    async def _running(self, request: Request) -> tuple[RoomState, Game, Member]:
        """The game in a room, for somebody who is in it. Raises GameError."""
        token, address = bearer(request), self.guard.address(request.scope)
        room = (await self.entrance.room(request.path_params["code"], token, address)).room
        member = member_of(room, token, self.hub.clock())
        if member is None:
            raise NotAllowed("room/not-joined", "a game that goes on is shown to those who are in its room: send their token")
        if room.game is None:
            raise GameError("room/not-playing", "the game has not begun")
        return room, room.game, member

    async def advise_game(self, request: Request) -> Response:
        """Of finished games alone: those that go on have no name that anybody could know."""
        name, step = request.path_params["id"], STEP.read(request, 0)
        text, own = await self.game_text(name)
        key: Hashable = (name, step)
        advice = await self.advisers.run_once(self.guard.address(request.scope), key, advise, text, own, step)
        return Response(advice, media_type=JSON, headers=SOME_MINUTES)

    async def advise_text(self, request: Request) -> Response:
        """The same of a game given as text, which whoever gives it knows in full."""
        async with self.advisers.turn(self.guard.address(request.scope)):
            text = await self._given_text(request)
            return Response(await self.advisers.run(advise, text, (), STEP.read(request, 0)), media_type=JSON, headers=NOT_KEPT)


def _part(request: Request) -> tuple[int, int, int]:
    """Which steps of a game are wanted, and whose eyes see them."""
    seat = OPEN if ALL.read(request, 0) else SEAT.read(request, SPECTATOR)
    return FIRST.read(request, 0), COUNT.read(request, MOST_STEPS), seat


def packed_answer(request: Request, packed: bytes, headers: dict[str, str]) -> Response:
    """Something that is packed already, as the client takes it."""
    headers = {**headers, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=JSON, headers={**headers, "content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=JSON, headers=headers)


def _summary(row: GameRow) -> GameSummary:
    return msgspec.structs.replace(msgspec.json.decode(row.summary, type=GameSummary), own=())


def listed_game(row: GameRow) -> b.ListedGame:
    """A finished game in a list."""
    return b.ListedGame(row.id, row.ended_at, _summary(row))
