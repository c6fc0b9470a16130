"""Whatever comes over the wire is a message or is refused as malformed, and nothing else ever happens (T25)."""

from __future__ import annotations

import random
import re
import resource
import sys
from collections.abc import Callable

import pytest

from casting_shadows.protocol import Malformed, decode, decode_sent, encode

from .counts import runs
from .test_protocol_messages import INCOMING, OUTGOING, any_message

pytestmark = pytest.mark.T25

FRAMES = runs(20_000, 1_000_000)
PARTS = 4
DEEP = 10_000
HALF_A_PAIR = b"\xed\xa0\x80"
"""Half a surrogate pair, in what would be UTF-8 if it could be there."""

HOSTILE: dict[str, bytes | str] = {
    "empty": b"",
    "nothing but space": b" \n\t ",
    "a list": b"[]",
    "a text": b'"hello"',
    "a number": b"1",
    "null": b"null",
    "no type": b'{"seq":1}',
    "an unknown type": b'{"t":"become_king","seq":1}',
    "a type that is none": b'{"t":{"t":"ping"}}',
    "two messages": b'{"t":"ping"}{"t":"ping"}',
    "half a message": b'{"t":"ready","seq":1',
    "a byte order mark": b'\xef\xbb\xbf{"t":"ping"}',
    "a null byte behind it": b'{"t":"ping"}\x00',
    "a comment": b'{"t":"ping"/* hello */}',
    "single quotes": b"{'t':'ping'}",
    "a comma too many": b'{"t":"ping",}',
    "NaN": b'{"t":"ready","seq":NaN}',
    "infinity": b'{"t":"pong","now":-Infinity}',
    "a float beyond floats": b'{"t":"pong","now":1e999}',
    "a huge number": b'{"t":"ready","seq":' + b"9" * 5000 + b"}",
    "a huge negative number": b'{"t":"ready","seq":-' + b"9" * 5000 + b"}",
    "a huge exponent": b'{"t":"ready","seq":1e' + b"9" * 5000 + b"}",
    "deep lists": b"[" * DEEP,
    "deep lists that close": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"t":' * DEEP,
    "depth before the type": b'{"x":' + b"[" * DEEP + b"]" * DEEP + b',"t":"ready","seq":1}',
    "depth in a field": b'{"t":"ready","seq":1,"on":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "depth in a field nobody knows": b'{"t":"pong","now":1,"x":' + b'{"x":' * DEEP + b"1" + b"}" * DEEP + b"}",
    "half a pair, escaped": b'{"t":"rename","seq":1,"name":"\\ud800"}',
    "half a pair and a letter": b'{"t":"rename","seq":1,"name":"\\ud800\\u0041"}',
    "the wrong half": b'{"t":"rename","seq":1,"name":"\\udc00"}',
    "half a pair as bytes": b'{"t":"rename","seq":1,"name":"' + HALF_A_PAIR + b'"}',
    "half a pair as text": '{"t":"rename","seq":1,"name":"\ud800"}',
    "half a pair in the type": b'{"t":"\\ud800"}',
    "no UTF-8": b'{"t":"rename","seq":1,"name":"\xff\xfe"}',
    "no UTF-8 in a name of a field": b'{"t":"ready","seq":1,"\xff":1}',
    "UTF-16": '{"t":"ping"}'.encode("utf-16"),
    "__proto__": b'{"t":"ready","seq":1,"__proto__":{"on":false}}',
    "constructor": b'{"t":"set_options","seq":1,"options":{"constructor":{"prototype":{"listed":true}}}}',
}


@pytest.mark.parametrize("frame", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_frame_is_malformed(frame: bytes | str) -> None:
    for read in (decode, decode_sent):
        with pytest.raises(Malformed) as refused:
            read(frame)
        assert refused.value.code == "message/malformed"
        can_be_said(refused.value)


def can_be_said(error: Malformed) -> None:
    """A refusal quotes what was sent; it must fit into a message all the same."""
    assert error.message.isascii() and error.message.isprintable() and len(error.message) < 400


TOKENS = (
    b"null", b"true", b"0", b"-1", b"1.5", b"-0", b"1e5", b"1e999", b"NaN", b"Infinity", b"-", b"01", b"9" * 30, b"9" * 400,
    b'""', b'"x"', b'"' + b"x" * 400 + b'"', b'"\\u0000"', b'"\\ud83d\\ude00"', b'"\\ud800"', b'"\\x"', b'"' + HALF_A_PAIR + b'"',
    b"[]", b"[[[]]]", b"{}", b'{"__proto__":{}}', b'{"t":"ping"}', b"", b"\x00", b"undefined", b"'x'",
)  # fmt: skip
NESTS = (b"[" * DEEP, b'{"t":' * DEEP, b"[" * DEEP + b"]" * DEEP, b'{"x":' * DEEP + b"1" + b"}" * DEEP)
NAMES = (b'"__proto__":{},', b'"t":"ping",', b'"seq":1,', b'"":0,', b'"seq":"1",', b'"\\u0074":"say",')
VALUE = re.compile(rb'(?<=:)("(?:[^"\\]|\\.)*"|-?[0-9.e+-]+|true|false|null)')


def another_value(frame: bytes, rng: random.Random) -> bytes:
    """One value becomes something else."""
    values = list(VALUE.finditer(frame))
    if not values:
        return frame + rng.choice(TOKENS)
    found = rng.choice(values)
    put = rng.choice(NESTS) if rng.random() < 0.01 else rng.choice(TOKENS)
    return frame[: found.start()] + put + frame[found.end() :]


def another_name(frame: bytes, rng: random.Random) -> bytes:
    """A field more, first in some object."""
    places = [place for place, byte in enumerate(frame) if byte == ord("{")]
    place = rng.choice(places) + 1
    return frame[:place] + rng.choice(NAMES) + frame[place:]


def other_bytes(frame: bytes, rng: random.Random) -> bytes:
    """A few bytes change, go or come."""
    changed = bytearray(frame)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(changed) + 1)
        changed[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
    return bytes(changed)


def torn(frame: bytes, rng: random.Random) -> bytes:
    """A part of it, or a part of it twice."""
    a, b = sorted((rng.randrange(len(frame) + 1), rng.randrange(len(frame) + 1)))
    return frame[a:b] if rng.random() < 0.5 else frame[:b] + frame[a:]


def noise(frame: bytes, rng: random.Random) -> bytes:
    """Nothing that was ever a message."""
    return (
        rng.randbytes(rng.randrange(60))
        if rng.random() < 0.5
        else bytes(rng.choices(b'{}[]":,\\ut0123.e+-', k=rng.randrange(60)))
    )


Spoil = Callable[[bytes, random.Random], bytes]
SPOILS: tuple[Spoil, ...] = (another_value, another_value, another_name, other_bytes, torn, noise)


def peak_memory() -> int:
    """Bytes this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@pytest.mark.parametrize("part", range(PARTS))
def test_spoiled_frames_are_read_as_messages_or_refused(part: int) -> None:
    rng = random.Random(f"spoil {part}")
    frames = [encode(any_message(kind, rng)) for kind in (*INCOMING, *OUTGOING) for _ in range(10)]
    taken = refused = 0
    before = 0
    for number in range(FRAMES // PARTS):
        if number == FRAMES // PARTS // 10:
            before = peak_memory()
        spoiled = rng.choice(SPOILS)(rng.choice(frames), rng)
        frame = spoiled.decode("utf-8", "surrogateescape") if rng.random() < 0.3 else spoiled
        for read in (decode, decode_sent):
            try:
                message = read(frame)
            except Malformed as error:
                can_be_said(error)
                refused += 1
            else:
                assert read(encode(message)) == message, "what was taken for a message is one"
                taken += 1
    assert refused > FRAMES // PARTS and taken > FRAMES // PARTS // 50, "and there were some of either kind"
    assert peak_memory() - before <= 20_000_000
