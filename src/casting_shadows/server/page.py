"""The page: files made by `web/`, held in memory, each packed once.

What a screen needs first comes with the page itself: the first screen's words, as data that no browser runs, and the names of the
scripts and texts that the address will ask for. So nothing waits for one file to name the next.
"""

from __future__ import annotations

import json
import mimetypes
import os
from html import escape
from http import HTTPStatus
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from casting_shadows.engine import languages
from casting_shadows.server.http import Endpoint, NotThere
from casting_shadows.server.packed import ASK_AGAIN, FOR_GOOD, Packed, pack
from casting_shadows.server.texts import Texts

SCREENS: Final = (
    "/",
    "/r/{code}",
    "/r/{code}/replay",
    "/replay",
    "/replay/{id}",
    "/learn",
    "/learn/{lesson}",
    "/rooms",
    "/new",
    "/hotseat",
    "/games",
    "/me",
    "/make",
    "/rules",
    "/settings",
    "/credits",
)
"""Addresses that the page itself makes sense of."""
ROOM: Final = "/r/"
"""The addresses that people send each other; what is behind them is the largest part of the page."""
ROOM_SCREEN: Final = "src/screens/Room.svelte"
INDEX: Final = "/index.html"
ICON: Final = "/icon.svg"
USUAL_ICON: Final = "/favicon.ico"
"""Where browsers look for an icon when what they show is not the page."""
MANIFEST: Final = "/manifest.json"
"""Which file was made of which source."""
ELSEWHERE: Final = "CASTING_SHADOWS_PAGE"
"""Names the folder of another build of the page, for whoever works on it."""
COMPRESSED: Final = frozenset({".woff2", ".png", ".webp"})
"""Kinds of files that are compressed in themselves."""
BROTLI: Final = ".br"
"""Ends the name of a file that is another one, packed."""
HOW: Final = "the page is not built: run `make setup` where Node is installed, or install a released package"


class Page:
    """Serves the page under its own addresses, and its files under theirs."""

    def __init__(self, texts: Texts) -> None:
        elsewhere = os.environ.get(ELSEWHERE)
        self._texts = texts
        self._files = dict(_read(Path(elsewhere) if elsewhere else resources.files("casting_shadows") / "page"))
        if ICON in self._files:
            self._files[USUAL_ICON] = self._files[ICON]
        manifest = self._files.pop(MANIFEST, None)
        self._room = _loaded_by(ROOM_SCREEN, {} if manifest is None else json.loads(manifest.plain))
        self._indexes: dict[tuple[str, bool], Packed] = {}

    def endpoints(self) -> list[Endpoint]:
        """For the screens, typed with a slash at their end or without, and for every file."""
        names = [name for name in self._files if name != INDEX]
        slashed = [f"{path}/" for path in SCREENS if path != "/"]
        return [Endpoint("GET", path, "The page", self.show) for path in (*SCREENS, *slashed, *names)]

    async def show(self, request: Request) -> Response:
        """A file, or for a screen the page that shows it."""
        path = request.url.path
        if path in self._files:
            return self._files[path].answer(request)
        if INDEX not in self._files:
            raise NotThere("page/not-built", HOW)
        return self._shown(request, path.startswith(ROOM))

    def lost(self, request: Request) -> Response | None:
        """The page for an address that is nobody's: it says so, and leads home. None: there is no page."""
        if INDEX not in self._files:
            return None
        shown = self._shown(request, is_room=False)
        if shown.status_code == HTTPStatus.OK:
            shown.status_code = HTTPStatus.NOT_FOUND
        return shown

    def _shown(self, request: Request, is_room: bool) -> Response:
        shown = self._index(_language(request.headers.get("accept-language", "")), is_room).answer(request)
        shown.headers["vary"] = "accept-encoding, accept-language"
        return shown

    def _index(self, language: str, is_room: bool) -> Packed:
        """The page for one language, with what its address asks for."""
        key = language, is_room
        if key not in self._indexes:
            plain = self._files[INDEX].plain.decode()
            first = self._texts.first(language).decode().replace("<", r"\u003c")
            told = f'<script type="application/json" id="first">{first}</script>'
            files = [f"/{name}" for name in self._room if f'"/{name}"' not in plain]
            ahead = "".join(_link(path) for path in (*files, *self._texts.ahead(language))) if is_room else ""
            whole = plain.replace('<html lang="en">', f'<html lang="{language}">').replace("</head>", f"{ahead}{told}</head>")
            self._indexes[key] = pack(whole.encode(), "text/html")
        return self._indexes[key]


def _language(accepted: str) -> str:
    """The first language of a browser that there are words in."""
    wanted = [part.partition(";")[0].strip()[:2].lower() for part in accepted[:500].split(",")]
    return next((language for language in wanted if language in languages()), "en")


def _link(path: str) -> str:
    """Loads something before anybody asks for it."""
    if path.endswith(".js"):
        return f'<link rel="modulepreload" crossorigin href="{path}">'
    kind = "style" if path.endswith(".css") else "fetch"
    return f'<link rel="preload" as="{kind}" crossorigin href="{escape(path)}">'


def _loaded_by(source: str, manifest: dict[str, Any]) -> list[str]:
    """The files that a source is made into, with what they import before they run."""
    found: dict[str, None] = {}
    waiting = [source] if source in manifest else []
    seen = set[str]()
    while waiting:
        source = waiting.pop(0)
        if source not in seen:
            seen.add(source)
            part = manifest[source]
            found |= dict.fromkeys([part["file"], *part.get("css", [])])
            waiting += part.get("imports", [])
    return list(found)


def _read(folder: Traversable, path: str = "") -> list[tuple[str, Packed]]:
    if not folder.is_dir():
        return []
    entries = {entry.name: entry for entry in folder.iterdir()}
    found: list[tuple[str, Packed]] = []
    for name, entry in entries.items():
        if entry.is_dir():
            found += _read(entry, f"{path}/{name}")
        elif not name.endswith(BROTLI):
            kind = "." + name.rpartition(".")[2]
            media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
            # Files under /assets have a hash of their content in their name.
            cache = FOR_GOOD if path == "/assets" else ASK_AGAIN
            smaller = entries.get(name + BROTLI)
            brotli = None if smaller is None else smaller.read_bytes()
            file = pack(entry.read_bytes(), media_type, cache, is_compressed=kind in COMPRESSED, brotli=brotli)
            found.append((f"{path}/{name}", file))
    return found
