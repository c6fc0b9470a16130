"""On real lines nobody else can tell what somebody holds, or whether they answer, before the window closes (T20)."""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from casting_shadows.engine import position
from casting_shadows.protocol import commands as c

from .counts import LONG, runs
from .guests import ROOMY, Guest, a_table
from .servers import Server, a_server
from .soundness import assert_sound
from .table import Table, table
from .test_counterspells import COUNTERSPELLS
from .values import EVERYTHING, blow

pytestmark = [pytest.mark.T20, pytest.mark.once]

WINDOWS = runs(10, 200)
WINDOW = 0.1
"""Seconds."""
SEATS = ("frill", "kit", "nuzzle")
SPELL, PRICE, _ = blow(1, 4)
CAST = f"cast {SPELL} {PRICE} @kit"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("windows"), *ROOMY, "--log-level", "debug") as running:
        yield running
        assert_sound(running)


def about_to_cast(holds: str) -> Table:
    """Frill is about to hit Kit, who holds a face-down card."""
    return table(
        *SEATS,
        packs=EVERYTHING,
        tokens=PRICE,
        hexes={"frill": "bubbling_lake", "kit": "amber_mountain", "nuzzle": "thornwood"},
        books={"frill": SPELL},
        counters={"kit": holds},
    )


def answers(holds: str) -> list[str]:
    """What Kit could answer."""
    return sorted(about_to_cast(holds).play(CAST).legal("counter"))


@dataclass(frozen=True)
class Heard:
    """What everybody but Kit was sent from the attack to the close, and how long after its opening that came."""

    frames: tuple[tuple[str, tuple[int, ...]], ...]
    """By who heard it: the length of each frame, in order."""
    closed: float


def length(data: bytes) -> int:
    """Of a frame, not counting how many digits a time happens to have."""
    return len(re.sub(rb"\d+\.\d+", b"0.0", data))


def hear_a_window(server: Server, rng: random.Random, *, answered: bool) -> Heard:
    """A window in a room of its own. Kit plays the card at any moment; or passes, or wants not to be asked, or says nothing."""
    holds = rng.choice(COUNTERSPELLS)
    frill, kit, nuzzle, watcher = a_table(
        server.url, 3, watchers=1, at=position(about_to_cast(holds).state), window=WINDOW, clock="relaxed"
    )
    if not answered:
        kit.do(c.Answering, mode=rng.choice(("always", "fits", "never")))
    others = {"frill": frill, "nuzzle": nuzzle, "watcher": watcher}
    for guest in (kit, *others.values()):
        guest.settle()
    starts = {name: len(guest.inbox) for name, guest in others.items()}
    frill.send(c.Act(frill.next_seq(), frill.version, 0, CAST))
    kit.until(lambda: window_of(kit) is not None)
    opened = window_of(kit)
    time.sleep(rng.uniform(0, WINDOW / 2))
    if answered:
        kit.send(c.Act(kit.next_seq(), kit.version, 1, rng.choice(answers(holds))))
    elif rng.random() < 0.5:
        kit.send(c.Act(kit.next_seq(), kit.version, 1, "pass"))
    version = kit.version
    frill.until(lambda: frill.version > version)
    closed = time.time()
    for guest in others.values():
        guest.until(lambda guest=guest: guest.version > version)  # type: ignore[misc]
    # The last frame tells what came of it; everything before it must tell nothing.
    frames = tuple((name, tuple(length(data) for _, data in guest.inbox[starts[name] : -1])) for name, guest in others.items())
    for guest in (kit, *others.values()):
        guest.hang_up()
    assert opened is not None
    return Heard(frames, closed - opened)


def window_of(guest: Guest) -> float | None:
    """When the window opened, if there is one."""
    return None if guest.update is None or guest.update.window is None else guest.update.window.opened


def test_windows_with_and_without_an_answer_sound_alike(server: Server) -> None:
    for last in (False, True):
        rng = random.Random(f"windows {last}")
        heard = [(hear_a_window(server, rng, answered=True), hear_a_window(server, rng, answered=False)) for _ in range(WINDOWS)]
        assert {each.frames for pair in heard for each in pair} == {heard[0][0].frames}, "the same frames, of the same lengths"
        assert all(each.closed >= WINDOW for pair in heard for each in pair), "no answer closes it early"
        if not LONG:
            return
        chance = likeness([one.closed for one, _ in heard], [other.closed for _, other in heard])
        if chance > 0.01:
            return
        assert not last, f"the times differ: such a difference comes by chance in {chance:.2%} of cases, twice in a row"


def likeness(some: list[float], others: list[float]) -> float:
    """How likely two samples of one kind differ as much as these (Kolmogorov and Smirnov)."""
    gap = max(abs(share(some, value) - share(others, value)) for value in (*some, *others))
    size = math.sqrt(len(some) * len(others) / (len(some) + len(others)))
    reach = (size + 0.12 + 0.11 / size) * gap
    if reach < 0.3:
        return 1.0  # the sum below comes to 1 there, but only if it has no end
    return min(1.0, 2 * math.fsum((1 if k % 2 else -1) * math.exp(-2 * (k * reach) ** 2) for k in range(1, 101)))


def share(sample: list[float], value: float) -> float:
    return sum(each <= value for each in sample) / len(sample)


def test_the_measure_of_likeness_tells_samples_apart() -> None:
    rng = random.Random("likeness")
    one, other = ([rng.gauss(mean, 1) for _ in range(200)] for mean in (0, 0))
    assert likeness(one, other) > 0.01 > likeness(one, [value + 0.5 for value in other])
    assert likeness([0.0, 1.0, 2.0, 3.0] * 50, [0.0, 1.0, 2.0, 3.0] * 50) == pytest.approx(1, abs=0.01)
