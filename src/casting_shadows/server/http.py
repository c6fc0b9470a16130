"""The machinery of the HTTP API: one table of endpoints, from which both the routes and the OpenAPI description are made."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from casting_shadows import __version__
from casting_shadows.engine import GameError
from casting_shadows.protocol.messages import Values
from casting_shadows.server.guard import Guard, TooMuch
from casting_shadows.server.limits import Limit
from casting_shadows.server.logs import Log
from casting_shadows.server.storage import StorageError

HEADERS: Final = (
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
"""On every answer: no other site's script, frame or form, and no address of ours told to anybody."""
JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"


class Refusal(Struct, frozen=True):
    """What went wrong: a stable code, its values, and a sentence."""

    code: str
    message: str
    values: Values = {}


class NotThere(GameError):
    """What was asked for is not here."""


class NotAllowed(GameError):
    """Not without the secret that belongs to it."""


Handler = Callable[[Request], Awaitable[Struct | Response]]


@dataclass(frozen=True)
class Endpoint:
    """One row of the API."""

    method: str
    path: str
    summary: str
    handler: Handler
    result: type[Struct] | None = None
    """None: text."""
    body: type[Struct] | None = None
    status: int = 200
    query: tuple[tuple[str, str], ...] = ()
    """Names and meanings of query parameters."""
    needs_profile: bool = False
    limit: Limit = Limit.HTTP_BYTES

    @property
    def name(self) -> str:
        """`get_room`: the handler's own name."""
        return self.handler.__name__


class Api:
    """Runs the endpoints: reads bodies within their limits, turns every refusal into a code and a sentence, writes the log."""

    def __init__(self, guard: Guard, log: Log) -> None:
        self.guard = guard
        self.log = log

    def routes(self, endpoints: list[Endpoint]) -> list[Route]:
        """Starlette's routes."""
        return [
            Route(endpoint.path, self._answer(endpoint), methods=[endpoint.method], name=endpoint.name) for endpoint in endpoints
        ]

    def _answer(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            began = time.perf_counter()
            try:
                found = await endpoint.handler(request)
                response = found if isinstance(found, Response) else _json(found, endpoint.status)
            except GameError as error:
                self.guard.metrics.refused(error.code)
                response = refusal(error)
            except ClientDisconnect:
                response = Response(status_code=400)
            ms = round((time.perf_counter() - began) * 1000, 1)
            self.log.debug("http", route=endpoint.name, method=endpoint.method, status=response.status_code, ms=ms)
            return response

        return answer


def _json(found: Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(found), status, media_type=JSON, headers={"cache-control": "no-store"})


def refusal(error: GameError) -> Response:
    """A refusal as an answer."""
    response = _json(Refusal(error.code, error.message, error.values), _status(error))
    if isinstance(error, TooMuch):
        response.headers["retry-after"] = str(max(1, round(error.retry)))
    return response


def _status(error: GameError) -> int:
    if isinstance(error, TooMuch):
        return 413 if error.code.endswith("-bytes") else 429
    if isinstance(error, StorageError):
        return 503
    if isinstance(error, NotThere):
        return 404
    return 401 if isinstance(error, NotAllowed) else 400


async def read_body(request: Request, most: int, limit: Limit = Limit.HTTP_BYTES) -> bytes:
    """The body, if it is not too long. Raises TooMuch before more than that was read."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise TooMuch(limit, f"the body is longer than {most} bytes")
        parts.append(part)
    return b"".join(parts)


async def read(request: Request, kind: type[Any], most: int) -> Any:
    """The body as a struct. Raises GameError."""
    body = await read_body(request, most)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        why = str(error).encode("ascii", "backslashreplace").decode()[:300]
        raise GameError("body/malformed", f"the body is not what this address takes: {why}") from None


def number(request: Request, name: str, default: int, least: int, most: int) -> int:
    """A number in the query. Raises GameError."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not least <= int(text) <= most:
        raise GameError("query/number", f"{name} is a number from {least} to {most}", {"name": name})
    return int(text)


class Doorkeeper:
    """Around everything: refuses other sites' pages and foreign names, and puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app = app
        self.guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        if self.guard.is_foreign(scope):
            sentence = "this server does not answer to that name or page; whoever runs it can set --public-url"
            await _json(Refusal("origin/foreign", sentence), 403)(scope, receive, send_safely)
            return
        await self.app(scope, receive, send_safely)


def openapi(endpoints: list[Endpoint]) -> dict[str, Any]:
    """The description of the API, in OpenAPI 3.1."""
    types = [Refusal, *(kind for endpoint in endpoints for kind in (endpoint.body, endpoint.result) if kind is not None)]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(unique, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(unique, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        result = {JSON: {"schema": by_type[endpoint.result]}} if endpoint.result is not None else {"text/plain": {}}
        refused = {"description": "Refused", "content": {JSON: {"schema": by_type[Refusal]}}}
        names = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
        described: dict[str, Any] = {
            "operationId": endpoint.name,
            "summary": endpoint.summary,
            "parameters": [
                *({"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names),
                *(
                    {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
                    for name, meaning in endpoint.query
                ),
            ],
            "responses": {str(endpoint.status): {"description": "Done", "content": result}, "default": refused},
        }
        if endpoint.body is not None:
            described["requestBody"] = {"required": True, "content": {JSON: {"schema": by_type[endpoint.body]}}}
        elif endpoint.method == "POST":
            described["requestBody"] = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
        if endpoint.needs_profile:
            described["security"] = [{"profile": []}]
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {"title": "Casting Shadows", "version": __version__, "description": "Rooms and games. Play itself is on `/ws`."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"profile": {"type": "http", "scheme": "bearer", "description": "The secret of a guest profile."}},
        },
    }
