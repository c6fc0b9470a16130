"""Chance is fair, and it is exactly the chance docs/notation.md describes."""

from __future__ import annotations

import hashlib
import math
from collections import Counter

import pytest

from casting_shadows.engine import Rng, Setup, commitment, secret_from_seed, start
from casting_shadows.engine.effects.pool import empty, roll
from casting_shadows.engine.model.dice import DICE_OF, SIDE_CODES, sides_of
from casting_shadows.engine.rng import stream_key
from casting_shadows.engine.state import NONE

from .counts import runs

pytestmark = pytest.mark.T10

FAIR = 0.001
"""Below this chance of being fair a result counts as unfair."""
FACES = {"G": 2 / 6, "O": 2 / 6, "S": 1 / 6, "C": 1 / 6}


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: a series below a + 1, a continued fraction (Lentz) above."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        step = a
        while abs(term) > abs(total) * 1e-14:
            step += 1
            term *= x / step
            total += term
        return 1 - total * scale
    b = x + 1 - a
    c = 1e300
    d = fraction = 1 / b
    for number in range(1, 100_000):
        weight = -number * (number - a)
        b += 2
        d = 1 / (weight * d + b)
        c = b + weight / c
        fraction *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return fraction * scale


def chance_of(statistic: float, freedom: int) -> float:
    """How likely a chi-square at least this large is, if all is fair."""
    return upper_gamma(freedom / 2, statistic / 2)


def chi_square(counts: list[int], expected: list[float]) -> float:
    """How far counts lie from what is expected."""
    return sum((count - wanted) ** 2 / wanted for count, wanted in zip(counts, expected, strict=True))


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [(3.841459, 1, 0.05), (6.634897, 1, 0.01), (16.26624, 3, 0.001), (7.814728, 3, 0.05), (124.3421, 100, 0.05)],
)
def test_the_yardstick_agrees_with_printed_tables(statistic: float, freedom: int, chance: float) -> None:
    assert chance_of(statistic, freedom) == pytest.approx(chance, rel=1e-4)


@pytest.mark.parametrize("die", range(5))
def test_each_of_the_five_dice_shows_its_faces_as_often_as_it_should(die: int) -> None:
    rng = Rng(stream_key(secret_from_seed(f"die {die}")))
    rolls = runs(20_000, 1_000_000)
    counts = Counter(rng.below(6) for _ in range(rolls))
    faces = [counts[0] + counts[1], counts[2] + counts[3], counts[4], counts[5]]
    assert chance_of(chi_square(faces, [share * rolls for share in FACES.values()]), 3) > FAIR
    assert chance_of(chi_square([counts[side] for side in range(6)], [rolls / 6] * 6), 5) > FAIR


def test_the_rolls_of_a_turn_are_fair_in_every_colour() -> None:
    state, _ = start(Setup(), seed="the rolls of a turn")
    rolls = runs(5_000, 200_000)
    shown: Counter[int] = Counter()
    for _ in range(rolls):
        empty(state)
        roll(state, 0, NONE)
        shown.update(sides_of(state.dice))
    for colour, dice in zip("RBP", DICE_OF, strict=True):
        counts = [shown[SIDE_CODES.index(colour + face)] for face in FACES]
        assert sum(counts) == rolls * dice
        assert chance_of(chi_square(counts, [share * rolls * dice for share in FACES.values()]), 3) > FAIR


@pytest.mark.parametrize("size", [10, 17, 52, 80])
def test_every_card_comes_to_every_place_of_a_shuffled_deck_as_often(size: int) -> None:
    shuffles = runs(2_000, 100_000)
    rng = Rng(stream_key(secret_from_seed(f"{size} cards")))
    counts = [0] * (size * size)
    for _ in range(shuffles):
        deck = list(range(size))
        rng.shuffle(deck)
        for place, card in enumerate(deck):
            counts[place * size + card] += 1
    # Places of one shuffle exclude each other: this multiple of the usual sum follows a chi-square.
    statistic = chi_square(counts, [shuffles / size] * len(counts)) * (size - 1) / size
    assert FAIR < chance_of(statistic, (size - 1) ** 2) < 1 - FAIR


@pytest.mark.parametrize("cards", [3, 4])
def test_every_order_of_a_small_deck_is_as_likely(cards: int) -> None:
    shuffles = runs(2_000, 100_000)
    rng = Rng(stream_key(secret_from_seed(f"orders of {cards}")))
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(shuffles):
        deck = list(range(cards))
        rng.shuffle(deck)
        orders[tuple(deck)] += 1
    ways = math.factorial(cards)
    assert len(orders) == ways
    assert chance_of(chi_square(list(orders.values()), [shuffles / ways] * ways), ways - 1) > FAIR


@pytest.mark.parametrize("n", range(2, 81))
def test_no_number_is_favoured_however_many_there_are(n: int) -> None:
    used = range(256 - 256 % n)
    assert set(Counter(byte % n for byte in used).values()) == {256 // n}, "every number has as many bytes"
    draws = runs(2_000, 100_000)
    rng = Rng(stream_key(secret_from_seed(f"below {n}")))
    counts = Counter(rng.below(n) for _ in range(draws))
    assert set(counts) <= set(range(n))
    assert chance_of(chi_square([counts[value] for value in range(n)], [draws / n] * n), n - 1) > FAIR


class Described:
    """The stream as docs/notation.md describes it, and nothing else."""

    def __init__(self, seed: str, contributions: tuple[bytes, ...] = ()) -> None:
        secret = hashlib.sha256(f"casting-shadows seed {seed}".encode()).digest()
        mixed = b"".join(len(item).to_bytes(4, "big") + item for item in contributions)
        self.key = hashlib.sha256(b"casting-shadows stream 1" + secret + mixed).digest()
        self.place = 0

    def byte(self) -> int:
        block = hashlib.sha256(self.key + (self.place // 32).to_bytes(8, "big")).digest()
        self.place += 1
        return block[(self.place - 1) % 32]

    def below(self, n: int) -> int:
        while (byte := self.byte()) >= 256 // n * n:
            pass
        return byte % n


def test_the_stream_is_the_one_described_byte_by_byte() -> None:
    for contributions in ((), (b"",), (b"red", b"blue"), (b"\x00" * 64,)):
        described = Described("bytes", contributions)
        rng = Rng(stream_key(secret_from_seed("bytes"), contributions))
        assert [rng.below(256) for _ in range(runs(2_000, 100_000))] == [described.byte() for _ in range(runs(2_000, 100_000))]


def test_numbers_and_shuffles_are_the_ones_described() -> None:
    described, rng = Described("numbers"), Rng(stream_key(secret_from_seed("numbers")))
    for n in list(range(1, 257)) * 2:
        assert (rng.below(n), rng.place) == (described.below(n), described.place)
    ours, theirs = list(range(80)), list(range(80))
    rng.shuffle(ours)
    for place in range(79, 0, -1):
        other = described.below(place + 1)
        theirs[place], theirs[other] = theirs[other], theirs[place]
    assert ours == theirs


def test_a_stream_goes_on_from_its_place_and_a_copy_goes_its_own_way() -> None:
    rng = Rng(stream_key(secret_from_seed("place")))
    for _ in range(100):
        rng.below(6)
    copy, again = rng.copy(), Rng(rng.key, rng.place)
    following = [rng.below(6) for _ in range(100)]
    assert [copy.below(6) for _ in range(100)] == following
    assert [again.below(6) for _ in range(100)] == following


def test_contributions_cannot_be_moved_from_one_player_to_the_next() -> None:
    secret = secret_from_seed("contributions")
    keys = {stream_key(secret, parts) for parts in ((), (b"ab",), (b"a", b"b"), (b"", b"ab"), (b"ab", b""))}
    assert len(keys) == 5


def test_forced_numbers_come_first_and_cost_the_stream_nothing() -> None:
    rng, plain = Rng(stream_key(secret_from_seed("forced"))), Rng(stream_key(secret_from_seed("forced")))
    rng.forced.extend([5, 0, 9])
    assert [rng.below(6) for _ in range(3)] == [5, 0, 3]
    assert rng.place == 0
    assert [rng.below(6) for _ in range(50)] == [plain.below(6) for _ in range(50)]


def test_the_commitment_fixes_the_secret_and_is_its_plain_hash() -> None:
    secret = secret_from_seed("commitment")
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()
    changed = bytes([secret[0] ^ 1]) + secret[1:]
    assert commitment(changed) != commitment(secret)
