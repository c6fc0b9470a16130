"""The lessons of the tutorial on the engine: whatever a learner is allowed to do leads to the end, and every mechanic occurs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest

from casting_shadows.bots.match import play_match
from casting_shadows.bots.registry import make_bot
from casting_shadows.engine import State, legal_actions, parse_position, play, position
from casting_shadows.engine.words import languages, load_words

from .make_lessons import EXAMPLES, FILE, LESSONS, Example, Lesson, Step, first_game, text

DEEDS = {
    *("travel", "collect", "cast", "reroll", "protect", "refresh", "use", "ability", "end", "absorb", "transform", "push"),
    "counter",
}
HAPPENINGS = {
    *("DiceRolled", "ResourcesGained", "CounterspellTaken", "AnswersAsked", "CounterspellUsed", "Damaged", "Absorbed"),
    *("Transformed", "Moved", "Eliminated"),
}
FEW = 400
"""More ways than this through one lesson are not a lesson."""


def allowed(state: State, step: Step) -> list[str]:
    """What the learner may do now."""
    texts = [state.box.table.text(action) for action in legal_actions(state)]
    return [text for text in texts if any(fnmatchcase(text, pattern) for pattern in step.allow)]


def ways(state: State, steps: tuple[Step, ...], seen: list[str]) -> Iterator[tuple[State, list[str]]]:
    """Every way through some steps: where it leads, and what happened."""
    if not steps:
        yield state, seen
        return
    step, rest = steps[0], steps[1:]
    if not step.action and not step.allow:
        yield from ways(state, rest, seen)
        return
    seat = step.by if step.action else 0
    assert state.to_act == seat, f"{step}: it is seat {state.to_act}'s choice"
    choices = [step.action] if step.action else allowed(state, step)
    assert choices, f"{step}: nothing of it is legal"
    for pattern in step.allow:
        assert any(fnmatchcase(choice, pattern) for choice in choices), f"{pattern} is not legal"
    for choice in choices:
        after, events = play(state, seat, choice)
        yield from ways(after, rest, [*seen, choice.split()[0], *(type(event).__name__ for event in events)])


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_every_allowed_way_leads_to_the_end_of_a_lesson(lesson: Lesson) -> None:
    start = parse_position(position(lesson.at.state))
    found = list(ways(start, lesson.steps, []))
    assert 0 < len(found) < FEW
    for state, _ in found:
        assert state.alive > 1, "the last step of a lesson is the lantern's, so a game may not end before it"


def test_every_mechanic_occurs() -> None:
    seen = {thing for lesson in LESSONS.values() for _, things in ways(lesson.at.state, lesson.steps, []) for thing in things}
    assert seen >= DEEDS | HAPPENINGS, (DEEDS | HAPPENINGS) - seen


def test_a_crystal_that_is_left_hurts_and_a_counterspell_saves_whatever_the_learner_chooses() -> None:
    hp = {name: {state.hp[0] for state, _ in ways(LESSONS[name].at.state, LESSONS[name].steps, [])} for name in LESSONS}
    assert hp["curses"] == {17}
    assert hp["counterspells"] == {18}


@pytest.mark.parametrize("language", languages())
def test_everything_the_lantern_says_has_words_and_no_words_are_left_over(language: str) -> None:
    words = load_words(language).tables["page_learn"]
    said = {f"say_{lesson.id}_{step.say}" for lesson in LESSONS.values() for step in lesson.steps if step.say}
    assert said == {key for key in words if key.startswith("say_")}
    assert {f"example_{example.id}" for example in EXAMPLES.values()} == {key for key in words if key.startswith("example_")}
    assert {f"lesson_{lesson}" for lesson in LESSONS} == {key for key in words if key.startswith("lesson_")}


@pytest.mark.parametrize("language", languages())
def test_the_lantern_is_brief(language: str) -> None:
    words = load_words(language).tables["page_learn"]
    long = {key: len(str(told)) for key, told in words.items() if key.startswith(("say_", "first_")) and len(str(told)) > 160}
    assert not long, "what is said must fit above a board on a phone"


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_what_an_example_shows_can_be_done_at_once(example: Example) -> None:
    state = parse_position(position(example.at.state))
    assert state.to_act == 0
    assert allowed(state, Step(allow=(example.shows,)))


@pytest.mark.parametrize("seed", range(3))
def test_whoever_follows_the_tips_wins_the_first_game(seed: int) -> None:
    state = first_game().state
    state.rng.shuffle(state.deck)
    play_match(state, [make_bot("greedy", seed), make_bot("random", seed)])
    assert state.hp[0] > 0
    assert state.round > 2, "there was time to try things out"


def test_the_file_of_the_page_is_fresh() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(text()), "run `python -m tests.make_lessons`"
