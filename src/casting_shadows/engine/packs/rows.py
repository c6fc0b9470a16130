"""From a pack's lines to frozen rows: the words each kind of component may use, and what goes with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from casting_shadows.engine.model import cards
from casting_shadows.engine.packs import grammar
from casting_shadows.engine.packs.pack import fail

Parser = Callable[[object], Any]

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


def spelled_out(marks: list[object], row: Mapping[str, object]) -> list[str]:
    """What `reconstructed` means: `*` is the name and every word of the line."""
    every = ["name", *(key for key in row if key != "reconstructed")]
    return every if "*" in marks else [str(mark) for mark in marks]


def parsed(row: Mapping[str, object], fields: Mapping[str, Parser], where: str) -> dict[str, Any]:
    """A line's values, each read by its word. Raises BadPack that names the word."""
    values: dict[str, Any] = {}
    for key, value in row.items():
        if key == "reconstructed":
            continue
        if key not in fields:
            raise fail(f"{where}.{key[:40]}", f"unknown word; known: {', '.join(fields)}")
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
    values["reconstructed"] = frozenset(spelled_out(marks, row))
    return values


def hex_row(row_id: str, row: dict[str, Any], where: str) -> cards.Hex:
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


def character_row(row_id: str, row: dict[str, Any], where: str) -> cards.Character:
    shapes = [word for word in ("heal", "empower", "warp", "tow", "range") if row.get(word)]
    if len(shapes) != 1:
        raise fail(where, "a Shadow ability is exactly one of heal, empower, warp, tow, or damage with target and range")
    if "range" in shapes and not ("damage" in row and "target" in row):
        raise fail(where, "an ability with a range needs damage and target")
    allowed = {"range": {"damage", "target", "push"}, "warp": {"take_counterspell"}, "tow": {"damage"}}.get(shapes[0], set())
    for word in row.keys() - allowed - {"home", shapes[0], "reconstructed"}:
        if row[word]:
            raise fail(f"{where}.{word}", f"does not go with {shapes[0]}")
    if row.get("push") and row["target"] != cards.ENEMY:
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


def main_row(row_id: str, row: dict[str, Any], where: str) -> cards.MainCard:
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


def counterspell_row(row_id: str, row: dict[str, Any], where: str) -> cards.Counterspell:
    if "copies" not in row:
        raise fail(f"{where}.copies", "missing")
    if not any(row[word] for word in row.keys() - {"copies", "reconstructed"}):
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


def companion_row(row_id: str, row: dict[str, Any], where: str) -> cards.Companion:
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


def layout_row(name: str, row: Mapping[str, Any], where: str) -> cards.Layout:
    try:
        tiles = tuple((grammar.word(tile), grammar.place(spot)) for tile, spot in row["tiles"].items())
        homes = tuple(grammar.place(spot) for spot in row["homes"])
        sides = frozenset(grammar.place(spot) for spot in row.get("sides", []))
        return cards.Layout(name, grammar.players(row["players"]), tiles, homes, sides)
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise fail(where, f"expected players, tiles and homes at places such as 0,1 ({error})") from None


def rules_row(row: Mapping[str, object], where: str) -> cards.Rules:
    values = parsed(row, RULES, where)
    missing = RULES.keys() - values.keys()
    if missing:
        raise fail(where, f"missing: {', '.join(sorted(missing))}")
    for word in ("hp", "most_hp", "points", "book", "base_limit", "shadow_limit"):
        if not 1 <= values[word] <= 60 or (word in ("points", "book", "base_limit", "shadow_limit") and values[word] > 9):
            raise fail(f"{where}.{word}", f"{values[word]} is out of bounds")
    if values["counterspell_cost"].level:
        raise fail(f"{where}.counterspell_cost", "a Counterspell costs no spell")
    if values["hp"] > values["most_hp"]:
        raise fail(f"{where}.hp", f"{values['hp']} is above most_hp, {values['most_hp']}")
    return cards.Rules(**values)


def solo_row(row: Mapping[str, Any], where: str) -> cards.Solo:
    try:
        return cards.Solo(
            tuple(grammar.word(card) for card in row["player_cards"]),
            tuple(grammar.word(card) for card in row["bot_cards"]),
            grammar.word(row["first_bot_card"]),
            grammar.number(row["contact_damage"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise fail(where, f"expected player_cards, bot_cards, first_bot_card, contact_damage ({error})") from None
