"""The machinery of the HTTP API: one table of endpoints, from which both the routes and the OpenAPI description are made."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from casting_shadows.engine import GameError, languages
from casting_shadows.protocol.messages import Values
from casting_shadows.server.guard import Guard, TooMuch
from casting_shadows.server.limits import Limit
from casting_shadows.server.logs import Log
from casting_shadows.server.queries import Query
from casting_shadows.server.storage import StorageError

HEADERS: Final = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""On every answer: no other site's script, frame or form, and no address of ours told to anybody."""
JSON: Final = "application/json"
TEXT: Final = "text/plain"
NOT_KEPT: Final = {"cache-control": "no-store"}
TOO_LONG: Final = frozenset({Limit.HTTP_BYTES, Limit.IMPORT_BYTES})
BUSY: Final = frozenset({Limit.SOCKETS, Limit.REPLAYS})
"""Limits that are reached by everybody together."""

T = TypeVar("T")


class Refusal(Struct, frozen=True):
    """What went wrong: a stable code, a sentence, and the values that a sentence in another language needs."""

    code: str
    message: str
    values: Values = {}


class NotThere(GameError):
    """What was asked for is not here."""


class NotAllowed(GameError):
    """Not without the secret that belongs to it."""


class NotThisWay(GameError):
    """The address is right, the method is not."""


class Foreign(GameError):
    """Another site's page, or a name that is not ours."""


class Bug(GameError):
    """Nobody foresaw this."""


STATUS: Final[dict[type[GameError], int]] = {
    NotThere: 404,
    NotAllowed: 401,
    NotThisWay: 405,
    Foreign: 403,
    Bug: 500,
    StorageError: 503,
}
"""Of other refusals it is 400."""


Handler = Callable[[Request], Awaitable[Struct | Response]]
Lost = Callable[[Request], Response | None]


@dataclass(frozen=True)
class Endpoint:
    """One row of the API."""

    method: str
    path: str
    summary: str
    handler: Handler
    result: Any = None
    """The type of the answer; None: text."""
    body: type[Struct] | None = None
    """The type of the body; None: there is none, or for a POST it is text."""
    status: int = 200
    query: tuple[Query, ...] = ()

    @property
    def name(self) -> str:
        """`get_room`: the handler's own name."""
        return self.handler.__name__

    @property
    def needs_profile(self) -> bool:
        """Whether it is about whoever has the secret of a profile."""
        return self.path.startswith("/api/profile")


class Api:
    """Runs the endpoints: turns every refusal into a code and a sentence, and writes the log."""

    def __init__(self, guard: Guard, log: Log, lost: Lost) -> None:
        self.guard = guard
        self.log = log
        self.lost = lost

    def routes(self, endpoints: list[Endpoint]) -> list[Route]:
        """Starlette's routes. The last answers for every address that is nobody's, so what else there is goes before it."""
        paths: dict[str, dict[str, Endpoint]] = {}
        for endpoint in endpoints:
            paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
        return [Route(path, _Address(self, methods)) for path, methods in {**paths, "/{nowhere:path}": {}}.items()]

    async def answer(self, request: Request, methods: dict[str, Endpoint]) -> Response:
        """Answer a request to an address that takes these methods."""
        began = time.perf_counter()
        endpoint = methods.get("GET" if request.method == "HEAD" else request.method)
        route = "nowhere" if endpoint is None else endpoint.name
        try:
            self.guard.asks(self.guard.address(request.scope), time.monotonic())
            if endpoint is None:
                response = _no_endpoint(request, methods) if methods else self._nowhere(request)
            else:
                found = await endpoint.handler(request)
                response = found if isinstance(found, Response) else json_answer(found, endpoint.status)
        except GameError as error:
            self.guard.metrics.refused(error.code)
            response = refusal(error)
        except ClientDisconnect:
            response = Response(status_code=400)  # nobody reads it
        except Exception as error:
            self.guard.metrics.errors += 1
            self.log.bug("http_failed", error, route=route)
            response = refusal(Bug("server/error", "something went wrong here; it was noted"))
        ms = round((time.perf_counter() - began) * 1000, 1)
        self.log.debug("http", route=route, method=request.method, status=response.status_code, ms=ms)
        return response

    def _nowhere(self, request: Request) -> Response:
        """There is nothing at this address: whoever looks at it in a browser is told so by the page, if it is there."""
        is_looked_at = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
        shown = self.lost(request) if is_looked_at else None
        if shown is None:
            raise NotThere("address/unknown", "there is nothing at this address; /openapi.json has the list of all")
        return shown


class _Address:
    """An address of the API, whatever the method. Starlette leaves the method to whoever is no function."""

    def __init__(self, api: Api, methods: dict[str, Endpoint]) -> None:
        self.api = api
        self.methods = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.api.answer(Request(scope, receive), self.methods)
        await response(scope, receive, send)


def _no_endpoint(request: Request, methods: dict[str, Endpoint]) -> Response:
    allowed = ", ".join(sorted({*methods, "OPTIONS"} | ({"HEAD"} if "GET" in methods else set())))
    if request.method == "OPTIONS":
        response = Response(status_code=204)
    else:
        response = refusal(NotThisWay("address/method", f"this address takes {allowed}", {"allowed": allowed}))
    response.headers["allow"] = allowed
    return response


def json_answer(found: Any, status: int = 200) -> Response:
    """Something as JSON, which nobody on the way keeps."""
    return Response(msgspec.json.encode(found), status, media_type=JSON, headers=NOT_KEPT)


def refusal(error: GameError) -> Response:
    """A refusal as an answer."""
    response = json_answer(Refusal(error.code, error.message, error.values), _status(error))
    if isinstance(error, TooMuch) and error.limit not in TOO_LONG:
        response.headers["retry-after"] = str(math.ceil(error.retry))
    return response


def _status(error: GameError) -> int:
    if isinstance(error, TooMuch):
        return 413 if error.limit in TOO_LONG else 503 if error.limit in BUSY else 429
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)


def bearer(request: Request) -> str | None:
    """The secret a request comes with; None if it is none of ours."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret if kind.lower() == "bearer" and re.fullmatch(r"[0-9a-f]{32}", secret) else None


def language_of(request: Request) -> str:
    """The language in the address. Raises NotThere."""
    language: str = request.path_params["language"]
    if language not in languages():
        raise NotThere("words/unknown-language", f"there are {', '.join(languages())}")
    return language


async def read_body(request: Request, guard: Guard, limit: Limit = Limit.HTTP_BYTES) -> bytes:
    """The body, if it is not too long. Raises TooMuch before more than that was read."""
    most: int = getattr(guard.settings, limit.value)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            guard.refuse(limit, f"the body is longer than {most} bytes")
    return bytes(body)


async def read(request: Request, guard: Guard, kind: type[T], limit: Limit = Limit.HTTP_BYTES) -> T:
    """The body as a struct. Raises GameError."""
    body = await read_body(request, guard, limit)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        why = str(error).encode("ascii", "backslashreplace").decode()[:300]
        raise GameError("body/malformed", f"the body is not what this address takes: {why}") from None


class Doorkeeper:
    """Around everything: turns away other sites' pages and foreign names, and puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app = app
        self.guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        if scope["type"] == "lifespan" or not self.guard.is_foreign(scope):
            await self.app(scope, receive, send_safely)
            return
        sentence = "this server does not answer to that name or page; whoever runs it can set --public-url"
        response = refusal(Foreign("origin/foreign", sentence))
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send_safely).send_denial_response(response)
        else:
            await response(scope, receive, send_safely)
