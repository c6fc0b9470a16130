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
    packings: dict[str, bytes]
    """By name, the smallest first; none: it is compressed in itself, or too small to be worth it."""
    media_type: str
    tag: str
    """A hash of the content."""
    cache: str

    def answer(self, request: Request, cache: str = "") -> Response:
        """As the client takes it; nothing if it already has it."""
        headers = {"cache-control": cache or self.cache, "vary": "accept-encoding", "etag": f'W/"{self.tag}"'}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        accepted = request.headers.get("accept-encoding", "")
        for name, packed in self.packings.items():
            if name in accepted:
                return Response(packed, media_type=self.media_type, headers={**headers, "content-encoding": name})
        return Response(self.plain, media_type=self.media_type, headers=headers)


def pack(
    plain: bytes, media_type: str, cache: str = ASK_AGAIN, *, is_compressed: bool = False, brotli: bytes | None = None
) -> Packed:
    """Pack something for all who will ask for it. Whoever made it may have packed it better already."""
    packings = {} if brotli is None else {"br": brotli}
    if not is_compressed and len(plain) >= SMALL:
        packings["gzip"] = gzip.compress(plain, 9, mtime=0)
    return Packed(plain, packings, media_type, hashlib.sha256(plain).hexdigest()[:16], cache)
