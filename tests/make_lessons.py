"""The lessons of the tutorial, and examples that the rules page lets people try: positions with scripted dice, and what is said.

`python -m tests.make_lessons` writes web/src/tutorial/lessons.json anew; test_lessons.py plays every way through it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from casting_shadows.engine import position, seat_names

from .table import Table, table

FILE = Path(__file__).parents[1] / "web" / "src" / "tutorial" / "lessons.json"


@dataclass(frozen=True)
class Step:
    """Something the lantern says; then the learner presses on, does one thing, or a rival does."""

    say: str = ""
    """`say_{lesson}_{say}` of [page_learn]."""
    look: str = ""
    """The part of the table it is about: `seats`, `board`, `prompt`, `pool`, `book`, or the button of an action."""
    allow: tuple[str, ...] = ()
    """What the learner may do; a star stands for anything. Nothing: pressing on."""
    by: int = 0
    action: str = ""
    """What the rival on seat `by` does, without being asked."""


@dataclass(frozen=True)
class Lesson:
    """A position and the way through it. Seat 0 is the learner's."""

    id: str
    at: Table
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Example:
    """A position to play on from, against a bot. What it shows is `example_{id}` of [page_learn]."""

    id: str
    topic: str
    """The section of the rules it belongs to."""
    shows: str
    """What can be done at once; a star stands for anything."""
    at: Table


def talk(say: str, look: str = "") -> Step:
    """Something to read."""
    return Step(say, look)


def do(say: str, *allow: str, look: str = "") -> Step:
    """Something to do."""
    return Step(say, look, allow)


def rival(action: str, by: int = 1) -> Step:
    """Something a rival does."""
    return Step(by=by, action=action)


def lessons() -> Iterator[Lesson]:
    """All of them, in order. Who stands on the Amber Mountain in their turn has been given its Red Gem."""
    yield Lesson(
        "turn",
        table("kit", "frill", turn="frill", points=0, market={"underground_volcano": "heavy_hand"}).rolls("GOOGG"),
        (
            talk("welcome", "seats"),
            rival("end"),
            talk("pool", "pool"),
            do("travel", "travel underground_volcano", look="prompt"),
            do("collect", "collect heavy_hand *", look="collect"),
            do("end", "end", look="book end"),
            talk("done"),
        ),
    )
    yield Lesson(
        "spells",
        table(
            *("kit", "frill"),
            dice="RG RO BG BO PG",
            tokens="RG",
            books={"kit": "heavy_hand fatal_fronds"},
            market={"bubbling_lake": "personal_space"},
        ),
        (
            do("cast", "cast heavy_hand *", look="book"),
            do("travel", "travel bubbling_lake", look="seats"),
            do("hex", "cast fatal_fronds *", look="book"),
            do("level", "collect personal_space *", look="collect"),
            talk("done", "book"),
        ),
    )
    yield Lesson(
        "curses",
        table(
            *("kit", "frill"),
            dice="RC RO BC BO PO",
            tokens="RG",
            market={"amber_mountain": "curse_void"},
            deck="lightning_bug",
        ).rolls("GGG"),
        (
            do("reroll", "reroll *", look="reroll"),
            do("protect", "protect", look="protect"),
            do("refresh", "refresh", look="refresh"),
            do("end", "end", look="end"),
            talk("done", "seats"),
        ),
    )
    yield Lesson(
        "counterspells",
        table(
            *("kit", "frill"),
            dice="RG RO BG BO PO",
            hexes={"kit": "dusty_desert"},
            books={"kit": "heat_wave", "frill": "heavy_hand"},
            counters={"frill": "pointed_shield"},
            counter_deck="safety_dome",
        ).rolls("GGOOO GGOOG"),
        (
            do("collect", "collect counterspell *", look="collect"),
            do("end", "end", look="book end"),
            rival("cast heavy_hand RG RG @kit"),
            do("answer", "counter safety_dome", look="answers"),
            talk("saved", "seats"),
            rival("end"),
            do("cast", "cast heat_wave *", look="book"),
            rival("counter pointed_shield"),
            talk("done", "seats"),
        ),
    )
    yield Lesson(
        "shadow",
        table(
            *("kit", "frill"),
            dice="RO RS BG BO PO",
            tokens="RG",
            energy={"kit": 2},
            portal="charging_stag ember_salamander stone_tortoise",
        ).rolls("GOGOG SSSSS OGOGO GOGOG"),
        (
            do("fragment", "end", look="pool energy end"),
            do("absorb", "absorb 1"),
            do("transform", "transform *"),
            talk("form", "seats"),
            rival("end"),
            do("charge", "end", look="pool end"),
            do("absorb_all", "absorb 5"),
            rival("end"),
            do("ability", "ability *", look="ability"),
            do("push", "push *", look="board"),
            talk("done"),
        ),
    )
    yield Lesson(
        "victory",
        table(
            *("kit", "frill", "nuzzle"),
            dice="RO RO BG BO PO",
            hp={"kit": 9, "frill": 5, "nuzzle": 12},
            hexes={"kit": "ancient_rune", "frill": "glowing_mines"},
            books={"kit": "heavy_hand red_gem"},
        ),
        (
            do("use", "use red_gem", look="book"),
            do("travel", "travel underground_volcano", look="board"),
            do("cast", "cast heavy_hand RG RG @frill", look="board"),
            talk("done", "seats"),
        ),
    )


def examples() -> Iterator[Example]:
    """All of them, by section of the rules."""
    dice, book = "RG RO BG BO PG", {"kit": "heavy_hand"}
    two = {"kit": "heat_wave bubble_trouble"}
    yield Example("purple", "paying", "cast bubble_trouble BG PG *", table("kit", "frill", dice=dice, books=two))
    on_rune = {"frill": "ancient_rune", "nuzzle": "ancient_rune"}
    yield Example(
        "volcano", "attack", "cast heavy_hand *", table("kit", "frill", dice=dice, books=book, hexes={"frill": "ancient_rune"})
    )
    yield Example(
        "hex",
        "attack",
        "cast spectral_slap * ancient_rune",
        table("kit", "frill", "nuzzle", dice=dice, books={"kit": "spectral_slap"}, hexes=on_rune),
    )
    hidden = {"frill": "run_away"}
    yield Example("escape", "counterspells", "cast heavy_hand *", table("kit", "frill", dice=dice, books=book, counters=hidden))
    full = {"kit": "heavy_hand heat_wave red_gem blue_gem fatal_fronds"}
    here = {"amber_mountain": "lightning_bug"}
    yield Example("full_book", "book", "collect lightning_bug *", table("kit", "frill", dice=dice, books=full, market=here))
    here = {"amber_mountain": "phoenix_flash"}
    yield Example("trade_up", "book", "collect phoenix_flash *", table("kit", "frill", dice=dice, books=book, market=here))
    yield Example("transform", "shadow", "end", table("kit", "frill", dice="RS RS BG BO PO", energy={"kit": 2}))
    yield Example("stag", "companions", "travel *", table("kit", "frill", dice=dice, companions={"kit": "charging_stag"}))
    icy = {"kit": "frost_nip"}
    yield Example("frozen", "statuses", "cast frost_nip *", table("kit", "frill", packs="base+ice_storm", dice=dice, books=icy))


def first_game() -> Table:
    """The first game after the lessons: the rival has some spells at hand, for it plays without much thought."""
    spells = {"frill": "heavy_hand fatal_fronds heat_wave"}
    return table("kit", "frill", dice="RG RO BG BO PG", tokens="RG", books=spells, counters={"frill": "pointed_shield"})


LESSONS = {lesson.id: lesson for lesson in lessons()}
EXAMPLES = {example.id: example for example in examples()}


def text() -> str:
    """The file."""
    first = first_game().state
    found = {
        "first": {"position": position(first), "players": seat_names(first)},
        "lessons": [
            {"id": one.id, "position": position(one.at.state), "players": seat_names(one.at.state), "steps": _steps(one)}
            for one in LESSONS.values()
        ],
        "examples": [
            {"id": one.id, "topic": one.topic, "position": position(one.at.state), "players": seat_names(one.at.state)}
            for one in EXAMPLES.values()
        ],
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _steps(lesson: Lesson) -> list[dict[str, object]]:
    """Each without what it has not."""
    return [{name: value for name, value in asdict(step).items() if value} for step in lesson.steps]


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
