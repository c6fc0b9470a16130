"""A table of somebody's own tried out before it is played: what is wrong with its map and packs, and how its cards read.

A pack is text from anybody, and reading one may take long, so it is done by a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from casting_shadows.engine import Box, GameError, Pack, Setup, card_facts, open_box, parse_own_pack, start
from casting_shadows.engine.model.setup import CUSTOM
from casting_shadows.engine.packs.pack import EDITIONS, MOST_OWN, SHIPPED, check_own, shipped_pack
from casting_shadows.engine.rules.own_map import map_faults
from casting_shadows.protocol.options import Options, Tile
from casting_shadows.server.bodies import CardFacts
from casting_shadows.server.guard import Guard
from casting_shadows.server.http import Refusal
from casting_shadows.server.limits import Limit, Turns
from casting_shadows.server.thinkers import Thinkers

TABLES: Final = ("characters", "hexes", "main", "counterspells", "companions")
SECONDS: Final = 0.5
"""What a trial is meant to take at most; a worker has some patience beyond it."""
MOST_SHOWN: Final = 300
"""Letters of anything a pack says."""
MOST_LISTED: Final = 200
"""Changed components in one answer."""

Row = dict[str, str | int | bool]
"""A line of a pack, value by value."""


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody would like to play with."""

    options: Options = Options()
    own_packs: Annotated[tuple[str, ...], Meta(max_length=MOST_OWN)] = ()


class Fault(Struct, frozen=True):
    """Something that is wrong: what, and where."""

    about: str
    """`map`, `pack`, or `table` for what only shows when all is put together."""
    refusal: Refusal
    line: int = 0
    """Of the pack's text; 0: it is in no line, or in none that could be found."""


class Changed(Struct, frozen=True):
    """A component of an own pack as it is printed, and as it would be."""

    before: CardFacts | None
    """None: it is new."""
    after: CardFacts


class TriedPack(Struct, frozen=True):
    """An own pack as it was understood."""

    name: str
    rows: dict[str, dict[str, Row]]
    """By table and component: what its text says."""


class Tried(Struct, frozen=True):
    """What came out of a trial. Without faults it can be played."""

    faults: tuple[Fault, ...]
    packs: tuple[TriedPack, ...]
    changed: tuple[Changed, ...]
    hexes: tuple[str, ...]
    """All there are in these packs, to lay a map with."""


class Parts(Struct, frozen=True):
    """What there is to start from."""

    rows: dict[str, dict[str, Row]]
    """By table and component: the lines of the packs."""
    maps: dict[str, tuple[Tile, ...]]
    """The printed maps, with the homes in the order of the characters."""


class Trials:
    """Where tables are tried out, for one person at a time."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._worker = Thinkers(1, SECONDS)
        self._turns = Turns()

    async def run(self, address: str, table: Table, language: str) -> bytes:
        """JSON of `Tried`. Raises TooMuch, GameError."""
        async with self._turns.turn(address):
            if len(self._turns) > self._guard.settings.replays_waiting:
                self._guard.refuse(Limit.REPLAYS, "many people want something checked just now; try again in a moment", 2.0)
            try:
                return await self._worker.run(try_out, table.options, table.own_packs, language)
            except (TimeoutError, EOFError, OSError):
                raise GameError("trial/too-long", "this takes too long to be tried here") from None

    def close(self) -> None:
        """No more of it."""
        self._worker.close()


def try_out(options: Options, own: tuple[str, ...], language: str) -> bytes:
    """In a worker: everything that can be said about a table. Wrong ones are answered, not refused."""
    faults: list[Fault] = []
    packs: list[Pack] = []
    for text in own:
        try:
            packs.append(parse_own_pack(text))
        except GameError as error:
            faults.append(Fault("pack", _refusal(error), _line(text, error)))
    try:
        check_own(packs)
    except GameError as error:
        faults.append(Fault("pack", _refusal(error)))
    understood = tuple(TriedPack(pack.name, _shown(pack)) for pack in packs)
    shipped = tuple(name for name in options.packs if name in SHIPPED)
    names = (*shipped, *(pack.name for pack in packs))
    changed: list[Changed] = []
    hexes: tuple[str, ...] = ()
    try:
        plain = open_box(shipped)
        box = plain
        try:
            box = open_box(names, tuple(packs))
        except GameError as error:
            faults.append(Fault("pack", _refusal(error), next(filter(None, (_line(text, error) for text in own)), 0)))
        else:
            changed = list(_changed(plain, box, packs, language))
        hexes = tuple(tile.id for tile in box.parts.hexes)
        faults += _table_faults(box, options, names, tuple(packs), is_whole=not faults)
    except GameError as error:
        faults.append(Fault("table", _refusal(error)))
    return msgspec.json.encode(Tried(tuple(faults), understood, tuple(changed[:MOST_LISTED]), hexes))


def _table_faults(box: Box, options: Options, names: tuple[str, ...], packs: tuple[Pack, ...], is_whole: bool) -> Iterator[Fault]:
    setup = Setup(
        players=options.players,
        packs=names,
        mode=options.mode,
        layout=options.layout,
        tiles=tuple((tile.hex, tile.q, tile.r) for tile in options.tiles),
        market=options.market,
        transform=options.transform,
        first=options.first,
        first_turn_points=options.first_turn_points,
        bot_hp=options.bot_hp,
        max_rounds=options.max_rounds,
    )
    found = [] if options.layout != CUSTOM else [Fault("map", _refusal(fault)) for fault in map_faults(box, setup)]
    yield from found
    if is_whole and not found:
        try:
            start(setup, seed="a trial", own=packs)
        except GameError as error:
            yield Fault("table", _refusal(error))


def _changed(plain: Box, box: Box, packs: list[Pack], language: str) -> Iterator[Changed]:
    known = {row.id for table in TABLES for row in getattr(plain.parts, table)}
    rows = {row: None for pack in packs for table in TABLES for row in pack.data.get(table, {})}
    for row in rows:
        before = card_facts(plain.parts, row, language) if row in known else None
        yield Changed(before, card_facts(box.parts, row, language))


def _shown(pack: Pack) -> dict[str, dict[str, Row]]:
    """What a pack's lines say, for a form: numbers, switches and words; what is none of them as text."""
    found: dict[str, dict[str, Row]] = {}
    for table in TABLES:
        for row, values in pack.data.get(table, {}).items():
            if isinstance(values, dict):
                found.setdefault(table, {})[row[:MOST_SHOWN]] = {key[:MOST_SHOWN]: _value(value) for key, value in values.items()}
    return found


def _value(value: object) -> str | int | bool:
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) < 1_000_000):
        return value
    if isinstance(value, dict):  # a name in several languages
        value = value.get("en", "")
    return str(value)[:MOST_SHOWN]


def _refusal(error: GameError) -> Refusal:
    return Refusal(error.code, error.message, error.values)


def _line(text: str, error: GameError) -> int:
    """The line that an error is about: TOML's own says it, and ours name the component."""
    told = re.search(r"\(at line (\d+),", error.message)
    if told is not None:
        return int(told[1])
    where = re.search(rf"\b(?:{'|'.join(TABLES)})\.(\w+)", str(error.values.get("where", "")))
    if where is None:
        return 0
    named = re.compile(rf"\s*(?:\[\w+\.)?{where[1]}\b")
    return next((number for number, line in enumerate(text.splitlines(), start=1) if named.match(line)), 0)


def parts_of(packs: tuple[str, ...]) -> Parts:
    """The lines of shipped packs, later ones over earlier ones. Raises GameError."""
    box = open_box(packs)
    rows: dict[str, dict[str, Row]] = {table: {} for table in TABLES}

    def add(name: str) -> None:
        data = shipped_pack(name).data
        for inner in data["pack"].get("contains", []):
            add(inner)
        for table in TABLES:
            for row, values in data.get(table, {}).items():
                rows[table][row] = {key: value for key, value in values.items() if key != "reconstructed"}

    for name in (*(name for name in packs if name in EDITIONS), *(name for name in packs if name not in EDITIONS)):
        add(name)
    maps: dict[str, tuple[Tile, ...]] = {}
    for layout in box.parts.layouts.values():
        homes = zip((character.home for character in box.parts.characters), layout.homes, strict=False)
        maps[layout.name] = tuple(Tile(tile, *place) for tile, place in (*layout.tiles, *homes))
    return Parts(rows, maps)
