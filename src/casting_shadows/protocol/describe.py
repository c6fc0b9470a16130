"""What the protocol is made of, read from its types and its source: every shape, its fields and what is said about them.

PROTOCOL.md and the TypeScript types are written from this, so they cannot say anything else than the code does.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final, get_args

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from casting_shadows.protocol import codec, commands, messages, options, view

MOST: Final = 2**53 - 1
"""As far as every client counts exactly; not worth telling as a limit."""


@dataclass(frozen=True)
class Field:
    """A field of a shape."""

    name: str
    type: types.Type
    doc: str
    is_optional: bool
    """It may be left out."""
    default: object
    """What is meant if it is left out; NODEFAULT: nothing."""


@dataclass(frozen=True)
class Shape:
    """A message, or a part of messages."""

    name: str
    doc: str
    tag: str
    """What the message's `t` says; empty for a part."""
    is_list: bool
    """Written as a list of its fields, without their names."""
    is_sent: bool
    """Clients send it; all others they only receive."""
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Protocol:
    """All there is. Parts stand in the order in which messages first need them."""

    incoming: tuple[Shape, ...]
    outgoing: tuple[Shape, ...]
    parts: tuple[Shape, ...]
    commands: tuple[str, ...]
    """Names of the messages that are done once and answered once."""
    answers: tuple[str, ...]
    """Names of the messages that answer them."""


@cache
def protocol() -> Protocol:
    """The protocol as it is."""
    sent = _structs(commands.Message)
    received = _structs(messages.Sent)
    of_client = dict(_parts(sent))
    of_room = {cls: struct for cls, struct in _parts(received) if cls not in of_client}
    parts = [_shape(struct, is_sent=True) for struct in of_client.values()] + [_shape(struct) for struct in of_room.values()]
    found = Protocol(
        tuple(_shape(struct, is_sent=True) for struct in sent),
        tuple(_shape(struct) for struct in received),
        tuple(parts),
        tuple(cls.__name__ for cls in get_args(commands.Message) if issubclass(cls, commands.Command)),
        tuple(cls.__name__ for cls in get_args(messages.Answer)),
    )
    names = [shape.name for shape in (*found.incoming, *found.outgoing, *found.parts)]
    assert len(set(names)) == len(names), "two shapes have the same name: a reader could not tell them apart"
    return found


def about(name: str) -> str:
    """What is said about a name of the codec's, such as `PROTOCOL`."""
    return _docs()["", name]


def limits(kind: types.Type) -> str:
    """What a text, number or list must keep to: `1 to 40 characters`. Empty: nothing but not to be negative."""
    if isinstance(kind, types.StrType):
        length = _between(kind.min_length, kind.max_length)
        return ", ".join([f"{length} characters"] * bool(length) + [f"matching `{kind.pattern}`"] * bool(kind.pattern))
    if isinstance(kind, types.IntType | types.FloatType):
        return _between(kind.ge, kind.le if kind.le != MOST else None)
    if isinstance(kind, types.VarTupleType):
        each = limits(kind.item_type)
        return ", ".join([_between(None, kind.max_length)] * bool(kind.max_length) + [f"each {each}"] * bool(each))
    if isinstance(kind, types.UnionType):
        return "".join(limits(option) for option in kind.types)
    return ""


def without_null(kind: types.Type) -> types.Type:
    """The type as it is where the field is there at all."""
    if isinstance(kind, types.UnionType):
        left = tuple(option for option in kind.types if not isinstance(option, types.NoneType))
        return left[0] if len(left) == 1 else types.UnionType(left)
    return kind


def _between(low: float | None, high: float | None) -> str:
    if low is None:
        return "" if high is None else f"at most {high}"
    return f"{low} to {high}" if high is not None else f"from {low}" * bool(low)


def _structs(union: Any) -> list[types.StructType]:
    return [struct for struct in types.multi_type_info(get_args(union)) if isinstance(struct, types.StructType)]


def _parts(kinds: list[types.StructType]) -> Iterator[tuple[type, types.StructType]]:
    """Every struct within these, each before what it is made of in turn."""
    for kind in kinds:
        for field in kind.fields:
            for inner in _within(field.type):
                yield inner.cls, inner
                yield from _parts([inner])


def _within(kind: types.Type) -> Iterator[types.StructType]:
    """The structs a field's type names."""
    if isinstance(kind, types.StructType):
        yield kind
    elif isinstance(kind, types.UnionType):
        for option in kind.types:
            yield from _within(option)
    elif isinstance(kind, types.VarTupleType | types.ListType):
        yield from _within(kind.item_type)


def _shape(struct: types.StructType, *, is_sent: bool = False) -> Shape:
    name = struct.cls.__name__
    fields = tuple(_field(struct.cls, field) for field in struct.fields)
    return Shape(name, _docs()[name, ""], str(struct.tag or ""), struct.array_like, is_sent, fields)


def _field(cls: type[Struct], field: types.Field) -> Field:
    doc = next((_docs()[key] for base in cls.__mro__ if (key := (base.__name__, field.name)) in _docs()), "")
    default = field.default if field.default_factory is NODEFAULT else field.default_factory()
    return Field(field.encode_name, field.type, doc, not field.required, default)


@cache
def _docs() -> dict[tuple[str, str], str]:
    """By class and field (empty: the class itself, a module's own name): what the string after it says."""
    found: dict[tuple[str, str], str] = {}
    for module in (codec, commands, messages, options, view):
        tree = ast.parse(inspect.getsource(module))
        found |= _strings_after("", tree.body)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name, ""] = " ".join((ast.get_docstring(node) or "").split())
                found |= _strings_after(node.name, node.body)
    return found


def _strings_after(owner: str, body: list[ast.stmt]) -> dict[tuple[str, str], str]:
    return {
        (owner, statement.target.id): " ".join(str(ast.literal_eval(after.value)).split())
        for statement, after in pairwise(body)
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and isinstance(after, ast.Expr)
    }
