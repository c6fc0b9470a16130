"""Games of every version replay to the very same end on this one, or are refused by name: never played differently."""

from __future__ import annotations

import json
import lzma
import re
from pathlib import Path
from typing import Any

import pytest

from casting_shadows import __version__
from casting_shadows.bots import BOTS
from casting_shadows.engine import BadNotation, BadPack, GameError, digest, parse_record, verify
from casting_shadows.engine.packs.pack import shipped_label
from casting_shadows.table import Room, decode_entry
from casting_shadows.table.entries import Started
from tests.counts import runs
from tests.make_archive import ARCHIVE

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"
VERSIONS = re.findall(r"^## (\d+\.\d+\.\d+)", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)

pytestmark = pytest.mark.T19


def kept(version: str, what: str) -> list[dict[str, Any]]:
    """The games or the rooms of a version."""
    text = lzma.decompress((ARCHIVE / f"{version}.jsonl.xz").read_bytes()).decode()
    return [found for line in text.splitlines() if what in (found := json.loads(line))]


def test_every_version_of_the_changelog_is_kept() -> None:
    assert __version__ in VERSIONS
    assert sorted(VERSIONS) == sorted(file.name.removesuffix(".jsonl.xz") for file in ARCHIVE.iterdir())


@pytest.mark.parametrize("version", VERSIONS)
def test_its_games_replay_to_the_same_end_or_are_refused_by_name(version: str) -> None:
    games = kept(version, "game")
    assert len(games) == 200
    for game in games[:: runs(10, 1)]:
        record = parse_record(game["game"])
        assert record.version == version
        if record.packs == _labels_here(record.packs):
            assert digest(verify(record).state) == game["end"]
        else:
            assert version != __version__, "make the archive of a version in the making anew: python -m tests.make_archive"
            with pytest.raises(BadPack, match="another version of the game"):
                verify(record)


def test_a_game_of_a_later_version_is_refused_by_name() -> None:
    text = kept(__version__, "game")[0]["game"].replace(f"version: {__version__}", "version: 99.0.1")
    with pytest.raises(BadNotation, match=r"99\.0\.1") as refusal:
        verify(parse_record(text))
    assert refusal.value.code == "game/newer"


def test_a_game_played_with_other_values_is_refused_by_name() -> None:
    text = kept(__version__, "game")[0]["game"]
    label = re.search(r"base@[0-9a-f]{16}", text)
    assert label is not None
    with pytest.raises(BadPack, match="base@0123456789abcdef") as refusal:
        verify(parse_record(text.replace(label[0], "base@0123456789abcdef")))
    assert refusal.value.code == "pack/other-values"


@pytest.mark.parametrize("version", VERSIONS)
def test_its_rooms_go_on_where_they_were_or_are_refused_by_name(version: str) -> None:
    rooms = kept(version, "room")
    assert len(rooms) == 20
    for stored in rooms:
        room = Room(tuple(BOTS))
        entries = [decode_entry(entry.encode()) for entry in stored["room"]]
        if any(isinstance(entry, Started) and entry.packs != _labels_here(entry.packs) for entry in entries):
            assert version != __version__, "make the archive of a version in the making anew: python -m tests.make_archive"
            with pytest.raises(GameError, match=version) as refusal:
                room.restore(entries, 0.0)
            assert refusal.value.code == "pack/other-values"
        else:
            room.restore(entries, 0.0)
            assert room.game is not None and digest(room.game.state) == stored["end"]


def test_a_room_played_with_other_values_is_refused_by_name() -> None:
    stored = kept(__version__, "room")[0]["room"]
    changed = [
        re.sub(r"@[0-9a-f]{16}", "@0123456789abcdef", entry, count=1) if '"started"' in entry else entry for entry in stored
    ]
    with pytest.raises(GameError, match="0123456789abcdef") as refusal:
        Room(tuple(BOTS)).restore([decode_entry(entry.encode()) for entry in changed], 0.0)
    assert refusal.value.code == "pack/other-values"


def _labels_here(labels: str) -> str:
    return "+".join(shipped_label(label.partition("@")[0]) for label in labels.split("+"))
