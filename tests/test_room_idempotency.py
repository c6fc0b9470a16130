"""A command has its effect once, however often, over whichever connection and after whatever restart it comes; and what was made
for another moment has none.

Two rooms live through the same: in the calm one every command comes once, in the other up to five times, again over an older
tab, and again much later. Their records stay the same, entry by entry.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from casting_shadows.engine import legal_actions
from casting_shadows.protocol import Options, decode, encode
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m

from .any_game import pick_by_verb
from .counts import runs
from .room_traffic import MESSAGES, by_verb, fingerprint, go_on, is_waited_for, open_table, questions
from .rooms import Scene

OWNERS = (0, 1, 2, None)
PEOPLE = range(4)
"""Three who play and one who watches."""
Wish = tuple[int, type[c.Command], dict[str, Any]]


def a_wish(scene: Scene, rng: random.Random) -> Wish:
    """What somebody sends next: what the room waits for, most of the time, else anything at all."""
    room = scene.room
    if rng.random() < 0.65:
        if room.phase == "playing":
            for who in rng.sample(range(3), 3):
                if is_waited_for(room, who):
                    state = room.question(who)
                    text = state.box.table.text(pick_by_verb(state, legal_actions(state), rng))
                    return who, c.Act, {"version": scene.version, "seat": who, "action": text}
        owner = next(who for who in PEOPLE if scene.people[who].member == room.owner)
        unready = [who for who in range(3) if who != owner and not room.members[scene.member(who)].ready]
        late = [who for who in range(3) if scene.member(who) not in room.contributions]
        wanted: dict[str, list[Wish]] = {
            "setup": [(who, c.Ready, {}) for who in unready] or [(owner, c.Start, {})],
            "starting": [(who, c.Contribute, {"value": rng.randbytes(16).hex()}) for who in late],
            "paused": [(who, c.Pause, {"on": False}) for who in range(3)],
            "ended": [(who, c.Rematch, {}) for who in range(3)],
        }
        if wanted.get(room.phase):
            return rng.choice(wanted[room.phase])
    return rng.choice(PEOPLE), *anything(scene, rng)


def anything(scene: Scene, rng: random.Random) -> tuple[type[c.Command], dict[str, Any]]:
    """Any command, fit for the moment or not."""
    seat, version = rng.randrange(4), max(0, scene.version - rng.choice([0, 0, 0, 1, 5]))
    options = Options(players=4, clock=rng.choice(["relaxed", "fast", "none", "days"]), max_rounds=rng.choice([1, 2, 3]))
    kinds: list[tuple[type[c.Command], dict[str, Any]]] = [
        (c.Say, {"text": f"{rng.random()}"}),
        (c.Say, {"phrase": "thanks"}),
        (c.Rename, {"name": f"Name {rng.randrange(99)}"}),
        (c.Sit, {"seat": seat}),
        (c.Choose, {"seat": seat, "character": rng.choice(["kit", "frill", None])}),
        (c.Ready, {"on": rng.random() < 0.8}),
        (c.SetBot, {"seat": 3, "bot": rng.choice(["random", "greedy"])}),
        (c.SetOptions, {"options": options}),
        (c.Promote, {"member": rng.randrange(1, 5)}),
        (c.Mute, {"member": rng.randrange(1, 5), "on": rng.random() < 0.5}),
        (c.Transfer, {}),
        (c.Contribute, {"value": rng.randbytes(16).hex()}),
        (c.Act, {"version": version, "seat": seat, "action": rng.choice(["end", "pass", "protect", "travel thornwood"])}),
        (c.Undo, {"version": version, "seat": seat, "all": rng.random() < 0.3}),
        (c.MoreTime, {"version": version, "seat": seat}),
        (c.Answering, {"mode": rng.choice(["always", "fits", "never"])}),
        (c.Return, {"seat": seat}),
        (c.Pause, {"on": rng.random() < 0.5}),
        (c.Rematch, {"on": rng.random() < 0.7}),
    ]
    if scene.room.game is not None and scene.phase == "playing":
        kinds += rng.sample(questions(scene.room.question(seat), seat, rng), 2)
    return rng.choice(kinds)


class Storm:
    """A calm room and a stormy one."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"storm {seed}")
        options: dict[str, Any] = {"spectators": 1, "started": False, "seed": seed, "clock": "fast", "max_rounds": 2}
        self.calm, self.stormy = (open_table(OWNERS, **options) for _ in range(2))
        self.sent: list[tuple[int, c.Command]] = []
        self.kinds: Counter[type[c.Command]] = Counter()
        self.repeats = 0

    @property
    def both(self) -> tuple[Scene, Scene]:
        return self.calm, self.stormy

    def step(self) -> None:
        """One command, and some time."""
        who, kind, fields = a_wish(self.calm, self.rng)
        if self.rng.random() < 0.05:
            self.open_second_tab(who)
        for scene in self.both:
            scene.people[who].seq += 1
        command = kind(self.calm.people[who].seq, **fields)
        answers = [scene.send_as(who, command) for scene in self.both]
        assert answers[0] == answers[1], "both rooms answer alike"
        self.sent.append((who, command))
        self.kinds[kind] += 1
        for _ in range(self.rng.randrange(5)):
            self.repeat(who, command, answers[0])
        if self.rng.random() < 0.2:
            self.repeat(*self.rng.choice(self.sent))
        seconds = self.rng.choice([0, 0, 0.1, 1, 6])
        for scene in self.both:
            scene.think()
            scene.pass_time(seconds)
        self.compare()

    def repeat(self, who: int, command: c.Command, first: m.Answer | None = None) -> None:
        """The command comes again in the stormy room: nothing happens, and nobody else hears of it."""
        scene = self.stormy
        length, frames, chance = len(scene.stored), len(scene.wire), scene.chance.getstate()
        again = scene.send_as(who, command)
        scene.chance.setstate(chance)  # to be asked again for a world may take another one from chance
        assert len(scene.stored) == length, f"{command} was done again"
        assert all(frame.conn == scene.conn(who) for frame in scene.wire[frames:]), f"{command} was heard of again"
        if first is not None:
            assert isinstance(again, m.Refused) == isinstance(first, m.Refused), f"{command}: {first}, then {again}"
        self.repeats += 1

    def open_second_tab(self, who: int) -> None:
        """A new tab takes over; what the old one still sends is for nobody."""
        old = self.stormy.conn(who)
        for scene in self.both:
            scene.connect(who)
        assert old in self.stormy.closed, "the old tab is shown out"
        length = len(self.stormy.stored)
        for command in (c.Say(self.stormy.people[who].seq + 1, "from the old tab"), *(sent for _, sent in self.sent[-2:])):
            self.stormy.take(self.stormy.room.receive(old, decode(encode(command)), self.stormy.now))
        assert len(self.stormy.stored) == length

    def restart(self) -> None:
        """Both rooms are loaded again; in the stormy one everybody repeats what they have no answer to."""
        for scene in self.both:
            scene.restart(after=1)
            for who in PEOPLE:
                scene.connect(who)
            scene.think()
        done = {(entry.by, entry.seq) for entry in self.stormy.entries}
        # What left no trace in the record, such as a one-time code, is gone with the room it was asked of, and may be done anew.
        self.sent = [(who, command) for who, command in self.sent if (self.stormy.member(who), command.seq) in done]
        for who, command in self.sent[-12:]:
            self.repeat(who, command, m.Ack(command.seq))
        self.compare()

    def compare(self) -> None:
        """The records are the same."""
        assert len(self.calm.stored) == len(self.stormy.stored), self.sent[-1]
        assert self.calm.stored[-8:] == self.stormy.stored[-8:], self.sent[-1]


@pytest.mark.T12
def test_every_command_has_its_effect_once_however_often_it_comes() -> None:
    kinds: set[type[c.Command]] = set()
    done = 0
    wanted = runs(2_000, 100_000)
    for seed in range(10_000):
        storm = Storm(seed)
        for number in range(500):
            storm.step()
            if number % 10 == 9:
                assert fingerprint(storm.calm.room) == fingerprint(storm.stormy.room)
            if number % 50 == 49:
                storm.restart()
        assert storm.calm.stored == storm.stormy.stored and storm.repeats > 500
        assert storm.calm.room.games > 1, "games were played in the storm"
        kinds |= set(storm.kinds)
        done += storm.kinds.total()
        if done >= wanted:
            break
    assert kinds | {c.Join, c.Claim, c.Leave, c.Kick, c.Stand} == {kind for kind in MESSAGES if issubclass(kind, c.Command)}


@pytest.mark.T12
def test_coming_in_has_its_effect_once_however_often_it_is_asked_for() -> None:
    scene = open_table((0, 1), started=False, visitors=2)
    code = scene.do(0, c.Transfer)
    assert isinstance(code, m.OneTimeCode)
    for command, who in ((c.Join(1, "Twice", "a" * 32), 2), (c.Claim(1, code.code, "b" * 32), 3)):
        scene.take(scene.room.receive(scene.conn(who), command, scene.now))
        before = fingerprint(scene.room)
        for _ in range(4):
            assert scene.send_as(who, command) == m.Ack(1)
            assert fingerprint(scene.room) == before, f"{command} had another effect"
        again = scene.visit()
        assert scene.send_as(again, command) == m.Ack(1), "its answer was lost with the connection"
        assert fingerprint(scene.room) == before
    assert len(scene.room.members) == 3


@pytest.mark.T12
def test_going_has_its_effect_once_even_if_it_is_asked_for_after_coming_back() -> None:
    scene = open_table((0, 1, 2), spectators=1)
    kick, leave = (c.Kick(20, scene.member(3)), c.Leave(20))
    scene.send_as(0, kick)
    scene.send_as(1, leave)
    scene.connect(1)
    before = fingerprint(scene.room)
    for who, command in ((0, kick), (1, leave)) * 3:
        assert isinstance(scene.send_as(who, command), m.Ack)
        assert fingerprint(scene.room) == before and scene.people[who].conn is not None
    scene.act(1, "concede").act(2, "concede")
    stand = c.Stand(21, 0)
    scene.send_as(0, stand)
    scene.do(1, c.Sit, seat=0)
    before = fingerprint(scene.room)
    assert isinstance(scene.send_as(0, stand), m.Ack)
    assert fingerprint(scene.room) == before


@pytest.mark.T13
def test_what_was_made_for_another_version_is_refused_and_the_game_is_shown_as_it_stands() -> None:
    stale = 0
    for seed in range(runs(2, 60)):
        scene = open_table((0, 1, None), seed=seed, max_rounds=3)
        pick = by_verb(seed)
        while scene.phase == "playing":
            before = fingerprint(scene.room)
            for version in {0, scene.version - 1, scene.version + 1, scene.version + 1000}:
                made_for: dict[str, Any] = {"version": version, "seat": 0}
                for kind, fields in ((c.Act, {"action": "end"}), (c.Undo, {}), (c.MoreTime, {})):
                    answer = scene.send(0, kind, **made_for, **fields)
                    assert isinstance(answer, m.Refused) and answer.code == "version/stale"
                    shown = scene.inbox(0)[-1]
                    assert isinstance(shown, m.Update) and shown.version == scene.version and shown.seats[0].view.viewer == 0
                    stale += 1
            assert fingerprint(scene.room) == before
            go_on(scene, pick)
    assert stale > runs(200, 10_000)


@pytest.mark.T13
def test_a_command_that_a_later_one_has_overtaken_is_refused() -> None:
    scene = open_table((0, 1), started=False)
    scene.people[0].seq += 3
    late = scene.people[0].seq - 1
    assert isinstance(scene.send_as(0, c.Rename(late + 1, "Later")), m.Ack)
    before = fingerprint(scene.room)
    for command in (c.Rename(late, "Earlier"), c.Start(late), c.Leave(late), c.Sit(late - 1, 1)):
        answer = scene.send_as(0, command)
        assert isinstance(answer, m.Refused) and answer.code == "command/out-of-order"
        assert fingerprint(scene.room) == before


@pytest.mark.T13
def test_who_is_overtaken_in_a_game_is_shown_how_it_stands() -> None:
    scene = open_table((0, 1))
    scene.people[0].seq += 3
    late = scene.people[0].seq - 1
    scene.send_as(0, c.Rename(late + 1, "Later"))
    scene.news(0)
    scene.send_as(0, c.Act(late, scene.version, 0, "end"))
    refused, shown = scene.news(0)
    assert isinstance(refused, m.Refused) and refused.code == "command/out-of-order"
    assert isinstance(shown, m.Update) and shown.version == scene.version


@pytest.mark.T13
def test_a_command_from_long_ago_is_refused_however_much_has_been_forgotten() -> None:
    scene = open_table((0, 1), started=False)
    first = c.Rename(scene.people[0].seq + 1, "First")
    scene.people[0].seq += 1
    scene.send_as(0, first)
    for number in range(100):
        scene.do(0, c.Rename, name=f"Name {number}")
    for _ in range(2):
        before = fingerprint(scene.room)
        answer = scene.send_as(0, first)
        assert isinstance(answer, m.Refused) and answer.code == "command/out-of-order"
        assert fingerprint(scene.room) == before
        scene.restart().connect(0)


@pytest.mark.T13
def test_a_command_of_the_last_game_is_stale_in_the_next() -> None:
    scene = open_table((0, 1))
    versions = [scene.version]
    scene.act(scene.state.to_act, "end")
    versions.append(scene.version)
    scene.act(0, "concede")
    for who in (0, 1):
        scene.do(who, c.Rematch)
    scene.contribute(0, 1)
    assert scene.phase == "playing" and scene.version not in versions
    for version in versions:
        for who in (0, 1):
            answer = scene.send(who, c.Act, version=version, seat=who, action="end")
            assert isinstance(answer, m.Refused) and answer.code == "version/stale"
