"""The command `casting-shadows` as scripts use it: what it prints, what it refuses, and with which exit code."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from casting_shadows import __version__
from casting_shadows.engine import Setup, legal_actions, parse_own_pack, position, start
from casting_shadows.engine.rules.playout import perft
from tests.command import run, tell
from tests.table import table

MINE = """
[pack]
name = "mine"
[main]
heavy_hand = { damage = "3/7" }
frozen_fist = { name = { en = "Frozen Fist", de = "Frostfaust" }, copies = 2, gives = "SF" }
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8")
    return file


def test_the_version_names_the_build() -> None:
    answer = run("--version")
    assert answer.code == 0 and answer.out.startswith(f"casting-shadows {__version__} (") and "engine" in answer.out
    assert run().code == 2 and run("dance").code == 2
    assert "simulate" in run("--help").out


GAMES = ("simulate", "--games", "5", "--players", "3", "--max-rounds", "12", "--json")
SHORT = ("--games", "2", "--max-rounds", "4")


@cache
def simulated(*arguments: str) -> Any:
    return tell(*GAMES, *arguments).json


def test_a_simulation_reports_everything_it_counted() -> None:
    report = simulated("--seed", "one")
    assert set(report) == {
        "games", "finished", "tied", "decisions", "decisions_per_second", "rounds", "wins", "build", "digest",
    }  # fmt: skip
    assert report["games"] == report["finished"] == 5 and report["tied"] + sum(report["wins"]["by_seat"].values()) == 5
    assert sum(report["wins"]["by_character"].values()) == sum(report["wins"]["by_seat"].values())
    assert set(report["rounds"]) == {"mean", "p5", "p95"} and report["rounds"]["p5"] <= report["rounds"]["p95"] <= 12
    assert report["build"] in ("compiled", "interpreted") and len(report["digest"]) == 64 and report["decisions"] > 8
    text = tell("simulate", "--games", "2", "--players", "2", "--max-rounds", "5").out
    assert "decisions per second" in text and "digest" in text


@pytest.mark.parametrize("how", ["two jobs", "another hash seed", "the interpreted engine"])
def test_the_same_seed_gives_the_same_games_however_they_are_played(how: str) -> None:
    if how == "two jobs":
        many = ("simulate", "--games", "60", "--players", "2", "--max-rounds", "2", "--json")
        assert run(*many, "--jobs", "2").json["digest"] == tell(*many).json["digest"]
        return
    environment = {"PYTHONHASHSEED": "77"} if how == "another hash seed" else {"CASTING_SHADOWS_PURE": "1"}
    same = run(*GAMES, "--seed", "one", environment=environment).json
    assert same["digest"] == simulated("--seed", "one")["digest"] != simulated("--seed", "two")["digest"]


def test_fewer_bots_than_seats_take_turns_sitting_down() -> None:
    assert simulated("--bots", "greedy,random", *SHORT)["digest"] == simulated("--bots", "greedy,random,greedy", *SHORT)["digest"]
    assert simulated("--bots", "greedy,random", *SHORT)["digest"] != simulated("--bots", "random,greedy", *SHORT)["digest"]


def test_shadow_boxing_is_simulated_for_one_player() -> None:
    report = tell("simulate", "--games", "2", "--mode", "solo", "--players", "1", "--bots", "greedy", "--json").json
    assert report["finished"] == 2 and set(report["wins"]["by_seat"]) <= {"0"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--mode", "solo", "--players", "2"], "setup/players"),
        (["--players", "5"], "setup/packs"),
        (["--players", "1"], "setup/players"),
        (["--packs", "nowhere"], "pack/edition"),
        (["--packs", "base,nowhere"], "pack/unknown"),
        (["--bots", "clever"], "bot/unknown"),
        (["--bots", ""], "bot/none"),
        (["--games", "0"], "simulate/games"),
        (["--jobs", "0"], "simulate/jobs"),
        (["--layout", "nine"], "setup/layout"),
        (["--transform", "never"], "setup/transform"),
        (["--max-rounds", "-1"], "setup/max-rounds"),
        (["--own", "/nowhere/mine.toml"], "file/unreadable"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused_in_one_line(arguments: list[str], code: str) -> None:
    assert tell("simulate", *arguments).refused().startswith(code)


def test_cards_are_listed_in_both_languages_with_what_is_reconstructed() -> None:
    english, german = run("cards", "--pack", "base"), run("cards", "--pack", "base", "--lang", "de")
    assert english.code == german.code == 0 and "\x1b" not in english.out
    assert "Heavy Hand" in english.out and "Attack" in english.out and "damage.1" in english.out
    assert "Heavy Hand" not in german.out and "Schaden" in german.out
    facts = tell("cards", "--json", "--lang", "de").json
    assert set(facts) == {"base", "exclusive", "ice_storm"}
    rows = {row["id"]: row for rows in facts.values() for row in rows}
    assert rows["heavy_hand"]["damage"] == "2/4" and {"watchful_owl", "crystal_crypt", "iris", "thaw", "vanish"} <= set(rows)


def test_cards_of_ones_own_are_listed_and_used(mine: Path) -> None:
    facts = run("cards", "--json", "--own", mine, "--pack", "mine").json
    assert [row["name"] for row in facts["mine"]] == ["Heavy Hand", "Frozen Fist"] and "3/7" in facts["mine"][0]["text"]
    assert tell("simulate", "--games", "2", "--players", "2", "--max-rounds", "3", "--own", mine, "--json").json["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--pack", "nowhere"], "pack/unknown"), (["--lang", "xx"], "words/unknown-language")]
)
def test_cards_of_no_pack_or_language_are_refused(arguments: list[str], code: str) -> None:
    assert tell("cards", *arguments).refused().startswith(code)


def test_a_pack_is_checked_and_shown_before_and_after(mine: Path) -> None:
    answer = run("pack", "check", mine)
    assert (
        answer.code == 0 and "mine@" in answer.out and "2/4" in answer.out and "3/7" in answer.out and "Frozen Fist" in answer.out
    )
    report = tell("pack", "check", mine, "--json").json
    assert report["pack"].startswith("mine@") and [row["id"] for row in report["components"]] == ["heavy_hand", "frozen_fist"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('[pack]\nname = "mine"\n[main]\nheavy_hand = { damage = "9/9/9" }', "main.heavy_hand.damage"),
        ('[pack]\nname = "mine"\n[main]\nheavy_hand = { colour = "red" }', "main.heavy_hand.colour"),
        ("[pack", "pack/not-toml"),
        ('[pack]\nname = "base"', "pack.name"),
        ("\0", "pack/not-toml"),
    ],
)
def test_a_bad_pack_is_refused_with_its_place(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(content, encoding="utf-8")
    assert said in tell("pack", "check", file).refused()


def test_perft_counts_and_its_parts_add_up() -> None:
    state = table("frill", "kit", dice="RG", books={"frill": "heavy_hand"}, hexes={"kit": "bubbling_lake"}, points=1).state
    text = position(state)
    assert int(run("perft", text, "2").out) == perft(state, 2)
    divided = tell("perft", text, "2", "--divide", "--json").json
    assert divided["sequences"] == sum(divided["divide"].values()) == perft(state, 2)
    assert set(divided["divide"]) == {state.box.table.text(action) for action in legal_actions(state)}
    lines = run("perft", "-", "1", "--divide", typed=text).out.splitlines()
    assert int(lines[-1]) == sum(int(line.split()[0]) for line in lines[:-1]) == len(legal_actions(state))
    assert int(tell("perft", text, "0").out) == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["nonsense", "1"], "position/no-position"), (["cs1", "1"], "position/missing"), (["cs1", "99"], "perft/depth")],
)
def test_perft_of_no_position_or_without_end_is_refused(arguments: list[str], code: str) -> None:
    assert tell("perft", *arguments).refused().startswith(code)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_no_game_is_refused_in_one_line(command: str, tmp_path: Path) -> None:
    binary, big, empty = tmp_path / "binary", tmp_path / "big", tmp_path / "empty"
    binary.write_bytes(bytes(range(256)))
    big.write_bytes(b"a" * 3_000_000)
    empty.write_bytes(b"")
    expected = {
        tmp_path / "nowhere": "file/unreadable", tmp_path: "file/unreadable", binary: "file/not-text", big: "file/too-long",
        empty: "game/no-game",
    }  # fmt: skip
    for file, code in expected.items():
        assert tell(command, file).refused().startswith(code)
    assert run(command, binary).refused().startswith("file/not-text")


def test_a_position_of_another_box_is_refused_with_what_is_missing(mine: Path) -> None:
    state, _ = start(Setup(packs=("base", "mine")), seed=1, own=(parse_own_pack(MINE),))
    assert tell("perft", position(state), "1").refused().startswith("pack/missing")
    assert int(run("perft", position(state), "1", "--own", mine).out) == len(legal_actions(state))
    assert json.loads(tell("perft", position(state), "1", "--own", mine, "--json").out)["depth"] == 1


def test_a_simulation_takes_any_seed_the_shell_hands_over() -> None:
    answer = tell("simulate", "--games", "1", "--players", "2", "--max-rounds", "1", "--seed", "\udcff", "--json")
    assert answer.code == 0
