"""The documents keep their word: their code runs, their links lead somewhere, their commands exist."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import casting_shadows.engine
from casting_shadows.bots import Bot
from casting_shadows.bots.match import play_match
from casting_shadows.engine import Setup, outcome, parse_own_pack, start

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def code_blocks(document: str, language: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text.replace("\n   ", "\n"), flags=re.DOTALL)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_in_a_document_leads_to_a_file(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (path.parent / target).exists(), f"{path.name} links to {target}"


def test_the_ten_lines_of_the_readme_play_a_game_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = code_blocks("README.md", "python")
    exec(compile(code, "README.md", "exec"), {})
    assert re.fullmatch(r"(tie|\w+ wins)\n", capsys.readouterr().out)


def test_the_bot_of_the_library_page_plays() -> None:
    (code,) = code_blocks("docs/library.md", "python")
    names: dict[str, Callable[[int], Bot]] = {}
    exec(compile(code, "library.md", "exec"), names)
    state, _ = start(Setup(players=2, max_rounds=3), seed=1)
    play_match(state, [names["Cautious"](1), names["Cautious"](2)])  # as the registry makes them
    assert outcome(state) is not None


def test_the_pack_of_the_packs_page_is_right() -> None:
    (text,) = code_blocks("docs/packs.md", "toml")
    assert parse_own_pack(text).name == "mine"


def test_the_examples_in_the_library_itself_are_true() -> None:
    assert doctest.testmod(casting_shadows.engine).failed == 0


def test_the_readme_names_commands_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    known = subprocess.run([sys.executable, "-m", "casting_shadows", "--help"], capture_output=True, text=True, check=True).stdout
    for command in re.findall(r"`casting-shadows (\w+)", text):
        assert command in known
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z-]+)", "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target
