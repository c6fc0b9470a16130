"""Taking actions in a room: whose turn it is, what is refused, what can be taken back, and what everybody is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from casting_shadows.engine import digest, verify
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .rooms import Scene, a_room
from .table import Table, table


def at_the_lake() -> Table:
    """Frill with plenty in her pool and book, Kit beside her; it is Frill's turn."""
    return table(
        "frill",
        "kit",
        dice="RG RG BO BC PO",
        tokens="BG BG RO",
        hexes={"frill": "bubbling_lake", "kit": "bubbling_lake"},
        market={"bubbling_lake": "energy_bloom"},
        books={"frill": "red_gem heavy_hand metamorphosis"},
    ).rolls("GGOO")


def playing(**options: Any) -> Scene:
    """Frill (person 0) and Kit (person 1) at the lake."""
    return a_room(2, at=at_the_lake(), **options)


def versions_of(room: Scene, who: int) -> list[int]:
    """The versions a person was told of, in order."""
    return [message.version for message in room.inbox(who) if isinstance(message, m.Update)]


def test_an_action_is_answered_with_the_new_view_and_everyone_is_told_once() -> None:
    room = playing()
    watching = room.guest()
    for who in (0, 1, watching):
        room.news(who)
    answer = room.do(0, c.Act, version=room.version, seat=0, action="travel ancient_rune")
    assert isinstance(answer, m.Update) and answer.version == room.version
    for who in (1, watching):
        (update,) = room.news(who)
        assert isinstance(update, m.Update) and update.seq is None
        assert [event.code for event in update.seats[0].events] == ["travelled"]
        assert update.seats[0].view.seats[0].hex == "ancient_rune"


def test_everyone_sees_their_own_seat_and_a_spectator_sees_none() -> None:
    room = a_room(2, at=table("frill", "kit", counters={"kit": "run_away"}))
    watching = room.guest()
    shown = {who: room.seen(who) for who in (0, 1, watching)}
    assert [shown[who].seat for who in (0, 1, watching)] == [0, 1, None]
    held = {who: shown[who].view.seats[1].counterspells[0].card for who in shown}
    assert held == {0: "?", 1: "run_away", watching: "?"}
    assert shown[0].choices and not shown[1].choices and not shown[watching].choices


def test_another_ones_seat_is_not_played_by_a_player_or_a_spectator() -> None:
    room = playing()
    watching = room.guest()
    assert room.act_refused(1, "end", seat=0) == "seat/not-yours"
    assert room.act_refused(watching, "end", seat=0) == "seat/not-yours"
    assert room.act_refused(0, "end", seat=5) == "seat/not-yours"
    assert room.act_refused(1, "end") == "action/not-your-choice"


def test_what_is_no_action_or_not_legal_is_refused_with_the_engines_reason() -> None:
    room = playing()
    assert room.act_refused(0, "fly away") == "action/unknown-verb"
    assert room.act_refused(0, "travel bubbling_lake").startswith("action/")
    assert room.act_refused(0, "cast heavy_hand RG RG RG RG @kit").startswith("action/")


def test_an_action_for_a_version_that_is_gone_is_refused_with_the_game_as_it_stands() -> None:
    room = playing()
    before = room.version
    room.act(0, "protect")
    room.news(0)
    room.send(0, c.Act, version=before, seat=0, action="travel ancient_rune")
    refusal, update = room.news(0)
    assert isinstance(refusal, m.Refused) and refusal.code == "version/stale"
    assert isinstance(update, m.Update) and update.version == room.version
    assert room.refused(0, c.Act, version=room.version + 1, seat=0, action="end") == "version/stale"


def test_a_version_counts_everything_that_happens_and_never_goes_back() -> None:
    room = playing()
    room.act(0, "travel ancient_rune").undo(0).act(0, "protect")
    assert versions_of(room, 1) == sorted(set(versions_of(room, 1)))
    assert room.version == 4


def test_nobody_acts_before_the_game_in_a_pause_or_after_the_end() -> None:
    room = a_room(1, started=False, players=2)
    assert room.refused(0, c.Act, version=0, seat=0, action="end") == "room/not-playing"
    room = playing()
    room.do(0, c.Pause, on=True)
    room.do(1, c.Pause, on=True)
    assert room.act_refused(0, "end") == "room/paused"
    room.do(0, c.Pause, on=False)
    room.do(1, c.Pause, on=False)
    room.act(1, "concede")
    assert room.phase == "ended"
    assert room.act_refused(0, "end") == "room/ended"
    assert room.refused(0, c.Undo, version=room.version, seat=0) == "room/ended"


def test_whoever_is_out_watches_on_and_acts_no_more() -> None:
    room = a_room(3)
    out = next(who for who in range(3) if not room.game.may_act(who))
    room.act(out, "concede")
    assert room.phase == "playing"
    assert room.act_refused(out, "concede").startswith("action/")
    assert room.act_refused(out, "end").startswith("action/")
    assert room.seen(out).seat == out and not room.seen(out).choices


def test_the_last_one_left_wins_and_everyone_is_told_the_result() -> None:
    room = playing()
    room.act(0, "concede")
    assert room.finished == [room.game.name]
    for who in (0, 1):
        told = room.last(who, m.Room).room
        assert told.phase == "ended" and told.result is not None
        assert (told.result.winners, told.result.ending) == ((1,), "last_standing")


# ---------------------------------------------------------------------- undo


@pytest.mark.T09
def test_what_can_be_taken_back_is_taken_back_step_by_step_to_the_same_game() -> None:
    room = playing()
    kept = [digest(room.state)]
    for action in ("travel ancient_rune", "use red_gem", "cast metamorphosis RO > BO", "protect"):
        room.act(0, action)
        kept.append(digest(room.state))
    assert room.seen(0).undo == 4
    for step in (3, 2, 1, 0):
        room.undo(0)
        assert (digest(room.state), room.seen(0).undo) == (kept[step], step)
    assert room.refused(0, c.Undo, version=room.version, seat=0) == "undo/nothing"


@pytest.mark.T09
def test_everything_that_happened_says_at_which_step_a_replay_shows_it() -> None:
    room = playing()
    room.act(0, "travel ancient_rune", "use red_gem").undo(0).act(0, "protect")
    updates = [message for message in room.news(1) if isinstance(message, m.Update)]
    told = [(event.code, event.step) for update in updates for event in update.seats[0].events]
    assert list(dict(told).items())[-5:] == [
        ("travelled", 1),
        ("resource_card_used", 2),
        ("card_discarded", 2),
        ("undone", 1),
        ("crystal_removed", 2),
    ]


@pytest.mark.T09
def test_everything_since_the_checkpoint_is_taken_back_at_once() -> None:
    room = playing()
    room.act(0, "reroll RG")
    checkpoint = digest(room.state)
    room.act(0, "travel ancient_rune", "use red_gem").undo(0, all=True)
    assert digest(room.state) == checkpoint
    assert room.refused(0, c.Undo, version=room.version, seat=0, all=True) == "undo/nothing"


@pytest.mark.T09
@pytest.mark.parametrize("action", ["reroll RG BO", "refresh", "collect energy_bloom RG", "cast heavy_hand RG RG @kit", "end"])
def test_dice_new_cards_attacks_and_the_end_of_a_turn_stay(action: str) -> None:
    room = playing()
    room.act(0, "use red_gem", action)
    assert room.refused(0, c.Undo, version=room.version, seat=0) == "undo/nothing"
    assert room.seen(0).undo == 0


@pytest.mark.T09
def test_everybody_is_told_that_something_was_taken_back() -> None:
    room = playing()
    room.act(0, "travel ancient_rune").undo(0)
    told = room.seen(1)
    assert [(event.code, event.values) for event in told.events] == [("undone", {"seat": 0, "steps": 1})]
    assert told.view.seats[0].hex == "bubbling_lake"


def test_nobody_takes_back_what_another_did() -> None:
    room = playing()
    room.act(0, "travel ancient_rune")
    assert room.refused(1, c.Undo, version=room.version, seat=1) == "undo/nothing"
    assert room.refused(1, c.Undo, version=room.version, seat=0) == "seat/not-yours"
    assert room.refused(0, c.Undo, version=room.version - 1, seat=0) == "version/stale"


@pytest.mark.T09
def test_a_record_holds_what_was_played_in_the_end_and_verifies() -> None:
    room = playing()
    room.act(0, "travel ancient_rune").undo(0).act(0, "protect", "end").act(1, "concede")
    assert [action for _, action in room.game.record().moves][:2] == ["protect", "end"]
    verify(room.game.record())


def test_without_undo_nothing_is_taken_back() -> None:
    room = playing(undo="none")
    room.act(0, "travel ancient_rune")
    assert room.seen(0).undo == 0
    assert room.refused(0, c.Undo, version=room.version, seat=0) == "undo/nothing"


def test_free_undo_goes_past_dice_and_bots_but_marks_the_result() -> None:
    room = a_room(1, 1, at=at_the_lake(), undo="free")
    start = digest(room.state)
    room.act(0, "travel ancient_rune").undo(0)
    assert not room.game.assisted, "this much everyone may"
    room.act(0, "reroll RG", "end")
    assert room.seen(0).undo == 2
    room.undo(0).undo(0)
    assert (digest(room.state), room.seen(0).undo) == (start, 0)
    assert room.refused(0, c.Undo, version=room.version, seat=0) == "undo/nothing"
    room.act(0, "concede")
    assert room.info.result is not None and room.info.result.assisted


def test_back_to_the_checkpoint_goes_as_far_as_is_told_also_where_more_can_be_taken_back() -> None:
    room = a_room(1, 1, at=at_the_lake(), undo="free")
    room.act(0, "reroll RG", "travel ancient_rune", "travel underground_volcano")
    assert (room.seen(0).undo, room.seen(0).undo_all) == (3, 2)
    room.undo(0, all=True)
    assert (room.seen(0).undo, room.seen(0).undo_all) == (1, 0)


def test_free_undo_while_a_bot_thinks_lets_it_forget_what_it_thought() -> None:
    room = a_room(1, 1, at=at_the_lake(), undo="free")
    room.act(0, "end")
    asked = room.thinks[-1]
    room.undo(0)
    room.take(room.room.thought(1, asked.version, "end", room.now))
    assert room.state.to_act == 0 and not room.room.choices


def test_free_undo_is_for_one_person_alone() -> None:
    room = playing(undo="free")
    room.act(0, "reroll RG")
    assert room.seen(0).undo == 0
    assert room.refused(0, c.Undo, version=room.version, seat=0) == "undo/nothing"


def test_free_undo_of_an_answer_asks_again() -> None:
    setting = table(
        "frill", "kit", dice="RG RG", turn="kit", books={"kit": "heavy_hand"}, counters={"frill": "pointed_shield"},
        hexes={"kit": "bubbling_lake", "frill": "bubbling_lake"},
    )  # fmt: skip
    room = a_room(1, 1, at=setting, undo="free")
    room.thought(1, "cast heavy_hand RG RG @frill")
    room.act(0, "pass")
    hurt = room.state.hp[0]
    room.undo(0)
    assert room.seen(0).asked and "counter pointed_shield" in room.choices(0)
    room.act(0, "counter pointed_shield")
    assert room.state.hp[0] > hurt
