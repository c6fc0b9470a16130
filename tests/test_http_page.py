"""The page is there soon: everything is packed, nothing is loaded twice, no file has to be waited for to name the next (T33)."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from casting_shadows.engine import languages, load_words
from casting_shadows.server.texts import FIRST, LATER

from .servers import Server, a_server
from .wire import Answer, call

pytestmark = [pytest.mark.T33, pytest.mark.once]

SOURCES = Path(__file__).parents[1] / "web" / "src"
PACKED = {"accept-encoding": "gzip"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("server")) as running:
        yield running


def get(server: Server, path: str, **headers: str) -> Answer:
    """What is at an address, unpacked."""
    found = call(server.url, "GET", path, headers={**PACKED, **{name.replace("_", "-"): text for name, text in headers.items()}})
    is_packed = found.headers.get("content-encoding") == "gzip"
    return Answer(found.status, found.headers, gzip.decompress(found.body) if is_packed else found.body)


def first_of(page: Answer) -> Any:
    """What came along with the page."""
    found = re.search(rb'<script type="application/json" id="first">(.*?)</script>', page.body, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def said_by(*screens: str) -> set[tuple[str, str]]:
    """The words that screens and all they load with themselves ask for: table and entry."""
    waiting, seen, said = [SOURCES / screen for screen in screens], set[Path](), set[tuple[str, str]]()
    while waiting:
        path = waiting.pop().resolve()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        text = path.read_text(encoding="utf-8")
        said |= {(f"page_{table}", entry) for table, entry in re.findall(r'\b[tn]\("(\w+)\.(\w+)"', text)}
        for name in re.findall(r'^\s*import (?!type)[^"]*"(\.[^"]+)"', text, re.MULTILINE):
            waiting += [path.parent / name, path.parent / f"{name}.ts"]
    return said


@pytest.mark.parametrize("path", ["/api/words/de", "/api/cards/de?packs=exclusive,ice_storm", "/", "/r/ABCD2345"])
def test_texts_are_sent_packed_and_only_to_those_who_do_not_have_them(server: Server, path: str) -> None:
    plain = call(server.url, "GET", path, headers={"accept-language": "de"})
    packed = call(server.url, "GET", path, headers={**PACKED, "accept-language": "de"})
    assert plain.headers.get("content-encoding") is None and packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body and len(packed.body) < len(plain.body) / 2
    again = get(server, path, accept_language="de", if_none_match=packed.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert get(server, path, accept_language="de", if_none_match='W/"another"').body == plain.body


@pytest.mark.parametrize("path", ["/rules", "/learn/turn", "/r/ABCD2345", "/r/ABCD2345/replay"])
def test_a_slash_at_the_end_of_an_address_makes_no_difference(server: Server, path: str) -> None:
    slashed = get(server, path + "/", accept="text/html")
    assert (slashed.status, slashed.body) == (200, get(server, path, accept="text/html").body)


def test_whoever_names_the_hash_may_keep_a_text_for_good_and_nobody_keeps_an_old_one(server: Server) -> None:
    hashes = first_of(get(server, "/"))["hashes"]
    asked = ("words/{}?part=table", "words/{}?part=more", "cards/{}?packs=exclusive,ice_storm")
    assert set(hashes) == {f"/api/{path.format(one)}" for path in asked for one in languages()}
    for path, known in hashes.items():
        named, other, unnamed = (get(server, path + end) for end in (f"&hash={known}", "&hash=old", ""))
        assert "immutable" in named.headers["cache-control"]
        assert other.headers["cache-control"] == unnamed.headers["cache-control"] == "no-cache"
        assert named.body == other.body == unnamed.body


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-US", "en"),
        ("fr,de;q=0.5", "de"),
        ("xx", "en"),
        ("", "en"),
        ("," * 5000 + "de", "en"),
    ],
)
def test_the_page_brings_the_words_of_its_first_screen_in_the_browsers_language(
    server: Server, accepted: str, language: str
) -> None:
    page = get(server, "/", accept_language=accepted)
    assert f'<html lang="{language}">'.encode() in page.body and "accept-language" in page.headers["vary"]
    came = first_of(page)
    assert came["language"] == language
    assert came["words"]["page_home"] == load_words(language).tables["page_home"]


def test_the_page_brings_every_word_that_its_first_screen_says(server: Server) -> None:
    """If not, name the table or the entry in FIRST of server/texts.py: it would be asked for when it must be there already."""
    came = first_of(get(server, "/"))["words"]
    said = said_by("App.svelte", "screens/Home.svelte")
    assert ("page_home", "play_now") in said
    assert sorted((table, entry) for table, entry in said if entry not in came.get(table, {})) == []
    assert set(came) == set(FIRST)


def test_a_room_says_nothing_that_comes_later(server: Server) -> None:
    """If not, take the table out of LATER in server/texts.py, or load `words.more()` together with what says it."""
    later, table = (json.loads(get(server, f"/api/words/en?part={part}").body) for part in ("more", "table"))
    assert set(later) == LATER and later | table == json.loads(get(server, "/api/words/en").body)
    said = said_by("App.svelte", "screens/Room.svelte")
    assert ("page_game", "title") in said
    assert sorted((name, entry) for name, entry in said if name in LATER) == []
    assert get(server, "/api/words/en?part=half").status == 404


def test_a_rooms_address_names_what_it_will_load_and_others_do_not(server: Server) -> None:
    named = re.compile(rb'<link rel="(?:modulepreload|preload)"[^>]* href="(/[^"]+)"')
    pages = (get(server, path, accept_language="de").body for path in ("/r/ABCD2345", "/"))
    room, home = ({unescape(name.decode()).encode() for name in named.findall(page)} for page in pages)
    assert home < room
    words, cards = sorted(name.decode() for name in room if name.startswith(b"/api/"))[::-1]
    assert words.startswith("/api/words/de?part=table&hash=") and cards.startswith("/api/cards/de?packs=")
    assert all("immutable" in get(server, path).headers["cache-control"] for path in (words, cards))
    for name in room:
        assert get(server, name.decode()).status == 200, name
    scripts = b"".join(get(server, name.decode()).body for name in sorted(room - home) if name.endswith(b".js"))
    assert b"spell_book" in scripts, "the table is what takes longest"
    assert sum(len(get(server, name.decode()).body) for name in home) < len(scripts), "and the first screen does without it"


LOST = ("/rulez", "/rules/xyz", "/r/", "/r/ABCD2345/x", "/api/nothing", "/assets/gone.js", "/%00", "/..%2f..%2fetc")


@pytest.mark.parametrize("path", LOST)
def test_whoever_mistypes_an_address_in_a_browser_gets_the_page_and_a_program_the_reason(server: Server, path: str) -> None:
    shown = get(server, path, accept="text/html,application/xhtml+xml,*/*;q=0.8", accept_language="de")
    assert shown.status == 404 and shown.headers["content-type"].startswith("text/html")
    assert first_of(shown)["words"]["page_common"]["lost_text"] == load_words("de").tables["page_common"]["lost_text"]
    assert "default-src 'self'" in shown.headers["content-security-policy"]
    for accepted in ("*/*", "application/json"):
        told = get(server, path, accept=accepted)
        assert (told.status, told.code) == (404, "address/unknown")
    assert call(server.url, "POST", path, headers={"accept": "text/html"}).code == "address/unknown"


def test_a_browser_that_looks_for_an_icon_finds_one(server: Server) -> None:
    icon = get(server, "/favicon.ico")
    assert (icon.status, icon.headers["content-type"]) == (200, "image/svg+xml")
    assert icon.body == get(server, "/icon.svg").body
