"""What real games and rooms send is exactly what the protocol says, and so what the TypeScript types say."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect as types

from casting_shadows.engine import State, facts, legal_actions, outcome, play, start, view
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import decode_sent, encode
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.describe import protocol, without_null
from casting_shadows.protocol.view import View

from .any_game import any_setup, pick_by_verb
from .counts import runs
from .room_traffic import by_verb, go_on, open_table, questions
from .rooms import Scene
from .table import table

SHAPES = {shape.name: shape for shape in (*protocol().outgoing, *protocol().parts)}
SENT = {str(types.type_info(kind).tag): types.type_info(kind) for kind in get_args(m.Sent)}  # type: ignore[attr-defined]
OWN_PACK = '[pack]\nname = "mine"\n[rules]\npoints = 5\n'
RING = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
HEXES = ("bubbling_lake", "thornwood", "amber_mountain", "dusty_desert", "underground_volcano", "glowing_mines")
MAP = (("ancient_rune", 0, 0), *((tile, *place) for tile, place in zip(HEXES, RING, strict=True)))
TABLES: tuple[tuple[tuple[int | None, ...], dict[str, Any]], ...] = (
    ((0, 1), {"packs": ["base", "ice_storm"], "window": 5, "listed": True, "title": "Ours", "leaver_bot": "random"}),
    ((0, None, 1), {"clock": "none", "leavers": "wait", "grace": 30, "bot_pace": "fast"}),
    ((0, 0, None), {"characters": "draft", "undo": "free", "first_turn_points": 3, "first": 1}),
    ((0,), {"mode": "solo", "bot_hp": 8}),
    ((0, 1, 2, None, None), {"packs": ["exclusive", "ice_storm"], "transform": "must", "market": "ring", "clock": "fast"}),
    ((0, 1), {"packs": ["base", "mine"], "layout": "custom", "tiles": MAP, "hints": False, "chat": "phrases", "clock": "days"}),
)
"""Whose each seat is (nobody's: a bot's), and the room's options."""
ONLY_FROM_SERVERS = {("Bye", "retry")}


@pytest.mark.T25
def test_the_facts_of_a_view_are_the_view_of_the_protocol() -> None:
    for number in range(runs(60, 2000)):
        rng = random.Random(f"facts {number}")
        state, _ = start(any_setup(rng.choice), seed=f"facts {number}")
        for _ in range(rng.randrange(300)):
            if outcome(state) is not None:
                break
            state, _ = play(state, state.to_act, pick_by_verb(state, legal_actions(state), rng))
            if rng.random() < 0.9:
                continue
            for seen in (view(state), *(view(state, seat) for seat in range(state.seats))):
                told = msgspec.json.encode(facts(seen))
                read = msgspec.json.decode(told, type=View)
                assert json.loads(msgspec.json.encode(read)) == json.loads(told), "field by field, with nothing added"


PLAIN: dict[type[types.Type], tuple[type, ...]] = {
    types.StrType: (str,),
    types.IntType: (int,),
    types.FloatType: (int, float),
    types.BoolType: (bool,),
    types.NoneType: (type(None),),
}


def fits(told: object, kind: types.Type) -> bool:
    """Whether a value is as its TypeScript type says: nothing unknown, nothing missing, no null where none can be."""
    if isinstance(kind, types.StructType):
        needed, known = fields_told(kind.cls.__name__)
        if kind.array_like:
            return isinstance(told, list) and len(told) == len(known) and all(map(fits, told, known.values()))
        return (
            isinstance(told, dict)
            and needed <= told.keys() <= known.keys()
            and all(fits(told[name], known[name]) for name in told)
        )
    if isinstance(kind, types.UnionType):
        return any(fits(told, option) for option in kind.types)
    if isinstance(kind, types.LiteralType):
        return told in kind.values
    if isinstance(kind, types.VarTupleType | types.ListType):
        return isinstance(told, list) and all(fits(item, kind.item_type) for item in told)
    if isinstance(kind, types.TupleType):
        return isinstance(told, list) and len(told) == len(kind.item_types) and all(map(fits, told, kind.item_types))
    if isinstance(kind, types.DictType):
        return isinstance(told, dict) and all(fits(value, kind.value_type) for value in told.values())
    return type(told) in PLAIN[type(kind)]


@cache
def fields_told(name: str) -> tuple[set[str], dict[str, types.Type]]:
    """The fields of a shape that are always there, and all of them as they are told: what is left out is not null."""
    shape = SHAPES[name]
    tag: dict[str, types.Type] = {"t": types.LiteralType((shape.tag,))} if shape.tag else {}
    known = {
        field.name: without_null(field.type) if field.default is None and not shape.is_sent else field.type
        for field in shape.fields
    }
    return {*tag, *(field.name for field in shape.fields if not field.is_optional)}, tag | known


struct_fields = cache(msgspec.structs.fields)


def fields_of(message: object) -> Iterator[tuple[str, str]]:
    """Every shape in a message and its fields that have another value than their default."""
    if isinstance(message, msgspec.Struct):
        for field in struct_fields(type(message)):
            value = getattr(message, field.name)
            if field.required or value not in (field.default, msgspec.UNSET, (), {}):
                yield type(message).__name__, field.name
                yield from fields_of(value)
    elif isinstance(message, list | tuple):
        for item in message:
            yield from fields_of(item)


def something_else(scene: Scene, rng: random.Random) -> None:
    """People talk, ask, vote, go and come back, and want things that are refused."""
    who = rng.choice(scene.players())
    seat = scene.seat_of(who)
    now = {"version": scene.version, "seat": seat}
    doings: list[tuple[type[c.Command], dict[str, Any]]] = [
        (c.Say, {"text": "Hello \u202e there"}),
        (c.Say, {"phrase": "thinking"}),
        (c.Undo, now),
        (c.MoreTime, now),
        (c.Answering, {"mode": rng.choice(("always", "fits", "never"))}),
        (c.Mute, {"member": rng.randint(1, 4)}),
        (c.Pause, {"on": True}),
        (c.Transfer, {}),
        *questions(scene.room.question(seat), seat, rng),
    ]
    command, fields = rng.choice(doings)
    scene.send(who, command, **fields)
    scene.take(scene.room.receive(scene.conn(who), c.Ping(), scene.now))
    while scene.phase == "paused":
        scene.send(rng.choice(scene.players()), c.Pause, on=False)
    if who and rng.random() < 0.1:
        seen = scene.version
        scene.disconnect(who).wait(rng.choice((1, 100)))
        scene.connect(who, version=rng.choice((None, 1, seen)))


def rich_table() -> State:
    """Frill can heal herself, or hit Kit, who can answer."""
    return table(
        "frill",
        "kit",
        packs="base+ice_storm",
        dice="RG RG BO PO",
        tokens="RO",
        shadow="frill",
        energy={"frill": 5},
        hp={"frill": 10},
        books={"frill": "heavy_hand metamorphosis"},
        counters={"kit": "pointed_shield"},
        hexes={"frill": "bubbling_lake", "kit": "bubbling_lake"},
    ).state


def play_and_talk(number: int) -> Scene:
    """A game with everything people do around it; then somebody is shown out, and they play once more."""
    owners, options = TABLES[number % len(TABLES)]
    rng = random.Random(f"talk {number}")
    own = (OWN_PACK,) if "mine" in options.get("packs", ()) else ()
    if number % len(TABLES) == 0:
        options = {**options, "at": rich_table()}
    scene = open_table(owners, spectators=1, visitors=1, seed=number, own=own, max_rounds=15, started=False, **options)
    scene.send(0, c.Choose, seat=0, character="frill")
    scene.do(0, c.SetOptions, options=msgspec.structs.replace(scene.room.options, spectators=False))
    scene.begin()
    if "at" in options:
        scene.do(0, c.AskPreviews, seat=0, actions=("ability", "cast metamorphosis RO > BO"))
        scene.do(1, c.Mute, member=scene.member(0))
        scene.do(1, c.Answering, mode="always")
        scene.disconnect(1).connect(1)
        scene.act(0, "cast heavy_hand RG RG @kit")
        scene.do(1, c.MoreTime, version=scene.version, seat=1)
    scene.send(0, c.AskText, seat=scene.seat_of(0))
    play, step = by_verb(f"talk {number}"), 0
    while scene.phase == "playing" and step < 1500:
        step += 1
        if step % 5 == 0:
            something_else(scene, rng)
        go_on(scene, play)
    scene.do(0, c.Kick, member=scene.member(len(scene.people) - 2))
    for who in scene.players():
        scene.send(who, c.Rematch)
    return scene


def test_every_frame_a_room_sends_is_a_message_of_the_protocol_and_nothing_more() -> None:
    met: set[type] = set()
    used: set[tuple[str, str]] = set()
    for number in range(runs(6, 300)):
        for frame in {frame.data for frame in play_and_talk(number).wire}:
            told = json.loads(frame)
            message = decode_sent(frame)
            assert fits(told, SENT[told["t"]]), f"game {number}: {frame[:300]!r}"
            assert decode_sent(encode(message)) == message
            met.add(type(message))
            used.update(fields_of(message))
    assert met == set(get_args(m.Sent)), f"never sent: {set(get_args(m.Sent)) - met}"
    every = {(shape.name, field.name) for shape in SHAPES.values() for field in shape.fields}
    assert every - used == ONLY_FROM_SERVERS, "these games show every field at work"


def test_what_does_not_fit_is_noticed() -> None:
    ack = {"t": "ack", "seq": 1}
    assert fits(ack, SENT["ack"])
    bye = {"t": "bye", "code": "room/left", "message": "you have left the room"}
    assert fits(bye, SENT["bye"]) and fits({**bye, "retry": 1}, SENT["bye"])
    for wrong in ({**ack, "more": 1}, {"t": "ack"}, {**ack, "seq": "1"}, {**ack, "seq": True}, {"seq": 1}):
        assert not fits(wrong, SENT["ack"])
    assert not fits({**bye, "retry": None}, SENT["bye"]), "what is left out is not null"
