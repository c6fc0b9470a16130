"""Which pages may talk to this server.

A browser names the page a request comes from (Origin) and the name it looked up (Host). A foreign Origin is somebody else's
page acting for its visitor; a foreign Host is somebody else's name made to point at us (DNS rebinding). Programs name no
Origin, and need not: there are no cookies that a page could borrow.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final, NamedTuple

DEFAULT_PORTS: Final = {"http": 80, "https": 443}
PAGE_SCHEMES: Final = {"ws": "http", "wss": "https"}
"""The scheme of the page that opens such a socket."""

_LABEL: Final = r"[a-z0-9_-]{1,63}"
_ORIGIN: Final = re.compile(
    rf"(?P<scheme>https?)://(?:\[(?P<six>[0-9a-f:.]{{2,45}})\]|(?P<name>{_LABEL}(?:\.{_LABEL})*)\.?)(?::(?P<port>[0-9]{{1,5}}))?",
    re.ASCII | re.IGNORECASE,
)


class Origin(NamedTuple):
    """A scheme, host and port in the one spelling that can be compared."""

    scheme: str
    host: str
    port: int

    @property
    def is_address(self) -> bool:
        """Whether no name service had a say in it, so that nobody can have pointed a name of theirs at us."""
        return self.host == "localhost" or self.host.startswith("[") or _ends_in_number(self.host)

    def __str__(self) -> str:
        return f"{self.scheme}://{self.host}" + ("" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}")


def read_origin(text: str) -> Origin | None:
    """`https://play.example` or `http://[::1]:8421`, in any case, with or without the root's dot; None for anything else."""
    match = _ORIGIN.fullmatch(text)
    if match is None:
        return None
    scheme = match["scheme"].lower()
    port = int(match["port"]) if match["port"] else DEFAULT_PORTS[scheme]
    if not 0 < port < 65536:
        return None
    try:
        if match["six"]:
            return Origin(scheme, f"[{IPv6Address(match['six']).compressed}]", port)
        host = match["name"].lower()
        return Origin(scheme, str(IPv4Address(host)) if _ends_in_number(host) else host, port)
    except AddressValueError:
        return None


def allowed(origin: str | None, host: str | None, public_url: str, scheme: str) -> bool:
    """Whether a request or socket with these headers may pass; `scheme` is what it arrived by: http, https, ws or wss.

    It may if its Host is ours and its Origin is the public URL's, or our own where we are reached by address, or not there.
    """
    if not host_allowed(host, public_url):
        return False
    if origin is None:
        return True
    page = read_origin(origin)
    if page is None:
        return False
    return page == read_origin(public_url) or (page.is_address and page == read_origin(_url(scheme, host)))


def host_allowed(host: str | None, public_url: str) -> bool:
    """Whether the Host header is the public URL's host, an IP address or localhost, at any port: proxies change ports."""
    named = read_origin(_url("http", host))
    if named is None:
        return False
    public = read_origin(public_url)
    return named.is_address or (public is not None and named.host == public.host)


def _url(scheme: str, host: str | None) -> str:
    return f"{PAGE_SCHEMES.get(scheme, scheme)}://{host or ''}"


def _ends_in_number(host: str) -> bool:
    # As browsers decide it: such a host can only be an IPv4 address, and a browser sends it in four plain parts.
    return re.fullmatch(r"[0-9]+|0x[0-9a-f]*", host.rpartition(".")[2]) is not None
