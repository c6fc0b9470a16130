"""A game or position played with a pack of one's own names it with its hash and is never read with other values."""

from __future__ import annotations

import pytest

from casting_shadows.engine import (
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
)
from casting_shadows.engine.packs.pack import shipped_label


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
