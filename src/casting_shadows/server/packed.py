"""What is sent again and again: packed once, and told apart by a hash, so that nobody loads twice what has not changed."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For an address that names the hash of its content."""
ASK_AGAIN: Final = "no-cache"
SMALL: Final = 500


@dataclass(frozen=True)
class Packed:
    """Something that does not change as long as the server runs."""

    plain: bytes
    gzipped: bytes | None
    """None: it is compressed in itself, or too small to be worth it."""
    media_type: str
    tag: str
    """A hash of the content."""
    cache: str

    def answer(self, request: Request, cache: str = "") -> Response:
        """As the client takes it; nothing if it already has it."""
        headers = {"cache-control": cache or self.cache, "vary": "accept-encoding", "etag": f'W/"{self.tag}"'}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.gzipped, media_type=self.media_type, headers={**headers, "content-encoding": "gzip"})
        return Response(self.plain, media_type=self.media_type, headers=headers)


def pack(plain: bytes, media_type: str, cache: str = ASK_AGAIN, *, is_compressed: bool = False) -> Packed:
    """Pack something for all who will ask for it."""
    gzipped = None if is_compressed or len(plain) < SMALL else gzip.compress(plain, 9, mtime=0)
    return Packed(plain, gzipped, media_type, hashlib.sha256(plain).hexdigest()[:16], cache)
