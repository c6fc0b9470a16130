"""The generated parts of PROTOCOL.md: `python -m casting_shadows.protocol.document` writes them anew.

With `--check` nothing is written; whether they are as they should be is said by the exit status.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import NODEFAULT, to_builtins
from msgspec import inspect as types

from casting_shadows.protocol.describe import Field, Shape, limits, protocol
from casting_shadows.protocol.refusals import Said, goodbyes, reasons, refusals

DOCUMENT: Final = Path(__file__).parents[3] / "PROTOCOL.md"
BEGIN, END = "<!-- generated: {} -->", "<!-- end of what is generated -->"
WORDS: Final[dict[type[types.Type], str]] = {
    types.StrType: "text",
    types.IntType: "whole number",
    types.FloatType: "number",
    types.BoolType: "true or false",
    types.NoneType: "null",
}


def fresh(text: str) -> str:
    """The document with its generated parts as they should be."""
    for name, content in {"messages": messages(), "codes": codes()}.items():
        begin = BEGIN.format(name)
        before, _, rest = text.partition(begin)
        _, end, after = rest.partition(END)
        assert end, f"PROTOCOL.md has no part {begin} ... {END}"
        text = f"{before}{begin}\n\n{content}\n{end}{after}"
    return text


def messages() -> str:
    """The reference, message by message."""
    found = protocol()
    return "\n".join(
        [
            "### What a client sends\n",
            *(_section(shape) for shape in found.incoming),
            "### What a room sends\n",
            *(_section(shape) for shape in found.outgoing),
            "### What messages are made of\n",
            *(_section(shape) for shape in found.parts),
        ]
    )


def codes() -> str:
    """Every code with its English sentence. What differs from case to case is `…`."""
    return "\n".join(
        [
            "### Refusals\n",
            *_codes(refusals()),
            "\n### Goodbyes\n",
            *_codes(goodbyes()),
            "\n### Reasons against an action\n",
            *_codes(reasons()),
            "",
        ]
    )


def _codes(said: list[Said]) -> list[str]:
    rows = [f"| `{item.code}` | {'<br>'.join(item.sentences)} | {_names(item.values)} |" for item in said]
    return ["| code | in English | values |", "|---|---|---|", *rows]


def _names(values: Iterable[str]) -> str:
    return ", ".join(f"`{value}`" for value in values)


def _section(shape: Shape) -> str:
    heading = f"#### `{shape.tag}`" if shape.tag else f"#### {shape.name}"
    rows = "".join(f"| `{f.name}` | {_type_and_limits(f)} | {_default(f)} | {_cell(f.doc)} |\n" for f in shape.fields)
    table = f"\n| field | type | default | meaning |\n|---|---|---|---|\n{rows}" if rows else ""
    return f"{heading}\n\n{shape.doc}\n{table}"


def _type_and_limits(field: Field) -> str:
    bounds = limits(field.type)
    return _type(field.type) + (f" ({_cell(bounds)})" if bounds else "")


def _type(kind: types.Type) -> str:
    if type(kind) in WORDS:
        return WORDS[type(kind)]
    if isinstance(kind, types.StructType):
        return f"[{kind.cls.__name__}](#{kind.cls.__name__.lower()})"
    if isinstance(kind, types.LiteralType):
        return _either([f"`{json.dumps(value)}`" for value in kind.values])
    if isinstance(kind, types.UnionType):
        return _either([_type(option) for option in kind.types])
    if isinstance(kind, types.VarTupleType | types.ListType):
        return f"list of {_type(kind.item_type)}{'s' * (type(kind.item_type) in WORDS)}"
    if isinstance(kind, types.TupleType):
        return f"list: {', '.join(_type(item) for item in kind.item_types)}"
    if isinstance(kind, types.DictType):
        return f"object: {_type(kind.key_type)} to {_type(kind.value_type)}"
    raise TypeError(f"no words for {kind}")


def _either(options: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(options[:-1]), options[-1]]))


def _default(field: Field) -> str:
    if not field.is_optional:
        return ""
    return "left out" if field.default is NODEFAULT else f"`{json.dumps(to_builtins(field.default))}`"


def _cell(text: str) -> str:
    return re.sub(r"\|", r"\\|", text)


def main(arguments: list[str]) -> int:
    """Write, or with `--check` compare."""
    written = DOCUMENT.read_text(encoding="utf-8")
    made = fresh(written)
    if arguments == ["--check"]:
        if made != written:
            print("PROTOCOL.md is stale: run make docs", file=sys.stderr)
        return int(made != written)
    DOCUMENT.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
