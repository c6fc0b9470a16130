"""An event that travelled as code and values is the same event when it is read back."""

from __future__ import annotations

import pytest

from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import (
    GameError,
    Setup,
    event_code,
    event_from,
    event_values,
    outcome,
    play,
    redacted,
    sentence,
    start,
)
from casting_shadows.engine.api.hear import EVENTS
from casting_shadows.engine.model.events import CharacterPicked, CounterspellTaken, Event
from tests.counts import runs

GAMES = [
    Setup(players=4, packs=("exclusive", "ice_storm")),
    Setup(players=6, packs=("exclusive", "ice_storm"), characters="draft"),
    Setup(players=1, mode="solo"),
    Setup(players=2),
]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_event_of_a_game_reads_back(number: int) -> None:
    for seed in range(runs(3, 100)):
        state, events = start(GAMES[number], seed=seed)
        bots = [make_bot("greedy", seed * 10 + seat) for seat in range(6)]
        while outcome(state) is None:
            state, more = play(state, state.to_act, bots[state.to_act].choose(vantage_of(state)))
            events += more
        for event in redacted(events, 0):
            told = event_values(state.box, state.character, event)
            heard = event_from(state.box, state.character, event_code(event), told)
            assert _known(heard) == _known(event)
            assert sentence(state.box, state.character, heard, "de") == sentence(state.box, state.character, event, "de")


def _known(event: Event) -> Event:
    """Who has seen a card decides who hears of it, and is not told."""
    return CounterspellTaken(event.seat, event.counterspell, 0) if isinstance(event, CounterspellTaken) else event


def test_every_kind_of_event_has_a_code() -> None:
    assert EVENTS["character_picked"] is CharacterPicked and len(EVENTS) == len(Event.__subclasses__())


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("no_such_event", {}),
        ("turn_began", {"seat": "nobody", "round": 1}),
        ("turn_began", {"seat": "frill", "round": 1, "damage": 3}),
        ("dice_rolled", {"seat": "frill", "dice": "RG RG RG"}),
        ("spell_cast", {"seat": "frill", "card": "no_such_card"}),
        ("answer_sealed", {"seat": "frill", "action": "win"}),
    ],
)
def test_what_is_no_event_is_refused(code: str, values: dict[str, str | int]) -> None:
    state, _ = start(Setup(players=2, characters=("frill", "kit")), seed=1)
    with pytest.raises(GameError) as refusal:
        event_from(state.box, state.character, code, values)
    assert refusal.value.code == "event/unknown"
