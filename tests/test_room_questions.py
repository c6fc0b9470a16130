"""What a client asks about its seat is answered from what the seat may know, at any moment, and changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from casting_shadows.engine import facts, parse_position, view
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .counts import runs
from .room_games import any_room, any_step
from .rooms import Scene, a_room
from .table import table

CAST = "cast heavy_hand RG RG @kit"
QUESTIONS: list[tuple[type[c.Command], dict[str, Any]]] = [
    (c.AskPreviews, {"actions": (CAST, "end", "pass")}),
    (c.AskReasons, {"actions": (CAST, "travel volcano", "nonsense", "concede")}),
    (c.AskWhy, {"verb": "use", "about": "heavy_hand"}),
    (c.AskReach, {"card": "heavy_hand"}),
    (c.AskThreats, {}),
    (c.AskOdds, {"action": "reroll RG"}),
    (c.AskWarnings, {}),
    (c.AskWorld, {}),
]


def asking(**options: Any) -> Scene:
    """Frill's turn beside Kit, with something to ask about; each holds a face-down card."""
    setting = table(
        "frill", "kit", dice="RG RG BO BC", books={"frill": "heavy_hand"}, counters={"kit": "run_away", "frill": "safety_dome"},
        hexes=dict.fromkeys(("frill", "kit"), "bubbling_lake"),
    )  # fmt: skip
    return a_room(2, at=setting, **options)


def test_a_preview_tells_what_an_action_would_do() -> None:
    answer = asking().do(0, c.AskPreviews, seat=0, actions=(CAST, "travel ancient_rune"))
    assert isinstance(answer, m.Previews)
    cast, travel = answer.previews
    assert (cast.hits[0].seat, cast.hits[0].damage, cast.hits[0].may_answer) == (1, 4, True)
    assert travel.moves == {0: "ancient_rune"} and travel.can_undo and not cast.can_undo


def test_a_preview_is_had_of_what_one_may_do_now() -> None:
    room = asking()
    assert room.refused(0, c.AskPreviews, seat=0, actions=("cast heavy_hand RG RG RG @kit",)).startswith("action/")
    assert room.refused(1, c.AskPreviews, seat=1, actions=("end",)) == "action/not-legal"


def test_reasons_say_for_each_action_why_not() -> None:
    answer = asking().do(0, c.AskReasons, seat=0, actions=("end", "travel thornwood", "fly"))
    assert isinstance(answer, m.Reasons)
    assert [reason.code for reason in answer.reasons][::2] == ["", "action/unknown-verb"]
    assert answer.reasons[1].code.startswith("action/")


def test_why_something_cannot_be_used_is_told_without_an_action_in_mind() -> None:
    room = asking()
    assert room.do(0, c.AskWhy, seat=0, verb="use", about="heavy_hand") == m.Why(room.people[0].seq)
    ability = room.do(0, c.AskWhy, seat=0, verb="ability")
    assert isinstance(ability, m.Why) and (ability.code, ability.values) == ("action/base-form", {})
    waiting = room.do(1, c.AskWhy, seat=1, verb="end")
    assert isinstance(waiting, m.Why) and waiting.values == {"waiting_for": "frill"}
    assert room.refused(0, c.AskWhy, seat=0, verb="use", about="sledge_hammer") == "action/unreadable"


def test_what_an_answer_would_bring_about_is_told_as_events() -> None:
    room = asking(clock="none")
    room.act(0, CAST)
    answer = room.do(1, c.AskPreviews, seat=1, actions=("pass", "counter run_away ancient_rune"))
    assert isinstance(answer, m.Previews)
    stays, runs_away = ([(event.code, event.values) for event in preview.events] for preview in answer.previews)
    assert stays == [("damaged", {"seat": "kit", "amount": 4, "hp": 14, "by": "frill"})]
    assert ("moved", {"seat": "kit", "hex": "ancient_rune", "by": "kit"}) in runs_away


def test_reach_threats_odds_and_warnings() -> None:
    room = asking()
    reach = room.do(0, c.AskReach, seat=0, card="heavy_hand")
    assert isinstance(reach, m.Reach) and "bubbling_lake" in reach.hexes
    assert room.refused(0, c.AskReach, seat=0, card="sledge_hammer") == "card/unknown"
    threats = room.do(1, c.AskThreats, seat=1)
    assert isinstance(threats, m.Threats) and {threat.seat for threat in threats.threats} == {0}
    odds = room.do(0, c.AskOdds, seat=0, action="reroll RG")
    assert isinstance(odds, m.Odds) and odds.expected
    assert room.refused(0, c.AskOdds, seat=0, action="end") == "action/no-reroll"
    warnings = room.do(0, c.AskWarnings, seat=0)
    assert isinstance(warnings, m.Warnings) and warnings.warnings


@pytest.mark.T21
def test_a_world_to_think_about_looks_the_same_to_the_seat_and_is_not_the_real_one() -> None:
    room = asking()
    worlds = []
    for _ in range(20):
        answer = room.do(0, c.AskWorld, seat=0)
        assert isinstance(answer, m.World) and answer.version == room.version
        worlds.append(parse_position(answer.position))
    assert all(facts(view(world, 0)) == facts(view(room.state, 0)) for world in worlds)
    assert len({tuple(world.counters[1]) for world in worlds}) > 1
    assert all(world.rng.key != room.state.rng.key for world in worlds)


@pytest.mark.parametrize(("question", "fields"), [*QUESTIONS, (c.AskText, {})])
def test_one_asks_about_ones_own_seat_in_a_game_that_goes_on(question: type[c.Command], fields: dict[str, Any]) -> None:
    room = asking()
    watching = room.guest()
    assert room.refused(1, question, seat=0, **fields) == "seat/not-yours"
    assert room.refused(watching, question, seat=0, **fields) == "seat/not-yours"
    for who in (0, 1):
        room.do(who, c.Pause, on=True)
    if question in (c.AskThreats, c.AskWorld, c.AskReasons, c.AskWhy, c.AskReach):
        room.do(0, question, seat=0, **fields)
    room.do(0, c.Pause, on=False)
    room.do(1, c.Pause, on=False)
    room.act(0, "concede")
    assert room.refused(0, question, seat=0, **fields) == "room/ended"
    assert a_room(2, started=False).refused(0, question, seat=0, **fields) == "room/not-playing"


def test_the_same_question_is_answered_as_often_as_it_is_asked() -> None:
    room = asking()
    question = c.AskWarnings(room.people[0].seq + 1, 0)
    assert room.send_as(0, question) == room.send_as(0, question)


def test_questions_are_answered_or_refused_at_any_moment_and_change_nothing() -> None:
    for seed in range(runs(8, 200)):
        room, rng = any_room(seed, checks=False), random.Random(f"questions {seed}")
        while room.phase != "ended":
            any_step(room, rng)
            for who in room.players():
                question, fields = rng.choice(QUESTIONS)
                stored, sent = len(room.stored), len(room.wire)
                room.send(who, question, seat=rng.choice(room.room.seats_of(room.member(who))), **fields)
                assert (len(room.stored), len(room.wire)) == (stored, sent + 1), f"seed {seed}, {question.__name__}"


# ---------------------------------------------------------------------- hints


def test_a_hint_is_what_the_best_bot_would_do_and_why() -> None:
    room = asking()
    assert room.send(0, c.AskHint, seat=0) is None, "it has to think first"
    (asked,) = room.thinks
    assert (asked.purpose, asked.bot, asked.seat) == ("hint", room.info.bots[-1], 0)
    room.let_bots_think()
    hint = room.last(0, m.Hint)
    assert hint.action in room.choices(0) and hint.code.startswith("reason/") and hint.seq == room.people[0].seq
    assert room.version == 1, "nothing was done"
    assert not [message for message in room.inbox(1) if isinstance(message, m.Hint)]


def test_hints_are_for_those_to_act_and_can_be_off() -> None:
    room = asking()
    assert room.refused(1, c.AskHint, seat=1) == "hint/not-your-turn"
    assert room.refused(1, c.AskHint, seat=0) == "seat/not-yours"
    assert asking(hints=False).refused(0, c.AskHint, seat=0) == "hint/off"


def test_one_hint_is_thought_about_at_a_time_and_asking_twice_is_asking_once() -> None:
    room = asking()
    room.send(0, c.AskHint, seat=0)
    assert room.send_as(0, c.AskHint(room.people[0].seq, 0)) is None
    assert room.refused(0, c.AskHint, seat=0) == "hint/thinking"
    assert len(room.thinks) == 1
    room.let_bots_think()
    room.send(0, c.AskHint, seat=0)
    assert len(room.thinks) == 1


def test_a_hint_that_comes_when_the_game_has_gone_on_says_so() -> None:
    room = asking()
    room.send(0, c.AskHint, seat=0)
    (asked,) = room.thinks
    room.act(0, "travel ancient_rune")
    room.take(room.room.hinted(asked.conn, asked.seq, "end", "reason/best", {}, room.now))
    refusal = room.last(0, m.Refused)
    assert (refusal.code, refusal.seq) == ("version/stale", asked.seq)
    assert not room.room.hints


def test_a_bot_that_fails_gives_no_hint_and_can_be_asked_again() -> None:
    room = asking()
    room.send(0, c.AskHint, seat=0)
    (asked,) = room.thinks
    room.take(room.room.hinted(asked.conn, asked.seq, None, "", {}, room.now))
    refusal = room.last(0, m.Refused)
    assert (refusal.code, refusal.seq) == ("hint/failed", asked.seq)
    room.thinks.clear()
    room.send(0, c.AskHint, seat=0)
    assert len(room.thinks) == 1


def test_a_hint_for_somebody_who_has_gone_is_nobodys() -> None:
    room = asking()
    room.send(0, c.AskHint, seat=0)
    (asked,) = room.thinks
    sent = len(room.wire)
    room.disconnect(0)
    after = len(room.wire)
    room.take(room.room.hinted(asked.conn, asked.seq, "end", "reason/best", {}, room.now))
    assert len(room.wire) == after >= sent
