"""A game in the terminal: played with numbers and words, saved after every action, taken back, given up, replayed, verified."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from casting_shadows.engine import parse_record, verify
from tests.command import Answer, run, tell
from tests.counts import runs

NEW = ("play", "--terminal", "--players", "2", "--character", "frill", "--seed", "cli")


def played(save: Path, *typed: str, new: bool = True, options: tuple[str, ...] = ()) -> Answer:
    """A sitting at the terminal, with these lines typed."""
    arguments = NEW if new else ("play", "--terminal")
    answer = run(*arguments, *options, "--save", save, typed="".join(f"{line}\n" for line in typed))
    assert "Traceback" not in answer.err, answer.err
    return answer


def moves(save: Path) -> list[tuple[str, str]]:
    return parse_record(save.read_text(encoding="utf-8")).moves


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was played for a while and then given up."""
    save = tmp_path_factory.mktemp("games") / "game.txt"
    answer = played(save, "end", "y", "y", "absorb 0", "pass", "concede", "y", "concede", "y")
    assert answer.code == 0 and "out" in answer.out
    return save


def test_quitting_keeps_the_game_and_it_goes_on_later(tmp_path: Path) -> None:
    save = tmp_path / "deep" / "game.txt"
    answer = played(save, "save", "quit")
    assert answer.code == 0 and "\x1b" not in answer.out and str(save) in answer.out.replace("\n", "")
    before = moves(save)
    again = played(save, "?", "hint", "list", "list reroll", "quit", new=False)
    assert again.code == 0 and "Going on" in again.out and moves(save) == before
    assert "take back" in again.out, "the help"
    assert parse_record(save.read_text(encoding="utf-8")).setup.players == 2
    fresh = played(save, "quit", options=("--new",))
    assert fresh.code == 0 and "Going on" not in fresh.out


def test_leaving_at_once_or_in_the_middle_of_a_question_is_quitting(tmp_path: Path) -> None:
    assert played(tmp_path / "game.txt").code == 0
    assert run("play", "--terminal", "--save", tmp_path / "other.txt").code == 0
    assert run("play", "--terminal", "--players", "2", "--save", tmp_path / "other.txt", typed="9\nnobody\n²\n").code == 0
    assert not (tmp_path / "other.txt").exists()


def test_the_same_seed_deals_the_same_game(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        played(tmp_path / name, "end", "y", "quit", options=("--players", "4"))
        texts.append((tmp_path / name).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_travel_can_be_taken_back_and_a_roll_cannot(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    played(save, "quit")
    before = moves(save)
    answer = played(save, "travel ancient_rune", "quit")
    assert answer.code == 0 and moves(save) == [*before, ("frill", "travel ancient_rune")]
    taken_back = played(save, "travel ancient_rune", "undo", "undo", "quit")
    assert (
        "Taken back." in taken_back.out
        and "nothing of yours to take back" in taken_back.out.replace("\n", " ")
        and moves(save) == before
    )


def test_what_is_typed_wrongly_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    played(save, "quit")
    before = moves(save)
    typed = (
        "", "dance", "0", "999", "-1", "why travel thornwood", "why [/x]", "card heavy hand", "card [/b]", "odds reroll RG",
        "odds end", "travel thornwood", "cast heavy_hand RG @kit", "list [", "why", "card", "\x1b[2J", "²", "a" * 5000,
    )  # fmt: skip
    answer = played(save, *typed, "quit")
    assert answer.code == 0 and moves(save) == before
    assert "is not adjacent" in answer.out and "none of the choices" in answer.out and "Heavy Hand:" in answer.out


def test_ending_the_turn_warns_first(tmp_path: Path) -> None:
    warned = 0
    for seed in range(6):
        save = tmp_path / f"{seed}.txt"
        assert tell(*NEW, "--seed", str(seed), "--save", save, typed="end\nn\nquit\n").code == 0
        warned += not any(who == "frill" and action == "end" for who, action in moves(save))
    assert warned, "a castable spell, a Cursed Crystal or a lost fragment"


def test_a_game_given_up_is_over_and_verified(finished: Path) -> None:
    text = finished.read_text(encoding="utf-8")
    record = parse_record(text)
    assert record.moves[-1] == ("frill", "concede") and record.result.endswith(" wins") and "frill" not in record.result
    assert verify(record).number == len(record.moves)
    answer = tell("verify", finished)
    assert answer.code == 0 and answer.out.startswith("Verified") and record.result in answer.out
    report = tell("verify", finished, "--json").json
    assert report["verified"] and report["moves"] == len(record.moves) and report["commitment"] == record.commitment


def test_a_game_is_replayed_move_by_move_in_both_languages(finished: Path) -> None:
    record = parse_record(finished.read_text(encoding="utf-8"))
    english = run("replay", finished)
    assert (
        english.code == 0
        and "frill concede" in english.out
        and english.out.rstrip().endswith(record.result)
        and "\x1b" not in english.out
    )
    german = tell("replay", finished, "--lang", "de")
    assert german.code == 0 and german.out != english.out
    lines = [json.loads(line) for line in tell("replay", finished, "--json").out.splitlines()]
    assert [(line["who"], line["action"]) for line in lines[1:]] == record.moves and lines[0]["events"][0][
        "event"
    ] == "game_started"
    final = tell("replay", finished, "--final", "--json").json
    assert final["position"] == tell("replay", finished, "--final").out.strip() and final["moves"] == len(record.moves)
    assert final["digest"] == tell("verify", finished, "--json").json["digest"]
    stepped = run("replay", finished, "--step", typed="\n\n")
    assert stepped.code == 0 and "Ancient Rune" in stepped.out
    assert run("replay", "-", "--final", typed=finished.read_text(encoding="utf-8")).out.strip() == final["position"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("\nfrill concede\n", "\nfrill stay\n", "game/move"),
        ("\nresult: ", "\nresult: frill wins and not ", "game/result"),
        ("\ncommitment: ", "\ncommitment: 00", "game/commitment"),
        ("\nmoves:\n", "\n", "game/moves"),
        ("\npacks: base@", "\npacks: mine@0123456789abcdef+base@", "pack/missing"),
        ("\npacks: base@", "\npacks: base@0", "pack/other-values"),
        ("casting-shadows game 1", "casting-shadows game 2", "game/no-game"),
    ],
)
def test_a_changed_record_does_not_verify(finished: Path, tmp_path: Path, old: str, new: str, code: str) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(finished.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert tell("verify", bad).refused().startswith(code)


def test_a_game_with_a_pack_of_ones_own_is_saved_with_it_and_needs_nothing_else(tmp_path: Path) -> None:
    mine, save = tmp_path / "mine.toml", tmp_path / "game.txt"
    mine.write_text('[pack]\nname = "mine"\n\n[main]\nheavy_hand = { damage = "3/7" }  # stronger\n', encoding="utf-8")
    assert played(save, "save", "quit", options=("--own", str(mine))).code == 0
    mine.unlink()
    again = played(save, "concede", "y", new=False)
    assert again.code == 0 and "Going on" in again.out
    text = save.read_text(encoding="utf-8")
    assert text.endswith('\n| [pack]\n| name = "mine"\n|\n| [main]\n| heavy_hand = { damage = "3/7" }  # stronger\n')
    assert tell("verify", save).code == 0 and tell("replay", save).code == 0
    assert played(save, "quit").code == 0 and not save.with_name("game.txt.old").exists(), "a finished game is not kept"
    save.write_text(text.replace("3/7", "3/8"), encoding="utf-8")
    assert tell("verify", save).refused().startswith("game/pack-changed: line ")


def test_a_saved_game_makes_way_for_a_new_one_and_is_kept_until_then(tmp_path: Path) -> None:
    mine, save = tmp_path / "mine.toml", tmp_path / "game.txt"
    mine.write_text('[pack]\nname = "mine"\n', encoding="utf-8")
    assert played(save, "quit", options=("--own", str(mine))).code == 0
    begun = save.read_text(encoding="utf-8")
    assert played(save, "quit").code == 0 and save.with_name("game.txt.old").read_text(encoding="utf-8") == begun


def test_an_older_save_without_its_pack_takes_it_in_when_it_goes_on(tmp_path: Path) -> None:
    mine, save = tmp_path / "mine.toml", tmp_path / "game.txt"
    mine.write_text('[pack]\nname = "mine"\n', encoding="utf-8")
    assert played(save, "quit", options=("--own", str(mine))).code == 0
    whole = save.read_text(encoding="utf-8")
    save.write_text(whole.partition("pack: mine")[0], encoding="utf-8")
    told = played(save, "quit", new=False)
    assert told.code == 2 and "pack/missing" in told.err and "download the game again" in told.err
    assert played(save, "quit", new=False, options=("--own", str(mine))).code == 0
    assert save.read_text(encoding="utf-8") == whole


def test_what_a_record_says_is_never_taken_for_markup(finished: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(finished.read_text(encoding="utf-8").replace("\nresult: ", "\nresult: [/x] "), encoding="utf-8")
    answer = tell("replay", bad)
    assert answer.code == 0 and "[/x]" in answer.out


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--bots", "clever"], "bot/unknown"),
        (["--bots", ""], "bot/none"),
        (["--packs", "nowhere"], "pack/edition"),
        (["--character", "nobody"], "setup/character"),
        (["--players", "5"], "setup/packs"),
        (["--lang", "xx"], "words/unknown-language"),
        (["--save", "/dev/null/game.txt"], "file/unwritable"),
        (["--save", "/tmp"], "file/unwritable"),
        (["--save", "/"], "file/unwritable"),
        (["--save", "."], "file/unwritable"),
        (["--own", "/nowhere"], "file/unreadable"),
        (["--mode", "solo", "--bot-hp", "7"], "setup/"),
    ],
)
def test_a_game_that_cannot_be_is_refused(options: list[str], code: str, tmp_path: Path) -> None:
    answer = tell(*NEW, "--save", tmp_path / "game.txt", *options)
    assert answer.code == 2 and f"casting-shadows: {code}" in answer.err and "Traceback" not in answer.err


def test_a_saved_game_that_was_spoilt_is_refused_and_kept(tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    save.write_text("casting-shadows game 1\nspoilt\n", encoding="utf-8")
    answer = run("play", "--terminal", "--save", save)
    assert answer.code == 2 and "game/header" in answer.err and save.read_text(encoding="utf-8").endswith("spoilt\n")


SOLO = ("--mode", "solo", "--players", "1")
THREE = ("--packs", "base,ice_storm", "--players", "3", "--lang", "de")


@pytest.mark.parametrize("options", [SOLO, THREE], ids=["Shadow Boxing", "three players"])
def test_a_whole_game_is_played_by_numbers_and_words(options: tuple[str, ...], tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    script = ["2", "3", "1", "y", "pass", "absorb 1", "stay", "4", "6", "end", "j", "1"] * 60
    answer = played(save, *script, options=options)
    record = parse_record(save.read_text(encoding="utf-8"))
    assert answer.code == 0 and (record.result or len(record.moves) > 50)
    assert tell("verify", save).code == 0


def test_games_of_shadow_boxing_go_on_whatever_is_typed(tmp_path: Path) -> None:
    words = ("1", "2", "3", "4", "5", "7", "9", "12", "end", "y", "hint", "undo", "list cast", "absorb 1", "pass")
    for seed in range(runs(3, 60)):
        rng = random.Random(seed)
        typed = "".join(f"{rng.choice(words)}\n" for _ in range(300))
        save = tmp_path / f"{seed}.txt"
        arguments = ("--character", "kit", "--seed", str(seed), "--bot-hp", "12", "--save", save)
        answer = tell("play", "--terminal", *SOLO, *arguments, typed=typed)
        assert answer.code == 0 and tell("verify", save).code == 0
