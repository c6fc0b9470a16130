"""Messages survive the wire unchanged, and what is not exactly a message is refused."""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect as types

from casting_shadows.protocol import CLOCKS, PROTOCOL, Malformed, Options, decode, decode_sent, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.describe import protocol

from .counts import runs

INCOMING: tuple[type[msgspec.Struct], ...] = get_args(c.Message)
OUTGOING: tuple[type[msgspec.Struct], ...] = get_args(m.Sent)
LETTERS = 'az09_ "\\/\x00\x1f\x7f\u00e9\u0301\u200b\u202e\u2028\ufeff\U0001f9d9'
SAFE = 2**53 - 1


def any_message(kind: type[msgspec.Struct], rng: random.Random) -> Any:
    """Some message of a kind: every field within its limits, and those with a default sometimes left out."""
    return any_value(types.type_info(kind), rng)


def any_value(kind: types.Type, rng: random.Random) -> Any:
    """Some value of a type."""
    if isinstance(kind, types.StructType):
        given = {field.name: field.type for field in kind.fields if field.required or rng.random() < 0.7}
        return kind.cls(**{name: any_value(each, rng) for name, each in given.items()})
    if isinstance(kind, types.UnionType):
        return any_value(rng.choice(kind.types), rng)
    if isinstance(kind, types.LiteralType):
        return rng.choice(kind.values)
    if isinstance(kind, types.StrType):
        return any_text(kind, rng)
    if isinstance(kind, types.IntType):
        low, high = -SAFE if kind.ge is None else kind.ge, SAFE if kind.le is None else kind.le
        return rng.choice((low, high, rng.randint(int(low), int(high))))
    if isinstance(kind, types.FloatType):
        return rng.uniform(-1e9 if kind.ge is None else kind.ge, 1e9 if kind.le is None else kind.le)
    if isinstance(kind, types.VarTupleType | types.ListType):
        items = [any_value(kind.item_type, rng) for _ in range(rng.randrange(3))]
        return items if isinstance(kind, types.ListType) else tuple(items)
    if isinstance(kind, types.TupleType):
        return tuple(any_value(item, rng) for item in kind.item_types)
    if isinstance(kind, types.DictType):
        return {any_value(kind.key_type, rng): any_value(kind.value_type, rng) for _ in range(rng.randrange(3))}
    if isinstance(kind, types.BoolType):
        return rng.random() < 0.5
    assert isinstance(kind, types.NoneType), kind
    return None


def any_text(kind: types.StrType, rng: random.Random) -> str:
    """Some text, however awkward."""
    if kind.pattern is not None and "{32}" in kind.pattern:
        return rng.randbytes(16).hex()
    letters = LETTERS if kind.pattern is None else LETTERS[:5]
    least, most = kind.min_length or 0, 30 if kind.max_length is None else kind.max_length
    return "".join(rng.choices(letters, k=rng.choice((least, most, rng.randint(least, most)))))


@pytest.mark.parametrize("kind", INCOMING, ids=lambda kind: kind.__name__)
def test_what_a_client_sends_is_what_the_room_reads(kind: type[msgspec.Struct]) -> None:
    rng = random.Random(f"in {kind.__name__}")
    for _ in range(runs(50, 2000)):
        message = any_message(kind, rng)
        assert decode(encode(message)) == message
        assert decode(encode(message).decode()) == message, "whether it comes as text or as bytes"


@pytest.mark.parametrize("kind", OUTGOING, ids=lambda kind: kind.__name__)
def test_what_a_room_sends_is_what_a_client_reads(kind: type[msgspec.Struct]) -> None:
    rng = random.Random(f"out {kind.__name__}")
    for _ in range(runs(50, 2000)):
        message = any_message(kind, rng)
        assert decode_sent(encode(message)) == message


@pytest.mark.parametrize("kind", OUTGOING, ids=lambda kind: kind.__name__)
def test_a_client_passes_over_what_a_newer_room_says_besides(kind: type[msgspec.Struct]) -> None:
    rng = random.Random(f"newer {kind.__name__}")
    for _ in range(runs(20, 200)):
        message = any_message(kind, rng)
        assert decode_sent(json.dumps(with_news(message))) == message


def with_news(value: Any) -> Any:
    """A message as a newer room would send it: with one more field in every part of it but the options."""
    if isinstance(value, msgspec.Struct) and not isinstance(value, Options):
        known = msgspec.to_builtins(value)
        return {name: with_news(getattr(value, name, part)) for name, part in known.items()} | {"news": [1]}
    if isinstance(value, list | tuple):
        return [with_news(part) for part in value]
    return msgspec.to_builtins(value)


def test_an_update_is_read_like_the_one_the_room_encoded_in_parts() -> None:
    rng = random.Random("parts")
    for _ in range(runs(50, 1000)):
        update: m.Update = any_message(m.Update, rng)
        parts = tuple(msgspec.Raw(encode(seat)) for seat in update.seats)
        sent = m.SentUpdate(update.version, update.now, parts, update.clock, update.window, update.seq, update.missed)
        assert decode_sent(encode(sent)) == update
        assert encode(sent) == encode(update)


@pytest.mark.parametrize("kind", INCOMING, ids=lambda kind: kind.__name__)
def test_a_field_too_many_or_too_few_is_refused(kind: type[msgspec.Struct]) -> None:
    message = msgspec.json.decode(encode(any_message(kind, random.Random(1))))
    with pytest.raises(Malformed, match="unknown field `damage`"):
        decode(json.dumps({**message, "damage": 99}))
    for field in types.type_info(kind).fields:  # type: ignore[attr-defined]
        if field.required:
            with pytest.raises(Malformed, match=f"missing required field `{field.name}`"):
                decode(json.dumps({name: value for name, value in message.items() if name != field.name}))


@pytest.mark.parametrize("kind", INCOMING, ids=lambda kind: kind.__name__)
def test_a_value_of_another_type_is_refused_and_its_place_is_named(kind: type[msgspec.Struct]) -> None:
    message = msgspec.json.decode(encode(any_message(kind, random.Random(1))))
    for field in types.type_info(kind).fields:  # type: ignore[attr-defined]
        for wrong in (1.5, {"a": 1}, [["x"]]):
            with pytest.raises(Malformed, match=rf"\$\.{field.name}"):
                decode(json.dumps({**message, field.name: wrong}))


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        ('{"t":"ready","seq":"1"}', "Expected `int`, got `str`"),
        ('{"t":"ready","seq":1.0}', "Expected `int`, got `float`"),
        ('{"t":"ready","seq":true}', "Expected `int`, got `bool`"),
        ('{"t":"ready","seq":0}', ">= 1"),
        ('{"t":"ready","seq":9007199254740992}', "<= 9007199254740991"),
        ('{"t":"ready","seq":1,"on":null}', "Expected `bool`, got `null`"),
        ('{"t":"sit","seq":1,"seat":6}', "<= 5"),
        ('{"t":"rename","seq":1,"name":""}', "length >= 1"),
        ('{"t":"say","seq":1,"text":"' + "x" * 301 + '"}', "length <= 300"),
        ('{"t":"join","seq":1,"name":"Ann","token":"' + "A" * 32 + '"}', "matching regex"),
        ('{"t":"answering","seq":1,"mode":"sometimes"}', "Invalid enum value 'sometimes'"),
        ('{"t":"set_options","seq":1,"options":{"window":16}}', "<= 15"),
        ('{"t":"set_options","seq":1,"options":{"first":6}}', "Invalid enum value 6"),
        ('{"t":"set_options","seq":1,"options":{"tiles":[["thornwood",0,-1,0]]}}', "at most length 3"),
        ('{"t":"welcome"}', "Invalid value 'welcome'"),
    ],
)
def test_what_a_field_does_not_allow_is_refused(frame: str, why: str) -> None:
    with pytest.raises(Malformed) as refused:
        decode(frame)
    assert why in str(refused.value)
    assert refused.value.message.startswith(f"this is not a message of protocol {PROTOCOL}: ")


@pytest.mark.parametrize(
    ("frame", "seq"),
    [
        ('{"t":"claim","seq":7,"code":"","token":""}', 7),
        ('{"t":"fly","seq":8}', 8),
        ('{"t":"ready","seq":"1"}', None),
        ('{"t":"ready","seq":0}', None),
        ('{"t":"ready"', None),
        ("[1]", None),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_number_if_it_has_one(frame: str, seq: int | None) -> None:
    with pytest.raises(Malformed) as refused:
        decode(frame)
    assert refused.value.seq == seq


@pytest.mark.parametrize(
    "frame",
    [
        '{"t":"ask_reach","seq":1,"seat":0,"card":"heavy_hand\\n"}',
        '{"t":"contribute","seq":1,"value":"00000000000000000000000000000000\\n"}',
    ],
)
def test_a_line_break_behind_an_id_or_token_is_refused(frame: str) -> None:
    with pytest.raises(Malformed):
        decode(frame)


def test_of_two_fields_with_one_name_the_last_counts_and_both_must_be_right() -> None:
    assert decode('{"t":"ready","seq":1,"seq":2}') == c.Ready(2)
    with pytest.raises(Malformed, match="got `str`"):
        decode('{"t":"ready","seq":"1","seq":2}')
    with pytest.raises(Malformed, match="Invalid value 'leave'"):
        decode('{"t":"ready","t":"leave","seq":1}')


def test_what_may_be_left_out_may_be_left_out() -> None:
    assert decode('{"t":"set_options","seq":1,"options":{}}') == c.SetOptions(1, Options())
    assert decode('{"seq":1,"t":"ready"}') == c.Ready(1, on=True), "in any order"


def test_the_clocks_the_options_tell_of_are_those_there_are() -> None:
    options = next(part for part in protocol().parts if part.name == "Options")
    clock = next(field for field in options.fields if field.name == "clock")
    for name, (bank, more) in CLOCKS.items():
        if name != "none":
            assert f"`{name}`: {bank} " in clock.doc and f" and {more} more" in clock.doc
