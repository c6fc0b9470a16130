"""For tests of what goes over the wire: rooms with any mix of people and bots, people who play by themselves, every question
a client may put, and a fingerprint of all that a room is.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec

from casting_shadows.engine import QuickRng, Setup, State, apply, legal, legal_actions, position, start, verbs, view
from casting_shadows.engine.state import RESPOND, SEEN_BITS, SEEN_BY_ALL, UNASKED
from casting_shadows.protocol import Options
from casting_shadows.protocol import commands as c
from casting_shadows.table import Limits, Room

from .any_game import pick_by_verb
from .rooms import CODE, Scene

Pick = Callable[[State], int]
"""Chooses for a person."""
MESSAGES: tuple[type[msgspec.Struct], ...] = get_args(c.Message)
QUESTIONS = tuple(kind for kind in MESSAGES if kind.__name__.startswith("Ask"))
EAGER = (verbs.COLLECT_COUNTERSPELL, verbs.ATTACK, verbs.COUNTER, verbs.TRANSFORM, verbs.ABILITY)


def open_table(
    owners: tuple[int | None, ...],
    *,
    at: State | str | None = None,
    spectators: int = 0,
    visitors: int = 0,
    seed: int = 0,
    own: tuple[str, ...] = (),
    limits: Limits | None = None,
    started: bool = True,
    **options: Any,
) -> Scene:
    """A room whose seats are those people's, or a bot's where there is None. Then come spectators and visitors.

    *at* is a position the game begins at, exactly. The steps are not checked: tests of traffic are long, and check it whole.
    """
    scene = Scene(limits, seed, checks=False)
    text = position(at) if isinstance(at, State) else at or ""
    wanted = msgspec.convert({"players": len(owners), "bot_pace": "instant"} | options, Options)
    scene.take(scene.room.open(CODE, wanted, scene.now, own, text, bool(text)))
    for who in sorted({who for who in owners if who is not None}):
        scene.join(scene.visit(profile=f"profile{seed:020}{who}"), owners.index(who))
    for seat, owner in enumerate(owners):
        if owner is None:
            scene.do(0, c.SetBot, seat=seat, bot="random")
        elif owners.index(owner) != seat:
            scene.do(owner, c.Sit, seat=seat, name=f"Seat {seat}")
    for _ in range(spectators):
        scene.guest()
    for _ in range(visitors):
        scene.visit()
    return scene.begin() if started else scene


def lively_states(setup: Setup, seed: int, every: int) -> Iterator[State]:
    """About one in so many states of a game whose players like what makes hidden cards matter; none after the end."""
    state, _ = start(setup, seed=f"lively {seed}")
    rng = QuickRng(seed)
    for _ in range(400):
        if not state.phase:
            return
        if rng.below(every) == 0:
            yield state.copy()
        options = legal_actions(state)
        eager = [action for action in options if state.box.table.kind[action] in EAGER]
        chosen = eager if eager and rng.below(10) < 7 else options
        apply(state, chosen[rng.below(len(chosen))])


def with_cards_swapped(state: State, is_free: Callable[[int], bool], rng: random.Random) -> State:
    """A twin in which the Counterspells that are free to (by who has seen them) have changed places, in books and deck."""
    twin = state.copy()
    spots = [(pile, at) for pile in (*twin.counters, twin.counter_deck) for at, card in enumerate(pile) if is_free(card)]
    kinds = [pile[at] >> SEEN_BITS for pile, at in spots]
    rng.shuffle(kinds)
    for (pile, at), kind in zip(spots, kinds, strict=True):
        pile[at] = kind << SEEN_BITS | (pile[at] & SEEN_BY_ALL)
    return twin


def deal_counterspells(state: State, rng: random.Random) -> None:
    """Give about half of those who have room for it a face-down card, the deck's next, which they look at."""
    for seat in range(1 if state.is_solo else state.seats):
        has_room = len(state.book[seat]) + len(state.counters[seat]) < state.box.book_size
        if state.hp[seat] and has_room and state.counter_deck and rng.random() < 0.6:
            state.counters[seat].append(state.counter_deck.pop() | 1 << seat)


def asked_by(state: State, action: int) -> tuple[int, ...]:
    """The seats a legal action would ask for an answer, in turn order."""
    if state.box.table.kind[action] not in (verbs.ATTACK, verbs.ABILITY):
        return ()
    after = state.copy()
    apply(after, action)
    if after.phase != RESPOND or after.attack is None:
        return ()
    return tuple(seat for seat, answer in zip(after.attack.hit, after.attack.answers, strict=True) if answer != UNASKED)


def by_verb(seed: object) -> Pick:
    """A person who does a bit of everything."""
    rng = random.Random(f"person {seed}")
    return lambda state: pick_by_verb(state, legal_actions(state), rng)


def go_on(scene: Scene, pick: Pick) -> None:
    """The next thing happens: bots think, or a person who is waited for acts, or time passes until something is due."""
    if scene.thinks:
        scene.think()
        return
    for who in scene.players():
        for seat in scene.room.seats_of(scene.member(who)):
            if is_waited_for(scene.room, seat):
                state = scene.room.question(seat)
                scene.act(who, state.box.table.text(pick(state)), seat=seat)
                return
    assert scene.wake is not None, "the game waits for nobody and nothing"
    scene.pass_time(max(0.0, scene.wake - scene.now))


def act_for(scene: Scene, owners: tuple[int | None, ...], seat: int, action: str) -> None:
    """An action of a seat, by its person or as its bot's choice. Bots of such a scene choose nothing themselves."""
    owner = owners[seat]
    if owner is None:
        scene.thought(seat, action)
    else:
        scene.act(owner, action, seat=seat)


def play_out(scene: Scene, pick: Pick, each: Callable[[], None] = lambda: None) -> None:
    """To the end of the game; *each* is called after every step."""
    for _ in range(20_000):
        if scene.phase != "playing":
            return
        go_on(scene, pick)
        each()
    raise AssertionError("a game without an end")


def is_waited_for(room: Room, seat: int) -> bool:
    """Whether a person's seat has a choice to make that it has not made yet."""
    game = room.game
    if game is None or room.phase != "playing" or room.chairs[seat].player is not None or not game.may_act(seat):
        return False
    return game.window is None or seat not in game.window.answers


def tells_all(scene: Scene, kind: type[c.Command]) -> bool:
    """Whether the answer tells what is hidden, to somebody who plays alone and whose game then does not count."""
    return kind is c.AskText and scene.room.is_alone


def questions(state: State, seat: int, rng: random.Random) -> list[tuple[type[c.Command], dict[str, Any]]]:
    """One question of each kind about a seat, chosen from what that seat knows."""
    table = state.box.table
    allowed = [table.text(action) for action in legal(view(state, seat))]
    rerolls = [text for text in allowed if text.startswith("reroll")]
    anything = [table.text(rng.randrange(table.size)) for _ in range(4)]
    asked: list[tuple[type[c.Command], dict[str, Any]]] = [
        (c.AskPreviews, {"actions": tuple(rng.sample(allowed, min(3, len(allowed))))}),
        (c.AskPreviews, {"actions": tuple(anything[:1])}),
        (c.AskReasons, {"actions": (*anything, "no action at all")}),
        (
            c.AskWhy,
            {"verb": rng.choice(["use", "collect", "travel"]), "about": rng.choice([*table.cards, *table.tiles, "nothing"])},
        ),
        (c.AskReach, {"card": rng.choice([*(table.cards[card] for card in state.book[seat]), table.cards[0], "nothing"])}),
        (c.AskThreats, {}),
        (c.AskOdds, {"action": rng.choice(rerolls or anything)}),
        (c.AskWarnings, {}),
        (c.AskHint, {}),
        (c.AskText, {}),
        (c.AskWorld, {}),
    ]
    assert {kind for kind, _ in asked} == set(QUESTIONS), "a new kind of question belongs in this list"
    return [(kind, {"seat": seat, **fields}) for kind, fields in asked]


OF_THE_MOMENT = frozenset(
    {"conns", "conn", "profiles", "seen", "out", "evolve", "entropy", "bots", "limits", "thinking", "choices", "hints"}
    | {"room_changed", "game_changed", "away_since", "seq", "replies", "chat_credit", "chat_at"}
)
"""Who is connected, what they were told, and what is on its way to a bot: no part of what a room is."""


def fingerprint(room: Room) -> str:
    """All that a room is: two that are alike here behave alike. What is added to a room counts, unless it is named above."""
    return _print_of(room)


def _print_of(thing: object) -> str:
    if isinstance(thing, State):
        return position(thing)
    if isinstance(thing, dict):
        return " ".join(sorted(f"{key!r}:{_print_of(value)}" for key, value in thing.items())).join("{}")
    if isinstance(thing, set | frozenset):
        return " ".join(sorted(_print_of(item) for item in thing)).join("{}")
    if isinstance(thing, list | tuple | deque):
        return " ".join(_print_of(item) for item in thing).join("[]")
    if hasattr(thing, "__dict__"):
        return _print_of({key: value for key, value in vars(thing).items() if key not in OF_THE_MOMENT})
    return repr(thing)
