"""The stream of chance: bytes from a key, and numbers, dice and shuffles made of them."""

import hashlib
from typing import TypeVar

Card = TypeVar("Card")


def key_of_seed(seed: str) -> bytes:
    """The stream's key for a seed, with no contributions."""
    secret = hashlib.sha256(b"casting-shadows seed " + seed.encode()).digest()
    return hashlib.sha256(b"casting-shadows stream 1" + secret).digest()


class Chance:
    """A key and how many bytes of its stream have been used."""

    def __init__(self, key: bytes, used: int = 0) -> None:
        self.key = key
        self.used = used

    def byte(self) -> int:
        """The next byte of the stream."""
        block = hashlib.sha256(self.key + (self.used // 32).to_bytes(8, "big")).digest()
        value = block[self.used % 32]
        self.used += 1
        return value

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the other."""
        while True:
            value = self.byte()
            if value < 256 // n * n:
                return value % n

    def face(self) -> str:
        """The face of a rolled die: G, O, S or C."""
        return "GGOOSC"[self.below(6)]

    def shuffle(self, cards: list[Card]) -> None:
        """Shuffle a list in place."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def shuffled_deck(self, cards: list[Card]) -> list[Card]:
        """A deck from the top card down: the last card of the shuffled list is the top."""
        mixed = list(cards)
        self.shuffle(mixed)
        return mixed[::-1]

    def copy(self) -> "Chance":
        return Chance(self.key, self.used)
