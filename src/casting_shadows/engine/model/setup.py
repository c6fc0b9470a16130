"""How a game is set up: everything players agree on before the first roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RANDOM: Final = "random"
DRAFT: Final = "draft"
STANDARD: Final = "standard"
SOLO: Final = "solo"
CUSTOM: Final = "custom"


@dataclass(frozen=True)
class Setup:
    """The options of one game, all checked by `start`. Seats are numbered from 0, clockwise."""

    players: int = 2
    """1 for Shadow Boxing, else 2 to 6."""
    packs: tuple[str, ...] = ("base",)
    """`base` or `exclusive`, with or without `ice_storm`; a player's own packs follow by name."""
    mode: str = STANDARD
    """`standard`, or `solo` for Shadow Boxing."""
    characters: tuple[str, ...] | str = RANDOM
    """One for each seat, or `random`, or `draft` (the last in turn order picks first)."""
    layout: str = ""
    """`seven`, `ten` or `custom`; empty: seven up to four players, ten above."""
    tiles: tuple[tuple[str, int, int], ...] = ()
    """A custom map: each hex with its axial place (q, r)."""
    market: str = "sides"
    """On the ten-hex map: cards beside the `sides` only, or the whole `ring`."""
    transform: str = "may"
    """At full Shadow Energy in Base Form: `may` transform (English rules) or `must` (German rules)."""
    first: str | int = RANDOM
    """The seat that starts; the solo player always does."""
    first_turn_points: int = 4
    """Action points of the very first turn: 4 (the rule), 3 or 2."""
    bot_hp: int = 6
    """Shadow Boxing: HP of each Bot, 6 (the rule), 8, 10 or 12."""
    max_rounds: int = 0
    """The game is a tie after this many rounds; 0: no limit."""
