"""Puts packs together: later ones over earlier ones, then the whole is checked.

A player's own pack replaces values by name and may add components (with a name of their own).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from casting_shadows.engine.model import cards
from casting_shadows.engine.model.map import DIRECTIONS
from casting_shadows.engine.packs import grammar
from casting_shadows.engine.packs.pack import Pack, fail, shipped_pack
from casting_shadows.engine.packs.rows import (
    FIELDS,
    RULES,
    character_row,
    companion_row,
    counterspell_row,
    hex_row,
    layout_row,
    main_row,
    parsed,
    rules_row,
    solo_row,
    spelled_out,
)

Table = dict[str, dict[str, object]]

MOST_ROWS = {"hexes": 20, "characters": 12, "main": 120, "counterspells": 60, "companions": 60}
"""More components than this, and the action table would no longer be small."""
MOST_CARDS = 250
"""Cards in one deck: a number below 256 takes one byte of chance."""


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


class _Pile:
    """Packs laid over each other, each value remembering the pack that gave it."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {table: {} for table in FIELDS}
        self.origin: dict[tuple[str, str], str] = {}
        self.latest: dict[str, str] = {}
        """By table: the row that was changed last, to blame for what only shows when all rows are there."""
        self.names: dict[str, dict[str, str]] = {}
        self.rules: dict[str, object] = {}
        self.layouts: dict[str, Any] = {}
        self.solo: dict[str, Any] = {}

    def add(self, pack: Pack) -> None:
        """Lay a pack on top."""
        for table in FIELDS:
            for row_id, row in pack.data.get(table, {}).items():
                self._add_row(pack, table, row_id, row)
        for table, rows in (("rules", self.rules), ("layouts", self.layouts), ("solo", self.solo)):
            if table in pack.data:
                rows.update(pack.data[table])
                self.origin[table, ""] = pack.source
        parsed(pack.data.get("rules", {}), RULES, f"{pack.source} rules")
        if not pack.is_own:
            _check_totals(pack)

    def where(self, table: str, row_id: str = "") -> str:
        """`base.toml main.heavy_hand`: the last pack that had a say, and the place."""
        source = self.origin.get((table, row_id), "the packs")
        return f"{source} {table}" + (f".{row_id}" if row_id else "")

    def _add_row(self, pack: Pack, table: str, row_id: str, row: object) -> None:
        where = f"{pack.source} {table}.{row_id[:40]}"
        try:
            grammar.word(row_id)
        except ValueError as error:
            raise fail(where, str(error)) from None
        if not isinstance(row, dict):
            raise fail(where, "expected a table of values, { copies = 3, ... }")
        row = dict(row)
        given = row.pop("name", None)
        if given is not None:
            if not pack.is_own:
                raise fail(f"{where}.name", "shipped components are named in the words files")
            self.names[row_id] = _names(given, where)
        before = self.tables[table].get(row_id)
        if pack.is_own and before is None and given is None:
            raise fail(where, 'no component of this name to change; a new one needs a name, such as name = { en = "..." }')
        if before is None or not pack.is_own:
            self.tables[table][row_id] = row
            parsed(row, FIELDS[table], where)
        else:
            parsed({**row, "reconstructed": []}, FIELDS[table], where)
            marks = row.get("reconstructed", [])
            if not isinstance(marks, list):
                raise fail(f"{where}.reconstructed", "expected a list of words of this row")
            # A value the player corrected from the printed card is no longer ours.
            known = before.get("reconstructed", [])
            assert isinstance(known, list)
            corrected = {*row, "name"} if given is not None else {*row}
            kept = [mark for mark in spelled_out(known, before) if mark.split(".")[0] not in corrected]
            self.tables[table][row_id] = {**before, **row, "reconstructed": [*kept, *marks]}
        self.origin[table, row_id] = pack.source
        self.latest[table] = row_id

    def rows(self, table: str, make: Callable[[str, dict[str, Any], str], Any]) -> tuple[Any, ...]:
        """The finished rows of one table."""
        found = self.tables[table]
        if len(found) > MOST_ROWS[table]:
            where = self.where(table, self.latest[table])
            raise fail(where, f"one too many: at most {MOST_ROWS[table]} {table}")
        built = []
        for row_id, row in found.items():
            where = self.where(table, row_id)
            built.append(make(row_id, parsed(row, FIELDS[table], where), where))
        return tuple(built)


def combine(packs: list[Pack]) -> Components:
    """Put packs together, later ones over earlier ones, and check the whole.

    Raises BadPack that names pack, component and field.
    """
    pile = _Pile()
    for pack in packs:
        pile.add(pack)
    ids: dict[str, str] = {}
    for table in FIELDS:
        for row_id in pile.tables[table]:
            if row_id in ids:
                raise fail(pile.where(table, row_id), f"{ids[row_id]} has a component of this name too")
            ids[row_id] = table
    hexes = pile.rows("hexes", hex_row)
    characters = pile.rows("characters", character_row)
    main = pile.rows("main", main_row)
    levels = {0, *(card.level for card in main)}
    for card in main:
        if card.collect.level not in levels:
            raise fail(f"{pile.where('main', card.id)}.collect", f"there is no spell of level {card.collect.level} to pay with")
    counterspells = pile.rows("counterspells", counterspell_row)
    for table, deck in (("main", main), ("counterspells", counterspells)):
        cards_in_deck = sum(card.copies for card in deck)
        if cards_in_deck > MOST_CARDS:
            raise fail(
                pile.where(table, pile.latest[table]), f"the deck has {cards_in_deck} cards, at most {MOST_CARDS} are possible"
            )
    _check_homes(pile, hexes, characters)
    layouts = {name: layout_row(name, row, f"{pile.where('layouts')}.{name}") for name, row in pile.layouts.items()}
    for layout in layouts.values():
        _check_layout(layout, hexes, f"{pile.where('layouts')}.{layout.name}")
    solo = solo_row(pile.solo, pile.where("solo"))
    _check_solo(solo, main, pile.where("solo"))
    companions = pile.rows("companions", companion_row)
    rules = rules_row(pile.rules, pile.where("rules"))
    return Components(hexes, characters, main, counterspells, companions, layouts, rules, solo, pile.names)


def _names(given: object, where: str) -> dict[str, str]:
    if isinstance(given, str):
        given = {"en": given}
    if not isinstance(given, dict) or not given or "en" not in given:
        raise fail(f"{where}.name", 'expected a name, or { en = "...", de = "..." } with at least en')
    try:
        return {str(language): grammar.text(name) for language, name in given.items()}
    except ValueError as error:
        raise fail(f"{where}.name", str(error)) from None


def _check_totals(pack: Pack) -> None:
    """The deck sizes a shipped pack states must be what its rows add up to."""
    head = pack.data["pack"]
    for table in ("main", "counterspells", "companions"):
        total = 0
        for rows in [pack.data.get(table, {}), *(shipped_pack(inner).data.get(table, {}) for inner in head.get("contains", []))]:
            total += sum(row.get("copies", 1) for row in rows.values())
        if total != head[table]:
            raise fail(f"{pack.source} pack.{table}", f"says {head[table]} cards, but its rows make {total}")


def _check_homes(pile: _Pile, hexes: tuple[cards.Hex, ...], characters: tuple[cards.Character, ...]) -> None:
    known = {tile.id for tile in hexes}
    homes: dict[str, str] = {}
    for character in characters:
        where = f"{pile.where('characters', character.id)}.home"
        if character.home not in known:
            raise fail(where, f"no hex is called {character.home}")
        if character.home in homes:
            both = f"{character.home} is the home of both {homes[character.home]} and {character.id}"
            raise fail(f"{pile.where('characters', pile.latest['characters'])}.home", both)
        homes[character.home] = character.id
    if sum(tile.counterspells for tile in hexes) != 1:
        raise fail(
            pile.where("hexes", pile.latest["hexes"]), "exactly one hex must hold the Counterspell deck (counterspells = true)"
        )


def _check_layout(layout: cards.Layout, hexes: tuple[cards.Hex, ...], where: str) -> None:
    """Tiles that exist, one to a place, all connected, a home for every player, the Desert on the edge."""
    known = {tile.id: tile for tile in hexes}
    for tile, _ in layout.tiles:
        if tile not in known:
            raise fail(f"{where}.tiles", f"no hex is called {tile}")
    places = [*(place for _, place in layout.tiles), *layout.homes]
    if len(set(places)) != len(places):
        raise fail(where, "two hexes lie at the same place")
    if len(layout.homes) < layout.players[1]:
        raise fail(f"{where}.homes", f"{layout.players[1]} players need as many homes")
    reached, edge = {places[0]}, [places[0]]
    while edge:
        q, r = edge.pop()
        for dq, dr in DIRECTIONS:
            beside = (q + dq, r + dr)
            if beside in places and beside not in reached:
                reached.add(beside)
                edge.append(beside)
    if len(reached) != len(places):
        raise fail(where, "the hexes are not all connected")
    desert = [place for tile, place in layout.tiles if known[tile].counterspells]
    if not desert:
        raise fail(f"{where}.tiles", "the hex with the Counterspell deck is missing")
    if all((desert[0][0] + dq, desert[0][1] + dr) in places for dq, dr in DIRECTIONS):
        raise fail(f"{where}.tiles", "the hex with the Counterspell deck must lie on the edge")


def _check_solo(solo: cards.Solo, main: tuple[cards.MainCard, ...], where: str) -> None:
    kinds = {card.id: card.kind for card in main}
    for card in (*solo.player_cards, *solo.bot_cards, solo.first_bot_card):
        if card not in kinds:
            raise fail(where, f"no card is called {card}")
    if len(solo.bot_cards) != 3 or any(kinds[card] != cards.ATTACK for card in solo.bot_cards):
        raise fail(f"{where}.bot_cards", "each of the three Bots needs an Attack Spell")
    if solo.first_bot_card not in solo.bot_cards:
        raise fail(f"{where}.first_bot_card", "must be one of the Bots' spells")
