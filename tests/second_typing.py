"""How the packs are compared with a second, independent typing of the boxes, field by field.

Known values stand in data/second_typing.toml and never change. Reconstructed values, as last noted in the changelog, stand in
data/reconstructed_values.toml; one that is tuned is changed there, in the changelog and in the pack together. Which file a
value stands in is its mark, so the packs' `reconstructed` marks are compared too.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from typing import Any

from casting_shadows.engine.model import cards
from casting_shadows.engine.model.dice import COLOURS, CURSE, DICE_OF, FACES, GEM, ORB, SHADOW
from casting_shadows.engine.model.map import DIRECTIONS
from casting_shadows.engine.model.resources import CODES, pool_text
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.loader import Components, combine
from casting_shadows.engine.packs.pack import Pack, shipped_pack

DATA = Path(__file__).parent / "data"
KNOWN: dict[str, Any] = tomllib.loads((DATA / "second_typing.toml").read_text(encoding="utf-8"))
OURS: dict[str, Any] = tomllib.loads((DATA / "reconstructed_values.toml").read_text(encoding="utf-8"))

PACKS = ("base", "six_casters", "exclusive", "ice_storm")
TABLES = ("hexes", "characters", "main", "counterspells", "companions")
BOXES = {
    "base": ("base",),
    "exclusive": ("base", "six_casters", "exclusive"),
    "base_and_ice_storm": ("base", "six_casters", "ice_storm"),
    "exclusive_and_ice_storm": PACKS,
}
NAMES = {"name", "german", "base_form", "shadow_form"}
"""Typed, but no part of a pack: only the mark of `name` is."""
STATUSES = ("freeze", "stun")
Row = dict[str, Any]


@dataclass(frozen=True)
class Check:
    """One field of one component: what the packs say and what was typed."""

    id: str
    packs: object
    typed: object


def typed_rows(table: str, row_id: str) -> tuple[Row, Row]:
    """A component's known and reconstructed values."""
    known = dict(KNOWN.get(table, {}).get(row_id, {}))
    ours = dict(OURS.get(table, {}).get(row_id, {}))
    if row_id in OURS["names"]["ours"]:
        ours["name"] = row_id
    return known, ours


def amounts(text: str) -> Counter[str]:
    """`1 L1 + 1 O` as a count of each symbol."""
    found: Counter[str] = Counter()
    for part in text.split(" + ") if text != "nothing" else []:
        number, symbol = part.split(" ")
        found[symbol] += int(number)
    return found


def pool(packed: int) -> Counter[str]:
    return Counter(pool_text(packed).split())


def cost(paid: cards.Cost) -> Counter[str]:
    return Counter([*paid.symbols, *([f"L{paid.level}"] if paid.level else [])])


def spend_text(spend: cards.Spend) -> str:
    if spend.most:
        return f"up to {spend.most} {'/'.join(spend.symbols)}"
    return " and ".join(f"1 {symbol}" for symbol in spend.symbols)


def spent(card: cards.MainCard) -> tuple[tuple[str, ...], str | None]:
    """What a cast takes: the kinds, and the whole as it is typed."""
    assert sum(value is not None for value in (card.spend, card.convert, card.copy)) <= 1
    if card.convert is not None:
        sources = "/".join(card.convert.source)
        return card.convert.source, f"{'' if card.convert.exact else 'up to '}{card.convert.most} {sources}"
    spend = card.copy if card.copy is not None else card.spend
    return ((), None) if spend is None else (spend.symbols, spend_text(spend))


def into(card: cards.MainCard) -> str | None:
    """What a Conversion makes, as it is typed. None: it is no Conversion."""
    made: list[str] = []
    if card.copy is not None:
        made.append("a copy of each")
    if card.gain:
        made.append(" + ".join(f"{number} {symbol}" for symbol, number in pool(card.gain).items()) + " for all")
    if card.convert is not None and card.convert.shape == "same":
        made.append({"G": "Gem", "O": "Orb"}[card.convert.result[0]] + " of the same colour")
    elif card.convert is not None:
        made.append("each the other" if card.convert.shape == "each" else " or ".join(card.convert.result))
    return "; ".join(made) or None


def mark_checks(where: str, marks: frozenset[str], ours: set[str], known: set[str]) -> Iterator[Check]:
    """Whether each value is marked as reconstructed exactly if it was typed as such."""
    assert not ours & known, f"{where}: typed as known and as reconstructed"
    for word in sorted(marks | ours | known):
        yield Check(f"{where}.{word} reconstructed", word in marks, word in ours)


def main_checks(card: cards.MainCard) -> Iterator[Check]:
    known, ours = typed_rows("main", card.id)
    typed = {**known, **ours}
    where = f"main.{card.id}"
    kinds, whole = spent(card)
    is_attack = card.kind == cards.ATTACK
    yield Check(f"{where}.type", ("resource", "attack", "conversion")[card.kind], typed["type"])
    yield Check(f"{where}.copies", card.copies, typed["copies"])
    yield Check(f"{where}.level", card.level or None, typed.get("level"))
    if "collect" in known:
        yield Check(f"{where}.collect kinds", set(cost(card.collect)), set(known["collect"]))
    yield Check(f"{where}.collect", cost(card.collect), amounts(ours.get("collect", "nothing")))
    if "gives" in known:
        yield Check(f"{where}.gives kind", set(pool(card.gives)), {known["gives"]})
    yield Check(f"{where}.gives", pool(card.gives), amounts(ours.get("gives", "nothing")))
    if "spend" in known:
        yield Check(f"{where}.spend kinds", set(kinds), set(known["spend"]))
    yield Check(f"{where}.spend", whole, ours.get("spend"))
    yield Check(f"{where}.into", into(card), typed.get("into"))
    damage = {**known.get("damage", {}), **ours.get("damage", {})}
    yield Check(f"{where}.damage steps", len(card.damage), len(damage))
    for step, dealt in damage.items():
        yield Check(f"{where}.damage.{step}", dict(enumerate(card.damage, 1)).get(int(step)), dealt)
    yield Check(f"{where}.target", ("enemy", "hex")[card.target] if is_attack else None, typed.get("target"))
    yield Check(f"{where}.range", list(card.range) if is_attack else None, typed.get("range"))
    for status in STATUSES:
        yield Check(f"{where}.{status}", getattr(card, status), typed.get(status, False))
    yield Check(f"{where}.loses freeze and stun", card.cleanse, typed.get("lose", []) == ["freeze", "stun"])
    marks = set(card.reconstructed)
    if "damage" in marks:
        marks = (marks - {"damage"}) | {f"damage.{step}" for step in range(1, len(card.damage) + 1)}
    yield from mark_checks(where, frozenset(marks), main_words(ours, typed), known_main_words(known, ours))


def main_words(ours: Row, typed: Row) -> set[str]:
    """The words of a pack's row that carry what was typed as reconstructed."""
    made = typed.get("into")
    if made is None:
        effect = {"spend": "spend"}
    elif made == "a copy of each":
        effect = {"spend": "copy", "into": "copy"}
    elif made.endswith(" for all"):
        effect = {"spend": "spend", "into": "gain"}
    else:
        effect = {"spend": "convert", "into": "convert"}
    words: set[str] = set()
    for key, value in ours.items():
        if key == "damage":
            words |= {f"damage.{step}" for step in value}
        elif key == "lose":
            words.add("cleanse")
        elif not (key == "type" or value is False or value == "nothing"):
            words.add(effect.get(key, key))
    return words


def known_main_words(known: Row, ours: Row) -> set[str]:
    """Words that carry no amount of ours."""
    steps = {f"damage.{step}" for step in known.get("damage", {})}
    return ({"copies", "level", "target", "range"} & known.keys()) | steps | ({"name"} - ours.keys())


def hex_checks(tile: cards.Hex) -> Iterator[Check]:
    known, ours = typed_rows("hexes", tile.id)
    typed = {**known, **ours}
    where = f"hexes.{tile.id}"
    start = typed.get("start_of_turn", {})
    here = typed.get("damage_here", 0)
    yield Check(f"{where}.main card", tile.market, typed["card"] == "main")
    yield Check(f"{where}.refresh", tile.market, typed.get("refresh", True))
    yield Check(f"{where}.counterspell deck", tile.counterspells, typed["card"] == "counterspell")
    yield Check(f"{where}.damage here", -tile.shield, 0 if isinstance(here, str) else here)
    yield Check(f"{where}.damage cannot be reduced", tile.unshielded, here == "cannot be reduced or ignored")
    yield Check(f"{where}.spells from here", tile.attack_bonus, typed.get("spells_from_here", 0))
    yield Check(f"{where}.start of turn hp", tile.start_hp, start.get("hp", 0))
    yield Check(f"{where}.start of turn resources", pool(tile.start_gain), amounts(start.get("add", "nothing")))

    def words(row: Row) -> set[str]:
        found = {"name"} & row.keys()
        if "card" in row:
            found.add("counterspells" if row["card"] == "counterspell" else "market")
        if "damage_here" in row:
            found.add("unshielded" if isinstance(row["damage_here"], str) else "shield")
        if "spells_from_here" in row:
            found.add("attack_bonus")
        return found | {"start_hp" if key == "hp" else "start_gain" for key in row.get("start_of_turn", {})}

    yield from mark_checks(where, tile.reconstructed, words(ours), words(known))


def character_checks(character: cards.Character) -> Iterator[Check]:
    known, ours = typed_rows("characters", character.id)
    ability = ours["ability"]
    where = f"characters.{character.id}"
    words = {
        "hp": "heal",
        "damage": "damage",
        "target": "target",
        "range": "range",
        "then_move_it": "push",
        "spells_this_turn": "empower",
        "move_to": "warp",
        "counterspell": "take_counterspell",
        "move_enemy_up_to": "tow",
    }
    aims = {"enemy": cards.ENEMY, "every enemy on a hex": cards.HEX, "every enemy on its hex": cards.ENEMY}
    yield Check(f"{where}.home", character.home, known["home"])
    yield Check(f"{where}.home's owner", KNOWN["hexes"][character.home]["home_of"], character.id)
    yield Check(f"{where}.heal", character.heal, ability.get("hp", 0))
    yield Check(f"{where}.damage", character.damage, ability.get("damage", 0))
    yield Check(f"{where}.target", character.target, aims[ability.get("target", "enemy")])
    yield Check(f"{where}.range", list(character.range), ability.get("range", [0, 0]))
    yield Check(f"{where}.push", int(character.push), ability.get("then_move_it", 0))
    yield Check(f"{where}.empower", character.empower, ability.get("spells_this_turn", 0))
    yield Check(f"{where}.warp", character.warp, ability.get("move_to", "") == "any hex or stay")
    yield Check(f"{where}.take counterspell", int(character.take_counterspell), ability.get("counterspell", 0))
    yield Check(f"{where}.tow", character.tow, ability.get("move_enemy_up_to", 0))
    marked = {words[key] for key in ability}
    if "move_enemy_up_to" in ability:
        marked.discard("target")  # a tow has no aim of its own: it hits where the towed one ends
    yield from mark_checks(where, character.reconstructed, marked, {"home", "name"})


def counterspell_checks(card: cards.Counterspell) -> Iterator[Check]:
    known, ours = typed_rows("counterspells", card.id)
    effect = ours["effect"]
    where = f"counterspells.{card.id}"
    moves = {"": None, "adjacent": "adjacent hex", "any": "any other hex"}
    yield Check(f"{where}.copies", card.copies, {**known, **ours}["copies"])
    yield Check(f"{where}.reduce", card.reduce, effect.get("reduce", 0))
    yield Check(f"{where}.ignore", card.ignore, effect.get("ignore", False))
    yield Check(f"{where}.move", moves[card.move], effect.get("move"))
    yield Check(f"{where}.deal", card.deal, effect.get("return_damage", 0))
    for status in STATUSES:
        yield Check(f"{where}.{status}", getattr(card, status), effect.get("return_status") == status)
    words = {"return_damage": "deal", "return_status": effect.get("return_status", "")}
    marked = {words.get(key, key) for key in effect} | ({"copies", "name"} & ours.keys())
    yield from mark_checks(where, card.reconstructed, marked, {"copies", "name"} - ours.keys())


def companion_checks(card: cards.Companion) -> Iterator[Check]:
    known, ours = typed_rows("companions", card.id)
    effect = dict(ours["effect"])
    where = f"companions.{card.id}"
    free: dict[str, int] = {}
    for action in cards.FREE_KINDS:
        number = effect.get(f"free_{action}s", 0) or (action != "travel" and effect.get("free_actions_but_travel", 0))
        if number:
            free[action] = number
    packs_free = {a: card.free_uses for bit, a in enumerate(cards.FREE_KINDS) if card.free_mask >> bit & 1}
    is_tough = "reduce" in effect
    hit = effect.get("when_hit_for", 0)
    extra = effect["spell_book"] - KNOWN["rules"]["spell_book"] if "spell_book" in effect else 0
    choice = [amounts(part) for part in effect.get("start_of_turn_add", "nothing").split(" or ") if part != "nothing"]
    yield Check(f"{where}.free actions", packs_free, free)
    yield Check(f"{where}.start of turn", [Counter([CODES[kind]]) for kind in card.start_gain], choice)
    yield Check(f"{where}.end of turn hp", card.end_hp, effect.get("end_of_turn_hp", 0))
    yield Check(f"{where}.return from", card.return_from, 0 if is_tough else hit)
    yield Check(f"{where}.return damage", card.return_damage, effect.get("return_damage", 0))
    yield Check(f"{where}.tough from", card.tough_from, hit if is_tough else 0)
    yield Check(f"{where}.tough", card.tough, effect.get("reduce", 0))
    yield Check(f"{where}.attack bonus", card.attack_bonus, effect.get("spells", 0))
    yield Check(f"{where}.curse proof", card.curse_proof, effect.get("no_cursed_crystal_damage", False))
    yield Check(f"{where}.reach", card.reach, effect.get("spells_reach", 0))
    yield Check(f"{where}.extra cards", card.extra_cards, extra)
    yield Check(f"{where}.first hit freezes", card.first_hit_freezes, effect.get("first_spell_damage") == "freeze")
    yield Check(f"{where}.first hit stuns", card.first_hit_stuns, effect.get("first_spell_damage") == "stun")
    yield Check(f"{where}.status proof", card.status_proof, effect.get("immune", []) == ["freeze", "stun"])
    yield Check(f"{where}.status bonus", card.status_bonus, effect.get("spells_on_frozen_or_stunned", 0))
    words = {
        "start_of_turn_add": "start_gain",
        "end_of_turn_hp": "end_hp",
        "when_hit_for": "tough_from" if is_tough else "return_from",
        "reduce": "tough",
        "spells": "attack_bonus",
        "no_cursed_crystal_damage": "curse_proof",
        "spells_reach": "reach",
        "spell_book": "extra_cards",
        "first_spell_damage": f"first_hit_{effect.get('first_spell_damage')}s",
        "immune": "status_proof",
        "spells_on_frozen_or_stunned": "status_bonus",
    }
    marked = {"free" if key.startswith("free_") else words.get(key, key) for key in effect} | ({"name"} & ours.keys())
    yield from mark_checks(where, card.reconstructed, marked, {"name"} & known.keys())


def layout_checks(layout: cards.Layout) -> Iterator[Check]:
    known, ours = typed_rows("layouts", layout.name)
    where = f"layouts.{layout.name}"
    homes = {int(seat): tuple(place) for seat, place in ours["homes"].items()}
    tiles = {key: tuple(value) for key, value in known.items() if key in KNOWN["hexes"]}
    players = {"seven": "base", "ten": "exclusive"}[layout.name]
    yield Check(f"{where}.tiles", {tile for tile, _ in layout.tiles}, set(tiles))
    for tile, place in layout.tiles:
        yield Check(f"{where}.{tile}", place, tiles.get(tile))
    yield Check(f"{where}.seats", len(layout.homes), known["seats"])
    for seat, place in enumerate(layout.homes, 1):
        yield Check(f"{where}.seat {seat}", place, homes.get(seat))
    yield Check(f"{where}.players", layout.players, (KNOWN["players"][players]["least"], KNOWN["players"][players]["most"]))
    places = {place: tile for tile, place in layout.tiles} | {place: f"seat {seat}" for seat, place in homes.items()}
    yield Check(f"{where}.hexes", len(places), KNOWN["players"][players]["hexes"])
    rows = Counter(r for _, r in places)
    yield Check(f"{where}.rows", [rows[r] for r in sorted(rows)], known["rows"])
    yield Check(f"{where}.farthest", max(apart(a, b) for a, b in product(places, places)), known["farthest"])
    touching = {name: sum(apart(place, other) == 1 for other in places) for place, name in places.items()}
    if "touches_of_others" in known:
        expected = dict.fromkeys(touching, known["touches_of_others"]) | {"ancient_rune": known["touches_of_ancient_rune"]}
        yield Check(f"{where}.touching", touching, expected)
    if "edge" in known:
        yield Check(f"{where}.edge", sum(number < 6 for number in touching.values()), known["edge"])
    with_card = {place for place, name in places.items() if name.startswith("seat") or KNOWN["hexes"][name].get("card") == "main"}
    if "market_sides" in ours:
        for option, given in (("sides", layout.sides), ("ring", with_card)):
            side = ours[f"market_{option}"]
            typed = {homes[seat] for seat in side["seats"]} | {tiles[tile] for tile in side["hexes"]}
            yield Check(f"{where}.market {option}", set(given), typed)
            yield Check(f"{where}.market {option} cards", len(given), ours["market"][option])
        yield Check(f"{where}.market default", Setup().market, ours["market_default"])
    else:
        yield Check(f"{where}.sides", layout.sides, frozenset())
        yield Check(f"{where}.market cards", len(with_card), known["market"])


def apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps between two axial places."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def rules_checks(parts: Components) -> Iterator[Check]:
    rules, known, ours = parts.rules, KNOWN["rules"], OURS["rules"]
    faces = {GEM: "gem", ORB: "orb", CURSE: "cursed_crystal", SHADOW: "shadow_fragment"}
    yield Check("rules.hp", rules.hp, known["start_hp"])
    yield Check("rules.most hp", rules.most_hp, ours["most_hp"])
    yield Check("rules.action points", rules.points, known["action_points"])
    yield Check("rules.first turn's points", Setup().first_turn_points, known["action_points"])
    yield Check("rules.spell book", rules.book, known["spell_book"])
    yield Check("rules.energy in Base Form", rules.base_limit, known["energy_base_form"])
    yield Check("rules.energy in Shadow Form", rules.shadow_limit, known["energy_shadow_form"])
    yield Check("rules.portal", rules.portal, known["portal"])
    yield Check("rules.counterspell cost", cost(rules.counterspell_cost), amounts(known["counterspell_cost"]))
    yield Check("rules.reconstructed", rules.reconstructed, frozenset({"most_hp"}))
    yield Check("rules.dice", dict(zip(COLOURS, DICE_OF, strict=True)), known["dice"])
    yield Check("rules.faces", dict(Counter(faces[face] for face in FACES)), known["faces"])
    yield Check("layouts.neighbours", set(DIRECTIONS), {tuple(step) for step in KNOWN["layouts"]["seven"]["neighbours"]})
    for field in fields(cards.Solo):
        value = getattr(parts.solo, field.name)
        yield Check(f"solo.{field.name}", list(value) if isinstance(value, tuple) else value, KNOWN["solo"][field.name])
    yield Check("solo.bot hp by default", Setup().bot_hp, KNOWN["solo"]["bot_hp"])


CHECKERS: dict[str, Callable[[Any], Iterator[Check]]] = {
    "hexes": hex_checks,
    "characters": character_checks,
    "main": main_checks,
    "counterspells": counterspell_checks,
    "companions": companion_checks,
}


def checks(packs: list[Pack]) -> list[Check]:
    """Every comparison between these packs and the second typing."""
    parts = combine(packs)
    found = [check for table in TABLES for row in getattr(parts, table) for check in CHECKERS[table](row)]
    found += [check for layout in parts.layouts.values() for check in layout_checks(layout)]
    return [*found, *rules_checks(parts)]


def shipped() -> list[Pack]:
    return [shipped_pack(name) for name in PACKS]
