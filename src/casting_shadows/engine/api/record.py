"""A whole game as text: how it was set up, the secret behind its chance, and every action. It replays to the last roll."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Final

from casting_shadows.engine.api.game import Outcome, outcome, seat_names
from casting_shadows.engine.api.position import LONGEST as LONGEST_POSITION
from casting_shadows.engine.api.position import pack_labels
from casting_shadows.engine.api.record_packs import packs_text, read_packs, stray
from casting_shadows.engine.errors import BadNotation
from casting_shadows.engine.model.setup import Setup
from casting_shadows.engine.packs.pack import Pack
from casting_shadows.engine.rng import SECRET_BYTES, commitment
from casting_shadows.engine.state import State

MAGIC: Final = "casting-shadows game 1"
LONGEST: Final = 1_000_000
MOST_MOVES: Final = 100_000
NUMBERS: Final = ("players", "first_turn_points", "bot_hp", "max_rounds")


@dataclass
class Record:
    """The record of a game. It only grows: setup and commitment first, then moves, at the end what was hidden."""

    version: str
    """Of the engine that played it."""
    packs: str
    """Each with the hash of its content."""
    setup: Setup
    commitment: str
    contributions: tuple[bytes, ...] = ()
    secret: bytes | None = None
    """None while it may not be known."""
    moves: list[tuple[str, str]] = field(default_factory=list)
    """Who (a character, or `seat0` before it has one) and the action's text."""
    result: str = ""
    seal: str = ""
    """Fixes the position this game began at without telling it (`sealed`); empty: it began at its setup."""
    position: str = field(default="", repr=False)
    """That position. It shows every hidden card, so it is told with the secret and not before; empty: not known here."""
    exact: bool = False
    """That position's own chance was kept."""
    own: tuple[Pack, ...] = field(default=(), repr=False)
    """Those packs of the players' own that it brings along, so that it can be read where they are not known."""

    def text(self) -> str:
        """The text form; `parse_record` reads it back. Without the secret it tells nothing that was hidden at the start."""
        told = self.position if self.secret is not None else ""
        lines = [
            MAGIC,
            f"version: {self.version}",
            f"packs: {self.packs}",
            f"setup: {setup_text(self.setup)}",
            *([f"from: {_how(self.exact)} {self.seal} {told or '-'}"] if self.seal else []),
            f"commitment: {self.commitment}",
            f"contributions: {','.join(item.hex() for item in self.contributions) or '-'}",
            f"secret: {self.secret.hex() if self.secret is not None else '-'}",
            "moves:",
            *(f"{who} {action}" for who, action in self.moves),
            f"result: {self.result or '-'}",
        ]
        return "\n".join(lines) + "\n" + packs_text(self.own)


def setup_text(setup: Setup) -> str:
    """`players=2 mode=standard characters=frill,kit ...`: every option but the packs."""
    tiles = ",".join(f"{tile}@{q}@{r}" for tile, q, r in setup.tiles)
    characters = setup.characters if isinstance(setup.characters, str) else ",".join(setup.characters)
    values = {
        **{item.name: str(getattr(setup, item.name)) for item in fields(Setup) if item.name != "packs"},
        "characters": characters,
        "tiles": tiles,
    }
    return " ".join(f"{name}={value or '-'}" for name, value in values.items())


def parse_setup(text: str, packs: tuple[str, ...]) -> Setup:
    """Read `setup_text` back. Raises BadNotation."""
    values: dict[str, str] = {}
    known = {item.name for item in fields(Setup)} - {"packs"}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in known or name in values:
            raise BadNotation("game/setup", f"{word[:40]!r} is no setup option, or stands there twice")
        values[name] = "" if value == "-" else value
    if values.keys() != known:
        raise BadNotation("game/setup", f"missing options: {', '.join(sorted(known - values.keys()))}")
    for name in NUMBERS:
        if not re.fullmatch(r"[0-9]{1,5}", values[name]):
            raise BadNotation("game/setup", f"{name}={values[name][:20]} is not a number")
    first: str | int = int(values["first"]) if re.fullmatch(r"[0-5]", values["first"]) else values["first"]
    tiles: list[tuple[str, int, int]] = []
    for item in values["tiles"].split(",") if values["tiles"] else []:
        match = re.fullmatch(r"([a-z0-9_]{1,40})@(-?\d{1,2})@(-?\d{1,2})", item)
        if match is None:
            raise BadNotation("game/setup", f"tiles: {item[:40]!r} is not hex@q@r")
        tiles.append((match[1], int(match[2]), int(match[3])))
    chosen = values["characters"]
    characters: str | tuple[str, ...] = chosen if chosen in ("random", "draft") else tuple(chosen.split(","))
    return Setup(
        players=int(values["players"]),
        packs=packs,
        mode=values["mode"],
        characters=characters,
        layout=values["layout"],
        tiles=tuple(tiles),
        market=values["market"],
        transform=values["transform"],
        first=first,
        first_turn_points=int(values["first_turn_points"]),
        bot_hp=int(values["bot_hp"]),
        max_rounds=int(values["max_rounds"]),
    )


def new_record(
    state: State,
    secret: bytes,
    version: str,
    contributions: tuple[bytes, ...] = (),
    *,
    position: str = "",
    exact: bool = False,
) -> Record:
    """The record of a game that was just started from this secret. The secret itself is not in it yet.

    For a game of `start_from`: the *position* it was given, and whether it was *exact*.
    """
    record = Record(version, pack_labels(state.box, state.setup), state.setup, commitment(secret), contributions)
    if position:
        record.position = _one_line(position)
        record.exact = exact
        record.seal = sealed(secret, record.position, exact)
    return record


def sealed(secret: bytes, position: str, exact: bool) -> str:
    """What may be published of a position a game begins at. Mixed with the secret: hidden cards are few enough to guess."""
    return hashlib.sha256(b"casting-shadows from 1" + secret + f"{_how(exact)} {_one_line(position)}".encode()).hexdigest()


def _one_line(position: str) -> str:
    """Pasted text may be broken into lines."""
    return " ".join(position.split())


def _how(exact: bool) -> str:
    return "exact" if exact else "fresh"


def note(record: Record, before: State, seat: int, action: int, after: State) -> None:
    """Add a move that was played, and the result if it ended the game."""
    record.moves.append((seat_names(before)[seat], before.box.table.text(action)))
    ended = outcome(after)
    if ended is not None:
        record.result = result_text(after, ended)


def result_text(state: State, ended: Outcome) -> str:
    """`kit wins`, `tie frill kit`, or for Shadow Boxing `won` / `lost`."""
    names = seat_names(state)
    if state.is_solo:
        return "won" if ended.winner == 0 else "lost"
    if ended.winner is not None:
        return f"{names[ended.winner]} wins"
    return "tie " + " ".join(names[seat] for seat in ended.standing)


_HEAD: Final = ("version", "packs", "setup", "from", "commitment", "contributions", "secret")
"""In this order; only a game that began at a position has the line `from`."""
_FROM_LINE: Final = 5


def parse_record(text: str) -> Record:
    """Read a game's text. Raises BadNotation that says which line."""
    if len(text) > LONGEST:
        raise BadNotation("game/too-long", f"a game is at most {LONGEST} characters, got {len(text)}")
    # Packs are apart: their lines end where TOML says, and what is in them is not stripped.
    game, mark, packs = text.strip().partition("\npack: ")
    lines = [line.strip() for line in game.splitlines()]
    for number, line in enumerate(lines, start=1):
        if not line.isprintable():
            raise BadNotation("game/not-text", f"line {number} holds control characters", {"line": number})
    if not lines or lines[0] != MAGIC:
        raise BadNotation("game/no-game", f"a game begins with the line {MAGIC!r}")
    values: dict[str, str] = {}
    for name in _HEAD:
        number = len(values) + 1
        line = lines[number] if number < len(lines) else ""
        if line.startswith(f"{name}: "):
            values[name] = line.removeprefix(f"{name}: ")
        elif name != "from":
            raise BadNotation("game/header", f"line {number + 1} should begin with {name!r}", {"line": number + 1})
    start_of_moves = len(values) + 1
    if len(lines) < start_of_moves + 2 or lines[start_of_moves] != "moves:" or not lines[-1].startswith("result: "):
        for number, line in enumerate(lines[start_of_moves:-1], start=start_of_moves + 2):
            if line.startswith("result: "):
                raise stray(number)
        raise BadNotation("game/moves", "after the header come a line 'moves:', the moves, and a line 'result: ...'")
    moves: list[tuple[str, str]] = []
    for number, line in enumerate(lines[start_of_moves + 1 : -1], start=start_of_moves + 2):
        who, space, action = line.partition(" ")
        if not space or len(line) > 300:
            raise BadNotation("game/move", f"line {number}: expected who and an action, got {line[:40]!r}", {"line": number})
        moves.append((who, action))
    if len(moves) > MOST_MOVES:
        raise BadNotation("game/too-long", f"a game has at most {MOST_MOVES} moves")
    names = tuple(label.partition("@")[0] for label in values["packs"].split("+"))
    result = lines[-1].removeprefix("result: ")
    record = Record(
        values["version"][:40],
        values["packs"][:1000],
        parse_setup(values["setup"], names),
        values["commitment"][:64],
        _hex_list(values["contributions"]),
        None if values["secret"] == "-" else _hex(values["secret"], SECRET_BYTES),
        moves,
        "" if result == "-" else result,
    )
    if "from" in values:
        _read_from(record, values["from"])
    if mark:
        record.own = read_packs(packs, game.count("\n") + 2, record.packs)
    return record


def _read_from(record: Record, text: str) -> None:
    """`fresh <seal> -` or `exact <seal> cs1 ...`. Whether the position makes sense is seen when a game starts from it."""
    match = re.fullmatch(r"(fresh|exact) ([0-9a-f]{64}) (-|cs1 .+)", text)
    if match is None or len(match[3]) > LONGEST_POSITION:
        expected = f"fresh or exact, a seal of 64 hex digits, and - or a position of at most {LONGEST_POSITION} characters"
        raise _bad_from(f"expected {expected}, got {text[:40]!r}")
    how, record.seal, position = match.groups()
    record.exact = how == _how(True)
    if position == "-":
        return
    if record.secret is None:
        raise _bad_from("a position is told with the secret, not before it")
    record.position = position


def _bad_from(what: str) -> BadNotation:
    return BadNotation("game/from", f"line {_FROM_LINE}: {what}", {"line": _FROM_LINE})


def _hex(text: str, size: int) -> bytes:
    if not re.fullmatch(rf"[0-9a-f]{{{size * 2}}}", text):
        raise BadNotation("game/secret", f"the secret is {size * 2} hex digits")
    return bytes.fromhex(text)


def _hex_list(text: str) -> tuple[bytes, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[0-9a-f]{2,128}(,[0-9a-f]{2,128}){0,11}", text):
        raise BadNotation("game/contributions", "contributions are up to 12 hex texts separated by commas")
    items = text.split(",")
    if any(len(item) % 2 for item in items):
        raise BadNotation("game/contributions", "a contribution has an even number of hex digits")
    return tuple(bytes.fromhex(item) for item in items)


def reveal(record: Record, secret: bytes) -> Record:
    """The record with its secret: of a game that is over, or that somebody who plays alone takes along."""
    return replace(record, secret=secret)


def with_packs(record: Record, own: Iterable[Pack]) -> Record:
    """The record with those of these packs that it was played with, to be read where they are not known."""
    handed = {pack.label: pack for pack in own}
    return replace(record, own=tuple(handed[label] for label in record.packs.split("+") if label in handed))
