"""What a bot gets to choose from: its legal actions, its seat's view, and worlds it can imagine from that view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, final

from casting_shadows.engine.api.imagine import imagine
from casting_shadows.engine.api.view import View, view
from casting_shadows.engine.packs.box import Box
from casting_shadows.engine.rng import Rng
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.state import State


@final
class Vantage:
    """One decision as its seat sees it. The state itself is out of reach; looking costs nothing until it is done."""

    def __init__(self, box: Box, seat: int, legal: list[int], look: Callable[[], View]) -> None:
        self.box: Final = box
        self.seat: Final = seat
        self.legal: Final = legal
        """The actions to choose from, never empty, in their fixed order."""
        self._look: Final = look
        self._view: View | None = None

    @property
    def view(self) -> View:
        """Everything the seat may know."""
        seen = self._view
        if seen is None:
            seen = self._look()
            self._view = seen
        return seen

    def imagine(self, rng: Rng) -> State:
        """A whole state the seat cannot tell from the real one, to search in."""
        return imagine(self.view, rng)


def vantage_of(s: State) -> Vantage:
    """The vantage of the seat to act."""
    seat = s.to_act
    return Vantage(s.box, seat, legal_actions(s), lambda: view(s, seat))


class Bot(Protocol):
    """Anything that can choose."""

    name: str

    def choose(self, vantage: Vantage) -> int:
        """One of the vantage's legal actions."""
        ...

    def why(self, vantage: Vantage, action: int) -> tuple[str, dict[str, str | int]]:
        """The reason for an action as a code and values; the words files make a sentence of it."""
        ...
