"""Which Origin and Host may talk to a server: the whole matrix, row by row."""

from __future__ import annotations

import pytest

from casting_shadows.server.origin import allowed, host_allowed, read_origin

pytestmark = pytest.mark.T30

PUBLIC = "https://play.example"
NAMED = "play.example"
"""The Host of a browser that came by the public URL."""

WITH_PUBLIC_URL = [
    # the public URL's origin
    ("https://play.example", NAMED, True),
    ("https://play.example:443", NAMED, True),
    ("HTTPS://Play.EXAMPLE", NAMED, True),
    ("https://play.example.", NAMED, True),
    ("https://play.example", "Play.Example:443", True),
    ("https://play.example", "play.example.", True),
    ("https://play.example", "play.example:8421", True),
    ("https://play.example", "127.0.0.1:8421", True),  # a proxy that asks under its own name for us
    # no Origin at all
    (None, NAMED, True),
    (None, "127.0.0.1:8421", True),
    # foreign pages
    ("https://evil.example", NAMED, False),
    ("null", NAMED, False),
    ("", NAMED, False),
    ("*", NAMED, False),
    ("file://", NAMED, False),
    ("chrome-extension://abcdefgh", NAMED, False),
    # look-alikes
    ("https://play.example.evil.example", NAMED, False),
    ("https://evilplay.example", NAMED, False),
    ("https://evil-play.example", NAMED, False),
    ("https://sub.play.example", NAMED, False),
    ("https://playXexample", NAMED, False),
    ("https://play.exampl", NAMED, False),
    ("https://example", NAMED, False),
    ("https://play.example..", NAMED, False),
    ("https://.play.example", NAMED, False),
    ("https://pl\u0430y.example", NAMED, False),  # a Cyrillic letter
    ("https://play\u3002example", NAMED, False),  # an ideographic full stop
    ("http\u017f://play.example", NAMED, False),  # a long s, which is an s to those who ignore case
    ("https://xn--ply-6cd.example", NAMED, False),
    # another port, another scheme
    ("https://play.example:8443", NAMED, False),
    ("https://play.example:80", NAMED, False),
    ("https://play.example:0", NAMED, False),
    ("https://play.example:65979", NAMED, False),  # 443 if it were cut to 16 bits
    ("https://play.example:", NAMED, False),
    ("https://play.example:443:443", NAMED, False),
    ("http://play.example", NAMED, False),
    ("http://play.example:443", NAMED, False),
    ("wss://play.example", NAMED, False),
    ("ftp://play.example", NAMED, False),
    # tricks with the parts of a URL
    ("https://play.example@evil.example", NAMED, False),
    ("https://evil.example@play.example", NAMED, False),
    ("https://play.example:443@evil.example", NAMED, False),
    ("https://evil.example#https://play.example", NAMED, False),
    ("https://evil.example/https://play.example", NAMED, False),
    ("https://evil.example\\@play.example", NAMED, False),
    ("https://play.example/", NAMED, False),
    ("https://play.example?", NAMED, False),
    ("https:play.example", NAMED, False),
    ("//play.example", NAMED, False),
    ("play.example", NAMED, False),
    (" https://play.example", NAMED, False),
    ("https://play.example\n", NAMED, False),
    ("https://play.example, https://evil.example", NAMED, False),
    ("https://play.example https://evil.example", NAMED, False),
    ("https://play.example\x00.evil.example", NAMED, False),
    # somebody else's name made to point at us
    ("https://evil.example", "evil.example", False),
    ("https://play.example", "evil.example", False),
    (None, "evil.example", False),
    (None, "play.example.evil.example", False),
    (None, "evilplay.example", False),
    (None, "sub.play.example", False),
    (None, "evil.example@play.example", False),
    (None, "play.example, evil.example", False),
    (None, "play.example/", False),
    (None, "", False),
    (None, None, False),
]

BY_ADDRESS = [
    # our own origin, reached by an address or as localhost
    ("http://127.0.0.1:8421", "127.0.0.1:8421", True),
    ("http://127.0.0.2:8421", "127.0.0.2:8421", True),
    ("http://192.168.1.20:8421", "192.168.1.20:8421", True),
    ("http://192.168.1.20", "192.168.1.20", True),
    ("http://192.168.1.20", "192.168.1.20:80", True),
    ("http://localhost:8421", "localhost:8421", True),
    ("http://LocalHost:8421", "LOCALHOST:8421", True),
    ("http://localhost.:8421", "localhost.:8421", True),
    ("http://[::1]:8421", "[::1]:8421", True),
    ("http://[2001:DB8::1]:8421", "[2001:db8:0:0::1]:8421", True),
    (None, "localhost:8421", True),
    (None, "[::1]:8421", True),
    # a page of the same machine that is not ours
    ("http://127.0.0.1:3000", "127.0.0.1:8421", False),
    ("http://localhost:3000", "localhost:8421", False),
    ("http://localhost", "localhost:8421", False),
    ("http://localhost:8421", "localhost", False),
    ("http://localhost:8421", "127.0.0.1:8421", False),
    ("http://127.0.0.1:8421", "localhost:8421", False),
    ("http://127.0.0.1:8421", "127.0.0.2:8421", False),
    ("https://127.0.0.1:8421", "127.0.0.1:8421", False),
    ("http://127.0.0.1:8421@evil.example", "127.0.0.1:8421", False),
    ("http://127.0.0.1.evil.example:8421", "127.0.0.1:8421", False),
    ("http://127.0.0.1.evil.example:8421", "127.0.0.1.evil.example:8421", False),
    ("http://localhost.evil.example:8421", "localhost.evil.example:8421", False),
    ("http://evil.localhost:8421", "evil.localhost:8421", False),
    ("http://notlocalhost:8421", "notlocalhost:8421", False),
    ("http://evil.example", "127.0.0.1:8421", False),
    ("null", "127.0.0.1:8421", False),
    # addresses that a browser never writes so
    ("http://127.1:8421", "127.1:8421", False),
    ("http://2130706433:8421", "2130706433:8421", False),
    ("http://0x7f.0.0.1:8421", "0x7f.0.0.1:8421", False),
    ("http://0177.0.0.1:8421", "0177.0.0.1:8421", False),
    ("http://127.0.0.1:0", "127.0.0.1:0", False),
    ("http://127.0.0.1:70000", "127.0.0.1:70000", False),
    ("http://127.0.0.256:8421", "127.0.0.256:8421", False),
    ("http://::1:8421", "::1:8421", False),
    ("http://[::1%25lo]:8421", "[::1%25lo]:8421", False),
    ("http://[:::1]:8421", "[:::1]:8421", False),
    # a name that points at us: this machine's own names are as good as anybody's, so --public-url has to say it
    ("http://evil.example:8421", "evil.example:8421", False),
    ("http://raspberrypi:8421", "raspberrypi:8421", False),
    (None, "evil.example:8421", False),
    (None, "raspberrypi:8421", False),
]


@pytest.mark.parametrize(("origin", "host", "passes"), WITH_PUBLIC_URL)
@pytest.mark.parametrize("scheme", ["http", "https", "ws", "wss"])  # a proxy may have taken the s off
def test_a_server_with_a_public_url(origin: str | None, host: str | None, passes: bool, scheme: str) -> None:
    assert allowed(origin, host, PUBLIC, scheme) is passes


@pytest.mark.parametrize(("origin", "host", "passes"), BY_ADDRESS)
@pytest.mark.parametrize("scheme", ["http", "ws"])
@pytest.mark.parametrize("public_url", ["", PUBLIC])
def test_a_server_reached_by_its_address(
    origin: str | None, host: str | None, passes: bool, scheme: str, public_url: str
) -> None:
    assert allowed(origin, host, public_url, scheme) is passes


@pytest.mark.parametrize("scheme", ["https", "wss"])
def test_the_own_origin_has_the_scheme_the_request_came_by(scheme: str) -> None:
    assert allowed("https://127.0.0.1:8421", "127.0.0.1:8421", "", scheme)
    assert allowed("https://127.0.0.1", "127.0.0.1:443", "", scheme)
    assert not allowed("http://127.0.0.1:8421", "127.0.0.1:8421", "", scheme)


def test_a_public_url_on_a_port_of_its_own_is_that_port_only() -> None:
    public = "http://raspberrypi:8421"
    assert allowed("http://raspberrypi:8421", "raspberrypi:8421", public, "http")
    assert not allowed("http://raspberrypi", "raspberrypi:8421", public, "http")
    assert not allowed("http://raspberrypi", "raspberrypi", public, "http")
    assert not allowed("https://raspberrypi:8421", "raspberrypi:8421", public, "http")


@pytest.mark.parametrize("host", sorted({host for _, host, passes in WITH_PUBLIC_URL + BY_ADDRESS if passes and host}))
def test_a_host_that_passes_with_some_origin_passes_alone(host: str) -> None:
    assert host_allowed(host, PUBLIC)
    assert host_allowed(host, "") is ("play" not in host.lower())


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("HTTPS://Play.Example.:443", "https://play.example"),
        ("http://play.example:443", "http://play.example:443"),
        ("http://[0:0::1]:80", "http://[::1]"),
        ("https://10.0.0.1:8421", "https://10.0.0.1:8421"),
    ],
)
def test_an_origin_has_one_spelling(text: str, written: str) -> None:
    origin = read_origin(text)
    assert str(origin) == written
    assert read_origin(written) == origin
