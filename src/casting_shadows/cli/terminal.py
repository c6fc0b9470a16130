"""`casting-shadows play --terminal`: a whole game in a terminal, against bots or Shadow Boxing, saved after every action."""

from __future__ import annotations

import argparse
import errno
import os
import random
import secrets
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from casting_shadows import __version__
from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import Bot, vantage_of
from casting_shadows.cli.board import STYLES, action_words, draw, pool_lines
from casting_shadows.cli.files import plain_console, read_bots, read_own_packs, read_text, split_names
from casting_shadows.cli.typed import Understanding
from casting_shadows.engine import (
    GameError,
    Pack,
    Record,
    Setup,
    State,
    can_undo,
    card_facts,
    card_text,
    legal_actions,
    load_words,
    new_record,
    note,
    open_box,
    outcome,
    parse_record,
    phase_name,
    play,
    preview,
    redacted,
    replay,
    reroll_odds,
    reveal,
    seat_names,
    secret_from_seed,
    sentence,
    start,
    verbs,
    view,
    warnings,
    why_not,
)
from casting_shadows.engine.model.events import Damaged, Eliminated, Event, TurnBegan

YOU = 0
"""The person always sits on seat 0."""
SHOWN = 12
"""Ways of one verb that are listed before the rest is only counted."""
TALL = 45
"""Rows of a terminal in which the board can be shown every time without pushing the news off the screen."""
YES = ("y", "yes", "j", "ja")
LEAVE = ("q", "quit", "exit")


def ask(console: Console, question: str) -> str:
    """What the person types."""
    return console.input(Text(f"{question}: ", style="bold")).strip()


class Quit(Exception):
    """The person leaves; the game is saved."""


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
        self.log: list[Text] = []
        """What happened since the person's last choice."""
        self.told = 0
        """How much of that has been shown."""
        self.hp = 0
        """The person's HP then."""
        self.drawn: list[int] = []
        """Where everybody stood when the board was last shown."""

    def begin(self, setup: Setup, secret: bytes, bots: tuple[str, ...], own: tuple[Pack, ...]) -> None:
        """Start a new game."""
        self.state, events = start(setup, secret, own=own)
        self.secret = secret
        self.record: Record = new_record(self.state, secret, __version__)
        self._seat_bots(bots)
        self.hp = self.state.hp[YOU]
        self.understood = Understanding(self.state.box)
        self.tell(events)

    def resume(self, text: str, bots: tuple[str, ...], own: tuple[Pack, ...]) -> None:
        """Go on with a saved game."""
        record = parse_record(text)
        for step in replay(record, own):
            self.state = step.state
        assert record.secret is not None, "replay refuses a record without it"
        self.record, self.secret = record, record.secret
        self.hp = self.state.hp[YOU]
        self.understood = Understanding(self.state.box)
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

    def tell(self, events: list[Event]) -> None:
        """What happened, as the person may hear it: a heading for each turn, and what hurts stands out."""
        for event in redacted(events, YOU):
            line = Text(sentence(self.state.box, self.state.character, event, self.language))
            if isinstance(event, TurnBegan):
                line.stylize(f"bold {STYLES[event.seat]}")
                self.log.append(Text())
            elif isinstance(event, Damaged | Eliminated) and event.seat == YOU:
                line = Text("  ").append_text(line)
                line.stylize("bold red")
            else:
                line = Text("  ").append_text(line)
                line.stylize("dim")
            self.log.append(line)
        self._show_log()

    def _show_log(self) -> None:
        """Print what has not been printed yet."""
        for line in self.log[self.told :]:
            self.console.print(line)
        self.told = len(self.log)

    def take(self, action: int) -> None:
        """Play an action of whoever is to act."""
        seat, before = self.state.to_act, self.state
        if self.state.box.table.kind[action] == verbs.CONCEDE:
            seat = YOU
        self.state, events = play(before, seat, action)
        note(self.record, before, seat, action, self.state)
        self.tell(events)
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
        draw(self.console, view(self.state, YOU), self.language)
        ended = outcome(self.state)
        assert ended is not None
        if ended.winner == YOU:
            self.console.print(self.words.ui("won"), style="bold green")
        elif ended.winner is not None:
            name = self.words.name(seat_names(self.state)[ended.winner], self.state.box.parts)
            self.console.print(self.words.ui("lost", name=name), style="bold red")
        elif self.state.is_solo and self.state.hp[YOU] == 0:
            self.console.print(self.words.ui("solo_lost"), style="bold red")
        else:
            self.console.print(self.words.ui("tie"), style="bold")
        command = f"{Path(sys.argv[0]).as_posix()} verify {self.file}" if sys.argv else str(self.file)
        self.console.print(self.words.ui("verify_hint", command=command), style="dim")

    def _your_choice(self) -> None:
        state, words = self.state, self.words
        seen = view(state, YOU)
        self.console.rule(f"{words.ui('round', round=state.round)} - {words.term('phase_' + phase_name(state))}")
        if self.drawn != seen.hex or self.console.height > TALL:
            self._draw()
        if seen.hp[YOU] < self.hp:
            self.console.print(words.ui("since", before=self.hp, after=seen.hp[YOU]), style="bold red")
        self.hp = seen.hp[YOU]
        for line in pool_lines(seen, words):
            self.console.print(line)
        shown = self._list(legal_actions(state), "")
        while True:
            action = self._read(ask(self.console, words.ui("choose")), shown)
            if action is not None and self._confirmed(action):
                if can_undo(seen, action):
                    self.before.append((state, len(self.record.moves)))
                else:
                    self.before.clear()
                self.log, self.told = [], 0
                self.take(action)
                return
            if self.state is not state:
                return

    def _draw(self) -> None:
        draw(self.console, view(self.state, YOU), self.language)
        self.drawn = self.state.hex.copy()

    def _confirmed(self, action: int) -> bool:
        """Ending the turn says what would be lost first; conceding asks once more."""
        kind = self.state.box.table.kind[action]
        if kind == verbs.CONCEDE:
            return ask(self.console, self.words.ui("concedes")).lower() in YES
        if kind != verbs.END or len(legal_actions(self.state)) == 1:
            return True
        regrets = [warning for warning in warnings(view(self.state, YOU)) if warning.code != "warning/points-left"]
        if not regrets:
            return True
        for warning in regrets:
            self.console.print("  " + self.words.told(warning.code, warning.values, self.state.box.parts), style="yellow")
        return ask(self.console, f"{self.words.ui('ends')} {self.words.ui('confirm')}").lower() in YES

    def _list(self, actions: list[int], verb: str) -> dict[str, int]:
        """Show actions with numbers; many ways of one verb are counted unless that verb was asked for."""
        table = self.state.box.table
        shown: dict[str, int] = {}
        by_verb: dict[str, list[int]] = {}
        for action in actions:
            by_verb.setdefault(verbs.WORDS[table.kind[action]], []).append(action)
        if "end" in by_verb:
            by_verb["end"] = by_verb.pop("end")  # last, so that nobody takes it by accident
        for name, ways in by_verb.items():
            if name == "reroll" and not verb:
                example = table.text(ways[-1]).removeprefix("reroll ")
                self.console.print("      " + self.words.ui("rerolls", example=example, n=len(ways)), style="dim")
                continue
            most = len(ways) if verb else SHOWN
            for action in ways[:most]:
                number = str(len(shown) + 1)
                shown[number] = action
                self.console.print(f"  {number:>3}  {action_words(self.state.box, action, self.words)}{self._foreseen(action)}")
                if table.kind[action] in (verbs.TRANSFORM, verbs.COUNTER) and table.card[action] >= 0:
                    names = table.companions if table.kind[action] == verbs.TRANSFORM else table.counterspells
                    text = card_text(self.state.box.parts, names[table.card[action]], self.language)
                    self.console.print(f"       {text}", style="dim")
            if len(ways) > most:
                self.console.print("      " + self.words.ui("more", n=len(ways) - most, verb=name), style="dim")
        return shown

    def _foreseen(self, action: int) -> str:
        """`(Kit 18 -> 14)` behind an action that would do damage."""
        table = self.state.box.table
        if table.kind[action] not in (verbs.ATTACK, verbs.ABILITY, verbs.PASS, verbs.COUNTER):
            return ""
        names = seat_names(self.state)
        hits = [
            f"{self.words.name(names[hit.seat], self.state.box.parts)} {self.state.hp[hit.seat]} -> {hit.hp}"
            + ("?" if hit.may_answer and hit.seat != YOU else "")
            for hit in preview(view(self.state, YOU), action).hits
        ]
        return f"  ({', '.join(hits)})" if hits else ""

    def _read(self, typed: str, shown: dict[str, int]) -> int | None:
        """An action, or None after a command that only shows something."""
        legal = legal_actions(self.state)
        if typed in shown:
            return shown[typed]
        word, _, rest = typed.partition(" ")
        if word in ("?", "h", "help"):
            self.console.print(self.words.ui("help"))
        elif word == "list":
            listed = self.understood.meant(rest, legal) if rest else legal
            shown.clear()
            shown.update(self._list(listed, "all"))
        elif word in ("board", "b", ""):
            self._draw()
        elif word == "log":
            for line in self.log or [Text(self.words.ui("nothing_happened"))]:
                self.console.print(line)
        elif word in LEAVE:
            raise Quit
        elif word == "save":
            self.save()
            self.console.print(self.words.ui("saved", file=str(self.file)))
        elif word in ("u", "undo"):
            self._undo()
        elif word == "hint":
            bot = make_bot("greedy", self.state.steps)
            vantage = vantage_of(self.state)
            action = bot.choose(vantage)
            code, values = bot.why(vantage, action)
            reason = self.words.told(code, values, self.state.box.parts)
            hint = action_words(self.state.box, action, self.words)
            self.console.print(f"  {hint}. {reason}", style="green")
        elif word in ("why", "odds", "card"):
            self._explain(word, rest)
        else:
            return self._read_action(typed, legal, shown)
        return None

    def _read_action(self, typed: str, legal: list[int], shown: dict[str, int]) -> int | None:
        """The one legal action that is meant; several are listed, and for none there is a reason."""
        table = self.state.box.table
        meant = self.understood.meant(typed, [*legal, table.concede])
        if len(meant) == 1:
            return meant[0]
        if meant:
            self.console.print(self.words.ui("several"))
            shown.clear()
            shown.update(self._list(meant, "all"))
        else:
            self._explain_refusal(typed)
        return None

    def _explain(self, word: str, rest: str) -> None:
        if word == "card":
            self._explain_card(rest)
        elif word == "why":
            self._explain_refusal(rest)
        else:
            box = self.state.box
            rerolls = [action for action in legal_actions(self.state) if box.table.kind[action] == verbs.REROLL]
            meant = self.understood.meant(rest if rest.startswith("reroll") else f"reroll {rest}", rerolls)
            if len(meant) != 1:
                self._explain_refusal(rest)
                return
            odds = reroll_odds(view(self.state, YOU), meant[0])
            for card, chance in odds.castable.items():
                name = self.words.name(box.table.cards[card], box.parts)
                self.console.print("  " + self.words.ui("odds_cast", chance=f"{chance:>4.0%}", card=name))
            self.console.print("  " + self.words.ui("odds_curse", chance=f"{odds.curse:>4.0%}"))

    def _explain_card(self, typed: str) -> None:
        parts = self.state.box.parts
        found = self.understood.component(typed)
        if len(found) != 1:
            names = ", ".join(self.words.name(component, parts) for component in found[:SHOWN])
            self.console.print(self.words.ui("which_card", names=names) if found else self.words.ui("unclear"), style="yellow")
            return
        facts = card_facts(parts, found[0], self.language)
        level = f" {facts['level']}" if facts.get("level") else ""
        self.console.print(f"  {facts['name']}: {facts['kind_name']}{level}. {facts.get('collect_text', '')}", style="bold")
        self.console.print(f"  {facts['text']}")

    def _explain_refusal(self, typed: str) -> None:
        """Why nothing like this can be done now: the reason against the first action that fits."""
        table = self.state.box.table
        for action in self.understood.meant(typed, list(range(table.size))):
            refusal = why_not(self.state, YOU, action)
            if refusal is not None:
                self.console.print("  " + self.words.told(refusal.code, refusal.values, self.state.box.parts), style="yellow")
                return
        self.console.print(self.words.ui("unclear"), style="yellow")

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
            if saved.rstrip().endswith("result: -"):
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
    open_box(packs, own)  # refuse before asking anything
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
