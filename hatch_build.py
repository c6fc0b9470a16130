"""Compiles the engine with mypyc: for a wheel (a hatchling hook) and for a checkout (`python hatch_build.py`).

Without a compiler, or with CASTING_SHADOWS_PURE set, both leave the engine interpreted and say so in one line.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SETUP = """
from setuptools import setup
from mypyc.build import mypycify
engine = mypycify({arguments!r}, opt_level="3", debug_level="0", target_dir={c_files!r})
setup(name="casting-shadows-engine", packages=[], ext_modules=engine)
"""


def build_settings() -> ModuleType:
    """The package's own `_build`, loaded without importing the package."""
    spec = importlib.util.spec_from_file_location("casting_shadows_build", ROOT / "src" / "casting_shadows" / "_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_engine(home: Path) -> str:
    """Build the engine into a folder of *home* named after its sources. Returns "" or why it could not be done."""
    settings = build_settings()
    if os.environ.get(settings.PURE_SWITCH):
        return f"{settings.PURE_SWITCH} is set"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None and shutil.which("cc") is None:
        return "no C compiler was found"
    target = home / settings.tag()
    if target.is_dir():
        return ""
    with tempfile.TemporaryDirectory() as scratch:
        script = Path(scratch) / "setup.py"
        modules = [str(path.relative_to(ROOT / "src")) for path in settings.sources()]
        flags = ["--strict", "--config-file=", "--no-warn-no-return"]
        script.write_text(SETUP.format(arguments=[*flags, *modules], c_files=f"{scratch}/c"), encoding="utf-8")
        out = Path(scratch) / "lib"
        command = [sys.executable, str(script), "-q", "build_ext", "--build-lib", str(out), "--build-temp", f"{scratch}/temp"]
        environment = {**os.environ, "MYPY_CACHE_DIR": f"{scratch}/cache"}
        done = subprocess.run(command, cwd=ROOT / "src", env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = (done.stdout + done.stderr).strip().splitlines()
            return "the compiler failed: " + (lines[-1] if lines else "no message")
        home.mkdir(parents=True, exist_ok=True)
        python = target.name.partition("-")[2]
        for stale in home.glob(f"*-{python}"):  # other Pythons' builds may be good
            shutil.rmtree(stale)
        shutil.move(str(out), target)
    return ""


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled engine into a wheel; an editable install stays interpreted until `make setup` compiles."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs a wheel."""
        if version == "editable":
            return
        home = Path(self.directory) / "compiled"
        why_not = compile_engine(home)
        if why_not:
            self.app.display_warning(f"casting-shadows is built without its compiled engine: {why_not}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"][str(home)] = "casting_shadows/_compiled"


if __name__ == "__main__":
    reason = compile_engine(ROOT / "build" / "compiled")
    print(f"The engine stays interpreted: {reason}." if reason else "The engine is compiled.")
