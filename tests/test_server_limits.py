"""How much one client may ask for, and who counts as one client."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casting_shadows.server.limits import (
    MOST_HOPS,
    AddressBook,
    Bucket,
    Limit,
    Networks,
    OpenSockets,
    client_address,
    is_forwarded,
    limit_key,
    read_address,
)
from casting_shadows.server.settings import OPTIONS

pytestmark = pytest.mark.T26

NOW = 1_000_000.0
"""A monotonic clock begins anywhere."""


def test_a_bucket_gives_its_burst_at_once_and_then_its_rate() -> None:
    bucket = Bucket(rate=20, burst=40)
    assert [bucket.take(NOW) for _ in range(41)] == [True] * 40 + [False]
    assert [bucket.take(NOW + 0.1) for _ in range(3)] == [True, True, False]
    taken = sum(bucket.take(NOW + 0.1 + step / 1000) for step in range(1, 10_001))
    assert taken == 200, "ten seconds of a flood let through ten times the rate"


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(rate=20, burst=40)
    bucket.take(NOW)
    assert sum(bucket.take(NOW + 1e6) for _ in range(100)) == 40


def test_a_client_at_the_limit_of_chat_is_never_refused() -> None:
    bucket = Bucket(rate=1 / 0.6, burst=6)
    assert all(bucket.take(NOW) for _ in range(5))
    assert all(bucket.take(NOW + 0.6 * line) for line in range(1, 2000))


def test_a_clock_that_steps_back_gives_nothing_and_takes_nothing() -> None:
    bucket = Bucket(rate=1, burst=2)
    assert bucket.take(NOW)
    assert [bucket.take(NOW - 3600) for _ in range(2)] == [True, False]
    assert not bucket.take(NOW + 0.5)
    assert bucket.take(NOW + 1)


@given(
    rate=st.floats(0.001, 1000),
    burst=st.integers(1, 100),
    steps=st.lists(st.floats(0, 100), max_size=30),
)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_whoever_waits_as_long_as_told_is_served_and_not_before(rate: float, burst: int, steps: list[float]) -> None:
    bucket, now = Bucket(rate, burst), NOW
    for step in steps:
        now += step
        bucket.take(now)
        wait = bucket.wait(now)
        now += wait
        if wait:
            assert not bucket.take(now - wait * 0.5)
        assert bucket.wait(now) == 0.0
        assert bucket.take(now)


def test_every_address_has_a_bucket_of_its_own() -> None:
    book = AddressBook(rate=10 / 600, burst=10)
    assert [book.take("127.0.0.2", NOW) for _ in range(11)] == [True] * 10 + [False]
    assert book.take("127.0.0.3", NOW)
    assert book.wait("127.0.0.2", NOW) == pytest.approx(60)
    assert book.wait("127.0.0.3", NOW) == 0
    assert not book.take("127.0.0.2", NOW + 59)
    assert book.take("127.0.0.2", NOW + 60)


def test_asking_how_long_to_wait_takes_nothing_and_remembers_nobody() -> None:
    book = AddressBook(rate=1, burst=1)
    assert [book.wait("127.0.0.2", NOW) for _ in range(3)] == [0, 0, 0]
    assert len(book) == 0
    assert book.take("127.0.0.2", NOW)


def test_a_book_keeps_the_addresses_it_heard_of_last() -> None:
    book = AddressBook(rate=0.001, burst=1, most=100)
    book.take("flooder", NOW)
    for number in range(10_000):
        book.take(f"passer-by {number}", NOW)
        assert not book.take("flooder", NOW), "coming back all the time does not make it forgotten"
        assert len(book) <= 100
    assert not book.take("passer-by 9999", NOW)
    assert book.take("passer-by 9000", NOW), "forgotten, and so with a full bucket again"


def test_sockets_are_limited_for_an_address_and_in_all() -> None:
    sockets = OpenSockets(most=50, most_per_address=30)
    assert [sockets.enter("127.0.0.2") for _ in range(31)] == [None] * 30 + [Limit.ADDRESS_SOCKETS]
    assert [sockets.enter("127.0.0.3") for _ in range(21)] == [None] * 20 + [Limit.SOCKETS]
    assert sockets.count == 50, "whoever was refused is not counted"
    sockets.leave("127.0.0.3")
    assert sockets.enter("127.0.0.2") is Limit.ADDRESS_SOCKETS
    assert sockets.enter("127.0.0.4") is None
    for _ in range(30):
        sockets.leave("127.0.0.2")
    assert sockets.count == 20
    assert sockets.enter("127.0.0.2") is None


def test_addresses_without_sockets_are_forgotten() -> None:
    sockets = OpenSockets(most=10, most_per_address=10)
    for number in range(1000):
        assert sockets.enter(str(number)) is None
        sockets.leave(str(number))
    assert sockets.count == 0
    assert not sockets._by_address
    with pytest.raises(AssertionError, match="never entered"):
        sockets.leave("0")


def test_every_limit_is_a_setting() -> None:
    assert set(Limit) <= {option.name for option in OPTIONS}


def networks(*texts: str) -> Networks:
    return tuple(ip_network(text) for text in texts)


PROXY = networks("127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48")


def forwarded(*values: str) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"play.example"), *((b"x-forwarded-for", value.encode()) for value in values)]


@pytest.mark.parametrize(
    ("peer", "headers", "trusted", "client"),
    [
        # nobody is trusted: what headers say is hearsay
        ("203.0.113.5", forwarded(), (), "203.0.113.5"),
        ("203.0.113.5", forwarded("198.51.100.7"), (), "203.0.113.5"),
        ("127.0.0.1", forwarded("198.51.100.7"), (), "127.0.0.1"),
        # a forged header from somebody who is no proxy of ours
        ("203.0.113.5", forwarded("198.51.100.7"), PROXY, "203.0.113.5"),
        ("203.0.113.5", forwarded("198.51.100.7, 127.0.0.1"), PROXY, "203.0.113.5"),
        # a named proxy
        ("127.0.0.1", forwarded("198.51.100.7"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded(" 198.51.100.7 "), PROXY, "198.51.100.7"),
        ("10.1.2.3", forwarded("198.51.100.7, 10.9.9.9"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded("2001:db8::7"), PROXY, "2001:db8::7"),
        ("2001:db8:ffff::1", forwarded("198.51.100.7"), PROXY, "198.51.100.7"),
        # the client's own inventions stand to the left of what the proxy added
        ("127.0.0.1", forwarded("1.1.1.1, 198.51.100.7"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded("1.1.1.1, 127.0.0.1, 198.51.100.7"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded("1.1.1.1", "198.51.100.7"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded("198.51.100.7", "10.9.9.9"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded("<script>, 198.51.100.7"), PROXY, "198.51.100.7"),
        # the proxy itself asks, or all hops are ours
        ("127.0.0.1", forwarded(), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("10.0.0.2, 10.0.0.3"), PROXY, "10.0.0.2"),
        # a proxy that writes ports or brackets
        ("127.0.0.1", forwarded("198.51.100.7:50000"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded("[2001:db8::7]:50000"), PROXY, "2001:db8::7"),
        ("127.0.0.1", forwarded("[2001:db8::7]"), PROXY, "2001:db8::7"),
        # no address at all: the proxy answers for it
        ("127.0.0.1", forwarded(""), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("unknown"), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("198.51.100.7,"), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("198.51.100.7, _hidden, 10.0.0.2"), PROXY, "10.0.0.2"),
        ("127.0.0.1", forwarded("1.2.3"), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("1.2.3.4.5"), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("999.1.1.1"), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("3232235777"), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("\u0661.1.1.1"), PROXY, "127.0.0.1"),
        ("127.0.0.1", forwarded("9" * 60_000), PROXY, "127.0.0.1"),
        # an IPv4 client of a socket that listens for both kinds
        ("::ffff:203.0.113.5", forwarded(), PROXY, "203.0.113.5"),
        ("::ffff:127.0.0.1", forwarded("198.51.100.7"), PROXY, "198.51.100.7"),
        ("127.0.0.1", forwarded("::ffff:198.51.100.7"), PROXY, "198.51.100.7"),
        ("fe80::1%eth0", forwarded(), PROXY, "fe80::1"),
        # no address on the socket
        (None, forwarded("198.51.100.7"), PROXY, "0.0.0.0"),
        ("testclient", forwarded("198.51.100.7"), PROXY, "0.0.0.0"),
    ],
)
def test_who_the_client_is(peer: str | None, headers: list[tuple[bytes, bytes]], trusted: Networks, client: str) -> None:
    assert str(client_address(peer, headers, trusted)) == client


def test_only_so_many_hops_are_believed() -> None:
    assert str(client_address("127.0.0.1", forwarded(f"198.51.100.7{',10.0.0.2' * (MOST_HOPS - 1)}"), PROXY)) == "198.51.100.7"
    assert str(client_address("127.0.0.1", forwarded(f"198.51.100.7{',10.0.0.2' * MOST_HOPS}"), PROXY)) == "10.0.0.2"


@given(st.text("0129afx:.[]% ,-_", max_size=40), st.binary(max_size=80) | st.text("0129af:.[]%, ", max_size=80).map(str.encode))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_no_text_in_place_of_an_address_is_too_strange(peer: str, header: bytes) -> None:
    assert limit_key(client_address(peer, [(b"x-forwarded-for", header)], PROXY))
    assert limit_key(client_address("127.0.0.1", [(b"x-forwarded-for", header)], PROXY))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("127.0.0.2", "127.0.0.3", False),
        ("203.0.113.5", "203.0.113.5", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.5", "::ffff:203.0.113.6", False),
        ("::ffff:203.0.113.5", "203.0.113.5", True),
        ("::1", "127.0.0.1", False),
    ],
)
def test_which_addresses_share_their_limits(one: str, other: str, same: bool) -> None:
    first, second = read_address(one), read_address(other)
    assert first is not None and second is not None
    assert (limit_key(first) == limit_key(second)) is same


def test_the_key_of_a_household_says_that_it_is_one() -> None:
    assert limit_key(client_address("2001:db8:1:2:3:4:5:6", [], ())) == "2001:db8:1:2::/64"


def test_a_request_that_a_proxy_passed_on_can_be_told() -> None:
    assert not is_forwarded([(b"host", b"127.0.0.1")])
    for name in (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via"):
        assert is_forwarded([(b"host", b"127.0.0.1"), (name, b"")])
