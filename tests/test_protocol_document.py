"""PROTOCOL.md and the TypeScript types say what the code does: made from it, or held against it."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

from casting_shadows.engine import position
from casting_shadows.protocol import PROTOCOL, Options, decode
from casting_shadows.protocol.commands import Hello
from casting_shadows.protocol.describe import protocol
from casting_shadows.protocol.document import fresh
from casting_shadows.protocol.refusals import goodbyes, refusals
from casting_shadows.protocol.typescript import typescript
from casting_shadows.server.settings import Settings
from casting_shadows.table import Limits, Out, Room
from casting_shadows.table.evolve_game import MORE_TIME
from casting_shadows.table.game import EVENTS_KEPT
from casting_shadows.table.people import REPLIES_KEPT
from casting_shadows.table.room_state import CHAT_KEPT
from casting_shadows.table.starting import CONTRIBUTION_TIME
from casting_shadows.table.talking import CODE_LIFE

from .table import table

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "PROTOCOL.md").read_text(encoding="utf-8")
TYPES = ROOT / "web" / "src" / "protocol.ts"
SHAPES = (*protocol().incoming, *protocol().outgoing, *protocol().parts)


def test_the_generated_parts_of_the_document_are_fresh() -> None:
    assert fresh(DOCUMENT) == DOCUMENT, "PROTOCOL.md is stale: run make docs"


def test_the_typescript_types_are_fresh() -> None:
    assert TYPES.read_text(encoding="utf-8") == typescript(), "web/src/protocol.ts is stale: run make docs"


def test_a_stale_document_is_told_from_a_fresh_one() -> None:
    assert fresh(DOCUMENT.replace("| `seq` |", "| `seqence` |")) == DOCUMENT
    for module in ("typescript", "document"):
        arguments = ["--check"] if module == "document" else []
        made = subprocess.run(
            [sys.executable, "-m", f"casting_shadows.protocol.{module}", *arguments], capture_output=True, check=True
        )
        assert made.stdout.decode() == (typescript() if module == "typescript" else "")


def test_everything_is_described() -> None:
    for shape in SHAPES:
        assert shape.doc.endswith("."), f"{shape.name} has no sentence"
        for field in shape.fields:
            assert not field.doc or field.doc.endswith((".", "`.")), f"{shape.name}.{field.name}: {field.doc!r}"


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if not shape.is_list], ids=lambda shape: shape.name)
def test_a_typescript_type_has_the_fields_and_tells_which_may_be_left_out(shape: object) -> None:
    found = next(other for other in SHAPES if other is shape)
    body = re.search(rf"^export interface {found.name} {{\n(.*?)^}}", typescript(), flags=re.DOTALL | re.MULTILINE)
    assert body is not None
    lines = re.findall(r"^  (\w+)(\??): (.*);$", body[1], flags=re.MULTILINE)
    tag = [("t", "", f'"{found.tag}"')] if found.tag else []
    assert [(name, mark) for name, mark, _ in lines] == [
        *((name, mark) for name, mark, _ in tag),
        *((field.name, "?" if field.is_optional else "") for field in found.fields),
    ]
    assert lines[: len(tag)] == tag


def test_the_typescript_unions_name_every_message() -> None:
    text = typescript()
    assert f"export const PROTOCOL = {PROTOCOL};" in text
    for union, shapes, rest in (("Incoming", protocol().incoming, "Command"), ("Outgoing", protocol().outgoing, "Answer")):
        members = {name for part in (union, rest) for name in union_members(text, part)}
        assert members == {shape.name for shape in shapes} | {rest}
    assert "SentUpdate" not in text, "which is only how a room encodes an update"


def union_members(text: str, name: str) -> list[str]:
    found = re.search(rf"export type {name} =((?:\n  \| \w+)+);", text)
    assert found is not None
    return re.findall(r"\w+", found[1])


def test_every_link_within_the_document_leads_to_a_heading() -> None:
    headings = re.findall(r"^#+ (.*)$", DOCUMENT, flags=re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = set(re.findall(r"\]\(#([^)]+)\)", DOCUMENT))
    assert links and links <= anchors


def test_the_document_names_the_codes_it_explains_as_they_are() -> None:
    known = {said.code for said in (*refusals(), *goodbyes())}
    told = set(re.findall(r"`([a-z]+/[a-z-]+)`", DOCUMENT.partition("## Messages")[0]))
    assert told and told <= known, f"not said anywhere: {told - known}"


def test_no_code_is_forgotten() -> None:
    refused, shown_out = ({said.code for said in found} for found in (refusals(), goodbyes()))
    for path in (ROOT / "src" / "casting_shadows" / "table").glob("*.py"):
        named = set(re.findall(r'"([a-z]+/[a-z-]+)"', path.read_text(encoding="utf-8")))
        assert named <= refused | shown_out, f"{path.name}: {named - refused - shown_out}"
    assert {"version/stale", "message/malformed", "message/hello-first", "action/unreadable"} <= refused
    assert {"room/not-open", "room/kicked", "room/left", "seat/elsewhere", "protocol/other", "server/restart"} <= shown_out


def test_the_numbers_in_the_document_are_those_of_the_code() -> None:
    settings, limits = Settings(), Limits()
    told = " ".join(DOCUMENT.split())
    for words in (
        f"This is protocol {PROTOCOL}.",
        f"within {CONTRIBUTION_TIME:g} seconds",
        f"good for {CODE_LIFE:g} seconds",
        f"until {limits.token_life / 3600:g} hours after the game has ended",
        f"last {REPLIES_KEPT} commands",
        f"closes {MORE_TIME} seconds later",
        f"The last {EVENTS_KEPT} versions are kept",
        f"of the last {CHAT_KEPT}",
        f"at most {settings.frame_bytes:,} bytes",
        f"may send {settings.messages_per_second} messages a second, {settings.messages_burst} at once",
        f"one chat line in {settings.chat_interval:g} seconds, {settings.chat_burst} at once",
        f"may have {settings.sockets_per_address} connections and try {settings.lookups_per_minute} wrong room codes a minute",
        f"Up to {settings.queue_frames} messages or {settings.queue_bytes:,} bytes wait",
        f"nobody said `hello` for {settings.hello_seconds:g} seconds",
    ):
        assert words in told, words


class Replay:
    """Plays the session of the document again."""

    def __init__(self) -> None:
        at = table(
            "frill",
            "kit",
            dice="RG RG BO PO",
            books={"frill": "heavy_hand"},
            counters={"kit": "pointed_shield"},
            hexes={"frill": "bubbling_lake", "kit": "bubbling_lake"},
        )
        numbers = itertools.count()
        self.room = Room(("random", "greedy"), entropy=lambda size: bytes((next(numbers) + i) % 256 for i in range(size)))
        self.now = 1000.0
        self.room.open("k7m2q9xd", Options(), self.now, position=position(at.state))
        self.conns: dict[str, int] = {}
        self.names: dict[int, str] = {}

    def say(self, name: str, text: str) -> list[str]:
        """Somebody sends a message; everything that is sent for it."""
        message = decode(text)
        if not isinstance(message, Hello):
            return self.told(self.room.receive(self.conns[name], message, self.now))
        self.conns[name] = len(self.names)
        self.names[self.conns[name]] = name
        return self.told(self.room.attach(self.conns[name], message, None, self.now))

    def happen(self, what: str) -> list[str]:
        """Time passes, or somebody's line breaks."""
        later = re.match(r"\((\d+) seconds? later", what)
        self.now += int(later[1]) if later is not None else 0
        broken = re.search(r"(\w+)'s line breaks", what)
        if broken is not None:
            return self.told(self.room.detach(self.conns[broken[1].lower()], self.now))
        return self.told(self.room.tick(self.now))

    def told(self, out: Out) -> list[str]:
        return [f"{self.names[conn]} ← {frame.decode()}" for conn, frame in out.frames]


def is_like(line: str, pattern: str) -> bool:
    """Whether a line is as the document has it, whatever stands for each `…`."""
    first, *parts = pattern.split("…")
    if not line.startswith(first) or (not parts and line != first):
        return False
    place = len(first)
    for part in parts[:-1]:
        found = line.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return not parts or (line.endswith(parts[-1]) and len(line) - len(parts[-1]) >= place)


def steps() -> list[tuple[str, list[str]]]:
    """What happens in the session, and what is sent for it."""
    (session,) = re.findall(r"## A session\n.*?```\n(.*?)```", DOCUMENT, flags=re.DOTALL)
    found: list[tuple[str, list[str]]] = []
    for line in filter(None, session.splitlines()):
        if " → " in line or line.startswith("("):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    return found


def test_the_session_of_the_document_is_a_real_one() -> None:
    replay = Replay()
    for what, expected in steps():
        name, arrow, text = what.partition(" → ")
        told = replay.say(name, text) if arrow else replay.happen(what)
        if expected[-1:] == ["…"]:
            del expected[-1]
            assert len(told) > len(expected), f"{what}: nothing is left out"
            del told[len(expected) :]
        assert len(told) == len(expected), f"{what}: {[line[:120] for line in told]}"
        for line, pattern in zip(told, expected, strict=True):
            assert is_like(line, pattern), f"{what}\nreally: {line}\nthe document: {pattern}"


@pytest.mark.parametrize(
    ("line", "pattern", "is_so"),
    [
        ("abc", "abc", True),
        ("abc", "ab", False),
        ("abcd", "a…d", True),
        ("abcd", "a…c", False),
        ("abcbd", "a…b…d", True),
        ("abd", "ab…bd", False),
        ("axc", "a…b…c", False),
    ],
)
def test_only_what_is_left_out_may_differ(line: str, pattern: str, is_so: bool) -> None:
    assert is_like(line, pattern) == is_so
