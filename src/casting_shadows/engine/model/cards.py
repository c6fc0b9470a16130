"""Printed facts: one frozen row for each kind of component, as the packs give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RESOURCE: Final = 0
ATTACK: Final = 1
CONVERSION: Final = 2
"""What a Main card is."""

ENEMY: Final = 0
HEX: Final = 1
"""What an effect is aimed at: one enemy, or everyone else on one hex."""


@dataclass(frozen=True)
class Cost:
    """Symbols to pay (`RG`, `G`, `SF`, ...), and the level of the spell to give up with them (0: none)."""

    symbols: tuple[str, ...]
    level: int = 0


@dataclass(frozen=True)
class Spend:
    """What a cast spends: every symbol once, or from 1 to `most` of a single one."""

    symbols: tuple[str, ...]
    most: int
    """0: all symbols, exactly once. Else the single symbol, up to this often."""


@dataclass(frozen=True)
class Convert:
    """Up to `most` resources change. `swaps` are the pairs (from, to) of kinds a single one may make."""

    most: int
    exact: bool
    """True: exactly `most`, not up to it."""
    shape: str
    """`into` (named kinds), `same` (the other form, same colour) or `each` (two kinds into each other): for the card's text."""
    source: tuple[str, ...]
    result: tuple[str, ...]
    swaps: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class MainCard:
    """A Resource card, an Attack Spell or a Conversion Spell."""

    id: str
    kind: int
    copies: int
    level: int
    collect: Cost
    gives: int
    """Packed resources a Resource card adds."""
    spend: Spend | None
    damage: tuple[int, ...]
    """By how many resources are spent (one entry if the amount is fixed)."""
    target: int
    range: tuple[int, int]
    freeze: bool
    stun: bool
    convert: Convert | None
    copy: Spend | None
    gain: int
    """Packed resources a Conversion adds for its `spend`."""
    cleanse: bool
    """It takes the caster's Freeze and Stun away."""
    reconstructed: frozenset[str]


@dataclass(frozen=True)
class Counterspell:
    """A hidden answer to an enemy's damage."""

    id: str
    copies: int
    reduce: int
    ignore: bool
    move: str
    """`adjacent`, `any`, or empty: where it takes its owner."""
    deal: int
    freeze: bool
    stun: bool
    reconstructed: frozenset[str]


FREE_KINDS = ("travel", "cast", "reroll", "protect", "refresh", "collect")
"""The six Actions; a companion's free ones are a mask over these, in this order."""


@dataclass(frozen=True)
class Companion:
    """An effect that is always on for its summoner. A value of 0 or False means: it has no such effect."""

    id: str
    free_mask: int
    """Which Actions may cost no action point (bits in the order of FREE_KINDS)."""
    free_uses: int
    start_gain: tuple[int, ...]
    """Kinds to choose one from at the start of the turn."""
    end_hp: int
    return_from: int
    return_damage: int
    tough_from: int
    tough: int
    attack_bonus: int
    curse_proof: bool
    reach: int
    extra_cards: int
    first_hit_freezes: bool
    first_hit_stuns: bool
    status_proof: bool
    status_bonus: int
    reconstructed: frozenset[str]


@dataclass(frozen=True)
class Hex:
    """A tile of the map."""

    id: str
    market: bool
    """It has a place for a Main card beside it, where the layout gives it one."""
    counterspells: bool
    """The Counterspell deck lies here."""
    shield: int
    attack_bonus: int
    start_hp: int
    start_gain: int
    """Packed resources for whoever starts a turn here."""
    unshielded: bool
    """Enemies' damage here can be neither reduced nor ignored."""
    reconstructed: frozenset[str]


@dataclass(frozen=True)
class Character:
    """A character with its home and its Shadow ability."""

    id: str
    home: str
    heal: int
    damage: int
    target: int
    range: tuple[int, int]
    push: bool
    empower: int
    warp: bool
    take_counterspell: bool
    tow: int
    reconstructed: frozenset[str]

    @property
    def ability(self) -> str:
        """The one word that names the ability's shape."""
        if self.heal:
            return "heal"
        if self.empower:
            return "empower"
        if self.warp:
            return "warp"
        if self.tow:
            return "tow"
        return "strike" if self.target == ENEMY else "burst"


@dataclass(frozen=True)
class Layout:
    """Where the tiles lie: fixed tiles and the seats' homes, at axial places (q, r)."""

    name: str
    players: tuple[int, int]
    tiles: tuple[tuple[str, tuple[int, int]], ...]
    homes: tuple[tuple[int, int], ...]
    sides: frozenset[tuple[int, int]]
    """Places with a market card under `market = "sides"`; empty: every tile that can have one."""


@dataclass(frozen=True)
class Rules:
    """The numbers of the rule book."""

    hp: int
    most_hp: int
    points: int
    book: int
    base_limit: int
    shadow_limit: int
    portal: int
    counterspell_cost: Cost
    reconstructed: frozenset[str]


@dataclass(frozen=True)
class Solo:
    """Who starts Shadow Boxing with what."""

    player_cards: tuple[str, ...]
    bot_cards: tuple[str, ...]
    first_bot_card: str
    contact_damage: int
