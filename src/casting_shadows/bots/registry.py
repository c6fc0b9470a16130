"""Every bot by its name: the same names serve the command line, rooms, tournaments and research."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from casting_shadows.bots.greedy import GreedyBot
from casting_shadows.bots.random_bot import RandomBot
from casting_shadows.bots.vantage import Bot
from casting_shadows.engine.errors import GameError

BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
}


def make_bot(name: str, seed: int) -> Bot:
    """A bot of this name; the same seed and views give the same choices. Raises GameError for an unknown name."""
    if name not in BOTS:
        raise GameError("bot/unknown", f"there is no bot {name!r}; there are {', '.join(BOTS)}", {"bot": name})
    return BOTS[name](seed)
