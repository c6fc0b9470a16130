"""`casting-shadows simulate`: bots play many games, on one core or several, and the same arguments give the same games."""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from rich.progress import Progress

from casting_shadows import _build
from casting_shadows.bots import make_bot
from casting_shadows.bots.match import play_match
from casting_shadows.cli.files import plain_console, read_bots, read_own_packs, split_names
from casting_shadows.engine import GameError, Pack, Setup, digest, outcome, seat_names, start

CHUNK = 50
"""Games a worker plays before it reports."""
MOST_GAMES = 100_000_000


@dataclass(frozen=True)
class Job:
    """Some games of a simulation."""

    setup: Setup
    bots: tuple[str, ...]
    seed: str
    games: range
    own: tuple[Pack, ...]


@dataclass
class Tally:
    """What came of them."""

    games: int = 0
    finished: int = 0
    tied: int = 0
    decisions: int = 0
    seconds: float = 0.0
    rounds: list[int] = field(default_factory=list)
    seats: Counter[str] = field(default_factory=Counter)
    characters: Counter[str] = field(default_factory=Counter)
    digests: list[bytes] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Put another tally behind this one."""
        self.games += other.games
        self.finished += other.finished
        self.tied += other.tied
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.rounds += other.rounds
        self.seats += other.seats
        self.characters += other.characters
        self.digests += other.digests


def play_games(job: Job) -> Tally:
    """Play a job's games. Only play itself is timed: not the bots' making, not the digests."""
    tally = Tally()
    for number in job.games:
        bots = [make_bot(job.bots[seat % len(job.bots)], _bot_seed(job.seed, number, seat)) for seat in range(6)]
        began = time.process_time()
        state, _ = start(job.setup, seed=f"{job.seed}/{number}", own=job.own)
        tally.decisions += play_match(state, bots)
        tally.seconds += time.process_time() - began
        ended = outcome(state)
        assert ended is not None
        tally.games += 1
        tally.finished += 1
        tally.rounds.append(state.round)
        if ended.winner is not None:
            tally.seats[str(ended.winner)] += 1
            tally.characters[seat_names(state)[ended.winner]] += 1
        elif ended.ending == "turn_limit" or (state.is_solo and state.hp[0] > 0):
            tally.tied += 1
        tally.digests.append(bytes.fromhex(digest(state)))
    return tally


def _bot_seed(seed: str, game: int, seat: int) -> int:
    return int.from_bytes(hashlib.sha256(f"bot {seed}/{game}/{seat}".encode("utf-8", "surrogatepass")).digest()[:4], "big")


def simulate(options: argparse.Namespace) -> int:
    """The subcommand."""
    if not 1 <= options.games <= MOST_GAMES:
        raise GameError("simulate/games", f"--games is 1 to {MOST_GAMES}, not {options.games}")
    if not 1 <= options.jobs <= 256:
        raise GameError("simulate/jobs", f"--jobs is 1 to 256, not {options.jobs}")
    own = read_own_packs(options.own)
    bots = read_bots(options.bots)
    setup = Setup(
        players=options.players or (1 if options.mode == "solo" else 4),
        packs=(*split_names(options.packs), *(pack.name for pack in own)),
        mode=options.mode,
        layout=options.layout,
        market=options.market,
        transform=options.transform,
        first_turn_points=options.first_turn_points,
        bot_hp=options.bot_hp,
        max_rounds=options.max_rounds,
    )
    start(setup, seed="check", own=own)  # refuse before any worker starts
    chunks = [range(first, min(first + CHUNK, options.games)) for first in range(0, options.games, CHUNK)]
    jobs = [Job(setup, bots, options.seed, chunk, own) for chunk in chunks]
    total = Tally()
    console = plain_console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("games", total=options.games)
        for tally in _run(jobs, options.jobs):
            total.add(tally)
            progress.advance(bar, tally.games)
    report = _report(total)
    if options.json:
        print(json.dumps(report))
    else:
        _print(report)
    return 0


def _run(jobs: list[Job], workers: int) -> Iterator[Tally]:
    if workers == 1:
        yield from map(play_games, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play_games, jobs)


def _report(total: Tally) -> dict[str, object]:
    ordered = sorted(total.rounds)
    return {
        "games": total.games,
        "finished": total.finished,
        "tied": total.tied,
        "decisions": total.decisions,
        "decisions_per_second": round(total.decisions / total.seconds) if total.seconds else 0,
        "rounds": {
            "mean": round(sum(ordered) / len(ordered), 2),
            "p5": ordered[int(0.05 * (len(ordered) - 1))],
            "p95": ordered[int(0.95 * (len(ordered) - 1))],
        },
        "wins": {
            "by_seat": dict(sorted(total.seats.items())),
            "by_character": dict(sorted(total.characters.items())),
        },
        "build": _build.running(),
        "digest": hashlib.sha256(b"".join(total.digests)).hexdigest(),
    }


def _print(report: dict[str, object]) -> None:
    for name, value in report.items():
        if isinstance(value, dict):
            value = ", ".join(f"{key} {item}" for key, item in value.items())
        print(f"{name.replace('_', ' '):>22}  {value}")
