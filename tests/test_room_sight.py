"""What is made once for everybody is what would be made for each: views, and what attacks would do."""

from __future__ import annotations

import json
from collections.abc import Iterator

from casting_shadows.engine import SPECTATOR, Setup, State, facts, foresee, legal_actions, preview, view
from casting_shadows.table.sight import Sight
from casting_shadows.table.telling import SHOWN_WITH_HITS

from .any_game import game_under_way
from .counts import runs
from .room_games import with_face_down_cards


def states() -> Iterator[State]:
    """Moments of games in which something is hidden."""
    for seed in range(runs(400, 4000)):
        setup = Setup(players=2 + seed % 5, packs=("base", "ice_storm"), max_rounds=12)
        yield with_face_down_cards(game_under_way(setup, seed, seed * 7 % 90))


def test_a_view_made_from_shared_parts_is_the_view() -> None:
    own = 0
    for state in states():
        sight = Sight(state)
        for viewer in (SPECTATOR, *range(state.seats)):
            assert json.loads(bytes(sight.of(viewer))) == facts(view(state, viewer))
            own += view(state, viewer).counters != view(state, SPECTATOR).counters
    assert own > 400, "there were cards to be hidden"


def test_what_attacks_would_do_is_foreseen_as_their_previews_say() -> None:
    hits = 0
    for state in states():
        table, seat = state.box.table, state.to_act
        actions = [action for action in legal_actions(state) if table.kind[action] in SHOWN_WITH_HITS]
        found = foresee(view(state, seat), actions) if actions else []
        assert found == [preview(view(state, seat), action).hits for action in actions]
        hits += sum(map(bool, found))
    assert hits > 20
