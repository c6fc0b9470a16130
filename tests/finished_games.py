"""Finished games between bots, counted; and a slow, obvious second count from the sentences people read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.engine import (
    Pack,
    Record,
    Setup,
    State,
    event_values,
    new_record,
    note,
    outcome,
    play,
    position,
    replay,
    reveal,
    seat_names,
    secret_from_seed,
    sentence,
    start,
    with_packs,
)
from casting_shadows.engine import events as told
from casting_shadows.engine.state import ACTIONS
from casting_shadows.engine.words import load_words
from casting_shadows.server.statistics import GameStatistics, count
from tests.counts import runs

Leaver = Callable[[State], int | None]

KINDS: dict[str, tuple[Setup, str]] = {
    "two": (Setup(players=2), "greedy"),
    "four in the ice": (Setup(players=4, packs=("base", "ice_storm")), "greedy"),
    "six": (Setup(players=6, packs=("exclusive", "ice_storm"), max_rounds=8), "random"),
    "draft": (Setup(players=3, packs=("exclusive",), characters="draft"), "greedy"),
    "limit": (Setup(players=3, max_rounds=3), "random"),
    "leavers": (Setup(players=4, packs=("base", "ice_storm")), "greedy"),
    "solo": (Setup(players=1, mode="solo", bot_hp=8), "greedy"),
    "solo by chance": (Setup(players=1, mode="solo"), "random"),
}


def finished(setup: Setup, bot: str, seed: str, leaver: Leaver, own: tuple[Pack, ...] = ()) -> Record:
    """A game between bots; *leaver* says who concedes now."""
    secret = secret_from_seed(seed)
    state, _ = start(setup, secret, own=own)
    record = with_packs(new_record(state, secret, "test"), own)
    bots = [make_bot(bot, seat) for seat in range(6)]
    while outcome(state) is None:
        leaving = leaver(state)
        seat = state.to_act if leaving is None else leaving
        action = bots[seat].choose(vantage_of(state)) if leaving is None else state.box.table.concede
        after, _ = play(state, seat, action)
        note(record, state, seat, action, after)
        state = after
    return reveal(record, secret)


def nobody_leaves(state: State) -> int | None:
    return None


def leaves_in_the_middle(state: State) -> int | None:
    """Somebody leaves on turn; others while an attack goes on, the attacker or the one who is hit."""
    if state.round == 2 and state.phase == ACTIONS and state.alive == 4:
        return state.turn
    if state.attack is not None and state.leaving == 0:
        return state.attack.by if state.round % 2 else state.to_act
    return None


@cache
def games(kind: str) -> list[tuple[Record, GameStatistics]]:
    """Some finished games of one kind, counted."""
    leaver = leaves_in_the_middle if kind == "leavers" else nobody_leaves
    records = [finished(*KINDS[kind], f"{kind} {number}", leaver) for number in range(runs(2, 60))]
    return [(record, count(record)) for record in records]


def all_games() -> Iterator[tuple[Record, GameStatistics]]:
    for kind in KINDS:
        yield from games(kind)


class Read:
    """What somebody knows who reads the sentences of a game and keeps a tally."""

    def __init__(self, record: Record) -> None:
        self.tally: Counter[tuple[str, str]] = Counter()
        self.hp: dict[str, int] = {}
        self.hp_of_rounds: list[dict[str, int]] = []
        self.lowest: dict[str, int] = {}
        self.hits: dict[str, int] = {}
        self.transformed: dict[str, int] = {}
        self.out: list[str] = []
        self.last_blow = ""
        for step in replay(record):
            names = [load_words("en").name(name) for name in seat_names(step.state) if not name.startswith("seat")]
            for event in step.events:
                text = sentence(step.state.box, step.state.character, event, "en")
                if text.startswith("The game begins"):
                    self.hp = dict.fromkeys(names, record.setup.bot_hp if step.state.is_solo else 18)
                    self.hp[names[0]] = 18
                    self.lowest = dict(self.hp)
                self.read(text)

    def place(self, name: str) -> int:
        """1 for all who stand at the end; then the later eliminated, the better."""
        standing = len(self.hp) - len(self.out)
        return standing + len(self.out) - self.out.index(name) if name in self.out else 1

    def read(self, text: str) -> None:
        def found(pattern: str) -> list[str]:
            match = re.fullmatch(pattern, text)
            return list(match.groups()) if match else []

        if got := found(r"(\w+)'s turn begins \(round (\d+)\)\."):
            self.tally[got[0], "turns"] += 1
            if int(got[1]) > len(self.hp_of_rounds):
                self.hp_of_rounds.append(dict(self.hp))
        elif got := found(r"(\w+) deals (\d+) damage to (\w+), who has (\d+) HP left\."):
            self.tally[got[0], "damage_dealt"] += self.drop(got[2], int(got[3]))
            self.hits[got[0]] = max(self.hits.get(got[0], 0), int(got[1]))
            self.last_blow = got[0] if got[3] == "0" else ""
        elif got := found(r"(\w+) takes (\d+) damage and has (\d+) HP left\."):
            self.tally[got[0], "curse_damage"] += self.drop(got[0], int(got[2]))
        elif got := found(r"(\w+) gains (\d+) HP and now has (\d+)\."):
            self.tally[got[0], "healing"] += int(got[1])
            self.hp[got[0]] += int(got[1])
            assert self.hp[got[0]] == int(got[2])
        elif got := found(r"(\w+) is eliminated\."):
            self.tally[self.last_blow, "eliminations"] += 1
            self.tally[got[0], "conceded"] += self.hp[got[0]] > 0
            self.last_blow = ""
            self.hp[got[0]] = self.lowest[got[0]] = 0
            self.out.append(got[0])
        elif got := found(r"(\w+) transforms into .*"):
            self.transformed[got[0]] = len(self.hp_of_rounds)
        elif got := found(r"(\w+) absorbs (\d+) .*"):
            self.tally[got[0], "absorbed"] += int(got[1])
        for field, pattern in COUNTED.items():
            if got := found(pattern):
                self.tally[got[0], field] += 1

    def drop(self, name: str, hp: int) -> int:
        lost = self.hp[name] - hp
        self.hp[name] = hp
        self.lowest[name] = min(self.lowest[name], hp)
        self.tally[name, "damage_taken"] += lost
        return lost


COUNTED = {
    "abilities": r"(\w+) uses the Shadow Ability.*",
    "counterspells_used": r"(\w+) uses .* against \w+\.",
    "counterspells_taken": r"(\w+) takes .* from the Counterspell deck\.",
    "collected": r"(\w+) collects .*",
    "travels": r"(\w+) travels to .*",
    "rerolls": r"(\w+) rerolls; .*",
}


def dice_that_fell(record: Record) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """By character: what its dice showed as they were rolled or rerolled, and how many more it rolled than five a turn."""
    fell: dict[str, Counter[str]] = {}
    more: Counter[str] = Counter()
    dice: Counter[str] = Counter()
    for step in replay(record):
        for event in step.events:
            values = event_values(step.state.box, step.state.character, event)
            who, now = str(values.get("seat")), Counter(str(values.get("dice", "")).split())
            if isinstance(event, told.DiceRolled):
                fell.setdefault(who, Counter()).update(side[1] for side in now.elements())
            elif isinstance(event, told.DiceRerolled):
                named = Counter(step.action.split()[1:])
                fell[who].update(side[1] for side in (now - (dice - named)).elements())
                more[who] += named.total()
            elif isinstance(event, told.DieLeftOut):
                more[who] -= 1
        dice = dice_on_the_table(step.state)
    return fell, more


def dice_on_the_table(state: State) -> Counter[str]:
    match = re.search(r" dice=(\S+)", position(state))
    assert match is not None
    return Counter(match[1].replace("-", "").split(",")) - Counter([""])
