"""One source, three builds: interpreted, compiled and in Pyodide agree bit for bit (T06, T08), and none can be stale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from casting_shadows import _build
from tests.counts import runs

pytestmark = pytest.mark.T06

ROOT = Path(__file__).parents[1]
NODE_MODULES = ROOT / "tests" / "pyodide" / "node_modules"
IN_PYODIDE = runs(12, 1000)


def _report(command: list[str], **environment: str) -> dict[str, Any]:
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=1200
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@cache
def interpreted(games: int) -> dict[str, Any]:
    found = _report([sys.executable, "-m", "tests.parity", str(games)], CASTING_SHADOWS_PURE="1")
    assert found["build"] == "interpreted"
    return found


def test_the_compiled_engine_plays_the_same_games_and_counts_the_same_sequences() -> None:
    games = runs(60, 10_000)
    environment = {**os.environ, "CASTING_SHADOWS_PURE": ""}
    version = subprocess.run(
        [sys.executable, "-m", "casting_shadows", "--version"], env=environment, capture_output=True, text=True, check=True
    )
    has_compiler = shutil.which("cc") is not None or shutil.which("gcc") is not None
    assert ("compiled" in version.stdout) == has_compiler, f"{version.stdout}{version.stderr} (run `make setup`)"
    if not has_compiler:
        return  # a machine without a compiler has no second build to compare
    found = _report([sys.executable, "-m", "tests.parity", str(games)], CASTING_SHADOWS_PURE="")
    assert found["build"] == "compiled"
    assert found["games"] == interpreted(games)["games"]
    assert found["perft"] == interpreted(games)["perft"]
    assert found["rooms"] == interpreted(games)["rooms"]


def test_pyodide_plays_the_same_games_and_counts_the_same_sequences() -> None:
    assert (NODE_MODULES / "pyodide").is_dir(), "run `make pyodide` first (it needs Node and npm)"
    found = _report(["node", "tests/pyodide/run.mjs", str(IN_PYODIDE)])
    assert found["python"].startswith("3.14")
    assert found["games"] == interpreted(IN_PYODIDE)["games"]
    assert found["perft"] == interpreted(IN_PYODIDE)["perft"]
    assert found["rooms"] == interpreted(IN_PYODIDE)["rooms"], "a browser's tab runs the very same room"


def test_a_compiled_engine_of_other_sources_is_ignored_with_one_line_of_warning(tmp_path: Path) -> None:
    package = tmp_path / "src" / "casting_shadows"
    shutil.copytree(ROOT / "src" / "casting_shadows", package, ignore=shutil.ignore_patterns("__pycache__"))
    stale = tmp_path / "build" / "compiled" / "0123456789abcdef-stale"
    stale.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", "import casting_shadows; from casting_shadows import _build; print(_build.running())"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src"), "CASTING_SHADOWS_PURE": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "interpreted"
    assert len(done.stderr.strip().splitlines()) == 1
    assert "out of date" in done.stderr


def test_without_a_compiler_the_build_says_so_and_the_engine_runs_interpreted(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    environment = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(tmp_path / "src"), "CASTING_SHADOWS_PURE": ""}
    built = subprocess.run(
        [sys.executable, "hatch_build.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert "no C compiler" in built.stdout
    command = [sys.executable, "-m", "casting_shadows", "--version"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert "interpreted" in ran.stdout
    assert ran.stderr == ""


def test_any_edit_of_an_engine_source_changes_the_name_of_its_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "casting_shadows"
    shutil.copytree(ROOT / "src" / "casting_shadows", package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(_build, "PACKAGE", package)
    before = _build.tag()
    for name in ("engine/rules/legal.py", "engine/packs/loader.py", "bots/greedy.py"):
        with (package / name).open("a", encoding="utf-8") as file:
            file.write("\n# edited\n")
        after = _build.tag()
        assert after != before
        before = after
