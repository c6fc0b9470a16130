"""Hidden cards, deck order, the secret, contributions and tokens carry marks no other thing has. All frames of whole games, to
all seats, spectators and visitors, are searched for them: none is seen before its time.
"""

from __future__ import annotations

import base64
import hashlib
import random
import re
from collections import Counter
from functools import cache

import msgspec
import pytest

from casting_shadows.engine import SPECTATOR, State, legal_actions, open_box, parse_own_pack, parse_position, play
from casting_shadows.engine.state import SEEN_BITS, SPECTATOR_BIT
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import encode
from casting_shadows.protocol import messages as m
from casting_shadows.table.entries import Contributed

from .counts import runs
from .room_traffic import by_verb, go_on, open_table, questions, tells_all
from .rooms import Scene, a_room
from .table import table
from .test_chance import FAIR, chance_of, chi_square

pytestmark = pytest.mark.T22

TABLES: tuple[tuple[int | None, ...], ...] = ((0, 1), (0, None, 1), (0, 0, 1, None), (0, None, None), (0, 1, 2, 3))
WORDS = re.compile(rb"[a-z0-9_]+")


@cache
def marked_pack() -> str:
    """Every card there is only once, so its name is its mark, and many more than a game can bring to light."""
    parts = open_box(("base",)).parts
    rng = random.Random("marks")
    lines = ["[pack]", 'name = "marked"', "[main]"]
    lines += [f"{card.id} = {{ copies = 1 }}" for card in parts.main]
    effect = 'level = 1, collect = "{}", spend = "up to 2 G", damage = "2/4", target = "enemy", range = "0-1"'
    for number in range(60):
        shown = effect.format(rng.choice(["G", "O", "RG"])) if number % 3 else 'gives = "RG BO"'
        lines.append(f'mark_{rng.randbytes(5).hex()} = {{ name = "Marked", copies = 1, {shown} }}')
    lines += ["[counterspells]", *(f"{card.id} = {{ copies = 1 }}" for card in parts.counterspells)]
    for number in range(30):
        shown = ("reduce = 1", 'move = "adjacent"', "deal = 1")[number % 3]
        lines.append(f'mark_{rng.randbytes(5).hex()} = {{ name = "Marked", copies = 1, {shown} }}')
    return "\n".join(lines)


@cache
def marked_cards() -> frozenset[bytes]:
    """The names of all cards that can be hidden."""
    parts = open_box(("base", "marked"), (parse_own_pack(marked_pack()),)).parts
    names = [card.id for card in parts.main] + [card.id for card in parts.counterspells] + [card.id for card in parts.companions]
    return frozenset(name.encode() for name in names)


def shown_to(s: State, viewer: int) -> set[bytes]:
    """The names a viewer sees on the table, read off the state by the rules' words."""
    names = s.box.table
    face_up = [*s.discard, *(card for card in s.market if card >= 0), *(card for book in s.book for card in book)]
    summoned = [*s.portal, *s.gone, *(card for card in s.companion if card >= 0)]
    bit = SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer
    looked_at = [card >> SEEN_BITS for pile in (*s.counters, s.counter_deck) for card in pile if card & bit]
    found = [names.cards[card] for card in face_up] + [names.companions[card] for card in summoned]
    return {name.encode() for name in [*found, *(names.counterspells[card] for card in looked_at)]}


def forms(secret: bytes) -> list[bytes]:
    """The ways a secret could slip out."""
    encoded = [base64.b64encode(secret), base64.urlsafe_b64encode(secret), base64.b32encode(secret), base64.b85encode(secret)]
    plain = [secret, secret.hex().encode(), secret.hex().upper().encode(), str(int.from_bytes(secret, "big")).encode()]
    return [form.rstrip(b"=") for form in encoded] + plain + [secret[:16].hex().encode(), secret[16:].hex().encode()]


class Search:
    """Reads everything a scene sends, and knows who may have seen what so far."""

    def __init__(self, scene: Scene, owners: tuple[int | None, ...]) -> None:
        self.scene = scene
        self.owners = owners
        self.read = 0
        self.frames = 0
        self.worlds = 0
        self.state: State | None = None
        self.moves = 0
        self.seen: dict[int, set[bytes]] = {viewer: set() for viewer in range(-1, len(owners))}
        kept = [text for person in scene.people for text in (person.token, person.profile) if text is not None]
        self.never = [form for text in kept for form in (text.encode(), hashlib.sha256(text.encode()).hexdigest().encode())]
        """Tokens, profiles, what is stored of them, and contributions, which only the record of a game shows."""
        self.codes: dict[bytes, int] = {}
        """One-time codes, and the connection each was made for."""

    def learn(self) -> None:
        """Everybody sees what the actions since have brought to light, step by step."""
        game = self.scene.room.game
        if game is None:
            return
        states = [game.state]
        if self.state is None:
            states.append(game.initial)
        elif len(game.moves) > self.moves:
            for seat, action in game.moves[self.moves :]:
                states.append(play(states[-1] if len(states) > 1 else self.state, seat, action)[0])
        self.state, self.moves = game.state, len(game.moves)
        for viewer, seen in self.seen.items():
            for state in states:
                seen |= shown_to(state, viewer)

    def check(self, own_words: bytes = b"") -> None:
        """Search the frames since the last time. Whoever names a card in a question may hear its name again."""
        self.learn()
        hidden = self.hidden_now() + self.never
        named = set(WORDS.findall(own_words))
        people = {person.conn: who for who, person in enumerate(self.scene.people)}
        for frame in self.scene.wire[self.read :]:
            self.frames += 1
            for mark in hidden:
                assert mark not in frame.data, f"seen early: {mark!r}"
            for code, conn in self.codes.items():
                assert conn == frame.conn or code not in frame.data, "a one-time code for another device"
            if frame.data.startswith(b'{"t":"one_time_code"'):
                self.codes[msgspec.json.decode(frame.data)["code"].encode()] = frame.conn
            if frame.data.startswith(b'{"t":"world"'):
                self.check_world(msgspec.json.decode(frame.data)["position"])
                continue
            seats = [seat for seat, owner in enumerate(self.owners) if owner == people.get(frame.conn, -1)] or [SPECTATOR]
            cards = set(WORDS.findall(frame.data)) & marked_cards()
            early = cards - named - set().union(*(self.seen[seat] for seat in seats))
            assert not early, f"{early} in {frame.data.decode()}"
        self.read = len(self.scene.wire)

    def hidden_now(self) -> list[bytes]:
        """Marks nobody may see at this point, of a game that is about to begin or not over."""
        room = self.scene.room
        if room.phase == "starting":
            return forms(room.secret)
        return forms(room.secret) + forms(self.scene.state.rng.key) if room.phase == "playing" else []

    def check_record(self) -> None:
        """The record of a game that is not over, as a host may show it."""
        if self.scene.phase == "playing":
            text = self.scene.game.record().text().encode()
            assert not any(mark in text for mark in self.hidden_now())
            assert set(WORDS.findall(text)) & marked_cards() <= self.seen[SPECTATOR]

    def check_world(self, text: str) -> None:
        """An imagined world has every card somewhere, but not where it is."""
        assert self.state is not None
        self.worlds += 1
        world = parse_position(text, self.scene.room.packs)
        assert world.rng.key != self.state.rng.key
        assert world.deck != self.state.deck or len(world.deck) < 8
        unseen = [place for place, card in enumerate(self.state.counter_deck) if not card & SPECTATOR_BIT]
        assert len(unseen) < 8 or world.counter_deck != self.state.counter_deck


def test_nothing_hidden_is_ever_sent_before_its_time() -> None:
    frames, worlds = 0, 0
    for number in range(runs(20, 1000)):
        owners = TABLES[number % len(TABLES)]
        rng = random.Random(f"canaries {number}")
        scene = open_table(
            owners,
            started=False,
            spectators=1,
            visitors=1,
            seed=number,
            own=(marked_pack(),),
            packs=("base", "marked"),
            max_rounds=5,
            clock=("relaxed", "none", "fast", "days")[number % 4],
        )
        search = Search(scene, owners)
        scene.begin()
        search.never += [entry.value.encode() for entry in scene.entries if isinstance(entry, Contributed)]
        search.check()
        pick = by_verb(number)
        for _ in range(2000):
            if scene.phase != "playing":
                break
            go_on(scene, pick)
            search.check()
            if rng.random() < 0.15:
                pester(scene, search, owners, rng)
        assert scene.phase == "ended" and scene.room.result is not None
        assert scene.room.result.secret == scene.room.secret.hex(), "at the end it is told"
        frames += search.frames
        worlds += search.worlds
    assert frames > 1000 and worlds > 50, "there was something to search"


def pester(scene: Scene, search: Search, owners: tuple[int | None, ...], rng: random.Random) -> None:
    """Somebody asks everything, tries something, wants a code, and comes back."""
    seat = rng.choice([seat for seat, owner in enumerate(owners) if owner is not None])
    who = owners[seat]
    assert who is not None
    search.check_record()
    for kind, fields in questions(scene.room.question(seat), seat, rng):
        if tells_all(scene, kind):
            continue
        scene.send(who, kind, **fields)
        search.check(encode(kind(1, **fields)))
    state = scene.room.question(seat)
    actions = state.box.table
    allowed = {actions.text(action) for action in legal_actions(state)} | {"concede"}
    for text in (actions.text(rng.randrange(actions.size)), "end", "pass"):
        if text not in allowed:
            scene.send(who, c.Act, version=scene.version, seat=seat, action=text)
            search.check(text.encode())
    if rng.random() < 0.2:
        scene.send(who, c.Transfer)
    scene.disconnect(who).connect(who, version=rng.choice([None, scene.version, 1]))
    search.check()


def test_an_imagined_world_says_nothing_about_the_real_one() -> None:
    game = table(
        "frill", "kit", "haze", counters={"kit": "safety_dome", "frill": "run_away"}, counter_deck="bees_everywhere", dice="RG"
    )
    scene = a_room(3, at=game, checks=False)
    asks = runs(400, 20_000)
    hands: Counter[str] = Counter()
    tops: Counter[str] = Counter()
    next_cards: Counter[str] = Counter()
    keys = set()
    names = game.state.box.table
    for _ in range(asks):
        answer = scene.send(0, c.AskWorld, seat=0)
        assert isinstance(answer, m.World)
        world = parse_position(answer.position)
        hands[names.counterspells[world.counters[1][0] >> SEEN_BITS]] += 1
        tops[names.counterspells[world.counter_deck[-1] >> SEEN_BITS]] += 1
        next_cards[names.cards[world.deck[-1]]] += 1
        keys.add(world.rng.key)
    left = Counter(card.id for card in game.state.box.parts.counterspells for _ in range(card.copies)) - Counter(["run_away"])
    deck = Counter(names.cards[card] for card in game.state.deck)
    for counts, cards in ((hands, left), (tops, left), (next_cards, deck)):
        expected = [asks * copies / cards.total() for copies in cards.values()]
        assert chance_of(chi_square([counts[name] for name in cards], expected), len(cards) - 1) > FAIR
    assert len(keys) == asks and game.state.rng.key not in keys
