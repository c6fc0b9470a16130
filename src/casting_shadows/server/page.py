"""The page: files made by `web/`, held in memory, each packed once."""

from __future__ import annotations

import gzip
import mimetypes
import os
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from casting_shadows.server.http import Endpoint, NotThere

SCREENS: Final = ("/", "/r/{code}", "/rooms", "/new", "/hotseat", "/games", "/rules", "/settings", "/credits")
"""Addresses that the page itself makes sense of."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""Files under /assets have a hash of their content in their name."""
ASK_AGAIN: Final = "no-cache"
SMALL: Final = 500
ELSEWHERE: Final = "CASTING_SHADOWS_PAGE"
"""Names the folder of another build of the page, for whoever works on it."""
PACKED: Final = frozenset({".woff2", ".png", ".webp"})
"""Kinds of files that are compressed in themselves."""
HOW: Final = "the page is not built: run `make setup` where Node is installed, or install a released package"


@dataclass(frozen=True)
class _File:
    plain: bytes
    packed: bytes | None
    media_type: str
    cache: str


class Page:
    """Serves the page under its own addresses, and its files under theirs."""

    def __init__(self) -> None:
        elsewhere = os.environ.get(ELSEWHERE)
        self._files = dict(_read(Path(elsewhere) if elsewhere else resources.files("casting_shadows") / "page"))

    def endpoints(self) -> list[Endpoint]:
        """For the screens and for every file."""
        names = [name for name in self._files if name != "/index.html"]
        return [Endpoint("GET", path, "The page", self.show) for path in (*SCREENS, *names)]

    async def show(self, request: Request) -> Response:
        """A file, or for a screen the page that shows it."""
        file = self._files.get(request.url.path) or self._files.get("/index.html")
        if file is None:
            raise NotThere("page/not-built", HOW)
        headers = {"cache-control": file.cache, "vary": "accept-encoding"}
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, media_type=file.media_type, headers={**headers, "content-encoding": "gzip"})
        return Response(file.plain, media_type=file.media_type, headers=headers)


def _read(folder: Traversable, path: str = "") -> list[tuple[str, _File]]:
    if not folder.is_dir():
        return []
    found: list[tuple[str, _File]] = []
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            found += _read(entry, name)
            continue
        plain = entry.read_bytes()
        kind = "." + entry.name.rpartition(".")[2]
        media_type = mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
        packed = None if kind in PACKED or len(plain) < SMALL else gzip.compress(plain, 9, mtime=0)
        found.append((name, _File(plain, packed, media_type, FOR_GOOD if path == "/assets" else ASK_AGAIN)))
    return found
