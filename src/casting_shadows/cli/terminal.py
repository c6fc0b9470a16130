"""`casting-shadows play --terminal`: a whole game in a terminal, against bots or Shadow Boxing, saved after every action."""

from __future__ import annotations

import argparse
import errno
import os
import random
import re
import secrets
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from casting_shadows import __version__
from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import Bot, vantage_of
from casting_shadows.cli.files import plain_console, read_bots, read_own_packs, read_text, split_names
from casting_shadows.cli.prompt import LEAVE, Prompt, Quit, ask
from casting_shadows.cli.typed import Understanding
from casting_shadows.engine import (
    GameError,
    Pack,
    Record,
    Setup,
    State,
    can_undo,
    card_facts,
    load_words,
    new_record,
    note,
    open_box,
    outcome,
    parse_record,
    play,
    replay,
    reveal,
    secret_from_seed,
    start,
    verbs,
    view,
    with_packs,
)
from casting_shadows.engine.packs.pack import check_own

YOU = 0
"""The person always sits on seat 0."""


class TerminalGame:
    """One game between a person and the rest of the table."""

    def __init__(self, console: Console, language: str, file: Path, rng: random.Random) -> None:
        self.console = console
        self.rng = rng
        """Seats the bots and their characters; the dice are not its business."""
        self.language = language
        self.words = load_words(language)
        self.file = file
        self.bots: list[Bot] = []
        self.before: list[tuple[State, int]] = []
        """States that can be gone back to, with the length of the record then."""

    def begin(self, setup: Setup, secret: bytes, bots: tuple[str, ...], own: tuple[Pack, ...]) -> None:
        """Start a new game."""
        self.state, events = start(setup, secret, own=own)
        self.secret = secret
        self.record: Record = with_packs(new_record(self.state, secret, __version__), own)
        self._seat_bots(bots)
        self.prompt = Prompt(self.console, self.language, YOU, self.state)
        self.prompt.tell(events, self.state)

    def resume(self, text: str, bots: tuple[str, ...], own: tuple[Pack, ...]) -> None:
        """Go on with a saved game."""
        record = parse_record(text)
        for step in replay(record, own):
            self.state = step.state
        assert record.secret is not None, "replay refuses a record without it"
        self.record, self.secret = with_packs(record, (*record.own, *own)), record.secret
        self.prompt = Prompt(self.console, self.language, YOU, self.state)
        self._seat_bots(bots)

    def _seat_bots(self, names: tuple[str, ...]) -> None:
        self.bots = [make_bot(names[seat % len(names)], self.rng.getrandbits(32)) for seat in range(6)]

    def save(self) -> None:
        """Write the record beside the old one, then put it in its place, so that a crash never leaves half a game."""
        try:
            if self.file.is_dir():
                raise IsADirectoryError(errno.EISDIR, "is a folder")
            fresh = self.file.with_name(self.file.name + ".new")
            self.file.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(reveal(self.record, self.secret).text(), encoding="utf-8")
            os.replace(fresh, self.file)
        except OSError as error:
            raise GameError("file/unwritable", f"{self.file}: {error.strerror}", {"file": str(self.file)}) from None

    def take(self, action: int) -> None:
        """Play an action of whoever is to act."""
        seat, before = self.state.to_act, self.state
        if self.state.box.table.kind[action] == verbs.CONCEDE:
            seat = YOU
        self.state, events = play(before, seat, action)
        note(self.record, before, seat, action, self.state)
        self.prompt.tell(events, self.state)
        self.save()

    def run(self) -> None:
        """Until the game is over or the person leaves."""
        self.save()
        watched = False
        while outcome(self.state) is None:
            if self.state.to_act == YOU:
                self._your_choice()
                continue
            if self.state.hp[YOU] == 0 and not watched:
                watched = True
                if ask(self.console, self.words.ui("watch")).lower() in LEAVE:
                    raise Quit
            self.take(self.bots[self.state.to_act].choose(vantage_of(self.state)))
            self.before.clear()
        self._show_end()

    def _show_end(self) -> None:
        self.prompt.show_end()
        command = f"{Path(sys.argv[0]).as_posix()} verify {self.file}" if sys.argv else str(self.file)
        self.console.print(self.words.ui("verify_hint", command=command), style="dim")

    def _your_choice(self) -> None:
        state = self.state
        chosen = self.prompt.choose(state)
        if chosen == "undo":
            self._undo()
        elif chosen == "save":
            self.save()
            self.console.print(self.words.ui("saved", file=str(self.file)))
        elif isinstance(chosen, int):
            if can_undo(view(state, YOU), chosen):
                self.before.append((state, len(self.record.moves)))
            else:
                self.before.clear()
            self.take(chosen)

    def _undo(self) -> None:
        if not self.before:
            self.console.print(self.words.ui("cannot_undo"), style="yellow")
            return
        self.state, moves = self.before.pop()
        del self.record.moves[moves:]
        self.save()
        self.console.print(self.words.ui("undone"))


def default_save() -> Path:
    """Where a game is kept between two sittings."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "casting-shadows" / "game.txt"


def _choose_character(console: Console, options: argparse.Namespace, packs: tuple[str, ...], own: tuple[Pack, ...]) -> str:
    words = load_words(options.lang)
    box = open_box(packs, own)
    if options.character:
        meant = Understanding(box).component(options.character)
        return meant[0] if len(meant) == 1 else str(options.character)
    for number, character in enumerate(box.parts.characters, start=1):
        facts = card_facts(box.parts, character.id, options.lang)
        name = words.base_form(character.id, box.parts)
        console.print(Text(f"  {number}  ").append(name, style="bold").append(f"  {facts['text']}"))
    while True:
        typed = ask(console, words.ui("choose_character")).lower()
        if typed in LEAVE:
            raise Quit
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(box.parts.characters):
            return box.parts.characters[int(typed) - 1].id
        meant = [component for component in Understanding(box).component(typed) if component in box.character_number]
        if len(meant) == 1:
            return meant[0]
        console.print(words.ui("enter_number", most=len(box.parts.characters)), style="yellow")


def _choose_opponents(console: Console, options: argparse.Namespace) -> tuple[str, int]:
    """Mode and number of players, asked for if the command line says neither."""
    if options.mode == "solo":
        return "solo", options.players or 1
    if options.players or options.mode:
        return "standard", options.players or 2
    words = load_words(options.lang)
    console.print(words.ui("opponents"))
    while True:
        typed = ask(console, words.ui("choose_opponents"))
        if typed in ("1", "2", "3"):
            return "standard", int(typed) + 1
        if typed == "4":
            return "solo", 1
        if typed.lower() in LEAVE:
            raise Quit
        console.print(words.ui("enter_number", most=4), style="yellow")


def play_in_terminal(options: argparse.Namespace) -> int:
    """The subcommand."""
    console = plain_console()
    file = Path(options.save) if options.save else default_save()
    own = read_own_packs(options.own)
    bots = read_bots(options.bots)
    rng = random.Random(options.seed.encode("utf-8", "surrogatepass")) if options.seed else random.SystemRandom()
    game = TerminalGame(console, options.lang, file, rng)
    try:
        saved = read_text(str(file)) if file.is_file() else ""
        if saved and not _wants_another(options) and not parse_record(saved).result:
            game.resume(saved, bots, own)
            console.print(game.words.ui("resumed", file=str(file)), style="dim")
        else:
            if re.search(r"^result: -\s*$", saved, re.MULTILINE):
                kept = file.with_name(file.name + ".old")
                os.replace(file, kept)
                console.print(game.words.ui("kept", file=str(kept)), style="dim")
            _begin(console, game, options, bots, own)
        game.run()
    except (Quit, EOFError):
        console.print()
        if file.exists():
            console.print(load_words(options.lang).ui("saved", file=str(file)))
    return 0


def _wants_another(options: argparse.Namespace) -> bool:
    """Any option about the game itself asks for a new one."""
    said = (options.new, options.mode, options.players, options.seed, options.character)
    return any(said) or options.packs != "base" or options.bot_hp != 6


def _begin(
    console: Console, game: TerminalGame, options: argparse.Namespace, bots: tuple[str, ...], own: tuple[Pack, ...]
) -> None:
    packs = (*split_names(options.packs), *(pack.name for pack in own))
    check_own(own)  # refuse before asking anything
    open_box(packs, own)
    mode, players = _choose_opponents(console, options)
    solo = mode == "solo"
    chosen = _choose_character(console, options, packs, own)
    box = open_box(packs, own)
    secret = secret_from_seed(options.seed) if options.seed else secrets.token_bytes(32)
    others = [character.id for character in box.parts.characters if character.id != chosen]
    game.rng.shuffle(others)
    characters = (chosen,) if solo else (chosen, *others[: players - 1])
    setup = Setup(
        players=players,
        packs=packs,
        mode=mode,
        characters=characters,
        layout=options.layout,
        market=options.market,
        transform=options.transform,
        first_turn_points=options.first_turn_points,
        bot_hp=options.bot_hp,
        max_rounds=options.max_rounds,
    )
    game.begin(setup, secret, bots, own)
