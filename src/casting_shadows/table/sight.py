"""A state as everyone sees it, encoded once as far as it looks the same to all."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from casting_shadows.engine import SPECTATOR, State, view
from casting_shadows.engine.api.facts import common_facts, deck_facts, own_facts, seat_facts


class Sight:
    """Everything shared is made from a spectator's view: what a spectator may not know is not in there to be shown."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._public = view(state, SPECTATOR)
        self._common = msgspec.json.encode(common_facts(self._public))
        self._seats = [_encoded(seat_facts(self._public, seat)) for seat in range(state.seats)]
        self._deck = _encoded(deck_facts(self._public))

    def of(self, viewer: int) -> Raw:
        """`facts` of a viewer's view, encoded."""
        seen, public = view(self._state, viewer), self._public
        own = own_facts(seen)
        own["seats"] = [
            shared if seen.counters[seat] == public.counters[seat] else seat_facts(seen, seat)
            for seat, shared in enumerate(self._seats)
        ]
        own["counterspells"] = self._deck if seen.counter_deck == public.counter_deck else deck_facts(seen)
        return Raw(b"%b,%b" % (msgspec.json.encode(own)[:-1], self._common[1:]))  # two objects as one


def _encoded(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))
