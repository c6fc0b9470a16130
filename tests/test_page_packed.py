"""The page comes along: in a checkout, in packed sources, in a wheel; and it is small to load."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from .servers import Server, a_server
from .wire import call

pytestmark = [pytest.mark.T33, pytest.mark.once]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "src" / "casting_shadows" / "page"
MOST_BYTES = 250 * 1024
FIRST_FONTS = ("cinzel-latin-600", "alegreya-sans-latin-400", "alegreya-sans-latin-700")
"""What the first screen is written in; the easy-read font loads when it is switched on."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    assert PAGE.is_dir(), "run `make setup` first (it needs Node and npm)"
    with a_server(tmp_path) as running:
        yield running


def pack(kind: str, source: Path, into: Path, **environment: str) -> Path:
    """What hatchling makes of a folder; the engine stays interpreted, for that takes a minute less."""
    into.mkdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    environment = {**os.environ, "CASTING_SHADOWS_PURE": "1", **environment}
    done = subprocess.run(command, cwd=source, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = into.iterdir()
    return made


def page_in(names: list[str]) -> set[str]:
    """The files of the page among names in an archive."""
    return {name.partition("casting_shadows/page/")[2] for name in names if "casting_shadows/page/" in name} - {""}


def links(text: str) -> set[str]:
    """Files that a file of the page loads by itself."""
    return set(re.findall(r'(?:src|href|url)[=(]"?(/[\w./-]+)', text))


def static_imports(script: Path) -> set[Path]:
    """A script and what it imports before it runs."""
    found, waiting = set[Path](), [script]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            named = re.findall(r'(?:import|from)"(\./[^"]+)"', path.read_text(encoding="utf-8"))
            waiting += [path.parent / name for name in named]
    return found


def first_load(server: Server) -> dict[str, int]:
    """Bytes on the line until a newcomer sees the first screen, by file."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    files = {PAGE / "index.html"}
    for name in links(index):
        path = PAGE / name[1:]
        files |= static_imports(path) if path.suffix == ".js" else {path}
    files |= {path for path in (PAGE / "assets").iterdir() if path.name.startswith(FIRST_FONTS)}
    sizes = {
        path.name: len(content if path.suffix == ".woff2" else gzip.compress(content, 9))
        for path in files
        if (content := path.read_bytes())
    }
    for asked in ("/api/words/en?part=table", "/api/cards/en?packs=exclusive,ice_storm"):
        sizes[asked] = len(call(server.url, "GET", asked, headers={"accept-encoding": "gzip"}).body)
    return sizes


OTHERS = """
const [fs, zlib] = [require("fs"), require("zlib")];
const isOther = (path) => !zlib.brotliDecompressSync(fs.readFileSync(path + ".br")).equals(fs.readFileSync(path));
console.log(process.argv.slice(1).filter(isOther).join());
"""


def test_scripts_and_styles_come_in_the_smallest_packing_that_a_browser_takes(server: Server) -> None:
    scripts = [path for path in (PAGE / "assets").iterdir() if path.suffix in (".js", ".css")]
    others = subprocess.run(["node", "-e", OTHERS, *map(str, scripts)], capture_output=True, text=True, check=True).stdout
    assert others.strip() == ""
    path = max(scripts, key=lambda path: path.stat().st_size)
    by = {name: call(server.url, "GET", f"/assets/{path.name}", headers={"accept-encoding": name}) for name in ("br", "gzip", "")}
    assert [answer.headers.get("content-encoding", "") for answer in by.values()] == list(by)
    assert len(by["br"].body) < len(by["gzip"].body) < len(by[""].body) and by[""].body == path.read_bytes()
    assert call(server.url, "GET", f"/assets/{path.name}.br").status == 404


def test_packed_sources_and_the_wheel_made_of_them_without_node_serve_the_page(tmp_path: Path) -> None:
    assert PAGE.is_dir(), "run `make setup` first (it needs Node and npm)"
    sources = pack("sdist", ROOT, tmp_path / "sdist")
    built = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()}
    with tarfile.open(sources) as archive:
        assert page_in(archive.getnames()) == built
        archive.extractall(tmp_path / "sources", filter="data")
    (unpacked,) = (tmp_path / "sources").iterdir()
    no_node = str(Path(sys.executable).parent)
    assert shutil.which("node", path=no_node) is None
    wheel = pack("wheel", unpacked, tmp_path / "wheel", PATH=no_node)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        assert page_in(archive.namelist()) == built
        archive.extractall(site)
    requirements = sysconfig.get_path("purelib")
    python = str(tmp_path / "venv" / "bin" / "python")
    with a_server(tmp_path, python=python, PYTHONPATH=requirements, PATH=no_node) as server:
        shown = call(server.url, "GET", "/")
        assert shown.status == 200 and b'<div id="app">' in shown.body
        loaded = links(shown.body.decode())
        assert any(name.endswith(".js") for name in loaded) and any(name.endswith(".css") for name in loaded)
        for name in sorted(loaded):
            assert call(server.url, "GET", name).status == 200, name


def test_a_wheel_made_of_a_checkout_has_the_page(tmp_path: Path) -> None:
    with zipfile.ZipFile(pack("wheel", ROOT, tmp_path / "wheel")) as archive:
        assert {"index.html", "icon.svg"} <= page_in(archive.namelist())


def test_without_node_setting_up_says_so_in_one_line_and_goes_on(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "page"))
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    environment = {**os.environ, "PATH": str(tmp_path), "CASTING_SHADOWS_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "hatch_build.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "The page is not built: Node 20.19 or newer with npm was not found."
    assert done.stderr == ""


def test_the_page_is_built_again_only_when_its_sources_changed(tmp_path: Path) -> None:
    """Seen by what it says without Node: the page that is there stays, and whether that is enough is told by its sources."""
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    (tmp_path / "src" / "casting_shadows" / "page").mkdir(parents=True)
    (tmp_path / "build").mkdir()
    shutil.copytree(PAGE, tmp_path / "src" / "casting_shadows" / "page", dirs_exist_ok=True)
    script = (
        "import hatch_build as h; stamp = h.ROOT / 'build' / 'page.stamp'; stamp.write_text(h._sources_of_the_page());"
        "print(repr(h.build_page())); (h.WEB / 'src' / 'x.test.ts').write_text(''); print(repr(h.build_page()));"
        "(h.WEB / 'src' / 'x.ts').write_text(''); print(h.build_page())"
    )
    environment = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["''", "''", "Node 20.19 or newer with npm was not found"]


def test_the_list_of_the_pages_tools_names_no_host() -> None:
    locks = [lock for depth in ("*", "*/*", "tests/page/*") for lock in ROOT.glob(f"{depth}/package-lock.json")]
    assert ROOT / "web" / "package-lock.json" in locks
    for lock in locks:
        assert '"resolved"' not in lock.read_text(encoding="utf-8"), lock


def test_the_first_load_is_at_most_250_kilobytes(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = first_load(server)
    assert sum("woff2" in name for name in sizes) == len(FIRST_FONTS)
    total = sum(sizes.values())
    with capsys.disabled():
        print(f"\nfirst load: {total / 1024:.0f} KB of {MOST_BYTES // 1024} KB")
    assert total <= MOST_BYTES, sizes
    assert not [name for name in sizes if name.startswith("table-")], "the table is loaded with a game, not before"
