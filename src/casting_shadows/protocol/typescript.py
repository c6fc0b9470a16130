"""The protocol as TypeScript types: `python -m casting_shadows.protocol.typescript > web/src/protocol.ts`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from msgspec import NODEFAULT, to_builtins
from msgspec import inspect as types

from casting_shadows.protocol.codec import PROTOCOL
from casting_shadows.protocol.describe import Field, Shape, about, limits, protocol, without_null

HEAD: Final = """\
// Made from src/casting_shadows/protocol by `make docs`; do not edit. PROTOCOL.md tells how it is used.
// What has a default may be left out, by clients and by rooms.
"""
WIDTH: Final = 130
PRIMITIVES: Final[dict[type[types.Type], str]] = {
    types.StrType: "string",
    types.IntType: "number",
    types.FloatType: "number",
    types.BoolType: "boolean",
    types.NoneType: "null",
}


def typescript() -> str:
    """The whole file."""
    found = protocol()
    others = [shape.name for shape in found.incoming if shape.name not in found.commands]
    news = [shape.name for shape in found.outgoing if shape.name not in found.answers]
    return "\n".join(
        [
            HEAD,
            _comment(about("PROTOCOL")) + f"export const PROTOCOL = {PROTOCOL};\n",
            _union("Incoming", "Everything a client can send.", [*others, "Command"]),
            _union("Command", "Everything that carries a sequence number, is done once and is answered.", found.commands),
            _union("Outgoing", "Everything a room can send.", [*news, "Answer"]),
            _union("Answer", "What answers a command.", found.answers),
            *(_shape(shape) for shape in (*found.incoming, *found.outgoing, *found.parts)),
        ]
    )


def _shape(shape: Shape) -> str:
    if shape.is_list:
        items = ", ".join(f"{field.name}: {_type(field.type)}" for field in shape.fields)
        return f"{_comment(shape.doc)}export type {shape.name} = [{items}];\n"
    tag = f'  t: "{shape.tag}";\n' if shape.tag else ""
    return f"{_comment(shape.doc)}export interface {shape.name} {{\n{tag}{''.join(_field(shape, f) for f in shape.fields)}}}\n"


def _field(shape: Shape, field: Field) -> str:
    # A room leaves defaults out, so a null that is the default never arrives; a client may well send one.
    is_left_out = field.default is None and not shape.is_sent
    kind = without_null(field.type) if is_left_out else field.type
    says = [field.doc]
    if shape.is_sent and limits(kind):
        says.append(f"({limits(kind)})")
    if field.default not in (None, NODEFAULT):
        says.append(f"Default: `{_value(field.default)}`.")
    return _comment(" ".join(filter(None, says)), "  ") + f"  {field.name}{'?' * field.is_optional}: {_type(kind)};\n"


def _type(kind: types.Type) -> str:
    if type(kind) in PRIMITIVES:
        return PRIMITIVES[type(kind)]
    if isinstance(kind, types.StructType):
        return kind.cls.__name__
    if isinstance(kind, types.LiteralType):
        return " | ".join(_value(value) for value in kind.values)
    if isinstance(kind, types.UnionType):
        return " | ".join(_type(option) for option in kind.types)
    if isinstance(kind, types.VarTupleType | types.ListType):
        item = _type(kind.item_type)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if isinstance(kind, types.TupleType):
        return f"[{', '.join(_type(item) for item in kind.item_types)}]"
    if isinstance(kind, types.DictType):
        return f"Record<{_type(kind.key_type)}, {_type(kind.value_type)}>"
    raise TypeError(f"no TypeScript for {kind}")


def _value(value: object) -> str:
    return json.dumps(to_builtins(value))


def _union(name: str, doc: str, members: Iterable[str]) -> str:
    return _comment(doc) + f"export type {name} =" + "".join(f"\n  | {member}" for member in members) + ";\n"


def _comment(text: str, indent: str = "") -> str:
    """JSDoc, on one line if it fits."""
    if not text:
        return ""
    line = f"{indent}/** {text} */\n"
    if len(line) <= WIDTH:
        return line
    lines, words = [f"{indent} *"], text.split()
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(f"{indent} *")
        lines[-1] += f" {word}"
    return f"{indent}/**\n" + "\n".join(lines) + f"\n{indent} */\n"


if __name__ == "__main__":
    print(typescript(), end="")
