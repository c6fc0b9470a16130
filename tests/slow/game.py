"""A game to play, position in and position out."""

from . import play as acts
from . import position, start
from .legal import legal
from .table import Options, Table


class Game:
    """One game of Casting Shadows, or of Shadow Boxing."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @staticmethod
    def start(options: Options, seed: str | bytes) -> "Game":
        """A new game from a seed, or from a stream's key."""
        return Game(start.set_up(options, start.key_from(seed)))

    @staticmethod
    def from_position(text: str) -> "Game":
        return Game(position.read(text))

    def position(self) -> str:
        return position.write(self.table)

    def legal(self) -> set[str]:
        """The texts of all legal actions; none when the game is over."""
        return legal(self.table)

    def play(self, action: str) -> None:
        """Play a legal action."""
        if self.table.phase == "draft":
            start.pick(self.table, action.split()[1])
        else:
            acts.play(self.table, action)

    def concede(self, seat: int) -> None:
        """A player still standing leaves the game."""
        acts.concede(self.table, seat)

    def can_concede(self) -> list[int]:
        """The seats that may leave now: people still standing who have not left yet."""
        table = self.table
        if table.phase in ("draft", "over"):
            return []
        return [seat for seat in table.order if table.standing(seat) and not table.is_bot(seat) and seat not in table.leaving]

    def copy(self) -> "Game":
        return Game(self.table.copy())

    @property
    def is_over(self) -> bool:
        return self.table.phase == "over"


def perft(game: Game, depth: int) -> int:
    """How many sequences of legal actions of this length there are."""
    if depth == 0:
        return 1
    actions = sorted(game.legal())
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = game.copy()
        after.play(action)
        count += perft(after, depth - 1)
    return count
