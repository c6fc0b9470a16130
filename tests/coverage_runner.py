"""Plays until everything in Casting Shadows has happened at least once, and keeps the games in which it did.

`python -m tests.coverage_runner` writes the games anew into tests/coverage_games; that is needed when a component is added
or a rule changes what they do.
"""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

from casting_shadows import __version__
from casting_shadows.engine import (
    Record,
    Setup,
    State,
    apply,
    legal_actions,
    new_record,
    note,
    outcome,
    play,
    replay,
    reveal,
    seat_names,
    secret_from_seed,
    start,
)
from casting_shadows.engine.model import verbs
from casting_shadows.engine.model.events import Event
from casting_shadows.engine.model.resources import CC, count
from casting_shadows.engine.state import NONE

from .coverage_bins import EVERYTHING, Deed, all_bins, bins_of

FOLDER = Path(__file__).parent / "coverage_games"
MOST_GAMES = 2_000
MOST_ACTIONS = 1_500
CONCEDES_AT = 80
SETUPS = (
    Setup(players=4, packs=EVERYTHING, layout="ten", market="ring"),
    Setup(players=6, packs=EVERYTHING, characters="draft"),
    Setup(players=1, mode="solo", bot_hp=12),
    Setup(players=3, packs=EVERYTHING, layout="ten", transform="must"),
    Setup(players=2, packs=("base",)),
    Setup(players=5, packs=EVERYTHING, market="ring", max_rounds=60),
)
"""They take turns."""
WEIGHTS = {
    verbs.END: 0.3, verbs.TRAVEL: 3, verbs.ATTACK: 1, verbs.CONVERT: 1, verbs.REROLL: 1, verbs.REFRESH: 2, verbs.COLLECT: 6,
    verbs.COLLECT_COUNTERSPELL: 4, verbs.USE: 1, verbs.STAY: 0.1, verbs.TRANSFORM: 3, verbs.ABILITY: 3,
}  # fmt: skip
"""How much a verb is wanted: games are to be long, books full and Shadow Forms many."""


def choose(state: State, wanted: set[str], rng: random.Random) -> int:
    """The action that shows most of what is wanted; if none does, one by weight. It may look at the dice to come."""
    legal = legal_actions(state)
    best, most = NONE, 0
    for action in legal:
        after = state.copy()
        events: list[Event] = []
        after.log = events
        apply(after, action)
        new = len(bins_of(Deed(state, state.to_act, action, after, events)) & wanted)
        if new > most:
            best, most = action, new
    if best != NONE:
        return best
    kinds = state.box.table.kind
    if kinds[legal[-1]] == verbs.ABSORB:
        return legal[-1]
    verbs_now = sorted({kinds[action] for action in legal})
    curses = count(state.pool, CC)
    weights = [4 * curses if kind == verbs.PROTECT else WEIGHTS.get(kind, 1) for kind in verbs_now]
    kind = rng.choices(verbs_now, weights)[0]
    options = [action for action in legal if kinds[action] == kind]
    if kind == verbs.COLLECT:
        best_level = max(state.box.level[state.box.table.card[action]] for action in options)
        options = [action for action in options if state.box.level[state.box.table.card[action]] == best_level]
    return rng.choice(options)


def play_one(number: int, wanted: set[str]) -> tuple[Record, set[str]]:
    """A game that looks for what is wanted, its record, and everything it showed."""
    rng = random.Random(f"coverage {number}")
    secret = secret_from_seed(f"coverage {number}")
    state, events = start(SETUPS[number % len(SETUPS)], secret)
    record = new_record(state, secret, __version__)
    shown = {f"event {type(event).__name__}" for event in events}
    for _ in range(MOST_ACTIONS):
        if outcome(state) is not None:
            break
        missing = wanted - shown
        gives_up = len(record.moves) >= CONCEDES_AT and "verb concede" in missing and not state.is_solo
        action = state.box.table.concede if gives_up else choose(state, missing, rng)
        seat = state.to_act
        after, events = play(state, seat, action)
        shown |= bins_of(Deed(state, seat, action, after, events))
        note(record, state, seat, action, after)
        state = after
    return reveal(record, secret), shown


def bins_in(record: Record) -> set[str]:
    """Everything a recorded game showed."""
    steps = list(replay(record))
    shown = {f"event {type(event).__name__}" for event in steps[0].events}
    for earlier, step in pairwise(steps):
        before = earlier.state
        seat = seat_names(before).index(step.who)
        shown |= bins_of(Deed(before, seat, before.box.table.parse(step.action), step.state, step.events))
    return shown


def find_games() -> list[tuple[Record, set[str]]]:
    """Games that together show everything, none of them needless. Raises AssertionError if some things do not come up."""
    missing = all_bins()
    found: list[tuple[Record, set[str]]] = []
    for number in range(MOST_GAMES):
        record, shown = play_one(number, missing)
        if shown & missing:
            found.append((record, shown))
            missing -= shown
        if not missing:
            return fewest(found)
    raise AssertionError(f"not in {MOST_GAMES} games: {sorted(missing)}")


def fewest(games: list[tuple[Record, set[str]]]) -> list[tuple[Record, set[str]]]:
    """Without the games whose every sight is in another one."""
    kept = list(games)
    for game in games:
        others = set().union(*(shown for record, shown in kept if record is not game[0]))
        if all_bins() <= others:
            kept.remove(game)
    return kept


def main() -> None:
    """Write the games anew."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for number, (record, _) in enumerate(find_games(), start=1):
        (FOLDER / f"game_{number:02}.txt").write_text(record.text())
        print(f"game {number}: {len(record.moves)} moves, {record.result or 'unfinished'}")


if __name__ == "__main__":
    main()
