"""`random`: any legal action, each as likely."""

from __future__ import annotations

from typing import Final, final

from casting_shadows.bots.vantage import Vantage
from casting_shadows.engine.rng import QuickRng


@final
class RandomBot:
    """Plays without a thought. Good for tests and measuring, not for company."""

    def __init__(self, seed: int) -> None:
        self.name = "random"
        self.rng: Final = QuickRng(seed)

    def choose(self, vantage: Vantage) -> int:
        """Any of them."""
        return vantage.legal[self.rng.below(len(vantage.legal))]

    def why(self, vantage: Vantage, action: int) -> tuple[str, dict[str, str | int]]:
        """There is none."""
        return "reason/random", {}
