"""Corners that a close look found: each was wrong once, or would be easy to get wrong again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from casting_shadows.engine import (
    SPECTATOR,
    BadNotation,
    BadPack,
    GameError,
    Pack,
    Setup,
    legal_actions,
    new_record,
    note,
    open_box,
    parse_own_pack,
    parse_position,
    parse_record,
    play,
    position,
    preview,
    reach_map,
    replay,
    reveal,
    secret_from_seed,
    start,
    threat_map,
    view,
)
from tests.table import table
from tests.values import character, companion

SECRET = secret_from_seed("corners")


def own(lines: str) -> Pack:
    return parse_own_pack(f'[pack]\nname = "mine"\n{lines}')


def test_a_charged_ability_is_a_threat_and_an_uncharged_one_is_not() -> None:
    charged = table("frill", "kit", shadow="kit", energy={"kit": 5})
    seen = view(charged.state, charged.seat("frill"))
    damage = character("kit").damage
    for threats in threat_map(seen).values():
        assert [(threat.card, threat.damage) for threat in threats] == [(-1, damage)]
    idle = table("frill", "kit", shadow="kit", energy={"kit": 4})
    assert not any(threat_map(view(idle.state, 0)).values())


def test_a_spectator_reaches_nothing_and_there_are_no_other_seats() -> None:
    game = table("frill", "kit", books={"frill": "heavy_hand"})
    heavy_hand = game.state.box.card_number["heavy_hand"]
    assert reach_map(view(game.state, 0), heavy_hand)
    assert reach_map(view(game.state, SPECTATOR), heavy_hand) == []
    with pytest.raises(GameError, match="view/no-such-seat"):
        view(game.state, 9)


def test_ending_the_turn_shows_the_newts_healing_and_conceding_shows_the_end() -> None:
    game = table("frill", "kit", companions={"frill": "mending_newt"}, hp={"frill": 10})
    actions = game.state.box.table
    assert preview(view(game.state, 0), actions.end).heals == companion("mending_newt").end_hp
    assert preview(view(game.state, 0), actions.concede).hits[0].hp == 0


def test_a_position_cannot_have_somebody_leaving_without_an_attack_nor_too_much_hp() -> None:
    text = position(table("frill", "kit").state)
    for wrong in (text.replace("leaving=-", "leaving=1"), text.replace("kit:18:", "kit:19:")):
        assert wrong != text
        with pytest.raises(BadNotation, match="position/impossible"):
            parse_position(wrong)


def test_a_replay_plays_with_the_pack_of_the_recorded_hash_whatever_else_is_called_the_same() -> None:
    weak, strong = own('[main]\nheavy_hand = { damage = "1/1" }'), own('[main]\nheavy_hand = { damage = "9/9" }')
    state, _ = start(Setup(packs=("base", "mine")), SECRET, own=(weak,))
    record = new_record(state, SECRET, "test")
    action = legal_actions(state)[0]
    after, _ = play(state, state.to_act, action)
    note(record, state, state.to_act, action, after)
    for packs in ((weak, strong), (strong, weak)):
        last = list(replay(reveal(record, SECRET), packs))[-1]
        assert last.state.box.damage[last.state.box.card_number["heavy_hand"]] == [1, 1]


@pytest.mark.parametrize(
    "lines",
    [
        '[characters]\nfrill = { damage = 9, target = "enemy" }',
        "[characters]\ntusk = { push = true }",
        '[main]\nheavy_hand = { collect = "L9 RG" }',
        '[companions]\ngem_magpie = { start_gain = "RG or RG" }',
        "[counterspells]\npointed_shield = { reduce = 0 }",
        '[main]\nodd = { name = "A\\u001b[31mB", copies = 1, gives = "RG" }',
    ],
)
def test_words_that_make_no_sense_together_are_refused(lines: str) -> None:
    with pytest.raises(BadPack):
        open_box(("exclusive", "mine"), (own(lines),))


def test_a_game_with_control_characters_is_refused() -> None:
    state, _ = start(Setup(), SECRET)
    text = new_record(state, SECRET, "test").text()
    assert parse_record(text).moves == []
    with pytest.raises(BadNotation, match="game/not-text"):
        parse_record(text.replace("result: -", "result: \x1b[31mred"))


def test_a_spell_may_cost_nothing_but_another_spell() -> None:
    mine = own('[main]\nunicorn_rush = { collect = "L1" }')
    game = table(
        "frill", "kit", packs="base+mine", own=(mine,), books={"frill": "heavy_hand"}, market={"bubbling_lake": "unicorn_rush"}
    )
    assert game.legal("collect") == {"collect unicorn_rush drop heavy_hand"}


def test_an_added_character_plays_in_the_terminal(tmp_path: Path) -> None:
    pack = tmp_path / "zed.toml"
    pack.write_text(
        '[pack]\nname = "zeds"\n[hexes]\nattic = { name = "Attic", market = true }\n'
        '[characters]\nzed = { name = "Zed", home = "attic", heal = 3 }\n',
        encoding="utf-8",
    )
    options = ["--own", str(pack), "--character", "zed", "--players", "2", "--save", str(tmp_path / "game.txt")]
    done = subprocess.run(
        [sys.executable, "-m", "casting_shadows", "play", "--terminal", *options],
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Zed" in done.stdout
    assert "Attic" in done.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"'{sys.executable}' -m casting_shadows cards | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], env={**os.environ}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
