"""A position as one line of text that parses back to the very same state: `cs1 packs=base mode=standard ...`.

It holds everything, hidden cards and the place in the stream of chance included, so it is for saves, tests and finished
games; what one seat may see is `view`. docs/notation.md describes every field.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final

from casting_shadows.engine.api.invariants import ImpossibleState, check_state
from casting_shadows.engine.errors import BadNotation, BadPack
from casting_shadows.engine.model.dice import DICE_POOL, IMPOSSIBLE, SIDE_CODES, SIDES, WITH, sides_of
from casting_shadows.engine.model.resources import CODES, KINDS, MOST_GAINED, ONE, count
from casting_shadows.engine.model.setup import CUSTOM, DRAFT, SOLO, Setup
from casting_shadows.engine.packs.box import Box, open_box
from casting_shadows.engine.packs.pack import SHIPPED, Pack, shipped_label
from casting_shadows.engine.rng import SECRET_BYTES, Rng
from casting_shadows.engine.rules.own_map import custom_map
from casting_shadows.engine.rules.setup import SOLO_SEATS, check, lay_map, layout_name
from casting_shadows.engine.state import (
    DRAFT as DRAFTING,
)
from casting_shadows.engine.state import (
    NONE,
    PASSED,
    PHASES,
    SEEN_BITS,
    SEEN_BY_ALL,
    UNASKED,
    Attack,
    State,
    new_state,
)

MAGIC: Final = "cs1"
LONGEST: Final = 50_000
"""Characters: enough for the largest decks a pack may make."""
SOURCES: Final = ("spell", "ability", "contact")
STAGES: Final = ("asking", "revealing", "dealing", "marking", "pushing", "returning", "biting")
FIELDS: Final = (
    "packs", "mode", "layout", "tiles", "market", "transform", "first_turn_points", "bot_hp", "max_rounds", "first",
    "order", "round", "turn", "phase", "to_act", "points", "free", "empowered", "marked", "began", "dice", "tokens", "cast",
    "bot", "leaving", "seats", "deck", "discard", "places", "counterspells", "companions", "portal", "gone", "attack",
    "steps", "rng",
)  # fmt: skip


def pack_names(box: Box, setup: Setup) -> str:
    """`base+mine@4f0a...`: own packs with their hash, so that a text is never read with other values."""
    labels = {pack.name: pack.label for pack in box.packs if pack.is_own}
    return "+".join(labels.get(name, name) for name in setup.packs)


def pack_labels(box: Box, setup: Setup) -> str:
    """`base@91c2...+mine@4f0a...`: every pack with its hash, so that a record is never played with other values."""
    labels = {pack.name: pack.label for pack in box.packs if pack.is_own}
    return "+".join(labels.get(name) or shipped_label(name) for name in setup.packs)


def position(s: State) -> str:
    """The whole state as one line."""
    box = s.box
    setup = s.setup
    table = box.table
    main, tiles = table.cards, table.tiles
    tokens = s.pool - DICE_POOL[s.dice]
    values = [
        pack_names(box, setup),
        setup.mode,
        layout_name(setup),
        _listed([f"{tile}@{q}@{r}" for tile, q, r in setup.tiles]),
        setup.market,
        setup.transform,
        str(setup.first_turn_points),
        str(setup.bot_hp),
        str(setup.max_rounds),
        str(s.first),
        _listed([str(seat) for seat in s.order]),
        str(s.round),
        str(s.turn),
        PHASES[s.phase],
        "-" if s.to_act == NONE else str(s.to_act),
        str(s.points),
        str(s.free),
        str(s.empowered),
        str(s.marked),
        ("F" if s.began_frozen else "") + ("S" if s.began_stunned else "") or "-",
        _listed([SIDE_CODES[side] for side in sides_of(s.dice)]),
        _listed([CODES[kind] for kind in range(KINDS) for _ in range(count(tokens, kind))]),
        _listed([main[card] for card in s.cast]),
        f"{s.bot_casts}/{s.bot_travels}/{s.bot_casts_first}",
        _listed([str(seat) for seat in range(s.seats) if (s.leaving >> seat) & 1]),
        ";".join(_seat_text(s, seat) for seat in range(s.seats)),
        _listed([main[card] for card in reversed(s.deck)]),
        _listed([main[card] for card in s.discard]),
        _listed([f"{tiles[tile]}@{main[card]}" for tile, card in enumerate(s.market) if card != NONE]),
        _listed([_counterspell_text(box, card) for card in reversed(s.counter_deck)]),
        _listed([table.companions[card] for card in reversed(s.companion_deck)]),
        _listed([table.companions[card] for card in s.portal]),
        _listed([table.companions[card] for card in s.gone]),
        "-" if s.attack is None else _attack_text(box, s.attack),
        str(s.steps),
        f"{s.rng.key.hex()}@{s.rng.place}" + "".join(f"@{number}" for number in s.rng.forced),
    ]
    return MAGIC + "".join(f" {field}={value}" for field, value in zip(FIELDS, values, strict=True))


def digest(s: State) -> str:
    """SHA-256 of the position: two states are the same game at the same instant if and only if it is the same."""
    return hashlib.sha256(position(s).encode()).hexdigest()


def _listed(items: list[str]) -> str:
    return ",".join(items) or "-"


def _counterspell_text(box: Box, card: int) -> str:
    return f"{box.table.counterspells[card >> SEEN_BITS]}/{card & SEEN_BY_ALL:02x}"


def _seat_text(s: State, seat: int) -> str:
    table = s.box.table
    return ":".join(
        [
            "-" if s.character[seat] == NONE else table.characters[s.character[seat]],
            str(s.hp[seat]),
            str(s.energy[seat]),
            "shadow" if s.shadow[seat] else "base",
            "-" if s.hex[seat] == NONE else table.tiles[s.hex[seat]],
            ("F" if s.frozen[seat] else "") + ("S" if s.stunned[seat] else "") or "-",
            "-" if s.companion[seat] == NONE else table.companions[s.companion[seat]],
            _listed([table.cards[card] for card in s.book[seat]]),
            _listed([_counterspell_text(s.box, card) for card in s.counters[seat]]),
        ]
    )


def _attack_text(box: Box, attack: Attack) -> str:
    table = box.table
    hits = []
    for index, seat in enumerate(attack.hit):
        answer = attack.answers[index]
        if answer == UNASKED:
            answered = "-"
        elif answer == PASSED:
            answered = "pass"
        else:
            tile = table.tile[answer]
            answered = table.counterspells[table.card[answer]] + ("" if tile == NONE else f">{table.tiles[tile]}")
        numbers = (attack.bonus[index], attack.reduced[index], attack.ignored[index], attack.missed[index], attack.dealt[index])
        hits.append("/".join([str(seat), answered, *map(str, numbers)]))
    head = [
        str(attack.by),
        SOURCES[attack.source],
        "-" if attack.card == NONE else table.cards[attack.card],
        str(attack.damage),
        f"{attack.low}-{attack.high}",
        "-" if attack.tile == NONE else table.tiles[attack.tile],
        STAGES[attack.stage],
        str(attack.index),
    ]
    return ":".join([*head, *hits])


class _Reader:
    """The fields of one line, each read strictly; every error names its field."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise BadNotation("position/too-long", f"a position is at most {LONGEST} characters, got {len(text)}")
        words = text.split()
        if not words or words[0] != MAGIC:
            raise BadNotation("position/no-position", f"a position begins with {MAGIC!r}")
        self.values: dict[str, str] = {}
        for word in words[1:]:
            field, equals, value = word.partition("=")
            if not equals or field not in FIELDS or field in self.values:
                raise BadNotation("position/field", f"{word[:40]!r} is no field of a position, or stands there twice")
            self.values[field] = value
        for field in FIELDS:
            if field not in self.values:
                raise BadNotation("position/missing", f"the field {field} is missing", {"field": field})

    def fail(self, field: str, what: str) -> BadNotation:
        return BadNotation("position/bad-value", f"{field}={self.values[field][:60]}: {what}", {"field": field})

    def number(self, field: str, most: int = 9999) -> int:
        return self.as_number(field, self.values[field], most)

    def as_number(self, field: str, text: str, most: int) -> int:
        if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > most:
            raise self.fail(field, f"expected a number from 0 to {most}, got {text[:20]!r}")
        return int(text)

    def items(self, field: str, text: str | None = None) -> list[str]:
        value = self.values[field] if text is None else text
        return [] if value == "-" else value.split(",")

    def known(self, field: str, text: str, names: list[str] | tuple[str, ...]) -> int:
        try:
            return names.index(text)
        except ValueError:
            raise self.fail(field, f"{text[:40]!r} is not known here") from None

    def maybe(self, field: str, text: str, names: list[str]) -> int:
        return NONE if text == "-" else self.known(field, text, names)

    def cards(self, field: str, names: list[str], text: str | None = None) -> list[int]:
        return [self.known(field, item, names) for item in self.items(field, text)]

    def counterspells(self, field: str, box: Box, text: str | None = None) -> list[int]:
        found = []
        for item in self.items(field, text):
            name, _, seen = item.partition("/")
            if not re.fullmatch(r"[0-7][0-9a-f]", seen):
                raise self.fail(field, f"{item[:40]!r} needs who has seen it, such as /01")
            found.append(self.known(field, name, box.table.counterspells) << SEEN_BITS | int(seen, 16))
        return found

    def parts(self, field: str, text: str, separator: str, size: int) -> list[str]:
        found = text.split(separator)
        if len(found) != size:
            raise self.fail(field, f"{text[:60]!r} needs {size} parts, has {len(found)}")
        return found


def parse_position(text: str, own: tuple[Pack, ...] = ()) -> State:
    """The state of this text.

    Raises BadNotation that names the field, also for a position that no game could have (a card too many, a seat off the
    map); BadSetup for options that cannot be; BadPack for a pack that is not here.
    """
    read = _Reader(text)
    seat_texts = read.values["seats"].split(";")
    if not 2 <= len(seat_texts) <= 6:
        raise read.fail("seats", f"2 to 6 seats, got {len(seat_texts)}")
    box, names, _ = open_named(read.values["packs"], own)
    setup = _read_setup(read, names, seat_texts)
    check(box, setup)
    state = new_state(box, setup, len(seat_texts), _read_rng(read))
    for seat, seat_text in enumerate(seat_texts):
        _read_seat(read, state, seat, seat_text)
    if read.values["phase"] != PHASES[DRAFTING]:
        lay_map(state)
    elif layout_name(setup) == CUSTOM:
        custom_map(state.box, state.setup)
    _read_table(read, state)
    _read_turn(read, state)
    if read.values["attack"] != "-":
        state.attack = _read_attack(read, state)
    try:
        check_state(state)
    except ImpossibleState as error:
        raise BadNotation("position/impossible", f"no game has this position: {error}") from None
    return state


def open_named(labels: str, own: tuple[Pack, ...]) -> tuple[Box, tuple[str, ...], tuple[Pack, ...]]:
    """The box a text names, with the packs' names and which of the players' own are meant.

    Raises BadPack: a pack named with its hash must be here with the very same content.
    """
    names = []
    handed = {pack.label: pack for pack in own}
    meant: list[Pack] = []
    for label in labels.split("+"):
        name, _, _ = label.partition("@")
        if label in handed:
            meant.append(handed[label])
        elif name in SHIPPED and label in (name, shipped_label(name)):
            pass
        elif name in SHIPPED:
            here = f"{label[:80]} has other values here ({shipped_label(name)})"
            raise BadPack("pack/other-values", f"this was played with another version of the game: {here}", {"pack": label[:80]})
        else:
            other = [pack.label for pack in own if pack.name == name]
            remedy = "hand its file over too, or download the game again: its text brings its packs along"
            hint = f"here is {other[0]}, with other values" if other else remedy
            raise BadPack("pack/missing", f"this needs the pack {label[:80]}; {hint}", {"pack": label[:80]})
        names.append(name)
    return open_box(tuple(names), tuple(meant)), tuple(names), tuple(meant)


def _read_setup(read: _Reader, names: tuple[str, ...], seat_texts: list[str]) -> Setup:
    mode = read.values["mode"]
    characters: tuple[str, ...] | str = tuple(seat_text.split(":")[0] for seat_text in seat_texts)
    if read.values["phase"] == PHASES[DRAFTING]:
        characters = DRAFT
    elif mode == SOLO:
        if len(seat_texts) != SOLO_SEATS:
            raise read.fail("seats", "Shadow Boxing has four")
        characters = characters[:1]
    tiles = []
    for item in read.items("tiles"):
        tile, q, r = read.parts("tiles", item, "@", 3)
        if not re.fullmatch(r"-?\d{1,2}", q) or not re.fullmatch(r"-?\d{1,2}", r):
            raise read.fail("tiles", f"{item[:40]!r} needs a place such as @0@1")
        tiles.append((tile, int(q), int(r)))
    return Setup(
        players=1 if mode == SOLO else len(seat_texts),
        packs=names,
        mode=mode,
        characters=characters,
        layout=read.values["layout"],
        tiles=tuple(tiles),
        market=read.values["market"],
        transform=read.values["transform"],
        first=read.number("first", len(seat_texts) - 1),
        first_turn_points=read.number("first_turn_points"),
        bot_hp=read.number("bot_hp"),
        max_rounds=read.number("max_rounds", 10_000),
    )


def _read_rng(read: _Reader) -> Rng:
    match = re.fullmatch(r"([0-9a-f]{64})@([0-9]{1,9})((?:@[0-9]{1,3})*)", read.values["rng"])
    if match is None:
        raise read.fail("rng", f"expected {SECRET_BYTES * 2} hex digits, @ and a place")
    return Rng(bytes.fromhex(match[1]), int(match[2]), [int(number) for number in match[3].split("@")[1:]])


def _read_seat(read: _Reader, s: State, seat: int, text: str) -> None:
    table = s.box.table
    character, hp, energy, form, tile, status, companion, book, counters = read.parts("seats", text, ":", 9)
    s.character[seat] = read.maybe("seats", character, table.characters)
    if s.character[seat] != NONE:
        s.seat_of[s.character[seat]] = seat
    s.hp[seat] = read.as_number("seats", hp, 999)
    s.energy[seat] = read.as_number("seats", energy, 9)
    s.shadow[seat] = read.known("seats", form, ("base", "shadow"))
    s.hex[seat] = read.maybe("seats", tile, table.tiles)
    s.frozen[seat], s.stunned[seat] = _read_status(read, "seats", status)
    s.companion[seat] = read.maybe("seats", companion, table.companions)
    s.book[seat] = sorted(read.cards("seats", table.cards, book))
    s.counters[seat] = read.counterspells("seats", s.box, counters)
    if s.hp[seat] == 0 and s.character[seat] != NONE and read.values["phase"] != PHASES[DRAFTING]:
        s.alive -= 1


def _read_status(read: _Reader, field: str, text: str) -> tuple[int, int]:
    if text not in ("-", "F", "S", "FS"):
        raise read.fail(field, f"expected -, F, S or FS, got {text[:20]!r}")
    return int("F" in text), int("S" in text)


def _read_table(read: _Reader, s: State) -> None:
    table = s.box.table
    s.deck = read.cards("deck", table.cards)[::-1]
    s.discard = read.cards("discard", table.cards)
    for item in read.items("places"):
        tile, card = read.parts("places", item, "@", 2)
        s.market[read.known("places", tile, table.tiles)] = read.known("places", card, table.cards)
    s.counter_deck = read.counterspells("counterspells", s.box)[::-1]
    s.companion_deck = read.cards("companions", table.companions)[::-1]
    s.portal = read.cards("portal", table.companions)
    s.gone = read.cards("gone", table.companions)


def _read_turn(read: _Reader, s: State) -> None:
    last = s.seats - 1
    s.order = [read.as_number("order", item, last) for item in read.items("order")]
    s.first = read.number("first", last)
    s.round = read.number("round", 99_999)
    s.turn = read.number("turn", last)
    s.phase = read.known("phase", read.values["phase"], PHASES)
    s.to_act = NONE if read.values["to_act"] == "-" else read.number("to_act", last)
    s.points = read.number("points", 9)
    s.free = read.number("free", 9)
    s.empowered = read.number("empowered")
    s.marked = read.number("marked", 1)
    s.began_frozen, s.began_stunned = _read_status(read, "began", read.values["began"])
    for item in read.items("dice"):
        s.dice = WITH[s.dice * SIDES + read.known("dice", item, SIDE_CODES)]
        if s.dice == IMPOSSIBLE:
            raise read.fail("dice", "there are two red dice, two blue ones and one purple one")
    s.pool = DICE_POOL[s.dice]
    for item in read.items("tokens"):
        kind = read.known("tokens", item, CODES)
        if count(s.pool, kind) >= MOST_GAINED:
            raise read.fail("tokens", f"more than {MOST_GAINED} of {item}")
        s.pool += ONE[kind]
    s.cast = read.cards("cast", s.box.table.cards)
    bot = read.parts("bot", read.values["bot"], "/", 3)
    s.bot_casts, s.bot_travels, s.bot_casts_first = (read.as_number("bot", part, 9) for part in bot)
    for item in read.items("leaving"):
        s.leaving |= 1 << read.as_number("leaving", item, last)
    s.steps = read.number("steps", 999_999)


def _read_attack(read: _Reader, s: State) -> Attack:
    box, table = s.box, s.box.table
    parts = read.values["attack"].split(":")
    if len(parts) < 9:
        raise read.fail("attack", "needs eight parts and at least one who is hit")
    by, source, card, damage, reach, tile, stage, index = parts[:8]
    low, high = read.parts("attack", reach, "-", 2)
    number: Callable[[str, int], int] = lambda text, most: read.as_number("attack", text, most)  # noqa: E731
    attack = Attack(
        number(by, s.seats - 1),
        read.known("attack", source, SOURCES),
        read.maybe("attack", card, table.cards),
        number(damage, 999),
        number(low, 9),
        number(high, 9),
        read.maybe("attack", tile, table.tiles),
    )
    for hit in parts[8:]:
        seat, answered, bonus, reduced, ignored, missed, dealt = read.parts("attack", hit, "/", 7)
        attack.add(number(seat, s.seats - 1), number(bonus, 99))
        attack.reduced[-1] = number(reduced, 99)
        attack.ignored[-1] = number(ignored, 1)
        attack.missed[-1] = number(missed, 1)
        attack.dealt[-1] = number(dealt, 999)
        if answered == "pass":
            attack.answers[-1] = PASSED
        elif answered != "-":
            name, _, away = answered.partition(">")
            counterspell = read.known("attack", name, table.counterspells)
            action = table.first_counter[counterspell]
            if bool(away) != bool(box.moves[counterspell]):
                raise read.fail("attack", f"{answered[:40]!r}: only a Counterspell that moves you names a hex")
            attack.answers[-1] = action + read.known("attack", away, table.tiles) if away else action
    attack.stage = read.known("attack", stage, STAGES)
    attack.index = number(index, len(attack.hit))
    return attack
