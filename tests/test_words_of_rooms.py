"""Everything a room, a server or a client can say has a sentence or a name, in every language there is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import get_args

import msgspec
import pytest
from msgspec import inspect as types

from casting_shadows.bots.registry import BOTS
from casting_shadows.engine.api import game
from casting_shadows.engine.errors import GameError
from casting_shadows.engine.words import languages, load_words
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.options import CLOCKS, DAY, Options, RoomInfo, Seat
from casting_shadows.protocol.refusals import CODE, PACKAGE, goodbyes, refusals
from casting_shadows.server.achievements import ACHIEVEMENTS
from casting_shadows.server.limits import Limit
from casting_shadows.server.luck import FACE_CODES
from casting_shadows.server.profiles import Leader
from casting_shadows.server.statistics import SeatStatistics
from casting_shadows.server.totals import Company, GameFacts, Sums
from casting_shadows.table.talking import PHRASES

from .rooms import a_room

in_every_language = pytest.mark.parametrize("language", languages())

SPEAKERS = ("client", "engine", "protocol", "server", "table")
TO_OPERATORS = {"server/serve.py", "server/settings.py", "server/sqlite_backup.py", "server/sqlite_database.py"}
"""What these say is heard by whoever runs a server, at a terminal, and by no client."""
SETUP = "engine/rules/setup.py"
"""Where codes are said without their first word, `setup`."""
PAGE = PACKAGE.parents[1] / "web"
"""What the page says by itself, it says without values."""
MEDIA_TYPES = {"application/json", "application/octet-stream", "text/html", "text/plain"}
"""Look like codes."""
TABLES = {"action": "refusals", "warning": "warnings", "reason": "reasons"}


@cache
def spoken() -> dict[str, list[set[str]]]:
    """Every code in the source; of each place that says it with a sentence, the names of the values that go with it."""
    found: dict[str, list[set[str]]] = {limit.code: [] for limit in Limit}
    for path in sorted(path for speaker in SPEAKERS for path in (PACKAGE / speaker).rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name in TO_OPERATORS:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if code := _code(node):
                found.setdefault(code, [])
            elif isinstance(node, ast.Call):
                codes = [code for argument in node.args if (code := _code(argument))]
                if name == SETUP and ast.unparse(node.func) == "refuse":
                    codes = [f"setup/{ast.literal_eval(node.args[0])}"]
                for code in codes:
                    found.setdefault(code, []).append(set(_values(node, tree)))
    for path in sorted(path for kind in ("ts", "svelte") for path in (PAGE / "src").rglob(f"*.{kind}")):
        for code in re.findall(r'new Refusal\("([^"]+)"|\?\? "(page/[^"]+)"', path.read_text(encoding="utf-8")):
            found.setdefault("".join(code), [set()])
    return found


def _code(node: ast.AST) -> str:
    """The code that is written here; empty if it is something else."""
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return text if CODE.fullmatch(text) and text not in MEDIA_TYPES else ""


def _values(call: ast.Call, tree: ast.Module) -> Iterator[str]:
    """The names of what a call hands over with its sentence: as keywords of `refuse`, or in a dictionary."""
    if ast.unparse(call.func) == "refuse":
        yield from (str(keyword.arg) for keyword in call.keywords)
    named = {ast.unparse(node.target): node.value for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)}
    for argument in call.args:
        written = named.get(ast.unparse(argument), argument)
        if isinstance(written, ast.Dict):
            yield from (str(ast.literal_eval(key)) for key in written.keys if key is not None)


def asked_for(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


def is_elsewhere(code: str) -> bool:
    """Whether it is told by what the rules have against actions, by warnings or by reasons, which have tests of their own."""
    kind, _, key = code.partition("/")
    return kind in TABLES and key in load_words("en").tables[TABLES[kind]]


# ---------------------------------------------------------------------- refusals and goodbyes


@in_every_language
def test_every_code_in_the_source_has_a_sentence(language: str) -> None:
    table = load_words(language).tables["codes"]
    missing = {code for code in spoken() if not is_elsewhere(code)} - set(table)
    assert not missing


@in_every_language
def test_every_sentence_is_for_a_code_in_the_source(language: str) -> None:
    stale = set(load_words(language).tables["codes"]) - {code for code in spoken() if not is_elsewhere(code)}
    assert not stale


def test_no_code_that_the_protocol_lists_is_overlooked() -> None:
    listed = {said.code for said in (*refusals(), *goodbyes())}
    assert len(listed) > 50 and listed <= set(spoken())


@in_every_language
def test_a_sentence_asks_only_for_values_that_every_such_refusal_carries(language: str) -> None:
    for code, sentence in load_words(language).tables["codes"].items():
        carried = set.intersection(*spoken()[code]) if spoken()[code] else set()
        assert asked_for(sentence) <= carried, code


@in_every_language
def test_every_code_is_told_in_a_whole_sentence(language: str) -> None:
    words = load_words(language)
    for code, sentence in words.tables["codes"].items():
        told = words.told(code, dict.fromkeys(asked_for(sentence), "…"))
        assert re.fullmatch(r"\S.*[.!?]", told) and not re.search(r"[{}_]", told), code


def test_what_a_room_refuses_is_told_in_german() -> None:
    room = a_room(2, started=False)
    room.do(1, c.Rename, name="kit")
    answer = room.send(0, c.Start)
    assert isinstance(answer, m.Refused)
    error = GameError(answer.code, answer.message, answer.values)
    assert load_words("de").explained(error) == "kit ist noch nicht bereit.", "what people typed is no id"
    answer = room.send(0, c.Choose, seat=0, character="kit")
    answer = room.send(1, c.Choose, seat=1, character="kit")
    assert isinstance(answer, m.Refused)
    assert load_words("de").told(answer.code, answer.values) == "Kitsu ist schon vergeben."


def test_an_action_is_told_apart_by_whether_it_can_be_read() -> None:
    room = a_room(2)
    answer = room.send(1, c.Act, version=room.version, seat=1, action="concede now")
    assert isinstance(answer, m.Refused) and answer.code == "action/unknown-word"
    assert load_words("de").told(answer.code, answer.values).startswith("„concede now“ nennt etwas")
    assert load_words("de").told("action/no-points", {}) == "Keine Aktionspunkte mehr."


def test_in_a_draft_a_refusal_says_who_picks_as_the_log_does() -> None:
    room = a_room(3, characters="draft", first=0)
    answer = room.send(0, c.Act, version=room.version, seat=0, action="end")
    assert isinstance(answer, m.Refused)
    assert load_words("en").told(answer.code, answer.values) == "It is Player 3's choice now."


@pytest.mark.parametrize("code", ["room/on-fire", "action/on-fire", "fire", "room/not-ready"])
def test_a_refusal_without_words_is_told_by_its_english_message(code: str) -> None:
    assert load_words("de").explained(GameError(code, "the room is on fire")) == "the room is on fire"
    with pytest.raises(GameError, match="words/de"):
        load_words("de").told(code, {})


# ---------------------------------------------------------------------- what screens name


def literals(struct: type[msgspec.Struct], field: str) -> set[str]:
    """What a field can be, as JSON writes it."""
    kind = next(found.type for found in msgspec.structs.fields(struct) if found.name == field)
    info = types.type_info(kind)
    if isinstance(info, types.BoolType):
        return {"true", "false"}
    return {str(value) for value in info.values} if isinstance(info, types.LiteralType) else set()


def names(struct: type[msgspec.Struct]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(struct)}


def flags(struct: type[msgspec.Struct]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(struct) if field.type is bool}


WANTED: Mapping[str, set[str]] = {
    "chat_phrases": set(PHRASES),
    "room_phases": literals(RoomInfo, "phase"),
    "room_starts": literals(RoomInfo, "start") - {""},
    "seat_kinds": literals(Seat, "kind"),
    "answering": literals(c.Answering, "mode"),
    "bots": set(BOTS),
    "options": names(Options),
    "endings": {game.LAST_STANDING, game.TURN_LIMIT, game.SOLO_WON, game.SOLO_LOST},
    "statistics": names(SeatStatistics) | names(Sums) | names(Leader) - {"name"},
    "faces": set(FACE_CODES),
    "companies": set(get_args(Company)),
    "uncounted": flags(GameFacts),
    "achievements": set(ACHIEVEMENTS),
}
EXPLAINED = ("room_starts", "answering", "bots", "options", "achievements")
"""What has, beside its name, a line about it."""
SENTENCES = ("chat_phrases", "uncounted")


@in_every_language
@pytest.mark.parametrize("table", WANTED)
def test_everything_has_a_name_and_every_name_is_for_something(language: str, table: str) -> None:
    assert set(load_words(language).tables[table]) == WANTED[table] and WANTED[table]


@in_every_language
@pytest.mark.parametrize("table", WANTED)
def test_names_are_short_and_differ(language: str, table: str) -> None:
    shown = load_words(language).tables[table]
    called = [words["name"] for words in shown.values()] if table in EXPLAINED else list(shown.values())
    assert len(set(called)) == len(called)
    for name in called:
        assert re.fullmatch(r"\S.{0,78}[.!?…]" if table in SENTENCES else r"\S.{0,30}[^\s.]", name), name


@in_every_language
@pytest.mark.parametrize("table", EXPLAINED)
def test_what_is_said_about_a_name_is_a_line_of_sentences(language: str, table: str) -> None:
    for words in load_words(language).tables[table].values():
        assert re.fullmatch(r"[A-ZÄÖÜ].{9,140}\.", words["about"]), words["about"]
        assert set(words) - {"choices"} == {"name", "about"}


@in_every_language
@pytest.mark.parametrize("option", sorted(names(Options)))
def test_every_choice_of_an_option_has_a_name(language: str, option: str) -> None:
    words = load_words(language).tables["options"][option]
    choices: dict[str, str] = words.get("choices", {})
    assert set(choices) == literals(Options, option)
    assert len(set(choices.values())) == len(choices)
    assert all(re.fullmatch(r"\S.{0,30}[^\s.]|\d", choice) for choice in choices.values())


@in_every_language
def test_clocks_are_described_as_they_run(language: str) -> None:
    choices = load_words(language).tables["options"]["clock"]["choices"]
    for clock, seconds in CLOCKS.items():
        shown = [60 * int(minutes) + int(rest) for minutes, rest in re.findall(r"(\d+):(\d\d)", choices[clock])]
        shown += [DAY * int(days) for days in re.findall(r"(\d+) (?:day|Tag)", choices[clock])]
        assert shown == [second for second in seconds if second]


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "Kit takes back 1 action.", "Kit takes back 3 actions."),
        ("de", "Kitsu nimmt 1 Aktion zurück.", "Kitsu nimmt 3 Aktionen zurück."),
    ],
)
def test_taking_back_is_told_by_how_much(language: str, one: str, many: str) -> None:
    words = load_words(language)
    assert [words.counted("undone", steps, player=words.name("kit")) for steps in (1, 3)] == [one, many]
