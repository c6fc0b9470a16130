"""Addresses of rooms, and the few things that are done over HTTP."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import secrets
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from casting_shadows.engine import GameError
from casting_shadows.protocol import Options

LINK: Final = re.compile(r"/r/([0-9A-Za-z-]{1,20})/?")
TIMEOUT: Final = 10.0


@dataclass(frozen=True)
class Link:
    """A room on a server."""

    server: str
    """`https://play.example.org`, without a path."""
    room: str

    @property
    def socket(self) -> str:
        """Where its socket is."""
        return self.server.replace("http", "ws", 1) + "/ws"

    def __str__(self) -> str:
        return f"{self.server}/r/{self.room}"


def parse_link(text: str) -> Link:
    """`https://play.example.org/r/ABCD2345`. Raises GameError."""
    parts = urlsplit(text.strip())
    found = LINK.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
        raise GameError(
            "link/not-a-room", f"{text[:80]!r} is not a room; its link looks like https://play.example.org/r/ABCD2345"
        )
    return Link(f"{parts.scheme}://{parts.netloc}", found[1].upper())


def new_token() -> str:
    """A secret of this device's own: 128 random bits."""
    return secrets.token_hex(16)


async def open_room(server: str, name: str, token: str, options: Options | None = None, **more: object) -> Link:
    """Open a room and be its owner. *more* is what else `POST /api/rooms` takes. Raises GameError."""
    body = {"name": name, "token": token, "options": msgspec.to_builtins(options or Options()), **more}
    found = await asyncio.to_thread(request, "POST", f"{server}/api/rooms", body)
    return Link(server, found["code"])


def request(method: str, address: str, body: object = None, profile: str | None = None) -> Any:
    """A call of the HTTP API. Raises GameError with the server's own code, or `server/away`."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {profile}"} if profile else {})
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(address, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:
            text = answer.read()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text.decode()
    except urllib.error.HTTPError as error:
        raise _refusal(error.read(), error.code) from None
    except (OSError, http.client.HTTPException) as error:  # nobody there, or gone in the middle of a word
        raise GameError("server/away", f"nobody answers at {address}: {error}") from None


def _refusal(body: bytes, status: int) -> GameError:
    try:
        told = json.loads(body)
        return GameError(str(told["code"]), str(told["message"]), told.get("values", {}))
    except (ValueError, KeyError, TypeError):
        return GameError("server/error", f"the server answered with status {status}")
