"""What the library promises whoever builds on it: states are left alone, refusals have codes, records replay and verify."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import pytest

from casting_shadows.engine import (
    SPECTATOR,
    BadNotation,
    BadSetup,
    GameError,
    IllegalAction,
    Outcome,
    Record,
    Setup,
    State,
    apply,
    commitment,
    digest,
    facts,
    legal_actions,
    new_record,
    note,
    outcome,
    parse_position,
    parse_record,
    phase_name,
    play,
    position,
    replay,
    reveal,
    seat_names,
    secret_from_seed,
    stand_in,
    start,
    verify,
    view,
)
from tests.any_game import any_setup, game_under_way, pick_by_verb
from tests.counts import runs
from tests.table import table

SECRET = bytes(range(32))


def test_playing_leaves_the_state_it_was_given_alone() -> None:
    rng = random.Random("alone")
    for number in range(runs(40, 2000)):
        state = game_under_way(any_setup(rng.choice), number, rng.randrange(200))
        before = position(state)
        for action in rng.sample(legal_actions(state), min(8, len(legal_actions(state)))):
            after, _ = play(state, state.to_act, action)
            assert position(state) == before != position(after)
            assert after.steps == state.steps + 1 and after.log is None


def test_a_number_and_its_text_are_the_same_action() -> None:
    state = table("frill", "kit", dice="RG").state
    for action in legal_actions(state):
        text = state.box.table.text(action)
        assert state.box.table.parse(text) == state.box.table.parse(f"  {text.replace(' ', '   ')} ") == action
        assert position(play(state, 0, action)[0]) == position(play(state, 0, text)[0])


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, "end", "action/not-your-choice"),
        (2, "end", "action/no-such-seat"),
        (-1, "end", "action/no-such-seat"),
        (0, "travel thornwood", "action/not-adjacent"),
        (0, -1, "action/no-such-action"),
        (0, 10**9, "action/no-such-action"),
        (1, "pass", "action/not-your-choice"),
    ],
)
def test_what_a_seat_may_not_do_is_refused_with_its_code(seat: int, action: int | str, code: str) -> None:
    state = table("frill", "kit").state
    before = position(state)
    with pytest.raises(IllegalAction) as refused:
        play(state, seat, action)
    assert refused.value.code == code and refused.value.message and position(state) == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "action/unknown-verb"),
        ("dance", "action/unknown-verb"),
        ("cast fireball RG @kit", "action/unknown-word"),
        ("cast moth_swarm RG @kit", "action/unknown-word"),
        ("cast heavy_hand @kit RG", "action/unreadable"),
        ("END", "action/unknown-verb"),
        ("end " * 100, "action/too-long"),
    ],
)
def test_text_that_is_no_action_with_these_packs_is_bad_notation(text: str, code: str) -> None:
    with pytest.raises(BadNotation) as refused:
        play(table("frill", "kit").state, 0, text)
    assert refused.value.code == code


def test_after_the_end_nobody_plays() -> None:
    state = table("frill", "kit").play_as("kit", "concede").state
    assert legal_actions(state) == [] and phase_name(state) == "over"
    for seat, action in ((0, "end"), (1, "end"), (0, "concede")):
        with pytest.raises(IllegalAction, match="game-over"):
            play(state, seat, action)


def test_chance_needs_a_secret_of_32_bytes_or_a_seed() -> None:
    setup = Setup()
    for arguments in ({}, {"secret": SECRET, "seed": 1}, {"secret": b""}, {"secret": SECRET[:31]}, {"secret": SECRET + b"x"}):
        with pytest.raises(BadSetup) as refused:
            start(setup, **arguments)
        assert refused.value.code == "setup/chance"
    assert position(start(setup, seed=7)[0]) == position(start(setup, seed="7")[0])
    assert (
        position(start(setup, seed=7)[0]) == position(start(setup, secret_from_seed("7"))[0]) != position(start(setup, seed=8)[0])
    )


def test_every_contribution_changes_the_dice_and_none_can_be_joined_or_split_unnoticed() -> None:
    streams = {(), (b"a",), (b"b",), (b"a", b"b"), (b"b", b"a"), (b"ab",)}
    found = {digest(start(Setup(), SECRET, contributions=stream)[0]) for stream in streams}
    assert len(found) == len(streams)
    assert position(start(Setup(), SECRET)[0]) == position(start(Setup(), SECRET, contributions=())[0])
    for refused in ((b"",), (b"x" * 65,), (b"x",) * 13):  # a record could not hold them
        with pytest.raises(BadSetup, match="setup/contributions"):
            start(Setup(), SECRET, contributions=refused)


def test_a_commitment_fixes_the_secret_and_the_secret_is_in_no_position_or_view() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest() != commitment(SECRET[::-1])
    state, _ = start(Setup(), SECRET)
    assert SECRET.hex() not in position(state)
    for viewer in (SPECTATOR, 0, 1):
        assert state.rng.key.hex() not in str(facts(view(state, viewer)))


def test_a_game_ends_in_one_of_four_ways() -> None:
    assert outcome(table("frill", "kit").state) is None
    won = table("frill", "kit", "haze", hp={"haze": 0}).play_as("frill", "concede").state
    assert outcome(won) == Outcome("last_standing", 1, (1,))
    tie = table("frill", "kit", "haze", hp={"haze": 0}, max_rounds=1).play("end").state
    while outcome(tie) is None:
        tie, _ = play(tie, tie.to_act, stand_in(tie))
    assert outcome(tie) == Outcome("turn_limit", None, (0, 1))
    solo = table("frill", mode="solo", hp={"nuzzle": 0, "haze": 0, "kit": 1}, tokens="RG BG", hexes={"kit": "ancient_rune"})
    assert outcome(solo.play("cast spectral_slap RG BG ancient_rune").state) == Outcome("solo_won", 0, (0,))
    lost = table("frill", mode="solo").play("concede").state
    assert outcome(lost) == Outcome("solo_lost", None, (1, 2, 3))


def test_a_seat_sees_its_own_cards_and_a_spectator_nobodys() -> None:
    state = table("frill", "kit", counters={"frill": "safety_dome", "kit": "run_away"}).state

    def held(viewer: int) -> list[object]:
        seats = facts(view(state, viewer))["seats"]
        assert isinstance(seats, list)
        return [seat["counterspells"][0]["card"] for seat in seats]

    assert (held(0), held(1), held(SPECTATOR)) == (["safety_dome", "?"], ["?", "run_away"], ["?", "?"])
    assert facts(view(state))["viewer"] is None and facts(view(state, 1))["viewer"] == 1
    assert seat_names(state) == ["frill", "kit"]


def test_a_position_read_back_is_the_same_game_to_the_last_roll() -> None:
    rng = random.Random("positions")
    for number in range(runs(25, 1000)):
        state = game_under_way(any_setup(rng.choice), number, rng.randrange(200))
        twin = parse_position(position(state))
        assert digest(twin) == digest(state)
        for _ in range(20):
            if not legal_actions(state):
                break
            action = pick_by_verb(state, legal_actions(state), rng)
            apply(state, action)
            apply(twin, action)
        assert position(twin) == position(state)


def recorded(setup: Setup, seed: str, moves: int = 10_000) -> tuple[Record, State]:
    """A game played at random, with its record, the secret revealed."""
    secret, rng = secret_from_seed(seed), random.Random(seed)
    state, _ = start(setup, secret, contributions=(b"one", b"two"))
    record = new_record(state, secret, "0.1.0", (b"one", b"two"))
    assert record.secret is None and record.commitment == commitment(secret)
    while legal_actions(state) and len(record.moves) < moves:
        action, seat = pick_by_verb(state, legal_actions(state), rng), state.to_act
        after, _ = play(state, seat, action)
        note(record, state, seat, action, after)
        state = after
    return reveal(record, secret), state


def test_a_record_is_text_that_replays_to_the_same_position() -> None:
    rng = random.Random("records")
    for number in range(runs(8, 300)):
        record, state = recorded(any_setup(rng.choice), f"record {number}", 400)
        read = parse_record(record.text())
        assert read.text() == record.text() and read.moves == record.moves
        *_, last = replay(read)
        assert position(last.state) == position(state) and last.number == len(record.moves)
        assert digest(verify(read).state) == digest(state)


def test_a_draft_is_recorded_by_seats_and_the_rest_by_characters() -> None:
    record, state = recorded(Setup(players=3, characters="draft", first=1, max_rounds=2), "draft")
    assert [who for who, _ in record.moves[:3]] == ["seat0", "seat2", "seat1"]
    assert {who for who, _ in record.moves[3:]} <= set(seat_names(state))
    assert verify(parse_record(record.text())).number == len(record.moves)


def test_a_concession_out_of_turn_is_recorded_too() -> None:
    secret = secret_from_seed("concede")
    state, _ = start(Setup(players=3, first=0, characters=("frill", "kit", "haze")), secret)
    record = new_record(state, secret, "0.1.0")
    for seat in (2, 1):
        after, _ = play(state, seat, "concede")
        note(record, state, seat, state.box.table.concede, after)
        state = after
    assert record.moves == [("haze", "concede"), ("kit", "concede")] and record.result == "frill wins"
    assert verify(reveal(record, secret)).number == 2


def test_verifying_catches_whatever_was_changed_afterwards() -> None:
    record, _ = recorded(Setup(players=2, first=0, max_rounds=3), "verify")
    other = next(move for move in record.moves if move[1] != "end" and move[1] != record.moves[0][1])
    changed: dict[str, Record] = {
        "game/commitment": replace(record, secret=SECRET),
        "game/no-secret": replace(record, secret=None),
        "game/result": replace(record, result="kit wins" if record.result != "kit wins" else "frill wins"),
        "game/move": replace(record, moves=[(record.moves[0][0], "stay"), *record.moves[1:]]),
        "pack/missing": replace(record, packs="base+mine@0123456789abcdef"),
    }
    for code, bad in changed.items():
        with pytest.raises(GameError) as refused:
            verify(bad)
        assert refused.value.code == code
    for moves in (record.moves[:-1], [*record.moves, other], [("nobody", "end"), *record.moves]):
        with pytest.raises(GameError):
            verify(replace(record, moves=moves))
    for contributions in ((), (b"two", b"one")):
        with pytest.raises(GameError):
            verify(replace(record, contributions=contributions))
    assert verify(record).number == len(record.moves)
