"""Whoever was away is told what happened since, or if that is too much, how it stands; and it never takes more than 16 KB."""

from __future__ import annotations

import msgspec
import pytest

from casting_shadows.engine import SPECTATOR, State, facts, legal_actions, stand_in, verbs, view
from casting_shadows.protocol import commands as c
from casting_shadows.protocol import messages as m
from casting_shadows.protocol.view import Event

from .counts import runs
from .room_traffic import go_on, open_table
from .rooms import Scene
from .table import Table, table

pytestmark = pytest.mark.T15

LONGEST_GAP = 500
TOLD = 100
"""So many versions back everything is told again."""
MOST_BYTES = 16 * 1024
HARDY = '[pack]\nname = "hardy"\n[rules]\nhp = 60\nmost_hp = 60'
"""Players who live long enough."""


class Witness:
    """Somebody who was there all the time and remembers every event they were told."""

    def __init__(self, scene: Scene, who: int, seat: int) -> None:
        self.scene = scene
        self.who = who
        self.seat = seat
        self.events: list[Event] = []

    def listen(self) -> None:
        """Read the news."""
        for message in self.scene.news(self.who):
            if isinstance(message, m.Update):
                self.events += message.seats[0].events

    def comes_back(self, version: int | None) -> m.Update:
        """The device was off, and says what it has seen last. The view is the whole game as it stands in any case."""
        self.scene.disconnect(self.who).connect(self.who, version)
        update = self.scene.last(self.who, m.Update)
        assert update.version == self.scene.version
        assert plain(update.seats[0].view) == plain(facts(view(self.scene.state, self.seat)))
        return update

    def since(self, version: int) -> tuple[Event, ...]:
        """What happened after a version."""
        return tuple(event for event in self.events if event.version > version)


def plain(value: object) -> object:
    """A view or its facts as JSON has them."""
    return msgspec.json.decode(msgspec.json.encode(value))


def wanderer(state: State) -> int:
    """Somebody who walks about and then ends the turn."""
    kinds = state.box.table.kind
    return next((action for action in legal_actions(state) if kinds[action] == verbs.TRAVEL), stand_in(state))


@pytest.fixture(scope="module")
def witnesses() -> list[Witness]:
    """Two seats and a spectator who followed a game of more than 600 versions."""
    scene = open_table((0, 1), spectators=1, own=(HARDY,), packs=("base", "hardy"), clock="none")
    found = [Witness(scene, 0, 0), Witness(scene, 1, 1), Witness(scene, 2, SPECTATOR)]
    while scene.version <= LONGEST_GAP + TOLD:
        go_on(scene, wanderer)
        for witness in found:
            witness.listen()
    return found


def test_what_happened_in_a_short_gap_is_told_and_of_a_long_one_the_last_of_it(witnesses: list[Witness]) -> None:
    edges = {1, 2, TOLD - 1, TOLD, TOLD + 1, LONGEST_GAP}
    for witness in witnesses:
        assert len({event.version for event in witness.events}) > LONGEST_GAP, "every version had something to tell"
        for gap in sorted(edges | set(range(1, LONGEST_GAP + 1, runs(3, 1)))):
            version = witness.scene.version - gap
            update = witness.comes_back(version)
            assert update.missed == (gap > TOLD), f"{gap} versions ago"
            assert update.seats[0].events == witness.since(max(version, witness.scene.version - TOLD)), f"{gap} versions ago"


def test_whoever_missed_nothing_is_told_nothing_again(witnesses: list[Witness]) -> None:
    for witness in witnesses:
        update = witness.comes_back(witness.scene.version)
        assert not update.missed and update.seats[0].events == ()


@pytest.mark.parametrize("version", [None, 0, 10_000], ids=["a new device", "from the start", "another game's"])
def test_whoever_comes_with_nothing_of_this_game_sees_it_whole(witnesses: list[Witness], version: int | None) -> None:
    for witness in witnesses:
        update = witness.comes_back(version)
        assert update.missed and update.seats[0].events == witness.since(witness.scene.version - TOLD)


def test_after_a_restart_a_gap_is_told_as_before(witnesses: list[Witness]) -> None:
    scene = witnesses[0].scene
    scene.restart()
    for witness in witnesses:
        scene.connect(witness.who)
        for gap in (1, 30, TOLD, TOLD + 1):
            update = witness.comes_back(scene.version - gap)
            expected = witness.since(scene.version - min(gap, TOLD))
            assert (update.missed, update.seats[0].events) == (gap > TOLD, expected)


def test_a_gap_across_a_rematch_is_told_from_its_beginning() -> None:
    scene = open_table((0, 1))
    last = scene.version
    scene.act(0, "concede")
    for who in (0, 1):
        scene.do(who, c.Rematch)
    scene.contribute(0, 1)
    told = Witness(scene, 1, 1).comes_back(last).seats[0].events
    assert told and told[0].code == "game_started" and all(event.version == scene.version for event in told)


# ---------------------------------------------------------------------- size

EVERYBODY = ("frill", "kit", "nuzzle", "haze", "iris", "tusk")


def crowded_table() -> Table:
    """Six players with full Spell Books and companions, all cards of the deck on the discard pile, five on one hex."""
    return table(
        *EVERYBODY,
        packs="exclusive+ice_storm",
        books={
            "frill": "total_eclipse infernal_assault sinister_screech",
            "kit": "sapphire_synthesis feeding_frenzy spectral_slap",
            "nuzzle": "crystallization bubble_trouble spectral_slap",
            "haze": "gem_duplication psychic_spikes lightning_bug",
            "iris": "orb_duplication shadow_fragment lightning_bug",
            "tusk": "personal_space sinister_screech feeding_frenzy",
        },
        counters={
            "frill": "bees_everywhere static_cling",
            "kit": "pointed_shield vanish",
            "nuzzle": "bees_everywhere run_away",
            "haze": "pointed_shield run_away",
            "iris": "cold_shoulder run_away",
            "tusk": "pointed_shield static_cling",
        },
        companions={
            "frill": "watchful_owl",
            "kit": "ember_salamander",
            "nuzzle": "stone_tortoise",
            "haze": "hydrattle_snake",
            "iris": "charging_stag",
            "tusk": "lantern_moth",
        },
        hexes={**dict.fromkeys(EVERYBODY, "underground_volcano"), "frill": "crystal_crypt"},
        energy=dict.fromkeys(EVERYBODY, 5),
        dice="RG RG BG BG PG",
        tokens="RG RG BG BO PO SF CC",
        empty_main_deck=True,
    )


@pytest.mark.parametrize("moment", ["its own turn", "an attack on five"])
def test_everything_a_client_needs_fits_into_16_kilobytes(moment: str) -> None:
    scene = open_table(tuple(range(6)), at=crowded_table().state, spectators=1)
    if moment == "an attack on five":
        scene.act(0, "cast total_eclipse BG BG PG underground_volcano")
        assert scene.game.window is not None and len(scene.game.window.asked) == 5
    for who in range(7):
        scene.disconnect(who).connect(who)
        sent = [frame for frame in scene.sent[scene.conn(who)] if isinstance(frame.message, m.Update)]
        assert len(sent) == 1 and len(sent[0].data) <= MOST_BYTES, f"{len(sent[0].data)} bytes to person {who}"
