"""What is in the boxes: cards, hexes, characters and maps, read from the packs."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from .words import Conversion, read_amount, read_collect, read_convert, read_free, read_range, read_spend, read_steps

PACKS: Final = Path(__file__).resolve().parents[2] / "src" / "casting_shadows" / "engine" / "packs"
PACK_ORDER: Final = ("base", "six_casters", "exclusive", "ice_storm")


@dataclass(frozen=True)
class Rules:
    """The figures of the [rules] table."""

    hp: int
    most_hp: int
    points: int
    book: int
    base_limit: int
    shadow_limit: int
    portal: int
    counterspell_cost: list[str]


@dataclass(frozen=True)
class Hex:
    """A tile and what it does."""

    market: bool = False
    counterspells: bool = False
    shield: int = 0
    attack_bonus: int = 0
    start_hp: int = 0
    start_gain: str | None = None
    unshielded: bool = False


@dataclass(frozen=True)
class Character:
    """A character's home and Shadow ability."""

    home: str
    heal: int = 0
    empower: int = 0
    damage: int = 0
    target: str = ""
    range: tuple[int, int] = (0, 0)
    push: bool = False
    warp: bool = False
    take_counterspell: bool = False
    tow: int = 0


@dataclass(frozen=True)
class Main:
    """A card of the Main deck. An Attack Spell has damage, a Resource card gives, the rest are Conversion Spells."""

    copies: int
    gives: list[str]
    level: int
    costs_level: int | None
    collect: list[str]
    spend: list[list[str]]
    damage: list[int]
    target: str
    range: tuple[int, int]
    freeze: bool
    stun: bool
    convert: Conversion | None
    copy: tuple[int, str] | None
    gain: list[str]
    cleanse: bool

    @property
    def is_spell(self) -> bool:
        return not self.gives

    @property
    def is_attack(self) -> bool:
        return bool(self.damage)

    def damage_for(self, spent: int) -> int:
        """The damage of an Attack Spell for so many resources."""
        sizes = [len(symbols) for symbols in self.spend]
        return self.damage[sizes.index(spent)]


@dataclass(frozen=True)
class Counterspell:
    """A card of the Counterspell deck."""

    copies: int
    reduce: int = 0
    ignore: bool = False
    move: str = ""
    deal: int = 0
    freeze: bool = False
    stun: bool = False


@dataclass(frozen=True)
class Companion:
    """A card of the Companion deck."""

    free: str = ""
    return_from: int = 0
    return_damage: int = 0
    start_gain: str | None = None
    tough_from: int = 0
    tough: int = 0
    attack_bonus: int = 0
    end_hp: int = 0
    curse_proof: bool = False
    reach: int = 0
    extra_cards: int = 0
    first_hit_freezes: bool = False
    first_hit_stuns: bool = False
    status_proof: bool = False
    status_bonus: int = 0

    @property
    def free_uses(self) -> int:
        return read_free(self.free)[0] if self.free else 0

    @property
    def free_kind(self) -> str:
        return read_free(self.free)[1] if self.free else ""


@dataclass(frozen=True)
class Layout:
    """A map: where the seats' homes go, where the fixed tiles lie, and which places are on the left and right sides."""

    homes: list[tuple[int, int]]
    tiles: dict[str, tuple[int, int]]
    sides: list[tuple[int, int]]


@dataclass(frozen=True)
class Solo:
    """The figures of Shadow Boxing."""

    player_cards: list[str]
    bot_cards: list[str]
    first_bot_card: str
    contact_damage: int


@dataclass
class Box:
    """All components of some packs together, each kind in the packs' order."""

    packs: tuple[str, ...]
    rules: Rules
    solo: Solo
    hexes: dict[str, Hex] = field(default_factory=dict)
    characters: dict[str, Character] = field(default_factory=dict)
    main: dict[str, Main] = field(default_factory=dict)
    counterspells: dict[str, Counterspell] = field(default_factory=dict)
    companions: dict[str, Companion] = field(default_factory=dict)
    layouts: dict[str, Layout] = field(default_factory=dict)

    def sorted_cards(self, cards: list[str]) -> list[str]:
        """Main cards in the packs' order."""
        order = list(self.main)
        return sorted(cards, key=order.index)


def place(text: str) -> tuple[int, int]:
    """A place on the map, "q,r"."""
    q, r = text.split(",")
    return int(q), int(r)


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row without the marks that say which of its values are reconstructed."""
    return {key: value for key, value in row.items() if key != "reconstructed"}


def read_main(row: dict[str, Any]) -> Main:
    """One line of a [main] table."""
    level, collect = read_collect(row.get("collect", ""))
    copy = None
    if "copy" in row:
        amount, rest = read_amount(row["copy"].split())
        copy = (amount.high, rest[0])
    return Main(
        copies=row["copies"],
        gives=row.get("gives", "").split(),
        level=row.get("level", 0),
        costs_level=level,
        collect=collect,
        spend=read_spend(row["spend"]) if "spend" in row else [],
        damage=read_steps(row["damage"]) if "damage" in row else [],
        target=row.get("target", ""),
        range=read_range(row.get("range", "0")),
        freeze=row.get("freeze", False),
        stun=row.get("stun", False),
        convert=read_convert(row["convert"]) if "convert" in row else None,
        copy=copy,
        gain=row.get("gain", "").split(),
        cleanse=row.get("cleanse", False),
    )


def read_character(row: dict[str, Any]) -> Character:
    """One line of a [characters] table."""
    values = plain(row)
    if "range" in values:
        values["range"] = read_range(values["range"])
    return Character(**values)


def packs_to_open(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The chosen packs and those they contain, in the order in which packs combine."""
    contents = {name: tomllib.loads((PACKS / f"{name}.toml").read_text(encoding="utf-8")) for name in PACK_ORDER}
    wanted = set(names)
    for name in names:
        wanted |= set(contents[name]["pack"].get("contains", []))
    return [contents[name] for name in PACK_ORDER if name in wanted]


def open_boxes(names: tuple[str, ...]) -> Box:
    """Everything in the chosen packs: ("base",), ("exclusive", "ice_storm") and so on."""
    packs = packs_to_open(names)
    rules = plain(packs[0]["rules"])
    solo = plain(packs[0]["solo"])
    rules["counterspell_cost"] = rules["counterspell_cost"].split()
    box = Box(tuple(names), Rules(**rules), Solo(**solo))
    for pack in packs:
        for name, row in pack.get("hexes", {}).items():
            box.hexes[name] = Hex(**plain(row))
        for name, row in pack.get("characters", {}).items():
            box.characters[name] = read_character(row)
        for name, row in pack.get("main", {}).items():
            box.main[name] = read_main(row)
        for name, row in pack.get("counterspells", {}).items():
            box.counterspells[name] = Counterspell(**plain(row))
        for name, row in pack.get("companions", {}).items():
            box.companions[name] = Companion(**plain(row))
        for name, row in pack.get("layouts", {}).items():
            box.layouts[name] = Layout(
                homes=[place(text) for text in row["homes"]],
                tiles={tile: place(text) for tile, text in row["tiles"].items()},
                sides=[place(text) for text in row.get("sides", [])],
            )
    return box
