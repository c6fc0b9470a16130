"""A game or position played with a pack of one's own names it with its hash and is never read with other values.

A game's text brings its packs along, and can be read wherever they are not known.
"""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace

import pytest

from casting_shadows.engine import (
    BadNotation,
    GameError,
    Pack,
    Setup,
    legal_actions,
    new_record,
    note,
    parse_own_pack,
    parse_position,
    parse_record,
    play,
    position,
    replay,
    reveal,
    secret_from_seed,
    start,
    verify,
    with_packs,
)
from casting_shadows.engine.packs.pack import MOST_OWN, check_own, shipped_label
from tests.any_game import any_setup
from tests.counts import runs
from tests.finished_games import finished, nobody_leaves
from tests.test_hostile_mutations import mutated, vocabulary
from tests.test_hostile_text import PACK_TEXT, read_game, within


def own(content: str) -> Pack:
    return parse_own_pack('[pack]\nname = "mine"\n' + content)


CHANGED = '[main]\nheavy_hand = { damage = "3/7" }'


def a_game(pack: Pack) -> str:
    """The record of a short game with a pack of one's own."""
    secret = secret_from_seed("own pack")
    state, _ = start(Setup(players=2, packs=("base", "mine"), first=0), secret, own=(pack,))
    record = new_record(state, secret, "0.1.0")
    for action in ("end", "concede"):
        seat = state.to_act
        after, _ = play(state, seat, action)
        note(record, state, seat, state.box.table.parse(action), after)
        state = after
        if not legal_actions(state) or state.to_act == seat:
            break
    return reveal(record, secret).text()


def test_records_and_positions_name_the_pack_with_its_hash() -> None:
    pack = own(CHANGED)
    assert pack.label == f"mine@{pack.digest[:16]}" and pack.is_own
    state, _ = start(Setup(packs=("base", "mine")), seed=1, own=(pack,))
    assert f" packs=base+{pack.label} " in position(state)
    assert f"\npacks: {shipped_label('base')}+{pack.label}\n" in a_game(pack)
    assert verify(parse_record(a_game(pack)), (pack,)).number > 0


def test_comments_spaces_and_the_order_of_lines_do_not_change_the_hash_but_values_do() -> None:
    first = own('[main]\nheavy_hand = { damage = "3/7" }\nheat_wave = { range = "0" }')
    second = own('# mine\n[main]\n\nheat_wave = { range   = "0" } # near\nheavy_hand = { damage = "3/7" }')
    assert first.digest == second.digest != own(CHANGED).digest


@pytest.mark.parametrize("there", [(), (own('[main]\nheavy_hand = { damage = "1/1" }'),)], ids=["missing", "other values"])
def test_a_game_or_position_is_never_read_without_its_pack_or_with_other_values(there: tuple[Pack, ...]) -> None:
    pack = own(CHANGED)
    state, _ = start(Setup(packs=("base", "mine")), seed=1, own=(pack,))
    for read in (lambda: parse_position(position(state), there), lambda: list(replay(parse_record(a_game(pack)), there))):
        with pytest.raises(GameError) as refused:
            read()
        assert refused.value.code == "pack/missing" and pack.label in refused.value.message


def test_of_two_packs_of_one_name_the_one_with_the_same_content_is_meant() -> None:
    pack, other = own(CHANGED), own('[main]\nheavy_hand = { damage = "1/1" }')
    state, _ = start(Setup(packs=("base", "mine")), seed=1, own=(pack,))
    for both in ((pack, other), (other, pack)):
        box = parse_position(position(state), both).box
        assert box.parts.main[box.card_number["heavy_hand"]].damage == (3, 7)


# ---------------------------------------------------------------------- packs in the text

ODD = (
    "",
    "# pack: other@0123456789abcdef\n# result: kit wins\n# | nobody",
    "\n\n  # far in\t\n\t[rules]\n\tpoints = 5\r\n\n",
    "# two lines in one: \u2028 and \u0085, \u202eturned\n[main]\r\nheavy_hand = { damage = '3/7' }\r\n",
    CHANGED,
    PACK_TEXT.partition("\n")[2].partition("\n")[2],
)
"""What a pack may hold below its name."""


def named(name: str, content: str) -> Pack:
    return parse_own_pack(f'[pack]\nname = "{name}"\n{content}')


def a_whole_game(*packs: Pack) -> str:
    return with_packs(parse_record(a_game(packs[0])), packs).text()


def test_a_game_brings_its_packs_along_and_is_read_where_they_are_not_known() -> None:
    rng = random.Random("along")
    for number in range(runs(12, 300)):
        setup = any_setup(rng.choice)
        packs = tuple(named(f"mine_{place}", rng.choice(ODD)) for place in range(rng.randrange(1, MOST_OWN + 1)))
        chosen = rng.sample([pack.name for pack in packs], rng.randrange(1, len(packs) + 1))
        setup = replace(setup, packs=(*setup.packs, *chosen), max_rounds=3)
        record = finished(setup, "random", f"along {number}", nobody_leaves, packs)
        assert [pack.name for pack in record.own] == chosen, "those it was played with, in their order"
        for text in (record.text(), record.text().replace("\n", "\r\n"), f"\n{record.text()}\n\n"):
            read = parse_record(text)
            assert read == record and read.text() == record.text()
        assert verify(read).number == len(record.moves)


def test_a_game_without_packs_of_ones_own_is_written_as_ever() -> None:
    record = finished(Setup(players=2), "random", "as ever", nobody_leaves)
    assert record.text().splitlines()[-1] == f"result: {record.result}"
    assert with_packs(record, (own(CHANGED),)).text() == record.text(), "it was not played with it"


def test_a_pack_in_a_text_is_readable_and_ends_it() -> None:
    text = a_whole_game(own(f"\n{CHANGED}\n\n"))
    told = f"""pack: {own(CHANGED).label}
| [pack]
| name = "mine"
|
| [main]
| heavy_hand = {{ damage = "3/7" }}
"""
    assert text.endswith(told) and text.partition("\npack: ")[0] + "\n" == a_game(own(CHANGED))


LABEL = own(CHANGED).label
SECTION = a_whole_game(own(CHANGED)).partition("\npack: ")[2]


UNFIT: dict[str, tuple[str, str, str, int | None]] = {
    "another value": ('"3/7"', '"3/8"', "game/pack-changed", 0),
    "another hash": (f"pack: {LABEL}", "pack: mine@0123456789abcdef", "game/pack-stray", 0),
    "no text": (f"pack: {LABEL}\n", f"pack: {LABEL}\npack: {LABEL}\n", "pack/bad-value", 0),
    "twice": (SECTION, f"{SECTION}pack: {SECTION}", "game/pack-stray", 5),
    "a path": (f"pack: {LABEL}", "pack: ../../etc/passwd@0123456789abcdef", "game/pack-line", 0),
    "no name": (f"pack: {LABEL}", "pack: ", "game/pack-line", 0),
    "no heading": (f"pack: {LABEL}\n", "", "game/pack-line", 0),
    "more in the heading": (f"\npack: {LABEL}", f"\n\npack: {LABEL} again", "game/pack-line", 0),
    "a line without its mark": ("| name", "name", "game/pack-line", 2),
    "a mark without its space": ("| name", "|name", "game/pack-line", 2),
    "an empty line": ("| [main]", "\n| [main]", "game/pack-line", 3),
    "a move behind it": (SECTION, f"{SECTION}kit concede\n", "game/pack-line", 5),
    "a shipped pack's name": ('| name = "mine"', '| name = "base"', "pack/bad-value", 0),
    "no TOML": ('| name = "mine"', '| name = "mine', "pack/not-toml", 2),
    "NUL": ("| [main]", "| [main]\n| \0", "pack/not-toml", 4),
    "an unknown table": ("| [main]", "| [secrets]\n| [main]", "pack/bad-value", 0),
    "a long line": ("| [main]", "| # " + "a" * 2_000 + "\n| [main]", "pack/too-long", 0),
    "a long pack": ("| [main]", "| #\n" * 150_000 + "| [main]", "pack/too-long", 0),
    "deep brackets": ("| [main]", "| [" + "[" * 1_900 + "\n| [main]", "pack/not-toml", 3),
    "a hundred million characters": ("| [main]", "| #\n" * 25_000_000 + "| [main]", "game/too-long", None),
    "control characters": ("result: ", "result: \x1b", "game/not-text", None),
}
"""What is changed into what, why it is refused, and how many lines below the heading the fault is."""


@pytest.mark.T25
@pytest.mark.parametrize(("old", "new", "code", "line"), UNFIT.values(), ids=UNFIT)
def test_a_pack_that_does_not_fit_is_refused_with_what_and_where(old: str, new: str, code: str, line: int | None) -> None:
    text = a_whole_game(own(CHANGED))
    assert old in text
    with within(5), pytest.raises(GameError) as refused:
        parse_record(text.replace(old, new))
    error = refused.value
    assert error.code == code and len(error.message) < 500
    if line is not None:
        heading = text[: text.index("pack: ")].count("\n") + 1 + ("\n\npack" in new)
        assert error.values["line"] == heading + line and f"line {heading + line}: " in error.message
    if code.startswith("pack/") or code == "game/pack-changed":
        assert "download the game again" in error.message


def test_packs_that_are_too_many_or_too_long_together_are_refused_before_a_game_begins() -> None:
    many = [named(f"mine_{place}", "") for place in range(MOST_OWN + 1)]
    check_own(many[:-1])
    long = [named(f"long_{place}", "#\n" * 70_000) for place in range(3)]
    check_own(long[:-1])
    for packs, code in ((many, "pack/too-many"), (long, "pack/too-long")):
        with pytest.raises(GameError) as refused:
            check_own(packs)
        assert refused.value.code == code
    whole = replace(parse_record(a_game(own(""))), packs="+".join(["base", *(pack.label for pack in many)]))
    with pytest.raises(GameError) as refused:
        parse_record(with_packs(whole, many).text())
    assert refused.value.code == "pack/too-many"


@pytest.mark.T25
def test_a_game_whose_packs_were_changed_is_refused_or_replays() -> None:
    rng = random.Random("packs in games")
    text, names = a_whole_game(named("mine", ODD[-1])), [*vocabulary(), "pack:", "|", "mine", "damage", "result:"]
    head, mark, packs = text.partition("result: ")
    for number in range(runs(300, 20_000)):
        changed = head + mutated(mark + packs, text, rng, names)
        with within(20):
            try:
                read_game(changed)
            except GameError:
                continue
            except Exception as error:
                raise AssertionError(f"mutation {number}: {changed}") from error


def test_reading_a_game_takes_no_longer_for_packs_that_are_not_there() -> None:
    text = finished(Setup(players=2), "random", "quick", nobody_leaves).text()
    many = text.replace("\nresult: ", "\nkit end" * 50_000 + "\nresult: ")
    began = time.perf_counter()
    assert len(parse_record(many).moves) > 50_000
    assert time.perf_counter() - began < 5


def test_a_line_that_only_looks_like_a_pack_is_told_apart() -> None:
    text = a_whole_game(own(CHANGED))
    for wrong in (re.sub("\nresult: .*", "", text), text.replace("\nresult:", "\npack: x\nresult:")):
        with pytest.raises(BadNotation) as refused:
            parse_record(wrong)
        assert refused.value.code == "game/moves"
