"""Situations that the tests of the page begin with."""

from __future__ import annotations

from casting_shadows.engine import Setup, State, start

from ..table import table

DUEL = {"frill": "thornwood", "kit": "thornwood"}


def duel() -> State:
    """Two on one hex, with spells to throw and little to lose; the first has the turn."""
    return table(
        *("frill", "kit"),
        dice="RG RG BG BO PO",
        books={"frill": "heavy_hand", "kit": "heavy_hand heat_wave"},
        hp={"frill": 5, "kit": 3},
        hexes=DUEL,
    ).state


def answerable() -> State:
    """The same, and the second has a face-down card that fits."""
    return table(
        *("frill", "kit"),
        dice="RG RG BG BO PO",
        books={"frill": "heavy_hand", "kit": "heat_wave"},
        counters={"kit": "pointed_shield"},
        hp={"frill": 18, "kit": 18},
        hexes=DUEL,
    ).state


def peaceful() -> State:
    """Nobody can do anything to anybody."""
    return table("frill", "kit", dice="RG RG BG BO PO", hexes={"frill": "thornwood", "kit": "amber_mountain"}).state


def draft() -> State:
    """Nobody has a character yet; the first player picks first."""
    return start(Setup(players=2, characters="draft", first=1), seed="draft")[0]


def solo() -> State:
    """Shadow Boxing, near its end."""
    return table("frill", mode="solo", dice="RG RG BG BO PO", books={"frill": "heavy_hand"}, hp={"frill": 3}).state


def shadows() -> State:
    """Four players, two of them in their Shadow Forms, with statuses and face-down cards."""
    return table(
        *("frill", "kit", "nuzzle", "haze"),
        dice="RG RG BG BO PG",
        shadow="frill nuzzle",
        energy={"frill": 4},
        counters={"kit": "pointed_shield safety_dome", "nuzzle": "run_away"},
        frozen="kit",
        stunned="nuzzle",
    ).state


def crowded() -> State:
    """Six players with full books, statuses and companions on ten hexes: as much as a screen ever has to show."""
    return table(
        *("frill", "kit", "nuzzle", "haze", "iris", "tusk"),
        packs="exclusive+ice_storm",
        layout="ten",
        max_rounds=30,
        dice="RG RO BG BO PG",
        tokens="RG BG BO SF",
        books={
            "frill": "heavy_hand heat_wave fatal_fronds red_gem",
            "kit": "unicorn_rush spectral_slap heavy_hand heat_wave",
            "nuzzle": "fatal_fronds frost_nip red_gem blue_gem static_spark",
            "haze": "spectral_slap gem_duplication curse_void heavy_hand",
            "iris": "feeding_frenzy fatal_fronds bubble_trouble blue_gem",
            "tusk": "moth_swarm riptide ember_lash",
        },
        counters={"kit": "pointed_shield", "haze": "run_away", "tusk": "safety_dome bees_everywhere"},
        companions={"frill": "curse_eater", "iris": "moon_hare", "tusk": "gem_magpie"},
        frozen="nuzzle",
        stunned="haze",
    ).state
