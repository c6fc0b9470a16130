"""Compiles the engine with mypyc and builds the page with Vite: for a wheel (a hatchling hook) and for a checkout (when run).

Without a compiler, or with CASTING_SHADOWS_PURE set, both leave the engine interpreted and say so in one line. Without Node they
leave the page as it is: built before, packed with the sources, or not there.
"""

from __future__ import annotations

import hashlib
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
WEB = ROOT / "web"
PAGE = ROOT / "src" / "casting_shadows" / "page"
NODE = (20, 19)
"""The oldest Node that can build the page."""
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


def build_page() -> str:
    """Build the page into the package if its sources changed since. Returns "" or why it could not be done."""
    if not WEB.is_dir():  # sources that were packed without it bring the page itself
        return "" if PAGE.is_dir() else "its sources are not here"
    now, stamp = _sources_of_the_page(), ROOT / "build" / "page.stamp"
    if PAGE.is_dir() and stamp.is_file() and stamp.read_text(encoding="utf-8") == now:
        return ""
    why_not = _without_node() or _install_tools()
    if why_not:
        return why_not
    fresh = ROOT / "build" / "page"
    why_not = _npm("run", "--silent", "build", "--", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn")
    if why_not:
        return why_not
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.move(str(fresh), PAGE)
    stamp.write_text(now, encoding="utf-8")
    return ""


def _sources_of_the_page() -> str:
    """A hash of everything that makes the page."""
    found = [path for path in WEB.iterdir() if path.is_file()]
    found += [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in sorted(path for path in found if not path.name.endswith(".test.ts")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(WEB).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _without_node() -> str:
    wanted = f"Node {NODE[0]}.{NODE[1]} or newer with npm"
    if shutil.which("node") is None or shutil.which("npm") is None:
        return f"{wanted} was not found"
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    version = tuple(int(part) for part in said.removeprefix("v").split(".")[:2])
    return "" if version >= NODE else f"it needs {wanted}, and this is {said}"


def _install_tools() -> str:
    """What `web/package-lock.json` names, if that changed since."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".lock"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == lock:
        return ""
    why_not = _npm("ci", "--silent", "--no-audit", "--no-fund")
    if not why_not:
        stamp.write_text(lock, encoding="utf-8")
    return why_not


def _npm(*arguments: str) -> str:
    npm = shutil.which("npm")
    assert npm is not None
    done = subprocess.run([npm, *arguments], cwd=WEB, capture_output=True, text=True, check=False)
    if not done.returncode:
        return ""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return f"npm {arguments[0]} failed: " + (" ".join(lines[-8:]) if lines else "no message")


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the page and, into a wheel, the compiled engine; an editable install has what `make setup` builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs a wheel or the sources."""
        if version == "editable":
            return
        why_not = build_page()
        if why_not:
            self.app.display_warning(f"casting-shadows is packed without a fresh page: {why_not}")
        if self.target_name == "wheel":
            self._include_engine(build_data)

    def _include_engine(self, build_data: dict[str, Any]) -> None:
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
    reason = build_page()
    print(f"The page {'stays as it was' if PAGE.is_dir() else 'is not built'}: {reason}." if reason else "The page is built.")
