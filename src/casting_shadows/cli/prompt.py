"""A person at a terminal: what is shown, and what is typed, understood. Whose game it is and where it runs is elsewhere."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from casting_shadows.bots import make_bot
from casting_shadows.bots.vantage import vantage_of
from casting_shadows.cli.board import STYLES, action_words, draw, pool_lines
from casting_shadows.cli.typed import Understanding
from casting_shadows.engine import (
    State,
    card_facts,
    card_text,
    legal_actions,
    load_words,
    outcome,
    phase_name,
    preview,
    redacted,
    reroll_odds,
    seat_names,
    sentence,
    verbs,
    view,
    warnings,
    why_not,
)
from casting_shadows.engine.model.events import Damaged, Eliminated, Event, TurnBegan

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
    """The person leaves."""


class Prompt:
    """One person's place at the table. It is shown a state, of which only what the person may know matters."""

    def __init__(self, console: Console, language: str, seat: int, state: State) -> None:
        self.console = console
        self.language = language
        self.words = load_words(language)
        self.seat = seat
        self.state = state
        self.understood = Understanding(state.box)
        self.log: list[Text] = []
        """What happened since the person's last choice."""
        self.told = 0
        """How much of that has been shown."""
        self.hp = state.hp[seat]
        """The person's HP then."""
        self.drawn: list[int] = []
        """Where everybody stood when the board was last shown."""

    def choose(self, state: State) -> int | str:
        """Show the game and let the person choose: an action, or a word the game itself must see to (`undo`, `save`).

        Raises Quit.
        """
        self.state = state
        words, seen = self.words, view(state, self.seat)
        self.console.rule(f"{words.ui('round', round=state.round)} - {words.term('phase_' + phase_name(state))}")
        if self.drawn != seen.hex or self.console.height > TALL:
            self._draw()
        if seen.hp[self.seat] < self.hp:
            self.console.print(words.ui("since", before=self.hp, after=seen.hp[self.seat]), style="bold red")
        self.hp = seen.hp[self.seat]
        for line in pool_lines(seen, words):
            self.console.print(line)
        shown = self._list(legal_actions(state), "")
        while True:
            chosen = self._read(ask(self.console, words.ui("choose")), shown)
            if isinstance(chosen, str):
                return chosen
            if chosen is not None and self._confirmed(chosen):
                self.log, self.told = [], 0
                return chosen

    def show_end(self) -> None:
        """Who won."""
        draw(self.console, view(self.state, self.seat), self.language)
        ended = outcome(self.state)
        assert ended is not None
        if ended.winner == self.seat:
            self.console.print(self.words.ui("won"), style="bold green")
        elif ended.winner is not None:
            name = self.words.name(seat_names(self.state)[ended.winner], self.state.box.parts)
            self.console.print(self.words.ui("lost", name=name), style="bold red")
        elif self.state.is_solo and self.state.hp[self.seat] == 0:
            self.console.print(self.words.ui("solo_lost"), style="bold red")
        else:
            self.console.print(self.words.ui("tie"), style="bold")

    def tell(self, events: list[Event], state: State) -> None:
        """What happened, as the person may hear it: a heading for each turn, and what hurts stands out."""
        self.state = state
        for event in redacted(events, self.seat):
            line = Text(sentence(self.state.box, self.state.character, event, self.language))
            if isinstance(event, TurnBegan):
                line.stylize(f"bold {STYLES[event.seat]}")
                self.log.append(Text())
            elif isinstance(event, Damaged | Eliminated) and event.seat == self.seat:
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

    def _draw(self) -> None:
        draw(self.console, view(self.state, self.seat), self.language)
        self.drawn = self.state.hex.copy()

    def _confirmed(self, action: int) -> bool:
        """Ending the turn says what would be lost first; conceding asks once more."""
        kind = self.state.box.table.kind[action]
        if kind == verbs.CONCEDE:
            return ask(self.console, self.words.ui("concedes")).lower() in YES
        if kind != verbs.END or len(legal_actions(self.state)) == 1:
            return True
        regrets = [warning for warning in warnings(view(self.state, self.seat)) if warning.code != "warning/points-left"]
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
            + ("?" if hit.may_answer and hit.seat != self.seat else "")
            for hit in preview(view(self.state, self.seat), action).hits
        ]
        return f"  ({', '.join(hits)})" if hits else ""

    def _read(self, typed: str, shown: dict[str, int]) -> int | str | None:
        """An action, a word for the game, or None after a command that only shows something."""
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
        elif word in ("save", "undo"):
            return word
        elif word == "u":
            return "undo"
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
            odds = reroll_odds(view(self.state, self.seat), meant[0])
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
            refusal = why_not(self.state, self.seat, action)
            if refusal is not None:
                self.console.print("  " + self.words.told(refusal.code, refusal.values, self.state.box.parts), style="yellow")
                return
        self.console.print(self.words.ui("unclear"), style="yellow")
