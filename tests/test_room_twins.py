"""Two rooms that differ only in what somebody may not know send them the very same bytes.

They differ in hidden cards, decks, sealed answers and the chance to come. The same things happen in both, as long as they bring
nothing of that to light: questions, refusals, actions without chance, sealed answers, chat, coming back. Where the chance is the
same and only cards differ, the game goes on, dice and all, until the viewer would see one of these cards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from casting_shadows.engine import SPECTATOR, QuickRng, Setup, State, can_undo, legal_actions, verbs, view
from casting_shadows.engine.state import SPECTATOR_BIT
from casting_shadows.protocol import CLOCKS
from casting_shadows.protocol import commands as c

from .counts import runs
from .room_traffic import (
    EAGER,
    QUESTIONS,
    act_for,
    asked_by,
    deal_counterspells,
    is_waited_for,
    lively_states,
    open_table,
    questions,
    tells_all,
    with_cards_swapped,
)
from .rooms import Scene
from .test_hidden_information import hidden_twin

pytestmark = pytest.mark.T21

SETUPS = (
    Setup(players=4),
    Setup(players=3, packs=("base", "ice_storm")),
    Setup(players=6, packs=("exclusive", "ice_storm"), transform="must"),
    Setup(players=2, packs=("exclusive",)),
    Setup(players=3, characters="draft"),
    Setup(players=1, mode="solo"),
)
Deed = Callable[[Scene], object]


class Twins:
    """Two rooms begun at two states, and everything the viewer has got from them so far."""

    def __init__(self, states: tuple[State, State], viewer: int, seed: int) -> None:
        self.rng = random.Random(f"twins {seed}")
        self.viewer = viewer
        seats = 1 if states[0].is_solo else states[0].seats
        people = iter(range(seats))
        self.owners = tuple(next(people) if seat in (0, viewer) or self.rng.random() < 0.6 else None for seat in range(seats))
        options: dict[str, Any] = {"clock": self.rng.choice(list(CLOCKS)), "seed": seed, "spectators": 1, "visitors": 1}
        self.scenes = tuple(open_table(self.owners, at=state, **options) for state in states)
        spectator = len(self.scene.people) - 2
        owner = None if viewer == SPECTATOR else self.owners[viewer]
        self.who = spectator if owner is None else owner
        """The person who looks."""
        self.watching = {self.who, spectator, spectator + 1}
        """A spectator and a visitor know no more than anybody who plays, so they are watched too."""
        self.conns: set[int] = set()
        self.compared = 0
        self.story: list[str] = []
        self.both("begin", lambda scene: None)

    @property
    def scene(self) -> Scene:
        """The first of the two, to look at what is the same in both."""
        return self.scenes[0]

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats an open window asks."""
        window = self.scene.game.window
        return () if window is None else window.asked

    @property
    def last_awaited(self) -> int | None:
        """The seat whose answer would close a window that waits for all."""
        window = self.scene.game.window
        return window.asked[-1] if window is not None and window.waits else None

    def both(self, name: str, *deeds: Deed) -> None:
        """The same in both rooms, or for each a deed of its own that differs in nothing the viewer may know."""
        self.story.append(name)
        for scene, deed in zip(self.scenes, deeds * (2 // len(deeds)), strict=True):
            deed(scene)
            scene.thinks = [think for think in scene.thinks if think.purpose == "hint"]  # seats act by the script
            scene.think()
            self.conns |= {scene.conn(who) for who in self.watching}
        one, other = ([(f.at, f.conn, f.data) for f in scene.wire if f.conn in self.conns] for scene in self.scenes)
        assert one[self.compared :] == other[self.compared :], f"viewer {self.viewer}, after {' > '.join(self.story[-6:])}"
        self.compared = len(one)

    def send(self, who: int, kind: type[c.Command], **fields: Any) -> None:
        """Somebody sends a command in both rooms."""
        self.both(kind.__name__, lambda scene: scene.send(who, kind, **fields))

    def act(self, seat: int, action: str) -> None:
        """A seat takes an action in both rooms."""
        self.both(f"{seat} {action}", lambda scene: act_for(scene, self.owners, seat, action))

    # ------------------------------------------------------------------ what happens

    def look(self) -> None:
        """The viewer asks all there is to ask, tries what it may not, and leaves and comes back."""
        seat = 0 if self.viewer == SPECTATOR else self.viewer
        asked = self.scene.room.question(seat)
        for kind, fields in questions(asked, seat, self.rng):
            if not tells_all(self.scene, kind):
                self.send(self.who, kind, **fields)
        table = asked.box.table
        allowed = {table.text(action) for action in legal_actions(asked)} | {"concede"}
        for text in (table.text(self.rng.randrange(table.size)), "pass", "end", "nonsense"):
            if text not in allowed:
                self.send(self.who, c.Act, version=self.scene.version, seat=seat, action=text)
        self.send(self.who, c.Act, version=self.scene.version - 1, seat=seat, action="end")
        seen = self.rng.choice([None, self.scene.version, self.rng.randrange(self.scene.version + 1), 10_000])
        self.both("come back", lambda scene: scene.disconnect(self.who).connect(self.who, seen))

    def others_meddle(self) -> None:
        """Somebody else asks, chats, changes a setting and tries what they may not."""
        others = [(seat, who) for seat, who in enumerate(self.owners) if who is not None and who != self.who]
        if not others:
            return
        seat, who = self.rng.choice(others)
        kinds = self.rng.sample(QUESTIONS, 3)
        mode = self.rng.choice(["always", "fits", "never"])

        def meddle(scene: Scene) -> None:
            for kind, fields in questions(scene.room.question(seat), seat, random.Random(seat)):
                if kind in kinds:
                    scene.send(who, kind, **fields)
            scene.send(who, c.Say, text="hm")
            scene.send(who, c.Answering, mode=mode)
            scene.send(who, c.Act, version=scene.version, seat=seat, action="counter nothing")

        self.both(f"seat {seat} meddles", meddle)

    def act_without_chance(self) -> bool:
        """Whoever is to act does something chance has no part in: perhaps an attack that waits for answers, which then
        are given or not, as each world has it, while the window stays open. False if there is nothing of the kind.
        """
        state = self.scene.state
        seat = state.to_act
        if self.scene.phase != "playing" or self.asked or not 0 <= seat < len(self.owners):
            return False
        actions = legal_actions(state)
        self.rng.shuffle(actions)
        quiet = next((action for action in actions if asked_by(state, action)), None)
        quiet = quiet or next((action for action in actions if can_undo(view(state, seat), action)), None)
        if quiet is None:
            return False
        self.act(seat, state.box.table.text(quiet))
        for asked in self.asked:
            if asked not in (self.viewer, self.last_awaited):
                self.both(f"seat {asked} answers", *(self._an_answer(scene, asked) for scene in self.scenes))
        who = self.owners[seat]
        if not self.asked and who is not None and self.rng.random() < 0.5:
            self.both("undo", lambda scene: scene.undo(who))
        return True

    def _an_answer(self, scene: Scene, seat: int) -> Deed:
        state = scene.room.question(seat)
        text = state.box.table.text(self.rng.choice(legal_actions(state)))
        if self.rng.random() < 0.3:
            return lambda scene: None
        return lambda scene: act_for(scene, self.owners, seat, text)

    def go_on(self) -> bool:
        """The game goes on by actions that show no hidden card to the viewer; windows pass unused. False: it is over."""
        scene = self.scene
        if scene.phase != "playing":
            return False
        if self.asked:
            for seat in self.asked:
                if is_waited_for(scene.room, seat):
                    self.act(seat, "pass")
            self.both("wait", lambda scene: scene.pass_time(20))
            return True
        seat, table = scene.state.to_act, scene.state.box.table
        shows = {verbs.COUNTER} | ({verbs.COLLECT_COUNTERSPELL, verbs.ABILITY} if seat == self.viewer else set())
        options = [action for action in legal_actions(scene.state) if table.kind[action] not in shows]
        eager = [action for action in options if table.kind[action] in EAGER]
        self.act(seat, table.text(self.rng.choice(eager if eager and self.rng.random() < 0.7 else options)))
        return True


def some_states(name: str) -> Iterator[tuple[int, State, int]]:
    """States of lively games, many of them just before an attack, and a viewer of each: a seat, or a spectator."""
    for seed in range(100_000):
        rng = random.Random(f"{name} {seed}")
        for state in lively_states(SETUPS[seed % len(SETUPS)], seed, 4):
            deal_counterspells(state, rng)
            if any(asked_by(state, action) for action in legal_actions(state)) or rng.random() < 0.15:
                yield rng.getrandbits(32), state, rng.randrange(-1, 1 if state.is_solo else state.seats)


def test_what_is_hidden_from_somebody_changes_nothing_they_are_sent() -> None:
    pairs = 0
    for seed, state, viewer in some_states("hidden"):
        twins = Twins((state, hidden_twin(state, viewer, QuickRng(seed))), viewer, seed)
        twins.look()
        twins.others_meddle()
        pairs += 1
        while twins.act_without_chance() and pairs % 4:
            twins.look()
            pairs += 1
        if pairs >= runs(200, 10_000):
            return


def test_cards_somebody_has_not_seen_change_nothing_they_are_sent_while_the_game_goes_on() -> None:
    pairs = 0
    for seed, state, viewer in some_states("goes on"):
        bit = SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer
        if state.is_solo:
            continue  # its Bots use their cards unasked, and so show them
        other = with_cards_swapped(state, lambda card, bit=bit: not card & bit, random.Random(seed))  # type: ignore[misc]
        twins = Twins((state, other), viewer, seed)
        for _ in range(10):
            twins.others_meddle()
            if not twins.go_on():
                break
            twins.look()
            pairs += 1
        if pairs >= runs(200, 10_000):
            return
