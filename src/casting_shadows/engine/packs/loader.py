"""Reads packs: TOML text into checked, frozen rows.

The shipped packs lie beside this file. A player's own pack is text in the same form: it replaces values by name, may add
components (with a name of their own), and is known by its name and a hash of its content.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from casting_shadows.engine.errors import BadPack
from casting_shadows.engine.model import cards
from casting_shadows.engine.packs import grammar

EDITIONS = ("base", "exclusive")
ADD_ONS = ("ice_storm",)
SHIPPED = (*EDITIONS, *ADD_ONS)
MOST_PACK_BYTES = 1_000_000

Parser = Callable[[object], Any]
Table = dict[str, dict[str, object]]

FIELDS: Mapping[str, Mapping[str, Parser]] = {
    "hexes": {
        "market": grammar.flag,
        "counterspells": grammar.flag,
        "shield": grammar.number,
        "attack_bonus": grammar.number,
        "start_hp": grammar.number,
        "start_gain": grammar.pool,
        "unshielded": grammar.flag,
    },
    "characters": {
        "home": grammar.word,
        "heal": grammar.number,
        "damage": grammar.number,
        "target": grammar.target,
        "range": grammar.reach,
        "push": grammar.flag,
        "empower": grammar.number,
        "warp": grammar.flag,
        "take_counterspell": grammar.flag,
        "tow": grammar.number,
    },
    "main": {
        "copies": grammar.number,
        "level": grammar.number,
        "collect": grammar.cost,
        "gives": grammar.pool,
        "spend": grammar.spend,
        "damage": grammar.damage,
        "target": grammar.target,
        "range": grammar.reach,
        "freeze": grammar.flag,
        "stun": grammar.flag,
        "convert": grammar.convert,
        "copy": grammar.spend,
        "gain": grammar.pool,
        "cleanse": grammar.flag,
    },
    "counterspells": {
        "copies": grammar.number,
        "reduce": grammar.number,
        "ignore": grammar.flag,
        "move": grammar.move,
        "deal": grammar.number,
        "freeze": grammar.flag,
        "stun": grammar.flag,
    },
    "companions": {
        "free": grammar.free,
        "start_gain": grammar.choice,
        "end_hp": grammar.number,
        "return_from": grammar.number,
        "return_damage": grammar.number,
        "tough_from": grammar.number,
        "tough": grammar.number,
        "attack_bonus": grammar.number,
        "curse_proof": grammar.flag,
        "reach": grammar.number,
        "extra_cards": grammar.number,
        "first_hit_freezes": grammar.flag,
        "first_hit_stuns": grammar.flag,
        "status_proof": grammar.flag,
        "status_bonus": grammar.number,
    },
}
"""Every word a component may use. This is the closed list; docs/packs.md explains each."""

RULES: Mapping[str, Parser] = {
    "hp": grammar.number,
    "most_hp": grammar.number,
    "points": grammar.number,
    "book": grammar.number,
    "base_limit": grammar.number,
    "shadow_limit": grammar.number,
    "portal": grammar.number,
    "counterspell_cost": grammar.cost,
}


@dataclass(frozen=True)
class Pack:
    """One pack as read: not yet checked against the others it is used with."""

    name: str
    digest: str
    """Of the content alone: comments, spaces and the order of lines do not count."""
    data: Mapping[str, Any]

    @property
    def is_own(self) -> bool:
        """A player's own, not one of the shipped ones."""
        return self.name not in (*SHIPPED, "six_casters")

    @property
    def label(self) -> str:
        """`mine@4f0a...`: how a record names it."""
        return f"{self.name}@{self.digest[:16]}"


def fail(where: str, what: str) -> BadPack:
    """The error for one place in a pack, such as `base.toml main.heavy_hand.damage`."""
    return BadPack("pack/bad-value", f"{where}: {what}", {"where": where, "what": what})


def parse_pack(content: str, source: str) -> Pack:
    """Read a pack's text.

    Raises BadPack for text that is no TOML, too long, or has tables a pack does not have.
    """
    if len(content) > MOST_PACK_BYTES:
        raise BadPack("pack/too-long", f"{source}: more than {MOST_PACK_BYTES} characters", {"where": source})
    try:
        data = tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadPack("pack/not-toml", f"{source}: {str(error) or 'nested too deeply'}", {"where": source}) from None
    known = {"pack", "rules", "layouts", "solo", *FIELDS}
    for key, table in data.items():
        if key not in known:
            raise fail(source, f"unknown table [{key}]; known: {', '.join(sorted(known))}")
        if not isinstance(table, dict):
            raise fail(f"{source} {key}", "expected a table")
    try:
        name = grammar.word(data.get("pack", {}).get("name"))
    except ValueError as error:
        raise fail(f"{source} pack.name", str(error)) from None
    canonical = json.dumps(data, sort_keys=True, ensure_ascii=True, default=str)
    return Pack(name, hashlib.sha256(canonical.encode()).hexdigest(), data)


def parse_own_pack(content: str, source: str = "your pack") -> Pack:
    """Read a player's own pack; it may not take a shipped pack's name."""
    pack = parse_pack(content, source)
    if not pack.is_own:
        raise fail(f"{source} pack.name", f"{pack.name} is a shipped pack's name; choose another")
    return pack


@cache
def shipped_pack(name: str) -> Pack:
    """One of the packs that come with the game."""
    content = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse_pack(content, f"{name}.toml")


@dataclass(frozen=True)
class Components:
    """All rows of the packs in play, checked together."""

    hexes: tuple[cards.Hex, ...]
    characters: tuple[cards.Character, ...]
    main: tuple[cards.MainCard, ...]
    counterspells: tuple[cards.Counterspell, ...]
    companions: tuple[cards.Companion, ...]
    layouts: Mapping[str, cards.Layout]
    rules: cards.Rules
    solo: cards.Solo
    names: Mapping[str, Mapping[str, str]]
    """Names that a player's own pack gives, by component and language."""


def combine(packs: list[Pack]) -> Components:
    """Put packs together, later ones over earlier ones, and check the whole.

    Raises BadPack that names pack, component and field.
    """
    tables: dict[str, Table] = {table: {} for table in FIELDS}
    origin: dict[tuple[str, str], str] = {}
    names: dict[str, dict[str, str]] = {}
    rules: dict[str, object] = {}
    layouts: dict[str, Any] = {}
    solo: Mapping[str, Any] = {}
    for pack in packs:
        source = f"{pack.name}.toml" if not pack.is_own else pack.name
        for table in FIELDS:
            for row_id, row in pack.data.get(table, {}).items():
                where = f"{source} {table}.{row_id}"
                _merge_row(tables[table], row_id, row, where, pack.is_own, names)
                origin.setdefault((table, row_id), source)
        rules.update(pack.data.get("rules", {}))
        layouts.update(pack.data.get("layouts", {}))
        solo = pack.data.get("solo", solo)
        _check_totals(pack, source)
    ids: dict[str, str] = {}
    for table in FIELDS:
        for row_id in tables[table]:
            if row_id in ids:
                raise fail(f"{origin[table, row_id]} {table}.{row_id}", f"{ids[row_id]} has a component of this name too")
            ids[row_id] = table

    def rows(table: str, make: Callable[[str, dict[str, Any], str], Any]) -> tuple[Any, ...]:
        built = []
        for row_id, row in tables[table].items():
            where = f"{origin[table, row_id]} {table}.{row_id}"
            built.append(make(row_id, _parsed(row, FIELDS[table], where), where))
        return tuple(built)

    hexes = rows("hexes", _hex)
    characters = rows("characters", _character)
    main = rows("main", _main_card)
    _check_homes(hexes, characters)
    solo_rows = _solo(solo)
    _check_solo(solo_rows, main)
    return Components(
        hexes,
        characters,
        main,
        rows("counterspells", _counterspell),
        rows("companions", _companion),
        {name: _layout(name, row) for name, row in layouts.items()},
        _rules(rules),
        solo_rows,
        names,
    )


def _merge_row(table: Table, row_id: str, row: object, where: str, own: bool, names: dict[str, dict[str, str]]) -> None:
    try:
        grammar.word(row_id)
    except ValueError as error:
        raise fail(where, str(error)) from None
    if not isinstance(row, dict):
        raise fail(where, "expected a table of values, { copies = 3, ... }")
    row = dict(row)
    given = row.pop("name", None)
    if given is not None:
        if not own:
            raise fail(f"{where}.name", "shipped components are named in the words files")
        names[row_id] = _names(given, where)
    known = row_id in table
    if own and not known and given is None:
        raise fail(where, 'no component of this name to change; a new one needs a name, such as name = { en = "..." }')
    marks = row.get("reconstructed", [])
    changed = {**table.get(row_id, {}), **row}
    if own and known:
        # A value the player corrected from the printed card is no longer ours.
        before = table[row_id].get("reconstructed", [])
        assert isinstance(before, list)
        kept = [mark for mark in _spelled_out(before, table[row_id]) if mark.split(".")[0] not in row]
        changed["reconstructed"] = [*kept, *(marks if isinstance(marks, list) else [])]
    table[row_id] = changed


def _spelled_out(marks: list[object], row: Mapping[str, object]) -> list[str]:
    every = ["name", *(key for key in row if key != "reconstructed")]
    return every if "*" in marks else [str(mark) for mark in marks]


def _names(given: object, where: str) -> dict[str, str]:
    if isinstance(given, str):
        given = {"en": given}
    if not isinstance(given, dict) or not given or "en" not in given:
        raise fail(f"{where}.name", 'expected a name, or { en = "...", de = "..." } with at least en')
    try:
        return {str(language): grammar.text(name) for language, name in given.items()}
    except ValueError as error:
        raise fail(f"{where}.name", str(error)) from None


def _parsed(row: Mapping[str, object], fields: Mapping[str, Parser], where: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in row.items():
        if key == "reconstructed":
            continue
        if key not in fields:
            raise fail(f"{where}.{key}", f"unknown word; known: {', '.join(fields)}")
        try:
            values[key] = fields[key](value)
        except ValueError as error:
            raise fail(f"{where}.{key}", str(error)) from None
    marks = row.get("reconstructed", [])
    if not isinstance(marks, list):
        raise fail(f"{where}.reconstructed", "expected a list of words of this row")
    for mark in marks:
        if str(mark) != "*" and str(mark).split(".")[0] not in (*values, "name"):
            raise fail(f"{where}.reconstructed", f"{mark!r} is not a word of this row")
    values["reconstructed"] = frozenset(_spelled_out(marks, row))
    return values


def _check_totals(pack: Pack, source: str) -> None:
    """The deck sizes a pack states must be what its rows add up to."""
    head = pack.data["pack"]
    for table in ("main", "counterspells", "companions"):
        if table not in head:
            continue
        own_rows = pack.data.get(table, {})
        total = sum(row.get("copies", 1) for row in own_rows.values() if isinstance(row, dict))
        for inner in head.get("contains", []):
            inner_rows = shipped_pack(inner).data.get(table, {})
            total += sum(row.get("copies", 1) for row in inner_rows.values())
        if total != head[table]:
            raise fail(f"{source} pack.{table}", f"says {head[table]} cards, but its rows make {total}")


def _check_homes(hexes: tuple[cards.Hex, ...], characters: tuple[cards.Character, ...]) -> None:
    known = {tile.id for tile in hexes}
    homes: dict[str, str] = {}
    for character in characters:
        if character.home not in known:
            raise fail(f"characters.{character.id}.home", f"no hex is called {character.home}")
        if character.home in homes:
            raise fail(f"characters.{character.id}.home", f"{character.home} is {homes[character.home]}'s home too")
        homes[character.home] = character.id
    if sum(tile.counterspells for tile in hexes) != 1:
        raise fail("hexes", "exactly one hex must hold the Counterspell deck (counterspells = true)")


def _hex(row_id: str, row: dict[str, Any], where: str) -> cards.Hex:
    if row.get("market") and row.get("counterspells"):
        raise fail(where, "a hex has a Main card or the Counterspell deck, not both")
    return cards.Hex(
        row_id,
        row.get("market", False),
        row.get("counterspells", False),
        row.get("shield", 0),
        row.get("attack_bonus", 0),
        row.get("start_hp", 0),
        row.get("start_gain", 0),
        row.get("unshielded", False),
        row["reconstructed"],
    )


def _character(row_id: str, row: dict[str, Any], where: str) -> cards.Character:
    shapes = [word for word in ("heal", "empower", "warp", "tow", "range") if row.get(word)]
    if len(shapes) != 1:
        raise fail(where, "a Shadow ability is exactly one of heal, empower, warp, tow, or damage with target and range")
    if "range" in shapes and not ("damage" in row and "target" in row):
        raise fail(where, "an ability with a range needs damage and target")
    if row.get("push") and row.get("target") != cards.ENEMY:
        raise fail(f"{where}.push", "only an ability aimed at an enemy can push it")
    if "home" not in row:
        raise fail(f"{where}.home", "missing")
    return cards.Character(
        row_id,
        row["home"],
        row.get("heal", 0),
        row.get("damage", 0),
        row.get("target", cards.ENEMY),
        row.get("range", (0, 0)),
        row.get("push", False),
        row.get("empower", 0),
        row.get("warp", False),
        row.get("take_counterspell", False),
        row.get("tow", 0),
        row["reconstructed"],
    )


def _main_card(row_id: str, row: dict[str, Any], where: str) -> cards.MainCard:
    if "gives" in row:
        kind, needs, allowed = cards.RESOURCE, ["copies"], {"copies", "gives"}
    elif "damage" in row:
        kind, needs = cards.ATTACK, ["copies", "level", "collect", "spend", "target", "range"]
        allowed = {*needs, "damage", "freeze", "stun"}
    elif "convert" in row or "copy" in row or "gain" in row:
        kind, needs = cards.CONVERSION, ["copies", "level", "collect"]
        words = [word for word in ("convert", "copy", "gain") if word in row]
        if len(words) != 1:
            raise fail(where, "a Conversion Spell has one of convert, copy, or spend with gain")
        needs += ["spend"] if words == ["gain"] else []
        allowed = {*needs, *words, "cleanse"}
    else:
        raise fail(where, "no effect: needs gives, damage, convert, copy or gain")
    for word in needs:
        if word not in row:
            raise fail(f"{where}.{word}", "missing")
    for word in row.keys() - allowed - {"reconstructed"}:
        raise fail(f"{where}.{word}", "does not go with this kind of card")
    if kind != cards.RESOURCE and not 1 <= row["level"] <= 3:
        raise fail(f"{where}.level", "expected 1, 2 or 3")
    if kind == cards.ATTACK and len(row["damage"]) != (row["spend"].most or 1):
        raise fail(f"{where}.damage", f"expected {row['spend'].most or 1} steps, one for each resource spent")
    if kind == cards.CONVERSION and "gain" in row and row["spend"].most:
        raise fail(f"{where}.spend", "a card with gain spends a fixed cost, not up to some")
    return cards.MainCard(
        row_id,
        kind,
        row["copies"],
        row.get("level", 0),
        row.get("collect", cards.Cost(())),
        row.get("gives", 0),
        row.get("spend"),
        row.get("damage", ()),
        row.get("target", cards.ENEMY),
        row.get("range", (0, 0)),
        row.get("freeze", False),
        row.get("stun", False),
        row.get("convert"),
        row.get("copy"),
        row.get("gain", 0),
        row.get("cleanse", False),
        row["reconstructed"],
    )


def _counterspell(row_id: str, row: dict[str, Any], where: str) -> cards.Counterspell:
    if "copies" not in row:
        raise fail(f"{where}.copies", "missing")
    if len(row.keys() - {"copies", "reconstructed"}) == 0:
        raise fail(where, "no effect: needs reduce, ignore, move, deal, freeze or stun")
    return cards.Counterspell(
        row_id,
        row["copies"],
        row.get("reduce", 0),
        row.get("ignore", False),
        row.get("move", ""),
        row.get("deal", 0),
        row.get("freeze", False),
        row.get("stun", False),
        row["reconstructed"],
    )


def _companion(row_id: str, row: dict[str, Any], where: str) -> cards.Companion:
    if len(row.keys() - {"reconstructed"}) == 0:
        raise fail(where, f"no effect: needs one of {', '.join(FIELDS['companions'])}")
    for first, second in (("return_from", "return_damage"), ("tough_from", "tough")):
        if (first in row) != (second in row):
            raise fail(where, f"{first} and {second} go together")
    if row.get("reach", 0) > 1:
        raise fail(f"{where}.reach", "at most 1: ranges end three hexes away")
    free_mask, free_uses = row.get("free", (0, 0))
    return cards.Companion(
        row_id,
        free_mask,
        free_uses,
        row.get("start_gain", ()),
        row.get("end_hp", 0),
        row.get("return_from", 0),
        row.get("return_damage", 0),
        row.get("tough_from", 0),
        row.get("tough", 0),
        row.get("attack_bonus", 0),
        row.get("curse_proof", False),
        row.get("reach", 0),
        row.get("extra_cards", 0),
        row.get("first_hit_freezes", False),
        row.get("first_hit_stuns", False),
        row.get("status_proof", False),
        row.get("status_bonus", 0),
        row["reconstructed"],
    )


def _layout(name: str, row: Mapping[str, Any]) -> cards.Layout:
    where = f"layouts.{name}"
    try:
        tiles = tuple((grammar.word(tile), grammar.place(spot)) for tile, spot in row["tiles"].items())
        homes = tuple(grammar.place(spot) for spot in row["homes"])
        sides = frozenset(grammar.place(spot) for spot in row.get("sides", []))
        return cards.Layout(name, grammar.players(row["players"]), tiles, homes, sides)
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise fail(where, f"expected players, tiles and homes at places such as 0,1 ({error})") from None


def _rules(row: Mapping[str, object]) -> cards.Rules:
    values = _parsed(row, RULES, "rules")
    missing = RULES.keys() - values.keys()
    if missing:
        raise fail("rules", f"missing: {', '.join(sorted(missing))}")
    for word in ("hp", "most_hp", "points", "book", "base_limit", "shadow_limit"):
        if not 1 <= values[word] <= 60 or (word in ("points", "book", "base_limit", "shadow_limit") and values[word] > 9):
            raise fail(f"rules.{word}", f"{values[word]} is out of bounds")
    return cards.Rules(**values)


def _solo(row: Mapping[str, Any]) -> cards.Solo:
    try:
        return cards.Solo(
            tuple(grammar.word(card) for card in row["player_cards"]),
            tuple(grammar.word(card) for card in row["bot_cards"]),
            grammar.word(row["first_bot_card"]),
            grammar.number(row["bot_hp"]),
            grammar.number(row["contact_damage"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise fail("solo", f"expected player_cards, bot_cards, first_bot_card, bot_hp, contact_damage ({error})") from None


def _check_solo(solo: cards.Solo, main: tuple[cards.MainCard, ...]) -> None:
    kinds = {card.id: card.kind for card in main}
    for card in (*solo.player_cards, *solo.bot_cards, solo.first_bot_card):
        if card not in kinds:
            raise fail("solo", f"no card is called {card}")
    if any(kinds[card] != cards.ATTACK for card in solo.bot_cards) or solo.first_bot_card not in solo.bot_cards:
        raise fail("solo.bot_cards", "each Bot needs an Attack Spell, and one of them goes first")
