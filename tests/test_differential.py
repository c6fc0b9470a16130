"""The engine and the slow rules play the same games and must agree on every choice and every position."""

import os
import random
from dataclasses import replace
from typing import Final

import pytest

from casting_shadows.engine.api.position import parse_position, position
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.box import open_box
from casting_shadows.engine.rng import Rng, secret_from_seed, stream_key
from casting_shadows.engine.rules.apply import apply, concede
from casting_shadows.engine.rules.legal import legal_actions
from casting_shadows.engine.rules.setup import start

from .slow.game import Game
from .slow.shaken import choose, shake
from .slow.table import Options

pytestmark = pytest.mark.T08

LONG: Final = os.environ.get("CASTING_SHADOWS_LONG") == "1"
WHOLE_GAMES: Final = 100 if LONG else 1
THICK_GAMES: Final = 300 if LONG else 8
"""Games for each setup."""

CUSTOM: Final = (
    ("dusty_desert", 0, 0),
    ("bubbling_lake", 1, 0),
    ("amber_mountain", 2, 0),
    ("thornwood", 2, 1),
    ("glowing_mines", 1, 2),
    ("underground_volcano", 0, 2),
    ("ancient_rune", 1, 1),
)
"""A map on which every way to the Desert leads over the lake."""

LONG_CUSTOM: Final = (
    ("tidal_grotto", 0, 0),
    ("twilight_garden", 1, 0),
    ("crystal_crypt", 2, 0),
    ("underground_volcano", 3, 0),
    ("bubbling_lake", 4, 0),
    ("amber_mountain", 4, 1),
    ("thornwood", 5, 0),
    ("glowing_mines", 3, 1),
    ("ancient_rune", -1, 0),
    ("dusty_desert", -2, 0),
)
"""A long thin map of all ten tiles."""


def setups() -> list[Options]:
    """Every number of players with every pack, map and mode; the smaller options take turns."""
    found = []
    for packs in (("base",), ("base", "ice_storm"), ("exclusive",), ("exclusive", "ice_storm")):
        six = packs != ("base",)
        for players in range(2, 7 if six else 5):
            maps = ["seven"] if players <= 4 else []
            maps += ["ten", "long"] if six else ["custom"]
            found += [Options(players=players, packs=packs, layout=layout) for layout in maps]
    found += [Options(players=1, mode="solo", bot_hp=hp) for hp in (6, 8, 10, 12)]
    return [vary(options, number) for number, options in enumerate(found)]


def vary(options: Options, number: int) -> Options:
    """The smaller options, so that each value meets many of the larger ones."""
    if options.layout == "custom":
        options = replace(options, tiles=CUSTOM)
    if options.layout == "long":
        options = replace(options, layout="custom", tiles=LONG_CUSTOM)
    if options.mode == "standard":
        names = (
            ("nuzzle", "kit", "haze", "frill")
            if options.packs == ("base",)
            else ("tusk", "iris", "kit", "nuzzle", "haze", "frill")
        )
        given = names[: options.players]
        options = replace(
            options,
            characters=("random", "draft", given)[number % 3],
            first=(None, number % options.players)[number // 3 % 2],
            market=("sides", "ring")[number % 2],
        )
    return replace(
        options,
        transform=("may", "must")[number // 2 % 2],
        first_turn_points=(4, 3, 2)[number // 4 % 3],
        max_rounds=(40, 0, 3)[number // 5 % 3],
    )


def setup_of(options: Options) -> Setup:
    """The same setup for the engine."""
    return Setup(
        players=options.players,
        packs=options.packs,
        mode=options.mode,
        characters=options.characters,
        layout=options.layout or "",
        tiles=options.tiles,
        market=options.market,
        transform=options.transform,
        first="random" if options.first is None else options.first,
        first_turn_points=options.first_turn_points,
        bot_hp=options.bot_hp,
        max_rounds=options.max_rounds,
    )


class Engine:
    """The engine's side of a game, by text."""

    def __init__(self, options: Options, seed: str, text: str = "") -> None:
        """A new game, or one from a position."""
        box = open_box(options.packs)
        rng = Rng(stream_key(secret_from_seed(seed)))
        self.state = parse_position(text) if text else start(box, setup_of(options), rng)

    def position(self) -> str:
        return position(self.state)

    def legal(self) -> list[str]:
        return [self.state.box.table.text(action) for action in legal_actions(self.state)]

    def play(self, action: str) -> None:
        apply(self.state, self.state.box.table.parse(action))

    def concede(self, seat: int) -> None:
        concede(self.state, seat)


def play_together(slow: Game, engine: Engine, dice: random.Random, leave: float, most: int = 100_000) -> None:
    """Play one game in both, comparing everything after every action. During an attack players leave more often."""
    leaning = dice.random() < 0.8
    trail: list[str] = []
    while len(trail) < most:
        before = slow.position()
        assert before == engine.position(), f"positions differ after {trail[-6:]}"
        choices = sorted(slow.legal())
        assert choices == sorted(engine.legal()), f"choices differ after {trail[-6:]} in {before}"
        if slow.is_over:
            return
        leavers = slow.can_concede()
        if leavers and dice.random() < (8 * leave if slow.table.attack is not None else leave):
            seat = dice.choice(leavers)
            trail.append(f"concede {seat}")
            slow.concede(seat)
            engine.concede(seat)
        else:
            action = choose(choices, dice) if leaning else dice.choice(choices)
            trail.append(action)
            slow.play(action)
            engine.play(action)


def from_the_start(number: int, game: int) -> tuple[Game, Engine, random.Random]:
    """A whole game of this setup."""
    options = SETUPS[number]
    seed = f"whole {number} {game}"
    return Game.start(options, seed), Engine(options, seed), random.Random(seed)


def in_the_thick_of_it(number: int, game: int) -> tuple[Game, Engine, random.Random]:
    """A game of this setup with the players far into it."""
    options = replace(SETUPS[number], characters="random")
    seed = f"thick {number} {game}"
    dice = random.Random(seed)
    slow = Game.start(options, seed)
    slow = shake(slow, dice)
    return slow, Engine(options, seed, slow.position()), dice


SETUPS: Final = setups()
NAMES: Final = [f"{'+'.join(one.packs)}-{one.players}-{one.mode}-{one.layout or 'seven'}-{n}" for n, one in enumerate(SETUPS)]


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=NAMES)
def test_engine_and_slow_rules_agree_on_whole_games(number: int) -> None:
    for game in range(WHOLE_GAMES):
        play_together(*from_the_start(number, game), leave=0.002)


@pytest.mark.parametrize("number", range(len(SETUPS)), ids=NAMES)
def test_engine_and_slow_rules_agree_in_the_thick_of_it(number: int) -> None:
    for game in range(THICK_GAMES):
        play_together(*in_the_thick_of_it(number, game), leave=0.005, most=80)
