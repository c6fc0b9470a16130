"""Chance: a counter-based SHA-256 stream over a 256-bit key, and a way to script it in tests.

Byte *i* of the stream is byte `i % 32` of `SHA256(key + (i // 32 as 8 bytes, big-endian))`. A number below *n* takes one byte
and skips bytes at or above the largest multiple of *n* (no modulo bias); n is never above 256. The stream's place is one
integer, so chance is saved, copied and replayed with the state.
"""

from __future__ import annotations

import hashlib
from typing import Final, final

SECRET_BYTES: Final = 32


def commitment(secret: bytes) -> str:
    """What may be published before the game: it fixes the secret without telling it."""
    return hashlib.sha256(secret).hexdigest()


def stream_key(secret: bytes, contributions: tuple[bytes, ...] = ()) -> bytes:
    """The stream's key: the secret mixed with what each player's device added after the commitment."""
    mixed = hashlib.sha256(b"casting-shadows stream 1")
    mixed.update(secret)
    for contribution in contributions:
        mixed.update(len(contribution).to_bytes(4, "big"))
        mixed.update(contribution)
    return mixed.digest()


def secret_from_seed(seed: str) -> bytes:
    """A secret for tests and simulations; anyone can guess a short seed, so never for people's games."""
    return hashlib.sha256(b"casting-shadows seed " + seed.encode("utf-8", "surrogatepass")).digest()


@final
class Rng:
    """One stream of chance. `forced` numbers, if any, are handed out first: tests script dice with them."""

    def __init__(self, key: bytes, place: int = 0, forced: list[int] | None = None) -> None:
        self.key: Final = key
        self.place = place
        """Bytes used so far."""
        self.forced: list[int] = [] if forced is None else forced
        self._block = b""
        self._block_number = -1

    def copy(self) -> Rng:
        """The same stream at the same place, going its own way from here."""
        twin = Rng(self.key, self.place, self.forced.copy() if self.forced else None)
        twin._block = self._block
        twin._block_number = self._block_number
        return twin

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely; n is at most 256."""
        if self.forced:
            return self.forced.pop(0) % n
        limit = 256 - 256 % n
        while True:
            place = self.place
            number = place >> 5
            if number != self._block_number:
                self._block = hashlib.sha256(self.key + number.to_bytes(8, "big")).digest()
                self._block_number = number
            self.place = place + 1
            value = self._block[place & 31]
            if value < limit:
                return value % n

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place: from the last card down, each changes places with one at or before it."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


@final
class QuickRng:
    """A fast 32-bit xorshift for bots' own coin tosses. Never used by the game itself."""

    def __init__(self, seed: int) -> None:
        self.word = (seed ^ 0x9E3779B9) & 0xFFFFFFFF or 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1 (as good as) evenly."""
        word = self.word
        word ^= (word << 13) & 0xFFFFFFFF
        word ^= word >> 17
        word ^= (word << 5) & 0xFFFFFFFF
        self.word = word
        # Of its top 24 bits only: compiled, a product of larger numbers leaves the machine's own arithmetic.
        return ((word >> 8) * n) >> 24
